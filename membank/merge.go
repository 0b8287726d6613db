package membank

import (
	"context"
	"fmt"
	"slices"

	"legomem/lists"
	"legomem/trajectory"
)

// Merge is Add, but a new full-task memory becomes part of a known one that did the
// same work and whose text is at least as near as the threshold (cosine; 0 or less:
// never): the known one notes its source, takes its text as another wording, and takes
// its procedure if it has none itself. The new one's subtask memories are not added.
// Nothing else in a known memory changes, a starter memory never does, and merging
// twice changes nothing. Nothing becomes part of a memory that is not trusted.
//
// The same work is the same tools, used by the same agents in the same order.
func (b *Bank) Merge(ctx context.Context, units []Unit, threshold float64) (Added, error) {
	if threshold <= 0 {
		return b.Add(ctx, units)
	}
	sealed, err := seal(units)
	if err != nil {
		return Added{}, err
	}
	m, err := b.merge(ctx, sealed, threshold)
	if err != nil {
		return Added{}, fmt.Errorf("merge %d memories: %w", len(units), err)
	}
	write, did, err := b.compare(ctx, append(m.fresh, m.others(sealed)...))
	if err != nil {
		return Added{}, err
	}
	records, err := b.rewritten(ctx, m.changed)
	if err != nil {
		return Added{}, err
	}
	more, err := b.records(ctx, write, m.vectors)
	if err == nil {
		err = b.recount(ctx, more)
	}
	if err != nil {
		return Added{}, fmt.Errorf("merge %d memories: %w", len(units), err)
	}
	if records = append(records, more...); len(records) > 0 {
		if err := b.store.Upsert(ctx, b.units(), records); err != nil {
			return Added{}, fmt.Errorf("merge %d memories: %w", len(units), err)
		}
	}
	did.Same, did.Merged = did.Same+m.same, m.merged
	return did, nil
}

// merger is the state of one Merge.
type merger struct {
	bank      *Bank
	threshold float64
	known     map[string]Unit
	fresh     []Unit // full tasks that are to be added
	changed   []Unit // full tasks of the bank that others were merged into
	absorbed  map[string]bool
	vectors   map[string][]float32 // of the fresh ones, by id
	same      int
	merged    int
}

func (b *Bank) merge(ctx context.Context, sealed []Unit, threshold float64) (*merger, error) {
	known, err := b.known(ctx, sealed)
	if err != nil {
		return nil, err
	}
	m := &merger{bank: b, threshold: threshold, known: known, absorbed: map[string]bool{}, vectors: map[string][]float32{}}
	for _, u := range sealed {
		if u.Kind != FullTask {
			continue
		}
		if err := m.mergeOrAdd(ctx, u); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// others returns the units that are not full tasks, without the parts of full tasks
// that were merged into others.
func (m *merger) others(sealed []Unit) []Unit {
	return lists.Filter(sealed, func(u Unit) bool { return u.Kind != FullTask && !m.absorbed[u.Parent] })
}

// mergeOrAdd decides on one full task.
func (m *merger) mergeOrAdd(ctx context.Context, u Unit) error {
	old, ok := m.known[u.ID]
	switch {
	case u.Source.Starter, ok && (old.Source.Starter || isLearned(u, old)):
		m.fresh = append(m.fresh, u)
		return nil
	case ok:
		return m.again(u, m.current(old))
	}
	twins, err := m.twins(ctx, u)
	if err != nil {
		return err
	}
	twin, found := choose(twins, u)
	if !found {
		m.fresh = append(m.fresh, u)
		return nil
	}
	m.absorbed[u.ID] = true
	next, err := absorb(twin, u)
	if err != nil {
		return err
	}
	if twin.Quarantine != "" || alike(next, twin) {
		m.same++
		return nil
	}
	m.merged++
	m.put(next)
	return nil
}

// again handles a full task whose id is known: what was merged into it stays.
func (m *merger) again(u, old Unit) error {
	next := u
	for _, w := range old.Wordings {
		next.Wordings = withWording(next.Wordings, w)
	}
	if next.Procedure == nil {
		next.Procedure, next.Compiler, next.Joined = old.Procedure, old.Compiler, old.Joined
	}
	next.Merged = nil
	for _, s := range append(u.Merged, old.Sources()...) {
		next = withSource(next, s)
	}
	next, err := Seal(next)
	if err != nil {
		return err
	}
	if next.Hash != old.Hash {
		m.fresh = append(m.fresh, next)
		return nil
	}
	next = old
	for _, s := range u.Sources() {
		next = withSource(next, s)
	}
	if alike(next, old) {
		m.same++
		return nil
	}
	m.merged++
	m.put(next)
	return nil
}

// put keeps a unit's new state in the list that holds it, or else in changed.
func (m *merger) put(u Unit) {
	for _, list := range [][]Unit{m.fresh, m.changed} {
		for i := range list {
			if list[i].ID == u.ID {
				list[i] = u
				return
			}
		}
	}
	m.changed = append(m.changed, u)
}

// absorb makes a unit part of its twin.
func absorb(twin, u Unit) (Unit, error) {
	for _, s := range u.Sources() {
		twin = withSource(twin, s)
	}
	w := trajectory.Wording{Text: u.Task}
	if plain, marks, err := w.Marks(); err == nil && len(marks) == 0 && plain == u.Task && u.Task != twin.Task {
		twin.Wordings = withWording(twin.Wordings, w)
	}
	if twin.Procedure == nil && u.Procedure != nil {
		twin.Procedure, twin.Compiler, twin.Joined = u.Procedure, u.Compiler, u.Joined
		twin.OutsideContent = twin.OutsideContent || u.OutsideContent
	}
	return Seal(twin)
}

func has(u Unit, s Source) bool {
	return slices.ContainsFunc(u.Sources(), func(o Source) bool { return o.key() == s.key() })
}

func withSource(u Unit, s Source) Unit {
	if !has(u, s) {
		u.Merged = append(slices.Clone(u.Merged), s)
	}
	return u
}

func withWording(all []trajectory.Wording, w trajectory.Wording) []trajectory.Wording {
	if slices.Contains(all, w) {
		return all
	}
	return append(slices.Clone(all), w)
}

// alike reports whether a merge brought a unit nothing new.
func alike(next, was Unit) bool {
	return next.Hash == was.Hash && len(next.Merged) == len(was.Merged)
}
