package vision

import (
	"embed"
	"io/fs"

	"legomem/llm"
)

//go:embed prompts/*.tmpl
var builtinPrompts embed.FS

// The prompts' names: the rules, and the text that goes with the picture.
const (
	rulesPrompt   = "transcribe"
	picturePrompt = "picture"
)

// view is the data of both templates. It is their contract: a replaced prompt may use
// all of it.
type view struct {
	Language string // tesseract's code, "" where none was asked for
	None     string // what to write where there is no text
}

// LoadPrompts reads the prompts: the embedded ones, each replaced by the file of the
// same name in dir, if there is one. The folder is separate from that of the agents'
// prompts. llm.LoadPrompts checks them.
func LoadPrompts(dir string) (*llm.Prompts, error) {
	builtin, err := fs.Sub(builtinPrompts, "prompts")
	if err != nil {
		return nil, err // only for a name that is not valid
	}
	sample := view{Language: "eng", None: noText}
	return llm.LoadPrompts(builtin, dir, map[string]any{rulesPrompt: sample, picturePrompt: sample})
}
