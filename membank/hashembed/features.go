package hashembed

import (
	"slices"
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"
)

// The weights of features, as whole numbers so that sums are exact and the same on
// every platform. What is to be done, and with which apps, says most about the kind of
// a request; a value (a number, a name) says little, but that there is one says more.
// docs/retrieval.md explains how the weights were chosen.
const (
	appWeight   = 12 // an app that a word or a file points to
	appsWeight  = 10 // all the apps of a text together
	flowWeight  = 12 // the first app and the last
	asksWeight  = 14 // a question
	kindWeight  = 12 // a value of a kind
	valueWeight = 2  // the value itself
	nameWeight  = 3  // a person's or a thing's name
	fileWeight  = 6  // a word in a file's name
	saidWeight  = 2  // a word that is to be written or sent
	stopWeight  = 1

	whole        = 100 // percent of a weight
	suffixShare  = 80  // of a file's suffix, to the word it counts as
	titleShare   = 50  // of a listed word with a capital, which may be part of a name
	topicPercent = 60  // of a class that is a topic
)

// By a word's rarity: the weight of its class, of a listed word's stem, and of
// the stem of a word in no class.
var (
	classWeights = [rare + 1]int64{10, 15, 18, 26}
	stemWeights  = [rare + 1]int64{2, 4, 5, 6}
	otherWeights = [rare + 1]int64{1, 4, 7, 10}
	// shares are the percent of a class's weight where a word is in one class,
	// two, three, or more.
	shares = [4]int64{90, 80, 50, 40}
)

// reader counts the features of a text.
type reader struct {
	bag
	list  *wordList
	apps  []string // that the text surely needs, each once
	last  string   // the one met last
	files []string // the suffixes of the files, in order
}

// read counts the features of all tokens.
func (r *reader) read(tokens []token) {
	for len(tokens) > 0 {
		if key, used := r.phrase(tokens); used > 0 {
			r.add("word", key, stemWeights[rare])
			r.listed(key, rare, whole)
			tokens = tokens[used:]
			continue
		}
		r.token(tokens[0])
		tokens = tokens[1:]
	}
}

// frame counts features of the whole text: its apps, the first and the last of them,
// whether it begins and ends with the same kind of file, whether it is a question.
func (r *reader) frame(tokens []token) {
	if len(r.apps) > 1 {
		r.add("flow", r.apps[0]+">"+r.last, flowWeight)
	}
	if n := len(r.files); n > 1 && r.files[0] == r.files[n-1] {
		r.add("flow", "same", flowWeight)
	}
	if len(tokens) > 0 {
		slices.Sort(r.apps)
		r.add("apps", strings.Join(r.apps, "+"), appsWeight)
	}
	if asks(tokens) {
		r.add("asks", "", asksWeight)
	}
}

// asks reports whether a text begins like a question. A polite request is not one: "can
// you" asks nothing.
func asks(tokens []token) bool {
	for _, t := range tokens {
		switch t.text {
		case "please", "hi", "hello":
			continue
		case "what", "which", "who", "whom", "whose", "when", "where", "why", "how",
			"is", "are", "was", "were", "does", "do", "did", "has", "have":
			return true
		}
		return false
	}
	return false
}

// phrase finds a listed pair of words at the front, with or without articles between
// them, and returns how many tokens it takes.
func (r *reader) phrase(tokens []token) (key string, used int) {
	if len(tokens) < 2 || tokens[0].kind != "" || tokens[0].said {
		return "", 0
	}
	i := 1
	for i < len(tokens)-1 && isArticle(tokens[i].text) {
		i++
	}
	if tokens[i].kind != "" || tokens[i].said {
		return "", 0
	}
	key = tokens[0].stem + " " + tokens[i].stem
	if len(r.list.classes[key]) == 0 {
		return "", 0
	}
	return key, i + 1
}

func isArticle(w string) bool {
	switch w {
	case "the", "a", "an", "my", "your", "his", "her", "its", "our", "their":
		return true
	}
	return false
}

func (r *reader) token(t token) {
	switch {
	case t.kind == kindFile:
		r.file(t)
	case t.kind != "":
		r.add("kind", t.kind, kindWeight)
		r.add("value", t.text, valueWeight)
	case t.said:
		r.add("kind", kindText, kindWeight)
		r.add("word", t.stem, saidWeight)
	default:
		r.word(t)
	}
}

// file counts a file as its suffix's word, and the words in its name a little.
func (r *reader) file(t token) {
	r.add("kind", kindFile, kindWeight)
	r.files = append(r.files, t.suffix)
	r.listed(r.list.key(r.list.suffixes[t.suffix]), rare, suffixShare)
	for _, part := range strings.FieldsFunc(t.text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if len(part) > 1 && !english.IsStopWord(part) {
			r.add("word", r.list.stem(part), fileWeight)
		}
	}
}

func (r *reader) word(t token) {
	rank := r.list.rank(t.stem)
	kind := r.list.kinds[t.text]
	if kind == "" && t.proper {
		kind = r.list.capital[t.text]
	}
	switch {
	case kind != "":
		r.add("kind", kind, kindWeight)
		r.add("value", t.text, valueWeight)
	case len(r.list.classes[t.stem]) > 0:
		r.add("word", t.stem, stemWeights[rank])
		share := int64(whole)
		if t.proper && !isApp(t.stem) {
			share = titleShare
		}
		r.listed(t.stem, rank, share)
	case english.IsStopWord(t.text):
		r.add("word", t.stem, stopWeight)
	case t.proper && rank == rare:
		r.add("kind", kindPerson, kindWeight)
		r.add("word", t.stem, nameWeight)
	default:
		r.add("word", t.stem, otherWeights[rank])
	}
}

// isApp reports whether a stem is written with a capital because it names an app.
func isApp(stem string) bool {
	switch stem {
	case "excel", "word", "pdf", "email", "ocr":
		return true
	}
	return false
}

// listed counts the classes and the apps of a listed word; the more there are, the less
// each counts. An app is certain if the word points to no other.
func (r *reader) listed(key string, rank int, percent int64) {
	classes := r.list.classes[key]
	for _, c := range classes {
		weight := classWeights[rank] * shareOf(len(classes)) * percent / (whole * whole)
		if c.topic {
			weight = weight * topicPercent / whole
		}
		r.add("class", c.name, weight)
	}
	apps := r.list.apps[key]
	for _, a := range apps {
		r.add("app", a, appWeight*shareOf(len(apps))/whole)
	}
	if len(apps) == 1 {
		r.last = apps[0]
		if !slices.Contains(r.apps, r.last) {
			r.apps = append(r.apps, r.last)
		}
	}
}

// shareOf is the percent of its weight that each of n classes gets.
func shareOf(n int) int64 { return shares[min(n, len(shares))-1] }
