package consent

import (
	"slices"

	"legomem/changes"
)

// Confirmed is a target that somebody of the tenant has agreed to in a run.
type Confirmed struct {
	Role  string `json:"role"` // as in changes.Target
	Value string `json:"value"`
}

// confirmable are those of some targets that are told apart from all others by their
// letters, each once.
func confirmable(all []changes.Target) []Confirmed {
	var out []Confirmed
	for _, t := range all {
		if c := (Confirmed{t.Role, t.Value}); t.Odd() == "" && !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out
}

// spelled is the target as changes.Asked.Known takes it. An attachment's name is none of
// a file elsewhere.
func (c Confirmed) spelled() string {
	if c.Role == changes.Attachment {
		return data + c.Value
	}
	return c.Value
}
