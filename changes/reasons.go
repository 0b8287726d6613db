package changes

import (
	"strings"

	"legomem/lists"
	"legomem/tools/facts"
)

// Reasons says why a change is marked, "" if it is not: its marks, and the targets that
// neither the task nor the user names.
func (c Change) Reasons() string {
	why := lists.Map(c.Marks, markWords)
	for _, t := range c.Targets {
		switch t.Provenance {
		case New:
			why = append(why, "new: "+t.Value)
		case Found:
			why = append(why, t.Value+": found in "+strings.Join(t.FoundIn, ", "))
		}
	}
	return strings.Join(why, "; ")
}

func markWords(m facts.Mark) string {
	if m.Detail == "" {
		return string(m.Kind)
	}
	return string(m.Kind) + " (" + m.Detail + ")"
}
