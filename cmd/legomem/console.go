package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"legomem/words"
)

// console is a stream that people read. What is written to it holds what files, models,
// logs and names say, so it shows every character that a terminal would obey, or that
// nobody would see, by its code (words.Visible). Line breaks and tabs pass: a value that
// is printed by tellf or tellLine cannot break its line either. A write must not end in
// the middle of a character.
type console struct{ raw io.Writer }

// Write implements io.Writer.
func (c console) Write(p []byte) (int, error) {
	if _, err := io.WriteString(c.raw, words.Visible(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// rawOf returns the stream behind a console: for what is no text for people, and for
// programs that write to it themselves.
func rawOf(w io.Writer) io.Writer {
	if c, ok := w.(console); ok {
		return c.raw
	}
	return w
}

// tellf prints as fmt.Fprintf does, but puts every argument on one line, except a block.
// So only the format begins lines. On a terminal they are wrapped, as if the first one
// began here.
func tellf(w io.Writer, format string, args ...any) {
	for i := range args {
		args[i] = shown{args[i]}
	}
	tellWrapped(w, words.Visible(fmt.Sprintf(format, args...)))
}

// tellLine prints a text on one line.
func tellLine(w io.Writer, text string) { tellf(w, "%s\n", text) }

// tellPage prints lines that are put together already, or text that is all the output.
func tellPage(w io.Writer, text string) {
	_, _ = io.WriteString(w, text) // as with fmt.Fprintf, the stream's errors are nobody's
}

// block is a text of several lines. Those after the first are indented, so that they
// do not look like the program's own.
type block struct{ text, indent string }

func blockOf(text, indent string) block { return block{strings.Trim(text, "\n"), indent} }

// shown is a value that is formatted as fmt does it, and made visible.
type shown struct{ value any }

// Format implements fmt.Formatter.
func (s shown) Format(f fmt.State, verb rune) {
	if text, ok := s.value.(block); ok {
		_, _ = io.WriteString(f, words.Indented(text.text, text.indent)) // the state keeps the error
		return
	}
	_, _ = io.WriteString(f, words.OnLine(fmt.Sprintf(fmt.FormatString(f, verb), s.value)))
}

// overLine writes a line over the terminal's last one, which had so many letters, and
// returns how many it has.
func overLine(w io.Writer, line string, was int) int {
	line = words.OnLine(line)
	n := letters(line)
	fmt.Fprintf(rawOf(w), "\r%s%s", line, strings.Repeat(" ", max(0, was-n)))
	return n
}

// clearLine clears the terminal's last line, which had so many letters.
func clearLine(w io.Writer, was int) {
	fmt.Fprintf(rawOf(w), "\r%s\r", strings.Repeat(" ", was))
}

// jsonStream takes whole JSON values, and writes their invisible characters as escapes:
// the encoder leaves those above 0x7e as they are.
type jsonStream struct{ raw io.Writer }

// Write implements io.Writer.
func (s jsonStream) Write(p []byte) (int, error) {
	if _, err := io.WriteString(s.raw, words.EscapeJSON(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// exactJSON has JSON written to the output to the byte, for a program that reads it. On
// a terminal its invisible characters are escaped.
func (a *app) exactJSON(write func(io.Writer) error) error {
	if !isTerminal(a.out) {
		return write(rawOf(a.out))
	}
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	_, err := jsonStream{rawOf(a.out)}.Write(text.Bytes())
	return err
}

// tellWrapped writes a text, wrapped where the stream is a terminal.
func tellWrapped(w io.Writer, text string) {
	_, _ = io.WriteString(w, wrapped(text, columnsOf(w))) // as with fmt.Fprintf, the stream's errors are nobody's
}
