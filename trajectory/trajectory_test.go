package trajectory_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/places"
	"legomem/tools"
	"legomem/trajectory"
)

var start = time.Date(2026, 3, 10, 9, 0, 0, 0, time.UTC)

// ticking is a clock that moves a second a reading.
func ticking() func() time.Time {
	n := 0
	return func() time.Time { n++; return start.Add(time.Duration(n) * time.Second) }
}

func ptr[T any](v T) *T { return &v }

// story is a run with an event of every kind.
func story() []trajectory.Payload {
	act := tools.Action{Tool: "calendar.create_event", Args: map[string]any{"user": "Dana", "row": 3.0, "to": []any{"a"}}}
	obs := tools.Observation{Text: "Added", Data: json.RawMessage(`{"id":"ev-1"}`)}
	return []trajectory.Payload{
		trajectory.Started{Task: trajectory.Task{ID: "1-1/0", Text: "Do it", User: "Bob", Now: start}, Brain: "demo", Sandbox: "local", Versions: map[string]string{"program": "1"}},
		trajectory.Taught{Wordings: []trajectory.Wording{{Text: "[Do](x) it"}}},
		trajectory.Retrieved{For: "orchestrator", Memories: []trajectory.MemoryRef{{ID: "m1", Rank: 1, Score: 0.5}}},
		trajectory.Retrieved{For: "calendar", Memories: []trajectory.MemoryRef{{ID: "m2", Rank: 1, Score: 0.4}}},
		trajectory.Planned{Plan: trajectory.Plan{Steps: []trajectory.PlanStep{{Agent: "calendar", Description: "first"}}}},
		trajectory.Decided{Round: 1, Ledger: trajectory.Ledger{Speaker: "calendar", Instruction: "create it"}},
		trajectory.Delegated{Subtask: trajectory.Subtask{Round: 1, Agent: "calendar", Description: "create it"}},
		trajectory.Intended{Step: 1, Agent: "calendar", Thought: "so", Action: act, Effects: []tools.Effect{{Class: tools.Write, Target: "calendar:Dana"}}},
		trajectory.Observed{Step: 1, Observation: obs, WallMS: 2.5},
		trajectory.Intended{Step: 2, Agent: "calendar", Action: act},
		trajectory.Observed{Step: 2, Observation: tools.Observation{Text: "no", Failed: true, Code: tools.NotFound}},
		trajectory.Summarised{Round: 1, Agent: "calendar", Summary: "half of it", Failed: true},
		trajectory.Planned{Plan: trajectory.Plan{Facts: "f", Steps: []trajectory.PlanStep{{Description: "second"}}}, Revision: 1},
		trajectory.Delegated{Subtask: trajectory.Subtask{Round: 2, Agent: "email", Description: "tell"}},
		trajectory.Intended{Step: 3, Agent: "email", Action: act},
		trajectory.Observed{Step: 3, Observation: obs},
		trajectory.Summarised{Round: 2, Agent: "email", Summary: "told"},
		trajectory.ModelCalled{Role: "email", Model: "m", PromptTokens: 10, CostUSD: ptr(0.5)},
		trajectory.Noted{About: "date", Text: "Tuesday"},
		trajectory.Answered{Answer: "done"},
		trajectory.Judged{Passed: ptr(true)},
		trajectory.Finished{Result: trajectory.Result{RunID: "r1", Outcome: trajectory.Solved, Steps: 3}},
		trajectory.Accepted{By: "bob"},
	}
}

// write logs the payloads in a new folder.
func write(t testing.TB, payloads ...trajectory.Payload) string {
	t.Helper()
	dir := t.TempDir()
	w, err := trajectory.Create(dir, "r1", ticking())
	appendAll(t, w, err, payloads)
	return dir
}

// appendAll writes the payloads to a log that was just opened, and closes it.
func appendAll(t testing.TB, w *trajectory.Writer, err error, payloads []trajectory.Payload) {
	t.Helper()
	must.Do(t, err)
	for _, p := range payloads {
		must.Do(t, w.Append(p))
	}
	must.Do(t, w.Close())
}

// openRun reads the run in a folder.
func openRun(t testing.TB, dir string) *trajectory.Run {
	t.Helper()
	r := must.Have(trajectory.Open(dir))(t)
	return r
}

func TestRoundTrip(t *testing.T) {
	dir := write(t, story()...)
	r := openRun(t, dir)
	act := tools.Action{Tool: "calendar.create_event", Args: map[string]any{"user": "Dana", "row": 3.0, "to": []any{"a"}}}
	obs := &tools.Observation{Text: "Added", Data: json.RawMessage(`{"id":"ev-1"}`)}
	want := &trajectory.Run{
		ID: "r1", Dir: dir,
		Started:  story()[0].(trajectory.Started),
		Wordings: []trajectory.Wording{{Text: "[Do](x) it"}},
		Memories: []trajectory.MemoryRef{{ID: "m1", Rank: 1, Score: 0.5}},
		Begun:    time.Date(2026, 3, 10, 9, 0, 1, 0, time.UTC),
		Position: trajectory.Position{Until: time.Date(2026, 3, 10, 9, 0, 23, 0, time.UTC), Planned: true, Revision: 1, Round: 2, Answered: true},
		Retrieved: []trajectory.Retrieved{
			{For: "orchestrator", Memories: []trajectory.MemoryRef{{ID: "m1", Rank: 1, Score: 0.5}}},
			{For: "calendar", Memories: []trajectory.MemoryRef{{ID: "m2", Rank: 1, Score: 0.4}}},
		},
		Plan: trajectory.Plan{Facts: "f", Steps: []trajectory.PlanStep{{ID: "1.1", Description: "second", Revision: 1, Status: trajectory.Waiting}}},
		Plans: []trajectory.Made{
			{Plan: trajectory.Plan{Steps: []trajectory.PlanStep{{ID: "0.1", Agent: "calendar", Description: "first"}}}},
			{Plan: trajectory.Plan{Facts: "f", Steps: []trajectory.PlanStep{{ID: "1.1", Description: "second", Revision: 1}}}, Revision: 1, Subtasks: 1},
		},
		Subtasks: []trajectory.SubtaskRun{
			{Subtask: trajectory.Subtask{Round: 1, Agent: "calendar", Description: "create it"}, Summary: "half of it", Failed: true, Done: true, Steps: []trajectory.Step{
				{Number: 1, Thought: "so", Action: act, Effects: []tools.Effect{{Class: tools.Write, Target: "calendar:Dana"}}, Observation: obs, WallMS: 2.5},
				{Number: 2, Action: act, Observation: &tools.Observation{Text: "no", Failed: true, Code: tools.NotFound}}}},
			{Subtask: trajectory.Subtask{Round: 2, Agent: "email", Description: "tell"}, Summary: "told", Done: true, Steps: []trajectory.Step{
				{Number: 3, Action: act, Observation: obs}}},
		},
		Calls:      []trajectory.ModelCalled{{Role: "email", Model: "m", PromptTokens: 10, CostUSD: ptr(0.5)}},
		Notes:      []trajectory.Noted{{About: "date", Text: "Tuesday"}},
		Answer:     "done",
		Passed:     ptr(true),
		AcceptedBy: "bob",
		Result:     &trajectory.Result{RunID: "r1", Outcome: trajectory.Solved, Steps: 3},
	}
	if diff := cmp.Diff(want, r); diff != "" {
		t.Error(diff)
	}
	if steps := r.Steps(); len(steps) != 3 || steps[2].Number != 3 {
		t.Errorf("steps %v", steps)
	}
}

// TestLeftOut: what was left out is read as it was written, and the one memory of logs before
// 1.8, too.
func TestLeftOut(t *testing.T) {
	whole := trajectory.LeftOut{Chances: []trajectory.Chance{{ID: "m1", Rank: 1, P: 0.5}, {ID: "m2", Rank: 2, P: 0.5}}, Memories: []string{"m1", "m2"}, Apart: true}
	about := &trajectory.Trial{Of: "r0", Chances: whole.Chances}
	dir := write(t, trajectory.Started{Trial: about}, whole)
	r := openRun(t, dir)
	if diff := cmp.Diff(&whole, r.LeftOut) + cmp.Diff(about, r.Started.Trial); diff != "" {
		t.Error(diff)
	}
	if begun := must.Have(trajectory.Begun(dir))(t); begun.Trial == nil || begun.Trial.Of != "r0" {
		t.Errorf("it began as %+v", begun)
	}
	for said, want := range map[string][]string{`,"memory":"m1"`: {"m1"}, "": nil} {
		old := `{"v":"1.7","seq":1,"run":"r","kind":"started","payload":{}}` + "\n" +
			`{"v":"1.7","seq":2,"run":"r","kind":"left_out","payload":{"chances":[{"id":"m1","rank":1,"p":0.1}]` + said + "}}\n"
		events, _, err := trajectory.Events(strings.NewReader(old))
		must.Do(t, err)
		left := must.Have(trajectory.Assemble(events))(t).LeftOut
		if !slices.Equal(left.Memories, want) || left.Apart || len(left.Chances) != 1 {
			t.Errorf("%s is read as %+v", old, left)
		}
	}
}

// TestLines holds what other programs rely on: a line an event, numbered from
// 1, stamped in UTC, with version and run.
func TestLines(t *testing.T) {
	berlin := time.FixedZone("CET", 3600)
	dir := t.TempDir()
	w, err := trajectory.Create(dir, "r1", func() time.Time { return start.In(berlin) })
	appendAll(t, w, err, []trajectory.Payload{trajectory.Answered{Answer: "two\nlines"}, trajectory.Accepted{By: "b"}})
	got, _ := os.ReadFile(places.Run(dir).Log())
	want := `{"v":"1.8","seq":1,"time":"2026-03-10T09:00:00Z","run":"r1","kind":"answered","payload":{"answer":"two\nlines"}}
{"v":"1.8","seq":2,"time":"2026-03-10T09:00:00Z","run":"r1","kind":"accepted","payload":{"by":"b"}}
`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
}

func TestCreateRefusesAnOldLog(t *testing.T) {
	dir := write(t, story()...)
	before, _ := os.ReadFile(places.Run(dir).Log())
	if _, err := trajectory.Create(dir, "r2", ticking()); !errors.Is(err, os.ErrExist) || !strings.Contains(err.Error(), "r2") {
		t.Errorf("got %v", err)
	}
	if after, _ := os.ReadFile(places.Run(dir).Log()); !bytes.Equal(before, after) {
		t.Error("the old log was changed")
	}
	if _, err := trajectory.Create(filepath.Join(dir, "none"), "r3", ticking()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without a folder: %v", err)
	}
}

// TestTogether: events of several goroutines come out whole and numbered
// without gaps.
func TestTogether(t *testing.T) {
	dir := t.TempDir()
	w := must.Have(trajectory.Create(dir, "r1", func() time.Time { return start }))(t)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 25 {
				must.NoError(t, w.Append(trajectory.Noted{Text: strings.Repeat("x", 300)}))
			}
		})
	}
	wg.Wait()
	w.Close()
	f := must.Have(os.Open(places.Run(dir).Log()))(t)
	defer f.Close()
	events, torn, err := trajectory.Events(f)
	if err != nil || torn || len(events) != 200 {
		t.Fatalf("%d events, torn %v, %v", len(events), torn, err)
	}
	for i, e := range events {
		if e.Seq != i+1 {
			t.Fatalf("event %d has number %d", i+1, e.Seq)
		}
	}
}

const (
	line1 = `{"v":"1.0","seq":1,"time":"2026-03-10T09:00:00Z","run":"r1","kind":"started","payload":{"brain":"demo"}}`
	line2 = `{"v":"1.0","seq":2,"time":"2026-03-10T09:00:01Z","run":"r1","kind":"answered","payload":{"answer":"x"}}`
)

func TestEvents(t *testing.T) {
	newer := func(v string) string { return strings.Replace(line2, `"v":"1.0"`, `"v":"`+v+`"`, 1) }
	tests := []struct {
		name, log string
		want      int
		torn      bool
		says      string // in the error; empty for none
		is        error
	}{
		{"empty", "", 0, false, "", nil},
		{"two", line1 + "\n" + line2 + "\n", 2, false, "", nil},
		{"no last line break", line1 + "\n" + line2, 2, false, "", nil},
		{"blank lines", "\n" + line1 + "\n\n" + line2 + "\n \n", 2, false, "", nil},
		{"a torn last line", line1 + "\n" + line2[:40], 1, true, "", nil},
		{"torn at its first byte", line1 + "\n{", 1, true, "", nil},
		{"nothing but a torn line", line1[:10], 0, true, "", nil},
		{"a broken line in the middle", line1 + "\n" + line2[:40] + "\n" + line2 + "\n", 1, false, "line 2", nil},
		{"a broken last line that was ended", line1 + "\n" + line2[:40] + "\n", 1, false, "line 2", nil},
		{"a newer minor version", line1 + "\n" + newer("1.9") + "\n", 2, false, "", nil},
		{"a newer major version", line1 + "\n" + newer("2.0") + "\n", 1, false, "version 2.0", trajectory.ErrNewer},
		{"a much newer one", newer("10.0"), 0, false, "line 1", trajectory.ErrNewer},
		{"no version", newer(""), 0, false, "not one of ours", nil},
		{"a version of words", newer("new"), 0, false, "not one of ours", nil},
		{"not a log", "hello\nworld\n", 0, false, "line 1 is not an event", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			events, torn, err := trajectory.Events(strings.NewReader(test.log))
			if len(events) != test.want || torn != test.torn {
				t.Errorf("%d events, torn %v; want %d, %v", len(events), torn, test.want, test.torn)
			}
			if (err == nil) != (test.says == "") || err != nil && !strings.Contains(err.Error(), test.says) {
				t.Errorf("error %v, want it to say %q", err, test.says)
			}
			if test.is != nil && !errors.Is(err, test.is) {
				t.Errorf("error %v is not %v", err, test.is)
			}
		})
	}
}

func TestEventsReadError(t *testing.T) {
	gone := io.MultiReader(strings.NewReader(line1+"\n"+line2[:20]), iotest.ErrReader(errors.New("the disk is gone")))
	events, torn, err := trajectory.Events(gone)
	if len(events) != 1 || torn || err == nil || !strings.Contains(err.Error(), "line 2: the disk is gone") {
		t.Errorf("%d events, torn %v, %v; a read error is no torn line", len(events), torn, err)
	}
}

func event(p trajectory.Payload) trajectory.Event {
	payload, _ := json.Marshal(p)
	return trajectory.Event{Schema: trajectory.Schema, Run: "r1", Kind: p.EventKind(), Payload: payload}
}

func TestAssemble(t *testing.T) {
	begun := event(trajectory.Started{Brain: "demo"})
	sub := event(trajectory.Delegated{Subtask: trajectory.Subtask{Round: 1, Agent: "a"}})
	tests := []struct {
		name   string
		events []trajectory.Event
		says   string
		check  func(*trajectory.Run) bool
	}{
		{"nothing", nil, "empty", nil},
		{"no beginning", []trajectory.Event{sub}, `begins with "delegated"`, nil},
		{"an action before a subtask", []trajectory.Event{begun, event(trajectory.Intended{Step: 1})}, "before any subtask", nil},
		{"a payload of another shape", []trajectory.Event{begun, {Kind: "answered", Seq: 2, Payload: json.RawMessage(`{"answer":3}`)}}, "event 2 (answered)", nil},
		{"a kind of a newer minor version", []trajectory.Event{begun, {Kind: "sang", Payload: json.RawMessage(`"la"`)}}, "", func(r *trajectory.Run) bool { return r.Started.Brain == "demo" }},
		{"a crash between intent and observation", []trajectory.Event{begun, sub, event(trajectory.Intended{Step: 1})}, "",
			func(r *trajectory.Run) bool {
				return r.Result == nil && !r.Subtasks[0].Done && r.Steps()[0].Observation == nil
			}},
		{"an observation of a step that is not there", []trajectory.Event{begun, sub, event(trajectory.Observed{Step: 9})}, "", func(r *trajectory.Run) bool { return len(r.Steps()) == 0 }},
		{"a summary of nothing", []trajectory.Event{begun, event(trajectory.Summarised{Summary: "x"})}, "", func(r *trajectory.Run) bool { return len(r.Subtasks) == 0 }},
		{"an agent's memories", []trajectory.Event{begun, event(trajectory.Retrieved{For: "a", Memories: []trajectory.MemoryRef{{ID: "m"}}})}, "", func(r *trajectory.Run) bool { return r.Memories == nil }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, err := trajectory.Assemble(test.events)
			if (err == nil) != (test.says == "") || err != nil && !strings.Contains(err.Error(), test.says) {
				t.Fatalf("error %v, want it to say %q", err, test.says)
			}
			if test.check != nil && !test.check(r) {
				t.Errorf("got %+v", r)
			}
		})
	}
}

func TestSucceeded(t *testing.T) {
	result := func(o trajectory.Outcome) *trajectory.Result { return &trajectory.Result{Outcome: o} }
	tests := []struct {
		name string
		run  trajectory.Run
		want bool
	}{
		{"unfinished", trajectory.Run{Passed: ptr(true)}, false},
		{"solved and passed", trajectory.Run{Result: result(trajectory.Solved), Passed: ptr(true)}, true},
		{"solved and not passed", trajectory.Run{Result: result(trajectory.Solved), Passed: ptr(false)}, false},
		{"not passed, whoever vouches", trajectory.Run{Result: result(trajectory.Solved), Passed: ptr(false), AcceptedBy: "bob"}, false},
		{"solved and unjudged", trajectory.Run{Result: result(trajectory.Solved)}, false},
		{"solved and accepted", trajectory.Run{Result: result(trajectory.Solved), AcceptedBy: "bob"}, true},
		{"gave up and passed all the same", trajectory.Run{Result: result(trajectory.GaveUp), Passed: ptr(true)}, false},
	}
	for _, test := range tests {
		if got := test.run.Succeeded(); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

func TestOpen(t *testing.T) {
	dir := write(t, story()...)
	log := places.Run(dir).Log()
	whole, _ := os.ReadFile(log)
	must.Do(t, os.WriteFile(log, whole[:len(whole)-20], 0o600))
	r, err := trajectory.Open(dir)
	if err != nil || !r.Torn || r.Result == nil || r.AcceptedBy != "" {
		t.Errorf("a torn log: %+v, %v", r, err)
	}
	if _, err := trajectory.Open(t.TempDir()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no log: %v", err)
	}
}

func FuzzEvents(f *testing.F) {
	for _, s := range []string{line1 + "\n" + line2, line1 + "\n{", "{}", "null\n", `{"v":"1","kind":"intended","payload":null}`,
		line1 + "\n" + `{"v":"1","kind":"left_out","payload":{"memory":"m","memories":["n"],"apart":true}}`, "\x00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, log string) {
		events, torn, err := trajectory.Events(strings.NewReader(log))
		if torn && err != nil {
			t.Fatalf("torn and refused: %v", err)
		}
		if torn && strings.HasSuffix(log, "\n") {
			t.Fatal("a log that ends with its line is not torn")
		}
		if _, err := trajectory.Assemble(events); err == nil && len(events) == 0 {
			t.Fatal("a run out of nothing")
		}
		// A line more leaves the ones before as they are.
		if err == nil && !torn {
			more, _, err := trajectory.Events(strings.NewReader(strings.TrimSuffix(log, "\n") + "\n" + line2 + "\n"))
			if err != nil || len(more) != len(events)+1 {
				t.Fatalf("%d events, and with one more %d: %v", len(events), len(more), err)
			}
		}
	})
}

func BenchmarkAppend(b *testing.B) {
	w, err := trajectory.Create(b.TempDir(), "r1", func() time.Time { return start })
	must.Do(b, err)
	defer w.Close()
	p := story()[7]
	for b.Loop() {
		must.Do(b, w.Append(p))
	}
}

// TestAccept: a vouched run reads back as accepted, also where a crash tore
// the log's last line; one that is not solved cannot be vouched for.
func TestAccept(t *testing.T) {
	clock := func() time.Time { return time.Date(2026, 3, 12, 9, 0, 0, 0, time.UTC) }
	tests := []struct {
		name, tail string
		outcome    trajectory.Outcome
		ok         bool
	}{
		{"whole", "", trajectory.Solved, true},
		{"a torn last line", `{"v":"1.0","seq":3,"ti`, trajectory.Solved, true},
		{"gave up", "", trajectory.GaveUp, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := write(t, trajectory.Started{}, trajectory.Finished{Result: trajectory.Result{Outcome: tt.outcome}})
			log := places.Run(dir).Log()
			data, err := os.ReadFile(log)
			must.Do(t, err)
			must.Do(t, os.WriteFile(log, append(data, tt.tail...), 0o600))
			err = trajectory.Accept(dir, "Ann", clock)
			if (err == nil) != tt.ok {
				t.Fatalf("Accept: %v", err)
			}
			run := openRun(t, dir)
			if got := run.AcceptedBy == "Ann"; got != tt.ok || run.Torn {
				t.Errorf("accepted by %q, torn %v", run.AcceptedBy, run.Torn)
			}
		})
	}
}

func TestPractised(t *testing.T) {
	played := trajectory.Noted{About: trajectory.AboutProcedure, Text: "m-1"}
	for _, c := range []struct {
		name  string
		notes []trajectory.Noted
		want  string
	}{
		{"by a brain", []trajectory.Noted{{About: "answer", Text: "m-1"}}, ""},
		{"by heart", []trajectory.Noted{{About: "value", Text: "x"}, played}, "m-1"},
		{"by heart, until another took over", []trajectory.Noted{played, {About: trajectory.AboutBrain, Text: "the model takes over"}}, ""},
	} {
		r := trajectory.Run{Notes: c.notes}
		if got := r.Practised(); got != c.want {
			t.Errorf("%s: %q, not %q", c.name, got, c.want)
		}
	}
}
