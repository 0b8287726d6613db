package everyday

import (
	"context"
	"fmt"
	"strings"

	"legomem/agents"
	"legomem/agents/reflex"
	"legomem/tools/value"
	"legomem/trajectory"
)

// goOnTalking does what a conversation has come to: its skill and values are what the user
// said and agreed to in earlier turns, so that nothing is read.
func (b Brain) goOnTalking(ctx context.Context, t *task, talk *trajectory.Talk) (*reflex.Match, error) {
	r := read{Skill: talk.Skill, Agreed: true}
	if !t.knows(r.Skill) {
		return nil, &agents.GiveUp{Reason: fmt.Sprintf("what the conversation is about needs the skill %s, which is no longer there", r.Skill)}
	}
	for _, v := range talk.Values {
		r.Given = append(r.Given, t.givenInTalk(talk.Skill, v))
	}
	return b.goWith(ctx, t, r)
}

// givenInTalk is a value of a conversation. A thing of the office that was found before is
// that one, whatever it is called.
func (t *task) givenInTalk(skill string, v trajectory.TalkValue) given {
	g := given{Slot: v.Slot, Text: v.Text, Canon: v.Canon}
	slot, ok := t.skills.skills[skill].Slot(v.Slot)
	if ok && v.Canon != "" {
		g.Chosen = !isTyped(slot.Kind)
	}
	if slot.Kind == "list" && v.Canon == "" {
		g.Text = t.bare(slot.Kind, v.Text)
	}
	return g
}

// bare is a name without the word behind it that people say of most things of its kind: the
// shopping list is called shopping.
func (t *task) bare(kind value.Kind, name string) string {
	words := strings.Fields(name)
	if last := len(words) - 1; last > 0 && t.skills.Usual(kind, words[last]) {
		return strings.Join(words[:last], " ")
	}
	return name
}
