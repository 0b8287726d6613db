package everyday

import (
	"context"
	"slices"
	"strings"

	"legomem/agents/gazetteer"
	"legomem/agents/reflex"
	"legomem/skills"
	"legomem/trajectory"
)

// forAll asks whether what becomes of an event that the user called is so in the calendars of
// all here who have it too, who would else go on expecting it. Who says so names them; those
// whom the user named earlier in the conversation are not asked about again. What others
// called changes in the user's own calendar alone. After a no nothing is changed.
func (b *binder) forAll(ctx context.Context, r read, m *reflex.Match) (_ read, more bool, err error) {
	at := slices.IndexFunc(b.skill.Slots, func(s skills.Slot) bool { return s.Shared })
	if at < 0 || r.ForAll || b.isBound(b.skill.Slots[at].Name) || !changes(b.task, m) {
		return r, false, nil
	}
	slot := b.skill.Slots[at]
	have, by, err := b.holders(ctx)
	if err != nil || len(have) == 0 {
		return r, false, err
	}
	if !strings.EqualFold(by, b.Task.User) {
		b.doubt("%s called it, and it changes in your own calendar alone", by)
		return r, false, nil
	}
	r.ForAll = true
	all := append([]string{b.Task.User}, have...)
	var named []string
	if b.Task.Talk != nil {
		named = strings.Fields(strings.ToLower(strings.Join(b.Task.Talk.Said, " ")))
	}
	if !slices.ContainsFunc(have, func(name string) bool { return !slices.Contains(named, strings.ToLower(name)) }) {
		for _, name := range all {
			b.put(slot, name, name)
		}
		return r, true, nil
	}
	r.Shown = b.allDoubts()
	doubts := ""
	if len(r.Shown) > 0 {
		doubts = " (" + strings.Join(r.Shown, "; ") + ")"
	}
	mine := r
	mine.Key = r.Skill + " alone"
	for _, name := range all {
		r.Given = append(slices.Clip(r.Given), given{Slot: slot.Name, Text: name, Canon: name, Chosen: true})
	}
	text := "It is in the calendars of " + strings.Join(have, ", ") + " too. There as well?"
	offers := []trajectory.Reading{{ID: r.Skill, Sentence: b.sentence() + ", for all of them" + doubts, Said: have}, {ID: mine.Key, Sentence: "only in my own calendar"}}
	return r, false, withRest(choice(text, offers), r, mine)
}

// holders are the others here who have the event that is bound, and who called it.
func (b *binder) holders(ctx context.Context) (have []string, by string, err error) {
	id := b.canonOf("event")
	own, err := b.office.Events(ctx)
	if err != nil {
		return nil, "", err
	}
	at := slices.IndexFunc(own.All, func(t gazetteer.Thing) bool { return t.Value == id })
	if at < 0 || own.All[at].Organiser == "" {
		return nil, "", nil
	}
	others, err := b.office.OthersEvents(ctx)
	if err != nil {
		return nil, "", err
	}
	for _, t := range others.All {
		if t.Value == id && !slices.Contains(have, t.Owner) {
			have = append(have, t.Owner)
		}
	}
	return have, own.All[at].Organiser, nil
}
