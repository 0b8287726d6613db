package desk

import (
	"context"
	"slices"
	"strings"

	"legomem/agents"
	"legomem/membank"
	"legomem/membank/store/sqlite"
	"legomem/words"
)

// withBank opens the bank for a call and closes it after.
func withBank[T any](ctx context.Context, d *Desk, mode sqlite.Mode, use func(*membank.Bank) (T, error)) (T, error) {
	bank, done, err := d.openBank(ctx, d.config, mode)
	if err != nil {
		var nothing T
		return nothing, err
	}
	defer done()
	return use(bank)
}

// MemoryList is what Memories lists.
type MemoryList struct {
	Memories []MemoryDescription
	// Quarantined is how many of all the memories chosen are in quarantine, including
	// those beyond the limit.
	Quarantined int
}

// Memories lists memories by ascending id, at most limit of them (0: all).
func (d *Desk) Memories(ctx context.Context, f membank.Filter, limit int) (MemoryList, error) {
	if err := checkLimit(limit); err != nil {
		return MemoryList{}, err
	}
	return withBank(ctx, d, sqlite.ReadOnly, func(b *membank.Bank) (MemoryList, error) {
		if err := hasAgent(ctx, b, f.Agent); err != nil {
			return MemoryList{}, err
		}
		units, err := b.List(ctx, f, membank.Page{Limit: limit})
		if err != nil {
			return MemoryList{}, err
		}
		f.Quarantined = true
		n, err := b.Count(ctx, f)
		return MemoryList{Memories: describeAll(units), Quarantined: n}, err
	})
}

func checkLimit(limit int) error {
	if limit < 0 {
		return BadInput("--limit %d is less than nothing; 0 lists all", limit)
	}
	return nil
}

// Memory finds a memory by its id, or by the beginning of one.
func (d *Desk) Memory(ctx context.Context, id string) (membank.Unit, error) {
	return withBank(ctx, d, sqlite.ReadOnly, func(b *membank.Bank) (membank.Unit, error) { return beginningWith(ctx, b, id) })
}

// beginningWith returns the memory with that id, or the one whose id begins with it; a
// whole task goes before the subtasks cut from it.
func beginningWith(ctx context.Context, b *membank.Bank, id string) (membank.Unit, error) {
	exact, err := b.Get(ctx, []string{id})
	if err != nil {
		return membank.Unit{}, err
	}
	if len(exact) == 1 {
		return exact[0], nil
	}
	all, err := b.List(ctx, membank.Filter{}, membank.Page{})
	if err != nil {
		return membank.Unit{}, err
	}
	all = slices.DeleteFunc(all, func(u membank.Unit) bool { return id == "" || !strings.HasPrefix(u.ID, id) })
	if len(all) == 0 {
		return membank.Unit{}, noMemory(id)
	}
	if slices.ContainsFunc(all[1:], func(u membank.Unit) bool { return u.Parent != all[0].ID }) {
		return membank.Unit{}, BadInput("%q begins %s; give more of the id", id, words.Plural(len(all), "memory", "memories"))
	}
	return all[0], nil
}

func noMemory(id string) error {
	return BadInput("no memory %q; legomem memory list tells those there are", id)
}

// checkThere refuses ids that no memory has.
func checkThere(ctx context.Context, b *membank.Bank, ids []string) error {
	units, err := b.Get(ctx, slices.Compact(slices.Sorted(slices.Values(ids))))
	if err != nil {
		return err
	}
	for _, id := range ids {
		if !slices.ContainsFunc(units, func(u membank.Unit) bool { return u.ID == id }) {
			return noMemory(id)
		}
	}
	return nil
}

// hasAgent refuses an agent that neither the team nor the bank knows: its name
// is likely misspelt.
func hasAgent(ctx context.Context, b *membank.Bank, agent string) error {
	if agent == "" || slices.Contains(agents.DefaultTeam().Names(), agent) {
		return nil
	}
	units, err := b.List(ctx, membank.Filter{}, membank.Page{})
	if err != nil {
		return err
	}
	var known []string
	for _, u := range units {
		if name := u.Agent(); name != "" && !slices.Contains(known, name) {
			known = append(known, name)
		}
	}
	switch {
	case slices.Contains(known, agent):
		return nil
	case len(known) == 0:
		return BadInput("there is no agent %q, and no agent has a memory in this bank", agent)
	}
	return BadInput("there is no agent %q; the bank has memories of: %s", agent, strings.Join(slices.Sorted(slices.Values(known)), ", "))
}
