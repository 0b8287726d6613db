package recall

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"legomem/lists"
	"legomem/membank/records"
	"legomem/membank/store"
)

// Selection names what to forget, or to show. All fields that are set must match.
type Selection struct {
	IDs     []string  `json:"ids,omitempty"`
	Session string    `json:"session,omitempty"`
	Intent  string    `json:"intent,omitempty"` // by name
	Slot    string    `json:"slot,omitempty"`   // of the units chosen, the answers for this slot alone
	Before  time.Time `json:"before,omitzero"`  // said before
	All     bool      `json:"all,omitempty"`
}

// ErrNothingNamed is a Forget that names nothing.
var ErrNothingNamed = errors.New("nothing was named to be forgotten")

func (s Selection) empty() bool {
	return len(s.IDs) == 0 && s.Session == "" && s.Intent == "" && s.Slot == "" && s.Before.IsZero() && !s.All
}

func (s Selection) has(u Unit) bool {
	return (len(s.IDs) == 0 || slices.Contains(s.IDs, u.ID)) &&
		(s.Session == "" || u.Session == s.Session) &&
		(s.Intent == "" || strings.EqualFold(u.Intent.Name, s.Intent)) &&
		(s.Before.IsZero() || u.At.Before(s.Before)) &&
		(s.Slot == "" || slices.ContainsFunc(u.Pairs, s.chooses))
}

func (s Selection) chooses(p Pair) bool { return s.Slot == "" || strings.EqualFold(p.Slot, s.Slot) }

// List returns the units that are chosen, history and quarantine included, by ascending id.
// An empty selection chooses all.
func (m *Memory) List(ctx context.Context, s Selection) ([]Unit, error) {
	if err := m.ready(ctx); err != nil {
		return nil, err
	}
	return m.list(ctx, s)
}

func (m *Memory) list(ctx context.Context, s Selection) ([]Unit, error) {
	var f store.Filter
	if s.Session != "" {
		f = store.Filter{{Field: fieldSession, Any: []string{s.Session}}}
	}
	all, err := m.shelf.List(ctx, store.Page{Filter: f})
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(u Unit) bool { return !s.has(u) }), nil
}

// forgetting is what a Forget does, written down before it begins. It holds no answer.
type forgetting struct {
	Gone []string `json:"gone"`           // units that go whole
	Cut  []string `json:"cut,omitempty"`  // units that lose the answers for Slot
	Slot string   `json:"slot,omitempty"` //
	// Intents are those whose units are to be settled anew.
	Intents []string `json:"intents"`
}

// Forget forgets what is chosen, and all that was derived from it: what other units say of how
// often a value was said, and which of them are history. It returns how many answers went.
// Once it has begun it is finished, if need be by the next call of any method: a Forget that
// was killed is never half done for whoever looks.
func (m *Memory) Forget(ctx context.Context, s Selection) (int, error) {
	if s.empty() {
		return 0, ErrNothingNamed
	}
	if err := m.ready(ctx); err != nil {
		return 0, err
	}
	units, err := m.list(ctx, s)
	if err != nil || len(units) == 0 {
		return 0, err
	}
	n := 0
	f := forgetting{Slot: s.Slot}
	for _, u := range units {
		chosen := len(lists.Filter(u.Pairs, s.chooses))
		n += chosen
		if chosen == len(u.Pairs) {
			f.Gone = append(f.Gone, u.ID)
		} else {
			f.Cut = append(f.Cut, u.ID)
		}
		if key := u.Intent.key(); !slices.Contains(f.Intents, key) {
			f.Intents = append(f.Intents, key)
		}
	}
	if err := m.forget(ctx, f); err != nil {
		return 0, fmt.Errorf("forget %d answers: %w", n, err)
	}
	return n, nil
}

const forgettingNote = "forgetting-"

// forget writes down what is to be forgotten, deletes, settles what is left, and takes the
// note away. Each step may be done again.
func (m *Memory) forget(ctx context.Context, f forgetting) error {
	payload, err := json.Marshal(f)
	if err != nil {
		return err
	}
	id, err := records.Name(forgettingNote, f)
	if err != nil {
		return err
	}
	if _, err := m.shelf.Forget(ctx, m.notes, []store.Record{{ID: id, Payload: payload}}, f.Gone); err != nil {
		return err
	}
	return m.finish(ctx, id, f)
}

// finish does what is left of a Forget.
func (m *Memory) finish(ctx context.Context, note string, f forgetting) error {
	if _, err := m.shelf.Store.Delete(ctx, m.shelf.At, f.Gone); err != nil {
		return err
	}
	cut, err := m.shelf.Get(ctx, f.Cut)
	if err != nil {
		return err
	}
	s := Selection{Slot: f.Slot}
	for i, u := range cut {
		u.Pairs = lists.Filter(u.Pairs, func(p Pair) bool { return !s.chooses(p) })
		if cut[i], err = Seal(u); err != nil {
			return err
		}
	}
	if err := m.write(ctx, cut); err != nil {
		return err
	}
	for _, key := range f.Intents {
		left, err := m.shelf.List(ctx, store.Page{Filter: store.Filter{{Field: fieldIntent, Any: []string{key}}}})
		if err == nil {
			err = m.write(ctx, settle(left))
		}
		if err != nil {
			return err
		}
	}
	_, err = m.shelf.Store.Delete(ctx, m.notes, []string{note})
	return err
}

// finishForgetting finishes what a killed program began to forget.
func (m *Memory) finishForgetting(ctx context.Context) error {
	pending, err := m.shelf.Store.List(ctx, m.notes, store.Page{})
	if err != nil {
		return fmt.Errorf("read the user's memory: %w", err)
	}
	for _, r := range pending {
		var f forgetting
		if err := json.Unmarshal(r.Payload, &f); err != nil {
			return fmt.Errorf("a note of what is being forgotten, %s, cannot be read: restore the memory from a copy: %w", r.ID, err)
		}
		if err := m.finish(ctx, r.ID, f); err != nil {
			return fmt.Errorf("finish forgetting what a killed program began to forget: %w", err)
		}
	}
	return nil
}
