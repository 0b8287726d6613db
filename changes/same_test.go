package changes_test

import (
	"testing"

	"legomem/changes"
	"legomem/sweep"
)

// TestSame: a person is the same in any case, a file only to the letter; a text spells a
// person of the office by name or address, and a file by its path,
// where a bare name is one in data/, as tools take it.
func TestSame(t *testing.T) {
	sweep.OneGoroutine(t)
	for _, tt := range []struct {
		role, value, text string
		same, is          bool
	}{
		{changes.To, "Dana@example.com", "dana@EXAMPLE.com", true, true},
		{changes.To, "Dana@example.com", "Dana", false, true},
		{changes.To, "Dana@example.org", "Dana", false, false},
		{changes.To, "Dana@example.com", "Dana@example.co", false, false},
		{changes.To, "Dana@example.com", "Write to Dana@example.com", false, false},
		{changes.Calendar, "Dana", " dana ", true, true},
		{changes.Calendar, "Dana", "Dana@example.com", false, true},
		{changes.Calendar, "Dana", "Dan", false, false},
		{changes.Path, "data/a.txt", "data/a.txt", true, true},
		{changes.Path, "data/a.txt", "/testbed/data/a.txt", false, true},
		{changes.Path, "data/a.txt", "data/A.txt", false, false},
		{changes.Path, "data/a.txt", "a.txt", false, true},
		{changes.Path, "data/sub/a.txt", "a.txt", false, false},
		{changes.Path, "data/sub/a.txt", "sub/a.txt", false, false},
		{changes.NewPath, "data/a.txt", "data/ａ.txt", false, false},
		{changes.Attachment, "a.txt", "a.txt", true, true},
		{changes.Attachment, "a.txt", "/testbed/data/a.txt", false, true},
		{changes.Attachment, "a.txt", "data/a.txt", false, true},
		{changes.Attachment, "a.txt", "data/sub/a.txt", false, false},
	} {
		target := changes.Target{Role: tt.role, Value: tt.value}
		if same, is := target.Same(tt.text), target.Is(tt.text, "example.com"); same != tt.same || is != tt.is {
			t.Errorf("%s %q and %q: the same %v, spelled %v", tt.role, tt.value, tt.text, same, is)
		}
	}
}
