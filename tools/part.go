package tools

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// PartSize is how many characters of a text a tool shows at once, at most: with what
// stands around them they fit into what an agent is shown of a result.
const PartSize = 7_000

// Parts cuts a text into parts of at most PartSize characters, after a line break or a
// space where there is one in a part's last half. Joined, they are the text; there is
// always one.
func Parts(text string) []string {
	var out []string
	for {
		end := partEnd(text)
		out = append(out, text[:end])
		if text = text[end:]; text == "" {
			return out
		}
	}
}

// partEnd is where the first part of a text ends, in bytes.
func partEnd(text string) int {
	if utf8.RuneCountInString(text) <= PartSize {
		return len(text)
	}
	end := 0
	for range PartSize {
		_, n := utf8.DecodeRuneInString(text[end:])
		end += n
	}
	for _, after := range []string{"\n", " "} {
		if i := strings.LastIndex(text[:end], after); i >= end/2 {
			return i + 1
		}
	}
	return end
}

// Part is the part with that number, from 1, of a text, and how many there are. Number 0
// is the first of them, for a caller that did not ask for a part.
func Part(text string, number int) (part string, of int, err error) {
	all := Parts(text)
	if number < 0 || number > len(all) {
		return "", len(all), Failf(BadArguments, "part is %d; accepted: 1 to %d", number, len(all))
	}
	return all[max(number, 1)-1], len(all), nil
}

// PartNote tells a model which part it is shown and how to get the next; "" where the
// part is the whole.
func PartNote(number, of int) string {
	number = max(number, 1)
	switch {
	case of == 1:
		return ""
	case number == of:
		return fmt.Sprintf("\n(part %d of %d, the last)", number, of)
	}
	return fmt.Sprintf("\n(part %d of %d; call with part %d for the next)", number, of, number+1)
}
