package reading

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/lists"
	"legomem/must"
)

// TestUnits: a value stands by its kind, but the words of a period and a repeat stay.
func TestUnits(t *testing.T) {
	for text, want := range map[string][]string{
		"call on 3 march":     {"call", "on", "<date>"},
		"open a.XLSX":         {"open", "<file.xlsx>"},
		"call this week":      {"call", "this", "week"},
		"meet every day":      {"meet", "everi", "day"},
		"ring +1 555 1234567": {"ring", "<phone>"},
	} {
		s := must.Have(NewSentence(text, now, nil))(t)
		got := lists.Map(unitsOf(s), func(u unit) string { return u.text })
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}
