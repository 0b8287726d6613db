package vision

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLinesOf(t *testing.T) {
	for _, tc := range []struct {
		name, reply string
		want        []string
	}{
		{"plain", "a\nb", []string{"a", "b"}},
		{"other line ends", " a\r\n\r\nb \n", []string{"a", "", "b"}},
		{"fenced", "```text\na\nb\n```", []string{"a", "b"}},
		{"a fence in the picture", "```\na", []string{"```", "a"}},
		{"a fence later", "a\n```\nb\n```", []string{"a", "```", "b", "```"}},
		{"no text", "(No text).", nil},
		{"no text, fenced", "```\n(no text)\n```", nil},
		{"an empty fence", "```\n```", nil},
		{"nothing", " \n", nil},
		{"a sign that says so", "The sign says (no text)", []string{"The sign says (no text)"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, linesOf(tc.reply)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Whatever a model writes, its words are kept, but for a fence around them.
func FuzzLinesOf(f *testing.F) {
	for _, s := range []string{"a\nb", "```go\nx\n```", "```\n```", "(no text)", "``` ```", "\r\n\r"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, reply string) {
		kept := strings.Join(strings.Fields(strings.Join(linesOf(reply), " ")), " ")
		all := strings.Join(strings.Fields(reply), " ")
		if !strings.Contains(all, kept) {
			t.Errorf("%q became %q", reply, kept)
		}
		if !strings.HasPrefix(all, "```") && !strings.Contains(strings.ToLower(all), noText) && kept != all {
			t.Errorf("of %q only %q was kept", reply, kept)
		}
	})
}
