package orchestrator_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"legomem/agents"
	"legomem/must"
	"legomem/orchestrator"
	"legomem/tools"
	"legomem/tools/apps"
	"legomem/tools/office"
	"legomem/tools/sandbox"
	"legomem/trajectory"
)

// officeLauncher opens sandboxes in this process, on the office's own tools.
type officeLauncher struct {
	t   *testing.T
	box *officeBox // the last one
	// first is the run's own: another one may be tried things in.
	first *officeBox
	// onCall is told of each call, before and after it; it may be nil.
	onCall func(n int, done bool, b *officeBox)
}

func (l *officeLauncher) Name() string { return "office" }

func (l *officeLauncher) Open(_ context.Context, spec sandbox.Spec) (sandbox.Sandbox, error) {
	dir := spec.Workspace
	if dir == "" {
		dir = filepath.Join(l.t.TempDir(), "testbed")
		if err := os.CopyFS(dir, os.DirFS(spec.Testbed)); err != nil {
			return nil, err
		}
	}
	ws, err := tools.OpenWorkspace(dir, spec.User, func() time.Time { return spec.Now })
	if err != nil {
		return nil, err
	}
	l.t.Cleanup(func() { _ = ws.Close() })
	l.box = &officeBox{dir: dir, ws: ws, onCall: l.onCall}
	if l.first == nil {
		l.first = l.box
	}
	return l.box, nil
}

type officeBox struct {
	dir   string
	ws    *tools.Workspace
	calls []tools.Action
	kept  string // the run's folder, once it is to be kept

	onCall func(n int, done bool, b *officeBox)
}

func (b *officeBox) Call(ctx context.Context, a tools.Action) (tools.Observation, error) {
	b.calls = append(b.calls, a)
	if b.onCall != nil {
		b.onCall(len(b.calls), false, b)
	}
	t, err := apps.Registry().Lookup(a.Tool)
	if err != nil {
		return tools.Fail(err), nil
	}
	obs := t.Run(ctx, b.ws, a.Args)
	if b.onCall != nil {
		b.onCall(len(b.calls), true, b)
	}
	return obs, nil
}

// Keep is sandbox.Local's.
func (b *officeBox) Keep(run string) (string, error) {
	b.kept = run
	return b.dir, nil
}

func (b *officeBox) CopyOut(_ context.Context, dst string) error {
	return os.CopyFS(dst, os.DirFS(b.dir))
}
func (b *officeBox) About() map[string]string { return nil }
func (b *officeBox) Close() error             { return nil }

const emptyCalendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\nEND:VCALENDAR\r\n"

// The work that scripted brains do: in each round, these actions in turn.
type officeWork []officeRound

type officeRound struct {
	agent   string
	actions []tools.Action
}

func call(tool string, pairs ...any) tools.Action {
	args := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		args[pairs[i].(string)] = pairs[i+1]
	}
	return tools.Action{Tool: tool, Args: args}
}

// planned is the work as the first brain does it: two events, two mails to the
// same person, two equal paragraphs, rows.
func planned() officeWork {
	line := call("word.write", "file_path", "data/note.docx", "content", "Dear all,")
	return officeWork{
		{agents.Calendar, []tools.Action{
			call("calendar.list_events", "user", "Dana"),
			call("calendar.create_event", "users", []any{"Dana", "Tom"}, "summary", "Review", "start", "2026-03-12 14:00", "end", "2026-03-12 15:30"),
			call("calendar.create_event", "user", "Dana", "summary", "Lunch", "start", "2026-03-12 12:00"),
		}},
		{agents.Word, []tools.Action{line, line}},
		{agents.Excel, []tools.Action{
			call("excel.create", "file_path", "plan.xlsx", "rows", []any{[]any{"who", "n"}, []any{"Dana", 1.0}}),
			call("excel.append_row", "file_path", "data/plan.xlsx", "values", []any{"Tom", 2.0}),
		}},
		{agents.Email, []tools.Action{
			call("email.list"),
			call("email.send", "to", []any{"Dana", "Tom"}, "subject", "Review", "content", "On Thursday."),
			call("email.send", "to", []any{"Dana"}, "subject", "Lunch", "content", "At noon."),
		}},
	}
}

// respelled is the same work as another brain would write it.
func respelled() officeWork {
	line := call("word.write", "file_path", "note.docx", "content", "Dear all,\n")
	return officeWork{
		{agents.Calendar, []tools.Action{
			call("calendar.list_events", "user", "dana@example.com"),
			call("calendar.create_event", "users", []any{"tom", "Dana"}, "summary", "Review", "start", "March 12, 2026 at 2 pm", "end", "3:30 pm"),
			call("calendar__create_event", "users", []any{"dana@example.com"}, "summary", "Lunch", "start", "2026-03-12 12:00:00"),
		}},
		{agents.Word, []tools.Action{line, line}},
		{agents.Excel, []tools.Action{
			call("excel.create", "file_path", "/testbed/data/plan.xlsx", "rows", []any{[]any{"who", "n"}, []any{"Dana", 1.0}}),
			call("excel.append_row", "file_path", "plan.xlsx", "values", []any{"Tom", 2.0}),
		}},
		{agents.Email, []tools.Action{
			call("email.list"),
			call("email.send", "to", "tom@example.com, Dana", "subject", "Review", "content", "On Thursday.", "sender", "Bob"),
			call("email.send", "to", "Dana", "subject", "Lunch", "content", "At noon."),
		}},
	}
}

func (w officeWork) actions() int {
	n := 0
	for _, r := range w {
		n += len(r.actions)
	}
	return n
}

// The ways a scripted brain gives up.
const (
	never     = ""
	inAct     = "in Act"
	atFailure = "at an action that fails"
	inNext    = "in Next"
	inAnswer  = "in Answer"
)

// scripted does some work in rounds, and gives up before action `stop`.
type scripted struct {
	name string
	work officeWork
	way  string
	stop int

	brief agents.Brief
	acted int
}

func (b *scripted) Name() string { return b.name }

func (b *scripted) Open(_ context.Context, s agents.Brief) (agents.Planner, agents.Actor, error) {
	b.brief, b.acted = s, 0
	return b, b, nil
}

func (b *scripted) Plan(context.Context) (trajectory.Plan, error) {
	var p trajectory.Plan
	for _, r := range b.work {
		p.Steps = append(p.Steps, trajectory.PlanStep{Agent: r.agent, Description: b.name})
	}
	return p, nil
}

func (b *scripted) Next(_ context.Context, st agents.State) (trajectory.Ledger, error) {
	n := len(st.Rounds) - len(b.brief.Done)
	if n > 0 && st.Rounds[len(st.Rounds)-1].Failed {
		return trajectory.Ledger{}, &agents.GiveUp{Reason: "it failed: " + st.Rounds[len(st.Rounds)-1].Summary}
	}
	if b.way == inNext && n == b.stop {
		return trajectory.Ledger{}, &agents.GiveUp{Reason: "it stopped"}
	}
	l := trajectory.Ledger{Satisfied: trajectory.Finding{Answer: n >= len(b.work)}, Progress: trajectory.Finding{Answer: true}}
	if n < len(b.work) {
		l.Speaker, l.Instruction = b.work[n].agent, fmt.Sprintf("%s %d", b.name, n)
	}
	return l, nil
}

func (b *scripted) Replan(ctx context.Context, _ agents.State) (trajectory.Plan, error) {
	return b.Plan(ctx)
}

func (b *scripted) Answer(context.Context, agents.State) (string, error) {
	if b.way == inAnswer {
		return "", &agents.GiveUp{Reason: "it has no answer"}
	}
	return "Done by " + b.name, nil
}

func (b *scripted) Act(_ context.Context, sub trajectory.Subtask, done []trajectory.Step) (agents.Decision, error) {
	var round, before int
	if _, err := fmt.Sscanf(sub.Description, b.name+" %d", &round); err != nil {
		return agents.Decision{}, err
	}
	for _, r := range b.work[:round] {
		before += len(r.actions)
	}
	todo := b.work[round].actions
	if len(done) > 0 && done[len(done)-1].Observation.Failed {
		return agents.Decision{Failed: true, Summary: done[len(done)-1].Observation.Text}, nil
	}
	if len(done) == len(todo) {
		return agents.Decision{Summary: "did all of it"}, nil
	}
	next := todo[len(done)]
	if before+len(done) == b.stop {
		switch b.way {
		case inAct:
			return agents.Decision{}, &agents.GiveUp{Reason: "it cannot go on"}
		case atFailure:
			next = call("excel.read", "file_path", "nowhere.xlsx")
		}
	}
	return agents.Decision{Action: &next}, nil
}

// inOffice is a run ready to go, of a brain in an office.
func inOffice(t *testing.T, brain agents.Brain) (*officeLauncher, orchestrator.Deps, orchestrator.Order) {
	t.Helper()
	f := setUp(t)
	for _, who := range []string{"Dana", "Tom", "Bob"} {
		putFile(t, filepath.Join(f.order.From, "calendar", who+".ics"), emptyCalendar)
		putFile(t, filepath.Join(f.order.From, "emails", who, "Hello.eml"), "From: Eve@example.com\r\nTo: "+who+"@example.com\r\nSubject: Hello\r\n\r\nHello.\r\n")
	}
	putFile(t, filepath.Join(f.order.From, "data", "note.docx"), string(must.Have(office.NewDocument("", nil))(t)))
	l := &officeLauncher{t: t}
	f.deps.Brain, f.deps.Launcher, f.deps.Tools, f.deps.Team = brain, l, apps.Registry(), agents.DefaultTeam()
	f.deps.Memory, f.order.Own = nil, orchestrator.Own{}
	f.deps.Resumable = true
	return l, f.deps, f.order
}
