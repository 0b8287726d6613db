package orchestrator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"legomem/agents"
	"legomem/lists"
	"legomem/tools"
	"legomem/tools/sandbox"
	"legomem/trajectory"
	"legomem/words"
)

// keeper is a sandbox whose files can outlive this process, and be looked at from
// here; see sandbox.Local.
type keeper interface {
	Keep(run string) (testbed string, err error)
}

// keep makes the workspace outlive this process from here on, if the sandbox can. A run
// that has done nothing leaves nothing.
func (r *run) keep() error {
	if !r.Resumable || r.asked {
		return nil
	}
	r.asked = true
	box, ok := r.box.(keeper)
	if !ok {
		return nil
	}
	var err error
	r.bed, err = box.Keep(string(r.dir))
	return err
}

// remember saves what is needed to find out whether an action was done, should this
// process die in the middle of it. It comes after the intent and before the call: an
// intent without it was never called.
func (r *run) remember(step trajectory.Step) error {
	if err := r.keep(); err != nil || r.bed == "" || !tools.Changes(step.Effects) {
		return err
	}
	at := targetsOf(step.Effects, r.task.User)
	before, err := sandbox.Remember(r.bed, step.Number, at.targets)
	if err != nil {
		return err
	}
	text, err := json.Marshal(before)
	if err != nil {
		return err
	}
	if err := os.WriteFile(r.dir.Before(), text, 0o600); err != nil {
		return fmt.Errorf("keep what an action will change: %w", err)
	}
	return nil
}

// remembered returns what was saved before the action of that number; false if the
// action was never called.
func (r *run) remembered(step int) (sandbox.Before, bool, error) {
	text, err := os.ReadFile(r.dir.Before())
	if errors.Is(err, fs.ErrNotExist) {
		return sandbox.Before{}, false, nil
	}
	if err != nil {
		return sandbox.Before{}, false, err
	}
	var b sandbox.Before
	if json.Unmarshal(text, &b) != nil { // cut off while it was written
		return b, false, nil
	}
	return b, b.Step == step, nil
}

// aims are the targets that an action changes.
type aims struct {
	targets []sandbox.Target
	// people is true if these are mailboxes and calendars, all of which change when the
	// action is done.
	people bool
	// unknown names a target that cannot be inspected.
	unknown string
}

// targetsOf turns effects into files. The mail itself determines who gets an answer to
// it, so any mailbox may: then it cannot be checked whether all were reached.
func targetsOf(effects []tools.Effect, user string) aims {
	at := aims{people: true}
	add := func(listed bool, elem ...string) {
		t := sandbox.Target{Path: filepath.ToSlash(filepath.Join(elem...)), Listed: listed}
		for _, had := range at.targets {
			if strings.EqualFold(had.Path, t.Path) {
				return
			}
		}
		at.targets = append(at.targets, t)
	}
	for _, e := range effects {
		if e.Class == tools.Read {
			continue
		}
		kind, name, _ := strings.Cut(e.Target, ":")
		switch kind {
		case "file":
			at.people = false
			add(false, strings.TrimSuffix(name, "/*"))
		case "recipient":
			who, err := tools.UserName(name)
			if err != nil || name == tools.SenderOfMail || name == tools.EveryoneOnMail {
				at.people = false
				add(true, "emails")
				continue
			}
			add(true, "emails", who)
		case "mailbox":
			add(!e.Destroys, "emails", nameOf(name, user)) // a mail that is deleted is copied
		case "calendar":
			add(false, "calendar", nameOf(name, user)+".ics")
		default:
			at.unknown = e.Target
		}
	}
	return at
}

// nameOf is a mailbox's or calendar's owner; Self is the acting user.
func nameOf(who, user string) string {
	if who != tools.Self {
		return who
	}
	if name, err := tools.UserName(user); err == nil {
		return name
	}
	return user
}

// settle finds out, from the state of its targets, whether the action that was under
// way when the process died was done. If not, it is done now; if it was done in part,
// or to a file, it is undone first. A mail or an event that was made is found, and
// never made again.
func (r *run) settle(ctx context.Context, agent string, step trajectory.Step) (trajectory.Step, error) {
	before, called, err := r.remembered(step.Number)
	if err != nil {
		return step, err
	}
	if !called || !tools.Changes(step.Effects) {
		return r.doNow(ctx, agent, step)
	}
	at := targetsOf(step.Effects, r.task.User)
	since, err := before.Since(r.bed)
	if err != nil {
		return step, err
	}
	switch {
	case at.unknown != "":
		return step, r.cannotTell(step, "it may have changed anything")
	case since.Changed == 0:
	case since.Changed == since.Targets && (at.people || !since.CanUndo):
		return r.found(ctx, step, before)
	case !since.CanUndo:
		return step, r.cannotTell(step, "some of what it changes has changed, and the rest has not, and what was there before was too large to keep")
	default:
		if err := before.Undo(r.bed); err != nil {
			return step, fmt.Errorf("take back what step %d did in part: %w", step.Number, err)
		}
	}
	return r.doNow(ctx, agent, step)
}

// doNow does a step of which only the intent is logged, unless the previous brain did
// it.
func (r *run) doNow(ctx context.Context, agent string, step trajectory.Step) (trajectory.Step, error) {
	if r.deeds != nil {
		if obs, again := r.deeds.repeated(step.Action); again {
			r.suppressed++
			step.Observation, step.Suppressed = &obs, true
			r.note(step)
			return step, r.record(observed(step))
		}
	}
	intent, refused := r.decide(agent, step.Action)
	step.Action, step.Effects = intent.Action, intent.Effects
	return r.do(ctx, agent, step, refused)
}

// found records an action as done, without doing it.
func (r *run) found(ctx context.Context, step trajectory.Step, before sandbox.Before) (trajectory.Step, error) {
	const how = "Found done when the run was resumed: "
	obs, known := r.rehearse(ctx, step, before)
	if !known {
		obs = tools.Observation{Text: "what it changes has changed (" + strings.Join(changed(step.Effects), ", ") + "); what it returned is lost."}
	}
	obs.Text = how + obs.Text
	step.Observation, step.Found = &obs, true
	r.note(step)
	if r.gate != nil {
		r.gate.SawBefore(step.Action, obs)
	}
	return step, r.record(observed(step))
}

func changed(effects []tools.Effect) []string {
	writing := lists.Filter(effects, func(e tools.Effect) bool { return e.Class != tools.Read })
	return lists.Map(writing, func(e tools.Effect) string { return e.Target })
}

// rehearse finds out what a completed action returned: it does it again on a copy of
// the files as they were before, in a sandbox that is thrown away. If that does not
// produce exactly the files that are there, the result is unknown.
func (r *run) rehearse(ctx context.Context, step trajectory.Step, before sandbox.Before) (tools.Observation, bool) {
	dir := r.dir.Rehearsal()
	defer os.RemoveAll(dir)
	now, was, then := filepath.Join(dir, "now"), filepath.Join(dir, "was"), filepath.Join(dir, "then")
	err := errors.Join(os.MkdirAll(dir, 0o700), r.box.CopyOut(ctx, now), r.box.CopyOut(ctx, was))
	if err == nil {
		err = before.Undo(was)
	}
	if err != nil {
		return tools.Observation{}, false
	}
	box, err := r.Launcher.Open(ctx, sandbox.Spec{Run: r.id, Testbed: was, User: r.task.User, Now: r.task.Now, DayFirst: r.task.DayFirst, Domain: r.task.Domain})
	if err != nil {
		return tools.Observation{}, false
	}
	defer box.Close()
	obs, err := box.Call(ctx, step.Action)
	if err = errors.Join(err, box.CopyOut(ctx, then)); err != nil || obs.Failed {
		return tools.Observation{}, false
	}
	differ, err := Diff(now, then)
	return obs, err == nil && len(differ) == 0
}

// cannotTell ends a run: a guess would do something twice, or not at all.
func (r *run) cannotTell(step trajectory.Step, why string) error {
	args, err := json.Marshal(step.Action.Args)
	if err != nil {
		return err
	}
	return &agents.GiveUp{Reason: fmt.Sprintf("whether step %d (%s %s) was done when the run was killed cannot be told: %s; look at the files, and do the rest by hand or with a new run",
		step.Number, step.Action.Tool, words.Cut(string(args), 200), why)}
}
