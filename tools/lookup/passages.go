package lookup

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longest is how long a passage may be, in letters, before its sentences are passages of
// their own.
const longest = 200

// passages are what a text is made of: its lines, where a line that goes on in the next is
// one with it, and the sentences of those that are long.
func passages(lines []string) []string {
	var out []string
	open := false // the last one may go on
	for _, line := range lines {
		line = strings.TrimSpace(line)
		if line == "" {
			open = false
			continue
		}
		if open && goesOn(line) {
			out[len(out)-1] += " " + line
		} else {
			out = append(out, line)
		}
		open = runsOn(line)
	}
	var cut []string
	for _, p := range out {
		cut = append(cut, sentences(p)...)
	}
	return cut
}

// wrapped is how long a line is, in letters, that may end where the page did.
const wrapped = 45

// runsOn says that a line looks like the beginning of something longer; a short one is an
// entry of a list.
func runsOn(line string) bool {
	last := line[len(line)-1]
	return last == ',' || utf8.RuneCountInString(line) >= wrapped && !strings.ContainsRune(".!?:;", rune(last))
}

// goesOn says that a line looks like the rest of a sentence.
func goesOn(line string) bool {
	first, _ := utf8.DecodeRuneInString(line)
	return unicode.IsLower(first)
}

var sentenceEnd = regexp.MustCompile(`[.!?]["”')\]]*\s+`)

// sentences are a long passage's sentences; a short one stays whole.
func sentences(p string) []string {
	if utf8.RuneCountInString(p) <= longest {
		return []string{p}
	}
	var out []string
	start := 0
	for _, end := range sentenceEnd.FindAllStringIndex(p, -1) {
		if !goesOn(p[end[1]:]) {
			out = append(out, strings.TrimSpace(p[start:end[1]]))
			start = end[1]
		}
	}
	return append(out, strings.TrimSpace(p[start:]))
}
