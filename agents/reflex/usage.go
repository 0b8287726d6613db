package reflex

import (
	"math"
	"slices"
	"strings"

	"legomem/tools/value"
)

// usage is what a family's wordings have in common, whatever their order: what
// stands beside each slot, which words go together, and which are never left
// out. A text in no wording's order is read by it (free.go).
type usage struct {
	family *family
	// times is how often each slot stands in the wordings; before, behind and
	// led count the keys to its left, to its right, and the two to its left.
	times               map[string]int
	before, behind, led map[string]map[string]int
	// pairs are keys that follow each other in some wording.
	pairs map[[2]string]bool
	// share is the part of the wordings that say each word of the vocabulary,
	// or another for the same.
	share map[string]float64
	// needed are the words of the vocabulary that say what to do, or which of
	// several is meant.
	needed map[string]bool
	// least is how much of that sum a text must have.
	least float64
	// universal says that wordings have a word that means every one.
	universal bool
	// negations are how many negating words many of the wordings have.
	negations map[int]bool
	// joined are two slots of which the second follows the first right behind "and".
	joined map[[2]string]bool
	// titled is how often a word for a title stands beside each slot.
	titled map[string]int
	// names are the slots that each noun names, "the picture {file}", and treats
	// those that each verb has as its object.
	names, treats map[string]map[string]bool
	// order counts for two slots how often the first stands before the second.
	order map[[2]string]int
	// means are the slots whose files every wording names before it has "it" behind a
	// verb, by stem.
	means map[string]map[string]bool
	// decisions are what conditions of the wordings decide.
	decisions []consequence
}

// The keys of what is no word.
const (
	keyStart = "^"
	keyEnd   = "$"
	keyNot   = "¬"
	keyName  = "{name}" // a person, or a phrase that is written like one
)

// neverLeftOut is the share of the wordings that makes a word indispensable.
const neverLeftOut = 0.9

// enoughOf is the part that a text must have of what all but the shortest fifth
// of the wordings say.
const enoughOf = 0.5

func (f *family) used() *usage {
	g := &usage{family: f, times: map[string]int{}, before: map[string]map[string]int{}, behind: map[string]map[string]int{}, led: map[string]map[string]int{},
		pairs: map[[2]string]bool{}, share: map[string]float64{}, negations: map[int]bool{}, joined: map[[2]string]bool{}, titled: map[string]int{}, names: map[string]map[string]bool{}, treats: map[string]map[string]bool{}, means: map[string]map[string]bool{}, needed: map[string]bool{}, order: map[[2]string]int{}}
	for _, s := range f.Slots {
		g.before[s.Name], g.behind[s.Name], g.led[s.Name] = map[string]int{}, map[string]int{}, map[string]int{}
	}
	g.decisions = f.decisions()
	nots := map[int]int{}
	for _, parts := range f.parts {
		nots[g.learn(parts)]++
	}
	for n, times := range nots {
		g.negations[n] = float64(times) >= manySay*float64(len(f.parts))
	}
	for stem := range f.vocabulary {
		with := 0
		for _, parts := range f.parts {
			if slices.ContainsFunc(parts, func(p patternPart) bool { return p.content && p.Slot == "" && f.lx.alike(p.stem, stem) }) {
				with++
			}
		}
		g.share[stem] = float64(with) / float64(len(f.parts))
	}
	g.least, g.universal = g.threshold(), g.saidBySome(f.lx.universal)
	return g
}

// What shares of the wordings are most, many, some and few of them.
const (
	fewSay  = 0.1
	mostSay = 0.5
	manySay = 0.4
	someSay = 0.2
)

// saidBySome says that more than one or two wordings have one of the words.
func (g *usage) saidBySome(words map[string]bool) bool {
	with := 0
	for _, parts := range g.family.parts {
		if slices.ContainsFunc(parts, func(p patternPart) bool { return words[p.Word] }) {
			with++
		}
	}
	return float64(with) >= fewSay*float64(len(g.family.parts))
}

// keyOf is what a part counts as beside another; "" for one that counts for
// nothing.
func (g *usage) keyOf(p patternPart) string {
	if p.Slot != "" {
		return keyOfKind(*p.slot)
	}
	return g.family.lx.key(p.Word, p.stem)
}

func keyOfKind(s Slot) string { return "{" + string(s.Kind) + "}" }

// key is what a word counts as beside another.
func (lx *lexicon) key(lower, stem string) string {
	switch {
	case lx.negation[lower]:
		return keyNot
	case lx.filler[lower] && lower != "my" && lower != "me":
		return ""
	case !lx.content(lower):
		return lower
	}
	return stem
}

// alike says that two stems are the same or mean the same.
func (lx *lexicon) alike(a, b string) bool { return a == b || lx.synonyms(a, b) }

// learn counts what stands beside what in one wording, and returns how many
// words of it negate.
func (g *usage) learn(parts []patternPart) (nots int) {
	g.learnReferences(parts)
	left, left2, last := keyStart, "", ""
	at := map[string]int{}
	for i, p := range parts {
		g.needed[p.stem] = g.needed[p.stem] || p.verb || g.family.lx.selector[p.Word] || g.family.lx.limit[p.Word]
		key := g.keyOf(p)
		if key == "" {
			continue
		}
		if key == keyNot {
			nots++
		}
		g.pairs[[2]string{left, key}] = true
		if p.Slot != "" {
			g.times[p.Slot]++
			g.before[p.Slot][left]++
			g.led[p.Slot][left2+" "+left]++
			g.behind[p.Slot][g.next(parts[i+1:])]++
			if left == "and" && strings.HasPrefix(left2, "{") {
				g.joined[[2]string{last, p.Slot}] = true
			}
			if g.hasTitle(parts[max(0, i-nearTitle):min(len(parts), i+1+nearTitle)]) {
				g.titled[p.Slot]++
			}
			g.learnNouns(parts, i)
			last = p.Slot
			if _, seen := at[p.Slot]; !seen {
				at[p.Slot] = i
			}
		}
		left, left2 = key, left
	}
	g.pairs[[2]string{left, keyEnd}] = true
	for a, i := range at {
		for b, j := range at {
			if i < j {
				g.order[[2]string{a, b}]++
			}
		}
	}
	return nots
}

// learnNouns notes the noun that names slot i, and the verb it is the object of.
func (g *usage) learnNouns(parts []patternPart, i int) {
	k := i - 1
	if k >= 0 && parts[k].content && !g.family.lx.begins(parts[k].stem) {
		noteKey(g.names, parts[k].stem, parts[i].Slot)
		k--
	}
	for k > 0 && g.family.lx.nounPlace[parts[k].Word] && !g.family.lx.preposition[parts[k].Word] {
		k--
	}
	if k >= 0 && parts[k].verb {
		noteKey(g.treats, parts[k].stem, parts[i].Slot)
	}
}

// nearTitle is how many words may stand between a title and the word for it: "X as
// the subject".
const nearTitle = 4

func (g *usage) hasTitle(parts []patternPart) bool {
	return slices.ContainsFunc(parts, func(p patternPart) bool { return p.Slot == "" && g.family.lx.titles(p.Word) })
}

func (g *usage) next(parts []patternPart) string {
	for _, p := range parts {
		if key := g.keyOf(p); key != "" {
			return key
		}
	}
	return keyEnd
}

// threshold is what the texts of this family must say: nearly as much as its
// own wordings do, the shortest fifth of them aside.
func (g *usage) threshold() float64 {
	var all []float64
	for _, parts := range g.family.parts {
		var stems []string
		for _, p := range parts {
			if p.Slot == "" && p.content {
				stems = append(stems, p.stem)
			}
		}
		all = append(all, g.weigh(stems))
	}
	slices.Sort(all)
	return enoughOf * all[len(all)/5]
}

// weigh sums the shares of words, each meaning once.
func (g *usage) weigh(stems []string) float64 {
	sum := 0.0
	for i, s := range stems {
		if !slices.ContainsFunc(stems[:i], func(o string) bool { return g.family.lx.alike(o, s) }) {
			sum += g.shareOf(s)
		}
	}
	return sum
}

// shareOf is the share of a word that may be another for one of the wordings'.
func (g *usage) shareOf(stem string) float64 {
	most := g.share[stem]
	for s, share := range g.share {
		if share > most && g.family.lx.synonyms(s, stem) {
			most = share
		}
	}
	return most
}

// lacks lists the words that nearly every wording says, that no request is
// without, and that the text has not: what to do, and which of several.
func (g *usage) lacks(stems []string) []string {
	var out []string
	for s, share := range g.share {
		if share >= neverLeftOut && g.needed[s] && !slices.ContainsFunc(stems, func(o string) bool { return g.family.lx.alike(o, s) }) {
			out = append(out, s)
		}
	}
	slices.Sort(out)
	return out
}

// paired says that some wording has the second key behind the first.
func (g *usage) paired(a, b string) bool {
	if g.pairs[[2]string{a, b}] {
		return true
	}
	for p := range g.pairs {
		if g.same(p[0], a) && g.same(p[1], b) {
			return true
		}
	}
	return false
}

// same says that two keys are the same, or words for the same.
func (g *usage) same(a, b string) bool {
	lx := g.family.lx
	if b == keyName {
		return a == keyOfKind(Slot{Kind: value.Person}) || a == keyOfKind(Slot{Kind: value.Phrase})
	}
	return a == b || lx.synonyms(a, b) || lx.role[a] != "" && lx.role[a] == lx.role[b] || lx.titles(a) && lx.titles(b)
}

// seen counts how often the key stands there.
func (g *usage) seen(keys map[string]int, key string) int {
	n := 0
	for k, times := range keys {
		if g.same(k, key) {
			n += times
		}
	}
	return n
}

// bits is what it costs to find a slot at a place: little where the wordings often
// have the same beside it, much where none has.
func (g *usage) bits(slot string, at beside) int {
	n := g.times[slot]
	return surprise(g.seen(g.before[slot], at.left), n) + surprise(g.seen(g.led[slot], at.left2+" "+at.left), n) + surprise(g.seen(g.behind[slot], at.right), n)
}

// surprise is minus the logarithm of how likely something is that was seen so
// many times out of n, in hundredths of a bit.
func surprise(times, n int) int {
	const unseen, others = 0.25, 5
	return int(-100 * math.Log2((float64(times)+unseen)/(float64(n)+others)))
}
