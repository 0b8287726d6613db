package skills

import (
	"errors"
	"strings"
)

// piece is a part of a text: '{' a source, '[' a part that may be left out, 0 as it is.
type piece struct {
	kind byte
	text string // without its braces or brackets
}

// split takes a text apart.
func split(s string) ([]piece, error) {
	var out []piece
	for s != "" {
		at := strings.IndexAny(s, "{[")
		if at < 0 {
			return append(out, piece{text: s}), nil
		}
		if at > 0 {
			out = append(out, piece{text: s[:at]})
		}
		end := closing(s[at:])
		if end < 0 {
			return nil, errors.New("a brace or bracket is not closed")
		}
		out = append(out, piece{s[at], s[at+1 : at+end]})
		s = s[at+end+1:]
	}
	return out, nil
}

// closing is where the brace or bracket that a text begins with is closed, -1 for nowhere.
func closing(s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if depth == 0 {
			return i
		}
	}
	return -1
}
