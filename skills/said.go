package skills

import (
	"slices"
	"strings"

	"legomem/agents/reflex"
	"legomem/lists"
	"legomem/reading"
	"legomem/tools/value"
)

// Example is a sentence that asks for it.
func (s Skill) Example() string {
	if len(s.Wordings) == 0 {
		return s.Does
	}
	return s.Wordings[0].Text
}

// Slot returns the skill's slot of that name.
func (s Skill) Slot(name string) (Slot, bool) {
	i := slices.IndexFunc(s.Slots, func(one Slot) bool { return one.Name == name })
	if i < 0 {
		return Slot{}, false
	}
	return s.Slots[i], true
}

// played are the slots as a procedure has them, each with the first value that a wording
// gives it.
func (s Skill) played() []reflex.Slot {
	return lists.Map(s.Slots, func(one Slot) reflex.Slot {
		example := s.example(one)
		return reflex.Slot{Name: one.Name, Kind: one.Kind, Example: example, Canon: canon(one.Kind, example),
			Optional: one.Optional, List: one.List, Ask: one.Ask, Default: one.Default}
	})
}

// example is how a wording spells a value of the slot; where none has one, the slot's name.
func (s Skill) example(slot Slot) string {
	for _, w := range s.Wordings {
		for _, m := range w.Marks {
			if m.Slot == slot.Name {
				return w.Text[m.Start:m.End]
			}
		}
	}
	return slot.Name
}

// canon is the canonical form of what can be read without knowing the day or the office.
func canon(kind value.Kind, spelled string) string {
	if read, err := value.Parse(kind, spelled, value.Reference{}); err == nil {
		return read
	}
	return spelled
}

// patterns are the skill's wordings that leave out no value that is asked for, without
// their frames.
func (s Skill) patterns() []reflex.Pattern {
	p := reflex.Procedure{Slots: s.played()}
	for _, w := range s.Wordings {
		if s.complete(w) {
			p.Patterns = append(p.Patterns, reflex.Pattern{Template: template(w)})
		}
	}
	p.FillTexts()
	return p.Patterns
}

// complete says that a wording has all values that a text must give.
func (s Skill) complete(w reading.Wording) bool {
	return !slices.ContainsFunc(s.Slots, func(slot Slot) bool {
		needed := !slot.Optional && slot.Default == ""
		return needed && !slices.ContainsFunc(w.Marks, func(m reading.Mark) bool { return m.Slot == slot.Name })
	})
}

// template is a wording with its slots in braces, without its frames.
func template(w reading.Wording) string {
	var out strings.Builder
	end := 0
	for _, m := range w.Marks {
		out.WriteString(w.Text[end:m.Start])
		if m.Slot != reading.Frame {
			out.WriteString("{" + m.Slot + "}")
		}
		end = m.End
	}
	out.WriteString(w.Text[end:])
	return strings.Join(strings.Fields(out.String()), " ")
}
