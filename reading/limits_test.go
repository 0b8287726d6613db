package reading

import (
	"testing"

	"legomem/must"
	"legomem/tools/value"
)

// TestPlacesOf: names are found as whole words, in the singular or the plural, and each as it
// is spelled where it is.
func TestPlacesOf(t *testing.T) {
	s := must.Have(NewSentence("list the articles and their unit price, not the unit", value.Reference{}, nil))(t)
	got := map[string]string{}
	for _, p := range s.PlacesOf([]string{"Article", "Unit price", "Price list"}) {
		got[p.canon] = s.Slice(p.first, p.last)
	}
	want := map[string]string{"Article": "articles", "Unit price": "unit price"}
	if len(got) != len(want) {
		t.Fatalf("places %q, want %q", got, want)
	}
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s is at %q, want %q", name, got[name], text)
		}
	}
}

// TestLimited: a slot that is limited takes none but the places, and each as it is spelled
// there.
func TestLimited(t *testing.T) {
	k := &Skill{ID: "sum", Operations: []string{"excel.aggregate"}, Slots: []Slot{{Name: "column", Kind: value.Phrase}, {Name: "file", Kind: value.File}},
		Wordings: []Wording{must.Have(ParseWording("add up the [Cost](column) of [x.xlsx](file)"))(t), must.Have(ParseWording("the total of [Weight](column) in [y.xlsx](file)"))(t)}}
	model := must.Have(Shipped())(t)
	r := must.Have(NewReader(model, []*Skill{k}, value.Reference{}))(t)
	s := must.Have(NewSentence("the total of all the fares in trips.xlsx", value.Reference{}, nil))(t)
	places := s.PlacesOf([]string{"Fare"})
	limited := r.Limited(func(_ *Skill, slot Slot) ([]Place, bool) { return places, slot.Name == "column" })
	all := must.Have(limited.Ways(t.Context(), s, 8))(t)
	found := false
	for _, one := range all {
		for _, v := range one.Values {
			if v.Slot != "column" {
				continue
			}
			found = true
			if v.Text != "fares" || v.Said() != "Fare" {
				t.Errorf("column is %q (%s), want the only place", v.Text, v.Said())
			}
		}
	}
	if !found {
		t.Error("no reading has the column")
	}
}
