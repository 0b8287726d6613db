package policy

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// text is a task's own text, to look for names in. It goes by words alone: what is said
// of somebody makes no difference, so "all but Alice" names Alice.
type text []word

// word is a run of letters and digits, folded, and what stands before it. The
// last word of a text is empty, and has what stands at the end.
type word struct{ letters, before string }

// addressed finds addresses in a text.
var addressed = regexp.MustCompile(`[^\s<>()\[\],;:"|/\\]+@[\pL\pN][\pL\pN.-]*`)

// listen reads a task's text. An address of the office is the name before the @
// to it; one of another domain names nobody of the office.
func listen(task, office string) text {
	return wordsOf(addressed.ReplaceAllStringFunc(task, func(found string) string {
		local, domain, _ := cutAddress(strings.TrimRight(strings.TrimLeft(found, "'‘’“”*"), ".-"))
		if sameDomain(domain, office) {
			return ", " + local + ", "
		}
		return ", "
	}))
}

func wordsOf(s string) text {
	var out text
	var now, before strings.Builder
	end := func() {
		out = append(out, word{now.String(), before.String()})
		now.Reset()
		before.Reset()
	}
	for _, r := range s {
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

// plain are the words of a name, without the end.
func plain(name string) []string {
	var out []string
	for _, w := range wordsOf(name) {
		if w.letters != "" {
			out = append(out, w.letters)
		}
	}
	return out
}

// names says that the text names a person. Where one of the known people has a
// longer name that contains this one ("Mary Ann" and "Ann"), the longer one is
// who is meant.
func (t text) names(person string, known []string) bool {
	own := plain(person)
	return slices.ContainsFunc(t.spans(own), func(at span) bool {
		return t.whole(at) && !t.partOfLonger(at, own, known)
	})
}

// span is some words of the text, the last one not included.
type span struct{ from, to int }

// spans are where some words stand in a row.
func (t text) spans(words []string) []span {
	var out []span
	if len(words) == 0 {
		return nil
	}
	for i := 0; i+len(words) < len(t); i++ {
		if t.stands(words, i) {
			out = append(out, span{i, i + len(words)})
		}
	}
	return out
}

func (t text) stands(words []string, at int) bool {
	for i, w := range words {
		here := t[at+i]
		if here.letters != w || (i > 0 && !near(here.before)) {
			return false
		}
	}
	return true
}

// whole says that a span is not part of a longer word: "Bob", "Bob's" and
// "Bob.ics" are whole, "Bobby", "Bob-Smith" and "Bob.Smith" are not.
func (t text) whole(at span) bool {
	if at.from > 0 && joins(t[at.from].before) {
		return false
	}
	next := t[at.to]
	if next.letters == "" || !joins(next.before) {
		return true
	}
	possessive := slices.Contains([]string{"'s", "’s"}, next.before+next.letters)
	itsFile := next.before+next.letters == ".ics"
	after := t[at.to+1]
	return possessive || (itsFile && (after.letters == "" || !joins(after.before)))
}

func (t text) partOfLonger(at span, own, known []string) bool {
	return slices.ContainsFunc(known, func(k string) bool {
		longer := plain(k)
		return len(longer) > len(own) && slices.ContainsFunc(t.spans(longer), func(there span) bool {
			return there.from <= at.from && at.to <= there.to
		})
	})
}

// separators stand between words of their own; other signs join what they stand
// between to one.
const separators = ` ,;:!?()[]{}<>"“”„«»‹›‘/\|*…—–&=` + "\t\r\n\u00a0"

// joins says that two words with that between them are one.
func joins(between string) bool {
	return between != "" && !strings.ContainsAny(between, separators)
}

// near says that two words with that between them can be of one name: "Mary
// Ann", "mary.ann", "mary_ann".
func near(between string) bool {
	return strings.TrimSpace(between) == "" || slices.Contains([]string{".", "_", "-", "'", "’", "+"}, between)
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
