package recall

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"legomem/membank/records"
	"legomem/membank/store"
	"legomem/tools/value"
)

// Remember keeps the units of a session, all or none; it is called when the session ends.
// Remembering a session again replaces what is known of the same intents in it. Newer values
// of a slot supersede older ones, which stay as history. It returns the units as they are
// kept, by ascending id.
func (m *Memory) Remember(ctx context.Context, units []Unit) ([]Unit, error) {
	if err := m.ready(ctx); err != nil {
		return nil, err
	}
	if len(units) == 0 {
		return nil, nil
	}
	ids := map[string]bool{}
	sealed := make([]Unit, len(units))
	for i, u := range units {
		u.Pairs = slices.Clone(u.Pairs)
		for j, p := range u.Pairs {
			if p.Kind == "" {
				u.Pairs[j].Kind = KindOf(p.Answer, u.At)
			}
		}
		s, err := Seal(u)
		if err != nil {
			return nil, fmt.Errorf("unit %d of %d: %w", i+1, len(units), err)
		}
		if ids[s.ID] {
			return nil, fmt.Errorf("unit %d of %d: session %s has the intent %s twice", i+1, len(units), s.Session, s.Intent.Name)
		}
		ids[s.ID], sealed[i] = true, s
	}
	write, err := m.settled(ctx, sealed, nil)
	if err == nil {
		err = m.write(ctx, write)
	}
	if err != nil {
		return nil, fmt.Errorf("remember session %s: %w", sealed[0].Session, err)
	}
	kept := slices.DeleteFunc(write, func(u Unit) bool { return !ids[u.ID] })
	slices.SortFunc(kept, func(a, b Unit) int { return strings.Compare(a.ID, b.ID) })
	return kept, nil
}

// settled returns what has to be written once some units are there and others, by id, are
// gone: the units themselves, and those that they change.
func (m *Memory) settled(ctx context.Context, units []Unit, gone map[string]bool) ([]Unit, error) {
	fresh := map[string]Unit{}
	var intents []string
	for _, u := range units {
		fresh[u.ID] = u
		if key := u.Intent.key(); !slices.Contains(intents, key) {
			intents = append(intents, key)
		}
	}
	var write []Unit
	for _, key := range intents {
		known, err := m.shelf.List(ctx, store.Page{Filter: store.Filter{{Field: fieldIntent, Any: []string{key}}}})
		if err != nil {
			return nil, err
		}
		known = slices.DeleteFunc(known, func(u Unit) bool {
			n, isFresh := fresh[u.ID]
			if isFresh && n.Quarantine == "" {
				n.Quarantine = u.Quarantine // only Lift ends it
				fresh[u.ID] = n
			}
			return isFresh || gone[u.ID]
		})
		for _, u := range units {
			if u.Intent.key() == key {
				known = append(known, fresh[u.ID])
			}
		}
		written := map[string]bool{}
		for _, u := range settle(known) {
			write, written[u.ID] = append(write, u), true
		}
		for _, u := range known {
			if _, ok := fresh[u.ID]; ok && !written[u.ID] {
				write = append(write, u)
			}
		}
	}
	return write, nil
}

// write keeps units, all or none.
func (m *Memory) write(ctx context.Context, units []Unit) error {
	if len(units) == 0 {
		return nil
	}
	texts := map[string]int{}
	var order []string
	for _, u := range units {
		if _, ok := texts[u.Intent.Description]; !ok {
			texts[u.Intent.Description] = len(order)
			order = append(order, u.Intent.Description)
		}
	}
	vectors, err := m.shelf.Vectors(ctx, order)
	if err != nil {
		return err
	}
	var all []store.Record
	for _, u := range units {
		r, err := toRecord(u, vectors[texts[u.Intent.Description]])
		if err != nil {
			return err
		}
		all = append(all, r)
	}
	return m.shelf.Store.Upsert(ctx, m.shelf.At, all)
}

// KindOf is the form of an answer: the kind of the one value that it is as a whole, said at a
// time, else value.Phrase.
func KindOf(answer string, at time.Time) value.Kind {
	text := strings.TrimSpace(answer)
	for _, found := range value.FindAll(text, value.Reference{Now: at}) {
		if found.Start == 0 && found.End == len(text) {
			return found.Kind
		}
	}
	return value.Phrase
}

// Set corrects a slot by hand: the value holds from now on for the intent, and what was said
// before it is history that is never proposed again.
func (m *Memory) Set(ctx context.Context, in Intent, slot, answer string, now time.Time) (Unit, error) {
	if err := m.ready(ctx); err != nil {
		return Unit{}, err
	}
	name, err := records.Name("set-", []string{slot, answer, now.UTC().Format(time.RFC3339Nano)})
	if err != nil {
		return Unit{}, fmt.Errorf("correct a value: %w", err)
	}
	kept, err := m.Remember(ctx, []Unit{{Intent: in, Session: name, At: now, Curator: Corrected,
		Pairs: []Pair{{Slot: slot, Answer: strings.TrimSpace(answer)}}}})
	if err != nil {
		return Unit{}, err
	}
	return kept[0], nil
}
