package reading

import (
	"fmt"
	"slices"
	"strings"

	"legomem/tools/value"
)

// Skill is something that can be asked for, as the reader sees it: what it takes, which
// actions do it, and sentences that ask for it. A taught procedure is one, and so is a
// line of a table that maps somebody else's labels.
type Skill struct {
	// ID names the skill. Skills that the model was trained with are recognised by it.
	ID string
	// Operations are the tools that do it, each once. What is learned of a tool's
	// skills helps with a new skill that uses the tool.
	Operations []string
	Slots      []Slot
	Wordings   []Wording
}

// Slot is a value that a skill takes.
type Slot struct {
	Name string
	Kind value.Kind
	// Optional says that the skill can be carried out without it.
	Optional bool
	// List says that it takes several values.
	List bool
	// New says that it names something that need not be there: a file that is there is none.
	New bool
	// Suffix is that of the only files that it takes, ".xlsx"; "" for any.
	Suffix string
}

// slot is the slot of a name.
func (k *Skill) slot(name string) (Slot, bool) {
	i := slices.IndexFunc(k.Slots, func(s Slot) bool { return s.Name == name })
	if i < 0 {
		return Slot{}, false
	}
	return k.Slots[i], true
}

// Wording is a sentence that asks for a skill, with its values marked.
type Wording struct {
	Text  string
	Marks []Mark
}

// Without is the wording's text without its values.
func (w Wording) Without() string {
	text := []byte(w.Text)
	for _, m := range w.Marks {
		for i := m.Start; i < m.End; i++ {
			text[i] = ' '
		}
	}
	return strings.Join(strings.Fields(string(text)), " ")
}

// Mark says that Text[Start:End] of a wording is a value of a slot, or part of the frame
// of any request.
type Mark struct {
	Slot       string
	Start, End int
}

// Frame is the mark of words that frame any request: "could you please".
const Frame = "frame"

// ParseWording reads a sentence whose values are marked: "move [lunch](event) to
// [4](start)".
func ParseWording(marked string) (Wording, error) {
	var w Wording
	var text strings.Builder
	for {
		before, rest, found := strings.Cut(marked, "[")
		text.WriteString(before)
		if !found {
			w.Text = text.String()
			return w, nil
		}
		spelled, rest, closed := strings.Cut(rest, "](")
		slot, rest, named := strings.Cut(rest, ")")
		if !closed || !named {
			return Wording{}, fmt.Errorf("a mark is not closed: [%s; accepted: [value](slot)", rest)
		}
		start := text.Len()
		text.WriteString(spelled)
		w.Marks = append(w.Marks, Mark{Slot: slot, Start: start, End: text.Len()})
		marked = rest
	}
}
