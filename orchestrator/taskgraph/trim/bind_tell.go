package trim

import (
	"slices"
	"strings"
	"unicode"

	tg "legomem/orchestrator/taskgraph"
	"legomem/tools/value"
)

// tell puts values into slots. A slot that takes a list gets them besides.
func (b *binder) tell(p part) bound {
	if b.domain.Shape == Shared {
		return b.add(p)
	}
	values, whats := b.asDays(b.withoutOld(b.apartByKind(p, joined(p)))), p.move.All("what")
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

// asDays joins two values, one behind the other, that are a day as one and not each: "for
// June, on the 26th".
func (b *binder) asDays(values []string) []string {
	out := slices.Clone(values)
	ref := b.utterance.reference()
	for i := 0; i+1 < len(out); i++ {
		_, first := canon(value.Date, out[i], ref)
		_, second := canon(value.Date, out[i+1], ref)
		for _, both := range []string{out[i] + " " + out[i+1], out[i+1] + " " + out[i]} {
			if _, ok := canon(value.Date, both, ref); ok && !first && !second {
				out = slices.Replace(out, i, i+2, both)
				break
			}
		}
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

// until is the end that is said with a value.
func (b *binder) until(p part, i int) string {
	if all := p.move.All("until"); i < len(all) {
		return all[i]
	}
	return ""
}
