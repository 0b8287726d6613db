package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"legomem/desk"
	"legomem/membank"
	"legomem/words"
)

func newMemoryStatsCommand(a *app) *cobra.Command {
	runs, limit := "", 0
	cmd := &cobra.Command{
		Use: "stats", Short: "What the bank holds, and how runs fared with each memory and without it", Args: cobra.NoArgs,
		Long: `Counts the memories, and compares for each the runs in which it was retrieved to
all others: of those that were judged, how many passed, and the tokens of a run
on average. Retrieved = shown to a role, or played by reflex; what was found and
shown to nobody does not count. A memory is retrieved for the tasks that are like
its own, so that a difference may be the tasks'.

Where runs left a memory out at random (memory.lift.share), a second table has what
each memory does: the runs that were shown all that was found for them against
those that it alone was left out of, with 95% intervals. A memory harms if runs succeed
less often with it, or, where success stays as it is, take at least memory.lift.dearer
more steps; the verdict names which of the two the runs show. One that raises success
never harms. Harms and helps are as sure as memory.lift.sure says, a suspect should be
looked at, and of an open one too little is known, or it does nothing.
docs/memory.md explains them.

The figures are read from the runs' logs. Only runs of this tenant count, and
only those made with this bank; of a folder that --runs names, those made with
any, since a bench's runs use banks of their own.

  legomem memory stats --limit 20
  legomem memory stats --runs report/runs --json`,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.runMemoryStats(cmd.Context(), runs, limit) },
	}
	cmd.Flags().StringVar(&runs, "runs", "", "the folder that holds the runs (default: yours, or that of --out)")
	cmd.Flags().IntVar(&limit, "limit", 0, "how many memories at most, the most used first (0: all)")
	return cmd
}

func (a *app) runMemoryStats(ctx context.Context, runs string, limit int) error {
	s, err := a.desk.MemoryStats(ctx, runs, limit)
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(s)
	}
	return a.tellStats(s)
}

// tellStats prints the figures as wide as there is room: a table, or on a narrow
// terminal a few lines per memory.
func (a *app) tellStats(s desk.MemoryStatistics) error {
	page := sheet{width: a.width()}
	page.tellOverview(s)
	page.tellRuns(s)
	var err error
	switch {
	case len(s.Memories) == 0:
		page.line(0, "No memory was shown or played in them.")
	case page.width > 0 && page.width < tableWidth:
		page.tellBriefly(s.Memories)
	default:
		err = page.tellTable(s.Memories)
	}
	if s.Unlisted > 0 {
		page.line(0, "and %d more", s.Unlisted)
	}
	err = errors.Join(err, page.tellEffects(s.Lift))
	tellPage(a.out, page.String())
	return err
}

const (
	tableWidth   = 100 // columns that the table wants, its sentences shortened
	sentenceRoom = 60  // letters of a sentence where the width is not known
)

// sheet collects lines of at most width columns (0: any), without blanks at
// their ends.
type sheet struct {
	strings.Builder
	width int
}

// line adds a text, wrapped at its blanks.
func (p *sheet) line(indent int, format string, args ...any) {
	row := strings.Repeat(" ", indent) + strings.Join(strings.Fields(fmt.Sprintf(format, args...)), " ")
	tellPage(p, wrapped(words.OnLine(row)+"\n", p.width))
}

func letters(s string) int { return len([]rune(s)) }

func (p *sheet) tellOverview(s desk.MemoryStatistics) {
	o := s.Bank
	var said []string
	for _, k := range membank.Kinds() {
		if n := o.Kinds[k]; n > 0 {
			said = append(said, fmt.Sprintf("%d %s", n, k))
		}
	}
	if o.Authored > 0 {
		said = append(said, fmt.Sprintf("%d authored", o.Authored))
	}
	said = append(said, fmt.Sprintf("%d quarantined, %d of the starter bank, %d your own", o.Quarantined, o.Starter, o.Own))
	size := ""
	if o.Bytes != nil {
		size = fmt.Sprintf("; %d kB", (*o.Bytes+1023)/1024)
	}
	p.line(0, "%s: %s%s; embedded with %s (%d numbers)", countMemories(o.Units), strings.Join(said, ", "), size, o.Model, o.Dim)
}

// tellRuns prints which runs the figures are based on, and which are left out.
func (p *sheet) tellRuns(s desk.MemoryStatistics) {
	banks := ""
	if len(s.Runs.Banks) > 0 {
		banks = ", made with the bank " + strings.Join(s.Runs.Banks, ", ")
	}
	p.line(0, "%s in %s%s, %d judged", words.Count(s.Runs.Read, "run"), s.Runs.Dir, banks, s.Runs.Judged)
	if n := s.Runs.Trials; n > 0 {
		p.line(2, "%s beside them, which say what single memories do", words.Count(n, "trial"))
	}
	for _, bank := range slices.Sorted(maps.Keys(s.Runs.Other.Banks)) {
		p.line(2, "%s left out: made with the bank %s", words.Count(s.Runs.Other.Banks[bank], "run"), bank)
	}
	if n := s.Runs.Other.Tenant; n > 0 {
		p.line(2, "%s left out: made for another tenant", words.Count(n, "run"))
	}
	for _, u := range s.Runs.Unreadable {
		p.line(2, "%s cannot be read: %s", u.Run, u.Why)
	}
}

// tellTable prints a line per memory.
func (p *sheet) tellTable(memories []desk.MemoryFigures) error {
	var table strings.Builder
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	tellf(w, "\t\tWITH IT\t\t\tWITHOUT\t\t\t\n")
	tellf(w, "MEMORY\tTIMES\tRUNS\tPASSED\tTOKENS\tRUNS\tPASSED\tTOKENS\t\n")
	for _, m := range memories {
		tellf(w, "%s\t%d", m.ID, m.Retrieved)
		tellOutcomes(w, m.With)
		tellOutcomes(w, m.Without)
		tellf(w, "\t%s\n", words.Short(sentenceOf(m), sentenceRoom))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	p.rows(table.String())
	return nil
}

// rows adds a table's lines, after an empty one, cut where there is no more room.
func (p *sheet) rows(table string) {
	tellf(p, "\n")
	for row := range strings.Lines(table) {
		row = strings.TrimRight(row, " \n")
		if cut := []rune(row); p.width > 0 && len(cut) > p.width {
			row = strings.TrimRight(string(cut[:p.width-1]), " ") + "…"
		}
		tellLine(p, row)
	}
}

// tellOutcomes prints three cells: runs, the share that passed of those judged, and the
// mean of their tokens.
func tellOutcomes(w io.Writer, o membank.Outcomes) {
	tellf(w, "\t%d\t%s\t%s", o.Runs, passedShare(o), meanTokens(o))
}

func passedShare(o membank.Outcomes) string {
	if o.Success == nil {
		return "-"
	}
	return fmt.Sprintf("%.0f%% of %d", 100**o.Success, o.Judged)
}

func meanTokens(o membank.Outcomes) string {
	if o.Tokens == nil {
		return "-"
	}
	return fmt.Sprintf("%.0f", *o.Tokens)
}

// tellBriefly prints a memory on four lines, each as wide as there is room.
func (p *sheet) tellBriefly(memories []desk.MemoryFigures) {
	for _, m := range memories {
		tellf(p, "\n")
		p.line(0, "%s, retrieved %s", m.ID, words.Count(m.Retrieved, "time"))
		p.line(2, "%s", words.Short(sentenceOf(m), max(p.width-2, 8)))
		p.line(2, "with it: %s", inBrief(m.With))
		p.line(2, "without: %s", inBrief(m.Without))
	}
}

func inBrief(o membank.Outcomes) string {
	said := words.Count(o.Runs, "run")
	if o.Success != nil {
		said += ", " + passedShare(o) + " passed"
	}
	if o.Tokens != nil {
		said += ", " + meanTokens(o) + " tokens"
	}
	return said
}

// sentenceOf is what a memory can do, in words.
func sentenceOf(m desk.MemoryFigures) string {
	if m.Gone {
		return "(not in the bank)"
	}
	return m.Sentence
}
