package trim

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"legomem/tools/value"
)

// enumerated are the values of a list as the text lists them, from the first to what the
// list is for: the reader may have found parts of them only.
func (b *binder) enumerated(p part) []string {
	values := p.move.All("value")
	if b.domain.Shape != List || len(values) == 0 {
		return values
	}
	first := strings.Index(p.text, values[0])
	if first < 0 {
		return values
	}
	end := len(p.text)
	for _, other := range slices.Concat(p.move.All("of"), p.move.All("what"), p.move.All("old")) {
		if at := strings.Index(p.text, other); at > first {
			end = min(end, first+strings.LastIndex(p.text[first:at], " "))
			end = lastWordEnd(p.text[:end])
		}
	}
	var out []string
	for _, item := range listed(strings.TrimRight(p.text[first:end], " .!?")) {
		if len(stems(item)) > 0 {
			out = append(out, item)
		}
	}
	return out
}

// lastWordEnd is where a text ends without the common words at its end: "a tray into my".
func lastWordEnd(text string) int {
	tokens := value.Tokens(text)
	for len(tokens) > 0 && common(tokens[len(tokens)-1].Lower) {
		tokens = tokens[:len(tokens)-1]
	}
	if len(tokens) == 0 {
		return len(text)
	}
	end := tokens[len(tokens)-1].End
	if end < len(text) && text[end] == ')' {
		end++
	}
	return end
}

// listed are the parts of an enumeration: between commas and joining words, but for those
// in brackets.
func listed(text string) []string {
	var out []string
	depth, start := 0, 0
	cut := func(to, next int) {
		if one := strings.TrimSpace(text[start:to]); one != "" {
			out = append(out, one)
		}
		start = next
	}
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '(':
			depth++
		case text[i] == ')':
			depth--
		case depth > 0:
		case text[i] == ',' || text[i] == ';' || text[i] == '+':
			cut(i, i+1)
		case strings.HasPrefix(strings.ToLower(text[i:]), " and "):
			cut(i, i+len(" and "))
		case strings.HasPrefix(text[i:], " & "):
			cut(i, i+len(" & "))
		}
	}
	cut(len(text), len(text))
	return out
}

// orNone is a list, or one of a single empty text.
func orNone(all []string) []string {
	if len(all) == 0 {
		return []string{""}
	}
	return all
}

// expand are values of which one that counts several in brackets is as many: "two cases
// (black and clear)".
func expand(all []string) []string {
	var out []string
	for _, v := range all {
		head, inner, found := strings.Cut(v, "(")
		inner, rest, closed := strings.Cut(inner, ")")
		if !found || !closed || strings.TrimSpace(rest) != "" {
			out = append(out, v)
			continue
		}
		parts := strings.FieldsFunc(strings.NewReplacer(" and ", ",", " & ", ",", " or ", ",", " n ", ",", "+", ",").Replace(inner), func(r rune) bool { return r == ',' })
		if len(parts) < 2 {
			out = append(out, v)
			continue
		}
		for _, one := range parts {
			out = append(out, fmt.Sprintf("%s (%s)", withoutCount(head), strings.TrimSpace(one)))
		}
	}
	return out
}

// withoutCount is a text without the number that it begins with.
func withoutCount(text string) string {
	words := strings.Fields(text)
	if len(words) > 1 {
		if _, err := value.Parse(value.Number, words[0], value.Reference{}); err == nil || !unicode.IsLetter(rune(words[0][0])) {
			words = words[1:]
		} else if _, ok := canon(value.Number, words[0], value.Reference{}); ok {
			words = words[1:]
		}
	}
	return strings.Join(words, " ")
}
