package gazetteer

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"legomem/lists"
	"legomem/tools/value"
)

// Found is what a text may name.
type Found struct {
	// All are the things that fit it best; none where nothing does.
	All []Thing
	// Others have all of the text's words too, but less plainly: in what goes with them
	// instead of their title.
	Others []Thing
	// Sure says that every word of the text is accounted for, as it is spelled; Near that
	// every word is, but for the spelling.
	Sure, Near bool
	// Timed says that the text has a time, which chose them; Worth is what the words that
	// they have are worth, 0 where none of them says anything.
	Timed bool
	Worth float64
	// Passed are the text's words that the only thing has not and that need not be of one,
	// since they are common.
	Passed []string
	only   int // its place, if it is the only one
}

// Named says that something in the text chose.
func (f Found) Named() bool { return len(f.All) > 0 && (f.Timed || f.Worth > 0) }

// Fit says that every word of the text is accounted for, if perhaps misspelled.
func (f Found) Fit() bool { return f.Sure || f.Near }

// Only is the one thing that a text can only mean; false where it may mean another.
func (f Found) Only() (Thing, bool) {
	if !f.Named() || !f.Sure || len(f.All) != 1 {
		return Thing{}, false
	}
	return f.All[0], true
}

// Words tells whether a word says nothing of its own about what is named: "my", "meeting".
type Words interface{ Common(stem string) bool }

// Find finds what a text names. Times in it choose among the things that have one.
func (t *Things) Find(said string, ref value.Reference, w Words) Found {
	if exact := t.Called(said); len(exact) > 0 {
		return Found{All: exact, Sure: true, Worth: math.Inf(1)}
	}
	rest, chosen, when := byTime(said, t.All, ref)
	timed, spoken := when && len(chosen) < len(t.All), Spoken(rest)
	found := t.best(t.scores(spoken, w), chosen, timed)
	found.Passed = t.passed(spoken, found)
	if found.Fit() {
		return found
	}
	if n, rest := counted(spoken); n > 1 {
		if several := t.best(t.scores(rest, w), chosen, timed); len(several.All) == n && several.Fit() {
			return several
		}
	}
	return found
}

// passed are the words that the only thing found has not.
func (t *Things) passed(spoken map[string]string, f Found) []string {
	if len(f.All) != 1 {
		return nil
	}
	var out []string
	for _, stem := range sortedKeys(spoken) {
		if !slices.ContainsFunc(t.has[stem], func(h holder) bool { return h.thing == f.only }) {
			out = append(out, spoken[stem])
		}
	}
	return out
}

// counted is how many of something a text names, "the two mails from Bob", and its other
// words; 0 where it says no number.
func counted(spoken map[string]string) (n int, rest map[string]string) {
	rest = map[string]string{}
	for stem, word := range spoken {
		canon, err := value.Parse(value.Number, word, value.Reference{})
		if number, whole := strconv.Atoi(canon); err == nil && whole == nil && n == 0 {
			n = number
			continue
		}
		rest[stem] = word
	}
	return n, rest
}

// Called are the things that are called as the text says, letters' case aside.
func (t *Things) Called(said string) []Thing {
	said = strings.TrimSpace(said)
	var out []Thing
	for _, t := range t.All {
		if t.at(said) || strings.EqualFold(said, t.Value) || strings.EqualFold(said, t.Title) || strings.EqualFold(said, stem(t.Title)) {
			out = append(out, t)
		}
	}
	return out
}

// at says that a text is the end of a thing's path, of a folder at least.
func (t Thing) at(said string) bool {
	n := len(t.Value) - len(said)
	return n > 0 && strings.Contains(said, "/") && t.Value[n-1] == '/' && strings.EqualFold(t.Value[n:], said)
}

// stem is a file's name without its suffix.
func stem(name string) string {
	if i := strings.LastIndex(name, "."); i > 0 {
		return name[:i]
	}
	return name
}

// best are the chosen things, by place, that fit best: one that has all the words of worth
// before any that lacks one, whatever common words that has. Of a text that says no more than
// when, or than that it is one, all of them fit.
func (t *Things) best(scores []score, chosen []int, timed bool) Found {
	out := Found{Sure: true, Near: true, Timed: timed}
	if all := lists.Filter(chosen, func(i int) bool { return scores[i].lost == 0 && scores[i].found > 0 }); len(all) > 0 {
		chosen = all
	}
	for _, i := range chosen {
		out.Worth = max(out.Worth, scores[i].found)
	}
	for _, i := range chosen {
		s := scores[i]
		if s.found < out.Worth && s.found > 0 && s.lost == 0 && !s.near {
			out.Others = append(out.Others, t.All[i])
		}
		if s.found < out.Worth || out.Worth == 0 && s.lost > 0 && !timed {
			continue
		}
		out.All, out.only = append(out.All, t.All[i]), i
		out.Sure = out.Sure && s.lost == 0 && !s.near
		out.Near = out.Near && s.lost == 0
	}
	if len(out.All) == 0 {
		return Found{}
	}
	out.Sure = out.Sure && len(out.Others) == 0
	return out
}

// Spoken are a text's words by their stems. Letters and digits make words, so that a
// file's name has several; the possessive is none.
func Spoken(text string) map[string]string {
	out := map[string]string{}
	for _, t := range value.Tokens(text) {
		if t.Lower == "'s" {
			continue
		}
		for _, f := range strings.FieldsFunc(strings.ToLower(t.Text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			out[value.Stem(f)] = f
		}
	}
	return out
}
