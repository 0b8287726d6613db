package main

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// pieces are the pieces of work that a lesson or the memories in an
// orchestrator's prompt tell, put into the values of its task.
func (a *apprentice) pieces(prompt string, rounds []round) []*part {
	now := situation{taskOf(prompt), reportsOf(rounds)}
	if lesson, ok := a.lessons[now.text]; ok {
		var out []*part
		for _, p := range lesson {
			out = append(out, &part{agent: p.agent, description: p.description, alone: p.alone}) // how, the agent knows
		}
		return out
	}
	shown := memoriesOf(prompt)
	if len(shown) == 0 {
		return nil
	}
	if shown[0].routine != "" {
		return fromRoutines(shown, now)
	}
	return fromMemory(shown[0], now)
}

// fromMemory is the work of a whole task in the values of another. What has no
// counterpart stays as it was.
func fromMemory(m shownWork, now situation) []*part {
	old := situation{text: m.task}
	var out []*part
	for _, p := range m.parts {
		old.reports = append(old.reports, strings.TrimSpace(p.found))
	}
	c := changesOf(old, now)
	for _, p := range m.parts {
		was := readWork(p.description)
		said, _ := c.in(was.text)
		piece := &part{agent: p.agent, description: said.(string), alone: len(was.reports) == 0}
		piece.calls, _ = changed(p.calls, c)
		out = append(out, piece)
	}
	return out
}

// changed are calls in other values, and whether all of these are known.
func changed(calls []call, c swaps) ([]call, bool) {
	var out []call
	all := true
	for _, done := range calls {
		args, ok := c.in(done.args)
		all = all && ok
		out = append(out, call{done.why, done.tool, args.(map[string]any)})
	}
	return out, all
}

// family is what the inducer wrote about a routine: of which task it is a part,
// and which part.
type family struct {
	task, work string
	number     int
}

var familyForm = regexp.MustCompile(`(?s)^For work like (.*), part ([0-9]+) of [0-9]+: (.*)$`)

func familyOf(m shownWork) (f family, ok bool) {
	said := familyForm.FindStringSubmatch(m.about)
	if said == nil {
		return f, false
	}
	n, err := strconv.Atoi(said[2])
	return family{said[1], said[3], n}, err == nil
}

// fromRoutines are the parts of the one kind of task, among those that routines
// are of, that is most like this one and whose values it has.
func fromRoutines(shown []shownWork, now situation) []*part {
	best, like := "", 0.0
	for _, m := range shown {
		f, ok := familyOf(m)
		if _, fits := fill(f.task, now); ok && fits && likeness(f.task, now.text) > like {
			best, like = f.task, likeness(f.task, now.text)
		}
	}
	type numbered struct {
		*part
		number int
	}
	var found []numbered
	for _, m := range shown {
		if f, ok := familyOf(m); ok && best != "" && f.task == best {
			work, _ := fill(f.work, now)
			found = append(found, numbered{&part{agent: m.agent, description: work.(string), alone: !strings.Contains(m.needs, "{re")}, f.number})
		}
	}
	slices.SortStableFunc(found, func(a, b numbered) int { return a.number - b.number })
	var out []*part
	for _, n := range found {
		out = append(out, n.part)
	}
	return out
}
