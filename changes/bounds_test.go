package changes_test

import (
	"fmt"
	"strings"
	"testing"

	"legomem/changes"
	"legomem/must"
	"legomem/tools/facts"
)

// TestManyEvents: of a calendar with very many new events some are listed, and one change
// says how many are not.
func TestManyEvents(t *testing.T) {
	var events []string
	for i := range facts.MostEvents + 5 {
		events = append(events, fmt.Sprintf("UID:%d\nSUMMARY:Event %d\nDTSTART:20260312T140000", i, i))
	}
	got := compare(t, nil, files{"calendar/Ann.ics": diary(events...)}, changes.Asked{})
	if n := len(got.Changes); n != facts.MostEvents+1 {
		t.Fatalf("%d changes, want %d", n, facts.MostEvents+1)
	}
	if !anyMark(got, facts.Large, "5 more events") {
		t.Error("nothing says that events are left out")
	}
}

// TestManyFiles: the same for very many files.
func TestManyFiles(t *testing.T) {
	after := files{}
	for i := range 10_003 {
		after[fmt.Sprintf("data/%05d.txt", i)] = fmt.Sprint(i)
	}
	dir, empty := bed(t, after), bed(t, nil)
	got := must.Have(changes.Compare(t.Context(), changes.Testbed{Dir: empty}, changes.Testbed{Dir: dir}, changes.Asked{}, broken{}))(t)
	if n := len(got.Changes); n != 10_001 {
		t.Fatalf("%d changes, want 10001", n)
	}
	if !anyMark(got, facts.Large, "3 more files, from data/10000.txt to data/10002.txt") {
		t.Error("nothing says that files are left out")
	}
}

func anyMark(l changes.List, kind facts.MarkKind, detail string) bool {
	for _, c := range l.Changes {
		for _, m := range c.Marks {
			if m.Kind == kind && strings.HasPrefix(m.Detail, detail) {
				return true
			}
		}
	}
	return false
}
