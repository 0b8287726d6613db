package reading

import (
	"slices"
	"strings"

	"legomem/tools/value"
)

// Place is where a sentence names something that there is: the words from first to last,
// and how it is spelled there.
type Place struct {
	first, last int
	canon       string
}

// Limits say where a slot may have its values: told by their form, or the whole of one of
// some places. It is false for a slot that may have them anywhere.
type Limits func(k *Skill, slot Slot) ([]Place, bool)

// Limited is a reader that reads values only where they may be.
func (r *Reader) Limited(l Limits) *Reader {
	out := *r
	out.limits = l
	return &out
}

// PlacesOf are the places at which a sentence has one of some names, in the singular or the
// plural.
func (s *Sentence) PlacesOf(names []string) []Place {
	var out []Place
	for _, name := range names {
		stems := strings.Fields(strings.ToLower(name))
		for i, word := range stems {
			stems[i] = value.Stem(word)
		}
		for first := 0; len(stems) > 0 && first+len(stems) <= len(s.Words); first++ {
			last := first + len(stems) - 1
			place := Place{first, last, name}
			if s.hasStems(first, stems) && !slices.Contains(out, place) {
				out = append(out, place)
			}
		}
	}
	return out
}

func (s *Sentence) hasStems(first int, stems []string) bool {
	for i, stem := range stems {
		if s.Words[first+i].Stem != stem {
			return false
		}
	}
	return true
}

// limit lets a view have values only where they may be.
func (c *view) limit(l Limits) {
	if l == nil {
		return
	}
	c.places = map[int][]Place{}
	for i, slot := range c.skill.Slots {
		if places, limited := l(c.skill, slot); limited {
			c.places[i] = places
		}
	}
	c.may = func(l label, first, last int) bool {
		places, limited := c.places[l.slot]
		return !limited || l.part == typed || slices.ContainsFunc(places, func(p Place) bool {
			return p.first <= first && last <= p.last && (l.part != begin || first == p.first)
		})
	}
}

// misplaced says that a labelling has a value which a limit holds, and which is no place as a
// whole.
func (c *view) misplaced(st *state) bool {
	if c.places == nil {
		return false
	}
	return slices.ContainsFunc(fills(st.labelled()), func(f fill) bool {
		_, limited := c.places[f.slot]
		_, there := c.placeOf(f)
		return limited && !f.typed && !there
	})
}

// placeOf is the place that a value is.
func (c *view) placeOf(f fill) (Place, bool) {
	i := slices.IndexFunc(c.places[f.slot], func(p Place) bool { return p.first == f.first && p.last == f.last })
	if i < 0 {
		return Place{}, false
	}
	return c.places[f.slot][i], true
}
