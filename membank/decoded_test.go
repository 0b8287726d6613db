package membank

import (
	"testing"

	"legomem/must"
)

// TestDecodedOnce: searches share what they decode, but who appends to a unit has
// a list of their own; and what a record's fields tell is never shared.
func TestDecodedOnce(t *testing.T) {
	b, _ := mixed(t)
	find := func() map[string]Unit {
		hits := must.Have(b.Search(t.Context(), Query{Text: near, K: 10}))(t)
		out := map[string]Unit{}
		for _, h := range hits {
			out[h.Unit.ID] = h.Unit
		}
		return out
	}
	first, second := find(), find()
	for id, u := range first {
		one := append(u.Merged, Source{Run: "one"})
		two := append(second[id].Merged, Source{Run: "two"})
		if one[len(one)-1].Run != "one" || two[len(two)-1].Run != "two" {
			t.Errorf("%s: two lists are one: %v and %v", id, one, two)
		}
		must.Have(b.Quarantine(t.Context(), []string{id}, "it misled"))(t)
		if again, found := find()[id]; found {
			t.Errorf("%s is quarantined and found: %+v", id, again)
		}
	}
}
