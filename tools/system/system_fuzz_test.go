package system

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"legomem/tools"
	"legomem/tools/table"
)

// expected fails on a failure that is not the request's or the text's own.
func expected(t *testing.T, err error) {
	t.Helper()
	switch code := tools.CodeOf(err); code {
	case "", tools.BadArguments, tools.NotFound, tools.Ambiguous, tools.Corrupt, tools.TooLarge:
	default:
		t.Errorf("%s: %v", code, err)
	}
}

func FuzzFindFile(f *testing.F) {
	f.Add("the score excel file", "data/score.xlsx")
	f.Add("", "")
	f.Add("\xff*?[", "../x")
	f.Add("data/other.txt", "data/other.txt")
	f.Fuzz(func(t *testing.T, name, file string) {
		all := []string{file, "data/other.txt"}
		for _, c := range closest(name, slices.Clone(all)) {
			if !slices.Contains(all, c) {
				t.Errorf("%q is close to %q, which is not there", name, c)
			}
		}
	})
}

func FuzzParseTable(f *testing.F) {
	f.Add("a,b\n1,2", "", "")
	f.Add("a | b\n1 | 2\n\n3", "", "")
	f.Add("Ann: 90 pts, Bob: 85 pts", "", `(?P<Name>\w+): (\d+)`)
	f.Add("x", "\x00", "")
	f.Add("aaaa", "", `()()()|a*`)
	f.Add("\xff\t\xff", "\t", "(?s).")
	f.Fuzz(func(t *testing.T, content, delimiter, pattern string) {
		if len(pattern) > 200 {
			return
		}
		res, err := runParse(t.Context(), nil, parseParams{Content: content, Delimiter: delimiter, Pattern: pattern})
		expected(t, err)
		if err != nil {
			return
		}
		d := res.Data.(rowsData)
		if d.Count*len(d.Headers) > table.MaxCells || d.Count > len(content)+1 {
			t.Errorf("%d rows of %d columns from %d bytes", d.Count, len(d.Headers), len(content))
		}
		for _, row := range d.Rows {
			if len(row) != len(d.Headers) {
				t.Errorf("a row of %d values under %d headers", len(row), len(d.Headers))
			}
		}
		if _, err := json.Marshal(d); err != nil {
			t.Errorf("JSON cannot say it: %v", err)
		}
	})
}

func FuzzExtract(f *testing.F) {
	f.Add("Total: 12.50\nDue: Friday", "total", "", "")
	f.Add("from Ann to Bob", "from", "to", "")
	f.Add("a1b2", "", "", `[a-z](\d)`)
	f.Add("((", "((", "))", "")
	f.Add("", "\xff", "", "(")
	f.Fuzz(func(t *testing.T, content, after, before, pattern string) {
		if len(pattern) > 200 {
			return
		}
		res, err := runExtract(t.Context(), nil, extractParams{Content: content, After: after, Before: before, Pattern: pattern})
		expected(t, err)
		if err != nil {
			return
		}
		for _, text := range res.Data.(extractData).Texts {
			if !strings.Contains(content, text) {
				t.Errorf("%q is not in the text", text)
			}
		}
	})
}

// FuzzRows: rows as they come in arguments are chosen from, sorted, formatted
// and looked up, or refused.
func FuzzRows(f *testing.F) {
	f.Add(`[{"a":1},{"a":"2","b":null}]`, "a", "{a:,.2}")
	f.Add(`[[1,2],[3],[],"x",null,true]`, "1", "{1} {#}")
	f.Add(`[{"a":1,"A":2}]`, "a", "{a}")
	f.Add(`[[[1]],{"a":{"b":[]}}]`, "B", "{}")
	f.Fuzz(func(t *testing.T, text, column, template string) {
		var rows []any
		if json.Unmarshal([]byte(text), &rows) != nil {
			return
		}
		for _, run := range []func() (tools.Result, error){
			func() (tools.Result, error) {
				return runFilter(t.Context(), nil, filterParams{Rows: rows, Column: column, Op: "ge", Value: 1.0, SortBy: column, Unique: true})
			},
			func() (tools.Result, error) { return runSort(t.Context(), nil, sortParams{Rows: rows, By: column}) },
			func() (tools.Result, error) {
				return runLookup(t.Context(), nil, lookupParams{Rows: rows, Column: column, Value: "1"})
			},
			func() (tools.Result, error) {
				return runFormat(t.Context(), nil, formatParams{Rows: rows, Template: template})
			},
			func() (tools.Result, error) {
				return runAggregate(t.Context(), nil, aggregateParams{Values: rows, Op: "mode"})
			},
		} {
			res, err := run()
			expected(t, err)
			if _, err := json.Marshal(res.Data); err != nil {
				t.Errorf("JSON cannot say it: %v", err)
			}
		}
	})
}
