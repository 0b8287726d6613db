package trim

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	tg "legomem/orchestrator/taskgraph"
	"legomem/orchestrator/taskgraph/moves"
	"legomem/tools/value"
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
	if b.domain.Shape == Shared && b.standsIn(p) {
		return b.swap(p)
	}
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

// tell puts values into slots. A slot that takes a list gets them besides.
func (b *binder) tell(p part) bound {
	if b.domain.Shape == Shared {
		return b.add(p)
	}
	values, whats := b.withoutOld(b.apartByKind(p, joined(p))), p.move.All("what")
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
		q := b.ambiguous(v, all)
		if q == nil && b.loose(all[0], what, p.move.First("old")) {
			q = b.confirming(all[0], v)
		}
		if q != nil {
			return bound{Question: q}
		}
		if !all[0].slot.List {
			taken[all[0].key()] = true
		}
		until := b.until(p, i)
		if b.domain.Shape == Office {
			out.Subtasks = append(out.Subtasks, b.put(all[0], v, "")...)
			out.Subtasks = append(out.Subtasks, b.end(all[0], until)...)
			continue
		}
		out.Subtasks = append(out.Subtasks, b.put(all[0], v, until)...)
	}
	return out
}

// end is what it takes for a time's end to be said with it; nothing where it does not come
// after it: then something else ends.
func (b *binder) end(start place, until string) []Subtask {
	_, c := b.fit(value.Time, until, b.utterance.reference())
	if until == "" || start.slot.Kind != value.Time || c == "" || c <= start.canon {
		return nil
	}
	for _, p := range b.places(until, "", "", "") {
		if p.h.root.ID == start.h.root.ID && p.slot.Name == "end" {
			return b.put(p, until, "")
		}
	}
	return nil
}

// withoutOld are values without those that are there already, where others of the same kind
// are said besides: "not 2, make it 4".
func (b *binder) withoutOld(values []string) []string {
	if len(values) < 2 {
		return values
	}
	ref := b.utterance.reference()
	kinds := map[value.Kind][]string{}
	for _, slot := range b.slotsInUse() {
		if slot.Kind == "" || slot.List || kinds[slot.Kind] != nil {
			continue
		}
		for _, v := range values {
			if score, _ := fit(slot.Kind, v, ref); score > 1 {
				kinds[slot.Kind] = append(kinds[slot.Kind], v)
			}
		}
	}
	drop := map[string]bool{}
	for kind, all := range kinds {
		for _, v := range all {
			if len(all) > 1 && b.isThere(kind, v) {
				drop[v] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(values), func(v string) bool { return drop[v] })
}

// slotsInUse are the slots of the holders that count.
func (b *binder) slotsInUse() []Slot {
	var out []Slot
	for _, h := range b.countingHolders() {
		out = append(out, h.slots...)
	}
	return out
}

// isThere says that a value of a kind is one of the holders' already.
func (b *binder) isThere(kind value.Kind, v string) bool {
	_, c := fit(kind, v, b.utterance.reference())
	for _, h := range b.countingHolders() {
		for _, n := range h.values {
			if n.Status == tg.Inactive {
				continue
			}
			if _, is := fit(kind, n.Value, b.utterance.reference()); same(n.Value, v) || c != "" && is == c {
				return true
			}
		}
	}
	return false
}

// apartByKind takes values apart that are said together, as "friday 10am" is a day and a
// time, where the holder has a slot for each; and adds those told by their form that the
// clause says besides, in a conversation about one thing.
func (b *binder) apartByKind(p part, values []string) []string {
	if b.domain.Shape == Office || b.label != "" {
		return values
	}
	kinds := map[value.Kind]bool{}
	for _, s := range b.slotsInUse() {
		if slices.Contains(typed, s.Kind) || s.Kind == value.Phone {
			kinds[s.Kind] = true
		}
	}
	var out []string
	for _, v := range values {
		rest, found := v, 0
		for _, m := range value.FindAll(v, b.utterance.reference()) {
			if kinds[m.Kind] && m.End-m.Start < len(v) && strings.Contains(rest, v[m.Start:m.End]) {
				out = append(out, v[m.Start:m.End])
				rest = strings.Replace(rest, v[m.Start:m.End], ",", 1)
				found++
			}
		}
		if found == 0 {
			out = append(out, v)
			continue
		}
		for _, one := range parted(rest) {
			if len(stems(one)) > 0 && !SaysNothing(one) {
				out = append(out, one)
			}
		}
	}
	all := strings.Join(slices.Concat(out, p.move.All("old"), p.move.All("what"), p.move.All("of")), "\n")
	for _, m := range value.FindAll(p.text, b.utterance.reference()) {
		if text := p.text[m.Start:m.End]; kinds[m.Kind] && !strings.Contains(all, text) && len(out) > 0 && len(b.countingHolders()) > 0 && len(b.holders[0].values) == 0 {
			out, all = append(out, text), all+"\n"+text
		}
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
	if p.slot.via != nil && p.node == nil {
		return b.through(p.h, p.slot.via, value, p.canon)
	}
	if p.node != nil && p.slot.List {
		return b.swapped(found{h: p.h, node: *p.node}, p.node.Value, value)
	}
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
			_, c := b.fit(p.slot.Kind, one, b.utterance.reference())
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

// through is new work that changes a thing which is there.
func (b *binder) through(h *holder, via *ThingSlot, value, canon string) []Subtask {
	root, thing, v := b.newID("task"), b.newID(via.Thing), b.newID(via.Takes)
	part := Related{ChildOf, root}
	return []Subtask{
		{Intent: New, ID: root, Slot: h.root.Slot, New: b.utterance.Text, Title: b.utterance.Text},
		{Intent: New, ID: thing, Slot: via.Thing, New: h.thing.Value, Canon: h.thing.Inputs[Canon], Kind: h.thing.Inputs[KindKey], Done: true, Relations: []Related{part}},
		{Intent: New, ID: v, Slot: via.Takes, New: value, Canon: canon, Kind: string(via.Kind), Done: true, Title: via.Name + " " + value, Relations: []Related{part}},
		{Intent: New, ID: b.newID("step"), Slot: via.Skill, New: via.Does, Relations: []Related{part, {DependsOn, thing}, {DependsOn, v}}},
	}
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

// newID is an id that no node has, or had: what is deleted can be brought back.
func (b *binder) newID(slot string) string {
	for i := b.g.Revision() + 1; ; i++ {
		id := fmt.Sprintf("%s-%d", slot, i)
		if b.isFree(id) && !b.given[id] {
			if b.given == nil {
				b.given = map[string]bool{}
			}
			b.given[id] = true
			return id
		}
	}
}

// isFree says that no node has an id, or had it.
func (b *binder) isFree(id string) bool {
	_, err := b.g.Node(id)
	return errors.Is(err, tg.ErrUnknown)
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
