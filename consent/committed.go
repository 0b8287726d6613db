package consent

import (
	"legomem/commit"
	"legomem/places"
)

// Committed is what became of a run's changes.
type Committed struct {
	State State `json:"state"`
	// To is the folder that they were brought to last, or would be.
	To string `json:"to,omitempty"`
	// Question is what somebody must answer first.
	Question *Question `json:"question,omitempty"`
	// LeftOut is how many of them the last answer left out.
	LeftOut int `json:"left_out,omitempty"`
}

// State is what became of a run's changes, in a word.
type State string

// The states.
const (
	NotApplied State = "not applied"
	AskedFor   State = "asked"
	Declined   State = "declined"
	Applied    State = "applied"
	Undone     State = "undone"
)

// Unwanted says what a person did not want of a run's changes; "" where there is nothing.
func (c Committed) Unwanted() string {
	switch {
	case c.State == Declined:
		return "the user declined its changes"
	case c.State == Undone:
		return "the user took its changes back"
	case c.LeftOut > 0:
		return "the user left out some of its changes"
	}
	return ""
}

// CommittedOf reads what became of a run's changes.
func CommittedOf(run places.Run) (Committed, error) {
	ledger, err := commit.ReadLedger(run)
	if err != nil {
		return Committed{}, err
	}
	open, last, err := Open(run)
	if err != nil {
		return Committed{}, err
	}
	c := Committed{State: NotApplied, To: ledger.From, Question: open}
	if last != nil {
		c.LeftOut = len(last.LeaveOut)
	}
	switch entry, standing := ledger.Standing(); {
	case open != nil:
		c.State, c.To = AskedFor, open.To
	case standing:
		c.State, c.To = Applied, entry.To
	case len(ledger.Applied) > 0:
		c.State, c.To = Undone, ledger.Applied[len(ledger.Applied)-1].To
	case last != nil && last.Reply == No:
		c.State = Declined
	}
	return c, nil
}
