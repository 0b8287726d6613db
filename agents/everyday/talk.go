package everyday

import (
	"context"
	"fmt"
	"strings"

	"legomem/agents"
	"legomem/agents/reflex"
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
	if name, is := strings.CutSuffix(v.Text, " list"); is && slot.Kind == "list" {
		g.Text = name // "the shopping list" is called shopping
	}
	return g
}
