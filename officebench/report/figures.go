package report

import (
	"legomem/lists"
	"legomem/officebench/trial"
)

// Estimate is a mean over tasks, with its 95% interval where one is given.
type Estimate struct {
	Mean  *float64 `json:"mean"`
	Low   *float64 `json:"low,omitempty"`
	High  *float64 `json:"high,omitempty"`
	Tasks int      `json:"tasks"`
	// IDs is how many ids the tasks have: the independent observations. 0 where nothing
	// rests on them.
	IDs int `json:"ids,omitempty"`
	// AtLeast and AtMost are exact one-sided 95% bounds: for a share or a difference that
	// is the same on every task, where the interval has no width, and for wrong claims
	// always.
	AtLeast *float64 `json:"at_least,omitempty"`
	AtMost  *float64 `json:"at_most,omitempty"`
	// NA says why there is no mean.
	NA string `json:"na,omitempty"`
}

// Cell is the results of one cell.
type Cell struct {
	ID string `json:"id"`
	trial.Cell
	Planned int     `json:"planned"`
	Missing int     `json:"missing"`
	All     Figures `json:"all"`
	Levels  []Level `json:"levels"`
	// Families and Apps are the figures by kind of work and by app, where the suite
	// states them. A task of two apps counts in both.
	Families []Group `json:"families,omitempty"`
	Apps     []Group `json:"apps,omitempty"`
	// Claims are the wrong claims, each with its run, for a reader to look at.
	Claims []Claim `json:"wrongly_claimed,omitempty"`
	// Winnable covers the tasks that an honest answer can pass; SameID those with a task
	// of the same id in the bank, OtherID those without.
	Winnable Figures           `json:"winnable"`
	SameID   Figures           `json:"same_id"`
	OtherID  Figures           `json:"other_id"`
	Results  map[string]Result `json:"results"`
}

// Level is a cell's figures on one level's tasks.
type Level struct {
	Level int `json:"level"`
	Figures
}

// Result is the result of one task: the share of its runs that passed, and how
// many of them something outside broke.
type Result struct {
	Passed         float64 `json:"passed"`
	Runs           int     `json:"runs"`
	Infrastructure int     `json:"infrastructure,omitempty"`
}

// Figures are the figures of some tasks of one cell.
type Figures struct {
	Tasks          int            `json:"tasks"`
	Runs           int            `json:"runs"`
	Infrastructure int            `json:"infrastructure"`
	Unjudged       int            `json:"unjudged"`
	Outcomes       map[string]int `json:"outcomes,omitempty"`

	Passed Estimate `json:"passed"`
	// Covered is the share of runs that claimed to be done and passed; WrongRuns counts
	// those that claimed it and did not pass.
	Covered   Estimate `json:"covered"`
	WrongRuns int      `json:"wrong_runs"`
	// PassedInside leaves out the runs that something outside broke.
	PassedInside Estimate `json:"passed_without_infrastructure"`
	Strict       Estimate `json:"strict"`
	Claimed      Estimate `json:"claimed"`
	WrongClaims  Estimate `json:"wrong_claims"`
	// WrongOfClaims is the share of the runs that claimed to be done that did not pass;
	// ClaimedRuns counts the claims.
	WrongOfClaims Estimate `json:"wrong_of_claims"`
	ClaimedRuns   int      `json:"claimed_runs"`
	GaveUp        Estimate `json:"gave_up"`

	Steps           Estimate `json:"steps"`
	FailedSteps     Estimate `json:"failed_steps"`
	WithoutSteps    int      `json:"tasks_without_steps"`
	Replans         Estimate `json:"replans"`
	ModelCalls      Estimate `json:"model_calls"`
	Prompt          Estimate `json:"prompt_tokens"`
	Completion      Estimate `json:"completion_tokens"`
	TokensPerSolved Estimate `json:"tokens_per_solved"`
	CostUSD         Estimate `json:"cost_usd"`
	CostPerSolved   Estimate `json:"cost_usd_per_solved"`
	Truncations     Estimate `json:"truncations"`
	Dropped         Estimate `json:"dropped"`
	WallMS          Estimate `json:"wall_ms_median"`
}

// cell computes the figures of a cell over all the ways of dividing its tasks.
func (l *ledger) cell(cell trial.Cell, draw *bootstrap) Cell {
	id := cell.ID()
	out := Cell{ID: id, Cell: cell, Planned: len(l.bench.Split.Test) * l.seeds, Results: map[string]Result{}}
	recorded := 0
	for task, recs := range l.runs[id] {
		if len(recs) > 0 {
			out.Results[task] = Result{Passed: average(recs, share(passed)), Runs: len(recs), Infrastructure: broken(recs)}
			recorded += len(recs)
		}
	}
	out.Missing = out.Planned - recorded
	out.All = l.figures(id, draw, func(string) bool { return true }, "no run was recorded yet")
	for _, level := range l.levels() {
		f := l.figures(id, draw, func(task string) bool { return l.level[task] == level }, "no run of this level was recorded yet")
		out.Levels = append(out.Levels, Level{level, f})
	}
	out.Families, out.Apps = l.divided(id, draw)
	out.Claims = l.claims(id)
	out.Winnable = l.winnable(id, draw)
	out.SameID = l.figures(id, draw, func(task string) bool { return l.sameID[task] }, "no task has one of the same id in the bank")
	out.OtherID = l.figures(id, draw, func(task string) bool { return !l.sameID[task] }, "every task has one of the same id in the bank")
	return out
}

// broken counts the runs that something outside broke.
func broken(recs []trial.Record) int {
	return len(lists.Filter(recs, func(rec trial.Record) bool { return rec.Infrastructure }))
}

// winnable is the figures on the tasks that an honest answer can pass.
func (l *ledger) winnable(cell string, draw *bootstrap) Figures {
	lost := l.bench.Suite.Unwinnable
	if lost == nil {
		return (&slice{none: "the suite does not say which tasks can be won"}).figures()
	}
	return l.figures(cell, draw, func(task string) bool { _, is := lost[task]; return !is }, "no task that can be won was run")
}

// figures computes the figures of a cell over the tasks to keep.
func (l *ledger) figures(cell string, draw *bootstrap, keep func(task string) bool, none string) Figures {
	s := &slice{draw: draw, none: none}
	for _, task := range l.bench.Split.Test {
		if recs := l.runs[cell][task]; len(recs) > 0 && keep(task) {
			s.tasks = append(s.tasks, recs)
		}
	}
	return s.figures()
}
