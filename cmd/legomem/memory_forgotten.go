package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"legomem/membank"
	"legomem/words"
)

// forgotten is what memory forget --json prints.
type forgotten struct {
	DryRun    bool       `json:"dry_run"`
	Forgotten int        `json:"forgotten"`
	Gone      []learned  `json:"gone"`
	Loosened  []loosened `json:"loosened"`
}

// loosened is a memory that stays without some of its sources.
type loosened struct {
	ID        string           `json:"id"`
	Lost      []membank.Source `json:"lost"`
	Wordings  []string         `json:"wordings"`  // those that go
	Unlearned bool             `json:"unlearned"` // its procedure goes
	Kept      string           `json:"kept"`      // what may be of the lost sources and stays
}

func forgottenOf(plan membank.Forgetting, dryRun bool, n int) forgotten {
	out := forgotten{DryRun: dryRun, Forgotten: n, Gone: []learned{}, Loosened: []loosened{}}
	for _, u := range plan.Gone {
		out.Gone = append(out.Gone, describe(u))
	}
	for _, l := range plan.Loosened {
		gone := []string{}
		for _, w := range l.Unsaid {
			gone = append(gone, w.Text)
		}
		out.Loosened = append(out.Loosened, loosened{l.Unit.ID, l.Lost, gone, l.Unlearned, l.Kept})
	}
	return out
}

func (a *app) tellForgotten(plan membank.Forgetting, o forgetOptions, n int) {
	switch {
	case len(plan.Gone)+len(plan.Loosened) == 0:
		fmt.Fprintln(a.out, "There is nothing to forget: no memory of your own was learned from there.")
	case o.dryRun:
		listForgetting(a.out, plan)
		fmt.Fprintf(a.out, "%s would be forgotten\n", countMemories(len(plan.Gone)))
	default:
		listForgetting(a.out, plan)
		fmt.Fprintf(a.out, "%s forgotten", countMemories(n))
		if len(plan.Gone) > 0 {
			fmt.Fprint(a.out, "; an export made before brings back what went: legomem memory import FILE")
		}
		fmt.Fprintln(a.out)
		if fromStarter(plan.Gone) {
			fmt.Fprintln(a.out, "What was of the starter bank does not come back with its next version.")
		}
	}
}

func fromStarter(units []membank.Unit) bool {
	return slices.ContainsFunc(units, func(u membank.Unit) bool { return u.Source.Starter })
}

// listForgetting says what would become of each memory. Parts go with their
// whole, and have no line of their own.
func listForgetting(w io.Writer, plan membank.Forgetting) {
	parts := map[string]int{}
	whole := map[string]bool{}
	for _, u := range plan.Gone {
		parts[u.Parent]++
		whole[u.ID] = true
	}
	for _, u := range plan.Gone {
		if whole[u.Parent] {
			continue
		}
		l := describe(u)
		fmt.Fprintf(w, "%-16s %-10s %s", u.ID, u.Kind, words.Short(l.Sentence, 100))
		if n := parts[u.ID]; n > 0 {
			fmt.Fprintf(w, ", with its %s", words.Count(n, "subtask"))
		}
		if len(u.Merged) > 0 {
			fmt.Fprintf(w, "; learned from %s together", runsOf(u.Sources()))
		}
		fmt.Fprintln(w)
	}
	listLoosened(w, plan.Loosened)
}

// listLoosened says what stays, and without what.
func listLoosened(w io.Writer, all []membank.Loosened) {
	for _, l := range all {
		if l.Unit.Kind == membank.SubtaskUnit {
			continue // goes by its whole
		}
		fmt.Fprintf(w, "%-16s stays, without %s", l.Unit.ID, runsOf(l.Lost))
		if n := len(l.Unsaid); n > 0 {
			fmt.Fprintf(w, " and %s", words.Count(n, "wording"))
		}
		if l.Unlearned {
			fmt.Fprint(w, " and its procedure, which was learned there")
		}
		if l.Kept != "" {
			fmt.Fprintf(w, "; kept: %s", l.Kept)
		}
		fmt.Fprintln(w)
	}
}

func runsOf(sources []membank.Source) string {
	var runs []string
	for _, s := range sources {
		runs = append(runs, s.Run)
	}
	return strings.Join(runs, ", ")
}
