package reading

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"legomem/tools/value"
)

// apart says that a sign stands before word i which ends a clause: a comma does not, as
// people leave commas out.
func (s *Sentence) apart(i int) bool {
	return i > 0 && strings.ContainsAny(s.Text[s.Words[i-1].End:s.Words[i].Start], ".;!?\n")
}

// asks says that the sentence ends as a question.
func (s *Sentence) asks() bool {
	return len(s.Words) > 0 && strings.Contains(s.Text[s.Words[len(s.Words)-1].End:], "?")
}

// afterDash says that a dash stands right before a number that is no part of it, which
// may have been meant: "- 25".
func (s *Sentence) afterDash(v Span) bool {
	if !slices.Contains([]value.Kind{value.Number, value.Money}, v.Kind) {
		return false
	}
	before := strings.TrimSpace(s.Text[:s.Words[v.First].Start])
	last, _ := utf8.DecodeLastRuneInString(before)
	return unicode.In(last, unicode.Pd, unicode.Sm) && !strings.HasPrefix(v.Canon, "-")
}

// dayWord stands before a day or not: "on Friday", "this Friday".
const dayWord = "on"

// leadsToDay says that word i is that of a day's spelling.
func (s *Sentence) leadsToDay(k value.Kind, i int) bool {
	return k == value.Date && s.Words[i].Lower == dayWord
}

// oneArticle makes "a" and "an" one word.
func oneArticle(word string) string {
	if word == "an" {
		return "a"
	}
	return word
}

// toTheEnd is running text with the signs behind it, where nothing else is: "see you!".
func (s *Sentence) toTheEnd(v Value, f fill) Value {
	if v.Open && v.Kind == value.Message && f.last == len(s.Words)-1 {
		v.End = len(strings.TrimRightFunc(s.Text, unicode.IsSpace))
		v.Text = s.Text[v.Start:v.End]
	}
	return v
}

// oddlySigned says that signs stand beside an open value which are no words' and may be
// meant: an emoji, what cannot be seen, an exclamation mark behind a title.
func (s *Sentence) oddlySigned(v Value, f fill) bool {
	before, behind := 0, len(s.Text)
	if f.first > 0 {
		before = s.Words[f.first-1].End
	}
	if f.last+1 < len(s.Words) {
		behind = s.Words[f.last+1].Start
	}
	odd := func(r rune) bool {
		return !unicode.IsSpace(r) && !unicode.IsPunct(r) || strings.ContainsRune("!#&*@…", r)
	}
	return strings.ContainsFunc(s.Text[before:v.Start], odd) || strings.ContainsFunc(s.Text[v.End:behind], odd)
}
