package reflex

import (
	"errors"
	"testing"

	"legomem/agents"
)

// TestRefers: what is done with "it" is done with a file that was named, as in the
// wordings.
func TestRefers(t *testing.T) {
	hits := learned(t, totalled())
	for text, fits := range map[string]bool{
		"Sum the Price from sales.xlsx, save that as groups.docx and email it to Mona under the subject Autumn figures":       true,
		"Sum the Price from sales.xlsx, email it to Mona under the subject Autumn figures and save that as groups.docx":       false,
		"From sales.xlsx sum the Price, email it to Mona under the subject Autumn figures and put the total into groups.docx": false,
	} {
		m, err := choose(t.Context(), task(text), hits)
		var no *agents.GiveUp
		if gave := errors.As(err, &no); gave == fits {
			t.Errorf("%s: %v, %v", text, calls(m), err)
		}
	}
}
