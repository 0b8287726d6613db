package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"legomem/agents"
	"legomem/desk"
	"legomem/trajectory"
)

type runOptions struct {
	testbed, user, date string
	suite, task         string
	explain, apply      bool
	once                string // a name under which only one program at a time may run
	batch               desk.BatchOrder
}

func newRunCommand(a *app) *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "run [TASK]",
		Short: "Carry out one task",
		Long: `Carries out one task, given as a sentence or taken from a suite. It works on a
copy of your office (legomem init), or of the testbed that you name. At a terminal it ends with the list of what that would change in
your own files, and asks; with --apply, what is within the bounds (docs/commit.md) is
made unasked. Without either, look at it with "legomem runs diff", and bring it to your
files with "legomem runs apply".

  legomem run "Set cell B3 of budget.xlsx to 1450"
  legomem run "Set cell B3 of budget.xlsx to 1450" --testbed ./other
  legomem run --suite officebench/suite --task 1-1/1
  legomem run "..." --explain      what would be done, without doing it
  legomem run --batch values.csv "Send {to} an email with the subject {subject} that says {message}"
                                   the same for each row of a file (docs/recurring.md)

A testbed is a folder with data/ (files), emails/<user>/*.eml and
calendar/<user>.ics; without --testbed it is your office, and an empty one if none is set.
Sending a mail writes it into the testbed's mailboxes and reaches nobody
outside. Agents act as you, and touch the mailboxes and calendars of people that
the task names.`,
		Args: oneSentence,
		RunE: func(cmd *cobra.Command, args []string) error { return a.runRun(cmd.Context(), args, o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.testbed, "testbed", "", "the folder to start from (default: your office; an empty one if none is set)")
	f.StringVar(&o.user, "user", "", "the acting user (default: the configuration's user.name, or your login name)")
	f.StringVar(&o.date, "date", "", "the run's date, such as 2026-03-12 or \"2026-03-12 09:00\" (default: now)")
	f.BoolVar(&o.apply, "apply", false, "make the changes in your own folder: those within the bounds unasked; of a batch, each row's, and of a chain all at the end")
	f.StringVar(&o.suite, "suite", "", "a suite's folder, to take the task from")
	f.StringVar(&o.task, "task", "", "the task of the suite, such as 1-1/0")
	f.BoolVar(&o.explain, "explain", false, "show plan, bindings and actions without doing them")
	f.BoolVar(&o.explain, "dry-run", false, "the same as --explain")
	f.StringVar(&o.once, "once-at-a-time", "", "a name: while a run or batch of that name goes on, no second one starts")
	addBatchFlags(cmd, &o.batch)
	cmd.MarkFlagsMutuallyExclusive("suite", "testbed")
	return cmd
}

// oneSentence takes a task as one argument; several are a sentence without quotes.
func oneSentence(_ *cobra.Command, args []string) error {
	if len(args) > 1 {
		return fmt.Errorf("put the task in quotes: %q", strings.Join(args, " "))
	}
	return nil
}

func (a *app) runRun(ctx context.Context, args []string, o runOptions) error {
	if err := o.checkBatch(); err != nil {
		return err
	}
	if !o.explain {
		unlock, err := a.desk.OnceAtATime(o.once)
		if err != nil {
			return err
		}
		defer unlock()
	}
	if err := a.inOffice(&o); err != nil {
		return err
	}
	if o.batch.File != "" {
		return a.runBatch(ctx, args, o)
	}
	order, err := a.order(args, o)
	if err != nil {
		return err
	}
	switch {
	case o.explain:
		return a.explain(ctx, order)
	case o.apply && (order.From == "" || order.Suite != nil):
		return usage("--apply makes the changes in the folder that the run starts from: say which with --testbed, or name your office with legomem init DIR")
	}
	order.Apply = o.apply
	err = a.carryOut(ctx, order)
	if err == nil && order.From == "" && !a.json {
		tellLine(a.out, "It started from an empty office, since none is set: legomem init DIR says which is yours.")
	}
	return err
}

// inOffice has a run of the user's own words start from their office, unless it names
// another folder.
func (a *app) inOffice(o *runOptions) (err error) {
	if o.testbed != "" || o.suite != "" {
		return nil
	}
	o.testbed, err = a.desk.Office()
	return err
}

// carryOut runs a task, and ends as ended does.
func (a *app) carryOut(ctx context.Context, o desk.Order) error {
	ran, err := a.desk.Run(ctx, o, newProgress(a).observe)
	return a.ended(ctx, o, ran, err)
}

// ended asks what a run must know before it acts, prints what came of the task, and brings
// it to the user's folder as far as that is agreed.
func (a *app) ended(ctx context.Context, o desk.Order, ran desk.Ran, err error) error {
	ran, err = a.clarify(ctx, o, ran, err)
	if ran.Result.RunID == "" {
		return err
	}
	if !a.json {
		a.tell(o, ran, a.commits(o, ran.Result))
	}
	done, failed := a.commitRun(ctx, o, ran)
	if a.json {
		failed = errors.Join(failed, a.printJSON(desk.ReportOf(ran, done)))
	} else if done != nil {
		a.tellCommitment(*done)
	}
	if ended := ran.End(err); ended != nil {
		return ended
	}
	return errors.Join(failed, undecided(done))
}

// order reads the task from the command line: a sentence, or one of a suite.
func (a *app) order(args []string, o runOptions) (desk.Order, error) {
	if o.task != "" && o.suite == "" {
		return desk.Order{}, usage("--task %s: of which suite? add --suite DIR", o.task)
	}
	if o.suite == "" {
		if len(args) != 1 || strings.TrimSpace(args[0]) == "" {
			return desk.Order{}, usage("say what to do, in quotes: legomem run \"Schedule a budget review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm\"")
		}
		t, err := a.desk.FreeTask(desk.Words{Text: args[0], User: o.user, Date: o.date})
		return desk.Order{Task: t, From: o.testbed}, err
	}
	if len(args) > 0 {
		return desk.Order{}, usage("give a sentence or --suite with --task, not both")
	}
	if o.task == "" {
		return desk.Order{}, usage("which task of the suite? add --task, such as --task 1-1/0")
	}
	return a.desk.SuiteTask(o.suite, o.task)
}

// explain shows what reflex would do, without doing it.
func (a *app) explain(ctx context.Context, o desk.Order) error {
	preview, err := a.desk.Explain(ctx, o)
	if no := (*agents.GiveUp)(nil); errors.As(err, &no) {
		return a.explainGiveUp(no)
	}
	if asks := (*agents.Asking)(nil); errors.As(err, &asks) {
		return a.explainAsking(asks)
	}
	return showResult(a, preview, err, a.tellPreview)
}

func (a *app) explainGiveUp(no *agents.GiveUp) error {
	if a.json {
		if err := a.printJSON(map[string]any{"outcome": trajectory.GaveUp, "reason": no.Reason, "hints": no.Hints}); err != nil {
			return err
		}
		return &desk.NotSolved{}
	}
	a.tellGiveUp(no.Reason, no.Hints)
	a.tellWaysOn()
	return &desk.NotSolved{}
}
