package desk

import "legomem/membank"

// Notice is something that the user should know besides the result of a call: one of
// the types below.
type Notice interface{ notice() }

// NewBank reports that a memory bank was made, empty; perhaps its name is misspelt.
type NewBank struct{ Name string }

func (NewBank) notice() {}

// Confined reports, if nothing fitted a task, how many memories are in quarantine and
// not played.
type Confined struct{ Memories int }

func (Confined) notice() {}

// Suspended reports that the procedure a run was played from failed. It is not played
// any more until somebody looks at it.
type Suspended struct {
	Run    string
	Played membank.Played
}

func (Suspended) notice() {}

// BatchWarning reports what may be wrong with a batch's file.
type BatchWarning struct{ Text string }

func (BatchWarning) notice() {}
