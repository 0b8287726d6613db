package reflex

import (
	"bufio"
	_ "embed"
	"strings"
	"sync"
	"sync/atomic"

	"legomem/tools/value"
)

//go:embed lexicon.txt
var lexiconText string

// lexicon knows the few words that matching treats apart: fillers that count
// for nothing, function words that carry little, and classes of words that
// office people use for one another. It knows no task.
type lexicon struct {
	filler    map[string]bool
	function  map[string]bool
	pronoun   map[string]bool
	strict    map[string]bool // words that turn a request around
	direction map[string]bool // words that say in which direction
	limit     map[string]bool // words that no phrase without quotes holds
	selector  map[string]bool // words that choose among several
	request   map[string]bool // stems of verbs that begin a request
	// negation are words that deny; light ones say nothing by themselves.
	negation, light map[string]bool
	// universal are words that mean every one, and phrasal pairs of a verb's stem
	// with the word that goes with it.
	universal, phrasal map[string]bool
	way                map[string]string // word → the direction it gives
	replacing          map[string]bool   // stems of verbs whose object is what is there before
	manner             map[string]bool   // words for how a text looks, or its language
	opposite           map[string]int    // word → its class of words that exclude each other, from 1
	pole               map[string]bool   // the first word of such a class
	// quantifier are words that count.
	quantifier map[string]bool
	question   map[string]bool // words with which a question begins
	// announcer are words that announce what a slot of words holds, with their
	// class.
	announcer map[string]string
	// preposition are words that lead from one value to the next.
	preposition map[string]bool
	// nounPlace are words behind which a verb's form is a noun: "an email".
	nounPlace map[string]bool
	role      map[string]string // word → the role it gives the value behind it
	classes   map[string][]int  // stem → synonym classes
	stems     stems
}

// words is the embedded lexicon, read once.
var words = sync.OnceValue(func() *lexicon { return readLexicon(lexiconText) })

// mostStems bounds the words whose stems are kept: a bank's wordings have a few
// thousand, and users add to them without end.
const mostStems = 1 << 14

// stems are words' stems, kept because the same few words come in every wording. Once
// there are too many, all are forgotten: reading takes no lock, as an LRU would.
type stems struct {
	kept atomic.Pointer[sync.Map]
	n    atomic.Int64
}

func (lx *lexicon) stem(word string) string {
	kept := lx.stems.kept.Load()
	if s, ok := kept.Load(word); ok {
		return s.(string)
	}
	if lx.stems.n.Add(1)%mostStems == 0 {
		kept = new(sync.Map)
		lx.stems.kept.Store(kept)
	}
	s := value.Stem(word)
	kept.Store(word, s)
	return s
}

// readLexicon parses the embedded list: a section a heading, in brackets; in
// [synonyms], [roles] and [announcers] a class a line.
func readLexicon(text string) *lexicon {
	lx := &lexicon{
		filler: map[string]bool{}, function: map[string]bool{}, pronoun: map[string]bool{}, strict: map[string]bool{},
		preposition: map[string]bool{}, nounPlace: map[string]bool{}, request: map[string]bool{}, question: map[string]bool{},
		negation: map[string]bool{}, light: map[string]bool{}, universal: map[string]bool{}, phrasal: map[string]bool{},
		way: map[string]string{}, replacing: map[string]bool{}, manner: map[string]bool{}, opposite: map[string]int{}, pole: map[string]bool{},
		quantifier: map[string]bool{}, selector: map[string]bool{}, limit: map[string]bool{}, direction: map[string]bool{}, announcer: map[string]string{}, role: map[string]string{}, classes: map[string][]int{},
	}
	lx.stems.kept.Store(new(sync.Map))
	section, class := "", 0
	for in := bufio.NewScanner(strings.NewReader(text)); in.Scan(); {
		line, _, _ := strings.Cut(in.Text(), "#")
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			section = strings.Trim(line, "[]")
			continue
		}
		words := strings.Fields(line)
		if len(words) > 0 {
			class++
		}
		for _, w := range words {
			lx.add(section, w, words[0], class)
		}
	}
	return lx
}

func (lx *lexicon) add(section, word, first string, class int) {
	switch section {
	case "filler":
		lx.filler[word] = true
	case "function":
		lx.function[word] = true
	case "pronouns":
		lx.pronoun[word] = true
	case "articles":
		lx.nounPlace[word] = true
	case "prepositions":
		lx.preposition[word] = true
	case "strict":
		lx.strict[word] = true
	case "directions":
		lx.direction[word] = true
	case "ways":
		lx.way[word] = first
	case "replacing":
		lx.replacing[value.Stem(word)] = true
	case "opposites":
		lx.opposite[word], lx.pole[word] = class, word == first
	case "manners":
		lx.manner[word] = true
	case "limits":
		lx.limit[word] = true
	case "negations":
		lx.negation[word] = true
	case "universals":
		lx.universal[word] = true
	case "phrasal":
		lx.phrasal[value.Stem(first)+" "+word] = word != first
	case "light":
		lx.light[word] = true
	case "selectors":
		lx.selector[word] = true
	case "quantifiers":
		lx.quantifier[word] = true
	case "questions":
		lx.question[word] = true
	case "announcers":
		lx.announcer[word] = first
	case "requests":
		lx.request[value.Stem(word)] = true
	case "roles":
		lx.role[word] = first
	case "synonyms":
		stem := value.Stem(word)
		lx.classes[stem] = append(lx.classes[stem], class)
	}
}

// content says whether a word must be accounted for.
func (lx *lexicon) content(word string) bool { return !lx.filler[word] && !lx.function[word] }

// synonyms says whether two stems share a class.
func (lx *lexicon) synonyms(a, b string) bool {
	for _, x := range lx.classes[a] {
		for _, y := range lx.classes[b] {
			if x == y {
				return true
			}
		}
	}
	return false
}

// begins says whether a word begins a request of its own, as "email" does in
// "the report and email it".
func (lx *lexicon) begins(stem string) bool { return lx.request[stem] }

// titles says whether a word announces a title.
func (lx *lexicon) titles(word string) bool { return lx.announcer[word] == "subject" }

// roleOf is the role a function word gives the value behind it; the word
// itself where no class is listed, "" for anything else.
func (lx *lexicon) roleOf(word string) string {
	if r := lx.role[word]; r != "" {
		return r
	}
	if lx.function[word] && !lx.filler[word] {
		return word
	}
	return ""
}
