package dialogue

import (
	"encoding/json"
	"slices"
	"strings"

	tg "legomem/orchestrator/taskgraph"
	"legomem/orchestrator/taskgraph/trim"
	"legomem/trajectory"
)

// mark writes down that a step was carried out.
func (t *turn) mark(step string, done Done) error {
	n, err := t.graph.Node(step)
	if err != nil {
		return err
	}
	with, err := json.Marshal(t.valuesOf(n))
	if err != nil {
		return err
	}
	outputs := map[string]string{withKey: string(with)}
	if told := strings.TrimSpace(done.Answer); told != "" {
		outputs[trim.Told] = told
	}
	if all := slices.Concat(strings.Split(n.Outputs[Agreed], "\n"), done.Agreed); len(all) > 1 {
		slices.Sort(all)
		outputs[Agreed] = strings.TrimSpace(strings.Join(slices.Compact(all), "\n"))
	}
	for key, v := range n.Outputs {
		if len(key) > len(madePre) && key[:len(madePre)] == madePre {
			outputs[key] = v
		}
	}
	for slot, id := range done.Made {
		outputs[madePre+slot] = id
	}
	effects := append(slices.Clone(n.Effects), done.earlier...)
	for _, c := range done.Changes {
		effects = append(effects, tg.Effect{Run: done.Run, Change: c.ID})
		if c.Sent {
			outputs[sentKey] = c.Sentence
		}
	}
	return t.change(tg.Mark{Node: step, Status: tg.Active}, tg.Mark{Node: step, Status: tg.Done, Outputs: outputs, Effects: effects})
}

// valuesOf are the values that a step stands on.
func (s *Session) valuesOf(step tg.Node) []trajectory.TalkValue {
	var out []trajectory.TalkValue
	for _, id := range step.DependsOn {
		n, err := s.graph.Node(id)
		if err != nil || n.Status == tg.Inactive {
			continue
		}
		out = append(out, trajectory.TalkValue{Slot: n.Slot, Text: n.Value, Canon: n.Inputs[trim.Canon]})
	}
	return out
}

// withOf are the values that a step was carried out with last; none where it was not.
func (s *Session) withOf(step tg.Node) []trajectory.TalkValue {
	var with []trajectory.TalkValue
	if json.Unmarshal([]byte(step.Outputs[withKey]), &with) != nil {
		return nil
	}
	return with
}

// saidOf are the user's words that a step and its values came with, and those of values
// that it had before.
func (s *Session) saidOf(step tg.Node, had ...trajectory.TalkValue) []string {
	var out []string
	say := func(words string) {
		if words != "" && !slices.Contains(out, words) {
			out = append(out, words)
		}
	}
	add := func(n tg.Node) {
		for _, v := range n.History {
			say(v.User)
		}
	}
	for _, id := range step.DependsOn {
		n, err := s.graph.Node(id)
		if err != nil {
			continue
		}
		add(n)
		for _, t := range s.turns { // work that is done again has its values from there
			if trim.Likeness(n.Value, t.Said) == 1 {
				say(t.Said)
			}
		}
	}
	add(step)
	if step.Inputs[trim.ReadBy] != "" { // the user saw what it was carried out with, and agreed
		for _, v := range s.withOf(step) {
			say(v.Text)
		}
	}
	say(step.Outputs[Agreed])
	for _, e := range s.graph.Events() { // a node that a roll back has taken out has no value
		op, ok := e.Operation.(tg.Add)
		if ok && slices.ContainsFunc(had, func(v trajectory.TalkValue) bool { return v.Slot == op.Slot && v.Text == op.Value }) {
			say(op.User)
		}
	}
	return out
}
