package main

import (
	"strings"
	"unicode"

	"golang.org/x/sys/unix"
	"golang.org/x/text/width"
)

// narrowest is the fewest columns that lines are wrapped for.
const narrowest = 20

// columnsOf is how many columns the terminal has that a stream is; 0 if it is none, or if
// its size is unknown.
func columnsOf(stream any) int {
	f, ok := fileOf(stream)
	if !ok {
		return 0
	}
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0
	}
	return int(size.Col)
}

// wrapped has the lines of a text broken at blanks where they are longer than so many
// columns. What goes on is indented, so that it looks like no line of its own. A word that
// is longer than a line is left whole for the terminal to break, so that it can be copied.
func wrapped(text string, columns int) string {
	if columns < narrowest {
		return text
	}
	var b strings.Builder
	for line := range strings.SplitAfterSeq(text, "\n") {
		wrapLine(&b, line, columns)
	}
	return b.String()
}

func wrapLine(b *strings.Builder, line string, columns int) {
	body := strings.TrimRight(line, " \n")
	tail := line[len(body):] // a prompt's blank is not lost
	hang := min(marginOf(body), columns/2)
	for {
		at := breakOf(body, hang, columns)
		if at == len(body) {
			break
		}
		b.WriteString(strings.TrimRight(body[:at], " "))
		b.WriteString("\n")
		body = strings.Repeat(" ", hang) + strings.TrimLeft(body[at:], " ")
	}
	b.WriteString(body)
	b.WriteString(tail)
}

// marginOf is how far a line is indented where it goes on: to behind what marks it as one
// of a list, such as "- ", "12. " or "? ", or else two further than it begins.
func marginOf(line string) int {
	at, further := 0, 2
	for {
		rest := line[at:]
		word := strings.TrimLeft(rest, " ")
		blanks := len(rest) - len(word)
		mark, _, more := strings.Cut(word, " ")
		if !more || len([]rune(mark)) > 3 || strings.ContainsFunc(mark, unicode.IsLetter) {
			return textWidth(line[:at]) + blanks + further
		}
		further = 0
		at += blanks + len(mark)
	}
}

// gap stands in a line between a command and what it does.
const gap = "   "

// breakOf is where a line is broken: at the last gap or else the last blank that keeps it
// within the columns, or else at the first one, but never in its margin. Its length means
// nowhere.
func breakOf(line string, margin, columns int) int {
	at, apart, col := len(line), false, 0
	for i, r := range line {
		if col > columns && at < len(line) {
			return at
		}
		isGap := strings.HasPrefix(line[i:], gap)
		if r == ' ' && col > margin && (isGap || !apart) {
			at, apart = i, isGap
		}
		col += runeWidth(r)
	}
	if col <= columns {
		return len(line)
	}
	return at
}

// textWidth is how many columns a text takes.
func textWidth(s string) int {
	n := 0
	for _, r := range s {
		n += runeWidth(r)
	}
	return n
}

func runeWidth(r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0 // it is written over the one before it
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}
