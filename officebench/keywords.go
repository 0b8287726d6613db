package officebench

import (
	"fmt"
	"strings"
)

// containsAll is the benchmark's own test: every keyword, whatever its case, is somewhere
// in content. A keyword that float() accepts removes the commas from the content, for
// itself and for all that follow. It returns the first keyword that is missing.
func containsAll(content string, keywords []any) (missing string, err error) {
	content = pythonLower(content)
	for _, k := range keywords {
		word, isText := k.(string)
		if !isText {
			return "", raisef("keyword %s is no text", pythonText(k))
		}
		lower := pythonLower(word)
		if isFloat(lower) {
			content = strings.ReplaceAll(content, ",", "")
		}
		if !strings.Contains(content, lower) {
			return word, nil
		}
	}
	return "", nil
}

// keywords reads the evaluation's keywords: a list, or a text that means the list of its
// letters, as when Python iterates over it.
func (a Args) keywords() ([]any, error) {
	switch v := a["keywords"].(type) {
	case []any:
		return v, nil
	case string:
		letters := make([]any, 0, len(v))
		for _, r := range v {
			letters = append(letters, string(r))
		}
		return letters, nil
	case nil:
		return nil, raisef("the evaluation gives no keywords")
	default:
		return nil, raisef("the evaluation's keywords are no list")
	}
}

// text is an argument that must be there, as text.
func (a Args) text(name string) (string, error) {
	s, ok := a[name].(string)
	if !ok {
		return "", raisef("the evaluation gives no %q", name)
	}
	return s, nil
}

// raised is an evaluation that raises in the benchmark's own evaluator: its
// verdict is null, and the check counts as failed.
type raised struct{ reason string }

func (r *raised) Error() string { return r.reason }

func raisef(format string, args ...any) error {
	return &raised{fmt.Sprintf(format, args...)}
}
