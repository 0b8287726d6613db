package value

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
)

// TestRemembered: what was found before is found again, as the question is, and is the
// caller's own.
func TestRemembered(t *testing.T) {
	const text = "Meet Dana tomorrow at 2 pm, or on 3/4/2026"
	monday := Reference{Now: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}
	tuesday, dayFirst := monday, monday
	tuesday.Now, dayFirst.DayFirst = monday.Now.AddDate(0, 0, 1), true
	for range 2 {
		for _, ref := range []Reference{monday, tuesday, dayFirst} {
			must.NoDiff(t, cmp.Diff(find(text, ref), Find(text, ref)), "Find with %v (-want +got):\n%s", ref)
			got := FindAll(text, ref)
			must.NoDiff(t, cmp.Diff(findAll(text, ref), got), "FindAll with %v (-want +got):\n%s", ref)
			clear(got)
		}
	}
	long := strings.Repeat("on 3/4/2026 ", longestAsked/10)
	must.NoDiff(t, cmp.Diff(find(long, monday), Find(long, monday)), "Find of a long text (-want +got):\n%s")
	if foundBy.Contains(asked{long, monday}) {
		t.Error("a long text is remembered")
	}
	for range 2 {
		if got := Stem("scheduling"); got != "schedul" {
			t.Errorf("the stem is %q", got)
		}
	}
}

func BenchmarkFindAllAgain(b *testing.B) {
	const text = "Schedule a budget review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm"
	for b.Loop() {
		FindAll(text, Reference{})
	}
}
