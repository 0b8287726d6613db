package reflex

import (
	"bufio"
	_ "embed"
	"strings"

	"legomem/tools/value"
)

//go:embed lexicon.txt
var lexiconText string

// lexicon knows the few words that matching treats apart: fillers that count
// for nothing, function words that carry little, and classes of words that
// office people use for one another. It knows no task.
type lexicon struct {
	filler   map[string]bool
	function map[string]bool
	pronoun  map[string]bool
	strict   map[string]bool // words that turn a request around
	request  map[string]bool // stems of verbs that begin a request
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
}

// readLexicon parses the embedded list: a section a heading, in brackets; in
// [synonyms], [roles] and [announcers] a class a line.
func readLexicon(text string) *lexicon {
	lx := &lexicon{
		filler: map[string]bool{}, function: map[string]bool{}, pronoun: map[string]bool{}, strict: map[string]bool{},
		preposition: map[string]bool{}, nounPlace: map[string]bool{}, request: map[string]bool{}, question: map[string]bool{},
		quantifier: map[string]bool{}, announcer: map[string]string{}, role: map[string]string{}, classes: map[string][]int{},
	}
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
