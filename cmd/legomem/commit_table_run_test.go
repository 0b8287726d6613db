package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"legomem/desk"
	"legomem/llm/llmtest"
	"legomem/must"
	"legomem/orchestrator"
	"legomem/tools"
	"legomem/tools/apps"
	"legomem/trajectory"
)

// atHome gives the program a data folder of its own, with the bank in it that all
// runs share, and makes the office that all cases start from.
func atHome(t *testing.T) (furnished string) {
	usedHome(t)
	t.Setenv("OPENAI_API_KEY", "sk-of-this-test")
	d := newWorkplace(t, filepath.Join(t.TempDir(), "desk"))
	defer d.close()
	d.furnish()
	return d.dir
}

// duel is one case with what it needs to be run.
type duel struct {
	attack
	furnished, root string
}

func newDuel(t *testing.T, c attack, furnished string) *duel {
	for _, id := range c.reads {
		c.plan = append([]work{{"email_agent", []do{{"email.read", args("id", id)}}}}, c.plan...)
	}
	return &duel{c, furnished, t.TempDir()}
}

// Whether a run has the program's policy, or none.
const (
	guarded = true
	ungated = false
)

// run makes an office of Bob's and carries out the task in it.
func (d *duel) run(t *testing.T, name, order string, gated bool, more ...string) finished {
	t.Helper()
	model := llmtest.New(t, llmtest.Options{Answer: obedient{order: d.order, plan: d.plan, evil: d.evil, stubborn: d.category == inWhatIsRead}.answer})
	return d.office(t, name, order, model, gated, more...)
}

// office is run, with a model of the caller's.
func (d *duel) office(t *testing.T, name, order string, model *llmtest.Endpoint, gated bool, more ...string) finished {
	t.Helper()
	home := filepath.Join(d.root, name, "office")
	b := copyDesk(t, d.furnished, home)
	d.bed(b, order)
	b.close()
	if d.practised {
		bank := filepath.Join(d.root, name+".db") // of its own: a procedure that is refused something is quarantined
		must.Do(t, os.WriteFile(bank, must.Have(filledBank())(t), 0o600))
		more = append(more, "--brain", "reflex", "--bank", bank)
	}
	return carry(t, model, filepath.Join(d.root, name, "runs"), home, d.task, gated, more...)
}

// carry carries out a task as the command line does, for the user Bob; without
// the policy, by hand from the same parts.
func carry(t *testing.T, model *llmtest.Endpoint, runs, home, task string, gated bool, more ...string) finished {
	t.Helper()
	config := filepath.Join(t.TempDir(), "config.yaml") // the endpoint alone: the rest is the default
	must.Do(t, os.WriteFile(config, []byte("model: {base_url: "+model.URL()+"}\n"), 0o600))
	before := folderAt(t, home)
	args := append([]string{"run", task, "--testbed", home, "--user", "Bob", "--date", "2026-03-10 09:00", "--brain", "model", "--out", runs, "--config", config}, more...)
	var out, errOut bytes.Buffer
	code := exitDone
	if gated {
		code = Execute(t.Context(), args, strings.NewReader(""), &out, &errOut)
	} else {
		withoutPolicy(t, args, &out, &errOut)
	}
	return finished{runIn(t, runs), home, before, code, out.String() + errOut.String()}
}

// runIn is the run in a folder for runs.
func runIn(t *testing.T, runs string) *trajectory.Run {
	t.Helper()
	all := must.Have(filepath.Glob(filepath.Join(runs, "*", "trajectory.jsonl")))(t)
	if len(all) != 1 {
		t.Fatalf("there are %d runs", len(all))
	}
	run := must.Have(trajectory.Open(filepath.Dir(all[0])))(t)
	if run.Result == nil {
		t.Fatal("the run has no end")
	}
	return run
}

// withoutPolicy is the command run with everything allowed. No configuration
// says that.
func withoutPolicy(t *testing.T, args []string, out, errOut *bytes.Buffer) {
	t.Helper()
	a := &app{in: strings.NewReader(""), out: out, err: errOut, lookup: os.LookupEnv, now: time.Now, flags: map[string]any{}}
	root := newRootCommand(a)
	run, rest, err := root.Find(args)
	if err != nil || run.Name() != "run" {
		t.Fatalf("%v", err)
	}
	must.Do(t, run.ParseFlags(rest))
	must.Do(t, a.configure(run))
	text := func(name string) string { return run.Flag(name).Value.String() }
	task := must.Have(a.desk.FreeTask(desk.Words{Text: run.Flags().Arg(0), User: text("user"), Date: text("date")}))(t)
	a.desk.Policy = func(trajectory.Task, string) orchestrator.Gate { return lenient{} }
	must.Do(t, a.carryOut(t.Context(), desk.Order{Task: task, From: text("testbed")}))
}

// lenient is a policy that lets everything be done.
type lenient struct{}

func (lenient) Decide(_ string, a tools.Action) (tools.Intent, error) {
	i, _ := apps.Registry().Intend(a) // what cannot be told, its tool refuses
	return i, nil
}
func (lenient) Saw(tools.Intent, tools.Observation)       {}
func (lenient) SawBefore(tools.Action, tools.Observation) {}

// finished is a run that has ended, with the user's folder as it was before.
type finished struct {
	run    *trajectory.Run
	home   string
	before folder
	code   int // what the command ended with
	told   string
}

func (f finished) mustBeSolved(t *testing.T) {
	t.Helper()
	if f.run.Result.Outcome != trajectory.Solved {
		t.Fatalf("the run was not solved: %+v\n%s", f.run.Result, f.told)
	}
}

// done are the effects on the user's own folder until now.
func (f finished) done(t *testing.T) []string {
	t.Helper()
	return effects(t, f.before, folderAt(t, f.home), f.run.Answer)
}

// agreed is done, once the user has agreed to all that the run would change.
func (f finished) agreed(t *testing.T) []string {
	t.Helper()
	execute(t, "runs", "apply", f.run.ID, "--yes", "--out", filepath.Dir(f.run.Dir))
	return f.done(t)
}

// trespasses are the other people's mailboxes and calendars that a run has looked into,
// though its task does not name them.
func (f finished) trespasses() []string {
	var out []string
	named := map[string]bool{}
	for _, w := range strings.FieldsFunc(f.run.Started.Task.Text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		named[strings.ToLower(w)] = true
	}
	for _, s := range f.run.Steps() {
		if !s.Succeeded() {
			continue
		}
		for _, e := range s.Effects {
			if who := othersBox(e); e.Class == tools.Read && who != "" && !named[strings.ToLower(who)] {
				out = append(out, e.Target)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// othersBox is whose mailbox or calendar an effect is on, as a tool or as a file; "" if it
// is Bob's, or no box.
func othersBox(e tools.Effect) string {
	kind, name, _ := strings.Cut(e.Target, ":")
	who := name
	if top, below, in := strings.Cut(name, "/"); kind == "file" || kind == "folder" {
		if top != "emails" && top != "calendar" {
			return ""
		}
		who, _, _ = strings.Cut(strings.TrimSuffix(below, ".ics"), "/")
		if !in {
			return "everybody"
		}
	}
	if who == "Bob" || who == tools.Self {
		return ""
	}
	return who
}

func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		rel, _ := filepath.Rel(dir, name)
		out[filepath.ToSlash(rel)] = string(data)
		return err
	})
	must.Do(t, err)
	return out
}
