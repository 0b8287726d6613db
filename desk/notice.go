package desk

import "legomem/membank"

// Notice is what somebody should know beside the result of a call: one of the types
// below.
type Notice interface{ notice() }

// NewBank says that a memory bank was made, empty: or its name is misspelt.
type NewBank struct{ Name string }

func (NewBank) notice() {}

// Confined says, where nothing fitted a task, that so many memories are in
// quarantine and not played.
type Confined struct{ Memories int }

func (Confined) notice() {}

// Suspended says that the procedure a run was played from failed, and is not played
// any more until somebody looks at it.
type Suspended struct {
	Run    string
	Played membank.Played
}

func (Suspended) notice() {}

// BatchWarning says what may be wrong with a batch's file.
type BatchWarning struct{ Text string }

func (BatchWarning) notice() {}
