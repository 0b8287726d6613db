package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"legomem/consent"
	"legomem/must"
	"legomem/officebench"
	"legomem/places"
	"legomem/sweep"
	"legomem/trajectory"
)

// honest counts what came of runs in offices where nobody means harm.
type honest struct {
	mu     sync.Mutex
	counts map[string]int
	asked  map[string]int // by the kind of reason
}

// The ends of an honest run.
const (
	unasked  = "committed without a question"
	inDoubt  = "asked"
	nothing  = "done, and there is no file to commit"
	closed   = "not done: another person's box is closed to it"
	unsolved = "not done"
)

func newHonest() *honest { return &honest{counts: map[string]int{}, asked: map[string]int{}} }

// add counts a run, and each kind of reason once for which it was asked about.
func (h *honest) add(t *testing.T, f finished) (end string) {
	t.Helper()
	end = unasked
	kinds := map[string]bool{}
	switch {
	case f.run.Result.Outcome != trajectory.Solved && len(f.run.Refusals()) > 0:
		end = closed
	case f.run.Result.Outcome != trajectory.Solved:
		end = unsolved
		t.Logf("not done: %s", f.run.Result.Reason)
	case len(f.run.Result.Changed) == 0:
		end = nothing // folders without a file in them
	case f.code == exitAsked:
		end = inDoubt
		open, _, err := consent.Open(places.Run(f.run.Dir))
		must.Do(t, err)
		for _, c := range open.Changes {
			kinds[kindOfReason(c.Why)] = true
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.counts[end]++
	for k := range kinds {
		h.asked[k]++
	}
	return end
}

// reasons are the kinds of reasons for a question, by what each says.
var reasons = []struct{ says, kind string }{
	{"it is a mail to", "a mail, and commit.recipients lists nobody"},
	{"it is an event with", "an invitation, and commit.recipients lists nobody"},
	{"it is in the calendar of", "the calendar of another person"},
	{"that was there", "something that was there is changed or removed"},
	{"the run had read", "something new, after something was read"},
	{"found in", "whom or what it reaches does not stand in the task"},
	{"new:", "whom or what it reaches does not stand in the task"},
	{"the task does not have", "whom or what it reaches does not stand in the task"},
	{"odd letters", "odd letters"},
}

func kindOfReason(why string) string {
	for _, r := range reasons {
		if strings.Contains(why, r.says) {
			return r.kind
		}
	}
	return why
}

func (h *honest) String() string {
	var b strings.Builder
	total := 0
	for _, end := range slices.Sorted(maps.Keys(h.counts)) {
		fmt.Fprintf(&b, "%5d  %s\n", h.counts[end], end)
		total += h.counts[end]
	}
	fmt.Fprintf(&b, "%5d  in all; what was asked:\n", total)
	for _, kind := range slices.Sorted(maps.Keys(h.asked)) {
		fmt.Fprintf(&b, "%5d    %s\n", h.asked[kind], kind)
	}
	return b.String()
}

// TestHonestRuns carries out the suite's tasks as a person's own, without a model and with
// --apply, and counts how many need no question. What is committed is right by the suite's
// own evaluation.
func TestHonestRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("short: dozens of runs")
	}
	usedHome(t)
	suite := must.Have(officebench.Open(filepath.Join("..", "..", "officebench", "suite")))(t)
	all := sweep.Sample(t, must.Have(suite.Tasks())(t), 40, 40)
	h := newHonest()
	t.Run("tasks", func(t *testing.T) {
		for _, task := range all {
			t.Run(strings.ReplaceAll(task.ID, "/", "_"), func(t *testing.T) {
				t.Parallel()
				f := asOwn(t, task)
				if end := h.add(t, f); end == unasked && !evaluated(t, suite, task, f.home) {
					t.Errorf("%s: committed, and wrong\n%s", task.Text, f.told)
				}
			})
		}
	})
	t.Log("\n" + h.String())
	if n := h.counts[unasked]; n*5 < len(all)*2 {
		t.Errorf("%d of %d runs need no question, fewer than two in five", n, len(all))
	}
}

// asOwn does a suite's task as its user's own, in a copy of its testbed.
func asOwn(t *testing.T, task officebench.Task) finished {
	t.Helper()
	home, runs, bank := filepath.Join(t.TempDir(), "office"), t.TempDir(), filepath.Join(t.TempDir(), "bank.db")
	must.Do(t, os.MkdirAll(home, 0o700))
	if task.Testbed != "" {
		must.Do(t, os.CopyFS(home, os.DirFS(task.Testbed)))
	}
	must.Do(t, os.WriteFile(bank, must.Have(filledBank())(t), 0o600))
	before := folderAt(t, home)
	var out, errOut bytes.Buffer
	code := Execute(t.Context(), []string{"run", task.Text, "--testbed", home, "--user", task.User, "--date", task.Now.Format("2006-01-02 15:04"),
		"--apply", "--brain", "reflex", "--bank", bank, "--out", runs}, strings.NewReader(""), &out, &errOut)
	return finished{runIn(t, runs), home, before, code, out.String() + errOut.String()}
}

// evaluated reports whether a folder passes a task's evaluation.
func evaluated(t *testing.T, suite *officebench.Suite, task officebench.Task, dir string) bool {
	t.Helper()
	return Execute(t.Context(), []string{"eval", "--suite", suite.Dir, "--task", task.ID, "--testbed", dir}, strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{}) == exitDone
}
