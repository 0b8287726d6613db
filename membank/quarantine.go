package membank

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"legomem/membank/records"
)

// Quarantine keeps units from every retrieval, for a reason, until Lift; they stay in
// the bank to be looked at. The quarantine of a full-task memory covers its subtask
// memories; one that was quarantined for a reason of its own keeps that. It returns how
// many units it changed; unknown ids are skipped.
func (b *Bank) Quarantine(ctx context.Context, ids []string, reason string) (int, error) {
	if reason == "" {
		return 0, errors.New("a quarantine needs its reason")
	}
	return b.setQuarantine(ctx, ids, reason)
}

// Lift ends the quarantine of units, of the subtask memories that it covered, and of
// their procedures. For a subtask memory whose full task stays quarantined it returns a
// *Covered error and lifts nothing. It returns how many units it changed.
func (b *Bank) Lift(ctx context.Context, ids []string) (int, error) {
	units, err := b.Get(ctx, ids)
	if err != nil {
		return 0, err
	}
	known, err := b.known(ctx, units)
	if err != nil {
		return 0, err
	}
	for _, u := range units {
		if parent := known[u.Parent]; parent.Quarantine != "" && !slices.Contains(ids, parent.ID) {
			return 0, &Covered{ID: u.ID, Parent: parent.ID}
		}
	}
	played, err := b.reinstate(ctx, ids)
	if err != nil {
		return 0, err
	}
	n, err := b.setQuarantine(ctx, ids, "")
	for _, u := range units {
		if played[u.ID] && u.Quarantine == "" {
			n++
		}
	}
	return n, err
}

// Covered is a subtask memory that is kept from retrieval with its full task.
type Covered struct{ ID, Parent string }

func (c *Covered) Error() string {
	return fmt.Sprintf("memory %s is quarantined with the task it is part of; lift %s", c.ID, c.Parent)
}

// setQuarantine sets the reason of units and of the parts they cover; "" lifts.
func (b *Bank) setQuarantine(ctx context.Context, ids []string, reason string) (int, error) {
	family, err := b.family(ctx, ids)
	if err != nil {
		return 0, err
	}
	was := map[string]string{}
	for _, u := range family {
		was[u.ID] = u.Quarantine
	}
	var change []string
	for _, u := range family {
		own := u.Quarantine != "" && u.Quarantine != was[u.Parent]
		if named := slices.Contains(ids, u.ID); u.Quarantine != reason && (named || !own) {
			change = append(change, u.ID)
		}
	}
	if err := b.shelf().Mark(ctx, change, records.Quarantine, reason); err != nil {
		return 0, fmt.Errorf("change the quarantine of %d memories: %w", len(change), err)
	}
	return len(change), nil
}

// confine returns units with the quarantine they must have in the bank, given the known
// ones: no unit leaves quarantine by being added again, and a part of a quarantined
// full task is added quarantined.
func confine(units []Unit, known map[string]Unit) []Unit {
	reasons := map[string]string{}
	for id, u := range known {
		reasons[id] = u.Quarantine
	}
	for _, u := range units {
		reasons[u.ID] = cmp.Or(reasons[u.ID], u.Quarantine)
	}
	out := slices.Clone(units)
	for i, u := range out {
		out[i].Quarantine = cmp.Or(reasons[u.ID], reasons[u.Parent])
	}
	return out
}

// covered returns the parts in the bank that a full task among the units brings into
// quarantine and that are not among the units themselves.
func (b *Bank) covered(ctx context.Context, units []Unit, known map[string]Unit) ([]Unit, error) {
	var out []Unit
	for _, u := range units {
		if u.Kind != FullTask || u.Quarantine == known[u.ID].Quarantine {
			continue
		}
		parts, err := b.List(ctx, Filter{Parent: u.ID}, Page{})
		if err != nil {
			return nil, err
		}
		for _, p := range parts {
			if _, among := known[p.ID]; !among && p.Quarantine == "" {
				p.Quarantine = u.Quarantine
				out = append(out, p)
			}
		}
	}
	return out, nil
}
