package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"legomem/membank"
	"legomem/membank/store/sqlite"
	"legomem/trajectory"
)

func newMemoryStatsCommand(a *app) *cobra.Command {
	runs, limit := "", 0
	cmd := &cobra.Command{
		Use: "stats", Short: "What the bank holds, and how runs fared with each memory and without it", Args: cobra.NoArgs,
		Long: `Counts the memories, and compares for each the runs in which it was retrieved to
all others: of those that were judged, how many passed, and the tokens of a run
on average. The figures are read from the runs' logs. A memory is retrieved for
the tasks that are like its own, so that a difference may be the tasks'.

  legomem memory stats --limit 20
  legomem memory stats --runs report/runs --json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if limit < 0 {
				return usage("--limit %d is less than nothing; 0 lists all", limit)
			}
			return a.withBank(cmd.Context(), sqlite.ReadOnly, func(b *membank.Bank) error {
				return a.memoryStats(cmd.Context(), b, runs, limit)
			})
		},
	}
	cmd.Flags().StringVar(&runs, "runs", "", "the folder that holds the runs (default: yours, or that of --out)")
	cmd.Flags().IntVar(&limit, "limit", 0, "how many memories at most, the most used first (0: all)")
	return cmd
}

// statistics is what memory stats --json prints.
type statistics struct {
	Bank struct {
		membank.Overview
		Bytes *int64 `json:"bytes"` // of the file; null where there is none
	} `json:"bank"`
	Runs struct {
		Dir        string       `json:"dir"`
		Read       int          `json:"read"`
		Judged     int          `json:"judged"`
		Unreadable []unreadable `json:"unreadable"`
	} `json:"runs"`
	Memories []statLine `json:"memories"`
	// Unlisted are those retrieved beyond the limit.
	Unlisted int `json:"unlisted"`
}

// unreadable is a run whose log cannot be read.
type unreadable struct {
	Run string `json:"run"`
	Why string `json:"why"`
}

// statLine is a memory's figures; one that is not in the bank any more has no
// sentence.
type statLine struct {
	membank.Stat
	Sentence string `json:"sentence"`
	Gone     bool   `json:"gone"`
}

func (a *app) memoryStats(ctx context.Context, b *membank.Bank, dir string, limit int) error {
	var s statistics
	var err error
	if s.Bank.Overview, err = b.Overview(ctx); err != nil {
		return err
	}
	s.Bank.Bytes = a.bankBytes()
	uses, err := a.uses(ctx, dir, &s)
	if err != nil {
		return err
	}
	stats := membank.Stats(uses)
	if limit > 0 && len(stats) > limit {
		s.Unlisted = len(stats) - limit
		stats = stats[:limit]
	}
	if s.Memories, err = statLines(ctx, b, stats); err != nil {
		return err
	}
	if a.json {
		return a.printJSON(s)
	}
	return a.tellStats(s)
}

// uses reads the runs of a folder. One that cannot be read is named, and the
// others count.
func (a *app) uses(ctx context.Context, dir string, s *statistics) ([]membank.Use, error) {
	named := dir != ""
	if !named {
		var err error
		if dir, err = a.runsDir(); err != nil {
			return nil, err
		}
	}
	s.Runs.Dir, s.Runs.Unreadable = dir, []unreadable{}
	entries, err := os.ReadDir(dir)
	if err != nil && named {
		return nil, usage("--runs: %v", err)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read the runs: %w", err)
	}
	var uses []membank.Use
	for _, e := range entries {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !e.IsDir() {
			continue
		}
		u, err := readUse(filepath.Join(dir, e.Name()))
		if err != nil {
			s.Runs.Unreadable = append(s.Runs.Unreadable, unreadable{e.Name(), err.Error()})
			continue
		}
		if uses = append(uses, u); u.Passed != nil {
			s.Runs.Judged++
		}
	}
	s.Runs.Read = len(uses)
	return uses, nil
}

func readUse(dir string) (membank.Use, error) {
	f, err := os.Open(filepath.Join(dir, trajectory.LogName))
	if err != nil {
		return membank.Use{}, err
	}
	defer f.Close()
	events, _, err := trajectory.Events(f)
	if err != nil {
		return membank.Use{}, err
	}
	return membank.UseOf(events)
}

// bankBytes is the size of the bank's file, with what is not yet written into
// it; nil where the bank is no file.
func (a *app) bankBytes() *int64 {
	file, _, err := a.bankFile()
	if err != nil {
		return nil
	}
	info, err := os.Stat(file)
	if err != nil {
		return nil
	}
	n := info.Size()
	if info, err = os.Stat(file + "-wal"); err == nil {
		n += info.Size()
	}
	return &n
}

func statLines(ctx context.Context, b *membank.Bank, stats []membank.Stat) ([]statLine, error) {
	var ids []string
	for _, s := range stats {
		ids = append(ids, s.ID)
	}
	units, err := b.Get(ctx, ids)
	if err != nil {
		return nil, err
	}
	sentences := map[string]string{}
	for _, u := range units {
		sentences[u.ID] = describe(u).Sentence
	}
	lines := []statLine{}
	for _, s := range stats {
		sentence, there := sentences[s.ID]
		lines = append(lines, statLine{Stat: s, Sentence: sentence, Gone: !there})
	}
	return lines, nil
}

func (a *app) tellStats(s statistics) error {
	a.tellOverview(s)
	fmt.Fprintf(a.out, "%s in %s, %d judged\n", count(s.Runs.Read, "run"), s.Runs.Dir, s.Runs.Judged)
	for _, u := range s.Runs.Unreadable {
		fmt.Fprintf(a.out, "  %s cannot be read: %s\n", u.Run, u.Why)
	}
	if len(s.Memories) == 0 {
		fmt.Fprintln(a.out, "No memory was retrieved in them.")
		return nil
	}
	fmt.Fprintln(a.out)
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\t\tWITH IT\t\t\tWITHOUT\t\t\t")
	fmt.Fprintln(w, "MEMORY\tTIMES\tRUNS\tPASSED\tTOKENS\tRUNS\tPASSED\tTOKENS\t")
	for _, m := range s.Memories {
		sentence := short(m.Sentence, 60)
		if m.Gone {
			sentence = "(not in the bank)"
		}
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\n", m.ID, m.Retrieved, figures(m.With), figures(m.Without), sentence)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if s.Unlisted > 0 {
		fmt.Fprintf(a.out, "and %d more\n", s.Unlisted)
	}
	return nil
}

// figures are three cells: runs, the share that passed of those judged, and the
// mean of their tokens.
func figures(o membank.Outcomes) string {
	passed, tokens := "-", "-"
	if o.Success != nil {
		passed = fmt.Sprintf("%.0f%% of %d", 100**o.Success, o.Judged)
	}
	if o.Tokens != nil {
		tokens = fmt.Sprintf("%.0f", *o.Tokens)
	}
	return fmt.Sprintf("%d\t%s\t%s", o.Runs, passed, tokens)
}

func (a *app) tellOverview(s statistics) {
	o := s.Bank
	fmt.Fprintf(a.out, "%s:", countMemories(o.Units))
	for _, k := range membank.Kinds() {
		if n := o.Kinds[k]; n > 0 {
			fmt.Fprintf(a.out, " %d %s,", n, k)
		}
	}
	fmt.Fprintf(a.out, " %d quarantined, %d of the starter bank, %d your own", o.Quarantined, o.Starter, o.Own)
	if o.Bytes != nil {
		fmt.Fprintf(a.out, "; %d kB", (*o.Bytes+1023)/1024)
	}
	fmt.Fprintf(a.out, "; embedded with %s (%d numbers)\n", o.Model, o.Dim)
}
