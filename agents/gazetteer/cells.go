package gazetteer

import (
	"context"
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

// Cells are the texts that stand in a sheet's rows, each once.
func (o *Office) Cells(ctx context.Context, file, sheet string) (*Things, error) {
	return o.once("cells "+file+"\n"+sheet, func() ([]Thing, error) {
		data, err := o.rows(ctx, file, sheet)
		seen := map[string]bool{}
		var texts []string
		for _, row := range data.Rows {
			for _, v := range row {
				if text, ok := v.(string); ok && !seen[text] {
					seen[text] = true
					texts = append(texts, text)
				}
			}
		}
		return named(texts), err
	})
}

// Fields are what is known of a contact, and how people call it.
func (o *Office) Fields() *Things {
	return NewThings([]Thing{
		{Value: "email", Shown: "email", Title: "email", Also: []string{"mail", "address"}},
		{Value: "phone", Shown: "phone", Title: "phone", Also: []string{"telephone", "mobile", "number"}},
	})
}
