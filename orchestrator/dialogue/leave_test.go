package dialogue_test

import (
	"strings"
	"testing"
)

// TestNothingWithoutYes: what needs a yes is not done where something else is said, whether
// that is new or revises it.
func TestNothingWithoutYes(t *testing.T) {
	for name, tc := range map[string]struct {
		say   []string
		stand string
		told  string
	}{
		"yes":                     {[]string{"note a", "yes"}, "agreed", ""},
		"no":                      {[]string{"note a", "no"}, "", "Then nothing is changed."},
		"something new":           {[]string{"note a", "note b"}, "", "Not done, since you said no yes to it: write a note."},
		"new, and a yes to that":  {[]string{"note a", "note b", "yes"}, "agreed", ""},
		"revised":                 {[]string{"note a", "make it b"}, "", ""},
		"revised, and a yes":      {[]string{"note a", "make it b", "yes"}, "agreed", ""},
		"a question, and a yes":   {[]string{"note a", "what?", "yes"}, "agreed", ""},
		"a question, and nothing": {[]string{"note a", "what?"}, "", "text: a."},
	} {
		t.Run(name, func(t *testing.T) {
			c := newTalk(t, &office{asks: true})
			last := ""
			for _, said := range tc.say {
				last = c.say(said).Told
			}
			if got := c.office.stands(); got != tc.stand {
				t.Errorf("%q stands, not %q", got, tc.stand)
			}
			if !strings.Contains(last, tc.told) {
				t.Errorf("it tells %q, not %q", last, tc.told)
			}
			if open := c.Open() != nil; open != (tc.stand == "" && name != "no") {
				t.Errorf("a question is open: %t", open)
			}
		})
	}
}
