package trim

import (
	"slices"
	"strings"

	"legomem/orchestrator/taskgraph/moves"
	"legomem/tools/value"
)

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
	case of != "":
		if b.roots == nil {
			b.roots = map[string]string{}
		}
		if b.roots[of] == "" {
			b.roots[of] = b.newID("whole")
		}
		dish = b.roots[of]
		out = append(out, Subtask{Intent: New, Title: of, ID: dish, Slot: slug(of), New: before(b.text, of) + of})
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

// further is a move with a value more for each part of an enumeration, behind the last value,
// that has none: its last word that tells something. None where there is no such part.
func (b *binder) further(clause string, m moves.Move) []moves.Move {
	values := m.All("value")
	if b.domain.Shape != Shared || m.Kind != moves.Add || len(values) == 0 {
		return nil
	}
	last := values[len(values)-1]
	behind := clause[strings.LastIndex(clause, last)+len(last):]
	said := slices.Clone(m.Said)
	for _, one := range strings.FieldsFunc(behind, func(r rune) bool { return strings.ContainsRune(",;.", r) }) {
		words := slices.DeleteFunc(stemless(one), func(w string) bool {
			return b.Moves.Says(w) || slices.ContainsFunc(m.Said, func(s moves.Said) bool { return Likeness(w, s.Text) == 1 })
		})
		if len(words) > 0 && !SaysNothing(words[len(words)-1]) {
			said = append(said, moves.Said{Slot: "value", Text: words[len(words)-1]})
		}
	}
	if len(said) == len(m.Said) {
		return nil
	}
	m.Said = said
	return []moves.Move{m}
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
