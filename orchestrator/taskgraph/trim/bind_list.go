package trim

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	tg "legomem/orchestrator/taskgraph"
	"legomem/orchestrator/taskgraph/moves"
	"legomem/tools/value"
)

// found is a node that a mention may mean.
type found struct {
	h     *holder
	node  tg.Node
	score float64
}

// find are the nodes that a mention may name, the likeliest first; only those that count,
// or only those that do not.
func (b *binder) find(mention, of string, counting bool) []found {
	var out []found
	for i := range b.holders {
		h := &b.holders[i]
		for _, n := range h.values {
			if (n.Status != tg.Inactive) != counting {
				continue
			}
			like := max(Likeness(mention, n.Value), 0.9*Likeness(mention, n.Slot+" "+n.Value))
			if like < 0.5 {
				continue
			}
			f := found{h, n, 3*like + 0.3*recency(i)}
			if of != "" {
				f.score += 2 * h.called(of)
			}
			if same(mention, n.Value) {
				f.score++
			}
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b found) int { return cmp.Compare(b.score, a.score) })
	return dedupe(out)
}

// dedupe leaves a node that several holders share once.
func dedupe(all []found) []found {
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(f found) bool {
		again := seen[f.node.ID]
		seen[f.node.ID] = true
		return again
	})
}

// one is the node that is meant, or the question which; nil for none.
func (b *binder) one(mention string, all []found, does func(found) []Subtask) (*found, *Question) {
	if len(all) == 0 {
		return nil, nil
	}
	near := slices.DeleteFunc(slices.Clone(all), func(f found) bool { return f.score < all[0].score-margin })
	if len(near) == 1 {
		return &near[0], nil
	}
	q := &Question{}
	var names []string
	for _, f := range near[:min(len(near), 4)] {
		says := fmt.Sprintf("%s (%s of %s)", f.node.Value, f.node.Slot, f.h.title())
		names = append(names, says)
		q.Options = append(q.Options, Option{Says: says, Subtasks: does(f)})
	}
	q.Text = fmt.Sprintf("Which is meant by %q: %s?", mention, or(names))
	return nil, q
}

// add puts further values into a list. Where none takes it, it is a value like others.
func (b *binder) add(p part) bound {
	var out bound
	for _, of := range orNone(p.move.All("of")) {
		for _, v := range expand(b.enumerated(p)) {
			subtasks, q := b.addOne(p, v, of)
			if q != nil {
				return bound{Question: q}
			}
			if len(subtasks) == 0 {
				return bound{}
			}
			out.Subtasks = append(out.Subtasks, subtasks...)
		}
	}
	return out
}

// enumerated are the values of a list as the text lists them, from the first to what the
// list is for: the reader may have found parts of them only.
func (b *binder) enumerated(p part) []string {
	values := p.move.All("value")
	if b.domain.Shape != List || len(values) == 0 {
		return values
	}
	first := strings.Index(p.text, values[0])
	if first < 0 {
		return values
	}
	end := len(p.text)
	for _, other := range slices.Concat(p.move.All("of"), p.move.All("what"), p.move.All("old")) {
		if at := strings.Index(p.text, other); at > first {
			end = min(end, first+strings.LastIndex(p.text[first:at], " "))
			end = lastWordEnd(p.text[:end])
		}
	}
	var out []string
	for _, item := range listed(strings.TrimRight(p.text[first:end], " .!?")) {
		if len(stems(item)) > 0 {
			out = append(out, item)
		}
	}
	return out
}

// lastWordEnd is where a text ends without the common words at its end: "a tray into my".
func lastWordEnd(text string) int {
	tokens := value.Tokens(text)
	for len(tokens) > 0 && common(tokens[len(tokens)-1].Lower) {
		tokens = tokens[:len(tokens)-1]
	}
	if len(tokens) == 0 {
		return len(text)
	}
	end := tokens[len(tokens)-1].End
	if end < len(text) && text[end] == ')' {
		end++
	}
	return end
}

// listed are the parts of an enumeration: between commas and joining words, but for those
// in brackets.
func listed(text string) []string {
	var out []string
	depth, start := 0, 0
	cut := func(to, next int) {
		if one := strings.TrimSpace(text[start:to]); one != "" {
			out = append(out, one)
		}
		start = next
	}
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '(':
			depth++
		case text[i] == ')':
			depth--
		case depth > 0:
		case text[i] == ',' || text[i] == ';' || text[i] == '+':
			cut(i, i+1)
		case strings.HasPrefix(strings.ToLower(text[i:]), " and "):
			cut(i, i+len(" and "))
		case strings.HasPrefix(text[i:], " & "):
			cut(i, i+len(" & "))
		}
	}
	cut(len(text), len(text))
	return out
}

// orNone is a list, or one of a single empty text.
func orNone(all []string) []string {
	if len(all) == 0 {
		return []string{""}
	}
	return all
}

func (b *binder) addOne(p part, v, of string) ([]Subtask, *Question) {
	if b.domain.Shape == Shared {
		if h := b.holderFor(v); h != nil && of == "" && Likeness(v, h.root.Slot) == 1 {
			if spoken := b.spokenOf(h); spoken != "" {
				v, of = spoken, h.root.Slot // "peppers go into the salad too"
			}
		}
		if of == "" {
			of = b.label
		}
		if of == "" {
			of = b.inFront(p)
		}
		return b.addShared(p, v, of)
	}
	h := b.listHolder(v, of, p.move.First("what"))
	if h == nil {
		return b.tell(part{p.text, moves.Move{Kind: moves.Tell, Said: p.move.Said, Likely: p.move.Likely}}).Subtasks, nil
	}
	if gone := b.find(v, "", false); len(gone) > 0 && same(gone[0].node.Value, v) && gone[0].h.root.ID == h.h.root.ID {
		return []Subtask{{Intent: Update, Title: "restore " + v, Node: gone[0].node.ID, Relations: []Related{{Restores, gone[0].node.ID}}}}, nil
	}
	for _, n := range h.h.in(h.slot.Name) {
		if same(n.Value, v) {
			return []Subtask{{Intent: Check, Asks: AsksValue, Node: n.ID, New: v, Relations: []Related{{Duplicate, n.ID}}}}, nil
		}
	}
	return b.put(*h, v, ""), nil
}

// listHolder is the best place of a list for a value, nil for none.
func (b *binder) listHolder(v, of, what string) *place {
	all := slices.DeleteFunc(b.places(v, what, of, ""), func(p place) bool { return !p.slot.List })
	if len(all) == 0 {
		return nil
	}
	return &all[0]
}

// addShared puts an ingredient into a dish, which may be a new one. One that is there is
// shared. What is to be done with it, the words before it, is of its value.
func (b *binder) addShared(p part, v, of string) ([]Subtask, *Question) {
	slot := b.domain.Slots[0]
	var out []Subtask
	dish := ""
	for i := range b.holders {
		if of != "" && b.holders[i].counts() && Likeness(of, b.holders[i].root.Slot) == 1 {
			dish = b.holders[i].root.ID
		}
	}
	switch {
	case dish != "":
	case of != "" && b.roots[of] != "":
		dish = b.roots[of]
	case of != "":
		id := b.newID("whole")
		if b.roots == nil {
			b.roots = map[string]string{}
		}
		b.roots[of] = id
		dish = id
		out = append(out, Subtask{Intent: New, Title: of, ID: id, Slot: slug(of), New: before(b.text, of) + of})
	case len(b.holders) > 0:
		dish = b.holders[0].root.ID
	default:
		return nil, nil
	}
	for _, f := range b.find(v, "", true) {
		if Likeness(v, f.node.Value) < 1 {
			continue
		}
		if slices.Contains(f.node.Parents, dish) {
			return append(out, Subtask{Intent: Check, Asks: AsksValue, Node: f.node.ID, New: v, Relations: []Related{{Duplicate, f.node.ID}}}), nil
		}
		return append(out, Subtask{Intent: Update, Title: v + " also in " + of, Node: f.node.ID, Relations: []Related{{ChildOf, dish}}}), nil
	}
	return append(out, Subtask{Intent: New, Title: slot.Name + " " + v, Slot: slot.Name, New: b.prepared(p, v), Relations: []Related{{ChildOf, dish}}}), nil
}

// prepared is a part with what is to be done with it: the words in front of it, up to the
// part before.
func (b *binder) prepared(p part, v string) string {
	words := before(b.text, v)
	for _, other := range slices.Concat(p.move.All("value"), p.move.All("of")) {
		if i := strings.LastIndex(words, other); other != v && i >= 0 {
			words = words[i+len(other):]
		}
	}
	fields := strings.Fields(words)
	for len(fields) > 0 && (common(strings.ToLower(fields[0])) || fields[0] == "&") {
		fields = fields[1:]
	}
	return strings.TrimSpace(strings.Join(fields, " ") + " " + v)
}

// slug is a name as a slot.
func slug(name string) string { return strings.Join(stemless(name), " ") }

// stemless are a text's words without common ones.
func stemless(text string) []string {
	var out []string
	for _, t := range value.Tokens(text) {
		if len(stems(t.Text)) > 0 && !common(t.Lower) {
			out = append(out, t.Lower)
		}
	}
	if len(out) == 0 {
		return strings.Fields(strings.ToLower(text))
	}
	return out
}

// before are the words in front of a mention up to a sign, without what joins it to the
// mention before: "wash and chop " of "To make soup, wash and chop celery".
func before(text, mention string) string {
	at := strings.Index(text, mention)
	if at < 0 {
		return ""
	}
	clause := text[:at]
	if i := strings.LastIndexAny(clause, ",;:.!?"); i >= 0 {
		clause = clause[i+1:]
	}
	words := strings.Fields(clause)
	for len(words) > 0 && common(strings.ToLower(words[0])) {
		words = words[1:] // "to", "and", "also"
	}
	if len(words) == 0 {
		return ""
	}
	return strings.Join(words, " ") + " "
}

// expand are values of which one that counts several in brackets is as many: "two cases
// (black and clear)".
func expand(all []string) []string {
	var out []string
	for _, v := range all {
		head, inner, found := strings.Cut(v, "(")
		inner, rest, closed := strings.Cut(inner, ")")
		if !found || !closed || strings.TrimSpace(rest) != "" {
			out = append(out, v)
			continue
		}
		parts := strings.FieldsFunc(strings.NewReplacer(" and ", ",", " & ", ",", " or ", ",", " n ", ",", "+", ",").Replace(inner), func(r rune) bool { return r == ',' })
		if len(parts) < 2 {
			out = append(out, v)
			continue
		}
		for _, one := range parts {
			out = append(out, fmt.Sprintf("%s (%s)", withoutCount(head), strings.TrimSpace(one)))
		}
	}
	return out
}

// withoutCount is a text without the number that it begins with.
func withoutCount(text string) string {
	words := strings.Fields(text)
	if len(words) > 1 {
		if _, err := value.Parse(value.Number, words[0], value.Reference{}); err == nil || !unicode.IsLetter(rune(words[0][0])) {
			words = words[1:]
		} else if _, ok := canon(value.Number, words[0], value.Reference{}); ok {
			words = words[1:]
		}
	}
	return strings.Join(words, " ")
}

// remove takes nodes out. What names a whole piece of work takes that out.
func (b *binder) remove(p part) bound {
	var out bound
	for _, v := range b.enumerated(p) {
		does := func(f found) []Subtask {
			return []Subtask{{Intent: Update, Title: "without " + f.node.Value, Node: f.node.ID, Relations: []Related{{Removes, f.node.ID}}}}
		}
		all := b.find(v, p.move.First("of"), true)
		if len(all) == 0 {
			if h := b.whole(v); h != nil {
				out.Subtasks = append(out.Subtasks, Subtask{Intent: Update, Title: "without " + h.title(), Node: h.root.ID, Relations: []Related{{Removes, h.root.ID}}})
				continue
			}
			if w := b.offThing(v, p.move.First("of")); w != nil {
				out.Subtasks = append(out.Subtasks, w...)
				continue
			}
			if gone := b.find(v, p.move.First("of"), false); len(gone) > 0 {
				out.Subtasks = append(out.Subtasks, Subtask{Intent: Check, Asks: AsksWhether, Node: gone[0].node.ID, New: v})
				continue
			}
			return bound{}
		}
		f, q := b.one(v, all, does)
		if q != nil {
			return bound{Question: q}
		}
		out.Subtasks = append(out.Subtasks, does(*f)...)
	}
	return out
}

// offThing is new work that takes a value out of a list of a thing that was spoken of; nil
// where there is none.
func (b *binder) offThing(v, of string) []Subtask {
	for i := range b.holders {
		h := &b.holders[i]
		if !h.counts() || h.thing == nil || of != "" && h.called(of) == 0 {
			continue
		}
		for _, s := range b.ThingSlots(h.thing.Inputs[KindKey]) {
			if score, c := b.fit(s.Kind, v, b.utterance.reference()); s.Removes && score > 0 {
				return b.through(h, &s, v, c)
			}
		}
	}
	return nil
}

// whole is the holder that a mention names wholly, nil for none.
func (b *binder) whole(mention string) *holder {
	for i := range b.holders {
		if h := &b.holders[i]; h.counts() && (Likeness(mention, h.root.Value) == 1 || Likeness(mention, h.title()) == 1) {
			return h
		}
	}
	return nil
}

// swap has a value take the place of another, wherever that is. Who is not told which,
// means what the clauses beside name.
func (b *binder) swap(p part) bound {
	values, olds := p.move.All("value"), p.move.All("old")
	if len(olds) == 0 {
		olds = b.besideNames()
	}
	if len(values) == 0 || len(olds) == 0 {
		return b.tell(p)
	}
	var out bound
	for i, old := range olds {
		v := values[min(i, len(values)-1)]
		does := func(f found) []Subtask { return b.swapped(f, old, v) }
		all := slices.DeleteFunc(b.find(old, p.move.First("of"), true), func(f found) bool {
			score, _ := b.fit(b.slotNamed(f.h, f.node.Slot).Kind, v, b.utterance.reference())
			return score <= -1
		})
		if len(all) == 0 {
			return b.tell(p)
		}
		f, q := b.one(old, all, does)
		if q != nil {
			return bound{Question: q}
		}
		out.Subtasks = append(out.Subtasks, does(*f)...)
	}
	return out
}

// inFront is the whole that a clause in front of the parts tells: "to make a stew, ..."; ""
// for none.
func (b *binder) inFront(p part) string {
	all := clauses(b.text)
	if len(all) < 2 {
		return ""
	}
	for _, said := range p.move.Said {
		if strings.Contains(all[0], said.Text) {
			return ""
		}
	}
	words := stemless(strings.TrimRight(all[0], ",;:.!?"))
	if len(words) == 0 || SaysNothing(all[0]) {
		return ""
	}
	return words[len(words)-1]
}

// standsIn says that a value is told for one that the clauses beside name, and that is no
// more: "there are no leeks left. Onions then."
func (b *binder) standsIn(p part) bool {
	gives := []moves.Kind{moves.Tell, moves.Add, moves.Only, moves.Merge, moves.Swap}
	values := p.move.All("value")
	if !slices.Contains(gives, p.move.Kind) || len(values) != 1 || p.move.First("of") != "" || len(p.move.All("old")) > 0 {
		return false
	}
	old := b.besideNames()
	return len(old) > 0 && Likeness(old[0], values[0]) == 0 && len(b.find(values[0], "", true)) == 0
}

// besideNames is the value that the clauses beside name: "there's no celery".
func (b *binder) besideNames() []string {
	for _, text := range b.beside {
		for _, h := range b.holders {
			for _, n := range h.values {
				if n.Status == tg.Inactive {
					continue
				}
				for _, word := range stemless(n.Value) {
					if Likeness(word, text) == 1 {
						return []string{word}
					}
				}
			}
		}
	}
	return nil
}

func (b *binder) swapped(f found, old, v string) []Subtask {
	slot := b.slotNamed(f.h, f.node.Slot)
	if !slot.List {
		_, c := b.fit(slot.Kind, v, b.utterance.reference())
		return []Subtask{{Intent: Update, Title: f.node.Slot + " " + v, Node: f.node.ID, New: v, Replaces: f.node.Value, Canon: c}}
	}
	_, c := b.fit(slot.Kind, v, b.utterance.reference())
	return []Subtask{{Intent: New, Kind: f.node.Inputs[KindKey], Title: v + " for " + f.node.Value, ID: b.newID(f.node.Slot), Slot: f.node.Slot, New: replaced(f.node.Value, old, v), Replaces: f.node.Value, Canon: c, Done: f.node.Status == tg.Done, Relations: []Related{{Replaces, f.node.ID}}}}
}

func (b *binder) slotNamed(h *holder, name string) Slot {
	for _, s := range h.slots {
		if s.Name == name {
			return s
		}
	}
	return Slot{Name: name}
}

// replaced is a value in which one thing stands for another: "wash and chop mushrooms".
func replaced(was, old, by string) string {
	words := stems(old)
	tokens := value.Tokens(was)
	for i, t := range tokens {
		if i+len(words) > len(tokens) || value.Stem(t.Lower) != words[0] {
			continue
		}
		last := tokens[i+len(words)-1]
		return was[:t.Start] + by + was[last.End:]
	}
	return by
}

// keep has nodes count that were taken out, or were to be.
func (b *binder) keep(p part) bound {
	var out bound
	for _, v := range b.enumerated(p) {
		if gone := b.find(v, p.move.First("of"), false); len(gone) > 0 {
			out.Subtasks = append(out.Subtasks, Subtask{Intent: Update, Title: "keep " + gone[0].node.Value, Node: gone[0].node.ID, Relations: []Related{{Restores, gone[0].node.ID}}})
			continue
		}
		if is := b.find(v, p.move.First("of"), true); len(is) > 0 {
			out.Subtasks = append(out.Subtasks, Subtask{Intent: Check, Asks: AsksValue, Node: is[0].node.ID, Relations: []Related{{Duplicate, is[0].node.ID}}})
			continue
		}
		if h := b.goneWhole(v); h != nil {
			out.Subtasks = append(out.Subtasks, Subtask{Intent: Update, Title: "keep " + h.title(), Node: h.root.ID, Relations: []Related{{Restores, h.root.ID}}})
			continue
		}
		return bound{}
	}
	return out
}

// goneWhole is the holder that a mention names and that counts no more.
func (b *binder) goneWhole(mention string) *holder {
	for i := range b.holders {
		if h := &b.holders[i]; !h.counts() && h.called(mention) > 0.5 {
			return h
		}
	}
	return nil
}

// only leaves nothing but some values in a list.
func (b *binder) only(p part) bound {
	values := expand(b.enumerated(p))
	if len(values) == 0 {
		return bound{}
	}
	target := b.listHolder(values[0], p.move.First("of"), p.move.First("what"))
	if target == nil {
		return b.tell(p)
	}
	var out bound
	stays := map[string]bool{}
	for _, v := range values {
		switch is, gone := b.within(target, v, true), b.within(target, v, false); {
		case is != nil:
			stays[is.ID] = true
			out.Subtasks = append(out.Subtasks, Subtask{Intent: Check, Asks: AsksValue, Node: is.ID, Relations: []Related{{Duplicate, is.ID}}})
		case gone != nil:
			out.Subtasks = append(out.Subtasks, Subtask{Intent: Update, Title: "keep " + gone.Value, Node: gone.ID, Relations: []Related{{Restores, gone.ID}}})
		default:
			out.Subtasks = append(out.Subtasks, b.insert(target.h, target.slot, v, "")...)
		}
	}
	for _, n := range target.h.in(target.slot.Name) {
		if !stays[n.ID] {
			out.Subtasks = append(out.Subtasks, Subtask{Intent: Update, Title: "without " + n.Value, Node: n.ID, Relations: []Related{{Removes, n.ID}}})
		}
	}
	return out
}

// within is the node of a list that a mention names, nil for none.
func (b *binder) within(p *place, mention string, counting bool) *tg.Node {
	for _, f := range b.find(mention, "", counting) {
		if f.h.root.ID == p.h.root.ID && f.node.Slot == p.slot.Name {
			return &f.node
		}
	}
	return nil
}
