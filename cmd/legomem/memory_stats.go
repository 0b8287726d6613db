package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"legomem/membank"
	"legomem/membank/store/sqlite"
	"legomem/places"
	"legomem/trajectory"
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

The figures are read from the runs' logs. Only runs of this tenant count, and
only those made with this bank; of a folder that --runs names, those made with
any, since a bench's runs use banks of their own.

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
		Read       int          `json:"read"` // and counted
		Judged     int          `json:"judged"`
		Banks      []string     `json:"banks"` // those that the counted runs name
		Other      leftOut      `json:"left_out"`
		Unreadable []unreadable `json:"unreadable"`
	} `json:"runs"`
	Memories []statLine `json:"memories"`
	// Unlisted are those retrieved beyond the limit.
	Unlisted int `json:"unlisted"`
}

// leftOut counts the runs that say nothing about this bank.
type leftOut struct {
	Banks  map[string]int `json:"banks"`  // made with another bank, by its name
	Tenant int            `json:"tenant"` // made for another tenant
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

// uses reads the runs of a folder that count. One that cannot be read is named,
// one of another bank or tenant is counted as left out, and the others count.
func (a *app) uses(ctx context.Context, dir string, s *statistics) ([]membank.Use, error) {
	named := dir != ""
	if !named {
		var err error
		if dir, err = a.runsDir(); err != nil {
			return nil, err
		}
	}
	s.Runs.Dir, s.Runs.Unreadable, s.Runs.Banks = dir, []unreadable{}, []string{}
	s.Runs.Other.Banks = map[string]int{}
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
		if !e.IsDir() || !places.Runs(dir).Holds(e.Name()) {
			continue
		}
		u, err := readUse(filepath.Join(dir, e.Name()))
		switch {
		case err != nil:
			s.Runs.Unreadable = append(s.Runs.Unreadable, unreadable{e.Name(), err.Error()})
		case u.Tenant != a.config.Memory.Tenant:
			s.Runs.Other.Tenant++
		case !named && !a.isThisBank(u.Bank):
			s.Runs.Other.Banks[bankInWords(u.Bank)]++
		default:
			uses = append(uses, u)
			s.count(u)
		}
	}
	slices.Sort(s.Runs.Banks)
	return uses, nil
}

// count takes a run into the head line's figures.
func (s *statistics) count(u membank.Use) {
	s.Runs.Read++
	if u.Passed != nil {
		s.Runs.Judged++
	}
	if bank := bankInWords(u.Bank); !slices.Contains(s.Runs.Banks, bank) {
		s.Runs.Banks = append(s.Runs.Banks, bank)
	}
}

// isThisBank says whether a run that names its bank so was made with this one.
// A file that is named in two ways is one bank; a relative name is taken from
// here.
func (a *app) isThisBank(name string) bool {
	return a.bankPath(name) == a.bankPath(a.bankName())
}

// bankPath is where the bank is that a log names so.
func (a *app) bankPath(name string) string {
	byDefault := app{lookup: a.lookup}
	if file, _, err := byDefault.bankFile(); err == nil && name == byDefault.bankName() {
		name = file
	}
	if abs, err := filepath.Abs(name); err == nil {
		return abs
	}
	return name
}

// bankInWords is a bank as a run's log names it; a bench's run without one says
// ".".
func bankInWords(name string) string {
	if name == "" || name == "." {
		return "none"
	}
	return name
}

func readUse(dir string) (membank.Use, error) {
	f, err := os.Open(places.Run(dir).Log())
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
