package trajectory

import "time"

// Position is where a log ends, for continuing from there.
type Position struct {
	Until time.Time // when its last line was written
	// Planned says that the current brain has made a plan.
	Planned bool
	// Revision is the last plan's.
	Revision int
	Round    int // the last that was decided on; 0 before the first
	// Ledger is the last round's until a subtask, another plan or another brain follows
	// it; nil otherwise.
	Ledger *Ledger
	Stalls int
	// Answered says that the final answer is there; it may be empty.
	Answered bool
	// Takeover is where another brain took the run over; nil where none did.
	Takeover *Takeover
}

// Takeover is a change of brains.
type Takeover struct {
	Why      string // as the log has it
	Subtasks int    // that the previous brain was given
	// Planned says that the previous brain had made a plan, so that the next plan is a
	// revised one.
	Planned bool
}

// Next is the number of the round to go on with.
func (p Position) Next() int {
	if p.Ledger != nil {
		return p.Round
	}
	return p.Round + 1
}

func (r *Run) planned(p Planned) {
	r.Plan = p.Plan.Follow(r.Plan, p.Revision) // a log before 1.2 has no ids
	r.Plans = append(r.Plans, Made{Plan: r.Plan, Revision: p.Revision, Subtasks: len(r.Subtasks)})
	at := &r.Position
	at.Planned, at.Revision, at.Ledger = true, p.Revision, nil
	if p.Revision > 0 {
		at.Stalls = 0
	}
}

func (r *Run) decided(p Decided) {
	r.Position.Round, r.Position.Stalls, r.Position.Ledger = p.Round, p.Stalls, &p.Ledger
}

func (r *Run) delegated(p Delegated) {
	p.Subtask.PlanStep = r.Plan.StepOf(p.Subtask)
	sub := SubtaskRun{Subtask: p.Subtask}
	if r.Position.Ledger != nil {
		sub.Uses = r.Position.Ledger.Uses
	}
	r.Subtasks = append(r.Subtasks, sub)
	r.Position.Round, r.Position.Ledger = p.Subtask.Round, nil
}

func (r *Run) noted(p Noted) {
	r.Notes = append(r.Notes, p)
	if p.About == AboutBrain {
		r.Position.Takeover = &Takeover{Why: p.Text, Subtasks: len(r.Subtasks), Planned: r.Position.Planned}
		r.Position.Planned, r.Position.Ledger = false, nil
	}
}

// resumed undoes the end of the run and, where all starts again, all that was done. The
// model calls stay: they were paid for.
func (r *Run) resumed(p Resumed) {
	r.Resumes = append(r.Resumes, p)
	r.Result, r.Left, r.Passed, r.Strict, r.AcceptedBy = nil, "", nil, nil, ""
	if p.Workspace != WorkspaceAgain {
		return
	}
	*r = Run{ID: r.ID, Dir: r.Dir, Begun: r.Begun, Started: r.Started, Copied: r.Copied, Calls: r.Calls, Resumes: r.Resumes, Position: Position{Until: r.Position.Until}}
}

// BrokenOff reports whether the run did not end by itself: it has no end, or the user or
// something outside cut it off.
func (r *Run) BrokenOff() bool {
	return r.Result == nil || r.Result.Outcome == Cancelled || r.Result.Outcome == Errored
}

// Closed reports whether the run has ended with its files brought out: nothing but an
// Accepted follows its last Finished, which names them.
func (r *Run) Closed() bool { return r.Result != nil && r.Left != "" && !r.Torn }

// Acted is the number of the last action; 0 before the first.
func (r *Run) Acted() int {
	for i := len(r.Subtasks) - 1; i >= 0; i-- {
		if steps := r.Subtasks[i].Steps; len(steps) > 0 {
			return steps[len(steps)-1].Number
		}
	}
	return 0
}
