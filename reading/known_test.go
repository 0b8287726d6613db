package reading

import (
	"testing"

	"legomem/must"
	"legomem/tools/value"
)

// TestHasWordsOf: a sentence has a wording's own words if they stand in it in their order,
// with a word at least for each value.
func TestHasWordsOf(t *testing.T) {
	for _, tt := range []struct {
		wording, said string
		want          bool
	}{
		{"cancel [lunch](event) on [friday](day)", "please cancel the tea on monday", true},
		{"cancel [lunch](event) on [friday](day)", "cancel tea on", false},
		{"cancel [lunch](event) on [friday](day)", "on monday cancel tea", false},
		{"[please](frame) cancel [the lunch](event)", "cancel tea", true},
		{"calendar: [lunch](event), [friday](day)", "what is on my calendar tomorrow", false},
	} {
		w := must.Have(ParseWording(tt.wording))(t)
		s := must.Have(NewSentence(tt.said, value.Reference{}, nil))(t)
		if got := s.HasWordsOf(w); got != tt.want {
			t.Errorf("%q has the words of %q: %v", tt.said, tt.wording, got)
		}
	}
}
