// Package consent decides what of a run's changes may be brought to the user's office
// without a question, and holds the question and its answer. It goes by facts alone: what
// kind of change it is, whom it reaches, who did it, what the configuration and the user's
// grants list. It reads no sentence, and a target's provenance permits nothing: it can
// only take a permission away.
//
// Start with Judge, whose Verdict says what is within the bounds. Bounds are the
// configuration, Acting is who did the run; a Question asks about the rest.
package consent

import (
	"fmt"

	"legomem/changes"
	"legomem/lists"
)

// Bounds are what the configuration lets through unasked, beside what every run may do.
type Bounds struct {
	// Recipients are patterns ("*@example.com", "Alice") of who may be written to and
	// invited.
	Recipients []string
	// Delete and Change are patterns ("data/drafts/*") of files of the office that may be
	// deleted or overwritten, and changed. A calendar's file stands for its events, a
	// mail's for the mail.
	Delete, Change []string
	// Others are patterns of people whose calendars may be written to.
	Others []string
	// MaxChanges is how many changes one run may make.
	MaxChanges int
	// Own are the acting user's name and addresses.
	Own []string
	// Domain is the office's: local@Domain is the person local.
	Domain string
	// Constants are the texts that the practised procedure gives to its actions every time.
	Constants []string
}

// Verdict says what of a list is within the bounds.
type Verdict struct {
	// Asked are the changes that a person must agree to, in the order of the list for
	// people; none if all are within the bounds.
	Asked []Asked
	// Within counts the others.
	Within int
	// Grants are the ids of the grants without which more would be asked.
	Grants []string
}

// Asked is a change that a person must agree to, and why.
type Asked struct {
	ID       string `json:"id"`
	Sentence string `json:"sentence"`
	Why      string `json:"why"`
}

// Judge decides on a run's changes. Grants are those that stand, of the tenant whose run
// it is.
func Judge(l changes.List, a Acting, b Bounds, grants []Grant) Verdict {
	var v Verdict
	used := map[string]bool{}
	for _, c := range l.ForPeople() {
		why := b.outside(c, a)
		if why != "" {
			if id := covering(grants, a, c); id != "" {
				why, used[id] = "", true
			}
		}
		if why == "" && len(l.Changes) > b.MaxChanges {
			why = fmt.Sprintf("the run makes %d changes, more than the %d of commit.max_changes", len(l.Changes), b.MaxChanges)
		}
		if why == "" {
			v.Within++
			continue
		}
		v.Asked = append(v.Asked, Asked{c.ID, c.Sentence, why})
	}
	v.Grants = lists.Filter(lists.Map(grants, func(g Grant) string { return g.ID }), func(id string) bool { return used[id] })
	return v
}

func covering(grants []Grant, a Acting, c changes.Change) string {
	for _, g := range grants {
		if g.Covers(a, c) {
			return g.ID
		}
	}
	return ""
}
