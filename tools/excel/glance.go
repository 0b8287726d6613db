package excel

import (
	"cmp"
	"fmt"

	"legomem/lists"
	"legomem/tools/table"
	"legomem/words"
)

// few is how many columns, sheets or values a glance names, and maxShown how many
// characters of each.
const (
	few      = 8
	maxShown = 40
)

// glance says in a line what a sheet holds, for who found no row in it: its columns, the
// values of those that the conditions are about, and the workbook's other sheets.
func (t *sheetTable) glance(cs []table.Condition) string {
	out := fmt.Sprintf("Sheet %s has %s; columns: %s", t.sheet, words.Count(len(t.Rows), "row"), some(t.Headers))
	told := map[int]bool{}
	for _, c := range cs {
		column, err := t.Column(c.Column)
		if err != nil || told[column] {
			continue
		}
		told[column] = true
		out += fmt.Sprintf("; %s has: %s", t.Headers[column], some(texts(table.Unique(t.Values(column)))))
	}
	if len(t.bookNames) > 1 {
		out += "; all sheets: " + some(t.bookNames)
	}
	return out
}

func texts(values []any) []string {
	var out []string
	for _, v := range values {
		if !table.Empty(v) {
			out = append(out, table.Text(v))
		}
	}
	return out
}

// some names a few of many, each cut short.
func some(all []string) string {
	short := lists.Map(all, func(s string) string { return words.Cut(s, maxShown) })
	return cmp.Or(words.Some(short, few), "none")
}
