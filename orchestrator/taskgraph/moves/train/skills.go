package main

import (
	_ "embed"
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"

	"legomem/reading"
	"legomem/skills"
)

//go:embed skills.yaml
var asMoves []byte

// asMove says which move the sentences of a skill are, and which of its slots theirs are.
type asMove struct {
	Move  string            `yaml:"move"`
	Slots map[string]string `yaml:"slots"`
}

// each is how many wordings of a skill are shown: of all, the moves' own sentences would be
// lost among them.
const each = 6

// addSkills adds sentences of the everyday skills: those that are moves, with their values,
// and those that ask for new work.
func addSkills(data *reading.Data) error {
	library, err := skills.All()
	if err != nil {
		return err
	}
	var moves map[string]asMove
	if err := yaml.Unmarshal(asMoves, &moves); err != nil {
		return fmt.Errorf("read skills.yaml: %w", err)
	}
	for _, k := range library.Skills {
		as, isMove := moves[k.ID]
		for i, w := range k.Wordings {
			if !isMove {
				if i%(1+len(k.Wordings)/each) == 0 {
					data.Requests = append(data.Requests, reading.Request{Text: w.Text})
				}
				continue
			}
			data.Requests = append(data.Requests, reading.Request{Text: w.Text, Skills: []string{as.Move}})
			if w, ok := as.marked(w); ok {
				addPractised(data, as.Move, w)
			}
		}
	}
	return nil
}

// marked is a wording with the move's slots in place of the skill's; false where it has
// none for one.
func (a asMove) marked(w reading.Wording) (reading.Wording, bool) {
	out := reading.Wording{Text: w.Text}
	for _, m := range w.Marks {
		slot := a.Slots[m.Slot]
		if m.Slot == reading.Frame {
			slot = m.Slot
		}
		if slot == "" {
			return out, false
		}
		out.Marks = append(out.Marks, reading.Mark{Slot: slot, Start: m.Start, End: m.End})
	}
	return out, true
}

// addPractised has the values of a sentence learned, which itself does not come with the
// program.
func addPractised(data *reading.Data, move string, w reading.Wording) {
	id := "further." + move
	i := slices.IndexFunc(data.Practised, func(k *reading.Skill) bool { return k.ID == id })
	if i < 0 {
		of := slices.IndexFunc(data.Skills, func(k *reading.Skill) bool { return k.ID == move })
		k := *data.Skills[of]
		k.ID, k.Wordings = id, nil
		data.Practised = append(data.Practised, &k)
		i = len(data.Practised) - 1
	}
	data.Practised[i].Wordings = append(data.Practised[i].Wordings, w)
}
