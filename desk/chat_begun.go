package desk

import (
	"legomem/lists"
	"legomem/orchestrator/taskgraph/trim"
	"legomem/skills"
)

// begunWith are the everyday skills as a conversation's model may begin work with them.
func begunWith() ([]trim.Begun, error) {
	all, err := skills.All()
	if err != nil {
		return nil, err
	}
	return lists.Map(all.Skills, func(k skills.Skill) trim.Begun {
		b := trim.Begun{ID: k.ID, Does: k.Does}
		for _, s := range k.Slots {
			if s.Unsaid {
				continue
			}
			b.Slots = append(b.Slots, trim.Slot{Name: s.Name, Kind: s.Kind, List: s.List, Says: s.Ask})
			if s.Optional || s.Default != "" {
				b.Optional = append(b.Optional, s.Name)
			}
		}
		return b
	}), nil
}
