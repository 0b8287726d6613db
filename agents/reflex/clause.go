package reflex

import "strings"

// A condition belongs to the clause it stands in: "email it if it is over 100;
// also book" is not "email it; if it is over 100, also book".

// conditions are the words that begin a condition.
var conditions = set("if when where unless should provided")

// clauses marks the words of a pattern before which a clause ends.
func clauses(parts []patternPart, template string) {
	lower, end := strings.ToLower(template), 0
	for i, p := range parts {
		text := p.Word
		if p.Slot != "" {
			text = "{" + strings.ToLower(p.Slot) + "}"
		}
		at := strings.Index(lower[end:], text)
		if at < 0 {
			return
		}
		parts[i].apart = i > 0 && strings.ContainsAny(lower[end:end+at], ".;:!?,")
		end += at + len(text)
	}
}

// attached says that word j begins a condition which the text joins to the
// clause before, where the pattern begins another with it; or the reverse.
func (a *aligner) attached(part patternPart, j int) bool {
	if j == 0 || !conditions[part.Word] {
		return false
	}
	return part.apart && !strings.ContainsAny(a.u.gap(j), ".;:!?,") && a.u.words[j-1].lower != "and"
}
