package main

import (
	"github.com/spf13/cobra"

	"legomem/membank/recall"
)

func newRecallShowCommand(a *app) *cobra.Command {
	user := ""
	cmd := &cobra.Command{
		Use: "show ID", Short: "What you said once, whole: in which session, to which question", Args: cobra.ExactArgs(1),
		Long: `Shows what you said for one thing in one session: the questions, your words, the
values, and what became of each since. ID is a unit's id or the beginning of one;
legomem recall list has them.

  legomem recall show u-1f2e3d4c5b6a`,
		RunE: func(cmd *cobra.Command, args []string) error {
			u, err := a.desk.RecalledUnit(cmd.Context(), user, args[0])
			return showResult(a, u, err, a.showRecalled)
		},
	}
	addRecallUser(cmd.Flags(), &user)
	return cmd
}

func (a *app) showRecalled(u recall.Unit) {
	tellf(a.out, "%s\n%s: %s\n", u.ID, u.Intent.Name, u.Intent.Description)
	if u.Intent.Domain != "" {
		tellf(a.out, "Of: %s\n", u.Intent.Domain)
	}
	tellf(a.out, "Session: %s, which ended on %s\nCurator: %s\n", u.Session, u.At.Format("2 January 2006, 15:04"), u.Curator)
	if u.Past {
		tellLine(a.out, "Newer values have taken the place of all of it.")
	}
	for _, p := range u.Pairs {
		tellf(a.out, "\n")
		a.tellPair(u, p)
		if p.Question != "" {
			tellf(a.out, "    asked: %s\n", indented(p.Question))
		}
		if p.Words != "" {
			tellf(a.out, "    you said: %s\n", indented(p.Words))
		}
	}
}
