// Package excel is the tools for spreadsheets: read, compute over, create and
// change xlsx files, and read csv ones. Reading is done by tools/office,
// computing by tools/table, writing by excelize, which keeps what it does not
// touch (formulas, styles, charts). A text beginning with "=" is a formula.
//
// Start with Tools. A book is a file as read (book.go), edit changes one in
// place (edit.go), and a sheetTable is a sheet seen as a table (sheet.go).
package excel

import (
	"slices"
	"strings"

	"legomem/tools"
)

// Tools returns the excel tools, the hidden inspector included.
func Tools() []tools.Tool {
	var all []tools.Tool
	for _, group := range [][]tools.Tool{
		readTools(), {findRowTool(), copyRowsTool(), changeTool()}, queryTools(), aggregateTools(), createTools(), cellTools(), rowTools(), columnTools(), sheetTools(), convertTools(),
	} {
		all = append(all, group...)
	}
	return all
}

// reads, changes and deletes are the effects of using one file: it is only read,
// or also written again, or written so that cells, rows or columns are lost.
func reads(file string) []tools.Effect   { return tools.ReadEffects(file) }
func changes(file string) []tools.Effect { return tools.EditEffects(false, file) }
func deletes(file string) []tools.Effect { return tools.EditEffects(true, file) }

// makes is the effect of writing a new file, which replaces an existing one; it
// is none if no file is named.
func makes(file string) []tools.Effect { return tools.MakeEffects(true, file) }

// setsTo are the effects of setting cells to a value; an empty one loses the content.
func setsTo(file string, v any) []tools.Effect { return tools.EditEffects(empties(v), file) }

// empties reports whether a value, or one of several, leaves its cell empty.
func empties(v any) bool {
	switch x := v.(type) {
	case nil:
		return true
	case string:
		return strings.TrimSpace(x) == ""
	case []any:
		return slices.ContainsFunc(x, empties)
	}
	return false
}
