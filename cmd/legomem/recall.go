package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"legomem/desk"
	"legomem/words"
)

func newRecallCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "recall",
		Short: "What you said before, and what it is filled in from",
		Long: `What you said in earlier sessions: for each thing you wanted, the values that you
named or answered. Where a later session leaves one out, it is looked for here,
proposed, and only then asked for. Only your own words are kept: nothing that a
mail or a document says.

  legomem recall list
  legomem recall show u-1f2e3d4c5b6a
  legomem recall set u-1f2e3d4c5b6a room "Room 5"     that holds from now on
  legomem recall forget u-1f2e3d4c5b6a --slot room
  legomem recall forget --older-than 90d
  legomem recall export > said.jsonl
  legomem recall bench --data DIR                     how well it works, on published dialogues

Each user has a memory of their own, in the memory bank (--bank); --user names
another than you.`,
	}
	cmd.AddCommand(newRecallListCommand(a), newRecallShowCommand(a), newRecallSetCommand(a), newRecallForgetCommand(a),
		newRecallExportCommand(a), newRecallImportCommand(a), newRecallBenchCommand(a), newRecallTrainCommand(a))
	return cmd
}

func countAnswers(n int) string { return words.Count(n, "answer") }

// addRecallUser adds the flag that says whose memory is meant.
func addRecallUser(f *pflag.FlagSet, user *string) {
	f.StringVar(user, "user", "", "whose memory (default: yours)")
}

// addRecallChoice adds the flags that choose among what a user said.
func addRecallChoice(f *pflag.FlagSet, o *desk.RecallOrder) {
	addRecallUser(f, &o.User)
	f.StringVar(&o.Session, "session", "", "what was said in this session")
	f.StringVar(&o.Intent, "intent", "", "what was said for this, such as ReserveRoom")
}
