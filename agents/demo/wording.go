package demo

import (
	"fmt"
	"strings"

	"legomem/tools/value"
)

// mark is a marked value of a wording, at bytes [start, end) of its plain text.
type mark struct {
	start, end    int
	spelled, slot string
}

// marks takes the marks off a wording: "Put it on [12 March](date)" gives the
// sentence and where its values stand in it.
func marks(wording string) (plain string, all []mark, err error) {
	var b strings.Builder
	for rest := wording; ; {
		before, after, found := strings.Cut(rest, "[")
		b.WriteString(before)
		if strings.Contains(before, "]") {
			return "", nil, fmt.Errorf("a ] without its [: %q", before)
		}
		if !found {
			return b.String(), all, nil
		}
		spelled, after, closed := strings.Cut(after, "]")
		if !closed || strings.TrimSpace(spelled) == "" || strings.Contains(spelled, "[") {
			return "", nil, fmt.Errorf("the mark [%s is empty or not closed; write [value] or [value](argument)", spelled)
		}
		m := mark{start: b.Len(), spelled: spelled}
		b.WriteString(spelled)
		m.end = b.Len()
		if name, ok := strings.CutPrefix(after, "("); ok {
			if m.slot, after, closed = strings.Cut(name, ")"); !closed || m.slot == "" {
				return "", nil, fmt.Errorf("the argument's name behind [%s] is empty or not closed", spelled)
			}
		}
		all, rest = append(all, m), after
	}
}

// checkWordings finds marks that are no value of the task, and values that are
// not marked.
func (c *checking) checkWordings() []Problem {
	var all []Problem
	seen := map[string]bool{strings.ToLower(c.task.Text): true}
	for i, w := range c.demo.Wordings {
		at := place{"wordings", i}
		plain, ms, err := marks(w)
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

func (c *checking) wording(plain string, ms []mark) []string {
	var all []string
	for _, m := range ms {
		if !c.ofTask(m.spelled) {
			all = append(all, fmt.Sprintf("the marked %q is no value of the task", m.spelled))
		}
	}
	for _, found := range value.Find(plain, c.ref) {
		if found.Kind != value.Number && c.holds(found) && !marked(ms, found) {
			all = append(all, fmt.Sprintf("%q is a value of the task, and not marked", found.Text))
		}
	}
	return all
}

func marked(ms []mark, found value.Mention) bool {
	for _, m := range ms {
		if m.start < found.End && found.Start < m.end {
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
