package main

import (
	"legomem/trajectory"
	"legomem/words"
)

// mostChanges is how many changes are told one by one.
const mostChanges = 30

// tellChanges prints what a run would change in the user's own files, a sentence each,
// marked ones first.
func (a *app) tellChanges(r trajectory.Result) {
	if r.Changes == nil || len(r.Changes.Changes) == 0 {
		return
	}
	all := r.Changes.ForPeople()
	tellf(a.out, "%s to apply:\n", words.Many(len(all), "change"))
	for _, c := range all[:min(len(all), mostChanges)] {
		tellf(a.out, "  %s %s\n", map[bool]string{true: "!", false: "-"}[c.Marked()], words.Visible(c.Sentence))
		if why := c.Reasons(); why != "" {
			tellf(a.out, "      %s\n", words.Short(why, 300))
		}
	}
	if more := len(all) - mostChanges; more > 0 {
		tellf(a.out, "  and %s, which changes.json in the run's folder lists\n", words.Many(more, "more change"))
	}
}
