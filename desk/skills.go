package desk

import (
	"strings"

	"legomem/lists"
	"legomem/skills"
)

// EverydaySkill is something that can be asked for in everyday words.
type EverydaySkill struct {
	ID       string   `json:"skill"`
	App      string   `json:"app"` // the part of the office that it is about
	Does     string   `json:"does"`
	Examples []string `json:"examples"`
	Values   []string `json:"values"` // that it takes
}

// Skills are the everyday skills, by app; of one app if it is named.
func (d *Desk) Skills(app string) ([]EverydaySkill, error) {
	library, err := skills.All()
	if err != nil {
		return nil, err
	}
	all := lists.Map(library.Skills, describeSkill)
	if app == "" {
		return all, nil
	}
	some := lists.Filter(all, func(s EverydaySkill) bool { return s.App == app || s.ID == app })
	if len(some) == 0 {
		return nil, BadInput("no everyday skill is of %q; legomem skills lists all", app)
	}
	return some, nil
}

// examples is how many sentences show a skill.
const examples = 3

func describeSkill(s skills.Skill) EverydaySkill {
	app, _, _ := strings.Cut(s.ID, ".")
	out := EverydaySkill{ID: s.ID, App: app, Does: s.Does, Examples: []string{}, Values: []string{}}
	for _, w := range s.Wordings[:min(examples, len(s.Wordings))] {
		out.Examples = append(out.Examples, w.Text)
	}
	for _, slot := range s.Slots {
		if !slot.Unsaid {
			out.Values = append(out.Values, slot.Name)
		}
	}
	return out
}
