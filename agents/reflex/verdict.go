package reflex

import (
	"fmt"

	"legomem/braces"
)

// verdicts are the fields of an action's data that say yes or no.
var verdicts = []string{"/result", "/any"}

// judge notes the verdicts that nothing uses: they were asked for to decide
// something, and one run shows only what is done after the one answer.
func (c *compiler) judge() {
	used := map[int]bool{}
	note := func(r Ref) *Ref {
		used[r.Step] = true
		return &r
	}
	for _, s := range c.out.Steps() {
		for _, e := range s.Args {
			e.refs(note)
		}
		for _, e := range s.Expect {
			e.refs(note)
		}
	}
	if c.out.Answer != nil {
		c.out.Answer.refs(note)
	}
	c.out.Subtasks = eachStep(c.out.Subtasks, func(s Step) Step {
		for _, path := range verdicts {
			v, ok := braces.Resolve(c.data[s.Number], path)
			said, isBool := v.(bool)
			if ok && isBool && !used[s.Number] {
				s.Said = map[string]bool{path: said}
			}
		}
		return s
	})
}

// sharedVerdicts is a plan without the verdicts that other actions, by number,
// have otherwise: what is done after each is known then.
func sharedVerdicts(subs []Subtask, others map[int]Step) []Subtask {
	return eachStep(subs, func(s Step) Step {
		for path, said := range s.Said {
			if now, ok := others[s.Number].Said[path]; !ok || now != said {
				s.Said = nil
			}
		}
		return s
	})
}

// decided finds out whether an action says what it said in the runs that the
// procedure is made from.
func (s Step) decided(data any) error {
	for _, path := range sortedKeys(s.Said) {
		if v, _ := braces.Resolve(data, path); v != s.Said[path] {
			return fmt.Errorf("%s says %v this time, and what is to be done then nobody has shown", s.Tool, v)
		}
	}
	return nil
}
