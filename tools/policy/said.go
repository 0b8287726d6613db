package policy

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"legomem/tools"
)

// said is a task's own text, to look things up in: the people, addresses, files
// and titles that it names, and what it asks to be done with them. It goes by
// words alone, so that the same text always means the same.
type said struct {
	words     []word
	addresses map[string]bool // whole ones, of any domain
	outside   []string        // those of other domains, by their number in the words
}

// word is a run of letters and digits, folded, and what stands before it. The
// last word of a text is empty, and has what stands at the end.
type word struct{ text, before string }

// addressed finds addresses in a text.
var addressed = regexp.MustCompile(`[^\s<>()\[\],;:"|/\\]+@[\pL\pN][\pL\pN.-]*`)

// hyphened is the other spelling of a word that is looked for.
var hyphened = regexp.MustCompile(`(?i)\be-mail`)

// outsider is the letter that stands, with a number after it, where the text has
// an address of another domain: one that no text has, and that a word may hold.
const outsider = "\uA66E"

// listen reads a task's text. An address of the office is the name before the @
// to it; one of another domain names nobody of the office.
func listen(text string) said {
	s := said{addresses: map[string]bool{}}
	text = strings.ReplaceAll(text, outsider, " ")
	text = addressed.ReplaceAllStringFunc(text, func(found string) string {
		address := strings.TrimRight(strings.TrimLeft(found, "'‘’“”*"), ".-")
		s.addresses[spell(address)] = true
		if local, domain, _ := cutAddress(address); sameDomain(domain, tools.Domain) {
			return ", " + local + ", "
		}
		s.outside = append(s.outside, spell(address))
		return " " + outsider + strconv.Itoa(len(s.outside)-1) + " "
	})
	s.words = wordsOf(hyphened.ReplaceAllString(text, "email"))
	return s
}

func wordsOf(text string) []word {
	var out []word
	var now, before strings.Builder
	end := func() {
		out = append(out, word{now.String(), before.String()})
		now.Reset()
		before.Reset()
	}
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.L, unicode.N, unicode.M):
			now.WriteRune(foldRune(r))
			continue
		case now.Len() > 0:
			end()
		}
		before.WriteRune(r)
	}
	if now.Len() > 0 {
		end()
	}
	end()
	return out
}

// plain are the words of a name or title, without the end.
func plain(name string) []string {
	var out []string
	for _, w := range wordsOf(name) {
		if w.text != "" {
			out = append(out, w.text)
		}
	}
	return out
}

// fold makes names comparable whatever their case. A letter that only looks
// like one of ours (the Kelvin sign) stays another.
func fold(s string) string { return strings.Map(foldRune, s) }

func foldRune(r rune) rune {
	low := unicode.ToLower(r)
	if r >= 0x80 && low < 0x80 {
		return r
	}
	return low
}

// spell makes addresses comparable.
func spell(address string) string { return fold(strings.TrimSpace(address)) }

// cutAddress cuts at the last @. A bare name is a local name.
func cutAddress(who string) (local, domain string, isAddress bool) {
	who = strings.TrimSpace(who)
	at := strings.LastIndexByte(who, '@')
	if at < 0 {
		return who, "", false
	}
	return who[:at], who[at+1:], true
}

func sameDomain(a, b string) bool { return fold(a) == fold(b) }

// separators stand between words of their own; other signs join what they stand
// between to one.
const separators = ` ,;:!?()[]{}<>"“”„«»‹›‘/\|*…—–&=` + "\t\r\n\u00a0"

// joins says that two words with that between them are one.
func joins(between string) bool {
	return between != "" && !strings.ContainsAny(between, separators)
}

// near says that two words with that between them can be of one name: "Mary
// Ann", "mary.ann", "class_member".
func near(between string) bool {
	return strings.TrimSpace(between) == "" || slices.Contains([]string{".", "_", "-", "'", "’", "+"}, between)
}

// span is some words of the text, the last one not included.
type span struct{ from, to int }

// spans are where some words stand in a row. equal says which words are the same.
func (s said) spans(words []string, equal func(a, b string) bool) []span {
	var out []span
	if len(words) == 0 {
		return nil
	}
	for i := 0; i+len(words) < len(s.words); i++ {
		fits := true
		for j, w := range words {
			here := s.words[i+j]
			if fits = equal(here.text, w) && (j == 0 || near(here.before)); !fits {
				break
			}
		}
		if fits {
			out = append(out, span{i, i + len(words)})
		}
	}
	return out
}

func same(a, b string) bool { return a == b }

// sameThing takes one thing for several of it.
func sameThing(a, b string) bool { return singular(a) == singular(b) }

func singular(w string) string {
	if len(w) > 3 && !strings.HasSuffix(w, "ss") {
		return strings.TrimSuffix(w, "s")
	}
	return w
}

// whole says that a span is not part of a longer word: "Bob", "Bob's" and
// "Bob.ics" are whole, "Bobby", "Bob-Smith" and "Bob.Smith" are not. suffixes
// are those that may follow with a dot.
func (s said) whole(at span, suffixes ...string) bool {
	if at.from > 0 && joins(s.words[at.from].before) {
		return false
	}
	next := s.words[at.to]
	switch {
	case next.text == "", !joins(next.before):
		return true
	case next.before == "'" || next.before == "’":
		return slices.Contains([]string{"s", "ll", "d"}, next.text)
	case next.before == "." && slices.Contains(suffixes, next.text):
		after := s.words[at.to+1]
		return after.text == "" || !joins(after.before)
	}
	return false
}

// names says that the text names a person. Where one of the known people has a
// longer name that contains this one ("Mary Ann" and "Ann"), the longer one is
// who is meant.
func (s said) names(person string, known []string) bool {
	return slices.ContainsFunc(s.namePlaces(person, known), func(at span) bool { return !s.leftOut(at) })
}

// namePlaces are where the text has a person's name, as one who is meant or as
// one who is left out.
func (s said) namePlaces(person string, known []string) []span {
	own := plain(person)
	return slices.DeleteFunc(s.spans(own, same), func(at span) bool {
		return !s.whole(at, "ics", "eml") || s.partOfLonger(at, own, known)
	})
}

// leftOut says that a person is named as one who is not meant: "nothing to
// Alice", "all but Tom".
func (s said) leftOut(at span) bool {
	for i := at.from - 1; i >= max(0, at.from-3); i-- {
		if strings.ContainsAny(s.words[i+1].before, ",.;:!?\n") {
			return false
		}
		if leavesOut[s.words[i].text] && !only[s.words[i+1].text] && !s.undone(i, at.from) {
			return true
		}
	}
	return false
}

var leavesOut = set("not nothing nobody never except excluding besides without")

// undone says that a negation is taken back before a word: "don't forget to".
func (s said) undone(i, until int) bool {
	return slices.ContainsFunc(s.words[i+1:until], func(w word) bool { return w.text == "forget" || w.text == "fail" })
}

func (s said) partOfLonger(at span, own, known []string) bool {
	for _, k := range known {
		longer := plain(k)
		if len(longer) <= len(own) {
			continue
		}
		for _, there := range s.spans(longer, same) {
			if there.from <= at.from && at.to <= there.to {
				return true
			}
		}
	}
	return false
}

// names of things that say nothing, since they are words of any task.
var commonWords = set(`a an and all any at by data document documents doc docs email emails excel event events file files
	final for from image images in it list mail mails me meeting meetings message messages my new note notes of old on one or our page
	pdf re fwd report reports sheet sheets table tables task tasks text the their this to txt user untitled with word work workbook your`)

// mentions says that the text has a title or a name of words that mean
// something: a subject, an event, a file's stem.
func (s said) mentions(title string, suffixes ...string) bool {
	return len(s.places(title, suffixes...)) > 0
}

// places are where the text has a title or a name.
func (s said) places(title string, suffixes ...string) []span {
	words := plain(title)
	if !slices.ContainsFunc(words, func(w string) bool { return !commonWords[w] && !commonWords[singular(w)] && len(w) > 1 }) {
		return nil
	}
	return slices.DeleteFunc(s.spans(words, sameThing), func(at span) bool { return !s.whole(at, suffixes...) })
}

// hintsAt says that the text has at least one word of a title that means
// something.
func (s said) hintsAt(title string) bool {
	return slices.ContainsFunc(plain(title), func(w string) bool { return len(w) > 2 && s.mentions(w) })
}

// mentionsFile says that the text has a file's name, with or without its suffix,
// or calls it by the words of its name.
func (s said) mentionsFile(p string) bool { return len(s.filePlaces(p)) > 0 }

// filePlaces are where the text has a file's name.
func (s said) filePlaces(p string) []span {
	base := path.Base(p)
	ext := fold(strings.TrimPrefix(path.Ext(base), "."))
	return append(s.places(strings.TrimSuffix(base, path.Ext(base)), ext), s.spelled(base)...)
}

// spelled is where the text has a file's whole name, suffix and all.
func (s said) spelled(base string) []span {
	if path.Ext(base) == "" {
		return nil
	}
	return slices.DeleteFunc(s.spans(plain(base), same), func(at span) bool { return !s.whole(at) })
}

// has says whether any of these words stands in the text on its own.
func (s said) has(any map[string]bool) bool { return len(s.at(any)) > 0 }

// at are the places of words that stand on their own.
func (s said) at(any map[string]bool) []int {
	var out []int
	for i, w := range s.words {
		if any[w.text] && s.whole(span{i, i + 1}) {
			out = append(out, i)
		}
	}
	return out
}

// negations turn a request round when they stand shortly before its verb.
var negations = set("not never no without dont cannot cant t")

// asks says whether any of these verbs stands in the text and is not negated:
// "don't delete", "without changing".
func (s said) asks(verbs map[string]bool) bool {
	return slices.ContainsFunc(s.at(verbs), func(i int) bool { return !s.negated(i) })
}

func (s said) negated(i int) bool {
	for j := i - 1; j >= max(0, i-3); j-- {
		if strings.ContainsAny(s.words[j+1].before, ",.;:!?\n") {
			return false
		}
		if negations[s.words[j].text] {
			return !s.undone(j, i)
		}
	}
	return false
}

// asksInWords says whether a phrase stands in the text and is not negated.
func (s said) asksInWords(phrase ...string) bool {
	return slices.ContainsFunc(s.spans(phrase, sameVerb), func(at span) bool { return s.whole(at) && !s.negated(at.from) })
}

// sameVerb takes "writes" and "gets" for "write" and "get".
func sameVerb(a, b string) bool { return a == b || a == b+"s" }

// outsiders are where the text has addresses of other domains.
func (s said) outsiders() []span {
	var out []span
	for i, w := range s.words {
		if strings.HasPrefix(w.text, outsider) {
			out = append(out, span{i, i + 1})
		}
	}
	return out
}

// addressPlaces are where the text has an address of another domain.
func (s said) addressPlaces(address string) []span {
	return slices.DeleteFunc(s.outsiders(), func(at span) bool {
		n, err := strconv.Atoi(strings.TrimPrefix(s.words[at.from].text, outsider))
		return err != nil || s.outside[n] != spell(address)
	})
}

func join(sets ...map[string]bool) map[string]bool {
	out := map[string]bool{}
	for _, one := range sets {
		maps.Copy(out, one)
	}
	return out
}

func set(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}
