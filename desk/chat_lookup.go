package desk

import (
	"context"
	"errors"
	"slices"
	"sync"

	"legomem/skills"
	"legomem/tools"
	"legomem/tools/apps"
)

// looksUpFrom is how likely a sentence must be read as a request for what the office holds, for
// a conversation to answer it from there rather than by what was said.
const looksUpFrom = 0.45

// lookUps are the everyday skills that change nothing.
var lookUps = sync.OnceValues(func() (map[string]bool, error) {
	all, err := skills.All()
	if err != nil {
		return nil, err
	}
	out, registry := map[string]bool{}, apps.Registry()
	for _, s := range all.Skills {
		out[s.ID] = !slices.ContainsFunc(s.Do, func(a skills.Action) bool {
			i, err := registry.Intend(tools.Action{Tool: a.Tool, Args: a.Args})
			return err != nil || tools.Changes(i.Effects) // what cannot be told may change something
		})
	}
	return out, nil
})

// looksUp tells of what is said in a conversation whether it surely asks for what the office
// holds: "what's on tomorrow?" is answered by the calendar, whatever was said of tomorrow.
func (d *Desk) looksUp(ctx context.Context, said string) (bool, error) {
	only, err := lookUps()
	if err != nil {
		return false, err
	}
	reader, err := d.NewReader()
	if err != nil {
		return false, err
	}
	read, err := reader.Sentence(ctx, said)
	if _, bad := errors.AsType[*InputError](err); bad { // too long, and the like
		return false, nil
	}
	sure := read.Confidence >= looksUpFrom && len(read.Missing) == 0
	return sure && only[read.Skill], err
}
