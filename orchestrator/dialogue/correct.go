package dialogue

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	tg "legomem/orchestrator/taskgraph"
	"legomem/orchestrator/taskgraph/trim"
	"legomem/trajectory"
)

//go:embed corrections.yaml
var correctionsFile []byte

// correction is how what a skill made is corrected.
type correction struct {
	Made   string            `yaml:"made"`
	Whose  string            `yaml:"whose"`
	Set    map[string]string `yaml:"set"`
	Add    map[string]string `yaml:"add"`
	Remove map[string]string `yaml:"remove"`
	// Anew are the slots whose other values may just be set anew.
	Anew []string `yaml:"anew"`
	// Inverse is the skill that takes back what the skill did, and Swap its slots that take the
	// values of others.
	Inverse string            `yaml:"inverse"`
	Swap    map[string]string `yaml:"swap"`
}

// corrections are those of all skills, by skill.
var corrections = sync.OnceValues(func() (map[string]correction, error) {
	var out map[string]correction
	if err := yaml.Unmarshal(correctionsFile, &out); err != nil {
		return nil, fmt.Errorf("read corrections.yaml: %w", err)
	}
	return out, nil
})

// correct corrects what a step made, skill by skill; false where it cannot be.
func (t *turn) correct(ctx context.Context, step tg.Node, said string) (bool, error) {
	all, err := corrections()
	if err != nil {
		return false, err
	}
	how, ok := all[step.Slot]
	made := step.Outputs[madePre+how.Made]
	if !ok || made == "" {
		return false, nil
	}
	was := t.withOf(step)
	works, ok := how.works(was, t.valuesOf(step))
	if !ok || len(was) == 0 {
		return false, nil
	}
	last := Done{earlier: t.cut[step.ID]}
	whose := append([]string{t.User}, people(was)...)
	for i, w := range works {
		talk := &trajectory.Talk{Skill: w.skill, Said: t.saidOf(step, was...), Values: append([]trajectory.TalkValue{{Slot: how.Made, Text: step.Value, Canon: made}}, w.values...)}
		for _, name := range whose {
			if how.Remove["people"] == w.skill+".people" && slices.ContainsFunc(w.values, func(v trajectory.TalkValue) bool { return cmp.Or(v.Canon, v.Text) == name }) {
				continue // they lose it
			}
			talk.Values = append(talk.Values, trajectory.TalkValue{Slot: how.Whose, Text: name, Canon: name})
		}
		done, err := t.Office.Do(ctx, t.work(said, talk, trajectory.Work{Step: step.ID, More: i < len(works)-1}))
		if err != nil {
			return true, err
		}
		if done.Question != nil || done.Outcome != trajectory.Solved {
			return true, t.became(ctx, step.ID, done, said)
		}
		t.tell(done.Answer)
		t.reply.Changes = append(t.reply.Changes, done.Changes...)
		if i == 0 {
			t.reply.Done++
		}
		if id := done.Made[how.Made]; id != "" {
			made = id
		}
		earlier := last.earlier
		for _, c := range last.Changes {
			earlier = append(earlier, tg.Effect{Run: last.Run, Change: c.ID})
		}
		last = Done{Run: done.Run, Outcome: done.Outcome, Changes: done.Changes, earlier: earlier}
		if how.Add["people"] == w.skill+".people" { // they have it from now on
			whose = append(whose, people(t.valuesOf(step))...)
			slices.Sort(whose)
			whose = slices.Compact(whose)
		}
	}
	last.Made = map[string]string{how.Made: made}
	return true, t.mark(step.ID, last)
}

// people are those whom the event is shared with.
func people(values []trajectory.TalkValue) []string {
	var out []string
	for _, v := range values {
		if v.Slot == "people" && !strings.Contains(v.Canon, "@") {
			out = append(out, cmp.Or(v.Canon, v.Text))
		}
	}
	return out
}

// skillWork is a skill with the values that it takes.
type skillWork struct {
	skill  string
	values []trajectory.TalkValue
}

// works are the skills that make of what was made with some values what others would have
// made; false where there are none for a slot that differs.
func (c correction) works(was, is []trajectory.TalkValue) ([]skillWork, bool) {
	var out []skillWork
	put := func(by string, v trajectory.TalkValue) bool {
		i := strings.LastIndex(by, ".")
		if i < 0 {
			return false
		}
		v.Slot = by[i+1:]
		for j := range out {
			if out[j].skill == by[:i] {
				out[j].values = append(out[j].values, v)
				return true
			}
		}
		out = append(out, skillWork{by[:i], []trajectory.TalkValue{v}})
		return true
	}
	for _, v := range is {
		if slices.ContainsFunc(was, func(w trajectory.TalkValue) bool { return w == v }) {
			continue
		}
		by := c.Set[v.Slot]
		if by == "" {
			by = c.Add[v.Slot]
		}
		if !put(by, v) {
			return nil, false
		}
	}
	for _, v := range was {
		same := func(w trajectory.TalkValue) bool { return w == v || c.Set[v.Slot] != "" && w.Slot == v.Slot }
		if slices.ContainsFunc(is, same) {
			continue
		}
		if c.Set[v.Slot] != "" && (v.Slot == "end" || v.Slot == "length") {
			continue // it moved along
		}
		if !put(c.Remove[v.Slot], v) {
			return nil, false
		}
	}
	return out, len(out) > 0
}

// ThingSlots are what can be changed of a thing of a kind, by the skills that correct what
// was made; slots tells a skill's slots, and does what it does.
func ThingSlots(kind string, slots func(skill string) []trim.Slot, does func(skill string) string) ([]trim.ThingSlot, error) {
	all, err := corrections()
	if err != nil {
		return nil, err
	}
	var out []trim.ThingSlot
	seen := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		c := all[name]
		if c.Made != kind {
			continue
		}
		for _, by := range []map[string]string{c.Set, c.Add, c.Remove} {
			for _, slot := range slices.Sorted(maps.Keys(by)) {
				key := by[slot]
				i := strings.LastIndex(key, ".")
				if i < 0 || seen[key] {
					continue
				}
				seen[key] = true
				for _, s := range slots(key[:i]) {
					if s.Name == key[i+1:] {
						t := trim.ThingSlot{Slot: s, Skill: key[:i], Does: does(key[:i]), Thing: c.Made, Takes: s.Name, Removes: c.Remove[slot] == key}
						t.Slot.Name = slot
						out = append(out, t)
					}
				}
			}
		}
	}
	return out, nil
}
