package modelbrain

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"legomem/llm"
)

// factsKey is what holds the facts of a plan that is asked for together with them.
const factsKey = "facts"

// facts are the four lists of the survey (Magentic-One's), as a model writes them into one
// reply with the plan.
type facts struct {
	Given     []string `json:"given"`
	ToLookUp  []string `json:"to_look_up"`
	ToWorkOut []string `json:"to_work_out"`
	Guesses   []string `json:"guesses"`
}

// String writes the lists as free text has them, without the empty ones.
func (f facts) String() string {
	var b strings.Builder
	for _, l := range []struct {
		heading string
		items   []string
	}{{"GIVEN", f.Given}, {"TO LOOK UP", f.ToLookUp}, {"TO WORK OUT", f.ToWorkOut}, {"GUESSES", f.Guesses}} {
		line(&b, l.heading+": ", strings.Join(l.items, "; "))
	}
	if b.Len() == 0 {
		return "none"
	}
	return strings.TrimRight(b.String(), "\n")
}

// factsSchema is the JSON Schema of facts.
func factsSchema() string {
	return object(property{"given", someTexts}, property{"to_look_up", someTexts}, property{"to_work_out", someTexts}, property{"guesses", someTexts})
}

// parseFacts reads the facts of a plan: the lists, or a text that holds them.
func parseFacts(raw json.RawMessage) (string, error) {
	var in struct {
		Facts json.RawMessage `json:"facts"`
	}
	if err := json.Unmarshal(raw, &in); err != nil {
		return "", shapeError(err)
	}
	if len(in.Facts) == 0 || bytes.Equal(in.Facts, []byte("null")) {
		return "", errors.New(`the key "facts" is missing`)
	}
	var text string
	if json.Unmarshal(in.Facts, &text) == nil {
		if text = strings.TrimSpace(text); text == "" {
			return "", errors.New(`"facts" is empty`)
		}
		return text, nil
	}
	var lists facts
	if err := json.Unmarshal(in.Facts, &lists); err != nil {
		return "", shapeError(err)
	}
	return lists.String(), nil
}

// otherKind says what a reply is that has the form of another answer than the one asked
// for: "" where it may be the right one. Some models go on in the form that they were last
// asked for.
func otherKind(raw json.RawMessage, wanted string) string {
	var in map[string]json.RawMessage
	if json.Unmarshal(raw, &in) != nil {
		return ""
	}
	for _, k := range []struct{ kind, key string }{{"ledger", satisfiedKey}, {"ledger", speakerKey}, {"plan", stepsKey}, {"survey of facts", factsKey}} {
		if _, there := in[k.key]; !there {
			continue
		}
		if k.kind == wanted || (wanted == "plan" && k.key == factsKey) {
			return ""
		}
		return k.kind
	}
	return ""
}

// otherText is otherKind of free text that is one JSON object.
func otherText(text string) string {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "```") {
		return ""
	}
	raw, err := llm.ExtractJSON(text)
	if err != nil {
		return ""
	}
	return otherKind(raw, "text")
}
