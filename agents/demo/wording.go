package demo

import (
	"fmt"
	"strings"

	"legomem/tools/value"
	"legomem/trajectory"
)

// checkWordings finds marks that are no value of the task, and values that are
// not marked.
func (c *checking) checkWordings() []Problem {
	var all []Problem
	seen := map[string]bool{strings.ToLower(c.task.Text): true}
	for i, w := range c.demo.Wordings {
		at := place{"wordings", i}
		plain, ms, err := trajectory.Wording{Text: w}.Marks()
		if err != nil {
			all = append(all, c.problem(at, w, err.Error()))
			continue
		}
		lower := strings.ToLower(plain)
		if seen[lower] {
			all = append(all, c.problem(at, w, "the task or another wording says the same already"))
			continue
		}
		seen[lower] = true
		for _, why := range c.wording(plain, ms) {
			all = append(all, c.problem(at, w, why))
		}
	}
	return all
}

func (c *checking) wording(plain string, ms []trajectory.Mark) []string {
	var all []string
	for _, m := range ms {
		if !c.ofTask(m.Spelled) {
			all = append(all, fmt.Sprintf("the marked %q is no value of the task", m.Spelled))
		}
	}
	for _, found := range value.Find(plain, c.ref) {
		if found.Kind != value.Number && c.holds(found) && !marked(ms, found) {
			all = append(all, fmt.Sprintf("%q is a value of the task, and not marked", found.Text))
		}
	}
	return all
}

func marked(ms []trajectory.Mark, found value.Mention) bool {
	for _, m := range ms {
		if m.Start < found.End && found.Start < m.End {
			return true
		}
	}
	return false
}

// ofTask says that a spelling is words of the task's text, or a value of it in
// another spelling.
func (c *checking) ofTask(spelled string) bool {
	if holdsWords(c.task.Text, spelled) {
		return true
	}
	for _, m := range c.said {
		if canon, err := value.Parse(m.Kind, spelled, c.ref); err == nil && canon == m.Canon && m.Kind != value.Person && m.Kind != value.Phrase {
			return true
		}
		if styled(m, spelled) {
			return true
		}
	}
	return false
}

// holds says that the task's text has the same value.
func (c *checking) holds(m value.Mention) bool {
	for _, s := range c.said {
		if s.Kind == m.Kind && s.Canon == m.Canon {
			return true
		}
	}
	return false
}
