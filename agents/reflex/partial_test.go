package reflex

import (
	"errors"
	"strings"
	"testing"
	"time"

	"legomem/agents"
	"legomem/tools"
	"legomem/tools/value"
)

// TestPartial: a result that leaves values out is not passed on, unless the run that
// was learned from left some out too.
func TestPartial(t *testing.T) {
	for _, learnedSo := range []bool{false, true} {
		run := shifts("r1", "april.xlsx", "Ann", "Bo", "Cy")
		if learnedSo {
			first := &run.Subtasks[0].Steps[0]
			first.Observation.Data = []byte(strings.Replace(string(first.Observation.Data), "{", `{"skipped":1,`, 1))
		}
		got := play(t, compiled(t, run), file("may.xlsx"), func(a tools.Action) any {
			if a.Tool != "excel.aggregate" {
				return map[string]any{"id": "new"}
			}
			out := people("Di", "Ed")
			out["skipped"] = 2
			return out
		})
		if stopped := len(got) == 2 && strings.Contains(got[1], "does not take in all there is"); stopped == learnedSo {
			t.Errorf("learned with some left out: %v; played %q", learnedSo, got)
		}
	}
}

// TestGone: a day that is over is said to be.
func TestGone(t *testing.T) {
	now := time.Date(2026, 3, 12, 23, 0, 0, 0, time.UTC)
	for day, want := range map[string]string{"2026-03-11": ", which is past", "2026-03-12": "", "2027-01-01": ""} {
		if got := gone(Binding{Kind: value.Date, Canon: day}, now); got != want {
			t.Errorf("%s: %q, want %q", day, got, want)
		}
	}
}

// TestTold: a refusal says what is wrong with a value, where that can be told.
func TestTold(t *testing.T) {
	hits := append(learned(t, shifts("r1", "april.xlsx", "Ann", "Bo")), learned(t, meeting())...)
	for text, want := range map[string]string{
		"Put everybody's shift of april.csv into their calendars":                  "practised with a .xlsx file, not with a .csv",
		"Schedule a team lunch for Priya on 31/11/2026 from 12:00 pm to 1:00 pm":   `"31/11/2026": there is no such day`,
		"Put everybody's shift of april.xlsx into their calendars, but not Ann's":  "which does not account for",
		"Schedule a team lunch for Priya on 5.6.2026 from 12:00 pm until 1:00 p.m": "it may be day.month or month.day",
	} {
		_, err := choose(t.Context(), task(text), hits)
		var no *agents.GiveUp
		if !errors.As(err, &no) || !strings.Contains(no.Reason, want) {
			t.Errorf("%s\n%v\nwant %q in it", text, err, want)
		}
	}
}
