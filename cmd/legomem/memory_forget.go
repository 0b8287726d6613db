package main

import (
	"bufio"
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"legomem/membank"
	"legomem/membank/store/sqlite"
	"legomem/trajectory"
)

// forgetOptions are the flags of memory forget.
type forgetOptions struct {
	is        membank.Selection
	olderThan string
	dryRun    bool
	yes       bool
	bySource  bool // any of the flags that choose by source was given
}

func newMemoryForgetCommand(a *app) *cobra.Command {
	var o forgetOptions
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
		RunE: func(cmd *cobra.Command, args []string) error { return a.runMemoryForget(cmd, o, args) },
	}
	f := cmd.Flags()
	f.StringVar(&o.is.Run, "run", "", "all that was learned from this run")
	f.StringVar(&o.is.User, "user", "", "all that was learned from runs for this user")
	f.StringVar(&o.is.Suite, "suite", "", "all that was learned from tasks of this suite")
	f.StringVar(&o.is.Task, "task", "", "all that was learned from this task, such as 1-1/0")
	f.StringVar(&o.olderThan, "older-than", "", "all that was learned more than so many days ago (90d), or before a day (2026-01-31)")
	f.BoolVar(&o.is.KeepShared, "keep-shared", false, "keep what other runs have taught, too")
	f.BoolVar(&o.dryRun, "dry-run", false, "list what would go, and forget nothing")
	f.BoolVar(&o.yes, "yes", false, "do not ask")
	return cmd
}

func (a *app) runMemoryForget(cmd *cobra.Command, o forgetOptions, ids []string) error {
	for _, name := range []string{"run", "user", "suite", "task", "older-than"} {
		f := cmd.Flags().Lookup(name)
		if f.Changed && strings.TrimSpace(f.Value.String()) == "" {
			return usage("--%s names nothing", name)
		}
		o.bySource = o.bySource || f.Changed
	}
	switch {
	case o.bySource && len(ids) > 0:
		return usage("name memories by their ids, or choose them by --run, --user, --suite, --task and --older-than; not both")
	case o.is.KeepShared && len(ids) > 0:
		return usage("--keep-shared is about sources; memories that are named go whole")
	case !o.bySource && len(ids) == 0:
		return usage("say what to forget: ids, or --run, --user, --suite, --task or --older-than")
	}
	if o.olderThan != "" {
		before, err := a.longAgo(o.olderThan)
		if err != nil {
			return err
		}
		o.is.Before = before
	}
	o.is.IDs, o.is.TextOf = ids, a.taskText
	mode := sqlite.ReadWrite
	if o.dryRun {
		mode = sqlite.ReadOnly
	}
	return a.withBank(cmd.Context(), mode, func(b *membank.Bank) error { return a.memoryForget(cmd.Context(), b, o) })
}

// longAgo reads "90d" as so many days before now, or a day as its beginning.
func (a *app) longAgo(text string) (time.Time, error) {
	if days, ok := strings.CutSuffix(text, "d"); ok {
		if n, err := strconv.ParseUint(days, 10, 16); err == nil {
			return a.now().AddDate(0, 0, -int(n)), nil
		}
	}
	day, err := time.ParseInLocation(time.DateOnly, text, a.config.Dates.Location())
	if err != nil {
		return day, usage("--older-than %q is neither a number of days nor a day; write 90d or 2026-01-31", text)
	}
	return day, nil
}

// taskText is the text of a run's task, "" where its log is gone.
func (a *app) taskText(id string) string {
	dir, err := a.runsDir()
	if err != nil || id == "" || filepath.Base(id) != id {
		return ""
	}
	run, err := trajectory.Open(filepath.Join(dir, id))
	if err != nil {
		return ""
	}
	return run.Started.Task.Text
}

func (a *app) memoryForget(ctx context.Context, b *membank.Bank, o forgetOptions) error {
	if _, err := named(ctx, b, o.is.IDs); err != nil {
		return err
	}
	plan, err := b.PlanForget(ctx, o.is)
	if err != nil {
		return err
	}
	n := 0
	if sure, err := a.sure(plan, o); err != nil || !sure && !o.dryRun {
		return err
	}
	if !o.dryRun {
		if n, err = b.Forget(ctx, plan); err != nil {
			return err
		}
	}
	if a.json {
		return a.printJSON(forgottenOf(plan, o.dryRun, n))
	}
	a.tellForgotten(plan, o, n)
	return nil
}

// sure says whether a plan may be carried out. Where more than one memory goes,
// or one of the starter bank's, a person is asked; a script says --yes to what it
// has not named.
func (a *app) sure(plan membank.Forgetting, o forgetOptions) (bool, error) {
	n := len(plan.Gone) + len(plan.Loosened)
	f, ok := a.in.(interface{ Fd() uintptr })
	terminal := ok && isatty.IsTerminal(f.Fd())
	switch {
	case o.dryRun:
		return false, nil
	case o.yes, n == 0, terminal && n == 1 && !fromStarter(plan.Gone), !terminal && !o.bySource:
		return true, nil
	case !terminal:
		return false, usage("%s would go or change: look at them with --dry-run, and say --yes", countMemories(n))
	}
	listForgetting(a.err, plan)
	fmt.Fprintf(a.err, "Forget %s? [y/N] ", countMemories(len(plan.Gone)))
	answer, _ := bufio.NewReader(a.in).ReadString('\n') // no answer is no
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return true, nil
	}
	fmt.Fprintln(a.err, "Nothing was forgotten.")
	return false, nil
}
