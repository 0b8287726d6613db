package tools_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"legomem/tools"
)

// TestParts: parts are short enough, end where lines or words do, and lose nothing.
func TestParts(t *testing.T) {
	for name, tt := range map[string]struct {
		text  string
		parts int
		end   string // of the first part
	}{
		"nothing":       {"", 1, ""},
		"as much":       {strings.Repeat("é", tools.PartSize), 1, "é"},
		"one more":      {strings.Repeat("é", tools.PartSize+1), 2, "é"},
		"lines":         {strings.Repeat("some words\n", 2000), 4, "words\n"},
		"words":         {strings.Repeat("word ", 3000), 3, "word "},
		"an early line": {"x\n" + strings.Repeat("y", 2*tools.PartSize), 3, "y"},
		"no UTF-8":      {strings.Repeat("\xff", tools.PartSize+1), 2, "\xff"},
	} {
		t.Run(name, func(t *testing.T) {
			all := tools.Parts(tt.text)
			if len(all) != tt.parts || !strings.HasSuffix(all[0], tt.end) {
				t.Errorf("%d parts, the first ends in %q", len(all), all[0][max(0, len(all[0])-10):])
			}
			if strings.Join(all, "") != tt.text {
				t.Error("the parts are not the text")
			}
			for _, p := range all {
				if n := utf8.RuneCountInString(p); n > tools.PartSize {
					t.Errorf("a part of %d characters", n)
				}
			}
		})
	}
}
