package everyday

import (
	"context"
	"path"
	"slices"
	"strings"

	"legomem/agents/gazetteer"
	"legomem/lists"
	"legomem/skills"
	"legomem/tools/value"
)

// makes says that the skill makes a file.
func (b *binder) makes() bool {
	return slices.ContainsFunc(b.skill.Slots, func(s skills.Slot) bool { return s.New && s.Kind == value.File })
}

// besideNew binds the folder that a new file goes into to the only one whose whole name
// stands among the words between the values: "goes in docs".
func (b *binder) besideNew(ctx context.Context, slot skills.Slot) error {
	all, err := b.office.Folders(ctx)
	if err != nil {
		return err
	}
	var between []string
	for i, g := range b.given {
		between = append(between, g.Before...)
		if i == len(b.given)-1 {
			between = append(between, g.Behind...)
		}
	}
	between = lists.Map(between, func(word string) string { return strings.ToLower(strings.Trim(word, ".,;:!?\"'()")) })
	said := lists.Filter(all.All, func(t gazetteer.Thing) bool {
		return slices.Contains(between, strings.ToLower(path.Base(t.Value)))
	})
	if len(said) != 1 {
		return nil
	}
	b.account([]string{path.Base(said[0].Value)})
	b.put(slot, said[0].Value, path.Base(said[0].Value))
	b.doubt("the folder is taken to be %s", said[0].Shown)
	return nil
}
