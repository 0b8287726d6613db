package table

import (
	"math"
	"slices"
	"sort"
	"strings"
)

// Query chooses rows and columns: first the conditions, then the order, the
// limit, the columns, and the removal of repeated rows.
type Query struct {
	Where []Condition
	Any   bool // one condition is enough
	// Sort orders by a column; Descending reverses. Near orders by the
	// distance to a number instead, nearest first.
	Sort       string
	Descending bool
	Near       *float64
	Limit      int // 0: all
	Columns    []string
	Unique     bool
}

// Select runs a query. Skipped is as in Filter.
func (t *Table) Select(q Query) (selected *Table, skipped int, err error) {
	columns, err := t.Columns(q.Columns)
	if err != nil {
		return nil, 0, err
	}
	out, skipped, err := t.Filter(q.Where, q.Any)
	if err != nil {
		return nil, 0, err
	}
	if q.Sort != "" {
		by, err := t.Column(q.Sort)
		if err != nil {
			return nil, 0, err
		}
		if q.Near != nil {
			out, skipped = out.nearest(by, *q.Near, skipped)
		} else {
			out = out.Sorted(by, q.Descending)
		}
	}
	if q.Unique {
		out = out.Pick(columns).unique()
	}
	if q.Limit > 0 && len(out.Rows) > q.Limit {
		out.Rows = out.Rows[:q.Limit]
	}
	if !q.Unique {
		out = out.Pick(columns)
	}
	return out, skipped, nil
}

// Sorted orders the rows by a column counted from 0: numbers, dates and times
// by value, then texts by alphabet, empty ones last whichever way. Equal rows
// keep their order.
func (t *Table) Sorted(by int, descending bool) *Table {
	rows := slices.Clone(t.Rows)
	sort.SliceStable(rows, func(i, j int) bool {
		a, b := rows[i].Value(by), rows[j].Value(by)
		if Empty(a) || Empty(b) {
			return !Empty(a) && Empty(b)
		}
		if descending {
			a, b = b, a
		}
		return Less(a, b)
	})
	return &Table{Headers: t.Headers, Rows: rows}
}

// Less is the order of Sorted.
func Less(a, b any) bool {
	if x, y := rank(a), rank(b); x != y {
		return x < y
	}
	if order, ok := Compare(a, b); ok {
		return order < 0
	}
	return strings.Compare(fold(Text(a)), fold(Text(b))) < 0
}

// rank keeps kinds that cannot be compared apart, so that the order is total.
func rank(v any) int {
	if Empty(v) {
		return 4
	}
	if _, ok := Number(v); ok {
		return 0
	}
	if _, ok := instant(v, dateLayouts); ok {
		return 1
	}
	if _, ok := instant(v, clockLayouts); ok {
		return 2
	}
	return 3
}

// nearest orders by the distance to a number; rows without a number are dropped.
func (t *Table) nearest(by int, to float64, skipped int) (*Table, int) {
	out := &Table{Headers: t.Headers}
	for _, r := range t.Rows {
		if _, ok := Number(r.Value(by)); ok {
			out.Rows = append(out.Rows, r)
		} else {
			skipped++
		}
	}
	distance := func(r Row) float64 {
		n, _ := Number(r.Value(by))
		return math.Abs(n - to)
	}
	sort.SliceStable(out.Rows, func(i, j int) bool { return distance(out.Rows[i]) < distance(out.Rows[j]) })
	return out, skipped
}

func (t *Table) unique() *Table {
	out := &Table{Headers: t.Headers}
	seen := map[string]bool{}
	for _, r := range t.Rows {
		key := ""
		for _, v := range r.Values {
			key += keyOf(v) + "\x00"
		}
		if !seen[key] {
			seen[key] = true
			out.Rows = append(out.Rows, r)
		}
	}
	return out
}

// keyOf is the same text for values that are Equal.
func keyOf(v any) string {
	if n, ok := Number(v); ok {
		return Text(n)
	}
	for _, layouts := range [][]string{dateLayouts, clockLayouts} {
		if at, ok := instant(v, layouts); ok {
			return at.UTC().Format("2006-01-02T15:04:05")
		}
	}
	return fold(Text(v))
}

// Group is the rows that share a value.
type Group struct {
	Value any
	Table *Table
}

// Groups splits the rows by a column counted from 0, in the order in which
// its values first occur.
func (t *Table) Groups(by int) []Group {
	var out []Group
	at := map[string]int{}
	for _, r := range t.Rows {
		key := keyOf(r.Value(by))
		i, ok := at[key]
		if !ok {
			i = len(out)
			at[key] = i
			out = append(out, Group{r.Value(by), &Table{Headers: t.Headers}})
		}
		out[i].Table.Rows = append(out[i].Table.Rows, r)
	}
	return out
}
