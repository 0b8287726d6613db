package bench

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"legomem/officebench/trial"
)

// Estimate is what the missing part of an experiment is expected to cost.
type Estimate struct {
	Cells   []trial.Cell `json:"cells"`
	Collect int          `json:"collect_runs"`  // still to be made
	Runs    int          `json:"evaluate_runs"` // still to be made
	// Basis states what the figures rest on.
	Basis string `json:"basis"`
	// Roles is what each role, including the curator, is expected to use, Total their
	// sum. AtMost is what the limits of a run allow, nil where the runs are measured.
	Roles  map[string]trial.Spend `json:"roles,omitempty"`
	Total  Spent                  `json:"total"`
	AtMost *Spent                 `json:"at_most,omitempty"`
	// Time is nil where nothing was measured to base it on.
	Time  *Time    `json:"time,omitempty"`
	Notes []string `json:"notes,omitempty"`
}

// Time is how long the missing runs are expected to take.
type Time struct {
	Seconds  float64 `json:"seconds"`
	Parallel int     `json:"parallel"` // runs at once
	// CallSeconds is how long a run takes per model call, including its work between
	// calls; 0 where no model was called.
	CallSeconds float64 `json:"call_seconds,omitempty"`
}

// Estimate expects each missing run to use what the runs of its cell used on average, or
// else those of its team, or else an assumed part of its limits; curating adds its
// assumed calls.
func (e *Engine) Estimate() (Estimate, error) {
	b := e.Folder.Bench
	out := Estimate{Cells: b.Cells}
	g := newGuess(e)
	stages := []*stage{e.evaluating()}
	if e.makesBank() {
		stages = append(stages, e.collecting())
	}
	todo := map[trial.Cell]int{}
	for _, s := range stages {
		missing, err := g.read(s, e.RerunErrors)
		if err != nil {
			return Estimate{}, err
		}
		if s.phase == Collect {
			out.Collect = len(missing)
		} else {
			out.Runs = len(missing)
		}
		for _, t := range missing {
			todo[t.Cell]++
		}
	}
	if err := g.expectBank(out.Collect); err != nil {
		return Estimate{}, err
	}
	if b.Brain != reflexBrain {
		g.expect(todo)
	}
	out.Total = g.likely.total()
	out.Roles, out.Total.ByRole = out.Total.ByRole, nil
	out.Basis, out.Notes, out.Time = g.basis(), g.notes(), g.time(todo)
	if g.assumed > 0 {
		most := g.most.total()
		most.ByRole = nil
		out.AtMost = &most
	}
	return out, nil
}

// guess adds up what runs are expected to use.
type guess struct {
	engine       *Engine
	byCell       map[trial.Cell][]trial.Record
	byTeam       map[string][]trial.Record
	likely, most *purse

	known, cells, teams, assumed int // records, and runs by the basis of their estimate
	collected, passed            int // training runs that are recorded, and those that passed
	drafts, shown                int // runs of measured teams whose drafts or memories are assumed
	curated, bankCalls           int // runs to be curated, and the calls for it
}

func newGuess(e *Engine) *guess {
	return &guess{engine: e, byCell: map[trial.Cell][]trial.Record{}, byTeam: map[string][]trial.Record{}, likely: newPurse(), most: newPurse()}
}

func (g *guess) read(s *stage, rerunErrors bool) ([]trial.Trial, error) {
	b, err := s.open(nil)
	if err != nil {
		return nil, err
	}
	for _, r := range b.effective() {
		if r.Infrastructure {
			continue
		}
		g.known++
		g.byCell[r.Cell] = append(g.byCell[r.Cell], r)
		g.byTeam[r.Cell.Team] = append(g.byTeam[r.Cell.Team], r)
		if s.phase == Collect {
			g.collected++
			if r.Passed != nil && *r.Passed {
				g.passed++
			}
		}
	}
	return b.missing(rerunErrors), b.close()
}

func (g *guess) expect(todo map[trial.Cell]int) {
	for _, c := range inOrder(todo) {
		n := todo[c]
		switch {
		case len(g.byCell[c]) > 0:
			g.cells += n
			g.likely.add(mean(g.byCell[c], n))
		case len(g.byTeam[c.Team]) > 0:
			g.teams += n
			g.likely.add(g.alike(c, n))
		default:
			g.assumed += n
			g.likely.add(g.assume(c, n, false))
			g.most.add(g.assume(c, n, true))
		}
	}
}

func inOrder(todo map[trial.Cell]int) []trial.Cell {
	return slices.SortedFunc(maps.Keys(todo), func(a, b trial.Cell) int { return strings.Compare(a.ID(), b.ID()) })
}

// mean is what n runs use that are like the recorded ones.
func mean(records []trial.Record, n int) map[string]trial.Spend {
	sum := newPurse()
	for _, r := range records {
		sum.add(r.Spent)
	}
	share := func(x int) int { return (x*n + len(records)/2) / len(records) }
	out := sum.total().ByRole
	for role, s := range out {
		s.Calls, s.Tokens.Prompt, s.Tokens.Completion = share(s.Calls), share(s.Tokens.Prompt), share(s.Tokens.Completion)
		if s.CostUSD != nil {
			s.CostUSD = new(*s.CostUSD * float64(n) / float64(len(records)))
		}
		out[role] = s
	}
	return out
}

// time expects each run to take as long as the runs of its cell or team, or else as its
// calls take at the measured pace. Curating makes one call at a time.
func (g *guess) time(todo map[trial.Cell]int) *Time {
	pace := g.pace()
	out := &Time{Parallel: max(1, g.engine.Parallel), CallSeconds: pace}
	runs := 0.0
	for _, c := range inOrder(todo) {
		n := float64(todo[c])
		like := g.byCell[c]
		if len(like) == 0 {
			like = g.byTeam[c.Team]
		}
		switch {
		case len(like) > 0:
			ms := 0.0
			for _, r := range like {
				ms += r.WallMS
			}
			runs += n * ms / 1000 / float64(len(like))
		case pace > 0:
			planning, acting := calls(g.engine.Limits, false)
			runs += n * pace * float64(planning+acting)
		default:
			return nil
		}
	}
	if g.known == 0 || (g.bankCalls > 0 && pace == 0) {
		return nil
	}
	out.Seconds = runs/float64(out.Parallel) + pace*float64(g.bankCalls)
	return out
}

// pace is how many seconds the recorded runs took for each model call, 0 where
// none was made.
func (g *guess) pace() float64 {
	ms, asked := 0.0, 0
	for _, records := range g.byCell {
		for _, r := range records {
			if r.ModelCalls > 0 {
				ms, asked = ms+r.WallMS, asked+r.ModelCalls
			}
		}
	}
	if asked == 0 {
		return 0
	}
	return ms / 1000 / float64(asked)
}

func (g *guess) basis() string {
	reflex := g.engine.Folder.Bench.Brain == reflexBrain
	switch {
	case reflex && g.bankCalls > 0:
		return "ASSUMED of curating; reflex itself calls no model"
	case reflex:
		return "reflex calls no model"
	case g.cells+g.teams+g.assumed == 0 && g.bankCalls > 0:
		return "ASSUMED of curating; no run is missing before it"
	case g.cells+g.teams+g.assumed == 0:
		return "nothing is missing"
	case g.known == 0:
		return "ASSUMED, nothing was measured yet (--pilot N tries N tasks first)"
	case g.assumed > 0:
		return fmt.Sprintf("%d runs of this bench; ASSUMED for %d runs of teams that have none", g.known, g.assumed)
	}
	return fmt.Sprintf("measured: the averages of %d runs of this bench", g.known)
}

func (g *guess) notes() []string {
	var out []string
	if g.teams > 0 {
		out = append(out, fmt.Sprintf("for %d runs the average of their team's other cells is taken", g.teams))
	}
	if g.shown > 0 {
		out = append(out, fmt.Sprintf("ASSUMED for %d of these: %d tokens for each memory shown, since none of their team was measured with memories", g.shown, assumedMemory))
	}
	if g.drafts > 0 {
		out = append(out, fmt.Sprintf("ASSUMED for %d of these: one call of the rewriter each, as in a run that nothing was measured for", g.drafts))
	}
	if g.assumed > 0 {
		out = append(out, g.assumptions())
	}
	if g.bankCalls > 0 {
		out = append(out, g.bankAssumptions())
	}
	if g.engine.Folder.Bench.Brain != reflexBrain {
		out = append(out, "not in these figures: what embedding costs, and what a model that reads scans costs until a run has measured it")
	}
	return out
}
