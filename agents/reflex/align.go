package reflex

import (
	"slices"
	"sort"
	"strings"

	"legomem/tools/value"
)

// What each step of an alignment costs. An alignment that costs refused or
// more leaves something unbound or unexplained and is not accepted; its cost
// still tells which procedure was nearest.
const (
	costFiller      = 1    // a filler word of the text
	costFunction    = 10   // a function word that one side lacks
	costPhraseWord  = 10   // each word of a phrase slot without quotes
	costSynonym     = 20   // another word for the same
	costFamily      = 60   // a word known from another wording of the family
	costNeighbour   = 150  // a phrase that takes in a word from beside its slot
	costOmitted     = 80   // a content word of the pattern that the text lacks
	costVerb        = 5500 // a request's verb that the text lacks
	refused         = 5000 // from here on nothing is accepted
	costMissing     = 5000 // a slot that nothing binds
	costUnexplained = 6000 // a content word or value that nothing explains
	costSwapped     = 7000 // a value in a rival slot's role
)

// The longest phrase and message a slot takes without quotes, in words.
const (
	maxPhrase  = 10
	maxMessage = 60
)

// keepBest is how many alignments are kept per cell, so that an equally cheap
// one with other bindings is seen.
const keepBest = 3

// Binding is a slot's value as the new text gives it.
type Binding struct {
	Slot    string     `json:"slot"`
	Kind    value.Kind `json:"kind"`
	Canon   string     `json:"value"`
	Spelled string     `json:"spelled"`
}

// path is one alignment so far; its past is shared.
type path struct {
	cost    int
	past    *path
	bound   *Binding
	missing string // a slot's name
	odd     string // a word or value that nothing explains
	omitted int    // content words of the pattern that the text lacks
	matched int    // content words that both have
	// bare says that the pattern's last content word was omitted: what should
	// announce the next slot is not there.
	bare bool
	// open says that the path ends in a phrase without quotes: another may not
	// follow it before a word of the pattern tells where it ends. With gap a
	// preposition of the text's own tells: "the price for Mona" where the
	// pattern has "of".
	open, gap bool
	// owner is the slot whose value the text's last word ended.
	owner string
	// loose says that a word of the text is none of the pattern's, or one of the
	// pattern's is not in the text.
	loose bool
	// signature tells two paths' bindings apart.
	signature string
}

// aligner fits one pattern to one utterance.
type aligner struct {
	f     *family
	u     *utterance
	user  string
	parts []patternPart
}

// align returns the cheapest alignments of a pattern with the text, best
// first, of those that cost less than limit.
func align(f *family, pattern int, u *utterance, user string, limit int) []*path {
	a := &aligner{f: f, u: u, user: user, parts: f.parts[pattern]}
	cells := make([][][]*path, len(a.parts)+1)
	for i := range cells {
		cells[i] = make([][]*path, len(u.words)+1)
	}
	cells[0][0] = []*path{{}}
	for i := range cells {
		for j := range cells[i] {
			for _, p := range best(cells[i][j]) {
				a.extend(p, i, j, func(i, j int, p *path) {
					if p.cost < limit {
						cells[i][j] = append(cells[i][j], p)
					}
				})
			}
		}
	}
	return best(cells[len(a.parts)][len(u.words)])
}

// best keeps the cheapest few with distinct bindings, in order.
func best(all []*path) []*path {
	sort.SliceStable(all, func(i, j int) bool { return all[i].cost < all[j].cost })
	out := all[:0]
	for _, p := range all {
		if len(out) < keepBest && !slices.ContainsFunc(out, func(o *path) bool { return o.signature == p.signature }) {
			out = append(out, p)
		}
	}
	return out
}

// extend takes every next step from cell (i, j): match, bind, or skip.
func (a *aligner) extend(p *path, i, j int, to func(i, j int, p *path)) {
	if j < len(a.u.words) {
		to(i, j+1, a.skipText(p, j))
		if end := a.literalValue(j); end >= 0 {
			next := p.step(costUnexplained)
			next.odd = a.u.slice(j, end)
			to(i, end+1, next)
		}
	}
	if i == len(a.parts) {
		return
	}
	part := a.parts[i]
	to(i+1, j, a.skipPart(p, part))
	if j == len(a.u.words) {
		return
	}
	if part.Slot == "" {
		if next := a.matchWord(p, part, j); next != nil {
			to(i+1, j+1, next)
		}
		return
	}
	for _, s := range a.candidates(*part.slot, i, j) {
		if next := a.bind(p, part, s, a.titled(i)); next != nil {
			to(i+1, s.last+1, next)
		}
	}
}

// literalValue is the last word of a typed value that begins at word j, or -1.
func (a *aligner) literalValue(j int) int {
	end := -1
	for _, s := range a.u.values[j] {
		if s.kind != value.Person && s.last > end {
			end = s.last
		}
	}
	return end
}

// skipText passes over a word of the new text that the pattern lacks.
func (a *aligner) skipText(p *path, j int) *path {
	w := a.u.words[j]
	next := p.step(0)
	next.owner, next.loose = "", true
	switch {
	case a.u.within[j] >= 0:
		next.cost, next.odd = p.cost+costUnexplained, a.u.text[w.start:w.end]
	case a.tells(j), a.tellsOnly(j), a.leadsAway(j), a.misowned(j, p.owner), a.excluded(j), a.otherObject(j), a.ofAnother(j), a.signs(j), a.enumerates(j), (w.lower == "out" || w.lower == "off") && !a.f.writes(w.lower):
		next.cost, next.odd = p.cost+costUnexplained, w.text
	case a.asks(j) && !a.f.writes(w.text):
		next.cost, next.odd = p.cost+costUnexplained, w.text
	case a.f.lx.filler[w.lower] && (a.capital(j) || a.isSaid(j)), a.f.lx.universal[w.lower] && !a.once("every one", j, a.everyOne), a.relates(j):
		next.cost, next.odd = p.cost+costUnexplained, w.text
	case a.f.lx.filler[w.lower]:
		next.cost += costFiller
	case (a.f.lx.function[w.lower] || a.leadsToTitle(j)) && a.attested(j):
		next.cost += costFunction
		next.gap = next.gap || a.f.lx.preposition[w.lower]
	case a.f.vocabulary[w.stem] && !a.f.lx.strict[w.lower] && !a.f.lx.negation[w.lower] && !a.f.lx.selector[w.lower] && (!nameLike(a.u, j) || a.f.writes(w.text)) && a.attested(j):
		next.cost += costFamily
	default:
		next.cost, next.odd = p.cost+costUnexplained, w.text
	}
	return next
}

// enumerates says that "and" at word j joins a place to another of the same kind:
// "missing in a.xlsx and in b.docx".
func (a *aligner) enumerates(j int) bool {
	if a.u.words[j].lower != "and" || j == 0 || j+1 == len(a.u.words) || a.u.within[j-1] < 0 {
		return false
	}
	next := a.u.words[j+1].lower
	led, _ := a.f.lx.leader(a.u.wordAt(a.u.within[j-1]), a.u.within[j-1])
	return a.f.lx.preposition[next] && led == next
}

// isSaid says that word j, which is passed over elsewhere, is what somebody is to be
// told: "saying hello".
func (a *aligner) isSaid(j int) bool {
	if j == 0 {
		return false
	}
	before := a.u.words[j-1].lower
	return a.f.lx.announcer[before] == "saying" && before != "that"
}

// everyOne says that some wording means every one of what stands behind word j.
func (a *aligner) everyOne(j int) bool {
	if j+1 == len(a.u.words) {
		return true
	}
	g, next := a.f.usage(), a.f.lx.key(a.u.words[j+1].lower, a.u.words[j+1].stem)
	for word := range a.f.lx.universal {
		if g.paired(word, next) {
			return true
		}
	}
	return false
}

// ownNoun says that words that nothing announces as a text begin with a noun of
// the wordings: "write a document with two paragraphs" has no text "document".
func (a *aligner) ownNoun(part patternPart, s span) bool {
	w := a.u.words[s.first]
	return part.announced == "" && a.f.vocabulary[w.stem] && !nameLike(a.u, s.first)
}

// leadsToTitle says that word j is a preposition before a word that announces a
// title, as in "under the subject".
func (a *aligner) leadsToTitle(j int) bool {
	if !a.f.lx.preposition[a.u.words[j].lower] {
		return false
	}
	for k := j + 1; k < len(a.u.words); k++ {
		w := a.u.words[k].lower
		if a.f.lx.titles(w) {
			return true
		}
		if a.f.lx.content(w) {
			return false
		}
	}
	return false
}

// capital says that word j, which is passed over elsewhere, is written as the
// beginning of a name or a title: the subject "Please reply".
func (a *aligner) capital(j int) bool {
	w := a.u.words[j]
	return nameLike(a.u, j) && !a.f.lx.pronoun[w.lower] && !strings.HasPrefix(w.lower, "i'") && !strings.HasPrefix(w.lower, "i’") && !a.u.commaBefore(j) && !a.u.colonBefore(j)
}

// nameLike says that a word in the middle of a sentence is written as a name.
func nameLike(u *utterance, j int) bool {
	return j > 0 && !u.words[j].breakBefore && capitalised(u.words[j].text)
}

// skipPart passes over a part of the pattern that the new text lacks.
func (a *aligner) skipPart(p *path, part patternPart) *path {
	next := p.step(0)
	next.loose = p.loose || part.Slot == ""
	switch {
	case part.Slot != "":
		if p.value(part.Slot) == nil {
			next.cost, next.missing = p.cost+costMissing, part.Slot
		}
	case a.f.lx.filler[part.Word]:
	case part.Fixed:
		next.cost, next.omitted, next.bare = p.cost+costVerb, p.omitted+1, true
	case !part.content:
		next.cost += costFunction
	case part.verb && !a.says(part.stem), part.anchor, part.joined && !a.says(part.stem), a.f.lx.strict[part.Word], a.f.lx.selector[part.Word], a.f.lx.negation[part.Word]:
		next.cost, next.omitted, next.bare = p.cost+costVerb, p.omitted+1, true
	default:
		next.cost, next.omitted, next.bare = p.cost+costOmitted, p.omitted+1, true
	}
	return next
}

// says that the text has a word of the stem, if in another place.
func (a *aligner) says(stem string) bool {
	return a.u.said.stems[stem]
}

func (a *aligner) matchWord(p *path, part patternPart, j int) *path {
	w := a.u.words[j]
	next := p.step(0)
	next.loose = p.loose || part.Word != w.lower
	switch {
	case part.obliges && (j+1 == len(a.u.words) || a.u.words[j+1].lower != "to"):
		return nil
	case a.tells(j), a.tellsOnly(j) && !part.content && a.f.lx.filler[part.Word], part.content && a.leadsAway(j), a.attached(part, j):
		return nil
	case part.Word == w.lower, part.stem == w.stem:
	case part.Fixed:
		return nil
	case part.content && a.u.within[j] < 0 && a.f.lx.synonyms(part.stem, w.stem):
		next.cost += costSynonym
	case part.lead && a.u.within[j] < 0 && a.f.leads[w.stem] && !nameLike(a.u, j) && !a.f.lx.replacing[part.stem] && !a.f.lx.replacing[w.stem]:
		next.cost += costSynonym
	default:
		return nil
	}
	if part.content {
		next.matched++
		next.bare = false
	}
	next.open, next.gap, next.owner = false, false, ""
	return next
}

// bind gives a slot its value; nil where the slot has another already. A title
// without quotes needs the word that announces it.
func (a *aligner) bind(p *path, part patternPart, s span, titled bool) *path {
	if had := p.value(part.Slot); had != nil && !strings.EqualFold(had.Canon, s.canon) {
		return nil
	}
	loose := isWords(part.slot.Kind) && !s.quoted
	if loose && p.open && !a.u.colonBefore(s.first) && (!p.gap || part.slot.Kind == value.Message) {
		return nil
	}
	next := p.step(0)
	next.open, next.gap, next.bare, next.owner = loose, false, false, part.Slot
	next.signature = p.signature + part.Slot + "=" + strings.ToLower(s.canon) + "\x00"
	next.bound = &Binding{Slot: part.Slot, Kind: part.slot.Kind, Canon: s.canon, Spelled: s.text}
	if loose && part.slot.Kind == value.Phrase {
		perWord := costPhraseWord
		if titled {
			perWord = costFiller // a title goes on to what ends it: "Lunch on us"
		}
		next.cost += perWord * (s.last - s.first + 1)
		if a.takesNeighbour(part.Slot, s) {
			next.cost, next.loose = next.cost+costNeighbour, true
		}
		if p.bare && (titled || len(a.f.announced[part.Slot]) > 0) && !a.f.lx.titles(a.wordBefore(s.first)) {
			next.cost, next.odd = next.cost+costUnexplained, s.text
		}
	}
	if loose && part.slot.Kind == value.Message && (p.bare || a.ownNoun(part, s)) && !a.u.colonBefore(s.first) {
		// Any words fit a message: without what announces it, it would be
		// whatever the task goes on with.
		next.cost, next.odd = next.cost+costUnexplained, s.text
	}
	if loose && (a.commands(s) || part.slot.Kind == value.Message && !a.u.colonBefore(s.first) && (a.f.states(a.u, s.first) || a.reports(s.first))) {
		next.cost, next.odd = next.cost+costUnexplained, s.text
	}
	titledPerson := part.slot.Kind == value.Person && a.announcerBefore(s.first) == "subject" && a.f.announces("subject", part.Slot)
	if loose && a.misannounced(part, s) || titledPerson || isWords(part.slot.Kind) && a.announcesOther(part.Slot, s) {
		next.cost, next.odd = next.cost+costSwapped, s.text
	}
	if led := a.wordBefore(s.first); a.f.lx.direction[led] && !a.f.ledBy[part.Slot][led] {
		next.cost, next.odd = next.cost+costSwapped, led+" "+s.text
	}
	if a.secondReceives(s) || a.misled(part, s) || a.ofOneSelf(p, part, s) || a.unled(p, part, s) || a.saysWhich(part, s) {
		next.cost, next.odd = next.cost+costSwapped, a.wordBefore(s.first)+" "+s.text
	}
	if s.first > 0 && a.f.swapped(part.Slot, a.f.lx.roleOf(a.u.words[s.first-1].lower)) {
		next.cost, next.odd = next.cost+costSwapped, a.u.words[s.first-1].lower+" "+s.text
	}
	return next
}

// announcesOther says that the word before a text announces another slot's: the text
// in quotes behind "the subject" is no message.
func (a *aligner) announcesOther(slot string, s span) bool {
	w := a.announcerBefore(s.first)
	return w != "" && !a.f.announced[slot][w] && a.f.announces(w, slot)
}

// misannounced says that words without quotes cannot be a slot's: what stands
// before them announces another slot, or they hold a word that does; a message
// needs one of its own announcers, where its wordings have any.
func (a *aligner) misannounced(part patternPart, s span) bool {
	slot, kind := part.Slot, part.slot.Kind
	own := a.f.announced[slot]
	w := a.announcerBefore(s.first)
	if a.announcesOther(slot, s) {
		return true
	}
	led := s.first > 0 && a.f.leadIn[slot][a.u.words[s.first-1].stem]
	if kind == value.Message && len(own) > 0 && !own[w] && !led && !a.u.colonBefore(s.first) {
		return true
	}
	for i := s.first; i <= s.last; i++ {
		word := a.u.words[i].lower
		x := a.f.lx.announcer[word]
		if x != "" && word != "that" && (a.f.announces(x, slot) && !own[x] || kind == value.Phrase && own[x]) {
			return true
		}
	}
	return false
}

// commands says that words without quotes are the request's own, as "email" in
// "send Priya an email" is: such are no title.
func (a *aligner) commands(s span) bool {
	commands := false
	for i := s.first; i <= s.last; i++ {
		w := a.u.words[i]
		if !a.f.lx.content(w.lower) {
			continue
		}
		own := a.f.lx.begins(w.stem) || a.f.lx.announcer[w.lower] != ""
		if !own || !a.f.vocabulary[w.stem] || nameLike(a.u, i) {
			return false
		}
		commands = true
	}
	return commands
}

// announcerBefore is the class of the word that announces what stands at word i
// of the text: the nearest before it, over function words; "" for none.
func (a *aligner) announcerBefore(i int) string {
	for k := i - 1; k >= 0; k-- {
		w := a.u.words[k].lower
		if class := a.f.lx.announcer[w]; class != "" {
			return class
		}
		if a.f.lx.content(w) || w == "and" || a.u.words[k+1].breakBefore {
			break
		}
	}
	return ""
}

// asks says that word j begins a question, such as "Did you".
func (a *aligner) asks(j int) bool {
	if !a.f.lx.question[a.u.words[j].lower] {
		return false
	}
	for k := j; k > 0 && !a.u.words[k].breakBefore; k-- {
		if !a.f.lx.filler[a.u.words[k-1].lower] {
			return false
		}
	}
	return true
}

// takesNeighbour says that a phrase holds a word that stands beside the slot
// elsewhere: "Amount column" for "Amount".
func (a *aligner) takesNeighbour(slot string, s span) bool {
	for i := s.first; i <= s.last; i++ {
		stem := a.u.words[i].stem
		if (i < s.last && a.f.before[slot][stem]) || (i > s.first && a.f.after[slot][stem]) {
			return true
		}
		if i > s.first && i < s.last && a.f.roles[slot][a.f.lx.roleOf(a.u.words[i].lower)] {
			return true // "line in stock.xlsx" where the wordings say "in stock.xlsx"
		}
	}
	return false
}

// step begins the path's next step.
func (p *path) step(cost int) *path {
	return &path{cost: p.cost + cost, past: p, omitted: p.omitted, matched: p.matched, bare: p.bare, open: p.open, gap: p.gap, owner: p.owner, loose: p.loose, signature: p.signature}
}

// value is what the path has bound a slot to, nil for nothing.
func (p *path) value(slot string) *Binding {
	for at := p; at != nil; at = at.past {
		if at.bound != nil && at.bound.Slot == slot {
			return at.bound
		}
	}
	return nil
}

// bindings lists what the path has bound, in the text's order.
func (p *path) bindings() []Binding {
	var out []Binding
	for at := p; at != nil; at = at.past {
		if at.bound != nil {
			out = append([]Binding{*at.bound}, out...)
		}
	}
	return out
}

// gaps lists the slots that nothing bound and the words nothing explained.
func (p *path) gaps() (missing, odd []string) {
	for at := p; at != nil; at = at.past {
		if at.missing != "" {
			missing = append([]string{at.missing}, missing...)
		}
		if at.odd != "" {
			odd = append([]string{at.odd}, odd...)
		}
	}
	return missing, odd
}
