package agents

import (
	"encoding/json"

	"legomem/trajectory"
)

// Asking is a brain's question to the user, which ends a run before it has done anything.
// Once it is answered, the task begins anew, in a run whose Brief has the answers so far:
// what is answered is data, which the brain checks as it checks the task.
type Asking struct {
	Question trajectory.Question
	// Rest is what the brain needs to go on: the skill's id, the values so far. It comes
	// back with the answer.
	Rest json.RawMessage
}

func (a *Asking) Error() string { return a.Question.Text }

// MaxQuestions is how many questions may be asked about one task.
const MaxQuestions = 6
