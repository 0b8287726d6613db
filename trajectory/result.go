package trajectory

import "legomem/changes"

// Result is what `run --json` prints and what result.json holds.
type Result struct {
	RunID       string  `json:"run_id"`
	TaskID      string  `json:"task_id"`
	Outcome     Outcome `json:"outcome"`
	Reason      string  `json:"reason"`
	Passed      *bool   `json:"passed"`
	Answer      string  `json:"answer"`
	Steps       int     `json:"steps"`
	FailedSteps int     `json:"failed_steps"`
	Refused     int     `json:"refused,omitempty"` // by the policy
	// Suppressed counts the actions that were not called because the previous brain had
	// done them.
	Suppressed int         `json:"suppressed,omitempty"`
	Replans    int         `json:"replans"`
	ModelCalls int         `json:"model_calls"`
	Tokens     Tokens      `json:"tokens"`
	CostUSD    *float64    `json:"cost_usd"` // null where a model is unpriced
	WallMS     float64     `json:"wall_ms"`
	Memories   []MemoryRef `json:"memories"`
	Changed    []string    `json:"changed"` // files that were added, changed or deleted
	Testbed    string      `json:"testbed"` // the finished one's folder
	// Question is what the user must answer first; nil but for the outcome Asked.
	Question *Question `json:"question,omitempty"`
	// Changes is what the run would change, where it was listed; nil where it was not.
	Changes  *changes.List     `json:"changes,omitempty"`
	Versions map[string]string `json:"versions"`
}

// Tokens counts a run's model tokens.
type Tokens struct {
	Prompt     int `json:"prompt"`
	Completion int `json:"completion"`
}
