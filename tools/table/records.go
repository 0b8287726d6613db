package table

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

// Record is a row of delimited text as spelled, with the line it begins on, from 1.
type Record struct {
	Line   int
	Fields []string
}

// LineError reports delimited text that cannot be read from a line on.
type LineError struct {
	Line int
	Err  error
}

func (e *LineError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *LineError) Unwrap() error { return e.Err }

// Records reads delimited text without interpreting its values: 007 stays 007.
// The delimiter is the first of comma, semicolon and tab that the first line has
// outside quotes. Records is strict where ReadCSV guesses: text that is not UTF-8,
// and quotes that are not closed, are a *LineError. Blank rows are skipped; fields
// are trimmed.
func Records(data []byte) ([]Record, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if bytes.IndexByte(data, 0) >= 0 {
		return nil, &LineError{1, errors.New("it holds binary data, not comma separated text in UTF-8")}
	}
	if line := firstOther(data); line > 0 {
		return nil, &LineError{line, errors.New("it is not UTF-8; save it as \"CSV UTF-8\"")}
	}
	r := csv.NewReader(bytes.NewReader(data))
	r.Comma, r.FieldsPerRecord = Delimiter(data), -1
	r.TrimLeadingSpace = r.Comma != '\t' // a tab is a space, too
	var out []Record
	cells := 0
	for {
		fields, err := r.Read()
		switch parse := (*csv.ParseError)(nil); {
		case errors.Is(err, io.EOF):
			return out, nil
		case errors.As(err, &parse):
			return nil, &LineError{parse.StartLine, quoting(parse.Err)}
		case err != nil:
			return nil, err
		}
		if cells += len(fields); cells > MaxCells {
			return nil, tooMany()
		}
		line, _ := r.FieldPos(0)
		if blank := trim(fields); !blank {
			out = append(out, Record{Line: line, Fields: fields})
		}
	}
}

// quoting explains how to write quotes, if they are what cannot be read.
func quoting(err error) error {
	switch {
	case errors.Is(err, csv.ErrBareQuote):
		return errors.New(`a " in the middle of a value; put the whole value in quotes, and double those inside it: "a ""big"" day"`)
	case errors.Is(err, csv.ErrQuote):
		return errors.New(`the value's quotes are not closed, or something follows them; those inside a value are doubled: "a ""big"" day"`)
	}
	return err
}

// trim trims the fields, and reports whether all are empty.
func trim(fields []string) (blank bool) {
	blank = true
	for i, f := range fields {
		fields[i] = strings.TrimSpace(f)
		blank = blank && fields[i] == ""
	}
	return blank
}

// firstOther is the first line that is not UTF-8, 0 for none.
func firstOther(data []byte) int {
	n := 0
	for line := range bytes.Lines(data) {
		if n++; !utf8.Valid(line) {
			return n
		}
	}
	return 0
}

// Delimiter is the delimiter by which Records reads a text.
func Delimiter(data []byte) rune {
	first, _, _ := bytes.Cut(bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), "\r\n"), []byte("\n"))
	return delimiterBy(string(first))
}

// delimiterBy is the delimiter of a text that has this first line.
func delimiterBy(line string) rune {
	var bare strings.Builder
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 0 {
			bare.WriteString(part)
		}
	}
	for _, d := range ",;\t" {
		if strings.ContainsRune(bare.String(), d) {
			return d
		}
	}
	return ','
}
