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
	"legomem/must"
	"legomem/places"
	"legomem/sweep"
	"legomem/trajectory"
)

// killedVerb makes the test's program a legomem that kills itself with SIGKILL
// when it looks at its clock for the nth time: killed-at N ARGS... It does so
// before every event it logs, and between an action and both its events. With N 0
// it comes to its end, and its last line says how often it looked.
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
	a := &app{in: os.Stdin, out: os.Stdout, err: os.Stderr, lookup: os.LookupEnv, now: clock, flags: map[string]any{}}
	cmd := newRootCommand(a)
	cmd.SetArgs(args)
	if err := cmd.ExecuteContext(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return exitCode(context.Background(), a.began, err)
	}
	fmt.Fprintln(os.Stderr, readings)
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

// sampled is at how many of an errand's moments it is killed in full mode.
const sampled = 6

// errand is a task that is killed at its moments in turn.
type errand struct {
	t    *testing.T
	args []string // of run
	// looks is how often it looks at its clock when nothing kills it.
	looks int
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
		e.looks = lastNumber(string(said))
		return false
	case err.Error() != "signal: killed":
		e.t.Fatalf("moment %d: %v\n%s", n, err, said)
	}
	return true
}

// lastNumber is what a text ends with, or 0.
func lastNumber(text string) int {
	words := strings.Fields(text)
	n, _ := strconv.Atoi(words[len(words)-1])
	return n
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
	must.Do(e.t, err)
	return run
}

// resume goes on with the run, and returns its result.
func (e *errand) resume() trajectory.Result {
	e.t.Helper()
	out := execute(e.t, append([]string{"runs", "resume", "last", "--json", "--out", e.out}, e.evaluate...)...)
	var r trajectory.Result
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		e.t.Fatalf("resume: %v\n%s", err, out)
	}
	return r
}

// atMoments kills the errand at a sample of its moments, resumes it, and compares
// what it leaves with what it leaves otherwise. In so many of all moments, or the
// sample's share of them, the run must have gone on where it was.
func (e *errand) atMoments(wantKept int) {
	e.t.Helper()
	left, all := e.undisturbed(), e.moments()
	chosen := sweep.Sample(e.t, all, 0, sampled)
	begun, kept := 0, 0
	for _, n := range chosen {
		if !e.start(n) || !e.atWork() {
			continue
		}
		begun++
		if e.goesOn(n, left) {
			kept++
		}
		if e.t.Failed() {
			e.t.FailNow()
		}
	}
	e.t.Logf("%d moments, %d in the workspace as it was", begun, kept)
	if kept*len(all) < wantKept*len(chosen) {
		e.t.Errorf("only %d of %d moments were in the middle of the work", kept, begun)
	}
}

// undisturbed is what the errand leaves where nothing kills it.
func (e *errand) undisturbed() map[string]string {
	e.t.Helper()
	if e.start(0) {
		e.t.Fatal("it was killed at no moment")
	}
	want := e.log()
	if want == nil || want.Result == nil || want.Result.Outcome != trajectory.Solved {
		e.t.Fatalf("undisturbed, it ends as %+v", want)
	}
	return files(e.t, want.Result.Testbed)
}

// atWork says that the run had begun when it was killed, and was not over.
func (e *errand) atWork() bool {
	run := e.log()
	if run == nil || run.Result != nil {
		return false
	}
	_, err := os.Stat(places.Run(run.Dir).Start())
	return !errors.Is(err, os.ErrNotExist)
}

// goesOn resumes the run that was killed at a moment, wants it to leave what it
// leaves otherwise, and says whether it went on where it was.
func (e *errand) goesOn(n int, left map[string]string) (kept bool) {
	e.t.Helper()
	r := e.resume()
	if r.Outcome != trajectory.Solved || len(e.evaluate) > 0 && (r.Passed == nil || !*r.Passed) {
		e.t.Errorf("moment %d: %s (%s), passed %v", n, r.Outcome, r.Reason, r.Passed)
	}
	got := files(e.t, r.Testbed)
	for _, name := range slices.Sorted(maps.Keys(merged(left, got))) {
		if !sameButTime(left[name], got[name]) {
			e.t.Errorf("moment %d: %s holds\n%.600q\nwant\n%.600q", n, name, got[name], left[name])
		}
	}
	return e.checkLog(n).Resumes[0].Workspace == trajectory.WorkspaceKept
}

// moments are the looks at the clock of the run that nothing killed.
func (e *errand) moments() []int {
	all := make([]int, e.looks)
	for i := range all {
		all[i] = i + 1
	}
	return all
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
	usedHome(t)
	t.Setenv("TMPDIR", temp)
	t.Cleanup(func() {
		left, _ := filepath.Glob(filepath.Join(temp, "legomem-*", "*")) // a pattern without mistakes
		if len(left) > 0 {
			t.Errorf("left over: %v", left)
		}
	})
}

// appointment is a model's work: an event for two, and two mails.
func appointment() obedient {
	mail := func(to, subject string) do {
		return do{"email.send", map[string]any{"to": []string{to}, "subject": subject, "content": "See the calendar."}}
	}
	return obedient{plan: []work{
		{"calendar_agent", []do{{"calendar.list_events", map[string]any{"user": "Dana"}},
			{"calendar.create_event", map[string]any{"users": []string{"Dana", "Tom"}, "summary": "Review", "start": "2026-03-12 14:00", "end": "2026-03-12 15:00"}}}},
		{"word_agent", []do{{"word.create", map[string]any{"file_path": "data/note.docx", "content": "Review on Thursday."}}, {"word.write", map[string]any{"file_path": "data/note.docx", "content": "Review on Thursday."}}}},
		{"email_agent", []do{mail("Dana", "Review"), mail("Tom", "Review")}},
	}}
}

const appointmentTask = "Put a Review for Dana and Tom in their calendars on 3/12/2026 from 2 pm to 3 pm, note it in note.docx and write mails to Dana and Tom about it"

// TestResumeModel kills the real program at the moments of a run that a model
// drives.
func TestResumeModel(t *testing.T) {
	sweep.Slow(t)
	ownPlaces(t)
	t.Setenv("OPENAI_API_KEY", "sk-of-this-test")
	endpoint := llmtest.New(t, llmtest.Options{Answer: appointment().answer})
	t.Setenv("OPENAI_BASE_URL", endpoint.URL())
	e := &errand{t: t, args: []string{"--brain", "model", "--user", "Bob", "--date", "2026-03-10", appointmentTask}}
	e.atMoments(20)
}

// TestResumeReflex kills the real program at the moments of tasks that reflex
// does by heart, and has what it resumes evaluated.
func TestResumeReflex(t *testing.T) {
	sweep.Slow(t)
	suite := "../../officebench/suite"
	for _, id := range []string{"3-11/0", "3-41/0"} {
		t.Run(strings.ReplaceAll(id, "/", "_"), func(t *testing.T) {
			ownPlaces(t)
			e := &errand{t: t, args: []string{"--suite", suite, "--task", id}, evaluate: []string{"--suite", suite}}
			e.atMoments(8)
		})
	}
}

// TestResumeDocker kills it at a few moments in a container, whose files die with
// it: all is done again from the start.
func TestResumeDocker(t *testing.T) {
	sweep.Slow(t)
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
		must.Do(e.t, cmd.Start())
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
