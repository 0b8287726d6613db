package reflex

import (
	"errors"
	"fmt"
	filepath "path"
	"strings"

	"legomem/tools/value"
)

// Reading is how a family reads a text: the cheapest alignment over all its
// wordings.
type Reading struct {
	Bindings []Binding
	// Missing are slots that nothing in the text binds, Odd the words and
	// values that nothing explains. Both are empty in an accepted reading.
	Missing, Odd []string
	// Twice says that the text can be read in two ways that bind differently.
	Twice bool
	// Exact says that every word of the text is one of a wording's, or of a value's.
	Exact bool
	cost  int
	// near is cost less what the text and the wording share: of readings that
	// are not accepted, the one to tell of.
	near int
}

// Accepted says that every slot is bound once and every content word of the
// text is accounted for.
func (r Reading) Accepted() bool { return r.cost < refused && !r.Twice }

// tooLittle is added to a reading that has too few of the pattern's own words,
// so that one with a plain gap is shown before it.
const tooLittle = 4 * refused

// unread is the cost of a text that no wording reads within the limit.
const unread = 1 << 30

// match reads a text with every wording of the family, and keeps the cheapest
// reading of those that cost less than limit: refused or less, to find what
// fits; unread, to tell what is nearest.
func (f *family) match(u *utterance, user string, limit int) Reading {
	out := Reading{cost: unread, near: unread}
	for _, i := range f.worthReading(u, limit) {
		if limit <= refused && !f.possible(u, f.parts[i], limit) {
			continue
		}
		paths := align(f, i, u, user, limit)
		if len(paths) == 0 {
			continue
		}
		if r := f.reading(u, f.parts[i], paths); r.before(out) {
			out = r
			limit = min(limit, r.cost) // no other is as cheap and another
		}
	}
	return out
}

// before orders readings: those that fit by cost, the others behind them by
// nearness.
func (r Reading) before(o Reading) bool {
	if r.cost < refused || o.cost < refused {
		return r.cost < o.cost
	}
	return r.near < o.near
}

func (f *family) reading(u *utterance, parts []patternPart, paths []*path) Reading {
	p := paths[0]
	r := Reading{cost: p.cost, Bindings: p.bindings()}
	r.Missing, r.Odd = p.gaps()
	if f.questioned(u) || f.turnsAway(u) {
		r.cost, r.Odd = r.cost+costUnexplained, append(r.Odd, "?")
	}
	if r.cost < refused && len(f.parts) >= fewest && !u.passed && f.misrefers(u, r.Bindings) {
		r.cost, r.Odd = r.cost+costUnexplained, append(r.Odd, "it")
	}
	if r.cost < refused && !enough(p, parts) {
		r.cost += tooLittle
	}
	r.Exact = !p.loose && r.cost < refused
	r.near = r.cost - p.matched*costUnexplained
	r.Twice = len(paths) > 1 && paths[1].cost == p.cost && p.cost < refused
	return r
}

// enough says that the text has most of the pattern's own words: a procedure
// is not recognised by its slots alone.
func enough(p *path, parts []patternPart) bool {
	content := 0
	for _, part := range parts {
		if part.Slot == "" && part.content {
			content++
		}
	}
	return content == 0 || (p.matched > 0 && p.omitted <= mayOmit(content))
}

// mayOmit is how many of a pattern's own words a text may lack.
func mayOmit(content int) int { return (content + 2) / 4 }

// explain says for a user why the family does not fit.
func (f *family) explain(r Reading) string {
	name := fmt.Sprintf("the nearest thing it has learned is %q", f.Sentence())
	switch {
	case r.Twice:
		return name + ", and the text can be read in two ways; put quotes around titles and messages"
	case len(r.Odd) > 0 && len(r.Missing) > 0:
		return fmt.Sprintf("%s, which needs %s and does not account for %s%s", name, f.needs(r.Missing), quoted(r.Odd), f.about(r))
	case len(r.Missing) > 0:
		return fmt.Sprintf("%s, which needs %s", name, f.needs(r.Missing))
	case len(r.Odd) > 0:
		return fmt.Sprintf("%s, which does not account for %s%s", name, quoted(r.Odd), f.about(r))
	}
	return name + ", but too little of its wording is there"
}

// about is what to know of the words that nothing accounts for: a file of a type
// that the procedure was not practised with, a day that no calendar has, or else how
// a file's name is written that has more than one word.
func (f *family) about(r Reading) string {
	for _, word := range r.Odd {
		if file, err := value.Parse(value.File, word, value.Reference{}); err == nil {
			for _, s := range f.Slots {
				if got := (span{kind: value.File, canon: file}); s.Kind == value.File && !sameForm(s, got) {
					return fmt.Sprintf("; it was practised with a %s file, not with a %s", filepath.Ext(s.Canon), filepath.Ext(file))
				}
			}
		}
		var none *value.NoSuchError
		if _, err := value.Parse(value.Date, word, value.Reference{}); errors.As(err, &none) {
			return "; " + none.Error()
		}
	}
	for _, s := range f.Slots {
		if s.Kind == value.File {
			return "; a file's name with blanks or signs in it goes in quotes"
		}
	}
	return ""
}

func (f *family) needs(slots []string) string {
	var out []string
	for _, name := range slots {
		s, _ := f.Slot(name)
		out = append(out, fmt.Sprintf("%s (%s, such as %q)", name, kindName(s.Kind), s.Example))
	}
	return strings.Join(out, " and ")
}

func kindName(k value.Kind) string {
	switch k {
	case value.Person:
		return "a person's name, capitalised"
	case value.Email:
		return "an address"
	case value.File:
		return "a file"
	case value.Phrase:
		return "a few words"
	case value.Message:
		return "a text"
	}
	return "a " + string(k)
}

func quoted(words []string) string {
	const most = 4
	var out []string
	for i, w := range words {
		if i == most {
			out = append(out, fmt.Sprintf("%d more", len(words)-most))
			break
		}
		out = append(out, fmt.Sprintf("%q", w))
	}
	return strings.Join(out, ", ")
}
