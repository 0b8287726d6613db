package reflex

import (
	"fmt"
	"strconv"
	"strings"

	"legomem/braces"
)

// size notes the lists of which the procedure takes every element by its
// place: whoever did that meant all of them, and a list of another length is
// other work.
func (c *compiler) size() {
	taken := map[Ref]map[int]bool{}
	note := func(r Ref) *Ref {
		parts := strings.Split(r.Path, "/")
		for i, part := range parts {
			n, err := strconv.Atoi(part)
			if err != nil {
				continue
			}
			list := Ref{Step: r.Step, Path: strings.Join(parts[:i], "/")}
			if taken[list] == nil {
				taken[list] = map[int]bool{}
			}
			taken[list][n] = true
		}
		return &r
	}
	for _, st := range c.out.Steps() {
		for _, e := range st.Args {
			e.refs(note)
		}
	}
	if c.out.Answer != nil {
		c.out.Answer.refs(note)
	}
	for list, places := range taken {
		if n := c.length(list); n > 0 && len(places) == n {
			c.out.Subtasks = sized(c.out.Subtasks, list, n)
		}
	}
}

// sized is a plan in which the action that gave a list must give n elements.
func sized(subs []Subtask, list Ref, n int) []Subtask {
	var steps func(Step) Step
	steps = func(s Step) Step {
		s.Steps = mapped(s.Steps, steps)
		if s.Number == list.Step && s.none() {
			sizes := map[string]int{list.Path: n}
			for path, n := range s.Sizes {
				sizes[path] = n
			}
			s.Sizes = sizes
		}
		return s
	}
	return mapped(subs, func(s Subtask) Subtask {
		s.Subtasks, s.Steps = sized(s.Subtasks, list, n), mapped(s.Steps, steps)
		return s
	})
}

// fits finds out whether the lists that an action returned have the lengths
// that the procedure is made for.
func (s Step) fits(data any, said string) error {
	for _, path := range sortedKeys(s.Sizes) {
		v, _ := braces.Resolve(data, path)
		if list, _ := v.([]any); len(list) != s.Sizes[path] {
			return fmt.Errorf("%s returned %d elements at %s, and the procedure is for %d: %s", s.Tool, len(list), path, s.Sizes[path], said)
		}
	}
	return nil
}
