package table

import "strings"

// totals are what people write beside a sum of the rows above.
var totals = map[string]bool{"total": true, "totals": true, "sum": true, "grand total": true, "overall": true, "overall total": true, "in total": true, "total sum": true}

// CutTotal returns the table without a last row that only sums up the others, and
// that row's label, "" if there is none. A sum of both would count all twice.
func (t *Table) CutTotal() (*Table, string) {
	n := len(t.Rows)
	if n < 2 {
		return t, ""
	}
	for _, v := range t.Rows[n-1].Values {
		if Empty(v) {
			continue
		}
		label, isText := v.(string)
		if !isText || !totals[strings.ToLower(strings.Trim(label, " :"))] {
			return t, ""
		}
		cut := *t
		cut.Rows = t.Rows[: n-1 : n-1]
		return &cut, strings.TrimSpace(label)
	}
	return t, ""
}
