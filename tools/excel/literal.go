package excel

import (
	"regexp"
	"strings"

	"github.com/xuri/excelize/v2"

	"legomem/tools"
	"legomem/tools/table"
)

// A text that begins with "=" is a formula if a caller gives it, as the tools
// promise, but never if it was read from a file: a stranger's cell that holds
// the text =cmd|'/c calc'!A0 stays that text wherever it is copied to.

// readText is a text that was read from a file, or computed from one.
type readText string

// asRead marks all texts of rows as read.
func asRead(rows [][]any) [][]any {
	out := make([][]any, len(rows))
	for i, row := range rows {
		out[i] = make([]any, len(row))
		for j, v := range row {
			out[i][j] = readValue(v)
		}
	}
	return out
}

func readValue(v any) any {
	if s, ok := v.(string); ok {
		return readText(s)
	}
	return v
}

// csvText spells a value for a csv file, which cannot mark a value as text. A
// text that was read and that a spreadsheet would mistake for a formula gets an
// apostrophe, with which spreadsheets mark text.
func csvText(v any) string {
	s, ok := v.(readText)
	if !ok {
		return table.Text(v)
	}
	if looksComputed.MatchString(string(s)) {
		return "'" + string(s)
	}
	return string(s)
}

// looksComputed matches what spreadsheets compute when they open a csv file; a
// text such as "-5 %" or "@dana" does no harm.
var looksComputed = regexp.MustCompile(`(?s)^\s*(?:=.|[-+@].*[(|!])`)

// setFormula writes a formula that a caller gave. It refuses one that would call
// outside when somebody opens the workbook.
func setFormula(f *excelize.File, sheet, at, formula string) error {
	if call := callsOut(formula); call != "" {
		return tools.Failf(tools.Refused, "the formula for %s would call outside (%s) when the workbook is opened, so it is not written; to write it as a text, begin it with '=", at, call)
	}
	return f.SetCellFormula(sheet, at, formula[1:])
}

var (
	inQuotes = regexp.MustCompile(`"(?:[^"]|"")*"`)
	outside  = regexp.MustCompile(`(?i)\b(?:WEBSERVICE|RTD|CALL|REGISTER(?:\.ID)?|EXEC|DDE|SQL\.REQUEST|IMAGE|IMPORT(?:DATA|XML|HTML|FEED|RANGE))\s*\(|\||://|\\\\`)
)

// callsOut returns what reaches beyond the workbook in a formula, its quoted
// texts aside: a function that fetches or runs something, a DDE link
// (app|topic!item), or a reference to a workbook on a server. Empty if nothing does.
func callsOut(formula string) string {
	return strings.TrimRight(outside.FindString(inQuotes.ReplaceAllString(formula, `""`)), "( ")
}
