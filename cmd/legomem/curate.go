package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"legomem/membank"
	"legomem/membank/store/sqlite"
	"legomem/trajectory"
)

func newCurateCommand(a *app) *cobra.Command {
	var accept bool
	cmd := &cobra.Command{
		Use:   "curate RUN...",
		Short: "Learn from runs: passed work becomes memory",
		Long: `Turns runs into memories: one of the whole task and one of each subtask, with
the procedure that reflex plays. Only a run that passed its evaluation is
remembered; where none judged it, look at what it did and vouch for it with
--accept, which is recorded. Curating a run twice changes nothing.

  legomem curate last
  legomem curate last --accept`,
		Args: cobra.MinimumNArgs(1), ValidArgsFunction: a.runIDs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.withBank(cmd.Context(), sqlite.ReadWrite, func(b *membank.Bank) error {
				return a.runCurate(cmd, b, args, accept)
			})
		},
	}
	cmd.Flags().BoolVar(&accept, "accept", false, "vouch for runs that nothing judged")
	return cmd
}

// curated is what came of one run.
type curated struct {
	Run   string        `json:"run"`
	Units []string      `json:"units"`
	Added membank.Added `json:"added"`
	Notes []string      `json:"notes"`
}

func (a *app) runCurate(cmd *cobra.Command, b *membank.Bank, ids []string, accept bool) error {
	out := []curated{}
	for _, id := range ids {
		run, err := a.findRun(id)
		if err != nil {
			return err
		}
		if accept && run.Passed == nil && run.AcceptedBy == "" && run.Result != nil && run.Result.Outcome == trajectory.Solved {
			if err := a.vouch(run); err != nil {
				return err
			}
		}
		units, notes, err := a.curator().Curate(run)
		if err != nil {
			return &notSolved{err.Error()}
		}
		added, err := b.Add(cmd.Context(), units)
		if err != nil {
			return err
		}
		c := curated{Run: run.ID, Added: added, Notes: notes}
		for _, u := range units {
			c.Units = append(c.Units, u.ID)
		}
		out = append(out, c)
		if !a.json {
			a.tellCurated(c, units[0])
		}
	}
	if a.json {
		return a.printJSON(out)
	}
	return nil
}

func (a *app) tellCurated(c curated, task membank.Unit) {
	fmt.Fprintf(a.out, "%s: %s\n", c.Units[0], describe(task).Sentence)
	fmt.Fprintf(a.out, "  %d memories new, %d changed, %d known already\n", c.Added.New, c.Added.Changed, c.Added.Same)
	for _, n := range c.Notes {
		fmt.Fprintf(a.out, "  note: %s\n", n)
	}
}

// vouch records in a run's log that the user accepts it.
func (a *app) vouch(run *trajectory.Run) error {
	by := loginName()
	if err := trajectory.Accept(run.Dir, by, a.now); err != nil {
		return err
	}
	run.AcceptedBy = by
	return nil
}
