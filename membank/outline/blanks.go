package outline

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"legomem/tools/value"
)

// blank is a value of the past work that a placeholder stands for.
type blank struct {
	name   string   // "date", "person_2"
	kind   string   // its name without the number
	spelt  []string // how it is written, first as in the example
	number bool     // calls give it as a number
	found  bool     // it is not from the task, but from what was seen on the way
}

// blanks are the values of one unit.
type blanks struct {
	all   []*blank
	count map[string]int
	ref   value.Reference // that its dates are read against
}

// asked are the kinds of value that are read in a task's words. Persons are not: every
// word with a capital may be one.
var asked = []value.Kind{value.Date, value.Time, value.File, value.Email, value.Money, value.Number, value.Cell, value.Duration, value.Phrase}

// mentions are the values that a text names, none inside another.
func mentions(text string, ref value.Reference) []value.Mention {
	var out []value.Mention
	end := 0
	for _, m := range value.Find(text, ref) {
		if m.Start >= end {
			if isOwn(m) {
				out, end = append(out, m), m.End
			}
		}
	}
	return out
}

// same reports whether two texts are one value. The letters' case does not matter, but in
// the shortest.
func same(a, b string) bool {
	if len(a) < shortest {
		return a == b
	}
	return strings.EqualFold(a, b)
}

// isOwn reports whether a mention is a value of the work. A number in words is not: "one
// line each".
func isOwn(m value.Mention) bool {
	if m.Kind == value.Number {
		return strings.ContainsAny(m.Text, "0123456789")
	}
	return slices.Contains(asked, m.Kind)
}

// referenceOf is what a unit's dates are read against: the first one in its task, or the
// day it was made, so that "2 May" is the same day as 5/2/2026.
func referenceOf(task string, made time.Time) value.Reference {
	for _, m := range mentions(task, value.Reference{}) {
		if m.Kind != value.Date {
			continue
		}
		if day, err := time.Parse(time.DateOnly, m.Canon); err == nil {
			return value.Reference{Now: day}
		}
	}
	return value.Reference{Now: made}
}

// named is a text with placeholders for the unit's values, and kinds for others.
func (b *blanks) named(text string) string { return unnamed(b.in(text), b.ref) }

// learn makes blanks of the values that a text names: the user's, or the orchestrator's,
// which may hold what was found.
func (b *blanks) learn(text string, found bool) {
	for _, m := range mentions(text, b.ref) {
		spelt := m.Text
		if m.Kind == value.Phrase {
			spelt = m.Canon // without its quotes
		}
		if b.of(spelt) != nil {
			continue
		}
		if known := b.of(m.Canon); known != nil {
			known.spelt = append(known.spelt, spelt) // another way to write it
			continue
		}
		b.add(blank{kind: string(m.Kind), spelt: []string{spelt, m.Canon, amountOf(m)}, found: found})
	}
}

// amountOf is an amount of money as a number, as calls give it; "" for another value.
func amountOf(m value.Mention) string {
	_, amount, _ := strings.Cut(m.Canon, " ")
	n, err := strconv.ParseFloat(amount, 64)
	if m.Kind == value.Money {
		if err == nil {
			return strconv.FormatFloat(n, 'f', -1, 64)
		}
	}
	return ""
}

// mark is where the values stand, for reset to go back to.
func (b *blanks) mark() (int, map[string]int) { return len(b.all), maps.Clone(b.count) }

// reset forgets the values that were added since a mark.
func (b *blanks) reset(n int, count map[string]int) { b.all, b.count = b.all[:n], count }

// add keeps a new value under the next free name of its kind.
func (b *blanks) add(n blank) *blank {
	if b.count == nil {
		b.count = map[string]int{}
	}
	b.count[n.kind]++
	n.name = n.kind
	if b.count[n.kind] > 1 {
		n.name += fmt.Sprintf("_%d", b.count[n.kind])
	}
	n.spelt = slices.Compact(slices.DeleteFunc(n.spelt, func(s string) bool { return s == "" }))
	b.all = append(b.all, &n)
	return &n
}

// of is the value that is written so, nil if there is none.
func (b *blanks) of(text string) *blank {
	for _, k := range b.all {
		if slices.ContainsFunc(k.spelt, func(s string) bool { return same(s, text) }) {
			return k
		}
	}
	return nil
}

// in puts placeholders in the place of the values in a text that tells of the work.
func (b *blanks) in(text string) string {
	return b.replace(text, func(string) bool { return true })
}

// inWay does so in a text that is a part of the way, as a pattern or a template is. A
// plain word may stand there by chance.
func (b *blanks) inWay(text string) string { return b.replace(text, special) }

// special reports whether a value is more than a word that may stand anywhere.
func special(s string) bool {
	if len(s) <= shortest {
		return false
	}
	return strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsLower(r) })
}

func (b *blanks) replace(text string, counts func(string) bool) string {
	type spelling struct{ text, name string }
	var all []spelling
	for _, k := range b.all {
		for _, s := range k.spelt {
			if counts(s) {
				all = append(all, spelling{s, k.name})
			}
		}
	}
	slices.SortStableFunc(all, func(x, y spelling) int { return cmp.Compare(len(y.text), len(x.text)) })
	var out strings.Builder
	for i := 0; i < len(text); {
		at := slices.IndexFunc(all, func(s spelling) bool { return standsAt(text, i, s.text) })
		if at < 0 {
			_, size := utf8.DecodeRuneInString(text[i:])
			out.WriteString(text[i : i+size])
			i += size
			continue
		}
		out.WriteString("{" + all[at].name + "}")
		i += len(all[at].text)
	}
	return out.String()
}

// Unnamed puts the kind in the place of every value that a text names: {date}, {file}.
func Unnamed(text string) string { return unnamed(text, value.Reference{}) }

func unnamed(text string, ref value.Reference) string {
	var out strings.Builder
	end := 0
	for _, m := range mentions(text, ref) {
		out.WriteString(text[end:m.Start] + "{" + string(m.Kind) + "}")
		end = m.End
	}
	return out.String() + text[end:]
}

// occurs reports whether a value stands in a text by itself.
func occurs(text, s string) bool {
	if s == "" {
		return false
	}
	for i := range text {
		if standsAt(text, i, s) {
			return true
		}
	}
	return false
}

// standsAt reports whether a value stands in a text at a place, and is not a part of a
// longer word or the name of a placeholder.
func standsAt(text string, at int, s string) bool {
	end := at + len(s)
	if end > len(text) {
		return false
	}
	if !same(s, text[at:end]) {
		return false
	}
	before, after := lastRune(text[:at]), firstRune(text[end:])
	if before == '{' {
		return false
	}
	return !oneWord(before, firstRune(s)) && !oneWord(lastRune(s), after)
}

// oneWord reports whether two letters that stand together are of one word.
func oneWord(a, b rune) bool {
	if !isLetter(a) {
		return false
	}
	return isLetter(b)
}

func isLetter(r rune) bool { return r == '_' || unicode.In(r, unicode.Letter, unicode.Digit) }

func firstRune(s string) rune {
	if s == "" {
		return ' '
	}
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func lastRune(s string) rune {
	if s == "" {
		return ' '
	}
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}
