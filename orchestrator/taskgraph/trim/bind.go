package trim

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	tg "legomem/orchestrator/taskgraph"
	"legomem/orchestrator/taskgraph/moves"
)

// binder finds the nodes that a move is about.
type binder struct {
	*Offline
	*view
	utterance Utterance
	text      string
	label     string            // the slot that the utterance names in front
	beside    []string          // clauses that are no moves: what they name may be meant
	given     map[string]bool   // ids that are given to new nodes
	root      *Subtask          // that the utterance begins; nil for none
	roots     map[string]string // likewise, by what it calls them
}

// bound is what a move comes to. It is empty where nothing fits.
type bound struct {
	Subtasks []Subtask
	Question *Question
}

func (b *binder) bind(p part) bound {
	switch p.move.Kind {
	case moves.Tell:
		return b.tell(p)
	case moves.Add:
		return b.add(p)
	case moves.Remove:
		return b.remove(p)
	case moves.Swap:
		return b.swap(p)
	case moves.Keep:
		return b.keep(p)
	case moves.Only:
		return b.only(p)
	case moves.Split:
		return b.split(p)
	case moves.Merge:
		return b.merge(p)
	case moves.Undo:
		return b.undo(p)
	case moves.Redo:
		return b.redo()
	case moves.Back:
		return b.back(p)
	case moves.Again:
		return b.again(p)
	case moves.Other:
		return b.other(p)
	}
	return b.check(p)
}

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
func (b *binder) places(value, what, of, old string) []place {
	var out []place
	for i := range b.holders {
		h := &b.holders[i]
		if !h.counts() {
			continue
		}
		for _, slot := range h.slots {
			nodes := h.in(slot.Name)
			if len(nodes) == 0 {
				nodes = []tg.Node{{}}
			}
			for _, n := range nodes {
				p := place{h: h, slot: slot}
				if n.ID != "" {
					p.node = &n
				}
				if b.score(&p, i, value, what, of, old) {
					out = append(out, p)
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b place) int { return cmp.Compare(b.score, a.score) })
	return out
}

// recency is what a holder gains by how recently it was active.
func recency(rank int) float64 { return 1.2 / float64(1+rank) }

// score weighs a place; false for one that cannot be meant.
func (b *binder) score(p *place, rank int, value, what, of, old string) bool {
	s, c := fit(p.slot.Kind, value, b.utterance.reference())
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
	if p.node != nil && b.domain.Shape == Office {
		out += 0.8 // of a skill's slots most stay empty
	}
	for _, text := range b.beside {
		if p.node != nil && Likeness(p.node.Value, text) > 0.5 {
			out++
		}
	}
	return out
}

// tell puts values into slots. A slot that takes a list gets them besides.
func (b *binder) tell(p part) bound {
	values, whats := joined(p), p.move.All("what")
	if b.domain.Shape == Shared {
		return b.add(p)
	}
	var out bound
	taken := map[string]bool{}
	for i, v := range values {
		what := p.move.First("what")
		if len(whats) == len(values) {
			what = whats[i]
		}
		all := slices.DeleteFunc(b.places(v, what, p.move.First("of"), p.move.First("old")), func(q place) bool { return taken[q.key()] })
		if len(all) == 0 {
			if i > 0 {
				continue // it is said besides
			}
			return bound{}
		}
		if q := b.ambiguous(v, all); q != nil {
			return bound{Question: q}
		}
		if !all[0].slot.List {
			taken[all[0].key()] = true
		}
		out.Subtasks = append(out.Subtasks, b.put(all[0], v, b.until(p, i))...)
	}
	return out
}

// joined are a move's values; those with nothing but signs between them are one where one
// slot is named: "my address is 1 High Street, Leeds".
func joined(p part) []string {
	values := p.move.All("value")
	if len(p.move.All("what")) > 1 || len(values) < 2 {
		return values
	}
	first, last := strings.Index(p.text, values[0]), strings.Index(p.text, values[len(values)-1])
	if first < 0 || last < first || p.move.First("what") == "" {
		return values
	}
	whole := p.text[first : last+len(values[len(values)-1])]
	rest := whole
	for _, v := range values {
		rest = strings.Replace(rest, v, "", 1)
	}
	if strings.ContainsFunc(rest, unicode.IsLetter) {
		return values
	}
	return []string{whole}
}

func (p place) key() string { return p.h.root.ID + "/" + p.slot.Name }

// until is the end that is said with a value.
func (b *binder) until(p part, i int) string {
	if all := p.move.All("until"); i < len(all) {
		return all[i]
	}
	return ""
}

// put is what it takes for a place to have a value.
func (b *binder) put(p place, value, until string) []Subtask {
	if until != "" && p.slot.Kind != "" {
		value += " to " + until
		p.canon = ""
	}
	s := Subtask{Title: p.slot.Name + " " + value, Slot: p.slot.Name, New: value, Canon: p.canon, Done: !p.slot.Step}
	single := p.node != nil && !p.slot.List
	switch {
	case single && same(p.node.Value, value):
		s.Intent, s.Node, s.Relations = Check, p.node.ID, []Related{{Duplicate, p.node.ID}}
		s.Asks = AsksValue
	case single:
		s.Intent, s.Node, s.Replaces = Update, p.node.ID, p.node.Value
	case p.slot.List:
		var out []Subtask
		for _, one := range parted(value) {
			_, c := fit(p.slot.Kind, one, b.utterance.reference())
			if at := slices.IndexFunc(p.h.in(p.slot.Name), func(n tg.Node) bool { return same(n.Value, one) }); at < 0 {
				out = append(out, b.insert(p.h, p.slot, one, c)...)
			}
		}
		return out
	default:
		return b.insert(p.h, p.slot, value, p.canon)
	}
	return []Subtask{s}
}

// parted are the values that one text lists: "Alice, Bob and Carol".
func parted(text string) []string {
	var out []string
	for _, one := range strings.FieldsFunc(strings.NewReplacer(" and ", ",", " & ", ",").Replace(text), func(r rune) bool { return r == ',' }) {
		if one = strings.TrimSpace(one); one != "" {
			out = append(out, one)
		}
	}
	return out
}

// insert is a new value of a holder, on which the steps of that holder depend.
func (b *binder) insert(h *holder, slot Slot, value, canon string) []Subtask {
	s := Subtask{Intent: New, Title: slot.Name + " " + value, Slot: slot.Name, New: value, Canon: canon, Done: !slot.Step, Relations: []Related{{ChildOf, h.root.ID}}}
	for _, need := range slot.Needs {
		for _, n := range h.in(need) {
			s.Relations = append(s.Relations, Related{DependsOn, n.ID})
		}
	}
	steps := h.standing(slot, b.domain)
	if len(steps) == 0 {
		return []Subtask{s}
	}
	s.ID = b.newID(slot.Name)
	out := []Subtask{s}
	for _, step := range steps {
		out = append(out, Subtask{Intent: Update, Title: step.Slot + " with " + value, Node: step.ID, Relations: []Related{{DependsOn, s.ID}}})
	}
	return out
}

// standing are the steps of a holder that stand on the values of a slot.
func (h *holder) standing(slot Slot, d *Domain) []tg.Node {
	var out []tg.Node
	for _, n := range slices.Concat(h.steps, h.values) {
		of, ok := d.Slot(n.Slot)
		needs := d.Shape == Office || ok && slices.Contains(of.Needs, slot.Name)
		if n.Status != tg.Inactive && n.Slot != slot.Name && needs && (ok || slices.ContainsFunc(h.steps, func(s tg.Node) bool { return s.ID == n.ID })) {
			out = append(out, n)
		}
	}
	return out
}

// newID is an id that no node has.
func (b *binder) newID(slot string) string {
	for i := b.g.Revision() + 1; ; i++ {
		id := fmt.Sprintf("%s-%d", slot, i)
		if _, err := b.g.Node(id); err != nil && !b.given[id] {
			if b.given == nil {
				b.given = map[string]bool{}
			}
			b.given[id] = true
			return id
		}
	}
}

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
