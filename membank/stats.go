package membank

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"legomem/trajectory"
)

// FirstTenant owns the runs that name no tenant: those from before logs named it.
const FirstTenant = "local"

// Use is what one run got from the bank, and how the run ended.
type Use struct {
	Run    string
	Bank   string // as the run names it, "" where it names none
	Tenant string
	Passed *bool // the evaluation's verdict, nil where nothing judged
	Solved bool  // the run's own claim
	Tokens int   // prompt and completion
	Steps  int   // tool calls, of a run that has ended
	Shown  bool  // a model was shown memories
	// Outcome is how the run ended, "" for one without an end.
	Outcome trajectory.Outcome
	// LeftOut is what the run did without at random; nil where it could have left nothing
	// out.
	LeftOut *trajectory.LeftOut
	// Found is what was found for the task and not left out, best first.
	Found []trajectory.MemoryRef
	// TrialOf is the run whose task it did again, "" for a run that is no trial.
	TrialOf string
	// Retrieved is how often each memory was retrieved, by id: shown to the
	// orchestrator, to an agent at a delegation, or played by reflex. Memories that
	// were found but shown to nobody do not count.
	Retrieved map[string]int
}

// UseOf reads a run's log as a Use. A run without an end counts the tokens of
// the calls it made.
func UseOf(events []trajectory.Event) (Use, error) {
	run, err := trajectory.Assemble(events)
	if err != nil {
		return Use{}, err
	}
	made := run.Started.Versions
	u := Use{Run: run.ID, Bank: made["bank"], Tenant: cmp.Or(made["tenant"], FirstTenant), Passed: run.Passed, LeftOut: run.LeftOut, Retrieved: map[string]int{}}
	if t := run.Started.Trial; t != nil {
		u.TrialOf = t.Of
	}
	for _, c := range run.Calls {
		u.Tokens += c.PromptTokens + c.CompletionTokens
	}
	if r := run.Result; r != nil {
		u.Outcome, u.Solved = r.Outcome, r.Outcome == trajectory.Solved
		u.Steps, u.Tokens = r.Steps, r.Tokens.Prompt+r.Tokens.Completion
	}
	for _, r := range run.Retrieved {
		if r.For == trajectory.ForNobody {
			u.Found = r.Memories
			continue
		}
		if r.For != trajectory.ForReflex {
			u.Shown = true
		}
		for _, m := range r.Memories {
			u.Retrieved[m.ID]++
		}
	}
	return u, nil
}

// Outcomes is how some runs ended.
type Outcomes struct {
	Runs   int `json:"runs"`
	Solved int `json:"solved"`
	Judged int `json:"judged"`
	Passed int `json:"passed"`
	// Success is Passed of Judged, null where nothing was judged.
	Success *float64 `json:"success"`
	// Tokens is the mean per run, null without runs.
	Tokens *float64 `json:"tokens"`
}

// Stat compares the runs in which a memory was retrieved with those in which it was
// not. The difference does not prove that the memory caused it: a memory is retrieved
// for tasks that are like its own.
type Stat struct {
	ID        string   `json:"id"`
	Retrieved int      `json:"retrieved"` // times; several in a run with several delegations
	With      Outcomes `json:"with"`
	Without   Outcomes `json:"without"`
}

// Stats compares, for each memory that was retrieved at all, the runs with it
// to all others. The most used memory comes first; of two, the lower id.
func Stats(uses []Use) []Stat {
	var all tally
	with := map[string]tally{}
	times := map[string]int{}
	for _, u := range uses {
		all = all.plus(u)
		for id, n := range u.Retrieved {
			with[id], times[id] = with[id].plus(u), times[id]+n
		}
	}
	var out []Stat
	for id := range maps.Keys(with) {
		out = append(out, Stat{ID: id, Retrieved: times[id], With: with[id].outcomes(), Without: all.minus(with[id]).outcomes()})
	}
	slices.SortFunc(out, func(a, b Stat) int {
		return cmp.Or(cmp.Compare(b.With.Runs, a.With.Runs), cmp.Compare(b.Retrieved, a.Retrieved), strings.Compare(a.ID, b.ID))
	})
	return out
}

// tally counts runs.
type tally struct{ runs, solved, judged, passed, tokens int }

func (t tally) plus(u Use) tally {
	t.runs++
	t.tokens += u.Tokens
	if u.Solved {
		t.solved++
	}
	if u.Passed != nil {
		t.judged++
		if *u.Passed {
			t.passed++
		}
	}
	return t
}

func (t tally) minus(o tally) tally {
	return tally{t.runs - o.runs, t.solved - o.solved, t.judged - o.judged, t.passed - o.passed, t.tokens - o.tokens}
}

func (t tally) outcomes() Outcomes {
	return Outcomes{Runs: t.runs, Solved: t.solved, Judged: t.judged, Passed: t.passed,
		Success: share(t.passed, t.judged), Tokens: share(t.tokens, t.runs)}
}

func share(part, of int) *float64 {
	if of == 0 {
		return nil
	}
	s := float64(part) / float64(of)
	return &s
}

// Overview is what a bank holds.
type Overview struct {
	Units       int              `json:"units"`
	Kinds       map[UnitKind]int `json:"kinds"` // those that are there
	Quarantined int              `json:"quarantined"`
	Authored    int              `json:"authored"` // with a procedure that a person edited
	Starter     int              `json:"starter"`
	Own         int              `json:"own"`
	Model       string           `json:"model"` // the embedder's
	Dim         int              `json:"dim"`
}

// Kinds lists the kinds of unit.
func Kinds() []UnitKind {
	return []UnitKind{FullTask, SubtaskUnit, RawTrajectory, RoutineUnit, PitfallUnit}
}

// Overview counts the bank's units.
func (b *Bank) Overview(ctx context.Context) (Overview, error) {
	o := Overview{Kinds: map[UnitKind]int{}, Model: b.embed.Model(), Dim: b.embed.Dim()}
	for _, k := range Kinds() {
		n, err := b.Count(ctx, Filter{Kind: k})
		if err != nil {
			return o, err
		}
		if n > 0 {
			o.Kinds[k] = n
		}
		o.Units += n
	}
	var err error
	if o.Quarantined, err = b.Count(ctx, Filter{Quarantined: true}); err != nil {
		return o, err
	}
	if o.Authored, err = b.Count(ctx, Filter{Authored: true}); err != nil {
		return o, err
	}
	if o.Own, err = b.Count(ctx, Filter{Own: true}); err != nil {
		return o, err
	}
	o.Starter = o.Units - o.Own
	return o, nil
}
