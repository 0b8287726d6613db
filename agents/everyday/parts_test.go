package everyday

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
)

func TestSentencesOf(t *testing.T) {
	for text, want := range map[string][]string{
		"when is yoga":                             {"when is yoga"},
		"When is yoga? I want to book a sitter.":   {"When is yoga?", "I want to book a sitter."},
		"mail Dana about v1.2 and plan.xlsx today": {"mail Dana about v1.2 and plan.xlsx today"},
		"Ask Mr. Crewe. Then call. ok":             {"Ask Mr.", "Crewe. Then call.", "ok"},
		"  ":                                       nil,
		"So. Do it!":                               {"So. Do it!"},
	} {
		must.NoDiff(t, cmp.Diff(want, sentencesOf(text)), text+" (-want +got)\n%s")
	}
}

// TestOneOfSeveralSentences: where only one of a text's sentences asks for something, it is
// gone on with, and that the others are left out is told.
func TestOneOfSeveralSentences(t *testing.T) {
	o := newOffice(t, nil, event(`"Yoga"`, "2026-11-27 17:30"))
	s := o.brief("My cousin from Ghent arrives in the evening with her two kids and the dog. When is yoga?")
	m := matched(t, Brain{}, s)
	if m.Unit.Unit.ID != Unit+"calendar.when" || m.Exact || !strings.Contains(strings.Join(m.Doubts, "; "), `only "When is yoga?" is done`) {
		t.Errorf("%s, exact %v, doubts %q", m.Unit.Unit.ID, m.Exact, m.Doubts)
	}
}
