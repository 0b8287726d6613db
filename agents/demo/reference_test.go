package demo

import (
	"os"
	"strings"
	"testing"
	"time"

	"legomem/agents"
	"legomem/must"
	"legomem/tools"
	"legomem/trajectory"
)

// referring is the demonstration of a file with parts of it written otherwise.
func referring(t *testing.T, pairs ...string) (*Demo, trajectory.Task) {
	t.Helper()
	page := must.Have(os.ReadFile("testdata/review.yaml"))(t)
	d := must.Have(Parse("review.yaml", []byte(strings.NewReplacer(pairs...).Replace(string(page)))))(t)
	must.Do(t, d.Fits(agents.DefaultTeam(), office()))
	task, _ := d.Free(time.UTC)
	return d, task
}

// TestReferences: what an earlier action returned is named instead of repeated, and the
// demonstration is as sound as the one that repeats it.
func TestReferences(t *testing.T) {
	d, task := referring(t, "The total is 815.5.", "The total is {2.value}.", "total of 815.5", "total of {2.value}")
	r := check(t, d, task, lines(strict))
	if !r.Sound() || r.Weak() {
		t.Errorf("report = %+v, want it sound and strong", r)
	}
	_, run, err := play(t, task, lines(strict))(t.Context(), d)
	must.Do(t, err)
	if want := "The budget review is on Thursday, 12 March 2026, and the total of 815.5 is mailed."; run.Answer != want {
		t.Errorf("the answer is %q, want %q", run.Answer, want)
	}
	if got := run.Steps()[2].Action.Args["content"]; got != "The total is 815.5." {
		t.Errorf("the mail says %q", got)
	}
}

// TestWholeReference: a text that is a reference alone is the value as it is.
func TestWholeReference(t *testing.T) {
	before := returned{{Observation: &tools.Observation{Data: []byte(`{"rows":[["Ann",2]],"n":2}`)}}}
	for text, want := range map[string]any{"{1.n}": 2.0, "{1.rows.0.0}": "Ann", "n is {1.n}, {1.rows}": `n is 2, [["Ann",2]]`, "{1} and {n}": "{1} and {n}"} {
		if got := must.Have(before.text(text))(t); got != want {
			t.Errorf("%s = %v, want %v", text, got, want)
		}
	}
	rows := must.Have(before.value(map[string]any{"rows": []any{"{1.rows.0}"}}))(t)
	if got := rows.(map[string]any)["rows"].([]any)[0].([]any)[0]; got != "Ann" {
		t.Errorf("the first cell is %v", got)
	}
}

// TestReferenceToNothing: a reference that names nothing stops the demonstration, with the
// line and what there is.
func TestReferenceToNothing(t *testing.T) {
	for text, want := range map[string]string{
		"{2.total}": `review.yaml:22: content: {2.total}: excel.aggregate returned nothing there; it has: {"last":`,
		"{7.value}": "{7.value}: action 7 has not been done by then; 2 have",
	} {
		d, task := referring(t, "The total is 815.5.", text)
		r := check(t, d, task, lines(strict))
		if !strings.Contains(r.Stopped, want) {
			t.Errorf("stopped %q, want %q", r.Stopped, want)
		}
	}
}
