package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"legomem/agents/reflex"
	"legomem/curate"
	"legomem/desk"
	"legomem/llm"
	"legomem/membank"
	"legomem/membank/store/sqlite"
	"legomem/trajectory"
	"legomem/words"
)

type curateOptions struct {
	accept    bool
	by        string
	baselines []string
}

func newCurateCommand(a *app) *cobra.Command {
	var o curateOptions
	cmd := &cobra.Command{
		Use:   "curate RUN...",
		Short: "Learn from runs: passed work becomes memory",
		Long: `Turns runs into memories: one of the whole task and one of each subtask, with
the procedure that reflex plays. Only a run that passed its evaluation is
remembered; where none judged it, or the policy refused something in it, look at
what it did and vouch for it with --accept, which is recorded. Runs of the same
work are generalised together: those named, and those that the bank has learned
from before, as long as their folders are there. Curating a run twice changes
nothing, and a memory that is nearly one there is already becomes part of it
(curate.merge).

  legomem curate last
  legomem curate last --accept
  legomem curate last --by model             a model words the memory; what it
                                             says was done is held against the log
  legomem curate RUN... --baselines synapse,awm
                                             also for --memory synapse and awm`,
		Args: cobra.MinimumNArgs(1), ValidArgsFunction: a.runIDs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.by != "" {
				a.config.Curate.By = o.by
			}
			if err := o.check(a.config.Curate.By); err != nil {
				return err
			}
			return a.withBank(cmd.Context(), sqlite.ReadWrite, func(b *membank.Bank) error {
				return a.runCurate(cmd.Context(), b, args, o)
			})
		},
	}
	f := cmd.Flags()
	f.BoolVar(&o.accept, "accept", false, "vouch for runs that nothing judged, or in which something was refused")
	f.StringVar(&o.by, "by", "", "who curates: rule or model (default: the configuration's curate.by)")
	f.StringSliceVar(&o.baselines, "baselines", nil, "what else to remember: synapse (whole trajectories), awm (routines, by a model)")
	return cmd
}

func (o curateOptions) check(by string) error {
	if by != "rule" && by != "model" {
		return usage("--by is %q; accepted: rule, model", by)
	}
	for _, b := range o.baselines {
		if b != "synapse" && b != "awm" {
			return usage("--baselines: there is no %q; accepted: synapse, awm", b)
		}
	}
	return nil
}

func (a *app) runCurate(ctx context.Context, b *membank.Bank, ids []string, o curateOptions) error {
	c, err := a.curating(b, llm.Budget{})
	if err != nil {
		return err
	}
	out := []curated{}
	var runs []*trajectory.Run
	for _, id := range ids {
		run, err := a.vouchedRun(id, o.accept)
		if err != nil {
			return err
		}
		runs = append(runs, run)
	}
	c.kin.runs = runs
	for _, run := range runs {
		did, err := c.one(ctx, run)
		if err != nil {
			return curateError(err)
		}
		if slices.Contains(o.baselines, "synapse") {
			if _, err := c.raw(ctx, run); err != nil {
				return curateError(err)
			}
		}
		if did.Refined, err = c.refine(ctx, did.With); err != nil {
			return err
		}
		out = append(out, did)
		if !a.json {
			a.tellCurated(did)
		}
	}
	if slices.Contains(o.baselines, "awm") {
		if err := a.curateRoutines(ctx, c, runs, &out[len(out)-1]); err != nil {
			return err
		}
	}
	if a.json {
		return a.printJSON(out)
	}
	return nil
}

// curateRoutines induces routines of all the runs; what is to be told of it
// goes to the last of them.
func (a *app) curateRoutines(ctx context.Context, c *curating, runs []*trajectory.Run, last *curated) error {
	added, notes, err := c.routines(ctx, runs)
	if err != nil {
		return curateError(err)
	}
	last.Notes = append(last.Notes, notes...)
	if a.json {
		return nil
	}
	fmt.Fprintf(a.out, "routines: %d new, %d changed, %d known already\n", added.New, added.Changed, added.Same)
	a.tellNotes(notes)
	return nil
}

// vouchedRun finds a run, and enters the user's word for it where it is given
// and wanted.
func (a *app) vouchedRun(id string, accept bool) (*trajectory.Run, error) {
	run, err := a.findRun(id)
	if err != nil {
		return nil, err
	}
	run = run.AsOne()
	lacks := run.Passed == nil || (*run.Passed && len(run.Refusals()) > 0)
	if accept && lacks && run.AcceptedBy == "" && run.Result != nil && run.Result.Outcome == trajectory.Solved {
		return run, a.vouch(run)
	}
	return run, nil
}

// curateError tells what cannot be learned from what is broken.
func curateError(err error) error {
	var refused *curate.Refused
	for _, no := range []error{curate.ErrOpen, curate.ErrFailed, curate.ErrUnjudged, curate.ErrNothingDone, curate.ErrAstray, curate.ErrPractised} {
		if errors.Is(err, no) {
			return &desk.NotSolved{Said: err.Error()}
		}
	}
	if errors.As(err, &refused) {
		return &desk.NotSolved{Said: err.Error()}
	}
	return err
}

func (a *app) tellCurated(c curated) {
	if c.Known {
		fmt.Fprintf(a.out, "run %s is known already; nothing was asked and nothing changed\n", c.Run)
		a.tellNotes(c.Notes)
		return
	}
	fmt.Fprintf(a.out, "%s: %s\n", c.Units[0], describe(c.task).Sentence)
	if c.Was != "" {
		fmt.Fprintf(a.out, "  %s was: %s\n", c.Units[0], c.Was)
	}
	fmt.Fprintf(a.out, "  %s\n", addedInWords(c.Added))
	if p, err := reflex.Decode(c.task.Procedure); err == nil && p.Examples <= 1 {
		for _, always := range p.Fixed() {
			fmt.Fprintf(a.out, "  each time the same: %s\n", words.Short(always, 120))
		}
	}
	if len(c.With) > 0 {
		fmt.Fprintf(a.out, "  its procedure is right for %s of the same work: its own, %s\n", words.Count(len(c.With)+1, "run"), someOf(c.With, 3))
	}
	for _, id := range c.Refined {
		fmt.Fprintf(a.out, "  %s is generalised together with it\n", id)
	}
	a.tellNotes(c.Notes)
}

// was is the sentence of the memory that a unit takes the place of; "" where
// there is none, or it says the same. One without a procedure takes over the old
// one's, and with it the sentence.
func (c *curating) was(ctx context.Context, u membank.Unit) (string, error) {
	old, err := c.bank.Get(ctx, []string{u.ID})
	if err != nil || len(old) == 0 || u.Procedure == nil {
		return "", err
	}
	if said := describe(old[0]).Sentence; said != describe(u).Sentence {
		return said, nil
	}
	return "", nil
}

func addedInWords(added membank.Added) string {
	said := []string{fmt.Sprintf("%d memories new", added.New), fmt.Sprintf("%d changed", added.Changed), fmt.Sprintf("%d known already", added.Same)}
	if added.Merged > 0 {
		said = append(said, fmt.Sprintf("%d became part of one that was there", added.Merged))
	}
	return strings.Join(said, ", ")
}

// someOf names the first of many.
func someOf(names []string, most int) string {
	if n := len(names) - most; n > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), n)
	}
	return strings.Join(names, ", ")
}

func (a *app) tellNotes(notes []string) {
	for _, n := range notes {
		fmt.Fprintf(a.out, "  note: %s\n", n)
	}
}

// vouch records in a run's log that the user accepts it.
func (a *app) vouch(run *trajectory.Run) error {
	by := desk.LoginName()
	if err := trajectory.Accept(run.Dir, by, a.now); err != nil {
		return err
	}
	run.AcceptedBy = by
	return nil
}
