package reflex

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

// letterCase is how a phrase was written compared with the task's text.
type letterCase string

// The cases; the empty one leaves the phrase as the task spells it.
const (
	asIs     letterCase = ""
	lower    letterCase = "lower"
	upper    letterCase = "upper"
	sentence letterCase = "sentence" // the first letter is a capital
	title    letterCase = "title"    // every word begins with one
)

// caseOf finds the case that turns spelled into written; false where none
// does.
func caseOf(spelled, written string) (letterCase, bool) {
	for _, c := range []letterCase{asIs, sentence, lower, title, upper} {
		if c.apply(spelled) == written {
			return c, true
		}
	}
	return asIs, false
}

func (c letterCase) apply(s string) string {
	switch c {
	case lower:
		return strings.ToLower(s)
	case upper:
		return strings.ToUpper(s)
	case title:
		return cases.Title(language.English, cases.NoLower).String(s)
	case sentence:
		for i, r := range s {
			return s[:i] + string(unicode.ToUpper(r)) + s[i+len(string(r)):]
		}
	}
	return s
}
