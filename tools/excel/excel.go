// Package excel is the tools for spreadsheets: read, compute over, create and
// change xlsx files, and read csv ones. Reading is done by tools/office,
// computing by tools/table, writing by excelize, which keeps what it does not
// touch (formulas, styles, charts). A text beginning with "=" is a formula.
//
// Start with Tools. A book is a file as read (book.go), edit changes one in
// place (edit.go), and a sheetTable is a sheet seen as a table (sheet.go).
package excel

import (
	"path"
	"strings"

	"legomem/tools"
)

// Tools returns the excel tools, the hidden inspector included.
func Tools() []tools.Tool {
	var all []tools.Tool
	for _, group := range [][]tools.Tool{
		readTools(), queryTools(), aggregateTools(), createTools(), cellTools(), rowTools(), columnTools(), sheetTools(), convertTools(),
	} {
		all = append(all, group...)
	}
	return all
}

// reads and writes are the effects of touching one file.
func reads(file string) []tools.Effect {
	return []tools.Effect{{Class: tools.Read, Target: target(file)}}
}

func writes(files ...string) []tools.Effect {
	var all []tools.Effect
	for _, f := range files {
		if f != "" {
			all = append(all, tools.Effect{Class: tools.Write, Target: target(f)})
		}
	}
	return all
}

// target names a file as Clean would, with a bare name under data/, where
// such files are looked for and made.
func target(file string) string { return "file:" + underData(file) }

func underData(file string) string {
	p := strings.TrimPrefix(strings.ReplaceAll(strings.TrimSpace(file), `\`, "/"), "/testbed/")
	if !strings.Contains(p, "/") {
		p = "data/" + p
	}
	return path.Clean(strings.TrimLeft(p, "/"))
}
