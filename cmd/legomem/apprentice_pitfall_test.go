package main

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"legomem/membank"
	"legomem/must"
	"legomem/trajectory"
)

// omitted is what a hasty apprentice leaves out unless it is warned of that.
const omitted, omission = "email__send", "email.send was never called"

// withHaste leaves out of some calls what a hasty apprentice does.
func (a *apprentice) withHaste(calls []call, prompt string) []call {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.hasty || strings.Contains(prompt, omission) {
		return calls
	}
	return slices.DeleteFunc(slices.Clone(calls), func(c call) bool { return c.tool == omitted })
}

// hurry has the apprentice do something in haste.
func (a *apprentice) hurry(do func()) {
	set := func(hasty bool) {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.hasty = hasty
	}
	set(true)
	defer set(false)
	do()
}

// TestApprenticeIsWarned: a run that failed for a mistake keeps others from it, by a
// warning in a line; its own way is shown to nobody.
func TestApprenticeIsWarned(t *testing.T) {
	if testing.Short() {
		t.Skip("it makes several runs")
	}
	w := newWorkshop(t)
	usedHome(t)
	bank := filepath.Join(t.TempDir(), "bank.db")
	try := func(code int, task string, more ...string) (r trajectory.Result) {
		out, _ := executeTo(t, code, append([]string{"run", "--suite", w.suite, "--task", task, "--brain", "model", "--bank", bank, "--json"}, more...)...)
		must.Do(t, json.Unmarshal([]byte(out), &r))
		return r
	}
	var failed trajectory.Result
	w.apprentice.hurry(func() { failed = try(exitNotSolved, "2-11/0", "--memory", "none") })
	passed := try(exitDone, "2-11/0", "--memory", "none")
	if said := execute(t, "curate", failed.RunID, passed.RunID, "--bank", bank); !strings.Contains(said, omission) {
		t.Fatalf("nothing was learned of the failed run:\n%s", said)
	}
	pitfalls := 0
	for _, u := range w.unitsOf(bank) {
		if u.Kind != membank.PitfallUnit && u.Source.Run == failed.RunID {
			t.Errorf("of the failed run there is a memory of the kind %s", u.Kind)
		}
		if u.Kind == membank.PitfallUnit {
			pitfalls++
		}
	}
	if pitfalls == 0 {
		t.Error("the bank holds no pitfall")
	}
	w.apprentice.hurry(func() {
		t.Setenv("LEGOMEM_MEMORY_PITFALLS", "false")
		try(exitNotSolved, "2-12/0", "--memory", "dynamic")
		t.Setenv("LEGOMEM_MEMORY_PITFALLS", "true")
		asked := w.apprentice.watch(func() { try(exitDone, "2-12/0", "--memory", "dynamic") })
		for _, prompt := range sortPrompts(asked).plans {
			if !strings.Contains(prompt, "| email_agent: "+omission) {
				t.Errorf("a plan is not warned:\n%s", prompt)
			}
		}
	})
	try(exitDone, "2-12/0", "--memory", "dynamic") // the warning does no harm to who needs none
}
