package orchestrator_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"legomem/agents"
	"legomem/lists"
	"legomem/llm/cost"
	"legomem/membank"
	"legomem/must"
	"legomem/orchestrator"
	"legomem/places"
	"legomem/sweep"
	"legomem/tools"
	"legomem/trajectory"
)

// killed is a run that was cut off as SIGKILL does: nothing is closed.
type killed struct {
	t    *testing.T
	deps orchestrator.Deps
	own  orchestrator.Own
	box  *officeBox
	ran  bool // to its end
}

// cutOff starts a run that ends where the moment says so, and takes what is left
// of it to another place: the dead hold no locks.
func cutOff(t *testing.T, brain agents.Brain, moment func(l *officeLauncher, o *orchestrator.Order)) *killed {
	t.Helper()
	l, deps, order := inOffice(t, brain)
	moment(l, &order)
	return runAndDie(t, l, deps, order)
}

// runAndDie runs an order in which something ends the process.
func runAndDie(t *testing.T, l *officeLauncher, deps orchestrator.Deps, order orchestrator.Order) *killed {
	t.Helper()
	k := &killed{t: t, deps: deps}
	k.dieIn(func() {
		_, err := orchestrator.Run(t.Context(), deps, order)
		k.ran = err == nil
	})
	k.box = l.box
	return k
}

// dieIn does something in which the process ends, and takes what is left to another
// place.
func (k *killed) dieIn(f func()) {
	k.t.Helper()
	var process sync.WaitGroup
	process.Go(f)
	process.Wait()
	runs := filepath.Join(k.t.TempDir(), "runs")
	must.Do(k.t, os.CopyFS(runs, os.DirFS(k.deps.Runs)))
	k.deps.Runs = runs
}

// dir is the run's folder.
func (k *killed) dir() string { return filepath.Join(k.deps.Runs, "run-1") }

// resume goes on with the run, where it was if it was kept.
func (k *killed) resume(brain agents.Brain) (trajectory.Result, *officeLauncher, error) {
	k.t.Helper()
	workspace := ""
	if k.box != nil && k.box.kept != "" {
		workspace = k.box.dir
	}
	l := &officeLauncher{t: k.t}
	k.deps.Brain, k.deps.Launcher = brain, l
	res, err := orchestrator.Resume(k.t.Context(), k.deps, orchestrator.Resumption{Dir: k.dir(), Workspace: workspace, Own: k.own})
	return res, l, err
}

// atEvent is the moment at which event n was logged.
func atEvent(n int) func(*officeLauncher, *orchestrator.Order) {
	return func(_ *officeLauncher, o *orchestrator.Order) {
		seen := 0
		o.Observer = func(trajectory.Payload) {
			if seen++; seen == n {
				runtime.Goexit()
			}
		}
	}
}

// atCall is a moment in call n: before it, after it, or after it with a part of
// it undone.
func atCall(n int, done bool, half func(*officeBox)) func(*officeLauncher, *orchestrator.Order) {
	return func(l *officeLauncher, _ *orchestrator.Order) {
		l.onCall = func(i int, after bool, b *officeBox) {
			if i != n || after != done {
				return
			}
			if half != nil {
				half(b)
			}
			runtime.Goexit()
		}
	}
}

// brains are what resumes are tried with: one brain, and two of which the first
// stops in the middle.
func brains(stop int) map[string]func() agents.Brain {
	return map[string]func() agents.Brain{
		"one": func() agents.Brain { return &scripted{name: "one", work: planned()} },
		"two": func() agents.Brain {
			return orchestrator.Hybrid{First: &scripted{name: "first", work: planned(), way: atFailure, stop: stop}, Second: &scripted{name: "second", work: respelled()}}
		},
	}
}

// TestResume kills a run at every event of its log in turn, and resumes it: the
// testbed is as if it had never been killed, and nothing was done twice.
func TestResume(t *testing.T) {
	sweep.OneGoroutine(t)
	t.Parallel()
	want := asOneBrain(t)
	for name, brain := range brains(4) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for n := 1; ; n++ {
				k := cutOff(t, brain(), atEvent(n))
				if k.ran {
					if n < 20 {
						t.Fatalf("the log has %d events", n)
					}
					return
				}
				before := 0
				if k.box != nil {
					before = len(k.box.calls)
				}
				past := openLog(t, k.dir())
				res, l, err := k.resume(brain())
				if past.Result != nil { // it was killed as it ended
					if no := (*orchestrator.Unresumable)(nil); !errors.As(err, &no) || !no.Ended {
						t.Fatalf("event %d, an ended run: %v", n, err)
					}
					continue
				}
				if errors.As(err, new(*orchestrator.Unresumable)) && n == 1 {
					continue // before the testbed was copied
				}
				if err != nil || res.Outcome != trajectory.Solved {
					t.Fatalf("event %d: %+v, %v", n, res, err)
				}
				same(t, want, res.Testbed)
				checkResumed(t, k, res, before+len(l.first.calls))
				if t.Failed() {
					t.Fatalf("killed at event %d", n)
				}
			}
		})
	}
}

// checkResumed holds what a resumed log says, and that no step was called twice.
func checkResumed(t *testing.T, k *killed, res trajectory.Result, calls int) {
	t.Helper()
	log := openLog(t, k.dir())
	if len(log.Resumes) != 1 || log.Result == nil || log.Result.Outcome != trajectory.Solved || log.Acted() != res.Steps {
		t.Errorf("the log says %+v, %+v", log.Resumes, log.Result)
	}
	called := 0
	for i, s := range log.Steps() {
		if s.Number != i+1 || s.Observation == nil {
			t.Errorf("step %d is number %d, with %+v", i+1, s.Number, s.Observation)
		}
		if !s.Suppressed {
			called++
		}
	}
	if calls != called {
		t.Errorf("%d calls for %d steps", calls, called)
	}
	if _, err := os.Stat(filepath.Join(k.dir(), "before.json")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("before.json: %v", err)
	}
}

// TestResumeInFlight kills a run in the middle of every action in turn: before it
// did anything, when it was done and not observed, and when it was half done.
func TestResumeInFlight(t *testing.T) {
	t.Parallel()
	want := asOneBrain(t)
	half := func(b *officeBox) { // of what is for two, Tom has nothing yet
		switch last := b.calls[len(b.calls)-1]; {
		case last.Args["subject"] == "Review":
			_ = os.Remove(filepath.Join(b.dir, "emails/Tom/Review.eml"))
		case last.Args["summary"] == "Review":
			_ = os.WriteFile(filepath.Join(b.dir, "calendar/Tom.ics"), []byte(emptyCalendar), 0o600)
		}
	}
	for n := 1; n <= planned().actions(); n++ {
		for moment, at := range map[string]func(*officeLauncher, *orchestrator.Order){"before": atCall(n, false, nil), "after": atCall(n, true, nil), "half": atCall(n, true, half)} {
			t.Run(fmt.Sprintf("%s %d", moment, n), func(t *testing.T) {
				k := cutOff(t, &scripted{name: "one", work: planned()}, at)
				res, l, err := k.resume(&scripted{name: "one", work: planned()})
				if err != nil || res.Outcome != trajectory.Solved {
					t.Fatalf("%+v, %v", res, err)
				}
				same(t, want, res.Testbed)
				log := openLog(t, k.dir())
				step := log.Steps()[n-1]
				people := step.Action.Tool == "email.send" || step.Action.Tool == "calendar.create_event"
				part := moment == "half" && (step.Action.Args["subject"] == "Review" || step.Action.Args["summary"] == "Review")
				if step.Found != (people && moment != "before" && !part) {
					t.Errorf("step %d (%s) found: %v", n, step.Action.Tool, step.Found)
				}
				if step.Found && (len(step.Observation.Data) == 0 || !strings.HasPrefix(step.Observation.Text, "Found done when the run was resumed: ")) {
					t.Errorf("step %d was found with %+v", n, step.Observation)
				}
				again := len(l.first.calls) > 0 && sameAction(l.first.calls[0], step.Action)
				if again == step.Found {
					t.Errorf("step %d (%s) found: %v, called again: %v", n, step.Action.Tool, step.Found, again)
				}
			})
		}
	}
}

func sameAction(a, b tools.Action) bool { return fmt.Sprint(a) == fmt.Sprint(b) }

// TestResumeAgain: where the workspace is gone, all is done again from the start,
// in the same folder and log.
func TestResumeAgain(t *testing.T) {
	want := asOneBrain(t)
	k := cutOff(t, &scripted{name: "one", work: planned()}, atCall(5, true, nil))
	k.box = nil
	k.own.Observer = func(p trajectory.Payload) {
		_, planned := p.(trajectory.Planned)
		if _, err := os.Stat(filepath.Join(k.dir(), "before.json")); planned && !errors.Is(err, os.ErrNotExist) {
			t.Errorf("what was kept for a step that is void is still there: %v", err)
		}
	}
	res, _, err := k.resume(&scripted{name: "one", work: planned()})
	if err != nil || res.Outcome != trajectory.Solved || res.Steps != planned().actions() {
		t.Fatalf("%+v, %v", res, err)
	}
	same(t, want, res.Testbed)
	log := openLog(t, k.dir())
	if len(log.Steps()) != planned().actions() || log.Resumes[0] != (trajectory.Resumed{Workspace: trajectory.WorkspaceAgain}) {
		t.Errorf("%d steps, %+v", len(log.Steps()), log.Resumes)
	}
}

// TestResumeTwice: a run may be killed again after it was resumed.
func TestResumeTwice(t *testing.T) {
	t.Parallel()
	want := asOneBrain(t)
	brain := func() agents.Brain { return &scripted{name: "one", work: planned()} }
	for first := 2; first <= 6; first++ {
		k := cutOff(t, brain(), atCall(first, true, nil))
		l := &officeLauncher{t: t}
		atCall(2, true, nil)(l, nil)
		k.deps.Brain, k.deps.Launcher = brain(), l
		k.dieIn(func() {
			_, _ = orchestrator.Resume(t.Context(), k.deps, orchestrator.Resumption{Dir: k.dir(), Workspace: k.box.dir})
		})
		k.box = l.first
		res, _, err := k.resume(brain())
		if err != nil || res.Outcome != trajectory.Solved {
			t.Fatalf("%+v, %v", res, err)
		}
		same(t, want, res.Testbed)
	}
}

// TestResumeRefused: what has an end, and what goes on, is left alone.
func TestResumeRefused(t *testing.T) {
	f := setUp(t, turn{actions: []tools.Action{write("data/a.txt", "x")}})
	live := false
	f.order.Observer = func(p trajectory.Payload) {
		if _, ok := p.(trajectory.Observed); ok {
			_, err := orchestrator.Resume(t.Context(), f.deps, orchestrator.Resumption{Dir: f.dir()})
			live = errors.Is(err, trajectory.ErrLive)
		}
	}
	if _, err := orchestrator.Run(t.Context(), f.deps, f.order); err != nil || !live {
		t.Fatalf("a live run was refused: %v, %v", live, err)
	}
	before := must.Have(os.ReadFile(places.Run(f.dir()).Log()))(t)
	var no *orchestrator.Unresumable
	if _, err := orchestrator.Resume(t.Context(), f.deps, orchestrator.Resumption{Dir: f.dir()}); !errors.As(err, &no) || !strings.Contains(err.Error(), "it has ended as solved") {
		t.Errorf("a finished run: %v", err)
	}
	if _, err := orchestrator.Discard(f.dir(), f.deps.Now); !errors.As(err, &no) {
		t.Errorf("a finished run was discarded: %v", err)
	}
	after, err := os.ReadFile(places.Run(f.dir()).Log())
	if err != nil || string(after) != string(before) {
		t.Errorf("the log was written to: %v", err)
	}
}

// TestDiscard closes a killed run's log.
func TestDiscard(t *testing.T) {
	k := cutOff(t, &scripted{name: "one", work: planned()}, atCall(4, true, nil))
	res, err := orchestrator.Discard(k.dir(), k.deps.Now)
	if err != nil || res.Outcome != trajectory.Cancelled || res.Steps != 4 {
		t.Fatalf("%+v, %v", res, err)
	}
	log, err := trajectory.Open(k.dir())
	if err != nil || log.Result == nil || log.Result.Outcome != trajectory.Cancelled {
		t.Errorf("%+v, %v", log, err)
	}
	if _, _, err := k.resume(&scripted{name: "one", work: planned()}); err != nil {
		t.Errorf("as long as the workspace is there, it can be resumed: %v", err)
	}
}

// TestResumeTellsTheGate: it decides as if the run had not been killed.
func TestResumeTellsTheGate(t *testing.T) {
	k := cutOff(t, &scripted{name: "one", work: planned()}, atEvent(12))
	past := openLog(t, k.dir())
	observed := len(lists.Filter(past.Steps(), func(s trajectory.Step) bool { return s.Observation != nil }))
	f := &fixture{}
	g := f.underGate(func(_ string, a tools.Action) (tools.Action, error) { return a, nil })
	k.deps.Policy = f.deps.Policy
	if _, _, err := k.resume(&scripted{name: "one", work: planned()}); err != nil {
		t.Fatal(err)
	}
	if observed == 0 || len(g.recalled) != observed {
		t.Errorf("it was told of %d actions of %d", len(g.recalled), observed)
	}
}

// recalling asks for memories as a model does: once when it begins, and once for
// each subtask.
type recalling struct {
	*scripted
	shown trajectory.Subtask
}

func (b *recalling) Open(ctx context.Context, s agents.Brief) (agents.Planner, agents.Actor, error) {
	_, _, err := b.scripted.Open(ctx, s)
	s.Memories.ForPlan()
	return b.scripted, b, err
}

func (b *recalling) Act(ctx context.Context, sub trajectory.Subtask, done []trajectory.Step) (agents.Decision, error) {
	if b.shown != sub {
		b.shown = sub
		if _, err := b.brief.Memories.ForAgent(ctx, sub); err != nil {
			return agents.Decision{}, err
		}
	}
	return b.scripted.Act(ctx, sub, done)
}

// TestResumeShowsMemoriesOnce: what was shown before the kill is not counted again.
func TestResumeShowsMemoriesOnce(t *testing.T) {
	brain := func() agents.Brain { return &recalling{scripted: &scripted{name: "one", work: planned()}} }
	l, deps, order := inOffice(t, brain())
	deps.Memory = fakeMemory{}
	atCall(2, true, nil)(l, &order)
	k := runAndDie(t, l, deps, order)
	if _, _, err := k.resume(brain()); err != nil {
		t.Fatal(err)
	}
	log := openLog(t, k.dir())
	shown := len(lists.Filter(log.Retrieved, func(e trajectory.Retrieved) bool { return e.For != trajectory.ForNobody }))
	if want := 1 + len(planned()); shown != want {
		t.Errorf("memories were shown %d times, want %d: %+v", shown, want, log.Retrieved)
	}
}

// leavingMemory is a fakeMemory of which the run does without another memory.
type leavingMemory struct {
	fakeMemory
	left trajectory.LeftOut
}

func (m leavingMemory) Retrieve(context.Context, agents.Brief) (membank.Retrieved, agents.Memories, error) {
	return membank.Retrieved{Full: []membank.Hit{hit}, LeftOut: &m.left}, m.fakeMemory, nil
}

// TestLeftOutIsLoggedOnce: what a run did without stands in its log before what it was shown,
// once, however often it is resumed, and not at all where nobody asked for memories.
func TestLeftOutIsLoggedOnce(t *testing.T) {
	left := trajectory.LeftOut{Memories: []string{"u2"}, Chances: []trajectory.Chance{{ID: "u1", Rank: 1, P: 0.25}, {ID: "u2", Rank: 2, P: 0.25}}}
	logged := func(dir string) []string {
		t.Helper()
		f := must.Have(os.Open(places.Run(dir).Log()))(t)
		defer f.Close()
		events, _, err := trajectory.Events(f)
		must.Do(t, err)
		return lists.Map(lists.Filter(events, func(e trajectory.Event) bool { return e.Kind == "left_out" || e.Kind == "retrieved" }),
			func(e trajectory.Event) string { return string(e.Kind) })
	}
	brain := func() agents.Brain { return &recalling{scripted: &scripted{name: "one", work: planned()}} }
	l, deps, order := inOffice(t, brain())
	deps.Memory = leavingMemory{left: left}
	atCall(2, true, nil)(l, &order)
	k := runAndDie(t, l, deps, order)
	if _, _, err := k.resume(brain()); err != nil {
		t.Fatal(err)
	}
	log := openLog(t, k.dir())
	if log.LeftOut == nil || !slices.Equal(log.LeftOut.Memories, []string{"u2"}) || len(log.LeftOut.Chances) != 2 {
		t.Errorf("the log has %+v", log.LeftOut)
	}
	kinds := logged(k.dir())
	if n := len(lists.Filter(kinds, func(k string) bool { return k == "left_out" })); n != 1 || kinds[1] != "left_out" {
		t.Errorf("events: %v", kinds)
	}
	_, deps, order = inOffice(t, &scripted{name: "one", work: planned()}) // it asks for no memories
	deps.Memory = leavingMemory{left: left}
	must.Have(orchestrator.Run(t.Context(), deps, order))(t)
	if log := openLog(t, filepath.Join(deps.Runs, "run-1")); log.LeftOut != nil {
		t.Errorf("nobody was shown memories, and the log has %+v", log.LeftOut)
	}
}

// TestResumeInFlightKinds cuts off every kind of change, done and not observed, and
// not begun: it is done once, and what it returned is known.
func TestResumeInFlightKinds(t *testing.T) {
	sweep.OneGoroutine(t)
	t.Parallel()
	prepare := []tools.Action{
		call("calendar.create_event", "users", []any{"Dana", "Tom"}, "summary", "Review", "start", "2026-03-12 14:00"),
		call("system.write_text", "file_path", "data/in/a.txt", "content", "a"),
		call("excel.create", "file_path", "plan.xlsx", "rows", []any{[]any{"who", "n"}, []any{"Dana", 1.0}}),
	}
	for _, tc := range []struct {
		action tools.Action
		found  bool
	}{
		{call("email.send", "to", "Dana, Tom", "subject", "Hi", "content", "x", "attachments", []any{"plan.xlsx"}), true},
		{call("email.send", "to", "Bob", "subject", "Note", "content", "x"), true},
		{call("email.send", "to", "zoe@elsewhere.org", "subject", "Note", "content", "x"), true},
		{call("email.reply", "subject", "Hello", "content", "Thanks."), false}, // its recipients are not known
		{call("email.forward", "subject", "Hello", "to", "Dana"), true},
		{call("email.delete", "subject", "Hello"), true},
		{call("calendar.delete_event", "users", []any{"Dana", "Tom"}, "summary", "Review"), true},
		{call("calendar.move_event", "user", "dana@example.com", "summary", "Review", "start", "2026-03-13 14:00"), true},
		{call("calendar.rename_event", "user", "Dana", "summary", "Review", "new_summary", "Talk"), true},
		{call("calendar.create_event", "user", "Nobody", "summary", "First", "start", "2026-03-12"), true},
		{call("calendar.list_events", "user", "Nobody"), false},
		{call("system.move", "source", "data/in", "target", "data/out"), false},
		{call("system.copy", "source", "data/in", "target", "data/copy"), false},
		{call("system.delete", "file_path", []any{"data/in"}), false},
		{call("excel.append_row", "file_path", "plan.xlsx", "values", []any{"Tom", 2.0}), false},
		{call("word.write", "file_path", "note.docx", "content", "x"), false},
	} {
		work := officeWork{{agents.System, prepare}, {agents.System, []tools.Action{tc.action}}, {agents.System, []tools.Action{call("system.list_files")}}}
		brain := func() agents.Brain { return &scripted{name: "one", work: work} }
		t.Run(tc.action.Tool, func(t *testing.T) {
			_, deps, order := inOffice(t, brain())
			whole, err := orchestrator.Run(t.Context(), deps, order)
			if err != nil || whole.Outcome != trajectory.Solved {
				t.Fatalf("undisturbed: %+v, %v", whole, err)
			}
			log := openLog(t, filepath.Join(deps.Runs, "run-1"))
			want := log.Steps()[len(prepare)].Observation
			for _, done := range []bool{false, true} {
				k := cutOff(t, brain(), atCall(len(prepare)+1, done, nil))
				res, _, err := k.resume(brain())
				if err != nil || res.Outcome != trajectory.Solved {
					t.Fatalf("done %v: %+v, %v", done, res, err)
				}
				same(t, whole.Testbed, res.Testbed)
				log := openLog(t, k.dir())
				got := log.Steps()[len(prepare)]
				if got.Found != (done && tc.found) || string(got.Observation.Data) != string(want.Data) {
					t.Errorf("done %v: found %v, it observes %s\nwant %s", done, got.Found, got.Observation.Data, want.Data)
				}
			}
		})
	}
}

// stepwise knows where it is only from being asked what comes next.
type stepwise struct {
	*scripted
	rounds int
}

func (b *stepwise) Open(ctx context.Context, s agents.Brief) (agents.Planner, agents.Actor, error) {
	_, _, err := b.scripted.Open(ctx, s)
	b.rounds = -1
	return b, b, err
}

func (b *stepwise) Bounded() bool { return true }

func (b *stepwise) Next(ctx context.Context, st agents.State) (trajectory.Ledger, error) {
	b.rounds = len(st.Rounds)
	return b.scripted.Next(ctx, st)
}

func (b *stepwise) Act(ctx context.Context, sub trajectory.Subtask, done []trajectory.Step) (agents.Decision, error) {
	if want := sub.Description; want != fmt.Sprintf("%s %d", b.name, b.rounds) {
		return agents.Decision{}, fmt.Errorf("asked for %s, and it is at %d", want, b.rounds)
	}
	return b.scripted.Act(ctx, sub, done)
}

func (b *stepwise) Answer(ctx context.Context, st agents.State) (string, error) {
	if b.rounds != len(b.work) {
		return "", fmt.Errorf("asked for the answer, and it is at %d", b.rounds)
	}
	return b.scripted.Answer(ctx, st)
}

// TestResumeCatchesUp: a brain that goes through its work step by step is brought
// to where the log ends before it is asked for an action, or for the answer.
func TestResumeCatchesUp(t *testing.T) {
	sweep.OneGoroutine(t)
	t.Parallel()
	brain := func() agents.Brain { return &stepwise{scripted: &scripted{name: "one", work: planned()}} }
	for n := 2; ; n++ {
		k := cutOff(t, brain(), atEvent(n))
		if k.ran {
			return
		}
		if past, err := trajectory.Open(k.dir()); err != nil || past.Result != nil {
			continue
		}
		if res, _, err := k.resume(brain()); err != nil || res.Outcome != trajectory.Solved {
			t.Fatalf("killed at event %d: %+v, %v", n, res, err)
		}
	}
}

// paying asks a model for its plan.
type paying struct{ *scripted }

func (b paying) Open(ctx context.Context, s agents.Brief) (agents.Planner, agents.Actor, error) {
	_, a, err := b.scripted.Open(ctx, s)
	return b, a, err
}

func (b paying) Plan(ctx context.Context) (trajectory.Plan, error) {
	used := cost.Usage{Prompt: 100, Completion: 10}
	err := b.brief.Log(trajectory.ModelCalled{Role: "orchestrator", Model: "m", PromptTokens: used.Prompt, CompletionTokens: used.Completion, CostUSD: b.brief.Meter.Add("orchestrator", "m", used)})
	if err != nil {
		return trajectory.Plan{}, err
	}
	return b.scripted.Plan(ctx)
}

// TestResumePays: what models cost before the kill counts, also where all begins
// again.
func TestResumePays(t *testing.T) {
	for _, tc := range []struct {
		kept   bool
		tokens int
		want   trajectory.Outcome
		calls  int
	}{{true, 0, trajectory.Solved, 1}, {false, 0, trajectory.Solved, 2}, {true, 100, trajectory.Exhausted, 1}} {
		k := cutOff(t, paying{&scripted{name: "one", work: planned()}}, atCall(3, true, nil))
		if !tc.kept {
			k.box = nil
		}
		k.deps.Limits.Budget.Tokens = tc.tokens
		res, _, err := k.resume(paying{&scripted{name: "one", work: planned()}})
		if err != nil || res.Outcome != tc.want || res.ModelCalls != tc.calls || res.Tokens.Prompt != 100*tc.calls {
			t.Errorf("%+v: %+v, %v", tc, res, err)
		}
	}
}
