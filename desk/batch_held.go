package desk

import (
	"slices"
	"strings"

	"legomem/agents/reflex"
)

// standing is how far bound values have been found in a text, and where they start.
type standing struct {
	end    int
	starts []int // -1 for a value that is not in the text
}

// held returns which bound value holds each place as a whole, or else the column of a
// place that none holds. The bindings are in the text's order; if a spelling occurs
// several times, any occurrence will do with which all fit.
func (f filledIn) held(bound []reflex.Binding) (by []int, unheld string) {
	reached := []standing{{}}
	for _, b := range bound {
		next := f.further(reached, b.Spelled)
		if len(next) == 0 {
			if unheld = f.columnIn(reached[len(reached)-1].end, len(f.text)); unheld != "" {
				return nil, unheld
			}
			next = f.further(reached, "") // every value is held already
		}
		reached = next
	}
	for _, s := range reached {
		if unheld = f.columnIn(s.end, len(f.text)); unheld == "" {
			return f.holders(s, bound), ""
		}
	}
	return nil, unheld
}

// further finds one more bound value after those that have been found, with no place
// between them, and without cutting one.
func (f filledIn) further(reached []standing, spelled string) []standing {
	var next []standing
	for _, s := range reached {
		if spelled == "" || !strings.Contains(f.text, spelled) {
			next = append(next, standing{s.end, append(slices.Clone(s.starts), -1)})
			continue
		}
		for at := s.end; at+len(spelled) <= len(f.text); at++ {
			end := at + len(spelled)
			found := func(s standing) bool { return s.end == end }
			if strings.HasPrefix(f.text[at:], spelled) && f.columnIn(s.end, at) == "" && f.whole(at, end) && !slices.ContainsFunc(next, found) {
				next = append(next, standing{end, append(slices.Clone(s.starts), at)})
			}
		}
	}
	return next
}

// columnIn is the column of a value that is at least partly in bytes [from, to); "" for
// none.
func (f filledIn) columnIn(from, to int) string {
	for _, p := range f.places {
		if p.start < to && from < p.end {
			return p.column
		}
	}
	return ""
}

// whole reports whether bytes [from, to) cut no value.
func (f filledIn) whole(from, to int) bool {
	return !slices.ContainsFunc(f.places, func(p columnPlace) bool {
		overlap := p.start < to && from < p.end
		return overlap && (p.start < from || to < p.end)
	})
}

func (f filledIn) holders(s standing, bound []reflex.Binding) []int {
	by := make([]int, len(f.places))
	for i, p := range f.places {
		for k, at := range s.starts {
			if at >= 0 && at <= p.start && p.end <= at+len(bound[k].Spelled) {
				by[i] = k
			}
		}
	}
	return by
}
