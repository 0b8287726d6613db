// Package table holds small tables in memory and computes over them: pick
// columns, filter, sort, look up, count, group, aggregate, compare, format.
// It is what the excel and system tools compute with; it reads no files and
// knows no workbook (see tools/office and tools/excel for those).
//
// A value is one of nil (empty), bool, int64, float64 and string; numbers that
// came as JSON are float64. Texts that spell a number or a date compare as
// such. Start with Table, and Query for what most callers want.
package table

import (
	"fmt"
	"strconv"
	"strings"
)

// Table is a header and rows of values. Rows may be shorter than the header.
type Table struct {
	Headers []string
	Rows    []Row
}

// Row is a row and its number in its source, from 1.
type Row struct {
	Number int
	Values []any
}

// Error is a request that a table cannot serve. Code is a tool failure's code:
// "not_found", "ambiguous", "bad_arguments", "corrupt", "too_large".
type Error struct {
	Code string
	Text string
}

func (e *Error) Error() string { return e.Text }

// FailureCode is Code; a tool that fails with this error has it too.
func (e *Error) FailureCode() string { return e.Code }

// maxQuoted is how much of a text an error repeats, in bytes.
const maxQuoted = 2_000

func errorf(code, format string, args ...any) error {
	for i, a := range args {
		if s, ok := a.(string); ok && len(s) > maxQuoted {
			args[i] = strings.ToValidUTF8(s[:maxQuoted], "") + "..."
		}
	}
	return &Error{Code: code, Text: fmt.Sprintf(format, args...)}
}

// New makes a table of plain rows, numbered from 1.
func New(headers []string, rows [][]any) *Table {
	t := &Table{Headers: headers}
	for i, r := range rows {
		t.Rows = append(t.Rows, Row{Number: i + 1, Values: r})
	}
	return t
}

// Value returns the row's value in a column counted from 0, nil where the row
// ends before it.
func (r Row) Value(column int) any {
	if column < 0 || column >= len(r.Values) {
		return nil
	}
	return r.Values[column]
}

// Column finds a column by its header (case, spacing and punctuation aside,
// and by a part of it where only one column has it), else by its number from 1
// or its letter. The error for a missing one lists those there are.
func (t *Table) Column(name string) (int, error) {
	name = strings.TrimSpace(name)
	for _, same := range []func(header, name string) bool{strings.EqualFold, sameLetters, hasWords} {
		var found []int
		for i, h := range t.Headers {
			if h != "" && name != "" && same(strings.TrimSpace(h), name) {
				found = append(found, i)
			}
		}
		if len(found) == 1 {
			return found[0], nil
		}
		if len(found) > 1 {
			return 0, errorf("ambiguous", "several columns fit %q; name one by its letter or number: %s", name, t.describe(found))
		}
		if i, ok := t.place(name); ok {
			return i, nil // "B" is a letter before it is a part of a header
		}
	}
	return 0, errorf("not_found", "no column %q; there are: %s", name, t.describe(nil))
}

// place reads a column's number or letter.
func (t *Table) place(name string) (int, bool) {
	n, err := strconv.Atoi(name)
	if err != nil {
		n = letters(name)
	}
	return n - 1, n >= 1 && n <= len(t.Headers)
}

func letters(name string) int {
	if len(name) > 3 {
		return 0
	}
	n := 0
	for _, r := range strings.ToUpper(name) {
		if r < 'A' || r > 'Z' {
			return 0
		}
		n = n*26 + int(r-'A') + 1
	}
	return n
}

// maxListed is how many columns an error lists.
const maxListed = 100

func (t *Table) describe(columns []int) string {
	if columns == nil {
		for i := range t.Headers {
			columns = append(columns, i)
		}
	}
	var parts []string
	for n, i := range columns {
		if n == maxListed {
			parts = append(parts, fmt.Sprintf("and %d more", len(columns)-n))
			break
		}
		parts = append(parts, fmt.Sprintf("%s (column %d)", strconv.Quote(t.Headers[i]), i+1))
	}
	if len(parts) == 0 {
		return "none, the table is empty"
	}
	return strings.Join(parts, ", ")
}

// Columns finds several columns; none named means all.
func (t *Table) Columns(names []string) ([]int, error) {
	var out []int
	for _, name := range names {
		i, err := t.Column(name)
		if err != nil {
			return nil, err
		}
		out = append(out, i)
	}
	if len(names) == 0 {
		for i := range t.Headers {
			out = append(out, i)
		}
	}
	return out, nil
}

// Pick keeps the given columns, counted from 0, in that order.
func (t *Table) Pick(columns []int) *Table {
	out := &Table{Rows: make([]Row, 0, len(t.Rows))}
	for _, c := range columns {
		out.Headers = append(out.Headers, t.Headers[c])
	}
	for _, r := range t.Rows {
		values := make([]any, len(columns))
		for i, c := range columns {
			values[i] = r.Value(c)
		}
		out.Rows = append(out.Rows, Row{r.Number, values})
	}
	return out
}

// Values returns one column's values.
func (t *Table) Values(column int) []any {
	out := make([]any, len(t.Rows))
	for i, r := range t.Rows {
		out[i] = r.Value(column)
	}
	return out
}

// Lists returns the rows as plain lists of the header's length.
func (t *Table) Lists() [][]any {
	out := make([][]any, len(t.Rows))
	for i, r := range t.Rows {
		out[i] = make([]any, len(t.Headers))
		copy(out[i], r.Values)
	}
	return out
}

// Records returns the rows as objects by header. A column without a header is
// named by its number, and so are the later columns of a repeated header.
func (t *Table) Records() []map[string]any {
	names := t.fieldNames()
	out := make([]map[string]any, len(t.Rows))
	for i, r := range t.Rows {
		rec := make(map[string]any, len(names))
		for c, name := range names {
			rec[name] = r.Value(c)
		}
		out[i] = rec
	}
	return out
}

func (t *Table) fieldNames() []string {
	names := make([]string, len(t.Headers))
	seen := map[string]bool{}
	for i, h := range t.Headers {
		if h == "" || seen[h] {
			h = "column " + strconv.Itoa(i+1)
		}
		seen[h] = true
		names[i] = h
	}
	return names
}

// Numbers lists the rows' numbers.
func (t *Table) Numbers() []int {
	out := make([]int, len(t.Rows))
	for i, r := range t.Rows {
		out[i] = r.Number
	}
	return out
}

// Transpose turns columns into rows: each header begins one.
func Transpose(rows [][]any) [][]any {
	out := make([][]any, Width(rows))
	for c := range out {
		out[c] = make([]any, len(rows))
		for i, r := range rows {
			out[c][i] = Row{Values: r}.Value(c)
		}
	}
	return out
}

// Append puts another table's rows under these, by header (case and spacing
// aside); a header that is new becomes a column.
func (t *Table) Append(other *Table) error {
	known := map[string]int{}
	for i, h := range t.Headers {
		if _, ok := known[fold(h)]; !ok {
			known[fold(h)] = i
		}
	}
	at := make([]int, len(other.Headers))
	for i, h := range other.Headers {
		c, ok := known[fold(h)]
		if !ok {
			c = len(t.Headers)
			known[fold(h)] = c
			t.Headers = append(t.Headers, h)
		}
		at[i] = c
	}
	if err := Check(len(t.Rows)+len(other.Rows), len(t.Headers)); err != nil {
		return err
	}
	for _, r := range other.Rows {
		values := make([]any, len(t.Headers))
		for i, c := range at {
			values[c] = r.Value(i)
		}
		t.Rows = append(t.Rows, Row{len(t.Rows) + 1, values})
	}
	return nil
}

// Join adds another table's columns to this one, matching rows whose values in
// the column named by are equal. Rows that only one of them has are kept, and so
// are two columns of one header. A value that occurs twice in the other's column
// is ambiguous.
func (t *Table) Join(other *Table, by string) error {
	key, err := t.Column(by)
	if err != nil {
		return err
	}
	otherKey, err := other.Column(by)
	if err != nil {
		return err
	}
	at := make([]int, len(other.Headers))
	for i, h := range other.Headers {
		if at[i] = key; i != otherKey {
			t.Headers = append(t.Headers, h)
			at[i] = len(t.Headers) - 1
		}
	}
	if err := Check(len(t.Rows)+len(other.Rows), len(t.Headers)); err != nil {
		return err
	}
	rows, err := other.byKey(otherKey)
	if err != nil {
		return err
	}
	joined := map[string]bool{}
	for i, r := range t.Rows {
		k := keyOf(r.Value(key))
		if from, ok := rows[k]; ok {
			joined[k] = true
			t.Rows[i] = t.cellsFrom(r, from, at)
		}
	}
	for _, r := range other.Rows {
		if !joined[keyOf(r.Value(otherKey))] {
			t.Rows = append(t.Rows, t.cellsFrom(Row{Number: len(t.Rows) + 1}, r, at))
		}
	}
	return nil
}

func (t *Table) byKey(column int) (map[string]Row, error) {
	rows := map[string]Row{}
	for _, r := range t.Rows {
		k := keyOf(r.Value(column))
		if _, twice := rows[k]; twice {
			return nil, errorf("ambiguous", "%q comes more than once in column %s; it cannot be joined by", Text(r.Value(column)), t.Headers[column])
		}
		rows[k] = r
	}
	return rows, nil
}

// cellsFrom lays the filled values of from over r, at the given columns.
func (t *Table) cellsFrom(r, from Row, at []int) Row {
	values := make([]any, len(t.Headers))
	copy(values, r.Values)
	for i, c := range at { // the key's column has the same value in both
		if v := from.Value(i); v != nil {
			values[c] = v
		}
	}
	return Row{r.Number, values}
}
