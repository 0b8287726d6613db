package excel

import (
	"strings"
	"testing"
	"time"

	"legomem/tools/toolstest"
)

// desk is a workspace with the excel tools at hand.
type desk struct{ *toolstest.Desk }

func newDesk(tb testing.TB) *desk {
	return &desk{toolstest.New(tb, time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC), Tools(), nil)}
}

func (d *desk) dump(file string) string {
	d.T.Helper()
	return d.Field("inspect", `{"file_path":"`+file+`"}`, "dump").(string)
}

// lines spells rows as brief does.
func lines(rows ...string) string {
	out := ""
	for _, r := range rows {
		out += r + "\n"
	}
	return out
}

// brief is a dump without coordinates, values apart by a bar.
func (d *desk) brief(file string) string {
	d.T.Helper()
	var out strings.Builder
	for row := range strings.Lines(d.dump(file)) {
		var values []string
		for cell := range strings.SplitSeq(strings.TrimSuffix(row, "\t\n"), "\t") {
			_, v, _ := strings.Cut(cell, "): ")
			values = append(values, strings.Replace(v, "[Empty Cell]", "-", 1))
		}
		out.WriteString(strings.Join(values, "|") + "\n")
	}
	return out.String()
}
