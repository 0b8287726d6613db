package vision

import (
	"embed"
	"io/fs"

	"legomem/llm"
)

//go:embed prompts/*.tmpl
var builtinPrompts embed.FS

// The prompts' names: the rules, and what stands beside the picture.
const (
	rulesPrompt   = "transcribe"
	picturePrompt = "picture"
)

// view is what both templates are given: their contract, as a replaced prompt
// may use it all.
type view struct {
	Language string // tesseract's code, "" where none was asked for
	None     string // what to write where there is no text
}

// LoadPrompts reads the prompts: the embedded ones, each replaced by the file
// of its name in dir, where there is one. The folder is one of its own, not
// that of the agents' prompts. See llm.LoadPrompts for what is checked.
func LoadPrompts(dir string) (*llm.Prompts, error) {
	builtin, err := fs.Sub(builtinPrompts, "prompts")
	if err != nil {
		return nil, err // only for a name that is not valid
	}
	sample := view{Language: "eng", None: noText}
	return llm.LoadPrompts(builtin, dir, map[string]any{rulesPrompt: sample, picturePrompt: sample})
}
