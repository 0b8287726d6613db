package recall

import (
	"math/bits"
	"slices"
	"strings"

	"legomem/reading"
)

// The classes of the scorer's features, as seeds of their hashes. Each is of a missing slot
// and a pair; nothing else is known when they are made.
const (
	biasClass uint32 = iota + 700
	slotWord
	slotName
	askedWord
	saidWord
	tagWord
	answerWord
	intentWord
	askedShare
	saidShare
	tagShare
	sameTag
	shapeClass
	kindClass
	rangeClass
	relationClass
	recentClass
	timesClass
	newerClass
	askedClass
	againClass
	together
	againstClass
	rivalClass
	ownShare
)

// wanted is a missing slot, ready to be compared.
type wanted struct {
	slot        Slot
	name, words terms
	own         terms // the words that no other slot of the intent has
	kind        uint32
	values      map[string]bool
}

func (st stemmer) wanted(s Slot) wanted {
	w := wanted{slot: s, name: st.terms(slotName, s.Name), words: st.terms(slotWord, s.Name+" "+s.Description), kind: reading.Feature(kindClass, string(s.Kind))}
	if len(s.Values) > 0 {
		w.values = map[string]bool{}
		for _, v := range s.Values {
			w.values[plain(v)] = true
		}
	}
	return w
}

// wants prepares the missing slots.
func (s *scene) wants() []wanted {
	of := map[string]int{}
	for _, slot := range s.ask.Slots {
		for w := range s.st.wanted(slot).words.stems {
			of[w]++
		}
	}
	var out []wanted
	for _, slot := range s.ask.Missing() {
		w := s.st.wanted(slot)
		w.own.stems = map[string]bool{}
		for stem := range w.words.stems {
			if of[stem] == 1 {
				w.own.stems[stem] = true
			}
		}
		out = append(out, w)
	}
	return out
}

// held is a pair of memory, ready to be compared.
type held struct {
	hit                              Hit
	pair                             Pair
	asked, said, tag, answer, intent terms
	shape                            uint32
	answered                         bool
	common                           []uint32 // features that do not depend on the slot
}

// scene is what the pairs of one Ask have in common.
type scene struct {
	st       stemmer
	ask      Ask
	blind    bool // tags are hidden
	filled   map[string]string
	sessions []int64 // the ends of the sessions retrieved, the newest first
	latest   map[string]latest
}

// latest is what the retrieved units of one service, or for one of its slots, say last.
type latest struct {
	at    int64
	value string
}

func newScene(a Ask, hits []Hit, blind bool) *scene {
	s := &scene{st: stemmer{}, ask: a, blind: blind, filled: map[string]string{}}
	for slot, v := range a.Filled {
		s.filled[plain(v)] = slot
	}
	for _, h := range hits {
		s.sessions = append(s.sessions, -h.Unit.At.UnixNano())
	}
	slices.Sort(s.sessions)
	s.sessions = slices.Compact(s.sessions)
	s.latest = map[string]latest{}
	for _, h := range hits {
		at := h.Unit.At.UnixNano()
		s.say(h.Unit.Intent.Domain, latest{at: at})
		for _, p := range h.Unit.Pairs {
			s.say(slotOf(h.Unit, p), latest{at, plain(p.Answer)})
		}
	}
	return s
}

// say notes what was said last of a service or a slot; of two at the same time the later one.
func (s *scene) say(of string, l latest) {
	if l.at >= s.latest[of].at {
		s.latest[of] = l
	}
}

func slotOf(u Unit, p Pair) string { return u.Intent.Domain + "\x1f" + p.Slot }

// outdated says how far a newer session of the same service, whatever its intent, speaks against
// a pair: 0 if there is none, 1 if there is one, and where tags are seen 2 if it says the same of
// the slot, and 3 if it says another value.
func (s *scene) outdated(u Unit, p Pair) int {
	at := u.At.UnixNano()
	slot := s.latest[slotOf(u, p)]
	switch {
	case !s.blind && slot.at > at && slot.value != plain(p.Answer):
		return 3
	case !s.blind && slot.at > at:
		return 2
	case u.Intent.Domain != "" && s.latest[u.Intent.Domain].at > at:
		return 1
	}
	return 0
}

// hold prepares a pair of a hit.
func (s *scene) hold(h Hit, p Pair) held {
	k := held{
		hit: h, pair: p,
		asked: s.st.terms(askedWord, p.Question), said: s.st.terms(saidWord, without(p.Words, p.Answer)),
		answer: s.st.terms(answerWord, p.Answer), intent: s.st.terms(intentWord, h.Unit.Intent.Description),
		shape: reading.Feature(shapeClass, string(p.Kind)), answered: p.Question != "",
	}
	if !s.blind {
		k.tag = s.st.terms(tagWord, p.Slot)
	}
	distance, _ := slices.BinarySearch(s.sessions, -h.Unit.At.UnixNano())
	_, again := s.filled[plain(p.Answer)]
	same, against := s.goesOn(h.Unit)
	k.common = []uint32{
		s.relation(h.Unit.Intent),
		step(relationClass, int(h.Pre*10), 1),
		step(recentClass, bits.Len(uint(distance)), 0),
		step(timesClass, min(p.Standing.Times, 4), 0),
		step(newerClass, p.Standing.Newer, 0),
		step(newerClass, s.outdated(h.Unit, p), 1),
		reading.Cross(s.relation(h.Unit.Intent), step(newerClass, s.outdated(h.Unit, p), 2)),
		step(againClass, flag(again), 0),
		step(together, min(same, 3), 0),
		step(againstClass, min(against, 3), 0),
		step(askedClass, flag(k.answered), 0),
	}
	return k
}

// relation says how the stored intent relates to the present one.
func (s *scene) relation(in Intent) uint32 {
	n := 0
	switch {
	case in.key() == s.ask.Intent.key():
		n = 3
	case in.Domain != "" && in.Domain == s.ask.Intent.Domain:
		n = 2
	case in.Domain != "" && Family(in.Domain) == Family(s.ask.Intent.Domain):
		n = 1
	}
	return step(relationClass, n, 0)
}

// Family is a service's name without its number: "Hotels_1" and "Hotels_4" do the same.
func Family(domain string) string { return strings.TrimRight(domain, "_0123456789") }

// goesOn counts the values that the present session has and the unit too, and, where tags are
// seen, those that differ.
func (s *scene) goesOn(u Unit) (same, against int) {
	for _, p := range u.Pairs {
		if _, ok := s.filled[plain(p.Answer)]; ok {
			same++
		}
		if v := s.ask.Filled[p.Slot]; !s.blind && v != "" && u.Intent.Domain == s.ask.Intent.Domain && !Same(v, p.Answer) {
			against++
		}
	}
	return same, against
}

// features are those of a missing slot and a pair. Fits are the pair's with that slot. Known is
// false to leave out what the words of the two are, which a slot of a new kind of service has
// not taught anybody: then only how far they agree counts.
func (s *scene) features(w wanted, k held, fits []uint32, known bool) []uint32 {
	out := make([]uint32, 0, 1+len(k.common)+3*len(fits)+len(w.words.all)*(len(k.asked.all)+len(k.said.all)+len(k.tag.all)+1)+len(w.name.all)*(len(k.answer.all)+len(k.intent.all)))
	out = append(out, reading.Feature(biasClass))
	out = append(out, k.common...)
	out = append(out, fits...)
	for _, c := range k.common[:2] { // how near the intent is decides what the rest is worth
		for _, f := range fits {
			out = append(out, reading.Cross(c, f))
		}
	}
	cross := func(a, b []uint32) {
		for _, x := range a {
			for _, y := range b {
				out = append(out, reading.Cross(x, y))
			}
		}
	}
	cross(w.words.all, []uint32{k.shape})
	if !known {
		return out
	}
	cross(w.words.all, k.asked.all)
	cross(w.words.all, k.said.all)
	cross(w.words.all, k.tag.all)
	cross(w.name.all, k.answer.all)
	cross(w.name.all, k.intent.all)
	return out
}

func step(class uint32, n, of int) uint32 {
	return reading.Cross(reading.Feature(class), uint32(n)<<8|uint32(of))
}

func flag(is bool) int {
	if is {
		return 1
	}
	return 0
}

// without is what the user said around the value.
func without(words, answer string) string {
	if at := strings.Index(strings.ToLower(words), strings.ToLower(answer)); at >= 0 && answer != "" && at+len(answer) <= len(words) {
		return words[:at] + " " + words[at+len(answer):]
	}
	return words
}
