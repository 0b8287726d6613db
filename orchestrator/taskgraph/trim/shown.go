package trim

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"legomem/llm"
	tg "legomem/orchestrator/taskgraph"
)

// utteranceView is what the template utterance is given.
type utteranceView struct {
	Domain, Root string
	Shape        string
	Holders      []shownSlots // the domain's slots; in an office those of each piece of work that is shown
	Graph        string
	Turns        string // the revisions at the end of turns
	Text         string // the utterance
	// Begins says that work may be begun with a skill; then it is told who talks, when, and
	// what the office holds.
	Begins                         bool
	User, Today, Workplace, Before string
}

type (
	shownSlots struct {
		Of    string // the id of a piece of work, "" for the whole domain
		Slots []shownSlot
	}
	shownSkill struct{ ID, Does, Takes string }
	shownSlot  struct {
		Name, Notes, Says string
	}
)

// shown is what the model sees for an utterance: of the graph as much as the budget allows,
// what the words name first, then what was spoken of last.
func (b *binder) shown(budget int) (utteranceView, error) {
	c, err := b.g.Around(b.likeliest(), tg.Ask{Budget: budget, Count: llm.CountTokens})
	if err != nil {
		return utteranceView{}, err
	}
	out := utteranceView{Domain: b.domain.Name, Root: b.domain.Root, Shape: string(b.domain.Shape), Graph: c.Text, Turns: b.turnsEnd(), Text: b.utterance.Text}
	if b.domain.Shape != Office {
		out.Holders = []shownSlots{{Slots: shownOf(b.domain.Slots)}}
		return out, nil
	}
	for _, h := range b.holders {
		if slices.Contains(c.Nodes, h.root.ID) && h.counts() {
			out.Holders = append(out.Holders, shownSlots{Of: h.root.ID, Slots: shownOf(h.slots)})
		}
	}
	return out, nil
}

// lastSpoken is how many of the values that were touched last are spoken of.
const lastSpoken = 12

// around is what was said last, and the values of what was spoken of last.
func (b *binder) around() []string {
	out := []string{b.utterance.Text, b.utterance.Before}
	for _, id := range b.likeliest() {
		if n, err := b.g.Node(id); err == nil && n.Status != tg.Inactive && len(out) < 2+lastSpoken {
			out = append(out, n.Value)
		}
	}
	return out
}

// likeliest are the nodes' ids, those first that the words name, then by how recently they
// were touched.
func (b *binder) likeliest() []string {
	type ranked struct {
		id    string
		named float64
		turn  int
	}
	var all []ranked
	for _, n := range b.nodes {
		all = append(all, ranked{n.ID, max(Likeness(n.Value, b.text), Likeness(n.Slot, b.text)), lastTouch(n)})
	}
	slices.SortStableFunc(all, func(x, y ranked) int {
		return cmp.Or(cmp.Compare(named(y.named), named(x.named)), cmp.Compare(y.turn, x.turn))
	})
	var out []string
	for _, r := range all {
		out = append(out, r.id)
	}
	return out
}

// named says that at least half of a node's words are there.
func named(like float64) int {
	if like >= 0.5 {
		return 1
	}
	return 0
}

func shownOf(slots []Slot) []shownSlot {
	var out []shownSlot
	for _, s := range slots {
		var notes []string
		if s.Kind != "" {
			notes = append(notes, string(s.Kind))
		}
		for _, mark := range []struct {
			is   bool
			name string
		}{{s.List, "list"}, {s.Step, "step"}, {s.Apart, "a root of its own"}} {
			if mark.is {
				notes = append(notes, mark.name)
			}
		}
		if len(s.Needs) > 0 {
			notes = append(notes, "needs "+strings.Join(s.Needs, " and "))
		}
		out = append(out, shownSlot{s.Name, strings.Join(notes, ", "), s.Says})
	}
	return out
}

// mostTurns is how many turns are told with their revisions, so that one can go back to
// them: the first, and the latest.
const mostTurns = 6

// turnsEnd tells the revisions at which turns ended.
func (b *binder) turnsEnd() string {
	var turns, ends []int
	for _, e := range b.g.Events() {
		if n := len(turns); n > 0 && turns[n-1] == e.Turn {
			ends[n-1] = e.Revision
			continue
		}
		turns, ends = append(turns, e.Turn), append(ends, e.Revision)
	}
	var said []string
	for i := range turns {
		if i == 0 || i > len(turns)-mostTurns {
			said = append(said, fmt.Sprintf("turn %d at revision %d", turns[i], ends[i]))
		}
	}
	if len(said) < 2 {
		return ""
	}
	return "Ends of turns: " + strings.Join(said, ", ") + "."
}
