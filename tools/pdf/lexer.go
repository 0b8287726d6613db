package pdf

import (
	"bytes"
	"strconv"
)

// The library's own interpreter of content streams loops without end on an
// unterminated hex string and gives up on inline images, so the streams, once
// it has unpacked them, are read here.

// operand is a value in a content stream. The zero operand is null.
type operand struct {
	kind operandKind
	num  float64
	str  string // of a text or a name
	list []operand
}

type operandKind byte

const (
	nullOperand operandKind = iota
	numberOperand
	textOperand
	nameOperand
	listOperand
)

// lexer reads a content stream, or a CMap, which is written alike.
type lexer struct {
	src   []byte
	at    int
	depth int
	kept  int // operands in the lists of one operator
}

// maxNesting is how deep arrays and dictionaries may be nested.
const maxNesting = 32

// maxOperands is how many operands one operator may have; a CMap's block of
// 100 mappings has 300.
const maxOperands = 4096

// maxKept is how many operands the lists before one operator may hold, nested
// lists included; any more are read and dropped.
const maxKept = 1 << 18

// next returns the next operator with the operands before it; ok is false at
// the end. Anything that is not valid syntax is skipped.
func (l *lexer) next(args []operand) (op string, _ []operand, ok bool) {
	args, l.kept = args[:0], 0
	for {
		l.space()
		if l.at >= len(l.src) {
			return "", args, false
		}
		value, word := l.value()
		switch {
		case word == "BI":
			l.inlineImage()
			args = args[:0]
		case word != "":
			return word, args, true
		case len(args) < maxOperands:
			args = append(args, value)
		}
	}
}

// value reads a value, or else a bare word. It advances by at least a byte.
func (l *lexer) value() (operand, string) {
	switch c := l.src[l.at]; {
	case c == '(':
		return operand{kind: textOperand, str: l.literal()}, ""
	case c == '<' && l.peek(1) == '<':
		l.at += 2
		return operand{kind: listOperand, list: l.list('>')}, ""
	case c == '<':
		return operand{kind: textOperand, str: l.hex()}, ""
	case c == '[':
		l.at++
		return operand{kind: listOperand, list: l.list(']')}, ""
	case c == '/':
		l.at++
		return operand{kind: nameOperand, str: l.name()}, ""
	case delimiter(c):
		l.at++
		return operand{}, ""
	}
	word := l.word()
	if n, err := strconv.ParseFloat(word, 64); err == nil && numeric(word) {
		return operand{kind: numberOperand, num: n}, ""
	}
	if word == "true" || word == "false" || word == "null" {
		return operand{}, ""
	}
	return operand{}, word
}

// numeric keeps ParseFloat from reading words such as "inf".
func numeric(word string) bool {
	c := word[len(word)-1]
	return c >= '0' && c <= '9' || c == '.'
}

func (l *lexer) list(closing byte) []operand {
	if l.depth++; l.depth > maxNesting {
		l.at = len(l.src)
	}
	defer func() { l.depth-- }()
	var out []operand
	for l.space(); l.at < len(l.src); l.space() {
		if l.src[l.at] == closing {
			l.at++
			if closing == '>' && l.peek(0) == '>' {
				l.at++
			}
			break
		}
		if v, word := l.value(); word == "" && l.kept < maxKept {
			l.kept++
			out = append(out, v)
		}
	}
	return out
}

func (l *lexer) peek(n int) byte {
	if l.at+n < len(l.src) {
		return l.src[l.at+n]
	}
	return 0
}

func (l *lexer) space() {
	for ; l.at < len(l.src); l.at++ {
		switch c := l.src[l.at]; {
		case c == '%':
			for l.at < len(l.src) && l.src[l.at] != '\n' && l.src[l.at] != '\r' {
				l.at++
			}
		case !blank(c):
			return
		}
	}
}

func (l *lexer) word() string {
	start := l.at
	for l.at < len(l.src) && !blank(l.src[l.at]) && !delimiter(l.src[l.at]) {
		l.at++
	}
	return string(l.src[start:l.at])
}

func (l *lexer) name() string {
	word := l.word()
	if !bytes.Contains([]byte(word), []byte("#")) {
		return word
	}
	var out []byte
	for i := 0; i < len(word); i++ {
		if word[i] == '#' && i+2 < len(word) && digit(word[i+1]) >= 0 && digit(word[i+2]) >= 0 {
			out = append(out, byte(digit(word[i+1])<<4|digit(word[i+2])))
			i += 2
			continue
		}
		out = append(out, word[i])
	}
	return string(out)
}

// literal reads a string in parentheses (PDF 32000-1, 7.3.4.2).
func (l *lexer) literal() string {
	var out []byte
	depth := 0
	for l.at < len(l.src) {
		c := l.src[l.at]
		l.at++
		switch c {
		case '\\':
			out = l.escaped(out)
			continue
		case '(':
			depth++
			if depth == 1 {
				continue
			}
		case ')':
			if depth--; depth == 0 {
				return string(out)
			}
		}
		out = append(out, c)
	}
	return string(out)
}

// escaped reads what follows a backslash.
func (l *lexer) escaped(out []byte) []byte {
	c := l.peek(0)
	l.at++
	switch c {
	case 'n':
		return append(out, '\n')
	case 'r':
		return append(out, '\r')
	case 't':
		return append(out, '\t')
	case 'b':
		return append(out, '\b')
	case 'f':
		return append(out, '\f')
	case '\n':
		return out
	case '\r':
		if l.peek(0) == '\n' {
			l.at++
		}
		return out
	}
	if c < '0' || c > '7' {
		return append(out, c)
	}
	n := int(c - '0')
	for i := 0; i < 2 && l.peek(0) >= '0' && l.peek(0) <= '7'; i++ {
		n = n*8 + int(l.peek(0)-'0')
		l.at++
	}
	return append(out, byte(n))
}

func (l *lexer) hex() string {
	l.at++
	var out []byte
	high := -1
	for ; l.at < len(l.src) && l.src[l.at] != '>'; l.at++ {
		d := digit(l.src[l.at])
		switch {
		case d < 0:
		case high < 0:
			high = d
		default:
			out = append(out, byte(high<<4|d))
			high = -1
		}
	}
	l.at++
	if high >= 0 {
		out = append(out, byte(high<<4))
	}
	return string(out)
}

// inlineImage skips an image's dictionary and bytes.
func (l *lexer) inlineImage() {
	start := bytes.Index(l.src[l.at:], []byte("ID"))
	if start < 0 {
		l.at = len(l.src)
		return
	}
	for l.at += start + 2; l.at < len(l.src); l.at++ {
		end := bytes.Index(l.src[l.at:], []byte("EI"))
		if end < 0 {
			l.at = len(l.src)
			return
		}
		l.at += end + 1
		before, after := l.src[l.at-2], l.peek(1)
		if blank(before) && (blank(after) || l.at+1 >= len(l.src)) {
			l.at++
			return
		}
	}
}

func blank(c byte) bool {
	return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == 0
}

func delimiter(c byte) bool { return bytes.IndexByte([]byte("()<>[]{}/%"), c) >= 0 }

func digit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}
