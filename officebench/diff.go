package officebench

import (
	"fmt"
	"strings"

	"github.com/pmezard/go-difflib/difflib"
)

// unifiedDiff writes a diff as the benchmark does: no lines of context, and no names in
// the header. Keywords are sought in its "@@ -5 +5 @@" lines, too.
func unifiedDiff(before, after string) (string, error) {
	if before == after {
		return "", nil
	}
	diff, err := difflib.GetUnifiedDiffString(difflib.UnifiedDiff{
		A: lines(before), B: lines(after), Eol: "\n", Context: 0,
	})
	if err != nil {
		return "", fmt.Errorf("compare: %w", err)
	}
	return "--- \n+++ \n" + diff, nil
}

// lines splits a text at line ends and ends each piece with one, so that a last line
// without it equals one with it, as with Python's split.
func lines(s string) []string {
	out := strings.Split(s, "\n")
	for i := range out {
		out[i] += "\n"
	}
	return out
}

// diffContains looks for the keywords, as written, in what was added or removed. It
// returns the first that is missing.
func diffContains(diff string, keywords []any) (missing string, err error) {
	for _, k := range keywords {
		word, isText := k.(string)
		if !isText {
			return "", raisef("keyword %s is no text", pythonText(k))
		}
		if !strings.Contains(diff, word) {
			return word, nil
		}
	}
	return "", nil
}
