package hashembed

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/kljensen/snowball/english"
)

//go:embed office_words.txt
var officeWordsText string

// officeWords is the word list in office_words.txt, read once.
var officeWords = sync.OnceValue(func() *wordList { return readWordList(officeWordsText) })

// wordList is a small thesaurus of office work. Words are kept by their stems,
// two words in a row with a space between. It is not changed after reading.
type wordList struct {
	classes  map[string][]wordClass // stem → the classes it is in
	apps     map[string][]string    // stem → the apps it points to
	kinds    map[string]string      // word → the kind of value it names
	capital  map[string]string      // the same, for a word with a capital
	suffixes map[string]string      // a file's suffix → the word it counts as
	forms    map[string]string      // irregular form → word
	rarity   map[string]int         // stem → 0, 1 or 2; others are rare
}

// wordClass is a line of words that mean nearly the same.
type wordClass struct {
	name  string
	topic bool // a subject, not an action or a kind of file
}

// rare is the rarity of a word that is not listed.
const rare = 3

func readWordList(text string) *wordList {
	l := &wordList{
		classes: map[string][]wordClass{}, apps: map[string][]string{}, kinds: map[string]string{}, capital: map[string]string{},
		suffixes: map[string]string{}, forms: map[string]string{}, rarity: map[string]int{},
	}
	// Forms first: the stems of all the others depend on them.
	l.readSections(text, func(section string) bool { return section == "forms" })
	l.readSections(text, func(section string) bool { return section != "forms" })
	return l
}

func (l *wordList) readSections(text string, want func(section string) bool) {
	section := ""
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		switch {
		case strings.HasPrefix(line, "["):
			section = strings.Trim(strings.TrimSpace(line), "[]")
		case len(words) > 0 && want(section):
			l.readLine(section, words)
		}
	}
}

func (l *wordList) readLine(section string, words []string) {
	name, arg, _ := strings.Cut(section, " ")
	switch name {
	case "forms":
		setAll(l.forms, words)
	case "kinds":
		setAll(l.kinds, words)
	case "capital":
		setAll(l.capital, words)
	case "suffixes":
		l.suffixes[words[0]] = words[1]
	case "rarity":
		for _, w := range words {
			if key := l.key(w); l.rank(key) == rare {
				l.rarity[key] = int(arg[0] - '0')
			}
		}
	default:
		l.readClass(wordClass{section + " " + words[0], name == "topics"}, arg, words)
	}
}

// setAll maps all words but the first to the first.
func setAll(m map[string]string, words []string) {
	for _, w := range words[1:] {
		m[w] = words[0]
	}
}

func (l *wordList) readClass(class wordClass, app string, words []string) {
	for _, w := range words {
		key := l.key(w)
		if !slices.Contains(l.classes[key], class) {
			l.classes[key] = append(l.classes[key], class)
		}
		if app != "" && !slices.Contains(l.apps[key], app) {
			l.apps[key] = append(l.apps[key], app)
		}
	}
}

// key is the list's key for a word, or for two in a row joined by "-".
func (l *wordList) key(w string) string {
	parts := strings.Split(w, "-")
	for i, p := range parts {
		parts[i] = l.stem(p)
	}
	return strings.Join(parts, " ")
}

// stem folds a word's forms.
func (l *wordList) stem(w string) string {
	if f := l.forms[w]; f != "" {
		w = f
	}
	return english.Stem(w, false)
}

// rank is how rare a stem is, from 0 to rare.
func (l *wordList) rank(stem string) int {
	if r, ok := l.rarity[stem]; ok {
		return r
	}
	return rare
}

// whole reports whether the list has a word with its punctuation: "a.m", "e-mail".
func (l *wordList) whole(w string) bool { return l.kinds[w] != "" || l.forms[w] != "" }
