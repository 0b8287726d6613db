package gazetteer

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Cell is a text that stands in a column.
type Cell struct{ Column, Text string }

// CellsSaid are the texts of a sheet's cells that a sentence has as words of its own,
// letters' case aside, each once; not those within another that it has.
func (o *Office) CellsSaid(ctx context.Context, file, sheet, sentence string) ([]Cell, error) {
	data, err := o.rows(ctx, file, sheet)
	if err != nil {
		return nil, err
	}
	sentence = strings.ToLower(sentence)
	seen := map[Cell]bool{}
	var out []Cell
	for _, row := range data.Rows {
		for i, v := range row {
			text, ok := v.(string)
			if !ok || i >= len(data.Headers) || !hasWords(sentence, strings.ToLower(text)) {
				continue
			}
			c := Cell{Text: text}
			c.Column, _ = data.Headers[i].(string)
			if !seen[c] {
				seen[c] = true
				out = append(out, c)
			}
		}
	}
	return longest(out), nil
}

// sheetRows are a sheet's headers and rows.
type sheetRows struct {
	Headers []any
	Rows    [][]any
}

// rows reads the sheet of that name, the first where none is named.
func (o *Office) rows(ctx context.Context, file, sheet string) (data sheetRows, err error) {
	args := map[string]any{"file_path": file}
	if sheet != "" {
		args["sheet"] = sheet
	}
	err = o.ask(ctx, "excel.read", args, &data)
	return data, err
}

// longest leaves out the cells whose text is part of another's.
func longest(all []Cell) []Cell {
	var out []Cell
	for _, c := range all {
		within := false
		for _, o := range all {
			within = within || len(o.Text) > len(c.Text) && hasWords(strings.ToLower(o.Text), strings.ToLower(c.Text))
		}
		if !within {
			out = append(out, c)
		}
	}
	return out
}

// hasWords says that a part stands in a text, and does not begin or end within a word.
func hasWords(text, part string) bool {
	if len(part) < 2 {
		return false
	}
	for at := 0; ; {
		i := strings.Index(text[at:], part)
		if i < 0 {
			return false
		}
		start, end := at+i, at+i+len(part)
		before, _ := utf8.DecodeLastRuneInString(text[:start])
		behind, _ := utf8.DecodeRuneInString(text[end:])
		if !isWord(before) && !isWord(behind) {
			return true
		}
		at = start + 1
	}
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// Cells are the texts and numbers that stand in a sheet's rows, each once, which may be told
// with the name of their column: "invoice 2038".
func (o *Office) Cells(ctx context.Context, file, sheet string) (*Things, error) {
	return o.once("cells "+file+"\n"+sheet, func() ([]Thing, error) {
		data, err := o.rows(ctx, file, sheet)
		at := map[string]int{}
		var out []Thing
		for _, row := range data.Rows {
			for i, v := range row {
				text := spelled(v)
				if text == "" {
					continue
				}
				n, known := at[text]
				if !known {
					n, at[text] = len(out), len(out)
					out = append(out, Thing{Value: text, Shown: text, Title: text})
				}
				if header, _ := headerOf(data, i); !slices.Contains(out[n].Also, header) {
					out[n].Also = append(out[n].Also, header)
				}
			}
		}
		return out, err
	})
}

// spelled is a cell's text, or its number as people write it.
func spelled(v any) string {
	switch v := v.(type) {
	case string:
		return strings.TrimSpace(v)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return ""
}

func headerOf(data sheetRows, i int) (string, bool) {
	if i >= len(data.Headers) {
		return "", false
	}
	header, ok := data.Headers[i].(string)
	return header, ok
}

// CellsIn are the texts that stand in a column, each once.
func (o *Office) CellsIn(ctx context.Context, file, sheet, column string) (*Things, error) {
	data, err := o.rows(ctx, file, sheet)
	var out []string
	for _, row := range data.Rows {
		for i, v := range row {
			if header, ok := headerOf(data, i); ok && header == column && !slices.Contains(out, spelled(v)) {
				out = append(out, spelled(v))
			}
		}
	}
	return NewThings(named(out)), err
}

// Fields are what is known of a contact, and how people call it.
func (o *Office) Fields() *Things {
	return NewThings([]Thing{
		{Value: "email", Shown: "email", Title: "email", Also: []string{"mail", "address"}},
		{Value: "phone", Shown: "phone", Title: "phone", Also: []string{"telephone", "mobile", "number"}},
	})
}
