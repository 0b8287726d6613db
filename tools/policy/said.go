package policy

import (
	"path"
	"regexp"
	"slices"
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
}

// word is a run of letters and digits, folded, and what stands before it. The
// last word of a text is empty, and has what stands at the end.
type word struct{ text, before string }

// addressed finds addresses in a text.
var addressed = regexp.MustCompile(`[^\s<>()\[\],;:"|/\\]+@[\pL\pN][\pL\pN.-]*`)

// hyphened is the other spelling of a word that is looked for.
var hyphened = regexp.MustCompile(`(?i)\be-mail`)

// listen reads a task's text. An address of the office is the name before the @
// to it; one of another domain names nobody of the office.
func listen(text string) said {
	s := said{addresses: map[string]bool{}}
	text = addressed.ReplaceAllStringFunc(text, func(found string) string {
		address := strings.TrimRight(strings.TrimLeft(found, "'‘’“”*"), ".-")
		s.addresses[spell(address)] = true
		if local, domain, _ := cutAddress(address); sameDomain(domain, tools.Domain) {
			return ", " + local + ", "
		}
		return ", "
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
	own := plain(person)
	for _, at := range s.spans(own, same) {
		if s.whole(at, "ics", "eml") && !s.partOfLonger(at, own, known) {
			return true
		}
	}
	return false
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
	words := plain(title)
	if !slices.ContainsFunc(words, func(w string) bool { return !commonWords[w] && !commonWords[singular(w)] && len(w) > 1 }) {
		return false
	}
	return slices.ContainsFunc(s.spans(words, sameThing), func(at span) bool { return s.whole(at, suffixes...) })
}

// hintsAt says that the text has at least one word of a title that means
// something.
func (s said) hintsAt(title string) bool {
	return slices.ContainsFunc(plain(title), func(w string) bool { return len(w) > 2 && s.mentions(w) })
}

// mentionsFile says that the text has a file's name, with or without its suffix,
// or calls it by the words of its name.
func (s said) mentionsFile(p string) bool {
	base := path.Base(p)
	ext := fold(strings.TrimPrefix(path.Ext(base), "."))
	return s.mentions(strings.TrimSuffix(base, path.Ext(base)), ext) || s.spells(base)
}

// spells says that the text has a file's whole name, suffix and all.
func (s said) spells(base string) bool {
	return path.Ext(base) != "" && slices.ContainsFunc(s.spans(plain(base), same), func(at span) bool { return s.whole(at) })
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
		if strings.ContainsAny(s.words[j+1].before, ".;:!?\n") {
			return false
		}
		if negations[s.words[j].text] {
			return true
		}
	}
	return false
}

func set(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}
