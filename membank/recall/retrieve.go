package recall

import (
	"context"
	"fmt"
	"time"

	"legomem/membank/store"
	"legomem/tools/value"
)

// Slot is what the present intent takes, as its schema says: a skill's slot, a tool's
// parameter.
type Slot struct {
	Name        string     `json:"name"`
	Description string     `json:"description,omitempty"`
	Kind        value.Kind `json:"kind,omitempty"`
	Values      []string   `json:"values,omitempty"` // all that it may have; empty: any
	Required    bool       `json:"required,omitempty"`
}

// Ask is what is known of the present session when something is missing.
type Ask struct {
	Intent Intent
	Slots  []Slot            // all that the intent takes
	Filled map[string]string // what the session has already, by slot
	Words  string            // what the user said in the session so far
	Now    time.Time
	// Before, where it is set, leaves out what was said at that time or later.
	Before time.Time
}

// Missing are the slots that the session has no value for (MemGuide's L_miss, from a schema).
func (a Ask) Missing() []Slot {
	var out []Slot
	for _, s := range a.Slots {
		if a.Filled[s.Name] == "" {
			out = append(out, s)
		}
	}
	return out
}

// Hit is a retrieved unit. Pre is its score, normalised to that of the best: from 0 to 1.
type Hit struct {
	Unit  Unit
	Score float64 // as the ranking has it, see store.Hit
	Pre   float64
}

// Retrieve is stage 1 of MemGuide, intent-aligned retrieval: the units whose intent is nearest
// to the present one, best first. History and what is quarantined are never found.
func (m *Memory) Retrieve(ctx context.Context, a Ask) ([]Hit, error) {
	if err := m.ready(ctx); err != nil {
		return nil, err
	}
	q := store.Query{Text: a.Intent.Description, By: m.settings.By, Filter: current(), K: m.settings.Units}
	if q.By.Vectors() {
		vectors, err := m.shelf.Vectors(ctx, []string{q.Text})
		if err != nil {
			return nil, fmt.Errorf("search the user's memory: %w", err)
		}
		q.Vector = vectors[0]
	}
	for {
		found, err := m.shelf.Store.Search(ctx, m.shelf.At, q)
		if err != nil {
			return nil, fmt.Errorf("search the user's memory: %w", err)
		}
		hits, err := a.hits(found, m.settings.Units)
		if err != nil || len(hits) == m.settings.Units || len(found) < q.K {
			return hits, err
		}
		q.K *= 2 // what is too new took places
	}
}

// hits are the first most records that are old enough.
func (a Ask) hits(found []store.Hit, most int) ([]Hit, error) {
	var out []Hit
	for _, f := range found {
		u, err := fromRecord(f.Record)
		if err != nil {
			return nil, err
		}
		if len(out) == most || !a.Before.IsZero() && !u.At.Before(a.Before) {
			continue
		}
		h := Hit{Unit: u, Score: f.Score}
		if best := found[0].Score; best > 0 && f.Score > 0 {
			h.Pre = f.Score / best
		}
		out = append(out, h)
	}
	return out, nil
}
