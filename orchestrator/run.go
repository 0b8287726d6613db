package orchestrator

import (
	"context"
	"fmt"
	"maps"
	"os"
	"runtime/debug"
	"time"

	"legomem/agents"
	"legomem/llm/cost"
	"legomem/membank"
	"legomem/orchestrator/taskgraph/rungraph"
	"legomem/places"
	"legomem/tools"
	"legomem/tools/sandbox"
	"legomem/trajectory"
)

// run is one run underway. One goroutine drives it.
type run struct {
	Deps
	Own
	id       string
	dir      places.Run
	task     trajectory.Task
	versions map[string]string
	log      *trajectory.Writer
	meter    *cost.Meter
	began    time.Time
	started  trajectory.Files    // of the testbed as it was; nil in a resumed run
	ended    trajectory.Files    // of the finished testbed; nil until it is brought out
	left     trajectory.Artifact // its name; "" until then
	box      sandbox.Sandbox     // nil until opened
	gate     Gate                // nil where everything is allowed

	planner  agents.Planner
	actor    agents.Actor
	state    agents.State
	recalled membank.Retrieved // for its task
	graph    *rungraph.Graph   // its working memory; nil until the work begins

	rounds   int      // begun so far
	loops    *repeats // of rounds
	revision int      // of the plan
	deeds    *deeds   // of the previous brain; nil if there was none

	past   *trajectory.Run // of a resumed run; nil otherwise
	open   *agents.Round   // its unfinished round; nil if there is none
	before time.Duration   // how long it took until then
	asked  bool            // the sandbox was asked to keep its files
	bed    string          // where they are, if it keeps them

	steps, failed int
	refused       int // by the policy
	suppressed    int // done by the previous brain
	answer        string
	ownAnswer     bool // an agent wrote data/answer.txt itself
	shellUsed     bool
}

// begin makes the run's folder with its log and the copy of the testbed. The
// log comes first: whatever happens from here on, there is one to read.
func begin(ctx context.Context, d Deps, o Order) (*run, error) {
	holds, err := checkTestbed(o.From)
	if err != nil {
		return nil, err
	}
	if err := apart(o.From, d.Runs); err != nil {
		return nil, err
	}
	dir, err := makeRunFolder(places.Runs(d.Runs), o.ID)
	if err != nil {
		return nil, err
	}
	log, err := trajectory.Create(string(dir), o.ID, d.Now)
	if err != nil {
		return nil, discard(dir, err)
	}
	r := newRun(d, o.Own, o.ID, dir, o.Task, log)
	err = r.record(trajectory.Started{Task: r.task, Brain: r.Brain.Name(), Sandbox: r.Launcher.Name(), Memory: r.MemoryName, Versions: r.versions, Session: o.Session, Turn: o.Turn, GoesOnFrom: o.GoesOnFrom, Trial: o.Trial})
	if err == nil {
		err = r.copyBasis(ctx, o.Basis)
	}
	if err == nil {
		err = r.copyIn(ctx, o.From, holds)
	}
	if err == nil {
		err = r.record(trajectory.Copied{Testbed: r.started.Artifact()})
	}
	if err != nil {
		_ = log.Close() // the folder goes
		return nil, discard(dir, err)
	}
	return r, nil
}

// newRun makes a run that has its folder and its log.
func newRun(d Deps, own Own, id string, dir places.Run, task trajectory.Task, log *trajectory.Writer) *run {
	if !d.Shell {
		d.Team = d.Team.Without("shell.")
	}
	d.Tools = d.Tools.In(task.Domain)
	versions := map[string]string{}
	maps.Copy(versions, d.Versions)
	maps.Copy(versions, own.Labels)
	return &run{Deps: d, Own: own, id: id, dir: dir, task: task, versions: versions, log: log,
		meter: cost.NewMeter(d.Prices, d.Limits.Budget), began: d.Now(), loops: newRepeats(maxRounds)}
}

// copyIn copies the testbed, which was found to hold this. A folder with the name start is
// complete.
func (r *run) copyIn(ctx context.Context, from string, holds bed) (err error) {
	if r.started, err = copyTestbed(ctx, from, r.dir.Copying(), holds); err != nil {
		return err
	}
	return os.Rename(r.dir.Copying(), r.dir.Start())
}

// copyBasis copies what the work begins with, before the testbed: where that is complete,
// this is.
func (r *run) copyBasis(ctx context.Context, from string) error {
	if from == "" {
		return nil
	}
	holds, err := checkTestbed(from)
	if err != nil {
		return err
	}
	_, err = copyTestbed(ctx, from, r.dir.Basis(), holds)
	return err
}

// basis is the folder that the work begins with, and its files; nil where they are not
// known.
func (r *run) basis() (string, trajectory.Files) {
	if _, err := os.Stat(r.dir.Basis()); err == nil {
		return r.dir.Basis(), nil
	}
	return r.dir.Start(), r.started
}

// record appends to the log and tells the observer.
func (r *run) record(p trajectory.Payload) error {
	if err := r.log.Append(p); err != nil {
		return err
	}
	if r.Observer != nil {
		r.Observer(p)
	}
	if r.graph != nil {
		return r.graph.Saw(p)
	}
	return nil
}

// recollect makes the run's working memory: that of its log, where it is resumed.
func (r *run) recollect() (err error) {
	if r.past != nil {
		r.graph, err = rungraph.Of(r.past)
		return err
	}
	r.graph, err = rungraph.New(r.task, r.began)
	return err
}

// carryOut does the task within its time, or the rest of it in a kept workspace. Nil
// means that the brain finds the request satisfied; otherwise the error is what ended
// the run. A panic in a brain is an error like any other, so that the run is closed in
// order.
func (r *run) carryOut(ctx context.Context, workspace string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("a bug in brain %s or below it: %v\n%s", r.Brain.Name(), p, debug.Stack())
		}
	}()
	ctx, stop := r.Limits.within(cost.With(ctx, r.embedded))
	defer stop()
	if err := r.recollect(); err != nil {
		return err
	}
	if err := r.openBox(ctx, workspace); err != nil {
		return err
	}
	memories, err := r.retrieve(ctx)
	if err != nil {
		return err
	}
	if r.planner, r.actor, err = r.Brain.Open(ctx, r.brief(memories)); err != nil {
		return err
	}
	r.takenOver()
	if err := r.settleOpen(ctx); err != nil {
		return err
	}
	return r.loop(ctx)
}

// embedded meters and logs an embedding, which the bank makes when it is searched.
func (r *run) embedded(model string, u cost.Usage) {
	_ = r.record(trajectory.ModelCalled{Role: cost.Embedder, Model: model, PromptTokens: u.Prompt, Attempts: 1,
		CostUSD: r.meter.Add(cost.Embedder, model, u)}) // a log that cannot be written ends the run at its next event
}

// openBox starts the sandbox on the copy of the testbed, or in the kept workspace.
func (r *run) openBox(ctx context.Context, workspace string) error {
	testbed, files := r.basis()
	box, err := r.Launcher.Open(ctx, sandbox.Spec{
		Run: r.id, Testbed: testbed, Files: files, Workspace: workspace, User: r.task.User, Now: r.task.Now, DayFirst: r.task.DayFirst, Domain: r.task.Domain, Shell: r.Shell,
	})
	if err != nil {
		return fmt.Errorf("open the %s sandbox: %w", r.Launcher.Name(), err)
	}
	r.box = box
	maps.Copy(r.versions, box.About())
	if r.Policy != nil {
		r.gate = r.Policy(r.task, r.dir.Start()) // the user may go on working in the testbed itself
		r.tellGate()
	}
	if workspace != "" {
		return r.keep()
	}
	return nil
}

// brief is what the run lends its brain.
func (r *run) brief(memories agents.Memories) agents.Brief {
	s := agents.Brief{Run: r.id, Task: r.task, Team: r.Team, Tools: r.Tools, Memories: memories, Log: r.record, Meter: r.meter, Done: r.othersRounds(), Past: r.past, Look: r.look, Working: r.graph.Graph}
	if r.Memory != nil {
		s.SearchTasks = r.searchTasks
	}
	return s
}

// spent returns why the run must end now, if it must: cancelled, or out of time or
// budget.
func (r *run) spent(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if w := r.Limits.Wall; w > 0 && r.Now().Sub(r.began) >= w {
		return outOfTime(w)
	}
	return r.meter.Left()
}

// act logs the intent, calls the tool, and logs the result. What the previous brain has
// done is not called again.
func (r *run) act(ctx context.Context, agent string, d agents.Decision) (trajectory.Step, error) {
	r.steps++
	step := trajectory.Step{Number: r.steps, Thought: d.Thought, Action: *d.Action, Expect: d.Expect}
	if step, again, err := r.suppress(agent, step); again || err != nil {
		return step, err
	}
	intent, refused := r.decide(agent, step.Action)
	step.Action, step.Effects = intent.Action, intent.Effects
	if err := r.record(intended(agent, step)); err != nil {
		return step, err
	}
	return r.do(ctx, agent, step, refused)
}

// do calls the tool of a step whose intent is logged.
func (r *run) do(ctx context.Context, agent string, step trajectory.Step, refused error) (trajectory.Step, error) {
	if refused == nil {
		if err := r.remember(step); err != nil {
			return step, err
		}
	}
	call, where := r.callOf(agent, step.Action, refused)
	began := r.Now()
	obs, err := call(ctx, step.Action)
	if err != nil {
		if ctx.Err() != nil {
			return step, context.Cause(ctx)
		}
		return step, fmt.Errorf("call %s %s: %w", step.Action.Tool, where, err)
	}
	step.Observation, step.WallMS = &obs, millis(r.Now().Sub(began))
	r.note(step)
	if r.gate != nil && refused == nil {
		r.gate.Saw(tools.Intent{Action: step.Action, Effects: step.Effects}, obs)
	}
	return step, r.record(observed(step))
}

func intended(agent string, s trajectory.Step) trajectory.Intended {
	return trajectory.Intended{Step: s.Number, Agent: agent, Thought: s.Thought, Action: s.Action, Effects: s.Effects, Expect: s.Expect}
}

func observed(s trajectory.Step) trajectory.Observed {
	return trajectory.Observed{Step: s.Number, Observation: *s.Observation, WallMS: s.WallMS, Suppressed: s.Suppressed, Found: s.Found}
}

// decide asks the policy for the action to carry out. If the policy refuses, that is
// noted, and the action is the agent's own.
func (r *run) decide(agent string, a tools.Action) (tools.Intent, error) {
	if r.gate == nil {
		return r.intent(a), nil
	}
	allowed, err := r.gate.Decide(agent, a)
	if err == nil {
		return allowed, nil
	}
	if tools.CodeOf(err) == tools.Refused {
		r.refused++
		_ = r.record(trajectory.Noted{About: trajectory.AboutRefused, Text: err.Error()}) // a log that cannot be written ends the run at its next event
	}
	return r.intent(a), err
}

// calling does an action.
type calling func(context.Context, tools.Action) (tools.Observation, error)

// callOf returns how an action is done, and where: on the host if it has a tool of that
// name, and in the sandbox otherwise. A refused one is not done.
func (r *run) callOf(agent string, a tools.Action, refused error) (call calling, where string) {
	if refused != nil {
		return func(ctx context.Context, _ tools.Action) (tools.Observation, error) {
			return tools.Fail(refused), ctx.Err()
		}, ""
	}
	if t, ok := r.Tools.Get(a.Tool); ok && r.Host[t.Name] != nil {
		return func(ctx context.Context, a tools.Action) (tools.Observation, error) {
			return r.Host[t.Name].Call(ctx, agents.HostCall{Action: a, Box: r.guarded(agent), Log: r.record, Meter: r.meter})
		}, "on the host"
	}
	return r.box.Call, "in the " + r.Launcher.Name() + " sandbox"
}

// guarded is the sandbox as a host tool may use it for an agent: the tool may do no
// more than the agent.
func (r *run) guarded(agent string) calling {
	return func(ctx context.Context, a tools.Action) (tools.Observation, error) {
		allowed, err := r.decide(agent, a)
		if err != nil {
			return tools.Fail(err), ctx.Err()
		}
		return r.box.Call(ctx, allowed.Action)
	}
}

// intent returns an action with its effects. An action with a wrong name or wrong
// arguments has none.
func (r *run) intent(a tools.Action) tools.Intent {
	i, err := r.Tools.Intend(a)
	if err != nil {
		return tools.Intent{Action: a}
	}
	return i
}

// note keeps what later decisions need to know of a step.
func (r *run) note(s trajectory.Step) {
	r.state.LastFail = nil
	if r.deeds != nil {
		r.deeds.add(s)
	}
	if s.Observation.Failed {
		r.failed++
		r.state.LastFail = s.Observation
		return
	}
	for _, e := range s.Effects {
		r.ownAnswer = r.ownAnswer || (e.Class == tools.Write && isAnswerFile(e.Target))
		r.shellUsed = r.shellUsed || e.Class == tools.Shell
	}
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
