package store_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/membank/store"
)

func TestWords(t *testing.T) {
	for text, want := range map[string][]string{
		"":                             nil,
		" -- !? ":                      nil,
		"Reports, and the REPORT.":     {"report", "and", "the", "report"},
		"Café naïve":                   {"cafe", "naiv"},
		"a\x00b":                       {"a", "b"},
		`"quoted" OR (NEAR*)`:          {"quot", "or", "near"},
		"team_meeting@example.com 9am": {"team", "meet", "exampl", "com", "9am"},
		"日本語 Ünïcode ½":                {"日本語", "unicod", "½"},
	} {
		if diff := cmp.Diff(want, store.Words(text)); diff != "" && len(want)+len(store.Words(text)) > 0 {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}
