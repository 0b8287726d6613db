package desk

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"legomem/tools/value"
	"legomem/words"
)

// wording is a batch's task with its columns in braces: text and columns in
// turn, with text at both ends.
type wording struct {
	text  string
	parts []wordingPart
}

// wordingPart is text as it stands, or else a column.
type wordingPart struct {
	text, column string
	quoted       bool // the task has quotes around the column alone; they are not in its text
	within       int  // which of the task's own quotes the column stands in, 0 for none
	glued        bool // the column stands inside a word: report_{month}.xlsx, ${cost}
}

// readWording reads a task with {columns}; doubled braces are braces.
func readWording(text string) (wording, error) {
	w := wording{text: text}
	var literal strings.Builder
	for rest := text; rest != ""; {
		switch {
		case strings.HasPrefix(rest, "{{"), strings.HasPrefix(rest, "}}"):
			literal.WriteByte(rest[0])
			rest = rest[2:]
		case rest[0] == '}':
			return w, BadInput("a } in the task has no { before it; a brace that is meant is doubled: }}")
		case rest[0] == '{':
			name, after, closed := strings.Cut(rest[1:], "}")
			if name = strings.TrimSpace(name); !closed || name == "" || strings.Contains(name, "{") {
				return w, BadInput("the task's braces hold no column's name: %s; a brace that is meant is doubled: {{", words.Short(rest, 40))
			}
			w.parts = append(w.parts, wordingPart{text: literal.String()}, wordingPart{column: name})
			literal.Reset()
			rest = after
		default:
			n := strings.IndexAny(rest, "{}")
			if n < 0 {
				n = len(rest)
			}
			literal.WriteString(rest[:n])
			rest = rest[n:]
		}
	}
	w.parts = append(w.parts, wordingPart{text: literal.String()})
	w.markQuotes()
	for i := range w.parts {
		w.parts[i].glued = w.isGlued(i)
	}
	return w, nil
}

// columns are the names in braces, each once.
func (w wording) columns() []string {
	var names []string
	for _, p := range w.parts {
		if p.column != "" && !slices.Contains(names, p.column) {
			names = append(names, p.column)
		}
	}
	return names
}

// names reports whether a column is in braces, ignoring case.
func (w wording) names(column string) bool {
	return slices.ContainsFunc(w.columns(), func(c string) bool { return strings.EqualFold(c, column) })
}

// markQuotes finds the columns that the task has in quotes. Quotes around a column
// alone are removed: fill chooses some that fit the value.
func (w *wording) markQuotes() {
	for i := 1; i < len(w.parts); i += 2 {
		before, after := &w.parts[i-1].text, &w.parts[i+1].text
		for _, m := range marks {
			if strings.HasSuffix(*before, m.open) && strings.HasPrefix(*after, m.shut) {
				*before, *after = strings.TrimSuffix(*before, m.open), strings.TrimPrefix(*after, m.shut)
				w.parts[i].quoted = true
			}
		}
	}
	const some = "x"
	var text strings.Builder
	at := make([]int, len(w.parts))
	for i, p := range w.parts {
		at[i] = text.Len()
		if text.WriteString(p.text); p.column != "" {
			text.WriteString(some)
		}
	}
	for n, m := range phrases(text.String(), value.Reference{}) {
		for i := 1; i < len(w.parts); i += 2 {
			if m.Start < at[i] && at[i] < m.End {
				w.parts[i].within = n + 1
			}
		}
	}
}

// phrases returns the quotations in a text.
func phrases(text string, ref value.Reference) []value.Mention {
	return slices.DeleteFunc(value.Find(text, ref), func(m value.Mention) bool { return m.Kind != value.Phrase })
}

// joiners are the signs that join what is on both sides of them into one word. Those
// that end a clause do so only if no blank follows.
const (
	joiners   = `_@/\-+&=%*$€£#` + clauseEnd
	clauseEnd = `:.,-`
)

// isGlued reports whether a column is inside a word.
func (w wording) isGlued(i int) bool {
	if w.parts[i].column == "" || w.parts[i].quoted {
		return false
	}
	before, after := w.parts[i-1].text, w.parts[i+1].text
	if before == "" && i > 1 || after == "" && i+2 < len(w.parts) {
		return true // right next to another column
	}
	if last, _ := utf8.DecodeLastRuneInString(before); isWordRune(last) || isJoiner(last) {
		return true
	}
	next, size := utf8.DecodeRuneInString(after)
	second, _ := utf8.DecodeRuneInString(after[size:])
	goesOn := isWordRune(second) || size == len(after) && i+2 < len(w.parts)
	return isWordRune(next) || isJoiner(next) && (goesOn || !strings.ContainsRune(clauseEnd, next))
}

func isJoiner(r rune) bool { return r != utf8.RuneError && strings.ContainsRune(joiners, r) }

func isWordRune(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}
