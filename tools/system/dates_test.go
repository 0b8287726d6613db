package system

import (
	"testing"

	"legomem/tools"
)

// TestDates reckons from Monday, 2 March 2026.
func TestDates(t *testing.T) {
	newDesk(t).run([]test{
		{"dates", `{}`, "value", "2026-03-02"},
		{"dates", `{"date":"tomorrow","add":"3 days"}`, "value", "2026-03-06"},
		{"dates", `{"date":"March 12 2026 at 2 pm","add":"1h30m"}`, "value", "2026-03-12 15:30:00"},
		{"dates", `{"date":"2026-03-12 14:00:00","subtract":"2 weeks"}`, "value", "2026-02-26 14:00:00"},
		{"dates", `{"date":"2026-01-31","add":"1 month"}`, "value", "2026-02-28"},
		{"dates", `{"date":"2026-03-12","subtract":"a year"}`, "value", "2025-03-12"},
		{"dates", `{"date":"2026-03-12","add":"90 minutes"}`, "time", "01:30"},
		{"dates", `{"date":"2026-03-12","until":"2026-04-01"}`, "days", 20.0},
		{"dates", `{"date":"2026-03-12","until":"2026-03-10"}`, "days", -2.0},
		{"dates", `{"date":"2026-03-12 23:00:00","until":"2026-03-13 01:00:00"}`, "days", 1.0},
		{"dates", `{"until":"2026-03-02"}`, "days", 0.0},
		{"dates", `{"date":"2026-03-12"}`, "weekday", "Thursday"},
		{"dates", `{"date":"2026-03-12"}`, "text", "Thursday, 12 March 2026"},
		{"dates", `{"date":"2026-03-15"}`, "week_first", "2026-03-09"},
		{"dates", `{"date":"2026-03-15"}`, "week_last", "2026-03-15"},
		{"dates", `{"date":"2028-02-15"}`, "month_first", "2028-02-01"},
		{"dates", `{"date":"2028-02-15"}`, "month_last", "2028-02-29"},
	})
	d := newDesk(t)
	d.Fails("dates", `{"date":"some day"}`, tools.BadArguments, "some day", "accepted: ")
	d.Fails("dates", `{"add":"a while"}`, tools.BadArguments, "a while", "1 month")
	d.Fails("dates", `{"add":"9999 years"}`, tools.BadArguments, "out of the calendar")
}

func TestFileInfo(t *testing.T) {
	d := newDesk(t, "data/a.txt", "data/b.csv", "top.txt")
	got := d.Data("file_info", `{"file_path":["a.txt","top.txt"]}`)
	files := got["files"].([]any)
	first := files[0].(map[string]any)
	if first["file"] != "data/a.txt" || first["bytes"] != 14.0 || first["lines"] != 1.0 || first["words"] != 2.0 || first["type"] != "txt" {
		t.Errorf("told %v", first)
	}
	if got["bytes"] != 25.0 || got["count"] != 2.0 {
		t.Errorf("told %v", got)
	}
	must := d.WS.WriteFile("data/x.bin", []byte{0, 1, 2})
	if must != nil {
		t.Fatal(must)
	}
	if words := d.Data("file_info", `{"file_path":"x.bin"}`)["files"].([]any)[0].(map[string]any)["words"]; words != nil {
		t.Errorf("binary data has %v words", words)
	}
	d.Fails("file_info", `{"file_path":"none.txt"}`, tools.NotFound, "none.txt")
	d.Fails("file_info", `{"file_path":[]}`, tools.BadArguments)
}

func TestListByType(t *testing.T) {
	newDesk(t, "data/a.txt", "data/b.CSV", "data/sub/c.csv", "data/d.pdf").run([]test{
		{"list_files", `{"types":["csv"]}`, "files", []any{"data/b.CSV", "data/sub/c.csv"}},
		{"list_files", `{"types":[".PDF","txt"],"folder":"data"}`, "files", []any{"data/a.txt", "data/d.pdf"}},
		{"list_files", `{"types":["csv"],"pattern":"c*"}`, "files", []any{"data/sub/c.csv"}},
		{"read_text", `{"file_path":"data/a.txt"}`, "words", 2.0},
	})
}
