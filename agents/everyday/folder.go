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
	if !b.makes() {
		return nil
	}
	all, err := b.office.Folders(ctx)
	if err != nil {
		return err
	}
	outside := wordsOf(b.outside())
	said := lists.Filter(all.All, func(t gazetteer.Thing) bool {
		return slices.ContainsFunc(outside, func(word string) bool { return strings.EqualFold(word, path.Base(t.Value)) })
	})
	if len(said) != 1 {
		return nil
	}
	name := path.Base(said[0].Value)
	b.account([]string{name})
	b.put(slot, said[0].Value, name)
	b.doubt("the folder is taken to be %s", said[0].Shown)
	return nil
}

// outside are the words of the task that are of no value.
func (b *binder) outside() string {
	var out []string
	for _, g := range b.given {
		out = append(out, g.Before...)
	}
	if n := len(b.given); n > 0 {
		out = append(out, b.given[n-1].Behind...)
	}
	return strings.Join(out, " ")
}
