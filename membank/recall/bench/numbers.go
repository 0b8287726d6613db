package bench

import "legomem/membank/recall"

// Report is what a run of the bench measured. All numbers are of users that the scorer was not
// trained on.
type Report struct {
	Trained  recall.About `json:"trained"`
	Seed     uint64       `json:"seed"`
	Sources  []string     `json:"sources"`
	Users    int          `json:"users"`
	Sessions int          `json:"sessions"`
	Goals    int          `json:"goals"` // those with something to fill
	// LeftOut is how many slots the last sessions leave out, Pairs how many pairs fill them.
	LeftOut int `json:"left_out"`
	Pairs   int `json:"pairs"`

	Retrieval []Retrieval `json:"retrieval"`
	// Best is the unfiltered method with the highest recall@5; Gain is by which part each
	// method with the filter finds more than it, at 5.
	Best string              `json:"best_unfiltered"`
	Gain map[string]Estimate `json:"gain"`
	// Alpha is recall@5 by weight of stage 1, of the method that is proposed with.
	Alpha []AlphaPoint `json:"alpha"`
	State []State      `json:"state"`
	Turns []Turns      `json:"turns"`
	// Saved is which part of the turns that an oracle memory saves each memory saves.
	Saved  map[string]Estimate `json:"saved"`
	Tokens Tokens              `json:"tokens"`
}

// Retrieval is a method's recall@k of the pairs that fill what is missing.
type Retrieval struct {
	Method string           `json:"method"`
	Filter bool             `json:"filter"`
	Recall map[int]Estimate `json:"recall"`
}

// AlphaPoint is recall@5 at a weight of stage 1.
type AlphaPoint struct {
	Alpha  float64  `json:"alpha"`
	Recall Estimate `json:"recall"`
}

// State is how well memory fills the state: the slots that were left out, the whole state of
// the last session with what memory fills in unasked, and how many values are wrong.
type State struct {
	Method string   `json:"method"`
	Slots  Estimate `json:"slot_accuracy"`
	Joint  Estimate `json:"joint_goal_accuracy"`
	Wrong  Estimate `json:"wrong_per_goal"`
}

// Turns is how many turns a goal takes, and how many of the goals end right: with a user who
// checks what is proposed, and with one who agrees to all of it.
type Turns struct {
	System    string   `json:"system"`
	Turns     Estimate `json:"turns"`
	Right     Estimate `json:"right"`
	Credulous Estimate `json:"right_if_unchecked"`
	Wrong     Estimate `json:"wrong_proposals"`
}

// Tokens is what a model would have to read for a goal.
type Tokens struct {
	Selected Estimate `json:"selected"` // the pairs that the filter keeps
	Past     Estimate `json:"past"`     // all that was said before
}
