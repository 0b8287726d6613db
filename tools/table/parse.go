package table

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// ReadCSV reads comma separated values, typed as Typed does. The delimiter is
// the one of , ; tab and | that the first line has most often. Text that is not
// UTF-8 is read as Latin-1.
func ReadCSV(data []byte) ([][]any, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if bytes.IndexByte(data, 0) >= 0 {
		return nil, errorf("corrupt", "it holds binary data, not comma separated text")
	}
	if !utf8.Valid(data) {
		data = latin1(data)
	}
	first, _, _ := bytes.Cut(data, []byte("\n"))
	return Split(string(data), delimiterOf(string(first)))
}

func latin1(data []byte) []byte {
	var b []byte
	for _, c := range data {
		b = utf8.AppendRune(b, rune(c))
	}
	return b
}

func delimiterOf(line string) string {
	best := ","
	for _, d := range []string{";", "\t", "|"} {
		if strings.Count(line, d) > strings.Count(line, best) {
			best = d
		}
	}
	return best
}

// Split reads delimited text into typed rows: by one character as csv does
// (quotes hold delimiters), by white space (delimiter " "), or by any longer
// text. Blank lines are skipped.
func Split(text, delimiter string) ([][]any, error) {
	if utf8.RuneCountInString(delimiter) == 1 && delimiter != " " && delimiter != "\n" && delimiter != "\r" && delimiter != `"` {
		return splitCSV(text, delimiter)
	}
	if delimiter == "" || strings.ContainsAny(delimiter, "\r\n\"") {
		return nil, errorf("bad_arguments", "%q cannot separate values", delimiter)
	}
	var rows [][]any
	cells := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		fields := strings.Split(line, delimiter)
		if strings.TrimSpace(delimiter) == "" {
			fields = strings.Fields(line)
		}
		if cells += len(fields); cells > MaxCells {
			return nil, tooMany()
		}
		rows = append(rows, typedRow(fields))
	}
	return rows, nil
}

func splitCSV(text, delimiter string) ([][]any, error) {
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, _ = utf8.DecodeRuneInString(delimiter)
	r.FieldsPerRecord, r.LazyQuotes = -1, true
	var rows [][]any
	cells := 0
	for {
		fields, err := r.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, errorf("corrupt", "it cannot be read as delimited text: %v", err)
		}
		if cells += len(fields); cells > MaxCells {
			return nil, tooMany()
		}
		rows = append(rows, typedRow(fields))
	}
}

func tooMany() error {
	return errorf("too_large", "it has more than %d values, the cap on a table; split it", MaxCells)
}

func typedRow(fields []string) []any {
	row := make([]any, len(fields))
	for i, f := range fields {
		row[i] = Typed(f)
	}
	return row
}

// Match reads a row from each match of a regular expression: its groups, or
// the whole match where it has none. Named groups name the columns.
func Match(text string, re *regexp.Regexp) (headers []string, rows [][]any, err error) {
	groups := re.NumSubexp()
	for _, name := range re.SubexpNames()[1:] {
		if name != "" {
			headers = re.SubexpNames()[1:]
		}
	}
	most := MaxCells / max(groups, 1)
	for i, m := range re.FindAllStringSubmatch(text, most+1) {
		if i == most {
			return nil, nil, tooMany()
		}
		if groups > 0 {
			m = m[1:]
		}
		rows = append(rows, typedRow(m))
	}
	return headers, rows, nil
}

// FromAny makes a table of rows as they come in arguments: lists, or objects
// by header. Headers give names and order; without them objects are ordered
// by name, and the columns of lists are named "1", "2", ...
func FromAny(rows []any, headers []string) (*Table, error) {
	t := &Table{Headers: headers}
	if len(headers) == 0 {
		t.Headers = headersOf(rows)
	}
	if err := Check(len(rows), len(t.Headers)); err != nil {
		return nil, err
	}
	for i, r := range rows {
		switch x := r.(type) {
		case []any:
			if len(x) > len(t.Headers) {
				return nil, errorf("bad_arguments", "row %d has %d values for %d headers", i+1, len(x), len(t.Headers))
			}
			t.Rows = append(t.Rows, Row{i + 1, x})
		case map[string]any:
			values, err := t.valuesOf(x)
			if err != nil {
				return nil, err
			}
			t.Rows = append(t.Rows, Row{i + 1, values})
		default:
			t.Rows = append(t.Rows, Row{i + 1, []any{x}})
		}
	}
	return t, nil
}

// HasObjects reports whether any of the rows is an object, which brings headers.
func HasObjects(rows []any) bool {
	return slices.ContainsFunc(rows, func(r any) bool {
		_, is := r.(map[string]any)
		return is
	})
}

// Width is the number of values in the longest row.
func Width(rows [][]any) int {
	width := 0
	for _, r := range rows {
		width = max(width, len(r))
	}
	return width
}

func headersOf(rows []any) []string {
	names, width := map[string]bool{}, 0
	for _, r := range rows {
		switch x := r.(type) {
		case []any:
			width = max(width, len(x))
		case map[string]any:
			for name := range x {
				names[name] = true
			}
		default:
			width = max(width, 1)
		}
	}
	headers := slices.SortedFunc(maps.Keys(names), func(a, b string) int {
		return cmp.Or(strings.Compare(strings.ToLower(a), strings.ToLower(b)), strings.Compare(a, b))
	})
	headers = slices.CompactFunc(headers, strings.EqualFold)
	for len(headers) < width {
		headers = append(headers, Text(len(headers)+1))
	}
	return headers
}

// valuesOf orders an object's values by the headers.
func (t *Table) valuesOf(record map[string]any) ([]any, error) {
	values := make([]any, len(t.Headers))
	for name, v := range record {
		column, err := t.Column(name)
		if err != nil {
			return nil, err
		}
		values[column] = v
	}
	return values, nil
}
