package excel

import (
	"context"
	"fmt"
	"slices"

	"legomem/tools"
	"legomem/tools/facts"
	"legomem/tools/office"
	"legomem/tools/value"
)

type reviewParams struct {
	Before string `json:"before,omitempty" jsonschema:"the workbook as it was; none where it was made" kind:"file"`
	After  string `json:"after,omitempty" jsonschema:"the workbook as it is; none where it was deleted" kind:"file"`
}

// reviewTool tells the program how two states of a workbook differ, cell by cell.
func reviewTool() tools.Tool {
	return tools.Hide(tools.Define("excel.review", "How two states of a workbook differ, cell by cell.",
		func(p reviewParams) []tools.Effect { return tools.ReadGiven(p.Before, p.After) }, runReview))
}

func runReview(_ context.Context, ws *tools.Workspace, p reviewParams) (tools.Result, error) {
	was, before, err := bookState(ws, p.Before)
	if err != nil {
		return tools.Result{}, err
	}
	now, after, err := bookState(ws, p.After)
	if err != nil {
		return tools.Result{}, err
	}
	c := facts.Content{Unit: "cell"}
	several := len(was.Sheets) > 1 || len(now.Sheets) > 1
	for _, name := range sheetNames(was, now) {
		prefix := ""
		if several {
			prefix = name + "!"
		}
		compareSheets(&c, prefix, sheetNamed(was, name), sheetNamed(now, name))
	}
	c.Marks = append(facts.NewMarks(before, after), c.Marks...)
	return tools.Result{Text: p.After, Data: c}, nil
}

// bookState reads a workbook with the marks of its file; without a file it is empty.
func bookState(ws *tools.Workspace, path string) (*office.Workbook, []facts.Mark, error) {
	if path == "" {
		return &office.Workbook{}, nil, nil
	}
	data, err := ws.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	marks, err := office.Marks(data)
	if err != nil {
		return nil, nil, err
	}
	book, err := office.ReadWorkbook(data)
	return book, marks, err
}

// sheetNames are those of the second workbook, and then those that only the first has.
func sheetNames(was, now *office.Workbook) []string {
	names := now.Names()
	for _, name := range was.Names() {
		if sheetNamed(now, name) == nil {
			names = append(names, name)
		}
	}
	return names
}

func sheetNamed(w *office.Workbook, name string) *office.Sheet {
	i := slices.IndexFunc(w.Sheets, func(s *office.Sheet) bool { return s.Name == name })
	if i < 0 {
		return nil
	}
	return w.Sheets[i]
}

// compareSheets compares two sheets cell by cell; nil has none.
func compareSheets(c *facts.Content, prefix string, was, now *office.Sheet) {
	if was == nil {
		was = &office.Sheet{}
	}
	if now == nil {
		now = &office.Sheet{}
	}
	for row, column := range now.Places() {
		compareCells(c, prefix+value.CellName(row, column), was.Cell(row, column), now.Cell(row, column))
	}
	for row, column := range was.Places() {
		if now.Cell(row, column).Kind == office.EmptyCell {
			compareCells(c, prefix+value.CellName(row, column), was.Cell(row, column), office.Cell{Kind: office.EmptyCell})
		}
	}
}

func compareCells(c *facts.Content, at string, was, now office.Cell) {
	old, fresh := was.Kind == office.EmptyCell, now.Kind == office.EmptyCell
	switch {
	case old && fresh:
		return
	case was.Kind == now.Kind && was.Text == now.Text:
		c.Kept++
		return
	case old:
		c.Added++
		c.Show(fmt.Sprintf("%s: %s", at, facts.Cut(now.Text)))
	case fresh:
		c.Removed++
		c.Show(fmt.Sprintf("%s: %s -> nothing", at, facts.Cut(was.Text)))
	default:
		c.Changed++
		c.Show(fmt.Sprintf("%s: %s -> %s", at, facts.Cut(was.Text), facts.Cut(now.Text)))
	}
	if now.Kind == office.FormulaCell && facts.Fetches(now.Text) && len(c.Marks) < facts.MostMarks {
		c.Marks = append(c.Marks, facts.Mark{Kind: facts.Fetching, Detail: at + ": " + facts.Cut(now.Text)})
	}
}
