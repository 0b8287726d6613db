package recall

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Said is one value of a session, as the working memory has it.
type Said struct {
	Intent Intent
	Slot   string
	// Question is what was asked, "" where the user said it unasked; Words what the user said.
	Question, Words string
	Answer          string
	Turn            int // of the user in the session, from 0
	From            From
}

// From is how a value came into a session. Only the user's own words are remembered.
type From string

// Where values come from.
const (
	Named    From = "named"    // the user said it
	Answered From = "answered" // the user said it when asked, or agreed to it
	Found    From = "found"    // in a file, a mail, a document, a result: never remembered
)

// Curate makes the units of a session that has ended, with no model: one for each intent, in
// the order of its turns. What the user did not say is left out, and so is an answer that is
// a text rather than a value. Of what was said twice for one slot both stay, the later one in
// force. Nothing is an error: a session cut in the middle has what was said so far.
func Curate(session string, at time.Time, all []Said) []Unit {
	byIntent := map[string]*Unit{}
	var order []string
	for _, s := range all {
		p := Pair{Slot: strings.TrimSpace(s.Slot), Question: clip(s.Question), Words: clip(s.Words), Answer: strings.TrimSpace(s.Answer), Turn: max(0, s.Turn)}
		if s.From != Named && s.From != Answered || p.check() != nil {
			continue
		}
		key := s.Intent.key()
		u, ok := byIntent[key]
		if !ok {
			u = &Unit{Intent: s.Intent, Session: session, At: at, Curator: "rule"}
			byIntent[key] = u
			order = append(order, key)
		}
		u.Intent.Description = cmp.Or(u.Intent.Description, s.Intent.Description)
		u.Pairs = append(u.Pairs, p)
	}
	var out []Unit
	for _, key := range order {
		u := byIntent[key]
		u.Pairs = distinct(u.Pairs)
		if len(u.Pairs) > mostPairs {
			u.Pairs = u.Pairs[len(u.Pairs)-mostPairs:]
		}
		if u.Check() == nil {
			out = append(out, *u)
		}
	}
	return out
}

// distinct orders pairs by turn and keeps, of those that say the same, the last.
func distinct(pairs []Pair) []Pair {
	slices.SortStableFunc(pairs, func(a, b Pair) int { return cmp.Compare(a.Turn, b.Turn) })
	var out []Pair
	for _, p := range pairs {
		if n := len(out); n > 0 {
			out = slices.DeleteFunc(out, func(o Pair) bool { return o.Slot == p.Slot && Same(o.Answer, p.Answer) })
		}
		out = append(out, p)
	}
	return out
}

// clip cuts words to what a unit may hold, at a letter's end.
func clip(text string) string {
	text = strings.TrimSpace(text)
	if len(text) <= mostWords {
		return text
	}
	n := mostWords
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}
