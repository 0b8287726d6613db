package recall

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"legomem/membank/store"
	"legomem/tools/value"
)

// Occasion is an earlier session in which the user wanted the same, about the same thing.
type Occasion struct {
	Unit Unit
	// Pairs are what was said then, or corrected since, for slots that the present session
	// has no value for.
	Pairs []Pair
}

// LastTime finds the last time that the user wanted what they want now. Propose weighs each
// missing slot by itself; what may be left out without being missed, such as who takes part,
// is only worth a question where it was said for the same thing: a session of the same intent
// that has the most of the present values again, and of several the newest. So a value that
// was left out last time is not proposed either. Where no session is of the same thing, what
// the last two agree on counts: for slots that need a value and, if the present session has
// none that could tell, or all three are of things of one kind ("client round", "press
// round"), for the others too. It is false where there is nothing.
func (m *Memory) LastTime(ctx context.Context, a Ask) (Occasion, bool, error) {
	if err := m.ready(ctx); err != nil {
		return Occasion{}, false, err
	}
	units, err := m.lately(ctx, a.Intent)
	if err != nil {
		return Occasion{}, false, err
	}
	all, set := a.standing(units)
	found, ok := a.lastOf(all)
	for i, p := range found.Pairs {
		if by, is := set[p.Slot]; is && by.At.After(found.Unit.At) {
			found.Pairs[i].Answer = by.Pairs[0].Answer
		}
	}
	return found, ok, nil
}

// Dated is a pair with when its session ended.
type Dated struct {
	Pair
	At time.Time
}

// lookedBack is how many times, the last ones, that a user wanted something are looked through:
// what they say hundreds of times on is no habit, and a look must not take longer with each.
const lookedBack = 100

// lately is what the user said the last times that they wanted something.
func (m *Memory) lately(ctx context.Context, in Intent) ([]Unit, error) {
	units, err := m.shelf.List(ctx, store.Page{
		Filter: store.Filter{{Field: fieldIntent, Any: []string{in.key()}}}, Descending: fieldAt, Limit: lookedBack,
	})
	if err != nil {
		return nil, fmt.Errorf("look for what was said when the user wanted %s: %w", in.Name, err)
	}
	return units, nil
}

// Known returns for each of what may be wanted the values that the user gave the last times
// that they wanted it: the newest first, each once.
func (m *Memory) Known(ctx context.Context, asks []Ask) ([][]Dated, error) {
	if err := m.ready(ctx); err != nil {
		return nil, err
	}
	out := make([][]Dated, len(asks))
	for i, a := range asks {
		all, err := m.lately(ctx, a.Intent)
		if err != nil {
			return nil, err
		}
		units, _ := a.standing(all)
		seen := map[[2]string]bool{}
		for _, u := range units {
			for _, p := range u.Pairs {
				if key := [2]string{p.Slot, plain(p.Answer)}; !seen[key] {
					seen[key] = true
					out[i] = append(out[i], Dated{p, u.At})
				}
			}
		}
	}
	return out, nil
}

// tells says that the values of a slot may tell what a session is about.
func (a Ask) tells(slot string) bool {
	return slices.ContainsFunc(a.Slots, func(s Slot) bool { return s.Name == slot && IsTelling(s.Kind) })
}

// standing are those of an intent's units that count, the newest first, and by slot what the
// user corrected by hand.
func (a Ask) standing(all []Unit) ([]Unit, map[string]Unit) {
	set := map[string]Unit{}
	all = slices.DeleteFunc(all, func(u Unit) bool {
		out := u.Quarantine != "" || !a.Before.IsZero() && !u.At.Before(a.Before)
		if out || u.Curator != Corrected {
			return out
		}
		for _, p := range u.Pairs {
			if u.At.After(set[p.Slot].At) {
				set[p.Slot] = u
			}
		}
		return true
	})
	slices.SortStableFunc(all, func(x, y Unit) int { return y.At.Compare(x.At) })
	return all, set
}

// lastOf is the last time among units, the newest first.
func (a Ask) lastOf(all []Unit) (Occasion, bool) {
	if len(all) == 0 {
		return Occasion{}, false
	}
	best := slices.MaxFunc(all, func(x, y Unit) int { return cmp.Compare(a.again(x), a.again(y)) }) // of several the first
	out := Occasion{Unit: best, Pairs: a.missingIn(best)}
	if a.again(best) == 0 {
		out = a.habit(all)
	}
	return out, len(out.Pairs) > 0
}

// habit is what the last two sessions agree on.
func (a Ask) habit(all []Unit) Occasion {
	out := Occasion{Unit: all[0]}
	if len(all) < 2 {
		return out
	}
	tells := slices.ContainsFunc(a.Slots, func(s Slot) bool { return a.Filled[s.Name] != "" && IsTelling(s.Kind) })
	alike := !tells || a.kindred(all[0]) && a.kindred(all[1])
	for _, p := range a.missingIn(all[0]) {
		required := slices.ContainsFunc(a.Slots, func(s Slot) bool { return s.Name == p.Slot && s.Required })
		again := slices.ContainsFunc(all[1].Pairs, func(o Pair) bool { return o.Slot == p.Slot && sameValue(o, p) })
		if again && (required || alike) {
			out.Pairs = append(out.Pairs, p)
		}
	}
	return out
}

// again is how many of the present values, such as tell what it is about, a unit has.
func (a Ask) again(u Unit) int {
	n := 0
	for _, s := range a.Slots {
		said := a.Filled[s.Name]
		if said != "" && IsTelling(s.Kind) && slices.ContainsFunc(u.Pairs, func(p Pair) bool { return p.Slot == s.Name && Same(p.Answer, said) }) {
			n++
		}
	}
	return n
}

// sameValue says that two pairs have the same value, however it is spelled: "30 min", "half an
// hour".
func sameValue(a, b Pair) bool {
	if Same(a.Answer, b.Answer) {
		return true
	}
	x, errX := value.Parse(a.Kind, a.Answer, value.Reference{})
	y, errY := value.Parse(b.Kind, b.Answer, value.Reference{})
	return !IsTelling(a.Kind) && a.Kind == b.Kind && errX == nil && errY == nil && x == y
}

// kindred says that a unit is of the same kind of thing as the present session.
func (a Ask) kindred(u Unit) bool {
	return slices.ContainsFunc(u.Pairs, func(p Pair) bool { return a.tells(p.Slot) && IsAkin(p.Answer, a.Filled[p.Slot]) })
}

// IsAkin says that two names are of things of one kind: their last words are the same,
// "press round" and "client round".
func IsAkin(a, b string) bool {
	x, y := value.Tokens(a), value.Tokens(b)
	return len(x) > 0 && len(y) > 0 && value.Stem(x[len(x)-1].Lower) == value.Stem(y[len(y)-1].Lower)
}

// missingIn are a unit's pairs for slots that the session has no value for.
func (a Ask) missingIn(u Unit) []Pair {
	missing := a.Missing()
	var out []Pair
	for _, p := range u.Pairs {
		if slices.ContainsFunc(missing, func(s Slot) bool { return s.Name == p.Slot }) {
			out = append(out, p)
		}
	}
	return out
}

// IsTelling says that a value of a kind may tell what a session is about: a name, and not a
// time or an amount.
func IsTelling(k value.Kind) bool {
	return !slices.Contains([]value.Kind{value.Date, value.Time, value.DateTime, value.Number, value.Money, value.Duration}, k)
}
