package reflex

import (
	"slices"
	"strings"

	"legomem/tools/value"
)

// An argument may take a length of time of the text as a number of its units, and the end
// of a period as a date: by_minutes 30 of "30 minutes", from 2026-02-23 of "last week".
// What is measured is in the argument's name, so that no other number is taken for it.

// units are the makings that count a length in a unit, by the last word of an argument's
// name: forward, and back.
var units = map[string][2]string{
	"minutes": {"minutes", "minutes back"},
	"days":    {"days", "days back"},
}

// measured finds a length of the text that a number counts in the unit that the argument
// is named for; false for none.
func (c *compiler) measured(name string, v any) (Expr, bool) {
	words := strings.Split(name, "_")
	for _, as := range units[words[len(words)-1]] {
		for _, s := range c.spansOf(value.Duration) {
			if n, err := made(as, s.canon); err == nil && key(n) == key(v) {
				f := c.slotFor(name, value.Duration, s.canon, c.same(s))
				return c.use(Expr{Slot: f.Name, As: as}), true
			}
		}
	}
	return Expr{}, false
}

// endOf finds a period of the text that begins or ends with the argument.
func (c *compiler) endOf(s string) (Expr, bool) {
	for _, p := range c.spansOf(value.Period) {
		for _, as := range []string{"from", "to"} {
			if end, err := made(as, p.canon); err == nil && sameMoment(end, s, c.ref) {
				f := c.slotFor("period", value.Period, p.canon, c.same(p))
				return Expr{Slot: f.Name, As: as}, true
			}
		}
	}
	return Expr{}, false
}

// sameMoment says that two texts are the same date, or date and time.
func sameMoment(end any, s string, ref value.Reference) bool {
	text, _ := end.(string)
	for _, kind := range []value.Kind{value.Date, value.DateTime} {
		x, err := value.Parse(kind, text, ref)
		y, other := value.Parse(kind, s, ref)
		if err == nil && other == nil && x == y {
			return true
		}
	}
	return text == s
}

// spansOf are the values of one kind in the text, in order.
func (c *compiler) spansOf(kind value.Kind) []span {
	var out []span
	for first := range c.said.Words {
		for _, s := range c.said.values[first] {
			if s.kind == kind {
				out = append(out, s)
			}
		}
	}
	return slices.Clip(out)
}
