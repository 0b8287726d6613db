package reflex

import (
	"slices"

	"legomem/tools/value"
)

// A run in which a guarded action was not due has its values in the text all the
// same: "and if it is over 1770, enter the review for Dana". No action tells which
// words these are. As the run asked for the same work, they are where the other
// wordings have such values.

// fill finds where the slots that own has no place for stand in the text; false
// where one is not found, or could be elsewhere about as well.
func (f *family) fill(u *utterance, own map[int]place) (map[int]place, bool) {
	r := newReader(&aligner{f: f, u: u})
	filled := map[string]bool{}
	for _, p := range own {
		filled[p.slot] = true
	}
	var whole []free
	for _, s := range r.fillIn(own, filled) {
		if !slices.ContainsFunc(f.Slots, func(slot Slot) bool { return !filled[slot.Name] && s.value(slot.Name) == nil }) {
			whole = append(whole, s)
		}
	}
	s, ok := surest(whole)
	if !ok {
		return nil, false
	}
	out := map[int]place{}
	for at := s.places; at != nil; at = at.past {
		out[at.first] = place{slot: at.slot, last: at.last}
	}
	return out, !u.leavesValue(own, out)
}

// fillIn reads the text word by word: own places are passed over, every other word
// begins a slot that is not filled yet, or is left.
func (r *reader) fillIn(own map[int]place, filled map[string]bool) []free {
	cells := make([][]free, len(r.u.words)+1)
	cells[0] = []free{{path: &path{}, left: keyStart}}
	for j := range r.u.words {
		for _, s := range cheapest(cells[j]) {
			if p, ok := own[j]; ok {
				slot, _ := r.f.Slot(p.slot)
				s.left, s.left2 = keyOfKind(slot), s.left
				cells[p.last+1] = append(cells[p.last+1], s)
				continue
			}
			for _, slot := range r.f.Slots {
				if filled[slot.Name] || s.value(slot.Name) != nil {
					continue
				}
				for _, c := range r.spans(slot, j) {
					if next, ok := r.take(s, slot, c); ok && !overlaps(c, own) {
						next.cost -= r.bits(slot.Name, beside{}) // or those that bind nothing would be the cheapest
						cells[c.last+1] = append(cells[c.last+1], next)
					}
				}
			}
			if _, known := r.explained(j, s.left); !known {
				s.path = s.step(doubt) // a title goes on to its end
			}
			if key := r.key(j); key != "" {
				s.left, s.left2 = key, s.left
			}
			cells[j+1] = append(cells[j+1], s)
		}
	}
	return cheapest(cells[len(r.u.words)])
}

// overlaps says that words of a span are in one of the places.
func overlaps(c span, places map[int]place) bool {
	for first, p := range places {
		if first <= c.last && c.first <= p.last {
			return true
		}
	}
	return false
}

// leavesValue says that a typed value of the text is in none of the places.
func (u *utterance) leavesValue(places ...map[int]place) bool {
	for _, spans := range u.values {
		for _, c := range spans {
			inside := slices.ContainsFunc(places, func(p map[int]place) bool { return overlaps(c, p) })
			if c.kind != value.Person && !inside {
				return true
			}
		}
	}
	return false
}
