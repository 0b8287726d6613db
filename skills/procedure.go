package skills

import (
	"fmt"

	"legomem/agents"
	"legomem/agents/reflex"
)

// Procedure is the skill as package reflex plays it, done by the agents of a team. A tool
// that none of them has is an error.
func (s Skill) Procedure(team agents.Team) (*reflex.Procedure, error) {
	b := &builder{writer: writer{skill: s}, team: team}
	p := &reflex.Procedure{Version: reflex.Version, Name: s.ID, Authored: true, Slots: s.played()}
	subtasks, err := b.subtasks(s.Do)
	if err == nil {
		p.Subtasks = subtasks
		p.Answer, err = b.answer(s.Answer)
	}
	if err != nil {
		return nil, fmt.Errorf("skill %s: %w", s.ID, err)
	}
	p.Patterns = s.patterns()
	return p, nil
}

// builder makes a skill's actions and answer.
type builder struct {
	writer
	team   agents.Team
	number int // of the last action
}

// subtasks hands the actions to those who have their tools: what one agent does without a
// break is one subtask.
func (b *builder) subtasks(all []Action) ([]reflex.Subtask, error) {
	var out []reflex.Subtask
	for _, a := range all {
		agent, err := b.agent(a)
		if err != nil {
			return nil, err
		}
		step, err := b.step(a)
		if err != nil {
			return nil, err
		}
		if n := len(out); n > 0 && out[n-1].Agent == agent {
			out[n-1].Steps = append(out[n-1].Steps, step)
			continue
		}
		next, err := b.subtask(agent, step)
		if err != nil {
			return nil, err
		}
		out = append(out, next)
	}
	return out, nil
}

// subtask is what an agent does; it tells what its last action said.
func (b *builder) subtask(agent string, first reflex.Step) (reflex.Subtask, error) {
	does, err := constant(b.skill.Does)
	if err != nil {
		return reflex.Subtask{}, err
	}
	return reflex.Subtask{Agent: agent, Description: does, Steps: []reflex.Step{first}, Summary: nothing(), Echo: true}, nil
}

// agent is who has an action's tool, or that of the first under it.
func (b *builder) agent(a Action) (string, error) {
	for a.Each != "" && len(a.Do) > 0 {
		a = a.Do[0]
	}
	for _, one := range b.team.Agents {
		if one.Has(a.Tool) {
			return one.Name, nil
		}
	}
	return "", fmt.Errorf("nobody in the team has the tool %q", a.Tool)
}

// step is an action with its guard.
func (b *builder) step(a Action) (reflex.Step, error) {
	step, err := b.unguarded(a)
	if err != nil || a.Given+a.Without == "" {
		return step, err
	}
	g, err := b.guard(a.Given + a.Without)
	if a.Without != "" {
		g.Is, g.Not = g.Not, g.Is
	}
	return reflex.Step{Flow: reflex.Flow{When: &g}, Steps: []reflex.Step{step}}, err
}

func (b *builder) unguarded(a Action) (reflex.Step, error) {
	if a.Each != "" {
		return b.loop(a)
	}
	args, err := b.object(a.Args)
	if err != nil {
		return reflex.Step{}, fmt.Errorf("%s: %w", a.Tool, err)
	}
	b.number++
	return reflex.Step{Number: b.number, Tool: a.Tool, Args: args}, nil
}

// loop is what is done for each element of a list.
func (b *builder) loop(a Action) (reflex.Step, error) {
	list, err := b.listed(a.Each)
	if err != nil {
		return reflex.Step{}, err
	}
	around := b.writer.each
	b.writer.each = list
	defer func() { b.writer.each = around }()
	out := reflex.Step{Flow: reflex.Flow{Each: list}}
	for _, inner := range a.Do {
		step, err := b.step(inner)
		if err != nil {
			return out, err
		}
		out.Steps = append(out.Steps, step)
	}
	return out, nil
}

// listed is a list that an action returned.
func (b *builder) listed(each string) (*reflex.Ref, error) {
	e, err := b.source(each)
	if err == nil && e.From == nil {
		err = fmt.Errorf("each: %q is nothing that an action returned", each)
	}
	return e.From, err
}

// answer is the first saying that can be said.
func (b *builder) answer(all Answer) (*reflex.Expr, error) {
	if len(all) == 0 {
		return nil, nil
	}
	first, err := b.saying(all[0])
	if err != nil || len(all) == 1 {
		return &first, err
	}
	other, err := b.answer(all[1:])
	if err != nil {
		return nil, err
	}
	chosen, err := b.choice(all[0].Given, first, *other)
	return &chosen, err
}

func (b *builder) saying(s Saying) (reflex.Expr, error) {
	said, err := b.text(s.Say)
	if err != nil || s.Each == "" {
		return inText(b.skill, said), err
	}
	list, err := b.listed(s.Each)
	if err != nil {
		return said, err
	}
	b.writer.each = list
	line, err := b.text(s.Line)
	b.writer.each = nil
	lines := reflex.Expr{Each: list, Item: &line, As: "lines"}
	if s.Say == "" || err != nil {
		return lines, err
	}
	return reflex.Expr{Text: []reflex.Expr{said, {Const: []byte(`"\n"`)}, lines}}, nil
}
