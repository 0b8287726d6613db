package officebench

import (
	"errors"
	"strings"
	"testing"

	"legomem/must"
)

const dump = "(1, 1): Name\t(1, 2): Total fee\t\n(2, 1): Bob\t(2, 2): 50\t\n(3, 1): (2, 2): 9\t(3, 2): [Empty Cell]\t\n"

func TestCellValues(t *testing.T) {
	tests := []struct {
		name, match   string
		found, strict bool // found by default, and when strict
	}{
		{"the whole cell", `{"row": "2", "col": "2", "value": "50"}`, true, true},
		{"a prefix", `{"row": "2", "col": "2", "value": "5"}`, true, false},
		{"numbers for texts", `{"row": 2, "col": 2, "value": 50}`, true, true},
		{"a number is written as Python does", `{"row": 2, "col": 2, "value": 50.0}`, false, false},
		{"a cell of several words", `{"row": 1, "col": 2, "value": "Total fee"}`, true, true},
		{"case counts", `{"row": 2, "col": 1, "value": "bob"}`, false, false},
		{"an empty cell", `{"row": 3, "col": 2, "value": "[Empty Cell]"}`, true, true},
		{"outside the sheet", `{"row": 9, "col": 1, "value": "x"}`, false, false},
		{"a text that quotes a cell", `{"row": 2, "col": 2, "value": "9"}`, true, false},
		{"the empty text", `{"row": 2, "col": 1, "value": ""}`, true, false},
	}
	for _, tt := range tests {
		for _, strict := range []bool{false, true} {
			want := map[bool]bool{false: tt.found, true: tt.strict}[strict]
			missing, err := cellValues(dump, matchesOf(t, tt.match), strict)
			if err != nil || (missing == "") != want {
				t.Errorf("%s, strict %v: missing %q, %v; want found %v", tt.name, strict, missing, err, want)
			}
		}
	}
}

func TestCellValuesRaise(t *testing.T) {
	for _, match := range []string{`{"col": "1", "value": "x"}`, `{"row": "1", "value": "x"}`, `{"row": "1", "col": "1"}`} {
		_, err := cellValues(dump, matchesOf(t, match), false)
		if r := (*raised)(nil); !errors.As(err, &r) {
			t.Errorf("%s: error %v, want one that is raised", match, err)
		}
	}
}

func TestCellMembers(t *testing.T) {
	tests := []struct {
		name, comparator, cell string
		found                  bool
	}{
		{"in the list", `lambda x: x in ['49', \"50\"]`, "2", true},
		{"not in the list", `lambda x: x in ['5']`, "2", false},
		{"the list may be empty", `lambda x : x in []`, "2", false},
		{"a number equals no text", `lambda x: x in [50, 5.0]`, "2", false},
		{"any name", `lambda cell: cell in ['50',]`, "2", true},
	}
	for _, tt := range tests {
		match := `{"row": "2", "col": "` + tt.cell + `", "comparator": "` + tt.comparator + `"}`
		missing, err := cellMembers(dump, matchesOf(t, match))
		if err != nil || (missing == "") != tt.found {
			t.Errorf("%s: missing %q, %v; want found %v", tt.name, missing, err, tt.found)
		}
	}
	// The benchmark's pattern is one word up to the tab.
	if missing, err := cellMembers(dump, matchesOf(t, `{"row": 1, "col": 2, "comparator": "lambda x: x in ['Total fee']"}`)); missing == "" || err != nil {
		t.Errorf("a cell of two words matched (%v)", err)
	}
}

func TestComparatorsThatAreCode(t *testing.T) {
	for _, source := range []string{
		"", "lambda x: True", "lambda x: y in ['a']", "lambda x: x in ['a'] or True", "lambda x: x in ['a' 'b']",
		"__import__('os').system('true')", `lambda x: x in ['\x41']`, "lambda x: x in [open('f')]", "lambda x: x in ['a'",
	} {
		_, err := parseMembership(source)
		if bad := (*badEvaluation)(nil); !errors.As(err, &bad) || !strings.Contains(err.Error(), "accepted: lambda x: x in") {
			t.Errorf("%q: %v, want a refusal that says what is accepted", source, err)
		}
	}
}

func FuzzParseMembership(f *testing.F) {
	f.Add("lambda x: x in ['a', 'b']")
	f.Add("lambda x: x in [1, \"two\",]")
	f.Fuzz(func(t *testing.T, source string) {
		allowed, err := parseMembership(source)
		for word := range allowed {
			if err != nil || !strings.Contains(source, word) {
				t.Errorf("%q allows %q (%v)", source, word, err)
			}
		}
	})
}

func matchesOf(t *testing.T, match string) []cell {
	t.Helper()
	matches := must.Have(parseArgs(t, `{"matches": [`+match+`]}`).cells())(t)
	return matches
}
