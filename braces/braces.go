// Package braces reads where a value comes from, as people write it in a text: in braces,
// as in "The total is {1.value}". It knows what braces and brackets part, the place in
// what an action returned, and how to go there.
package braces

import (
	"errors"
	"strconv"
	"strings"
)

// Piece is a part of a text: '{' a source, '[' a part that may be left out, 0 as it is.
type Piece struct {
	Kind byte
	Text string // without its braces or brackets
}

// Split takes a text apart.
func Split(s string) ([]Piece, error) {
	var out []Piece
	for s != "" {
		at := strings.IndexAny(s, "{[")
		if at < 0 {
			return append(out, Piece{Text: s}), nil
		}
		if at > 0 {
			out = append(out, Piece{Text: s[:at]})
		}
		end := closing(s[at:])
		if end < 0 {
			return nil, errors.New("a brace or bracket is not closed")
		}
		out = append(out, Piece{s[at], s[at+1 : at+end]})
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

// Action reads a source that an action returned: its number, and the place in its data as
// a JSON pointer, "" for all of it. "1.events.0" is /events/0 of action 1.
func Action(source string) (number int, pointer string, ok bool) {
	head, path, _ := strings.Cut(source, ".")
	number, err := strconv.Atoi(head)
	return number, Pointer(path), err == nil && number > 0
}

// Pointer is a path with dots as a JSON pointer.
func Pointer(path string) string {
	if path == "" {
		return ""
	}
	return "/" + strings.ReplaceAll(path, ".", "/")
}

// Reference is a place in what an action returned that a text names, at bytes [Start, End).
type Reference struct {
	Start, End int
	Number     int
	Pointer    string
}

// References are the places that a text names: {1.events.0.summary}. Braces around
// anything else, a number alone too, are part of the text.
func References(s string) []Reference {
	var out []Reference
	for at := 0; at < len(s); {
		open := strings.IndexByte(s[at:], '{')
		if open < 0 {
			return out
		}
		start := at + open
		end := strings.IndexAny(s[start+1:], "{} \t\n")
		at = start + 1
		if end < 0 || s[start+1+end] != '}' {
			continue
		}
		if number, pointer, ok := Action(s[start+1 : start+1+end]); ok && pointer != "" {
			at = start + 1 + end + 1
			out = append(out, Reference{start, at, number, pointer})
		}
	}
	return out
}
