package trim

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	tg "legomem/orchestrator/taskgraph"
)

// Begun is a skill that a model may begin a piece of work with, as it is shown to it.
type Begun struct {
	ID, Does string
	Slots    []Slot
	Optional []string // those of the slots that may be left out
}

// NewWork is a piece of work that a model begins: a skill with its values.
type NewWork struct {
	Skill  string      `json:"skill"`
	Values []SlotValue `json:"values"`
	// Wait says that it is not to be done yet: its step counts only once it is restored.
	Wait bool `json:"wait"`
}

// SlotValue is a value for a slot.
type SlotValue struct {
	Slot  string `json:"slot"`
	Value string `json:"value"`
}

// takes are the skill's slots as a line of the prompt has them.
func (k Begun) takes() string {
	var out []string
	for _, s := range k.Slots {
		one := s.Name
		if s.Kind != "" && string(s.Kind) != s.Name {
			one += " (" + string(s.Kind) + ")"
		}
		if s.List {
			one += "*"
		}
		if slices.Contains(k.Optional, s.Name) {
			one += "?"
		}
		out = append(out, one)
	}
	return strings.Join(out, ", ")
}

// newWork makes of pieces of work that a model begins what they are in the graph: a root with
// the values, and a step that stands on them.
func (b *binder) newWork(all []NewWork, skills []Begun) ([]Subtask, error) {
	var out []Subtask
	n := 0
	for i, w := range all {
		k := slices.IndexFunc(skills, func(k Begun) bool { return k.ID == w.Skill })
		if k < 0 {
			return nil, fmt.Errorf("work %d: there is no skill %q in the list; where none fits, ways is [] and new_work true", i+1, w.Skill)
		}
		for n++; b.has(fmt.Sprintf("task-m%d", n)); n++ {
		}
		some, err := skills[k].begin(n, w.Values, b.utterance.Text)
		if err != nil {
			return nil, fmt.Errorf("work %d: %w", i+1, err)
		}
		if w.Wait {
			step := some[len(some)-1]
			some = append(some, Subtask{Intent: Update, Title: "not yet: " + step.Title, Node: step.ID, Relations: []Related{{Removes, step.ID}}})
		}
		out = append(out, some...)
	}
	return out, nil
}

// has says that the graph has a node of an id, or had one.
func (b *binder) has(id string) bool {
	_, err := b.g.Node(id)
	return !errors.Is(err, tg.ErrUnknown)
}

// begin is a piece of work with the skill, numbered n.
func (k Begun) begin(n int, values []SlotValue, said string) ([]Subtask, error) {
	root := Subtask{Intent: New, Title: said, ID: fmt.Sprintf("task-m%d", n), Slot: "task", New: said}
	step := Subtask{Intent: New, Title: k.Does, ID: fmt.Sprintf("step-m%d", n), Slot: k.ID, New: k.Does, By: "model", Relations: []Related{{ChildOf, root.ID}}}
	out := []Subtask{root}
	had := map[string]bool{}
	for i, v := range values {
		at := slices.IndexFunc(k.Slots, func(s Slot) bool { return s.Name == v.Slot })
		switch {
		case at < 0:
			return nil, fmt.Errorf("the skill %s has no slot %q; it has %s", k.ID, v.Slot, k.takes())
		case strings.TrimSpace(v.Value) == "":
			return nil, fmt.Errorf("the slot %s of %s has no value; leave out what the words leave out", v.Slot, k.ID)
		case had[v.Slot] && !k.Slots[at].List:
			return nil, fmt.Errorf("the slot %s of %s takes one value, and has several", v.Slot, k.ID)
		}
		had[v.Slot] = true
		id := fmt.Sprintf("%s-m%d-%d", v.Slot, n, i+1)
		out = append(out, Subtask{Intent: New, Title: v.Slot + " " + v.Value, ID: id, Slot: v.Slot, New: v.Value, Done: true, Kind: string(k.Slots[at].Kind), Relations: []Related{{ChildOf, root.ID}}})
		step.Relations = append(step.Relations, Related{DependsOn, id})
	}
	return append(out, step), nil
}
