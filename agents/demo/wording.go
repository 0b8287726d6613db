package demo

import (
	"fmt"
	"slices"
	"strings"

	"legomem/tools"
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
		if !c.ofTask(m.Spelled) && !c.otherWords(m) {
			all = append(all, fmt.Sprintf("the marked %q is no value of the task", m.Spelled))
		}
	}
	for _, found := range value.Find(plain, c.ref) {
		if found.Kind != value.Number && c.inTask(found) && c.taken(found) && !marked(ms, found) {
			all = append(all, fmt.Sprintf("%q is a value of the task, and not marked", found.Text))
		}
	}
	return all
}

// otherWords reports whether a mark that names its argument may paraphrase the value:
// "the score sheet" for the score excel file. A date, an address or any other typed
// value cannot be paraphrased.
func (c *checking) otherWords(m trajectory.Mark) bool {
	if m.Slot == "" {
		return false
	}
	return !slices.ContainsFunc(value.Find(m.Spelled, c.ref), func(found value.Mention) bool {
		return found.Kind != value.Person && found.Kind != value.Phrase && !c.inTask(found)
	})
}

// taken reports whether some action uses the value other than as a constant. A constant
// is the same every time, so it need not be marked.
func (c *checking) taken(m value.Mention) bool {
	return slices.ContainsFunc(c.demo.actions(), func(a placed) bool { return c.takes(map[string]any(a.Args), m) })
}

func (c *checking) takes(v any, m value.Mention) bool {
	if _, ok := c.constant(v); ok {
		return false
	}
	switch v := v.(type) {
	case []any:
		return slices.ContainsFunc(v, func(one any) bool { return c.takes(one, m) })
	case map[string]any:
		for _, one := range v {
			if c.takes(one, m) {
				return true
			}
		}
	case string:
		return c.styled(m, v) || slices.ContainsFunc(value.Find(v, c.ref), func(o value.Mention) bool {
			return o.Kind == m.Kind && o.Canon == m.Canon
		}) || slices.Contains(halvesOf(v, c.ref), m.Canon)
	case float64:
		return c.styled(m, spell(v))
	}
	return false
}

// halvesOf are the date and the time of a text that is both.
func halvesOf(s string, ref value.Reference) []string {
	canon, err := value.Parse(value.DateTime, s, ref)
	if err != nil {
		return nil
	}
	return halves(canon)
}

func marked(ms []trajectory.Mark, found value.Mention) bool {
	return slices.ContainsFunc(ms, func(m trajectory.Mark) bool { return m.Start < found.End && found.Start < m.End })
}

// ofTask reports whether a spelling is words of the task's text, or one of its values
// in another spelling.
func (c *checking) ofTask(spelled string) bool {
	if tools.HoldsWords(c.task.Text, spelled) {
		return true
	}
	for _, m := range c.said {
		if canon, err := value.Parse(m.Kind, spelled, c.ref); err == nil && canon == m.Canon && m.Kind != value.Person && m.Kind != value.Phrase {
			return true
		}
		if c.styled(m, spelled) {
			return true
		}
	}
	return false
}

// inTask reports whether the task's text has the same value.
func (c *checking) inTask(m value.Mention) bool {
	return slices.ContainsFunc(c.said, func(s value.Mention) bool { return s.Kind == m.Kind && s.Canon == m.Canon })
}
