package reading

import (
	"testing"

	"legomem/must"
	"legomem/tools/value"
)

// TestPeriods: a slot for a period takes what a period can be made of.
func TestPeriods(t *testing.T) {
	for text, want := range map[string]string{
		"tomorrow":           "2026-11-25/2026-11-25",
		"this week":          "2026-11-23/2026-11-29",
		"tomorrow afternoon": "2026-11-25T12:00/2026-11-25T18:00",
		"3 pm":               "2026-11-24T15:00/2026-11-24T15:01",
		"Dana":               "",
		"every day":          "",
	} {
		s := must.Have(NewSentence(text, now, nil))(t)
		if span, _ := s.spanOf(0, len(s.Words)-1, Slot{Kind: value.Period}); span.Canon != want {
			t.Errorf("%s is the period %q, want %q", text, span.Canon, want)
		}
	}
	s := must.Have(NewSentence("3 pm", value.Reference{}, nil))(t)
	if span, ok := s.spanOf(0, 1, Slot{Kind: value.Period}); ok {
		t.Errorf("without a day 3 pm is the period %q", span.Canon)
	}
}
