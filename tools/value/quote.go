package value

import (
	"strings"
	"unicode"
)

// quote is a quoted piece of a text: text[from:to] within its marks, which
// begin at start and end at end.
type quote struct{ start, from, to, end int }

// marks are the pairs of quotation marks; the doubled ones come first.
var marks = []struct{ open, shut string }{
	{`""`, `""`}, {`‘‘`, `’’`}, {`“`, `”`}, {`„`, `“`}, {`«`, `»`}, {`"`, `"`}, {`‘`, `’`}, {`'`, `'`},
}

// quotes finds what is in quotation marks, outermost only. An opening mark has no
// letter or digit before it, a closing one none after it, so that an apostrophe
// is neither.
func quotes(text string) []quote {
	var all []quote
	for i := 0; i < len(text); {
		if q, ok := quoteAt(text, i); ok {
			all = append(all, q)
			i = q.end
		} else {
			i++
		}
	}
	return all
}

func quoteAt(text string, i int) (quote, bool) {
	for _, m := range marks {
		if !strings.HasPrefix(text[i:], m.open) || isWord(runeBefore(text, i)) {
			continue
		}
		from := i + len(m.open)
		if to := closing(text, from, m.shut); to > from {
			return quote{i, from, to, to + len(m.shut)}, true
		}
	}
	return quote{}, false
}

// closing is the position of the mark that closes what begins at from, -1 for
// none. Quotes do not span an empty line.
func closing(text string, from int, shut string) int {
	if unicode.IsSpace(runeAt(text, from)) || strings.HasPrefix(text[from:], shut) {
		return -1
	}
	for at := from; ; {
		n := strings.Index(text[at:], shut)
		if n < 0 || strings.Contains(text[from:at+n], "\n\n") {
			return -1
		}
		at += n
		if !unicode.IsSpace(runeBefore(text, at)) && !isWord(runeAt(text, at+len(shut))) {
			return at
		}
		at += len(shut)
	}
}

// readQuoted finds the quoted phrases.
func readQuoted(text string) []reading {
	var all []reading
	for _, q := range quotes(text) {
		canon := text[q.from:q.to]
		if canon == strings.TrimSpace(canon) {
			all = append(all, reading{Mention: Mention{Kind: Phrase, Start: q.start, End: q.end, Text: text[q.start:q.end], Canon: canon}})
		}
	}
	return all
}

// parsePhrase removes the quotation marks that surround the whole of text.
func parsePhrase(text string) string {
	if q, ok := quoteAt(text, 0); ok && q.end == len(text) {
		return text[q.from:q.to]
	}
	return text
}
