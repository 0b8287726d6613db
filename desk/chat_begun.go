package desk

import (
	"context"

	"legomem/lists"
	"legomem/orchestrator/taskgraph/trim"
	"legomem/skills"
	"legomem/tools"
	"legomem/trajectory"
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

// workplace tells what a conversation's office holds, or what of it is the user's own where
// the rest is closed.
func (d *Desk) workplace(ctx context.Context, opened trajectory.SessionOpened) (string, error) {
	text := ""
	for _, everybody := range []bool{true, false} {
		call := ToolCall{Tool: "system.survey", Args: map[string]any{"everybody": everybody}, Root: opened.Home, User: opened.User}
		err := d.CallTool(ctx, call, func(o tools.Observation) error {
			if !o.Failed {
				text = o.Text
			}
			return nil
		})
		if err != nil || text != "" {
			return text, err
		}
	}
	return "", nil // then it is told nothing
}
