package trim

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tg "legomem/orchestrator/taskgraph"
)

// place is a slot of a holder that a value may be for.
type place struct {
	h     *holder
	slot  Slot
	node  *tg.Node // that is there; nil for none
	canon string
	score float64
}

// margin is how much better a place must be than the next one not to be asked about.
const margin = 0.7

// places are where a value may go, the best first.
func (b *binder) places(v, what, of, old string) []place {
	var out []place
	for i := range b.holders {
		h := &b.holders[i]
		if !h.counts() {
			continue
		}
		for _, slot := range h.slots {
			if h.looked() && b.domain.Shape == Office && slot.via == nil && (slot.Kind == "" || slot.Kind == "phrase" || slot.Kind == "file") && Likeness(what, slot.said()) == 0 {
				continue // of what was looked for, words say nothing new
			}
			for _, n := range b.nodesFor(h, slot, old) {
				p := place{h: h, slot: slot}
				if n.ID != "" {
					p.node = &n
				}
				if b.score(&p, i, v, what, of, old) && p.score > leastScore {
					out = append(out, p)
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b place) int { return cmp.Compare(b.score, a.score) })
	return out
}

// leastScore is what a place must have to be meant at all.
const leastScore = -1

// nodesFor are the nodes of a slot that a value may take the place of. To a list it is one
// more, unless one of the list is named.
func (b *binder) nodesFor(h *holder, slot Slot, old string) []tg.Node {
	nodes := h.in(slot.Name)
	if slot.List {
		nodes = slices.DeleteFunc(nodes, func(n tg.Node) bool { return old == "" || Likeness(old, n.Value) < 1 })
	}
	if len(nodes) == 0 {
		return []tg.Node{{}}
	}
	return nodes
}

// recency is what a holder gains by how recently it was active.
func recency(rank int) float64 { return 1.2 / float64(1+rank) }

// score weighs a place; false for one that cannot be meant.
func (b *binder) score(p *place, rank int, value, what, of, old string) bool {
	s, c := b.fit(p.slot.Kind, value, b.utterance.reference())
	if s <= notAtAll {
		return false
	}
	p.canon = c
	p.score = s + recency(rank)
	said := p.slot.said()
	switch like := Likeness(what, said); {
	case b.label != "":
		if b.label != p.slot.Name {
			return false
		}
		p.score += 3
	case what == "":
	case like > 0:
		p.score += 3 * like
	case p.node != nil && Likeness(what, p.node.Value) > 0 || p.h.called(what) > 0.5:
		p.score++
	default:
		p.score -= 2
	}
	if of != "" {
		if like := p.h.called(of); like > 0 {
			p.score += 2.5 * like
		} else {
			p.score -= 2
		}
	}
	if old != "" {
		if p.node == nil || Likeness(old, p.node.Value) == 0 && !b.sameCanon(p, old) {
			p.score -= 3
		} else {
			p.score += 3
		}
	}
	p.score += b.context(p)
	return true
}

// said is what a slot says of itself.
func (s Slot) said() string { return s.Name + " " + string(s.Kind) + " " + s.Says }

// sameCanon says that an old value is spelled otherwise, and the same.
func (b *binder) sameCanon(p *place, old string) bool {
	was, ok := canon(p.slot.Kind, old, b.utterance.reference())
	is, known := canon(p.slot.Kind, p.node.Value, b.utterance.reference())
	return ok && known && was == is
}

// context is what the words around a value say of its slot: those of the utterance that are
// also in what the slot says of itself, and the value that was touched last.
func (b *binder) context(p *place) float64 {
	out := 1.5 * Likeness(p.slot.Name, b.text)
	if p.slot.Says != "" {
		out += Likeness(p.slot.Says, b.text)
	}
	if p.node != nil && lastTouch(*p.node) == b.turn {
		out += 0.4
	}
	if p.node != nil && b.domain.Shape == Office { // of a skill's slots most stay empty
		out += 0.5
		if slices.Contains(typed, p.slot.Kind) {
			out += 0.5
		}
	}
	for _, text := range b.beside {
		if p.node != nil && Likeness(p.node.Value, text) > 0.5 {
			out++
		}
	}
	return out
}

// slotsInUse are the slots of the holders that count.
func (b *binder) slotsInUse() []Slot {
	var out []Slot
	for _, h := range b.countingHolders() {
		out = append(out, h.slots...)
	}
	return out
}

// loose says that nothing but where it is left tells that a value is for a place: any words
// would do for it, in work that is done.
func (b *binder) loose(p place, what, old string) bool {
	if b.domain.Shape != Office || b.label != "" || p.slot.Kind != "" && p.slot.Kind != "phrase" && p.slot.Kind != "file" {
		return false
	}
	return Likeness(what, p.slot.said()) == 0 && (old == "" || p.node == nil || Likeness(old, p.node.Value) == 0)
}

// confirming asks whether a place is meant.
func (b *binder) confirming(p place, value string) *Question {
	return &Question{Text: fmt.Sprintf("Is %q %s?", value, p.name(b)), Options: []Option{{Says: p.slot.Name + " " + value, Subtasks: b.put(p, value, "")}}}
}

func (p place) key() string { return p.h.root.ID + "/" + p.slot.Name }

// ambiguous is the question which of several places is meant, nil where one is likely
// enough.
func (b *binder) ambiguous(value string, all []place) *Question {
	near := all[:1]
	seen := map[string]bool{all[0].name(b): true}
	for _, p := range all[1:] {
		if p.score > all[0].score-margin && len(near) < 4 && !seen[p.name(b)] {
			near = append(near, p)
			seen[p.name(b)] = true
		}
	}
	if len(near) == 1 {
		return nil
	}
	var names []string
	q := &Question{}
	for _, p := range near {
		names = append(names, p.name(b))
		q.Options = append(q.Options, Option{Says: p.name(b), Subtasks: b.put(p, value, "")})
	}
	q.Text = fmt.Sprintf("What is %q: %s?", value, or(names))
	return q
}

// name is a place in words: "the start of the review", with the value that it has.
func (p place) name(b *binder) string {
	out := "the " + p.slot.Name
	if p.slot.List && p.node == nil {
		out = "one more of the " + p.slot.Name
	}
	if len(b.countingHolders()) > 1 {
		out += " of " + p.h.title()
	}
	if p.node != nil {
		out += fmt.Sprintf(" (%s now)", p.node.Value)
	}
	return out
}

func (v *view) countingHolders() []holder {
	var out []holder
	for _, h := range v.holders {
		if h.counts() {
			out = append(out, h)
		}
	}
	return out
}

// or joins names: "a, b or c".
func or(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}
