package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"legomem/desk"
	"legomem/lists"
	"legomem/membank"
	"legomem/words"
)

func newCurateCommand(a *app) *cobra.Command {
	var o desk.CurateOrder
	cmd := &cobra.Command{
		Use:   "curate RUN...",
		Short: "Learn from runs: passed work becomes memory",
		Long: `Turns runs into memories: one of the whole task and one of each subtask, with
the procedure that reflex plays. Only a run that passed its evaluation is
remembered as a way to work; of one that failed, what it failed by, where that
shows, as a warning in a line (memory.pitfalls). Where none judged a run, the policy
refused something in it, or you declined its changes or a part of them, look at what
it did and vouch for it with --accept, which is recorded. Runs of the same work are generalised together: those
named, and those that the bank has learned from before, as long as their folders
are there. Curating a run twice changes nothing, and a memory that is nearly one
there is already becomes part of it (curate.merge).

  legomem curate last
  legomem curate last --accept
  legomem curate last --by model             a model words the memory; what it
                                             says was done is held against the log
  legomem curate RUN... --baselines synapse,awm
                                             also for --memory synapse and awm`,
		Args: cobra.MinimumNArgs(1), ValidArgsFunction: a.runIDs,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Runs = args
			return a.runCurate(cmd.Context(), o)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&o.Accept, "accept", false, "vouch for runs that nothing judged, in which something was refused, or whose changes were not all wanted")
	f.StringVar(&o.By, "by", "", "who curates: rule or model (default: the configuration's curate.by)")
	f.StringSliceVar(&o.Baselines, "baselines", nil, "what else to remember: synapse (whole trajectories), awm (routines, by a model)")
	return cmd
}

func (a *app) runCurate(ctx context.Context, o desk.CurateOrder) error {
	told := desk.CurateTold{Run: a.tellCurated, Routines: a.tellRoutines}
	if a.json {
		told = desk.CurateTold{}
	}
	out, err := a.desk.Curate(ctx, o, told)
	if err != nil || !a.json {
		return err
	}
	return a.printJSON(out)
}

func (a *app) tellRoutines(added membank.Added, notes []string) {
	tellf(a.out, "routines: ")
	a.tellAdded(added)
	a.tellNotes(notes)
}

func (a *app) tellAdded(added membank.Added) {
	tellf(a.out, "%d new, %d changed, %d known already\n", added.New, added.Changed, added.Same)
}

func (a *app) tellCurated(c desk.Curated) {
	if c.Known {
		tellf(a.out, "run %s is known already; nothing was asked and nothing changed\n", c.Run)
		a.tellNotes(c.Notes)
		return
	}
	if len(c.Warnings) > 0 {
		a.tellWarnings(c)
		return
	}
	tellf(a.out, "%s: %s\n", c.Units[0], c.Sentence())
	if c.Was != "" {
		tellf(a.out, "  %s was: %s\n", c.Units[0], c.Was)
	}
	tellf(a.out, "  %s\n", addedInWords(c.Added))
	a.tellTakes(c.Takes())
	for _, always := range c.Always() {
		tellf(a.out, "  each time the same: %s\n", words.Short(always, 120))
	}
	if len(c.With) > 0 {
		tellf(a.out, "  its procedure is right for %s of the same work: its own, %s\n", words.Count(len(c.With)+1, "run"), someOf(c.With, 3))
	}
	for _, id := range c.Refined {
		tellf(a.out, "  %s is generalised together with it\n", id)
	}
	for _, where := range c.Ones() {
		tellf(a.out, "  note: the list of %s had one element: which of several is meant nobody has shown, and where there are several it stops; teach it with one of several\n", where)
	}
	a.tellNotes(c.Notes)
	a.tellAlready(c.Already)
}

// tellWarnings says what a failed run is remembered for.
func (a *app) tellWarnings(c desk.Curated) {
	tellf(a.out, "run %s did not succeed; what it failed by is remembered as a warning (%s)\n", c.Run, addedInWords(c.Added))
	for i, w := range c.Warnings {
		tellf(a.out, "  %s: %s\n", c.Units[i], w)
	}
	a.tellNotes(c.Notes)
}

// tellTakes names the values that are taken from the sentence.
func (a *app) tellTakes(all []desk.Taken) {
	if len(all) == 0 {
		tellf(a.out, "  takes no value from its sentence\n")
		return
	}
	tellf(a.out, "  takes from its sentence: %s\n", strings.Join(lists.Map(all, desk.Taken.String), ", "))
}

// tellAlready names the memories that a sentence asks for besides what it teaches.
func (a *app) tellAlready(all []desk.SaidAlready) {
	for _, m := range all {
		tellf(a.out, "  note: memory %s is asked for with this sentence already: %s\n    where two fit, neither is done; legomem memory forget %s forgets that one\n", m.ID, m.Sentence, m.ID)
	}
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
		tellf(a.out, "  note: %s\n", n)
	}
}
