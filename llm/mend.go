package llm

import (
	"encoding/json"
	"fmt"

	"github.com/tailscale/hujson"
)

// Mend repairs the slips of models in a JSON value that is otherwise whole: commas before
// a closing bracket, comments, and line breaks and tabs that stand in a string as they
// are. It never completes a value that breaks off.
func Mend(raw []byte) (json.RawMessage, error) {
	if json.Valid(raw) {
		return raw, nil
	}
	mended, err := hujson.Standardize(escapeControls(raw))
	if err != nil {
		return nil, fmt.Errorf("it is no JSON: %w", err)
	}
	return mended, nil
}

// escapeControls escapes the control characters inside strings.
func escapeControls(raw []byte) []byte {
	out := make([]byte, 0, len(raw)+16)
	var in scan
	for _, b := range raw {
		if in.text && b < ' ' {
			quoted, _ := json.Marshal(string(rune(b))) // a string always marshals
			out = append(out, quoted[1:len(quoted)-1]...)
			continue
		}
		in.step(b)
		out = append(out, b)
	}
	return out
}

// scan follows JSON byte by byte: whether it is inside a string, and how deep.
type scan struct {
	text, escaped bool
	depth         int
}

func (s *scan) step(b byte) {
	switch {
	case s.escaped:
		s.escaped = false
	case s.text:
		s.escaped, s.text = b == '\\', b != '"'
	case b == '"':
		s.text = true
	case b == '{', b == '[':
		s.depth++
	case b == '}', b == ']':
		s.depth--
	}
}

// balanced returns the value that text begins with, up to the bracket that closes it;
// nil if it is not closed.
func balanced(text []byte) []byte {
	var in scan
	for i, b := range text {
		if in.step(b); in.depth == 0 {
			return text[:i+1]
		}
	}
	return nil
}
