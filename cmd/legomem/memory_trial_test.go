package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"legomem/llm/llmtest"
	"legomem/must"
	"legomem/places"
	"legomem/sweep"
	"legomem/trajectory"
)

// tastings are two past runs of a model in an office, and another tenant's.
type tastings struct{ dir, office, bank, runs string }

func newTastings(t *testing.T) tastings {
	dir := usedHome(t)
	t.Setenv("OPENAI_API_KEY", "sk-of-this-test")
	o := tastings{dir: dir, office: filepath.Join(dir, "office"), bank: sweets(t, dir), runs: filepath.Join(dir, "runs")}
	must.Do(t, os.MkdirAll(filepath.Join(o.office, "data"), 0o700))
	write(t, filepath.Join(o.office, "data", "guests.txt"), "Kim\n")
	o.asks(t)
	for _, tenant := range []string{"local", "kim", "local"} {
		t.Setenv("LEGOMEM_MEMORY_TENANT", tenant)
		execute(t, "memory", "import", filepath.Join(dir, "units.jsonl"), "--bank", o.bank, "--trust")
		o.legomem(t, "run", "Invite Kim to a tasting", "--testbed", o.office, "--user", "Sam")
	}
	return o
}

// asks has the model's endpoint begin anew.
func (o tastings) asks(t *testing.T) *llmtest.Endpoint {
	endpoint := llmtest.New(t, llmtest.Options{Answer: invites.answer})
	t.Setenv("OPENAI_BASE_URL", endpoint.URL())
	return endpoint
}

func (o tastings) with(args []string) []string {
	return append(args, "--brain", "model", "--bank", o.bank, "--out", o.runs)
}

func (o tastings) legomem(t *testing.T, args ...string) string { return execute(t, o.with(args)...) }

// all are the runs, in order.
func (o tastings) all(t *testing.T) []*trajectory.Run {
	var out []*trajectory.Run
	for _, e := range must.Have(os.ReadDir(o.runs))(t) {
		if places.Runs(o.runs).Holds(e.Name()) {
			out = append(out, must.Have(trajectory.Open(filepath.Join(o.runs, e.Name())))(t))
		}
	}
	return out
}

// TestTrialKeepsApart: a trial shows the model what it draws and nothing else, and does not
// touch the user's folder, the bank, or what the user did; another tenant's runs are not done
// again.
func TestTrialKeepsApart(t *testing.T) {
	sweep.OneGoroutine(t)
	o := newTastings(t)
	past := o.all(t)
	before, known := folderAt(t, o.office), o.legomem(t, "memory", "export")
	const n = 4
	for range n {
		endpoint := o.asks(t)
		o.legomem(t, "memory", "trial", "--runs", "1", "--yes")
		all := o.all(t)
		made := all[len(all)-1]
		about, left := made.Started.Trial, made.LeftOut
		if about == nil || left == nil || !left.Apart || len(left.Chances) != len(sweetMarks) {
			t.Fatalf("the trial's log has %+v, %+v", about, left)
		}
		if about.Of != past[0].ID && about.Of != past[2].ID {
			t.Errorf("done again is the run %s of %s", about.Of, past[1].ID)
		}
		if !slices.Equal(about.Chances, left.Chances) {
			t.Errorf("chosen were %v, and left out by %v", about.Chances, left.Chances)
		}
		asked := requestsOf(endpoint)
		for id, mark := range sweetMarks {
			if held := strings.Contains(asked, mark); held == slices.Contains(left.Memories, id) {
				t.Errorf("%v were left out, and that the model was shown %s is %v", left.Memories, id, held)
			}
		}
		if made.Result.Outcome != trajectory.Solved || len(made.Result.Changed) == 0 {
			t.Errorf("it came to %+v", made.Result)
		}
	}
	if now := folderAt(t, o.office); !maps.Equal(now, before) {
		t.Errorf("the office was\n%v\nand is\n%v", before, now)
	}
	if now := o.legomem(t, "memory", "export"); now != known {
		t.Errorf("the bank held\n%s\nand holds\n%s", known, now)
	}
	if said := o.legomem(t, "memory", "stats"); !strings.Contains(said, "6 runs could have left a memory out at random") || !strings.Contains(said, "; 4 of the runs made as trials") || !strings.Contains(said, "2 runs in ") || !strings.Contains(said, "  4 trials beside them, ") {
		t.Errorf("the statistics say\n%s", said)
	}
	o.staysATrial(t, past[2].ID)
}

// staysATrial: nobody takes the last run, a trial, for one of the user's.
func (o tastings) staysATrial(t *testing.T, last string) {
	all := o.all(t)
	id := all[len(all)-1].ID
	if said := o.legomem(t, "runs", "show", "last"); !strings.Contains(said, "Run "+last) {
		t.Errorf("the last run is said to be\n%s", said)
	}
	if said := o.legomem(t, "runs", "show", id); !strings.Contains(said, "A trial: it does the task of run ") {
		t.Errorf("of a trial it says\n%s", said)
	}
	for _, args := range [][]string{{"runs", "apply", id, "--to", o.office}, {"answer", id}} {
		if said := refused(t, exitUsage, o.with(args)...); !strings.Contains(said, "is a trial") {
			t.Errorf("%s says\n%s", args, said)
		}
	}
	if said := refused(t, exitNotSolved, o.with([]string{"curate", id, "--accept"})...); !strings.Contains(said, "the run is a trial") {
		t.Errorf("curate says\n%s", said)
	}
}

// TestTrialResumed: a trial that was killed before its memories were found leaves out the same
// again, and the bank as it was, also where no run leaves anything out but for trials.
func TestTrialResumed(t *testing.T) {
	sweep.OneGoroutine(t)
	t.Setenv("LEGOMEM_MEMORY_LIFT_SHARE", "0")
	o := newTastings(t)
	known := o.legomem(t, "memory", "export")
	o.legomem(t, "memory", "trial", "--runs", "1", "--yes")
	all := o.all(t)
	whole := all[len(all)-1]
	log := places.Run(whole.Dir).Log()
	lines := strings.SplitAfter(string(must.Have(os.ReadFile(log))(t)), "\n")
	must.Do(t, os.WriteFile(log, []byte(strings.Join(lines[:2], "")), 0o600)) // it has begun, and has its copy
	said := execute(t, "runs", "resume", whole.ID, "--bank", o.bank, "--out", o.runs)
	if !strings.Contains(said, ", a trial: 1 action") || strings.Contains(said, "legomem runs apply") {
		t.Errorf("resumed, it says\n%s", said)
	}
	again := must.Have(trajectory.Open(whole.Dir))(t)
	if len(again.Resumes) != 1 || !slices.Equal(again.LeftOut.Memories, whole.LeftOut.Memories) || !slices.Equal(again.LeftOut.Chances, whole.LeftOut.Chances) {
		t.Errorf("it left out %+v, and resumed %+v", whole.LeftOut, again.LeftOut)
	}
	if now := o.legomem(t, "memory", "export"); now != known {
		t.Errorf("the bank held\n%s\nand holds\n%s", known, now)
	}
}

// TestTrialsFindHarm: a model that gives up where it is shown one of the memories is caught at
// it by trials of a single past run, and the memory is quarantined where that is wanted.
func TestTrialsFindHarm(t *testing.T) {
	sweep.Slow(t)
	sweep.OneGoroutine(t)
	o := newTastings(t)
	t.Setenv("LEGOMEM_MEMORY_LIFT_QUARANTINE", "true")
	endpoint := llmtest.New(t, llmtest.Options{Answer: func(r llmtest.Request) llmtest.Reply {
		if asked := r.Messages[1].Content; strings.Contains(asked, "cannot_be_done") && strings.Contains(asked, sweetMarks["m-two"]) {
			return llmtest.Reply{Text: `{"facts":"Noted.","steps":[],"cannot_be_done":"There is no nougat."}`}
		}
		return invites.answer(r)
	}})
	t.Setenv("OPENAI_BASE_URL", endpoint.URL())
	said := o.legomem(t, "memory", "trial", "--runs", "40", "--yes")
	if !strings.Contains(said, "m-two quarantined: harms: success -") || strings.Contains(said, "m-one quarantined") || !strings.Contains(said, "harms (") {
		t.Errorf("it says\n%s", said)
	}
}
