package reflex

import (
	"slices"
	"strconv"
	"strings"
)

// head makes paths follow the text: where it names a column, and a value was
// taken from that column of a row, the column is the text's.
func (c *compiler) head() {
	told := map[int][]string{} // the slots of words that each action takes
	for _, s := range c.out.Steps() {
		for _, e := range s.Args {
			e.slots(func(name string) string {
				told[s.Number] = append(told[s.Number], name)
				return name
			})
		}
	}
	lift := func(r Ref) *Ref {
		parts := strings.Split(r.Path, "/")
		for i, part := range parts {
			for _, f := range c.slots {
				if isWords(f.Kind) && f.Canon != "" && part == escape(f.Canon) && (slices.Contains(told[r.Step], f.Name) || ofRow(parts[:i])) {
					parts[i] = "{" + f.Name + "}"
				}
			}
		}
		r.Path = strings.Join(parts, "/")
		return &r
	}
	c.out.Subtasks = refsOf(c.out.Subtasks, lift)
	if c.out.Answer != nil {
		answer := c.out.Answer.refs(lift)
		c.out.Answer = &answer
	}
}

// ofRow says that a path leads to a row, which has its values by column.
func ofRow(parts []string) bool {
	for len(parts) > 0 {
		switch last := parts[len(parts)-1]; {
		case last == "record", last == "records", last == "rows":
			return true
		case last == element:
		default:
			if _, err := strconv.Atoi(last); err != nil {
				return false
			}
		}
		parts = parts[:len(parts)-1]
	}
	return false
}

// refsOf is a plan with every place that its sources name made another.
func refsOf(subs []Subtask, f func(Ref) *Ref) []Subtask {
	out := eachStep(subs, func(s Step) Step {
		args := map[string]Expr{}
		for name, e := range s.Args {
			args[name] = e.refs(f)
		}
		s.Args, s.Expect = args, mapped(s.Expect, func(e Expr) Expr { return e.refs(f) })
		return s
	})
	var words func([]Subtask) []Subtask
	words = func(subs []Subtask) []Subtask {
		return mapped(subs, func(s Subtask) Subtask {
			s.Subtasks = words(s.Subtasks)
			s.Description, s.Summary = s.Description.refs(f), s.Summary.refs(f)
			return s
		})
	}
	return words(out)
}
