package gazetteer

import (
	"math"
	"strings"
	"unicode"

	"github.com/agnivade/levenshtein"

	"legomem/tools/value"
)

// Found is what a text may name.
type Found struct {
	// All are the things that fit it best; none where nothing does.
	All []Thing
	// Sure says that every word of the text is accounted for, as it is spelled; Near that
	// every word is, but for the spelling.
	Sure, Near bool
	// Timed says that the text has a time, which chose them; Worth is what the words that
	// they have are worth, 0 where none of them says anything.
	Timed bool
	Worth float64
}

// Named says that something in the text chose.
func (f Found) Named() bool { return len(f.All) > 0 && (f.Timed || f.Worth > 0) }

// Fit says that every word of the text is accounted for, if perhaps misspelled.
func (f Found) Fit() bool { return f.Sure || f.Near }

// Words tells whether a word says nothing of its own about what is named: "my", "meeting".
type Words interface{ Common(stem string) bool }

// Find finds what a text names. Times in it choose among the things that have one.
func Find(said string, all []Thing, ref value.Reference, w Words) Found {
	if exact := exactly(said, all); len(exact) > 0 {
		return Found{All: exact, Sure: true, Worth: math.Inf(1)}
	}
	rest, chosen, when := byTime(said, all, ref)
	names := newNames(chosen)
	words := Spoken(rest)
	scores := make([]score, len(chosen))
	for i := range chosen {
		scores[i] = names.score(i, words, w)
	}
	return best(chosen, scores, when && len(chosen) < len(all))
}

// exactly are the things that are called as the text says, letters' case aside.
func exactly(said string, all []Thing) []Thing {
	said = strings.TrimSpace(said)
	var out []Thing
	for _, t := range all {
		if strings.EqualFold(said, t.Value) || strings.EqualFold(said, t.Title) || strings.EqualFold(said, stem(t.Title)) {
			out = append(out, t)
		}
	}
	return out
}

// stem is a file's name without its suffix.
func stem(name string) string {
	if i := strings.LastIndex(name, "."); i > 0 {
		return name[:i]
	}
	return name
}

// score is how well a thing fits a text.
type score struct {
	found float64 // the worth of the words that it has
	lost  int     // words of worth that it has not
	near  bool    // a word is only near one of its
}

// best are the things that fit best. Of a text that says no more than when, or than that it
// is one, all things fit.
func best(all []Thing, scores []score, timed bool) Found {
	var top float64
	for _, s := range scores {
		top = max(top, s.found)
	}
	out := Found{Sure: true, Near: true, Timed: timed, Worth: top}
	for i, s := range scores {
		if s.found < top || top == 0 && s.lost > 0 && !timed {
			continue
		}
		out.All = append(out.All, all[i])
		out.Sure = out.Sure && s.lost == 0 && !s.near
		out.Near = out.Near && s.lost == 0
	}
	if len(out.All) == 0 {
		return Found{}
	}
	return out
}

// names is what things are called, word by word.
type names struct {
	title, also []map[string]string // the words as they stand, by their stems
	worth       map[string]float64  // of a word: more where few things have it
}

func newNames(all []Thing) *names {
	n := &names{worth: map[string]float64{}}
	for _, t := range all {
		title, also := Spoken(t.Title), Spoken(strings.Join(t.Also, " "))
		n.title, n.also = append(n.title, title), append(n.also, also)
		for word := range title {
			n.worth[word]++
		}
		for word := range also {
			if title[word] == "" {
				n.worth[word]++
			}
		}
	}
	for word, count := range n.worth {
		n.worth[word] = math.Log(1 + float64(len(all))/count)
	}
	return n
}

// score weighs the words of a text that a thing has. A word that is common counts where
// the thing has it, and is not missed where it has not.
func (n *names) score(i int, words map[string]string, w Words) score {
	var s score
	for word, spelled := range words {
		switch {
		case n.title[i][word] != "":
			s.found += n.worth[word]
		case n.also[i][word] != "":
			s.found += n.worth[word] * 0.9
		case w.Common(word):
		default:
			n.nearly(i, spelled, &s)
		}
	}
	return s
}

// nearly looks for a word that is spelled nearly so.
func (n *names) nearly(i int, word string, s *score) {
	for _, there := range []map[string]string{n.title[i], n.also[i]} {
		for other, spelled := range there {
			if near(word, spelled) {
				s.found += n.worth[other] * 0.7
				s.near = true
				return
			}
		}
	}
	s.lost++
}

// near allows a slip in a word of four letters, two in one of eight.
func near(a, b string) bool {
	return levenshtein.ComputeDistance(a, b) <= min(len(a), len(b))/4
}

// Spoken are a text's words by their stems. Letters and digits make words, so that a
// file's name has several.
func Spoken(text string) map[string]string {
	out := map[string]string{}
	for _, f := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		out[value.Stem(f)] = f
	}
	return out
}
