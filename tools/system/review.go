package system

import (
	"bytes"
	"context"
	"strings"
	"unicode/utf8"

	"legomem/tools"
	"legomem/tools/facts"
	"legomem/tools/office"
)

type reviewParams struct {
	Before string `json:"before,omitempty" jsonschema:"the file as it was; none where it was made" kind:"file"`
	After  string `json:"after,omitempty" jsonschema:"the file as it is; none where it was deleted" kind:"file"`
}

// reviewTool tells the program how two states of any file differ, by lines if it is text.
func reviewTool() tools.Tool {
	return tools.Hide(tools.Define("system.review", "How two states of a file differ, line by line if it is text.",
		func(p reviewParams) []tools.Effect { return tools.ReadGiven(p.Before, p.After) }, runReview))
}

func runReview(_ context.Context, ws *tools.Workspace, p reviewParams) (tools.Result, error) {
	was, before, err := textState(ws, p.Before)
	if err != nil {
		return tools.Result{}, err
	}
	now, after, err := textState(ws, p.After)
	if err != nil {
		return tools.Result{}, err
	}
	var c facts.Content
	if was != nil || now != nil {
		c = facts.Lines("line", was, now)
	}
	c.Marks = facts.NewMarks(append(before, fetchingLines(p.Before, was)...), append(after, fetchingLines(p.After, now)...))
	return tools.Result{Text: p.After, Data: c}, nil
}

// textState reads a file's lines, nil if it is no text, and the marks of an office file
// under whatever name.
func textState(ws *tools.Workspace, path string) ([]string, []facts.Mark, error) {
	if path == "" {
		return nil, nil, nil
	}
	data, err := ws.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	if len(data) == 0 {
		return []string{}, nil, nil
	}
	if utf8.Valid(data) && !bytes.ContainsRune(data, 0) {
		return strings.Split(strings.TrimRight(string(data), "\n"), "\n"), nil, nil
	}
	marks, err := office.Marks(data)
	if err != nil { // an archive of another kind, or a broken one
		marks = []facts.Mark{{Kind: facts.Unreadable, Detail: facts.Cut(err.Error())}}
	}
	return nil, marks, nil
}

// fetchingLines marks the cells of a table as text that a spreadsheet would take for
// formulas that fetch.
func fetchingLines(path string, lines []string) []facts.Mark {
	switch ext := strings.ToLower(path[strings.LastIndexByte(path, '.')+1:]); ext {
	case "csv", "tsv", "tab", "txt":
	default:
		return nil
	}
	var marks []facts.Mark
	for _, line := range lines {
		for cell := range strings.FieldsFuncSeq(line, func(r rune) bool { return r == ',' || r == ';' || r == '\t' }) {
			bare := strings.TrimLeft(cell, "\"' ")
			if len(marks) < facts.MostMarks && bare != "" && strings.ContainsRune("=+-@", rune(bare[0])) && facts.Fetches(bare) {
				marks = append(marks, facts.Mark{Kind: facts.Fetching, Detail: facts.Cut(line)})
			}
		}
	}
	return marks
}
