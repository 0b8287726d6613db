package main

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"legomem/desk"
	"legomem/membank"
	"legomem/words"
)

func newMemoryForgetCommand(a *app) *cobra.Command {
	var o desk.ForgetOrder
	var yes bool
	cmd := &cobra.Command{
		Use: "forget [ID...]", Short: "Forget memories, or all that was learned from a run, a user or a task",
		Long: `Forgets memories by their ids, a whole task with the subtasks cut from it; or
all that was learned from a run, for a user, from a task, or long ago, where all
that is given must hold. The starter bank's memories go by id alone, and do not
come back with its next version. An export that was made before brings back what
went: legomem memory export > before.jsonl, legomem memory import before.jsonl.

A memory that several runs have taught stays as long as the run stays whose
words and actions it holds; it loses the others, and the wordings and the
procedure that came with them as far as the runs' logs tell. A routine goes with
any of its runs, since nobody can tell what of it is whose. --keep-shared keeps
both, without the source.

  legomem memory forget m-1f2e3d4c5b6a
  legomem memory forget --run 20260302-091500123-a1b2c3
  legomem memory forget --user Sam --older-than 90d --dry-run
  legomem memory forget --older-than 2026-01-31 --yes`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkSources(cmd.Flags()); err != nil {
				return err
			}
			o.IDs = args
			return a.runMemoryForget(cmd.Context(), o, yes)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Run, "run", "", "all that was learned from this run")
	f.StringVar(&o.User, "user", "", "all that was learned from runs for this user")
	f.StringVar(&o.Suite, "suite", "", "all that was learned from tasks of this suite")
	f.StringVar(&o.Task, "task", "", "all that was learned from this task, such as 1-1/0")
	f.StringVar(&o.OlderThan, "older-than", "", "all that was learned more than so many days ago (90d), or before a day (2026-01-31)")
	f.BoolVar(&o.KeepShared, "keep-shared", false, "keep what other runs have taught, too")
	f.BoolVar(&o.DryRun, "dry-run", false, "list what would go, and forget nothing")
	f.BoolVar(&yes, "yes", false, "do not ask")
	return cmd
}

// checkSources refuses source flags with an empty value: every memory has a source.
func checkSources(flags *pflag.FlagSet) error {
	for _, name := range []string{"run", "user", "suite", "task", "older-than"} {
		if f := flags.Lookup(name); f.Changed && strings.TrimSpace(f.Value.String()) == "" {
			return usage("--%s names nothing", name)
		}
	}
	return nil
}

func (a *app) runMemoryForget(ctx context.Context, o desk.ForgetOrder, yes bool) error {
	did, err := a.desk.ForgetMemories(ctx, o, func(plan membank.Forgetting) (bool, error) {
		if yes {
			return true, nil
		}
		return a.sure(ctx, plan, len(o.IDs) > 0)
	})
	switch {
	case err != nil:
		return err
	case did.Declined:
		tellLine(a.err, "Nothing was forgotten.")
		return nil
	}
	return showResult(a, did, nil, a.tellForgotten)
}

// sure reports whether a plan may be carried out. If more than one memory goes, or one
// of the starter bank's, it asks a person; a script must pass --yes for what it has not
// named.
func (a *app) sure(ctx context.Context, plan membank.Forgetting, named bool) (bool, error) {
	n := len(plan.Gone) + len(plan.Loosened)
	terminal := a.attended()
	switch {
	case n == 0, terminal && n == 1 && !fromStarter(plan.Gone), !terminal && named:
		return true, nil
	case !terminal:
		return false, usage("%s would go or change: look at them with --dry-run, and say --yes", countMemories(n))
	}
	listForgetting(a.err, plan)
	return a.agrees(ctx, "Forget "+countMemories(len(plan.Gone))+"?")
}

func (a *app) tellForgotten(did desk.Forgotten) {
	plan := did.Plan
	switch {
	case len(plan.Gone)+len(plan.Loosened) == 0:
		tellLine(a.out, "There is nothing to forget: no memory of your own was learned from there.")
	case did.DryRun:
		listForgetting(a.out, plan)
		tellf(a.out, "%s would be forgotten\n", countMemories(len(plan.Gone)))
	default:
		listForgetting(a.out, plan)
		tellf(a.out, "%s forgotten", countMemories(did.Forgotten))
		if len(plan.Gone) > 0 {
			tellf(a.out, "; an export made before brings back what went: legomem memory import FILE")
		}
		tellf(a.out, "\n")
		if fromStarter(plan.Gone) {
			tellLine(a.out, "What was of the starter bank does not come back with its next version.")
		}
	}
}

func fromStarter(units []membank.Unit) bool {
	return slices.ContainsFunc(units, func(u membank.Unit) bool { return u.Source.Starter })
}

// listForgetting prints what would become of each memory. Parts go with their whole,
// and get no line of their own.
func listForgetting(w io.Writer, plan membank.Forgetting) {
	parts := map[string]int{}
	whole := map[string]bool{}
	for _, u := range plan.Gone {
		parts[u.Parent]++
		whole[u.ID] = true
	}
	for _, u := range plan.Gone {
		if whole[u.Parent] {
			continue
		}
		tellf(w, "%-16s %-10s %s", u.ID, u.Kind, words.Short(desk.DescribeMemory(u).Sentence, 100))
		if n := parts[u.ID]; n > 0 {
			tellf(w, ", with its %s", words.Count(n, "subtask"))
		}
		if len(u.Merged) > 0 {
			tellf(w, "; learned from %s together", runsOf(u.Sources()))
		}
		tellf(w, "\n")
	}
	listLoosened(w, plan.Loosened)
}

// listLoosened prints what stays, and without what.
func listLoosened(w io.Writer, all []membank.Loosened) {
	for _, l := range all {
		if l.Unit.Kind == membank.SubtaskUnit {
			continue // listed with its whole
		}
		tellf(w, "%-16s stays, without %s", l.Unit.ID, runsOf(l.Lost))
		if n := len(l.Unsaid); n > 0 {
			tellf(w, " and %s", words.Count(n, "wording"))
		}
		if l.Unlearned {
			tellf(w, " and its procedure, which was learned there")
		}
		if l.Kept != "" {
			tellf(w, "; kept: %s", l.Kept)
		}
		tellf(w, "\n")
	}
}

func runsOf(sources []membank.Source) string {
	var runs []string
	for _, s := range sources {
		runs = append(runs, s.Run)
	}
	return strings.Join(runs, ", ")
}
