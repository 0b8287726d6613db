package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"legomem/llm/llmtest"
	"legomem/places"
	"legomem/trajectory"
)

// killedVerb makes the test's program a legomem that kills itself with SIGKILL
// when it looks at its clock for the nth time: killed-at N ARGS... It does so
// before every event it logs, and between an action and both its events.
const killedVerb = "killed-at"

func killedAt(n int, args []string) int {
	readings := 0
	clock := func() time.Time {
		if readings++; readings == n {
			self, err := os.FindProcess(os.Getpid())
			if err != nil {
				panic(err)
			}
			_ = self.Kill()
			select {}
		}
		return time.Now()
	}
	a := &app{in: strings.NewReader(""), out: os.Stdout, err: os.Stderr, lookup: os.LookupEnv, now: clock, flags: map[string]any{}}
	cmd := newRootCommand(a)
	cmd.SetArgs(args)
	if err := cmd.ExecuteContext(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return exitCode(context.Background(), a.began, err)
	}
	return exitDone
}

// noWorkspace removes the workspaces that are kept, as a cleaned /tmp does.
func noWorkspace(ts *testscript.TestScript, _ bool, _ []string) {
	kept, err := filepath.Glob(filepath.Join(ts.Getenv("TMPDIR"), "legomem-*", "run-*"))
	ts.Check(err)
	if len(kept) == 0 {
		ts.Fatalf("there is no workspace in %s", ts.Getenv("TMPDIR"))
	}
	for _, dir := range kept {
		ts.Check(os.RemoveAll(dir))
	}
}

// errand is a task that is killed at every moment in turn.
type errand struct {
	t    *testing.T
	args []string // of run
	// evaluate are further arguments of resume.
	evaluate []string
	// prepare is done before each start; it may be nil.
	prepare func()
	out     string // the runs of one moment
}

// start runs the task until its clock's nth reading; it says false when the task
// came to its end before.
func (e *errand) start(n int) (killed bool) {
	e.t.Helper()
	e.out = filepath.Join(e.t.TempDir(), "runs")
	if e.prepare != nil {
		e.prepare()
	}
	cmd := exec.Command(os.Args[0], append([]string{killedVerb, strconv.Itoa(n), "run", "--out", e.out}, e.args...)...)
	said, err := cmd.CombinedOutput()
	switch {
	case err == nil:
		return false
	case err.Error() != "signal: killed":
		e.t.Fatalf("moment %d: %v\n%s", n, err, said)
	}
	return true
}

// log reads the run's log; nil before there is one.
func (e *errand) log() *trajectory.Run {
	e.t.Helper()
	dirs, err := filepath.Glob(places.Run(filepath.Join(e.out, "*")).Log())
	if err != nil || len(dirs) > 1 {
		e.t.Fatalf("%v, %v", dirs, err)
	}
	if len(dirs) == 0 {
		return nil
	}
	run, err := trajectory.Open(filepath.Dir(dirs[0]))
	if err != nil && strings.Contains(err.Error(), "the log is empty") {
		return nil
	}
	if err != nil {
		e.t.Fatal(err)
	}
	return run
}

// resume goes on with the run, and returns its result.
func (e *errand) resume() trajectory.Result {
	e.t.Helper()
	var out, errOut strings.Builder
	args := append([]string{"runs", "resume", "last", "--json", "--out", e.out}, e.evaluate...)
	code := Execute(e.t.Context(), args, strings.NewReader(""), &out, &errOut)
	var r trajectory.Result
	if err := json.Unmarshal([]byte(out.String()), &r); err != nil || code != exitDone {
		e.t.Fatalf("resume: exit code %d, %v\n%s%s", code, err, &out, &errOut)
	}
	return r
}

// atEvery kills the errand at every moment in turn, resumes it, and compares what
// it leaves with what it leaves otherwise. It says how many moments there were,
// and in how many of them the run went on where it was.
func (e *errand) atEvery() (moments, kept int) {
	e.t.Helper()
	if e.start(0) {
		e.t.Fatal("it was killed at no moment")
	}
	want := e.log()
	if want == nil || want.Result == nil || want.Result.Outcome != trajectory.Solved {
		e.t.Fatalf("undisturbed, it ends as %+v", want)
	}
	left := files(e.t, want.Result.Testbed)
	for n := 1; e.start(n); n++ {
		before := e.log()
		if before == nil || before.Result != nil {
			continue // not begun, or over
		}
		if _, err := os.Stat(filepath.Join(before.Dir, "start")); errors.Is(err, os.ErrNotExist) {
			continue // not begun
		}
		moments++
		r := e.resume()
		if r.Outcome != trajectory.Solved || len(e.evaluate) > 0 && (r.Passed == nil || !*r.Passed) {
			e.t.Errorf("moment %d: %s (%s), passed %v", n, r.Outcome, r.Reason, r.Passed)
		}
		if e.checkLog(n).Resumes[0].Workspace == trajectory.WorkspaceKept {
			kept++
		}
		got := files(e.t, r.Testbed)
		for _, name := range slices.Sorted(maps.Keys(merged(left, got))) {
			if !sameButTime(left[name], got[name]) {
				e.t.Errorf("moment %d: %s holds\n%.600q\nwant\n%.600q", n, name, got[name], left[name])
			}
		}
		if e.t.Failed() {
			e.t.FailNow()
		}
	}
	return moments, kept
}

func merged(a, b map[string]string) map[string]string {
	out := maps.Clone(a)
	maps.Copy(out, b)
	return out
}

// checkLog wants every action observed once, and the end.
func (e *errand) checkLog(n int) *trajectory.Run {
	e.t.Helper()
	run := e.log()
	if run == nil || run.Result == nil || len(run.Resumes) != 1 {
		e.t.Fatalf("moment %d: the log reads back as %+v", n, run)
	}
	for i, s := range run.Steps() {
		if s.Number != i+1 || s.Observation == nil {
			e.t.Errorf("moment %d: step %d is number %d with %+v", n, i+1, s.Number, s.Observation)
		}
	}
	return run
}

// ownPlaces gives the program a data folder and workspaces of its own, and wants
// nothing to be left in them.
func ownPlaces(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	t.Setenv("TMPDIR", temp)
	t.Cleanup(func() {
		left, _ := filepath.Glob(filepath.Join(temp, "legomem-*", "*")) // a pattern without mistakes
		if len(left) > 0 {
			t.Errorf("left over: %v", left)
		}
	})
	execute(t, "memory", "stats")
}

// appointment is a model's work: an event for two, and two mails.
func appointment() obedient {
	mail := func(to, subject string) do {
		return do{"email.send", map[string]any{"to": []string{to}, "subject": subject, "content": "See the calendar."}}
	}
	return obedient{plan: []work{
		{"calendar_agent", []do{{"calendar.list_events", map[string]any{"user": "Dana"}},
			{"calendar.create_event", map[string]any{"users": []string{"Dana", "Tom"}, "summary": "Review", "start": "2026-03-12 14:00", "end": "2026-03-12 15:00"}}}},
		{"word_agent", []do{{"word.write", map[string]any{"file_path": "data/note.docx", "content": "Review on Thursday."}}, {"word.write", map[string]any{"file_path": "data/note.docx", "content": "Review on Thursday."}}}},
		{"email_agent", []do{mail("Dana", "Review"), mail("Tom", "Review")}},
	}}
}

const appointmentTask = "Put a Review for Dana and Tom in their calendars on 3/12/2026 from 2 pm to 3 pm, note it in note.docx and write mails to Dana and Tom about it"

// TestResumeModel kills the real program at every moment of a run that a model
// drives.
func TestResumeModel(t *testing.T) {
	if os.Getenv("LEGOMEM_SLOW") == "" {
		t.Skip("slow: set LEGOMEM_SLOW=1")
	}
	ownPlaces(t)
	t.Setenv("OPENAI_API_KEY", "sk-of-this-test")
	endpoint := llmtest.New(t, llmtest.Options{Answer: appointment().answer})
	t.Setenv("OPENAI_BASE_URL", endpoint.URL())
	e := &errand{t: t, args: []string{"--brain", "model", "--user", "Bob", "--date", "2026-03-10", appointmentTask}}
	moments, kept := e.atEvery()
	t.Logf("%d moments, %d in the workspace as it was", moments, kept)
	if kept < 20 {
		t.Errorf("only %d of %d moments were in the middle of the work", kept, moments)
	}
}

// TestResumeReflex kills the real program at every moment of tasks that reflex
// does by heart, and has what it resumes evaluated.
func TestResumeReflex(t *testing.T) {
	if os.Getenv("LEGOMEM_SLOW") == "" {
		t.Skip("slow: set LEGOMEM_SLOW=1")
	}
	suite := "../../officebench/suite"
	for _, id := range []string{"3-11/0", "3-41/0"} {
		t.Run(strings.ReplaceAll(id, "/", "_"), func(t *testing.T) {
			ownPlaces(t)
			e := &errand{t: t, args: []string{"--suite", suite, "--task", id}, evaluate: []string{"--suite", suite}}
			moments, kept := e.atEvery()
			t.Logf("%d moments, %d in the workspace as it was", moments, kept)
			if kept < 8 {
				t.Errorf("only %d of %d moments were in the middle of the work", kept, moments)
			}
		})
	}
}

// TestResumeDocker kills it at a few moments in a container, whose files die with
// it: all is done again from the start.
func TestResumeDocker(t *testing.T) {
	if os.Getenv("LEGOMEM_SLOW") == "" {
		t.Skip("slow: set LEGOMEM_SLOW=1")
	}
	docker := anEngine(t)
	program := builtProgram(t)
	t.Cleanup(func() { removeImageOf(t, docker, program) })
	suite := "../../officebench/suite"
	for _, after := range []string{`"kind":"retrieved"`, `"kind":"intended"`, `"step":2,"observation"`} {
		e := &errand{t: t}
		home := t.TempDir()
		e.killAfter(program, home, after, "run", "--suite", suite, "--task", "3-11/0")
		cmd := exec.Command(program, "runs", "resume", "last", "--json", "--out", e.out, "--suite", suite)
		cmd.Env = inDocker(home)
		out, err := cmd.Output()
		var r trajectory.Result
		if err := errors.Join(err, json.Unmarshal(out, &r)); err != nil || r.Outcome != trajectory.Solved || r.Passed == nil || !*r.Passed {
			t.Errorf("after %s: %v, %s", after, err, out)
		}
		if again := e.checkLog(0).Resumes[0].Workspace; again != trajectory.WorkspaceAgain {
			t.Errorf("after %s: the workspace is %s", after, again)
		}
	}
}

// killAfter starts a run and kills it when a text stands in its log. One that came
// to its end before is followed by another.
func (e *errand) killAfter(program, home, text string, args ...string) {
	e.t.Helper()
	for range 20 {
		e.out = filepath.Join(e.t.TempDir(), "runs")
		cmd := exec.Command(program, append(args, "--out", e.out)...)
		cmd.Env = inDocker(home)
		if err := cmd.Start(); err != nil {
			e.t.Fatal(err)
		}
		over := make(chan struct{})
		go func() { _ = cmd.Wait(); close(over) }()
		for !e.has(text) {
			select {
			case <-over:
				e.t.Fatalf("it ended before %s stood in its log", text)
			case <-time.After(time.Millisecond):
			}
		}
		_ = cmd.Process.Kill() // it may just have ended
		<-over
		if run := e.log(); run != nil && run.Result == nil {
			return
		}
	}
	e.t.Fatalf("it always ended after %s", text)
}

// has says that a text stands in the log.
func (e *errand) has(text string) bool {
	logs, _ := filepath.Glob(places.Run(filepath.Join(e.out, "*")).Log()) // a pattern without mistakes
	for _, log := range logs {
		if data, err := os.ReadFile(log); err == nil && strings.Contains(string(data), text) {
			return true
		}
	}
	return false
}

// TestHybridTakesOver has a practised procedure fail in its middle: the event is
// made, and what is to go with the mail is not there. The model does the whole work
// again; no event is made twice.
func TestHybridTakesOver(t *testing.T) {
	ownPlaces(t)
	t.Setenv("OPENAI_API_KEY", "sk-of-this-test")
	taught, bank := teachPlan(t), filepath.Join(t.TempDir(), "bank.db")
	endpoint := llmtest.New(t, llmtest.Options{Answer: obedient{plan: []work{
		{"calendar_agent", []do{{"calendar.create_event", map[string]any{"user": "kim@example.com", "summary": "Tasting", "start": "July 4, 2026 9:00 am", "end": "9:45 am"}}}},
		{"email_agent", []do{{"email.send", map[string]any{"to": []string{"Ana"}, "subject": "Tasting", "content": "The list follows."}}}},
	}}.answer})
	t.Setenv("OPENAI_BASE_URL", endpoint.URL())
	// What fails is quarantined, so that each start has a bank of its own.
	fresh := func() {
		data, err := os.ReadFile(taught)
		if err := errors.Join(err, os.WriteFile(bank, data, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	e := &errand{t: t, prepare: fresh, args: []string{"--brain", "hybrid", "--bank", bank, "--user", "Sam", "--date", "2026-07-01", "Plan the Tasting for Kim on 7/4/2026 from 9:00 am to 9:45 am and mail dishes.txt to Ana"}}
	if e.start(0) {
		t.Fatal("it was killed at no moment")
	}
	run := e.log()
	if run == nil || run.Result == nil || run.Result.Outcome != trajectory.Solved || run.Result.Suppressed != 1 {
		t.Fatalf("it ends as %+v", run.Result)
	}
	if took := run.Position.Takeover; took == nil || !strings.Contains(took.Why, "dishes.txt") {
		t.Errorf("the log says %+v", took)
	}
	left := files(t, run.Result.Testbed)
	if n := strings.Count(left["calendar/Kim.ics"], "BEGIN:VEVENT"); n != 1 {
		t.Errorf("Kim has %d events", n)
	}
	if told := askedOf(endpoint, "cannot_be_done"); !strings.Contains(told, "Others began this work") || !strings.Contains(told, "FAILED: email__send") {
		t.Errorf("the model was told\n%s", told)
	}
	if os.Getenv("LEGOMEM_SLOW") == "" {
		return
	}
	moments, kept := e.atEvery()
	t.Logf("%d moments, %d in the workspace as it was", moments, kept)
	if kept < 10 {
		t.Errorf("only %d of %d moments were in the middle of the work", kept, moments)
	}
}

// askedOf is the first request to a model that holds a text.
func askedOf(endpoint *llmtest.Endpoint, text string) string {
	for _, r := range endpoint.Requests() {
		for _, m := range r.Messages {
			if strings.Contains(m.Content, text) {
				return m.Content
			}
		}
	}
	return ""
}

// teachPlan makes a bank that knows how to make an event and mail a file about it.
func teachPlan(t *testing.T) (bank string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"plan.yaml": planDemo, "bed/data/wines.txt": "red\n"} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	bank = filepath.Join(dir, "taught.db")
	execute(t, "demo", "play", filepath.Join(dir, "plan.yaml"), "--bank", bank)
	execute(t, "curate", "last", "--accept", "--bank", bank)
	return bank
}

const planDemo = `task: Plan the Reception for Lee on 3/12/2026 from 2:00 pm to 3:30 pm and mail wines.txt to Ada
user: Sam
date: "2026-03-02 09:00"
testbed: bed
subtasks:
  - agent: calendar_agent
    description: Make the event
    actions:
      - tool: calendar.create_event
        args: {user: Lee, summary: Reception, start: "2026-03-12 14:00:00", end: "2026-03-12 15:30:00"}
  - agent: email_agent
    description: Mail the file
    actions:
      - tool: email.send
        args: {to: [Ada], subject: Reception, content: Reception, attachments: [wines.txt]}
`
