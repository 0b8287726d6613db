package desk

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"legomem/agents"
	"legomem/consent"
	"legomem/must"
	"legomem/places"
	"legomem/tools"
	"legomem/trajectory"
)

// curious is a brain that asks for the start, once, and is satisfied then. It notes what
// it was told.
type curious struct {
	mu   sync.Mutex
	told []trajectory.Exchange
}

func (*curious) Name() string { return "reflex" }

func (c *curious) Open(_ context.Context, s agents.Brief) (agents.Planner, agents.Actor, error) {
	if len(s.Task.Answers) == 0 {
		return nil, nil, &agents.Asking{Rest: []byte(`{"skill":"add_event"}`), Question: trajectory.Question{Kind: trajectory.AsksSlot, Text: "When?",
			Slot: &trajectory.Slot{Name: "start", Kind: "time", Free: true}}}
	}
	c.mu.Lock()
	c.told = s.Task.Answers
	c.mu.Unlock()
	return satisfied{}, satisfied{}, nil
}

// satisfied has nothing to do.
type satisfied struct{}

func (satisfied) Plan(context.Context) (trajectory.Plan, error) { return trajectory.Plan{}, nil }
func (satisfied) Next(context.Context, agents.State) (trajectory.Ledger, error) {
	return trajectory.Ledger{Satisfied: trajectory.Finding{Answer: true}}, nil
}
func (satisfied) Replan(context.Context, agents.State) (trajectory.Plan, error) {
	return trajectory.Plan{}, nil
}
func (satisfied) Answer(context.Context, agents.State) (string, error) { return "", nil }
func (satisfied) Act(context.Context, trajectory.Subtask, []trajectory.Step) (agents.Decision, error) {
	return agents.Decision{Action: &tools.Action{}}, nil
}

// asked is a desk with a run that asks.
func asked(t *testing.T) (*Desk, *curious, *trajectory.Run) {
	t.Helper()
	d, brain, office := newTestDesk(t, nil), &curious{}, t.TempDir()
	d.Brain = brain
	write(t, filepath.Join(office, "data", "a.txt"), "x")
	ran := must.Have(d.Run(t.Context(), Order{Task: trajectory.Task{Text: "Book the van", User: "Dana", Now: time.Now()}, From: office, Apply: true}, nil))(t)
	if ran.Result.Outcome != trajectory.Asked || ran.Question == nil || ran.Question.To != office || !ran.Question.Apply {
		t.Fatalf("%+v, %+v", ran.Result, ran.Question)
	}
	if undecided := (*Undecided)(nil); !errors.As(ran.End(nil), &undecided) {
		t.Errorf("it ends with %v", ran.End(nil))
	}
	return d, brain, must.Have(d.FindRun("last"))(t)
}

func goOn(d *Desk, r *trajectory.Run, value string) (Ran, error) {
	q, err := d.Question(r)
	if err != nil {
		return Ran{}, err
	}
	o, err := d.Remembered(r, q)
	if err != nil {
		return Ran{}, err
	}
	return d.GoOn(context.Background(), r, GoingOn{Order: o, Answer: trajectory.Answer{Value: value, Free: true}}, nil)
}

// TestGoOn: the run that goes on has the answer with its question and what the brain kept,
// and names the run that asked, which is answered once.
func TestGoOn(t *testing.T) {
	d, brain, r := asked(t)
	ran := must.Have(goOn(d, r, "3 pm"))(t)
	next := must.Have(d.FindRun(ran.Result.RunID))(t)
	if ran.Result.Outcome != trajectory.Solved || next.Started.GoesOnFrom != r.ID {
		t.Errorf("%+v, %+v", ran.Result, next.Started)
	}
	if len(brain.told) != 1 || brain.told[0].Answer.Value != "3 pm" || brain.told[0].Answer.By != "Dana" || string(brain.told[0].Rest) != `{"skill":"add_event"}` {
		t.Errorf("the brain is told %+v", brain.told)
	}
	if _, err := goOn(d, r, "4 pm"); !IsInput(err) || !strings.Contains(err.Error(), "is answered by Dana, and run "+next.ID) {
		t.Errorf("a second answer: %v", err)
	}
	if _, err := d.Answer(t.Context(), r, consent.Answer{Reply: consent.Yes}, ""); !IsInput(err) {
		t.Errorf("an answer about changes: %v", err)
	}
}

// TestGoOnAtOnce: of several answers at the same time one is taken.
func TestGoOnAtOnce(t *testing.T) {
	d, _, r := asked(t)
	var all sync.WaitGroup
	errs := make([]error, 4)
	for i := range errs {
		all.Go(func() { _, errs[i] = goOn(d, r, "3 pm") })
	}
	all.Wait()
	taken := 0
	for _, err := range errs {
		if err == nil {
			taken++
		}
	}
	if taken != 1 {
		t.Errorf("%d answers are taken: %v", taken, errs)
	}
}

// TestQuestionOfARun: what a run asks is known by its log if its ledger is gone, and
// nothing is asked any more once the run has ended otherwise.
func TestQuestionOfARun(t *testing.T) {
	q := trajectory.Question{Kind: trajectory.AsksSlot, Text: "When?", Slot: &trajectory.Slot{Name: "start", Free: true}}
	started, asks := trajectory.Started{Task: trajectory.Task{Text: "x", User: "Dana"}}, trajectory.Questioned{Question: q}
	finished := func(o trajectory.Outcome) trajectory.Payload {
		return trajectory.Finished{Result: trajectory.Result{RunID: "r", Outcome: o}, Testbed: "sha256:0"}
	}
	for name, tc := range map[string]struct {
		log  []trajectory.Payload
		want string // the error, "" for the question
	}{
		"asked":                  {[]trajectory.Payload{started, asks, finished(trajectory.Asked)}, ""},
		"without an end":         {[]trajectory.Payload{started, asks}, "has no end"},
		"solved when resumed":    {[]trajectory.Payload{started, asks, finished(trajectory.Solved)}, "asks nothing any more"},
		"that asked nothing":     {[]trajectory.Payload{started, finished(trajectory.Solved)}, "asks nothing"},
		"that ended as given up": {[]trajectory.Payload{started, asks, finished(trajectory.GaveUp)}, "it has ended as gave_up"},
	} {
		t.Run(name, func(t *testing.T) {
			d, dir := newTestDesk(t, nil), filepath.Join(t.TempDir(), "r")
			writeLog(t, dir, "r", tc.log...)
			r := must.Have(trajectory.Open(dir))(t)
			got, err := d.Question(r)
			if tc.want == "" && (err != nil || got.Text != "When?" || got.To != places.Run(dir).Start()) {
				t.Errorf("%+v, %v", got, err)
			}
			if tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
				t.Errorf("%v, want %q", err, tc.want)
			}
		})
	}
}

// TestLastOf follows the answers from run to run.
func TestLastOf(t *testing.T) {
	runs := places.Runs(t.TempDir())
	for from, to := range map[string]string{"a": "b", "b": "c"} {
		write(t, filepath.Join(string(runs.Run(from)), "note"), "")
		must.Do(t, answerOf(trajectory.Answer{Value: "x", Free: true}, to).Record(runs.Run(from), time.Now()))
	}
	for from, want := range map[string]string{"a": "c", "b": "c", "c": "c", "other": "other"} {
		if got, err := lastOf(runs, from); got != want || err != nil {
			t.Errorf("%s: %s, %v", from, got, err)
		}
	}
}
