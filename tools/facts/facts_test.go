package facts_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools/facts"
)

func TestLines(t *testing.T) {
	got := facts.Lines("line", []string{"a", "b", "c"}, []string{"a", "x", "c", "d"})
	want := facts.Content{Unit: "line", Shown: []string{"- b", "+ x", "+ d"}, Added: 2, Removed: 1, Kept: 2}
	must.NoDiff(t, cmp.Diff(want, got), "lines (-want +got):\n%s")
	if got.Total() != 3 {
		t.Errorf("%d differ", got.Total())
	}
}

// TestLongLines: two long texts are counted, and few of their lines are shown, cut.
func TestLongLines(t *testing.T) {
	var was, now []string
	for i := range 5_000 {
		was = append(was, fmt.Sprint("old ", i, strings.Repeat("x", 1_000)))
		now = append(now, fmt.Sprint("new ", i))
	}
	now[100] = was[200]
	got := facts.Lines("line", was, now)
	if got.Added != 4_999 || got.Removed != 4_999 || got.Kept != 1 || len(got.Shown) != facts.MostShown {
		t.Errorf("%d added, %d removed, %d kept, %d shown", got.Added, got.Removed, got.Kept, len(got.Shown))
	}
	for _, l := range facts.Lines("line", was, nil).Shown {
		if n := len([]rune(l)); n > facts.MostLetters+2 {
			t.Errorf("a line of %d letters is shown", n)
		}
	}
}

func TestFetches(t *testing.T) {
	for formula, want := range map[string]bool{
		"=A1+B2": false, `="HYPERLINK("&A1`: false, "=SUM(Table1[Gift])": false, "=Table1[[#This Row],[a]]*2": false, "='My Sheet'!A1": false,
		`=hyperlink("http://x")`: true, "=WEBSERVICE (A1)": true, "=IMPORTXML(A1)": true, "=[1]Sheet1!A1": true, "='C:\\[b.xlsx]S'!A1": true,
		"=cmd|'/C calc'!A0": true, "=_xlfn.WEBSERVICE(A1)": true,
	} {
		if got := facts.Fetches(formula); got != want {
			t.Errorf("%s: %v", formula, got)
		}
	}
}

func TestNewMarks(t *testing.T) {
	link, macro := facts.Mark{Kind: facts.ExternalLink, Detail: "x"}, facts.Mark{Kind: facts.Macros}
	got := facts.NewMarks([]facts.Mark{link}, []facts.Mark{link, macro, macro})
	must.NoDiff(t, cmp.Diff([]facts.Mark{macro}, got), "new marks (-want +got):\n%s")
}
