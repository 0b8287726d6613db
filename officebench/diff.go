package officebench

import (
	"fmt"
	"strings"

	"github.com/pmezard/go-difflib/difflib"
)

// unifiedDiff is the benchmark's: no lines of context, and no names in the
// header. Its "@@ -5 +5 @@" lines are part of what keywords are sought in.
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

// lines splits at line ends and gives each piece one, so that a last line
// without it compares equal to one with it, as in Python's split.
func lines(s string) []string {
	out := strings.Split(s, "\n")
	for i := range out {
		out[i] += "\n"
	}
	return out
}

// diffContains looks for the keywords, as written, in what changed, be it
// added or removed. It returns the first that is missing.
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
