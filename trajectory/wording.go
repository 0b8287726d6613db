package trajectory

import (
	"fmt"
	"strings"
)

// Wording is another phrasing of a task, with its values marked. Text holds each value as
// "[spelling](slot)", where slot names the argument that it feeds, or as "[spelling]"
// where the value alone identifies the argument.
type Wording struct {
	Text string `json:"text"`
}

// Refusal is a task as a wording of a skill that it does not ask for.
type Refusal struct {
	Skill string `json:"skill"`
	Text  string `json:"text"`
}

// Mark is a marked value of a wording, at bytes [Start, End) of its plain
// text. Slot is empty where the mark names none.
type Mark struct {
	Start, End    int
	Spelled, Slot string
}

// Marks removes the marks: for "Put it on [12 March](date)" it returns the plain sentence
// and the positions of its values. An error names the wrong bracket.
func (w Wording) Marks() (plain string, all []Mark, err error) {
	var b strings.Builder
	for rest := w.Text; ; {
		before, after, found := strings.Cut(rest, "[")
		b.WriteString(before)
		if strings.Contains(before, "]") {
			return "", nil, fmt.Errorf("a ] without its [: %q", before)
		}
		if !found {
			return b.String(), all, nil
		}
		spelled, after, closed := strings.Cut(after, "]")
		if !closed || strings.TrimSpace(spelled) == "" || strings.Contains(spelled, "[") {
			return "", nil, fmt.Errorf("the mark [%s is empty or not closed; write [value] or [value](argument)", spelled)
		}
		m := Mark{Start: b.Len(), Spelled: spelled}
		b.WriteString(spelled)
		m.End = b.Len()
		if name, ok := strings.CutPrefix(after, "("); ok {
			if m.Slot, after, closed = strings.Cut(name, ")"); !closed || m.Slot == "" {
				return "", nil, fmt.Errorf("the argument's name behind [%s] is empty or not closed", spelled)
			}
		}
		all, rest = append(all, m), after
	}
}
