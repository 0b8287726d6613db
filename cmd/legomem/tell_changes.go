package main

import (
	"fmt"
	"strings"

	"legomem/changes"
	"legomem/lists"
	"legomem/tools/facts"
	"legomem/words"
)

// mostChanges is how many changes are told one by one.
const mostChanges = 30

// tellChanges prints what a run would change in the user's own files, a sentence each,
// marked ones first.
func (a *app) tellChanges(l *changes.List) {
	if l == nil || len(l.Changes) == 0 {
		return
	}
	fmt.Fprintf(a.out, "%s to apply:\n", words.Many(len(l.Changes), "change"))
	all := l.ForPeople()
	for _, c := range all[:min(len(all), mostChanges)] {
		fmt.Fprintf(a.out, "  %s %s\n", map[bool]string{true: "!", false: "-"}[c.Marked()], words.Visible(c.Sentence))
		if why := reasons(c); why != "" {
			fmt.Fprintf(a.out, "      %s\n", words.Short(why, 300))
		}
	}
	if more := len(all) - mostChanges; more > 0 {
		fmt.Fprintf(a.out, "  and %s, which changes.json in the run's folder lists\n", words.Many(more, "more change"))
	}
}

// reasons says why a change is marked: its marks, and targets that nobody named.
func reasons(c changes.Change) string {
	why := lists.Map(c.Marks, markWords)
	for _, t := range c.Targets {
		switch t.Provenance {
		case changes.New:
			why = append(why, "new: "+t.Value)
		case changes.Found:
			why = append(why, fmt.Sprintf("%s: found in %s", t.Value, strings.Join(t.FoundIn, ", ")))
		}
	}
	return strings.Join(why, "; ")
}

func markWords(m facts.Mark) string {
	if m.Detail == "" {
		return string(m.Kind)
	}
	return fmt.Sprintf("%s (%s)", m.Kind, m.Detail)
}
