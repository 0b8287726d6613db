package desk

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"legomem/configs"
	"legomem/lists"
	"legomem/membank"
	"legomem/membank/store/sqlite"
	"legomem/places"
	"legomem/trajectory"
)

// MemoryStatistics is what the bank holds, and how runs fared with each memory and
// without it.
type MemoryStatistics struct {
	Bank struct {
		membank.Overview
		Bytes *int64 `json:"bytes"` // of the file; null where there is none
	} `json:"bank"`
	Runs     CountedRuns     `json:"runs"`
	Memories []MemoryFigures `json:"memories"`
	// Unlisted counts the retrieved memories beyond the limit.
	Unlisted int `json:"unlisted"`
	// Lift is what single memories do, as the runs show that left one out at random.
	Lift MemoryEffects `json:"lift"`
}

// CountedRuns are the runs that the figures are based on.
type CountedRuns struct {
	Dir        string          `json:"dir"`
	Read       int             `json:"read"` // and counted
	Judged     int             `json:"judged"`
	Trials     int             `json:"trials"` // beside them; they count in Lift alone
	Banks      []string        `json:"banks"`  // those that the counted runs name
	Other      RunsLeftOut     `json:"left_out"`
	Unreadable []UnreadableRun `json:"unreadable"`
}

// RunsLeftOut counts the runs that say nothing about this bank.
type RunsLeftOut struct {
	Banks  map[string]int `json:"banks"`  // made with another bank, by its name
	Tenant int            `json:"tenant"` // made for another tenant
}

// UnreadableRun is a run whose log cannot be read.
type UnreadableRun struct {
	Run string `json:"run"`
	Why string `json:"why"`
}

// MemoryFigures are a memory's figures; one that is not in the bank any more has
// no sentence.
type MemoryFigures struct {
	membank.Stat
	Sentence string `json:"sentence"`
	Gone     bool   `json:"gone"`
}

// MemoryStats compares, for each memory that was retrieved, the runs with it to all
// others, and tells what each does where runs left one out at random, the most used first, at most limit of them (0: all). Runs is the folder that
// holds the runs; "" for the configured one, in which only runs with this bank count.
func (d *Desk) MemoryStats(ctx context.Context, runs string, limit int) (MemoryStatistics, error) {
	if err := checkLimit(limit); err != nil {
		return MemoryStatistics{}, err
	}
	return withBank(ctx, d, sqlite.ReadOnly, func(b *membank.Bank) (s MemoryStatistics, err error) {
		if s.Bank.Overview, err = b.Overview(ctx); err != nil {
			return s, err
		}
		s.Bank.Bytes = d.bankBytes()
		uses, err := d.uses(ctx, runs, &s.Runs)
		if err != nil {
			return s, err
		}
		stats := membank.Stats(lists.Filter(uses, func(u membank.Use) bool { return u.TrialOf == "" }))
		if limit > 0 && len(stats) > limit {
			s.Unlisted = len(stats) - limit
			stats = stats[:limit]
		}
		if s.Memories, err = figuresOf(ctx, b, stats); err != nil {
			return s, err
		}
		s.Lift, err = d.effectsOf(ctx, b, uses, limit)
		return s, err
	})
}

// uses reads the runs in a folder. A run that cannot be read is named, a run of another
// bank or tenant is counted as left out, and the others count.
func (d *Desk) uses(ctx context.Context, dir string, c *CountedRuns) ([]membank.Use, error) {
	anyBank := dir != ""
	dir, err := d.folderOfRuns(dir)
	if err != nil {
		return nil, err
	}
	*c = CountedRuns{Dir: dir, Unreadable: []UnreadableRun{}, Banks: []string{}, Other: RunsLeftOut{Banks: map[string]int{}}}
	ids, err := RunIDs(dir)
	if err != nil {
		return nil, err
	}
	var uses []membank.Use
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		u, err := readUse(filepath.Join(dir, id))
		switch {
		case err != nil:
			c.Unreadable = append(c.Unreadable, UnreadableRun{id, err.Error()})
		case u.Tenant != d.config.Memory.Tenant:
			c.Other.Tenant++
		case !anyBank && !d.isThisBank(u.Bank):
			c.Other.Banks[bankInWords(u.Bank)]++
		default:
			uses = append(uses, u)
			c.count(u)
		}
	}
	slices.Sort(c.Banks)
	return uses, nil
}

// folderOfRuns returns the named folder, which must exist, or the configured one.
func (d *Desk) folderOfRuns(named string) (string, error) {
	if named == "" {
		return RunsDir(d.config, d.Lookup)
	}
	if _, err := os.ReadDir(named); err != nil {
		return "", BadInput("--runs: %v", err)
	}
	return named, nil
}

// count adds a run to the figures.
func (c *CountedRuns) count(u membank.Use) {
	if u.TrialOf != "" {
		c.Trials++
		return
	}
	c.Read++
	if u.Passed != nil {
		c.Judged++
	}
	if bank := bankInWords(u.Bank); !slices.Contains(c.Banks, bank) {
		c.Banks = append(c.Banks, bank)
	}
}

// isThisBank reports whether a run's bank, as its log names it, is this one. Two names
// of one file are one bank; a relative name is resolved from here.
func (d *Desk) isThisBank(name string) bool {
	return d.bankPath(name) == d.bankPath(bankName(d.config))
}

// bankPath returns where the bank is that a log names.
func (d *Desk) bankPath(name string) string {
	var byDefault configs.Config
	if file, _, err := bankFile(byDefault, d.Lookup); err == nil && name == bankName(byDefault) {
		name = file
	}
	if abs, err := filepath.Abs(name); err == nil {
		return abs
	}
	return name
}

// bankInWords is a bank as a run's log names it, or "none"; a bench's run without one
// has ".".
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

// bankBytes is the size of the bank's file with its write-ahead log; nil if the bank is
// no file.
func (d *Desk) bankBytes() *int64 {
	file, _, err := bankFile(d.config, d.Lookup)
	if err != nil {
		return nil
	}
	size := sizeOf(file)
	if more := sizeOf(file + "-wal"); size != nil && more != nil {
		*size += *more
	}
	return size
}

func figuresOf(ctx context.Context, b *membank.Bank, stats []membank.Stat) ([]MemoryFigures, error) {
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
		sentences[u.ID] = DescribeMemory(u).Sentence
	}
	figures := []MemoryFigures{} // never null in JSON
	for _, s := range stats {
		sentence, there := sentences[s.ID]
		figures = append(figures, MemoryFigures{Stat: s, Sentence: sentence, Gone: !there})
	}
	return figures, nil
}
