package hashembed

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// token is a word or a value of a text.
type token struct {
	text   string // in lower case; a file's name without its suffix
	stem   string // a word's
	kind   string // a value's kind, see values.go; "" for a word
	suffix string // a file's, in lower case
	// proper marks a word with a capital that begins no sentence: a name, or part of a
	// title.
	proper bool
	// said marks a word that is to be written or sent, not one of the request.
	said bool
}

// splitter goes through a text's chunks, the runs between spaces.
type splitter struct {
	list   *wordList
	tokens []token
	begins bool // a sentence begins
	quoted bool // in quotation marks
	saying bool // after "saying", up to the sentence's end
}

const (
	quotes        = `"'“”‘’`
	sentenceSigns = ".,:;!?"
)

// readTokens splits a text into words and values.
func readTokens(l *wordList, text string) []token {
	z := &splitter{list: l, begins: true}
	chunks := strings.Fields(norm.NFKC.String(text))
	for i, chunk := range chunks {
		first, _ := utf8.DecodeRuneInString(chunk)
		if strings.ContainsRune(quotes, first) && slices.ContainsFunc(chunks[i:], closes) {
			z.quoted = true
		}
		z.chunk(chunk)
	}
	return z.tokens
}

// closes reports whether a quotation may end with a chunk.
func closes(chunk string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(chunk, sentenceSigns))
	return strings.ContainsRune(quotes, last)
}

func (z *splitter) chunk(chunk string) {
	from := len(z.tokens)
	bare := strings.TrimRight(strings.TrimFunc(chunk, func(r rune) bool { return !inValue(r) }), sentenceSigns)
	if bare != "" {
		z.add(bare)
	}
	for i := range z.tokens[from:] {
		t := &z.tokens[from+i]
		t.said = z.quoted || z.saying
		if t.kind == "" {
			t.stem = z.list.stem(t.text)
		}
	}
	signs := chunk[len(strings.TrimRight(chunk, sentenceSigns)):]
	z.quoted = z.quoted && !closes(chunk)
	z.begins = strings.ContainsAny(signs, ".!?:")
	z.saying = (z.saying || announces(bare)) && !strings.ContainsAny(signs, ".!?")
}

// announces reports whether a text that is to be written or sent follows.
func announces(word string) bool {
	switch strings.ToLower(word) {
	case "say", "says", "saying", "reads", "reading", "states", "stating":
		return true
	}
	return false
}

// inValue reports whether a value may begin or end with r.
func inValue(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("$€£%", r)
}

// add appends a chunk's value or, without punctuation, its words.
func (z *splitter) add(chunk string) {
	if v := z.valueOf(chunk); v.kind != "" {
		z.tokens = append(z.tokens, v)
		return
	}
	chunk = strings.TrimSuffix(strings.TrimSuffix(chunk, "'s"), "’s")
	if lower := strings.ToLower(chunk); z.list.whole(lower) {
		first, _ := utf8.DecodeRuneInString(chunk)
		z.tokens = append(z.tokens, token{text: lower, proper: unicode.IsUpper(first) && !z.begins})
		return
	}
	parts := strings.FieldsFunc(chunk, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, p := range parts {
		t := z.valueOf(p)
		first, _ := utf8.DecodeRuneInString(p)
		t.proper = unicode.IsUpper(first) && !(z.begins && i == 0)
		z.tokens = append(z.tokens, t)
	}
}

// valueOf returns a chunk as a value; one that is no value gets no kind.
func (z *splitter) valueOf(chunk string) token {
	lower := strings.ToLower(chunk)
	if at := strings.IndexByte(lower, '@'); at > 0 && strings.Contains(lower[at:], ".") {
		return token{text: lower, kind: kindAddress}
	}
	if dot := strings.LastIndexByte(lower, '.'); dot > 0 && z.list.suffixes[lower[dot+1:]] != "" {
		return token{text: lower[:dot], kind: kindFile, suffix: lower[dot+1:]}
	}
	return token{text: lower, kind: numberKind(chunk)}
}
