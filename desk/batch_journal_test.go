package desk

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"legomem/must"
	"legomem/places"
	"legomem/tools"
	"legomem/trajectory"
)

func TestJournal(t *testing.T) {
	dir := t.TempDir()
	events := []batchEvent{
		{Event: batchOpened, Batch: &batchIs{Task: "Mail {to}", File: "v.csv", Chain: true}},
		{Event: rowBegun, Row: "a", Line: 2, Run: "r1"},
		{Event: rowEnded, Row: "a", Run: "r1", Outcome: trajectory.Solved},
		{Event: rowBegun, Row: "b", Line: 3, Run: "r2"},
	}
	log := func(events ...batchEvent) {
		t.Helper()
		j := must.Have(openJournal(dir))(t)
		defer j.Close()
		for _, e := range events {
			must.Do(t, j.Append(e))
		}
	}
	same := func(want []batchEvent) {
		t.Helper()
		got, err := readJournal(dir)
		if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(batchEvent{}, "Time")); err != nil || diff != "" {
			t.Errorf("%v (-want +got)\n%s", err, diff)
		}
	}
	same(nil) // before there is one
	log(events...)
	same(events)

	// A crash cuts the last line off, at any byte: it counts for nothing, and
	// what follows stands on a line of its own.
	file := filepath.Join(dir, journalName)
	whole := must.Have(os.ReadFile(file))(t)
	lines := strings.SplitAfter(strings.TrimSuffix(string(whole), "\n"), "\n")
	last := len(whole) - len(lines[len(lines)-1]) - 1
	for _, cut := range []int{last, last + 1, last + 20, len(whole) - 2, len(whole) - 1} {
		write(t, file, string(whole[:cut]))
		same(events[:3])
		log(events[3])
		same(events)
	}
	write(t, file, "not JSON\n"+string(whole))
	if _, err := readJournal(dir); err == nil || !IsInput(err) || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("a journal that is none: %v", err)
	}
}

func TestPast(t *testing.T) {
	ended := func(row, run string, o trajectory.Outcome) batchEvent {
		return batchEvent{Event: rowEnded, Row: row, Run: run, Outcome: o}
	}
	p := pastOf([]batchEvent{
		{Event: rowBegun, Row: "a", Run: "r1"}, ended("a", "r1", trajectory.GaveUp),
		{Event: rowBegun, Row: "b", Run: "r2"}, ended("b", "r2", trajectory.Solved),
		{Event: rowApplying, Row: "b", Run: "r2"}, {Event: rowApplied, Row: "b", Run: "r2"},
		{Event: rowBegun, Row: "a", Run: "r3"}, ended("a", "r3", trajectory.Solved),
		{Event: rowConflict, Row: "a", Run: "r3", Reason: "changed"},
		{Event: rowBegun, Row: "c", Run: "r4"},
	})
	if diff := cmp.Diff([]string{"r2", "r3"}, p.done); diff != "" || p.applied != "r2" {
		t.Errorf("done %v, applied %s", p.done, p.applied)
	}
	for key, want := range map[string]rowPast{
		"a": {run: "r3", outcome: trajectory.Solved, conflict: true},
		"b": {run: "r2", outcome: trajectory.Solved, applied: true},
		"c": {run: "r4", begun: true},
		"d": {},
	} {
		if got := *p.row(key); got != want {
			t.Errorf("%s: %+v, want %+v", key, got, want)
		}
	}
}

// TestEndIn: what a run's log tells of a row that the journal has no end of.
func TestEndIn(t *testing.T) {
	runs := places.Runs(t.TempDir())
	write(t, runs.Run("r").Log(), "no event\n{}\n")
	if _, _, err := endIn(runs, "r"); !IsInput(err) {
		t.Errorf("a log that cannot be read: %v", err)
	}

	started := trajectory.Started{Task: trajectory.Task{Text: "Mail Ann"}, Brain: "reflex"}
	delegated := trajectory.Delegated{Subtask: trajectory.Subtask{Round: 1, Agent: "email_agent"}}
	intended := trajectory.Intended{Step: 1, Action: tools.Action{Tool: "email.send"}}
	finished := func(o trajectory.Outcome, testbed string) trajectory.Payload {
		return trajectory.Finished{Result: trajectory.Result{RunID: "r", Outcome: o, Testbed: testbed, Reason: "why"}}
	}
	for _, tt := range []struct {
		name  string
		log   []trajectory.Payload
		ended bool
		want  trajectory.Outcome
	}{
		{"no folder", nil, true, never},
		{"an empty log", []trajectory.Payload{}, true, never},
		{"no action", []trajectory.Payload{started, delegated}, true, never},
		{"an action underway", []trajectory.Payload{started, delegated, intended}, false, never},
		{"solved", []trajectory.Payload{started, delegated, intended, finished(trajectory.Solved, "testbed")}, true, trajectory.Solved},
		{"solved, and the files lost", []trajectory.Payload{started, delegated, intended, finished(trajectory.Solved, "")}, true, noFiles},
		{"given up", []trajectory.Payload{started, delegated, intended, finished(trajectory.GaveUp, "testbed")}, true, trajectory.GaveUp},
	} {
		t.Run(tt.name, func(t *testing.T) {
			runs := places.Runs(t.TempDir())
			if tt.log != nil {
				writeLog(t, string(runs.Run("r")), "r", tt.log...)
			}
			end, ended, err := endIn(runs, "r")
			if err != nil || ended != tt.ended || ended && end.Outcome != tt.want {
				t.Errorf("%+v, %t, %v", end, ended, err)
			}
		})
	}
}
