package apps_test

import (
	"testing"

	"legomem/tools/apps"
)

// TestChanging: what changes something is told from a memory's step, with its arguments;
// what cannot be told counts as changing.
func TestChanging(t *testing.T) {
	for action, want := range map[string]bool{
		`excel.append_row({"file_path":"a.xlsx","values":["fee (late)",300]})`:   true,
		`excel.read({"file_path":"a.xlsx"})`:                                     false,
		`excel.filter({"file_path":"a.xlsx","column":"Name"})`:                   false,
		`excel.filter({"file_path":"a.xlsx","column":"Name","target":"b.xlsx"})`: true,
		` email.send({"to":["Bob"],"subject":"Hello","body":"Hello"}) `:          true,
		`calendar.list_events({"user":"Bob"})`:                                   false,
		`system.find_file({"name":"budget"})`:                                    false,
		`system.copy({"source":["a.txt"],"target":"b.txt"})`:                     true,
		`no.tool({})`:                   true,
		`excel.read(what is in a.xlsx)`: true,
		`look at the workbook`:          true,
		``:                              true,
	} {
		if got := apps.Registry().Changing(action); got != want {
			t.Errorf("%s: changing is %v, want %v", action, got, want)
		}
	}
}
