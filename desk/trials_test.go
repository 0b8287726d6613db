package desk

import (
	"context"
	"errors"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"legomem/configs"
	"legomem/lists"
	"legomem/llm/cost"
	"legomem/membank"
	"legomem/membank/hashembed"
	"legomem/membank/store/sqlite"
	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/must"
	"legomem/orchestrator"
	"legomem/places"
	"legomem/trajectory"
)

// TestWhatIsDoneAgain: of the runs in a folder those are done again for which memories were
// found, that came to their end, that are of this tenant and bank, and whose files are there as
// they were.
func TestWhatIsDoneAgain(t *testing.T) {
	d := newTestDesk(t, map[string]any{"brain": "model", "memory.bank": "b.db", "memory.tenant": "sam", "out": t.TempDir()})
	t.Chdir(t.TempDir())
	b, done, err := d.openBank(t.Context(), d.config, sqlite.ReadWrite)
	must.Do(t, err)
	defer done()
	addVan(t, b)
	mine := map[string]string{"bank": "b.db", "tenant": "sam"}
	left := &trajectory.LeftOut{Chances: []trajectory.Chance{{ID: "m-van", Rank: 1, P: 0.1}}}
	for _, one := range []struct {
		id      string
		begun   trajectory.Started
		left    *trajectory.LeftOut
		outcome trajectory.Outcome
		start   string // "" where it is gone
	}{
		{"1-gave-up", trajectory.Started{Versions: mine}, left, trajectory.GaveUp, "x"},
		{"2-of-kim", trajectory.Started{Versions: map[string]string{"bank": "b.db", "tenant": "kim"}}, left, trajectory.Solved, "x"},
		{"3-of-nobody", trajectory.Started{Versions: map[string]string{"bank": "b.db"}}, left, trajectory.Solved, "x"},
		{"4-other-bank", trajectory.Started{Versions: map[string]string{"bank": "c.db", "tenant": "sam"}}, left, trajectory.Solved, "x"},
		{"5-trial", trajectory.Started{Versions: mine, Trial: &trajectory.Trial{Of: "1-gave-up"}}, left, trajectory.Solved, "x"},
		{"6-found-nothing", trajectory.Started{Versions: mine}, nil, trajectory.Solved, "x"},
		{"7-asked", trajectory.Started{Versions: mine}, left, trajectory.Asked, "x"},
		{"8-broke", trajectory.Started{Versions: mine}, left, trajectory.Errored, "x"},
		{"9-gone", trajectory.Started{Versions: mine}, left, trajectory.Solved, ""},
		{"a-changed", trajectory.Started{Versions: mine}, left, trajectory.Solved, "y"},
		{"b-forged", trajectory.Started{Versions: mine}, left, trajectory.Solved, "x"}, // its log says that it is 2-of-kim
		{"b-solved", trajectory.Started{Versions: mine}, left, trajectory.Solved, "x"},
	} {
		dir := places.Run(filepath.Join(d.config.Out, one.id))
		events := []trajectory.Payload{trajectory.Finished{Result: trajectory.Result{Outcome: one.outcome, Steps: 2}}}
		if one.left != nil {
			events = append([]trajectory.Payload{*one.left}, events...)
		}
		writePast(t, dir, strings.Replace(one.id, "b-forged", "2-of-kim", 1), one.begun, events...)
		if one.start != "" {
			write(t, filepath.Join(dir.Start(), "data", "x"), one.start)
		}
	}
	tr := must.Have(d.newTrials(TrialOrder{Runs: 4}, TrialWatch{}))(t)
	plan := must.Have(tr.plan(t.Context(), b))(t)
	again := lists.Map(plan.Tasks, func(p PlannedTrial) string { return p.Run })
	slices.Sort(again)
	if want := []string{"1-gave-up", "b-solved"}; !slices.Equal(again, want) {
		t.Errorf("done again are %v, want %v", again, want)
	}
	if want := map[string]int{itsFilesGone: 2, isNotItsOwn: 1}; !maps.Equal(plan.Cannot, want) {
		t.Errorf("not done again are %v, want %v", plan.Cannot, want)
	}
}

// addVan adds a memory of booking the van to a bank.
func addVan(t *testing.T, b *membank.Bank) {
	t.Helper()
	van := membank.Unit{Kind: membank.FullTask, Task: "Book the van", Subtasks: []membank.Subtask{{Agent: "calendar_agent", Description: "Add the van"}}, Curator: "rule/1", Source: membank.Source{Run: "a"}}
	must.Have(b.Add(t.Context(), []membank.Unit{van}))(t)
}

// writePast writes the log of a run that booked the van, in an office with one file, x.
func writePast(t *testing.T, dir places.Run, id string, begun trajectory.Started, events ...trajectory.Payload) {
	t.Helper()
	begun.Task = trajectory.Task{Text: "Book the van"}
	was := t.TempDir()
	write(t, filepath.Join(was, "data", "x"), "x")
	files := must.Have(orchestrator.FilesIn(was))(t)
	writeLog(t, string(dir), id, append([]trajectory.Payload{begun, trajectory.Copied{Testbed: files.Artifact()}}, events...)...)
}

// paid is an embedder that costs.
type paid struct{ hashembed.Embedder }

func (p paid) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	cost.Embedded(ctx, "vectors", cost.Usage{Prompt: 1000})
	return p.Embedder.Embed(ctx, texts)
}

// TestLookingIsCounted: what an endpoint's embedder costs before anything is asked is told, is
// among what is spent, and is kept under the cap.
func TestLookingIsCounted(t *testing.T) {
	d := newTestDesk(t, map[string]any{"brain": "model", "memory.bank": "b.db", "out": t.TempDir()})
	d.config.Prices = []configs.Price{{Model: "vectors", Prompt: 10}}
	b := must.Have(membank.Open(t.Context(), sqlitetest.New(t), paid{}, "local"))(t)
	addVan(t, b)
	for _, id := range []string{"1", "2"} {
		dir := places.Run(filepath.Join(d.config.Out, id))
		writePast(t, dir, id, trajectory.Started{Versions: map[string]string{"bank": "b.db"}},
			trajectory.LeftOut{Chances: []trajectory.Chance{{ID: "m-van", Rank: 1, P: 0.1}}}, trajectory.Finished{Result: trajectory.Result{Outcome: trajectory.Solved}})
		write(t, filepath.Join(dir.Start(), "data", "x"), "x")
	}
	tr := must.Have(d.newTrials(TrialOrder{Runs: 1}, TrialWatch{}))(t)
	plan := must.Have(tr.plan(t.Context(), b))(t)
	spent := tr.tally.progress.Spent
	if plan.Looked.Tokens.Prompt < 2000 || spent.Tokens != plan.Looked.Tokens || math.Abs(*plan.Looked.USD-float64(spent.Tokens.Prompt)*1e-5) > 1e-9 {
		t.Errorf("looking cost %v, and %v is spent", plan.Looked, spent)
	}
	if tr.order.MaxUSD = *spent.USD + 0.001; !tr.mayBegin() {
		t.Errorf("no trial is begun: %v", tr.tally.stop)
	}
	capped := must.Have(d.newTrials(TrialOrder{Runs: 1}, TrialWatch{}))(t)
	capped.order.MaxUSD = 0.005
	var full *NotSolved
	if _, err := capped.plan(t.Context(), b); !errors.As(err, &full) || len(capped.past) != 0 {
		t.Errorf("looking over the cap: %v", err)
	}
}

// TestTrialsEndWhereNoTaskIsLeft: what can be done again no more, because of its files say, ends
// trials, and says why.
func TestTrialsEndWhereNoTaskIsLeft(t *testing.T) {
	d := newTestDesk(t, map[string]any{"brain": "model", "out": t.TempDir()})
	tr := must.Have(d.newTrials(TrialOrder{Runs: 60}, TrialWatch{Paused: func() {}}))(t)
	tr.cannot[itsFilesGone] = 2
	if err := tr.run(t.Context(), nil); err == nil || !strings.Contains(err.Error(), itsFilesGone) {
		t.Errorf("trials without tasks end with %v", err)
	}
}

// TestATrialIsResumedAsItWas: the run's strategy says how many memories agents get, not the one
// that is configured now.
func TestATrialIsResumedAsItWas(t *testing.T) {
	d := newTestDesk(t, map[string]any{"memory.strategy": "vanilla"})
	limits := d.config.Memory
	for strategy, times := range map[string]int{"vanilla": 2, "dynamic": 1} {
		was := trajectory.Started{Brain: "model", Memory: strategy, Trial: &trajectory.Trial{Of: "a"}}
		c := must.Have(d.asItWas(&trajectory.Run{Started: was}, Resuming{}))(t)
		if m := c.Memory; m.PerAgent != times*limits.PerAgent || m.K != 2*limits.K {
			t.Errorf("%s: %d memories, %d for each agent", strategy, m.K, m.PerAgent)
		}
	}
}
