package curate

import (
	"embed"
	"io/fs"

	"legomem/llm"
)

//go:embed prompts/*.tmpl
var builtinPrompts embed.FS

// The tags around a memory in a reply.
const (
	startTag = "<memory>"
	endTag   = "</memory>"
)

// LoadPrompts reads the prompts of Model and Inducer: the embedded ones, each
// replaced by the file of its name in dir, where there is one; dir may be "".
// "curate" is a text with the places {full_trajectory}, {start_tag} and
// {end_tag}, as LEGOMem's appendix A has it; "induce", "pitfall" and
// "retry" are templates. See llm.LoadPrompts for what is checked.
func LoadPrompts(dir string) (*llm.Prompts, error) {
	builtin, err := fs.Sub(builtinPrompts, "prompts")
	if err != nil {
		return nil, err // only for a name that is not valid
	}
	return llm.LoadPrompts(builtin, dir, map[string]any{
		"curate":  llm.Placeholders{"full_trajectory", "start_tag", "end_tag"},
		"induce":  inductionView{Trajectories: "t", Count: 2},
		"retry":   retryView{Reason: "r"},
		"pitfall": pitfallView{Trajectory: "t", Failures: "f", Most: 1},
	})
}

// The data of the templates.
type (
	inductionView struct {
		Trajectories string // rendered and quoted
		Count        int    // how many
	}
	retryView struct{ Reason string }
	// pitfallView is a failed run.
	pitfallView struct {
		Trajectory string // rendered and quoted
		Failures   string // its failed calls, quoted; "" for none
		Most       int    // warnings
	}
)
