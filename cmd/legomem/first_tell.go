package main

import (
	"io"

	"legomem/agents"
	"legomem/consent"
	"legomem/desk"
	"legomem/trajectory"
)

// tellFirst prints what is asked before anything is done, and what it offers.
func tellFirst(out io.Writer, q consent.Question) {
	tellf(out, "  ? %s\n", blockOf(q.Text, "    "))
	if q.Whose != "" {
		tellf(out, "    It is asked in order to %s.\n", q.Whose)
	}
	options := q.Options()
	for _, o := range options[:min(len(options), mostChanges)] {
		if q.Numbered() {
			tellf(out, "    %s. %s\n", o.Said, blockOf(o.Shown, "       "))
			continue
		}
		tellf(out, "    - %s\n", blockOf(o.Shown, "      "))
	}
	if more := len(options) - mostChanges; more > 0 {
		tellf(out, "    and %d more; legomem runs show %s --json lists all\n", more, q.Run)
	}
}

// explainAsking tells what a run would ask before it acts.
func (a *app) explainAsking(asks *agents.Asking) error {
	if a.json {
		if err := a.printJSON(map[string]any{"outcome": trajectory.Asked, "question": asks.Question}); err != nil {
			return err
		}
		return &desk.Undecided{}
	}
	tellLine(a.out, "It would ask, before it does anything:")
	tellFirst(a.out, consent.AskFirst("", "", "", asks.Question))
	return &desk.Undecided{}
}
