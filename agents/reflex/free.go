package reflex

import (
	"slices"
	"sort"
	"strings"

	"legomem/tools/value"
)

// Where no wording fits word by word, the text may still say the same in
// another order. It is read once more, by what the wordings have in common: each
// value goes to the slot beside which the wordings have the same words, and
// every other word must be one of theirs, in a place that does not turn it
// around. What two slots could take about as well is not taken.

// doubt is how much dearer, in hundredths of a bit, the second best reading
// must be.
const doubt = 450

// widest is how many readings of a text's beginning are followed.
const widest = 48

// free is a reading of a text's beginning.
type free struct {
	*path
	left, left2 string // keys of the last words
	rest        *rest
	places      *taken
}

// taken is where a slot was bound, the last first.
type taken struct {
	slot string
	beside
	first, last int // words
	past        *taken
}

// beside are the keys around a place: the last two before it, and the next.
type beside struct{ left2, left, right string }

// rest are the words that no slot takes, the last first.
type rest struct {
	word int
	past *rest
}

// freely reads a text in any order; false where that fails or is in doubt.
func (f *family) freely(u *utterance, user string) (Reading, bool) {
	if f.questioned(u) || f.turnsAway(u) || len(f.parts) < fewest {
		return Reading{}, false
	}
	r := newReader(&aligner{f: f, u: u, user: user})
	if r.decidesOtherwise() {
		return Reading{}, false
	}
	var whole []free
	for _, s := range r.follow() {
		if r.complete(s) && r.says(s) && r.certain(s) {
			s.cost += r.ordered(s.path)
			whole = append(whole, s)
		}
	}
	s, ok := surest(whole)
	if !ok || f.misrefers(u, s.bindings()) {
		return Reading{}, false
	}
	return Reading{Bindings: once(s.bindings()), cost: s.cost}, true
}

// surest is the cheapest of the readings; false where there is none, or another that
// binds differently is about as cheap.
func surest(all []free) (free, bool) {
	sort.SliceStable(all, func(i, j int) bool { return all[i].cost < all[j].cost })
	if len(all) == 0 {
		return free{}, false
	}
	for _, other := range all[1:] {
		if other.cost < all[0].cost+doubt && !sameBindings(other.path, all[0].path) {
			return free{}, false
		}
	}
	return all[0], true
}

// fewest is how many wordings tell what they have in common.
const fewest = 5

// reader reads one text by a family's usage.
type reader struct {
	*aligner
	*usage
	asked map[[2]string]bool // what paired said, which is asked again and again
}

func newReader(a *aligner) *reader {
	return &reader{aligner: a, usage: a.f.usage(), asked: map[[2]string]bool{}}
}

// paired says that some wording has the second key behind the first.
func (r *reader) paired(a, b string) bool {
	yes, ok := r.asked[[2]string{a, b}]
	if !ok {
		yes = r.usage.paired(a, b)
		r.asked[[2]string{a, b}] = yes
	}
	return yes
}

// follow reads word by word and returns the readings of the whole text.
func (r *reader) follow() []free {
	cells := make([][]free, len(r.u.words)+1)
	cells[0] = []free{{path: &path{}, left: keyStart}}
	for j := range r.u.words {
		for _, s := range cheapest(cells[j]) {
			for _, slot := range r.f.Slots {
				for _, c := range r.spans(slot, j) {
					if next, ok := r.take(s, slot, c); ok {
						cells[c.last+1] = append(cells[c.last+1], next)
					}
				}
			}
			if next, ok := r.pass(s, j); ok {
				cells[j+1] = append(cells[j+1], next)
			}
		}
	}
	return cheapest(cells[len(r.u.words)])
}

// cheapest keeps the cheapest few with distinct bindings.
func cheapest(all []free) []free {
	sort.SliceStable(all, func(i, j int) bool { return all[i].cost < all[j].cost })
	out := all[:0]
	for _, s := range all {
		if len(out) < widest && !slices.ContainsFunc(out, func(o free) bool { return o.signature == s.signature }) {
			out = append(out, s)
		}
	}
	return out
}

// take binds a slot, at the cost of finding it there.
func (r *reader) take(s free, slot Slot, c span) (free, bool) {
	titled := r.announcerBefore(c.first) == "subject"
	here := *s.path
	here.open, here.gap, here.bare = false, false, false
	next := r.bind(&here, patternPart{Part: Part{Slot: slot.Name}, slot: &slot}, c, titled)
	if next == nil || next.odd != "" {
		return free{}, false
	}
	if r.endsTitle(s, c) {
		return free{}, false // the subject "Agenda Monday"
	}
	at := beside{s.left2, s.left, r.rightOf(c)}
	before, behind := r.seen(r.usage.before[slot.Name], at.left), r.seen(r.behind[slot.Name], at.right)
	if s.left == "and" && strings.HasPrefix(s.left2, "{") && !r.joined[[2]string{s.last(), slot.Name}] || r.untitled(slot, c) {
		return free{}, false
	}
	if s.left == "of" && r.f.lx.opposite[s.left2] != 0 && r.led[slot.Name][s.left2+" of"] == 0 {
		return free{}, false // "in front of the cover" where the cover comes in front
	}
	if slot.Kind == value.Phrase && r.loose(slot, c) && behind == 0 && r.goesOnBehind(c.last+1) {
		return free{}, false
	}
	if r.strange(slot, c, s.left) && before == 0 || r.loose(slot, c) && (before+behind == 0 || slot.Kind == value.Message && before == 0) {
		return free{}, false
	}
	if s.value(slot.Name) != nil && before == 0 && len(r.f.parts) >= many {
		return free{}, false // told again where no wording has it: "and email figures.xlsx"
	}
	next.cost = s.cost + r.bits(slot.Name, at)
	next.past = s.path
	return free{path: next, left: keyOfKind(slot), left2: s.left, rest: s.rest, places: &taken{slot.Name, at, c.first, c.last, s.places}}, true
}

// endsTitle says that a day or an hour stands right behind a title without quotes,
// and so may be its last word.
func (r *reader) endsTitle(s free, c span) bool {
	if c.first == 0 || s.places == nil || s.places.last != c.first-1 || r.u.gap(c.first) != " " || !measures[c.kind] {
		return false
	}
	slot, _ := r.f.Slot(s.places.slot)
	return slot.Kind == value.Phrase && r.announcerBefore(s.places.first) == "subject" && r.u.within[s.places.last] < 0
}

// last is the slot that was bound last.
func (s free) last() string {
	for at := s.path; at != nil; at = at.past {
		if at.bound != nil {
			return at.bound.Slot
		}
	}
	return ""
}

// untitled says that a slot that always has a word for a title beside it has
// none here.
func (r *reader) untitled(slot Slot, c span) bool {
	if float64(r.usage.titled[slot.Name]) < neverLeftOut*float64(r.times[slot.Name]) {
		return false
	}
	for k := max(0, c.first-nearTitle); k < min(len(r.u.words), c.last+1+nearTitle); k++ {
		if r.f.lx.titles(r.u.words[k].lower) && (k < c.first || k > c.last) {
			return false
		}
	}
	return true
}

// goesOnBehind says that word j, right behind words without quotes, may be one of
// them: "call" behind "the event Export".
func (r *reader) goesOnBehind(j int) bool {
	if j == len(r.u.words) || r.u.words[j].breakBefore || r.u.commaBefore(j) || r.u.colonBefore(j) || r.u.within[j] >= 0 {
		return false
	}
	w, lx := r.u.words[j].lower, r.f.lx
	apart := lx.announcer[w] != "" || lx.light[w] || lx.universal[w]
	return !apart && (lx.content(w) || lx.direction[w] || w == "out" || w == "off" || w == "up")
}

// strange says that only a wording can tell that the slot may stand there:
// behind a word that gives a direction, or where the text has a pronoun.
func (r *reader) strange(slot Slot, c span, left string) bool {
	return r.f.lx.direction[left] || left == "to" || left == "onto" ||
		slot.Kind == value.Person && r.f.lx.pronoun[r.u.words[c.first].lower]
}

// loose says that nothing but the words beside it tells what a span is.
func (r *reader) loose(slot Slot, c span) bool { return isWords(slot.Kind) && !c.quoted }

// rightOf is the key of what stands behind a span.
func (r *reader) rightOf(c span) string {
	if r.u.words[c.first].lower == "my" {
		return "'s"
	}
	for k := c.last + 1; k < len(r.u.words); k++ {
		if spans := r.u.values[k]; len(spans) > 0 && spans[0].kind != value.Person {
			if spans[0].quoted {
				return keyOfKind(Slot{Kind: value.Phrase})
			}
			return keyOfKind(Slot{Kind: spans[0].kind})
		}
		if r.own(k) {
			return keyName
		}
		if key := r.key(k); key != "" {
			return key
		}
	}
	return keyEnd
}

func (r *reader) key(j int) string { return r.f.lx.key(r.u.words[j].lower, r.u.words[j].stem) }

// pass leaves word j to no slot, where it is one that the family's requests have
// or that says nothing.
func (r *reader) pass(s free, j int) (free, bool) {
	cost, ok := r.explained(j, s.left)
	if !ok {
		return free{}, false
	}
	next := free{path: s.step(cost), left: s.left, left2: s.left2, rest: s.rest, places: s.places}
	next.path.past = s.path
	if key := r.key(j); key != "" {
		next.left, next.left2 = key, s.left
		next.rest = &rest{word: j, past: s.rest}
	}
	return next, true
}

// certain says that no two rivals would fit about as well in each other's places,
// whatever else speaks against that reading.
func (r *reader) certain(s free) bool {
	for a := s.places; a != nil; a = a.past {
		for b := a.past; b != nil; b = b.past {
			margin := doubt
			if a.slot != b.slot && r.bothNames(a, b) {
				margin = 0 // the sentence must only not say otherwise
			} else if a.slot == b.slot || !slices.Contains(r.f.rivals[a.slot], b.slot) {
				continue
			}
			as := r.bits(a.slot, a.beside) + r.bits(b.slot, b.beside)
			swapped := r.bits(b.slot, a.beside) + r.bits(a.slot, b.beside)
			if swapped < as+margin && !r.inOrder(a.slot, b.slot) {
				return false
			}
		}
	}
	return true
}

// bothNames says that of two places one is a person's and one that of a word which
// is written as a name is.
func (r *reader) bothNames(a, b *taken) bool {
	x, _ := r.f.Slot(a.slot)
	y, _ := r.f.Slot(b.slot)
	if x.Kind != value.Person {
		x, y = y, x
	}
	name := func(t *taken) bool {
		return t.first == t.last && capitalised(r.u.words[t.first].text) && r.u.within[t.first] < 0
	}
	return x.Kind == value.Person && y.Kind == value.Phrase && name(a) && name(b)
}

// inOrder says that two slots have an order of their own, a start and an end.
func (r *reader) inOrder(a, b string) bool {
	x, _ := r.f.Slot(a)
	y, _ := r.f.Slot(b)
	return x.Kind == y.Kind && (x.Kind == value.Time || x.Kind == value.Date)
}

// complete says that every slot is bound.
func (r *reader) complete(s free) bool {
	return !slices.ContainsFunc(r.f.Slots, func(slot Slot) bool { return s.value(slot.Name) == nil })
}

// says that the words left are enough for the family's request, and none too
// much.
func (r *reader) says(s free) bool {
	var stems []string
	nots := 0
	for at := s.rest; at != nil; at = at.past {
		w := r.u.words[at.word]
		if r.f.lx.negation[w.lower] {
			nots++
		}
		if r.opposes(at.word) || r.mistreats(at.word) {
			return false
		}
		if r.f.lx.content(w.lower) && !r.f.lx.light[w.lower] {
			stems = append(stems, w.stem)
		}
	}
	slices.Reverse(stems)
	return r.negations[nots] && len(r.lacks(stems)) == 0 && r.weigh(stems) >= r.least && !r.onlyFinds(s)
}

// onlyFinds says that the text begins with a verb of finding, and names no other
// that the wordings begin with: "Find the document that says ...".
func (r *reader) onlyFinds(s free) bool {
	first, asks := -1, false
	for at := s.rest; at != nil; at = at.past {
		if w := r.u.words[at.word]; r.f.lx.content(w.lower) {
			first = at.word
			asks = asks || r.f.leads[w.stem]
		}
	}
	return first >= 0 && !asks && r.f.lx.light[r.u.words[first].lower] && r.f.lx.begins(r.u.words[first].stem)
}

// opposes says that the wordings rather have a word that word j excludes, and the
// text has not: "free", where it says "taken".
func (r *reader) opposes(j int) bool {
	w := r.u.words[j]
	class := r.f.lx.opposite[w.lower]
	if class == 0 || nameLike(r.u, j) {
		return false
	}
	for other, of := range r.f.lx.opposite {
		if of == class && other != w.lower && r.share[r.f.lx.stem(other)] > r.share[w.stem] && !r.aligner.says(r.f.lx.stem(other)) {
			return true
		}
	}
	return false
}

// mistreats says that word j, which names some slots' values, is the object of a
// verb that the wordings have with others': "email the picture".
func (r *reader) mistreats(j int) bool {
	lx := r.f.lx
	named := lx.among(r.names, r.u.words[j].stem)
	k := lx.verbBefore(r.u.wordAt(j), j)
	if k < 0 || len(named) == 0 || r.treated(k, j) {
		return false
	}
	treated := lx.among(r.treats, r.u.words[k].stem)
	for slot := range named {
		if treated[slot] {
			return false
		}
	}
	return len(treated) > 0
}

// ordered is what it costs that values which could change places, and have an
// order of their own, stand in this one.
func (r *reader) ordered(p *path) int {
	cost := 0
	all := once(p.bindings())
	for i, a := range all {
		for _, b := range all[i+1:] {
			if a.Kind == b.Kind && (a.Kind == value.Time || a.Kind == value.Date) {
				first, second := r.order[[2]string{a.Slot, b.Slot}], r.order[[2]string{b.Slot, a.Slot}]
				cost += surprise(first, first+second)
			}
		}
	}
	return cost
}

// once drops what is bound a second time.
func once(all []Binding) []Binding {
	var out []Binding
	for _, b := range all {
		if !slices.ContainsFunc(out, func(o Binding) bool { return o.Slot == b.Slot }) {
			out = append(out, b)
		}
	}
	return out
}

func sameBindings(a, b *path) bool {
	for _, x := range a.bindings() {
		if y := b.value(x.Slot); y == nil || !strings.EqualFold(x.Canon, y.Canon) {
			return false
		}
	}
	return true
}
