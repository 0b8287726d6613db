package desk

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/agents/reflex"
	"legomem/must"
	"legomem/tools/value"
)

// TestWithSeen: a wording that a model vouched for stays with a procedure that is
// compiled anew, where it still gives all its values.
func TestWithSeen(t *testing.T) {
	slots := []reflex.Slot{{Name: "who", Kind: value.Person}, {Name: "what", Kind: value.Phrase}}
	said := func(word string, seen bool, slots ...string) reflex.Pattern {
		p := reflex.Pattern{Template: word, Seen: seen}
		for _, s := range slots {
			p.Template += " {" + s + "}"
		}
		return p
	}
	procedure := func(slots []reflex.Slot, patterns ...reflex.Pattern) json.RawMessage {
		data := must.Have(json.Marshal(reflex.Procedure{Version: reflex.Version, Slots: slots, Patterns: patterns}))(t)
		return data
	}
	own := said("book", false, "who", "what")
	for _, tt := range []struct {
		name string
		now  json.RawMessage
		was  json.RawMessage
		want []string
	}{
		{"one that was seen", procedure(slots, own), procedure(slots, own, said("fancies", true, "what", "who")), []string{"book", "fancies"}},
		{"one of the old run's", procedure(slots, own), procedure(slots, said("reserve", false, "who", "what")), []string{"book"}},
		{"one that is there", procedure(slots, own, said("fancies", false, "who", "what")), procedure(slots, said("fancies", true, "who", "what")), []string{"book", "fancies"}},
		{"a value that is a slot now", procedure(slots, own), procedure(slots[:1], said("go", true, "who")), []string{"book"}},
		{"a slot that is none now", procedure(slots[:1], said("book", false, "who")), procedure(slots, said("fancies", true, "who", "what")), []string{"book"}},
		{"none before", procedure(slots, own), nil, []string{"book"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := must.Have(withSeen(tt.now, tt.was))(t)
			p := must.Have(reflex.Decode(got))(t)
			var words []string
			for _, pattern := range p.Patterns {
				word, _, _ := strings.Cut(pattern.Template, " ")
				words = append(words, word)
			}
			must.NoDiff(t, cmp.Diff(tt.want, words), "wordings (-want +got):\n%s")
		})
	}
}
