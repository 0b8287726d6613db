package excel

import (
	"context"
	"fmt"
	"strings"

	"legomem/tools"
)

func sheetTools() []tools.Tool {
	return []tools.Tool{
		tools.Define("excel.add_sheet", "Add a sheet to a workbook, with rows if wanted; the active one stays.",
			func(p addSheetParams) []tools.Effect { return changes(p.File) }, runAddSheet),
		tools.Define("excel.rename_sheet", "Rename a sheet of a workbook.",
			func(p renameSheetParams) []tools.Effect { return changes(p.File) }, runRenameSheet),
	}
}

type addSheetParams struct {
	File    string   `json:"file_path" jsonschema:"the file" kind:"file"`
	Sheet   string   `json:"sheet" jsonschema:"its name" kind:"phrase"`
	Rows    []any    `json:"rows,omitempty" jsonschema:"lists of values, or objects by header"`
	Headers []string `json:"headers,omitempty" jsonschema:"the header row" kind:"phrase"`
}

type sheetData struct {
	File   string   `json:"file"`
	Sheet  string   `json:"sheet"`
	Sheets []string `json:"sheets"`
}

func (d sheetData) result(did string) tools.Result {
	return tools.Result{Text: fmt.Sprintf("%s: %s; its sheets: %s", d.File, did, strings.Join(d.Sheets, ", ")), Data: d}
}

// unusedName refuses a name that a sheet has already.
func (e *editor) unusedName(name string) error {
	for _, s := range e.names() {
		if strings.EqualFold(s, name) {
			return tools.Failf(tools.Exists, "%s has a sheet %q already", e.file, s)
		}
	}
	return nil
}

func runAddSheet(_ context.Context, ws *tools.Workspace, p addSheetParams) (tools.Result, error) {
	rows, err := createParams{Rows: p.Rows, Headers: p.Headers}.lists()
	if err != nil {
		return tools.Result{}, err
	}
	var d sheetData
	return edit(ws, p.File, "", func(e *editor) error {
		if err := e.unusedName(p.Sheet); err != nil {
			return err
		}
		if _, err := e.out.NewSheet(p.Sheet); err != nil {
			return tools.Failf(tools.BadArguments, "sheet name %q: %w", p.Sheet, err)
		}
		for i, row := range rows {
			for j, v := range row {
				if v == nil {
					continue
				}
				if err := setCell(e.out, p.Sheet, i+1, j+1, v); err != nil {
					return err
				}
			}
		}
		d = sheetData{e.file, p.Sheet, e.out.GetSheetList()}
		return nil
	}, func() tools.Result { return d.result("added sheet " + p.Sheet) })
}

type renameSheetParams struct {
	File  string `json:"file_path" jsonschema:"the file" kind:"file"`
	Sheet string `json:"sheet,omitempty" jsonschema:"name or number; default active" kind:"phrase"`
	Name  string `json:"name" jsonschema:"the new name" kind:"phrase"`
}

func runRenameSheet(_ context.Context, ws *tools.Workspace, p renameSheetParams) (tools.Result, error) {
	var d sheetData
	return edit(ws, p.File, p.Sheet, func(e *editor) error {
		if !strings.EqualFold(e.sheet.Name, p.Name) {
			if err := e.unusedName(p.Name); err != nil {
				return err
			}
		}
		if err := e.out.SetSheetName(e.sheet.Name, p.Name); err != nil {
			return tools.Failf(tools.BadArguments, "sheet name %q: %w", p.Name, err)
		}
		d = sheetData{e.file, p.Name, e.out.GetSheetList()}
		return nil
	}, func() tools.Result { return d.result("renamed to " + p.Name) })
}
