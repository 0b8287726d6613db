package officebench

import (
	"fmt"
	"regexp"
	"strings"
)

// cell is one entry of excel_cell_value's matches or of the comparator's.
type cell map[string]any

func (c cell) get(key string) (string, error) {
	v, ok := c[key]
	if !ok {
		return "", raisef("a match gives no %q", key)
	}
	return pythonText(v), nil
}

// place is "(3, 2)", as the dump of a sheet spells a cell.
func (c cell) place() (string, error) {
	row, err := c.get("row")
	if err != nil {
		return "", err
	}
	col, err := c.get("col")
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("(%s, %s)", row, col), nil
}

// cells are the matches of an evaluation.
func (a Args) cells() ([]cell, error) {
	list, ok := a["matches"].([]any)
	if !ok {
		return nil, raisef("the evaluation gives no list of matches")
	}
	out := make([]cell, 0, len(list))
	for _, m := range list {
		c, ok := m.(map[string]any)
		if !ok {
			return nil, raisef("a match is no object with row and col")
		}
		out = append(out, c)
	}
	return out, nil
}

// cellValues looks for each match in the dump of a sheet, as a prefix: the
// value 5 is found in a cell that holds 50. If strict, it must be all of it. It
// returns the first match that is not there.
func cellValues(dump string, matches []cell, strict bool) (missing string, err error) {
	for _, m := range matches {
		place, err := m.place()
		if err != nil {
			return "", err
		}
		value, err := m.get("value")
		if err != nil {
			return "", err
		}
		want := place + ": " + value
		if strict {
			// The dump ends each cell with a tab and each row with a line end.
			// Whole means from the cell's start, too: a text may quote a cell.
			want += "\t"
			if !strings.HasPrefix(dump, want) && !strings.Contains(dump, "\t"+want) && !strings.Contains(dump, "\n"+want) {
				return describeCell(dump, place, value), nil
			}
		} else if !strings.Contains(dump, want) {
			return describeCell(dump, place, value), nil
		}
	}
	return "", nil
}

// describeCell says what is wrong with a cell: what it holds and what it should.
func describeCell(dump, place, want string) string {
	_, rest, found := strings.Cut(dump, place+": ")
	if !found {
		return fmt.Sprintf("cell %s should hold %q but is outside the sheet's used range", place, want)
	}
	held, _, _ := strings.Cut(rest, "\t")
	return fmt.Sprintf("cell %s should hold %q but holds %q", place, want, held)
}

// cellMembers tests matches whose comparator is a membership. The benchmark
// evaluates it as code; here only its one form is understood. The value is
// what `(\w+)\t` finds: a cell of several words has none.
func cellMembers(dump string, matches []cell) (missing string, err error) {
	for _, m := range matches {
		source, err := m.get("comparator")
		if err != nil {
			return "", err
		}
		place, err := m.place()
		if err != nil {
			return "", err
		}
		allowed, err := parseMembership(source)
		if err != nil {
			return "", err
		}
		held := regexp.MustCompile(regexp.QuoteMeta(place) + `: ([\pL\pN_]+)\t`).FindStringSubmatch(dump)
		if held == nil || !allowed[held[1]] {
			return describeCell(dump, place, source), nil
		}
	}
	return "", nil
}

var (
	membership = regexp.MustCompile(`^\s*lambda\s+(\w+)\s*:\s*(\w+)\s+in\s*\[(.*)\]\s*$`)
	// element is a Python text without escapes, or a number.
	element = regexp.MustCompile(`^\s*(?:'([^'\\]*)'|"([^"\\]*)"|([+-]?[\d.]+))\s*(?:,|$)`)
)

// parseMembership reads `lambda x: x in ['a', 'b']` and gives the texts in the
// list. Numbers there equal no text, so they allow nothing.
func parseMembership(source string) (map[string]bool, error) {
	m := membership.FindStringSubmatch(source)
	if m == nil || m[1] != m[2] {
		return nil, badComparator(source)
	}
	allowed := map[string]bool{}
	rest := m[3]
	for strings.TrimSpace(rest) != "" {
		e := element.FindStringSubmatch(rest)
		if e == nil {
			return nil, badComparator(source)
		}
		if e[3] == "" {
			allowed[e[1]+e[2]] = true
		}
		rest = rest[len(e[0]):]
	}
	return allowed, nil
}

// badEvaluation is an evaluation that cannot be judged at all, which the
// Evaluator turns into an InputError with the task's file.
type badEvaluation struct{ reason string }

func (b *badEvaluation) Error() string { return b.reason }

func badComparator(source string) error {
	return &badEvaluation{fmt.Sprintf("comparator %q is not understood (no code is run here); accepted: lambda x: x in ['a', 'b']", source)}
}
