package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"legomem/agents/reflex"
	"legomem/membank"
	"legomem/must"
	"legomem/sweep"
	"legomem/trajectory"
)

// twinsFile holds practised sentences, each with twins: sentences that look
// like it and ask for something else. Its head says what a twin may do.
const twinsFile = "testdata/twins.yaml"

// leastTwins is how many pairs there must be, so that none is lost unseen.
const leastTwins = 950

// practised is a sentence that is done, and its twins.
type practised struct {
	Task   string  `yaml:"task"` // of the suite: whose testbed, user and time it is
	Do     string  `yaml:"do"`
	Effect changes `yaml:"effect"` // among what it changes
	Twins  []twin  `yaml:"twins"`
}

// twin must not be done as the practised sentence is.
type twin struct {
	About string `yaml:"about"` // in what it differs
	Say   string `yaml:"say"`
	// May is what a careful assistant would do, all of it; without, nothing
	// may change.
	May changes `yaml:"may"`
	// Finding marks one that is done wrongly so far.
	Finding bool `yaml:"finding"`
}

// changes are the lines that came and went, by path.
type changes map[string][]string

func loadTwins(t *testing.T) []practised {
	t.Helper()
	data := must.Have(os.ReadFile(twinsFile))(t)
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	var all []practised
	if err := dec.Decode(&all); err != nil {
		t.Fatalf("%s: %v", twinsFile, err)
	}
	return all
}

// tally counts how the pairs ended.
type tally struct {
	sync.Mutex
	solved, given, asked, right, findings int
}

func (c *tally) count(n *int) {
	c.Lock()
	defer c.Unlock()
	*n++
}

// TestTwins: a sentence that only looks like a practised one is not done like it unasked:
// reflex gives up with nothing changed, asks with what it would change, or does what is
// really asked.
func TestTwins(t *testing.T) {
	b, bank, all := testBench(t), starterBank(t), loadTwins(t)
	b.launcher = newInProcess(t)
	learned, counted, pairs := b.learned(t, bank), tally{}, 0
	for _, p := range all {
		pairs += len(p.Twins)
	}
	t.Run("pairs", func(t *testing.T) {
		for _, p := range sweep.Sample(t, all, 6, 20) {
			t.Run(p.Task, func(t *testing.T) {
				t.Parallel()
				programs(t, b, p.Task+"/0")
				if kind := b.kind(t, p.Task); !learned[kind] {
					t.Fatalf("the starter bank has not learned %s", kind)
				}
				p.Twins = sweep.Sample(t, p.Twins, 2, 2)
				b.playTwins(t, bank, p, &counted)
			})
		}
	})
	if pairs < leastTwins {
		t.Errorf("%d pairs; there are to be at least %d", pairs, leastTwins)
	}
	t.Logf("%d pairs of %d sentences; played: %d firsts solved; of the seconds %d given up, %d asked about, %d done rightly, %d findings",
		pairs, len(all), counted.solved, counted.given, counted.asked, counted.right, counted.findings)
}

// kind is the family of a task.
func (b *bench) kind(t *testing.T, id string) string {
	t.Helper()
	task := must.Have(b.suite.Task(id + "/0"))(t)
	return task.Needs.Kind
}

// learned are the families whose demonstrations the bank has units of.
func (b *bench) learned(t *testing.T, bank memory) map[string]bool {
	t.Helper()
	units := must.Have(bank.List(t.Context(), membank.Filter{}, membank.Page{}))(t)
	kinds := map[string]bool{}
	for _, u := range units {
		kinds[b.kind(t, strings.TrimSuffix(u.Source.Task, "/0"))] = true
	}
	return kinds
}

// playTwins plays a practised sentence and all its twins.
func (b *bench) playTwins(t *testing.T, bank memory, p practised, counted *tally) {
	run, changed := b.sayAt(t, bank, p.Task, p.Do)
	if run.Result.Outcome != trajectory.Solved || !changed.hold(p.Effect) || len(p.Effect) == 0 {
		t.Errorf("%s\n%s: %s%s\nchanged %v\nshould have %v", p.Do, run.Result.Outcome, run.Result.Reason, actions(run), changed, p.Effect)
		return
	}
	counted.count(&counted.solved)
	for _, tw := range p.Twins {
		run, changed := b.sayAt(t, bank, p.Task, tw.Say)
		asked := run.Bound != nil && len(run.Bound.Doubts) > 0 // whatever it would change is shown
		given := run.Result.Outcome == trajectory.GaveUp && len(changed) == 0
		right := run.Result.Outcome == trajectory.Solved && len(tw.May) > 0 && cmp.Equal(changed, tw.May)
		switch {
		case asked:
			counted.count(&counted.asked)
		case given || right:
			if tw.Finding {
				t.Errorf("%s: %s\nit is no longer done wrongly: take the mark off", tw.About, tw.Say)
			}
			if given {
				counted.count(&counted.given)
			} else {
				counted.count(&counted.right)
			}
		case tw.Finding:
			counted.count(&counted.findings)
			t.Logf("finding, %s: %s%s", tw.About, tw.Say, actions(run))
		default:
			t.Errorf("%s: %s\n%s: %s%s\nchanged %v\nmay be  %v", tw.About, tw.Say, run.Result.Outcome, run.Result.Reason, actions(run), changed, tw.May)
		}
	}
}

// sayAt carries out a sentence in the testbed of a task, and says what changed.
func (b *bench) sayAt(t *testing.T, bank memory, id, text string) (*trajectory.Run, changes) {
	t.Helper()
	task := must.Have(b.suite.Task(id + "/0"))(t)
	run := must.Have(b.playTask(t.Context(), reflex.Brain{Doubted: true},
		trajectory.Task{Text: text, User: task.User, Now: task.Now}, task.Testbed, bank))(t)
	return run, changedLines(t, task.Testbed, filepath.Join(run.Dir, "testbed"))
}

// hold says that all of them are among the changes.
func (c changes) hold(wanted changes) bool {
	for name, lines := range wanted {
		for _, line := range lines {
			if !slices.Contains(c[name], line) {
				return false
			}
		}
	}
	return true
}

// TestTwinsDiffer: no twin is said twice, or is a sentence that a demonstration
// has.
func TestTwinsDiffer(t *testing.T) {
	taught, said := wordings(t), map[string]bool{}
	for _, p := range loadTwins(t) {
		for _, tw := range p.Twins {
			key := strings.ToLower(tw.Say)
			if said[key] || taught[key] || key == strings.ToLower(p.Do) {
				t.Errorf("%s: %s\nit is there twice, or taught", tw.About, tw.Say)
			}
			if said[key] = true; tw.About == "" {
				t.Errorf("%s\nwhat is it about?", tw.Say)
			}
		}
	}
}
