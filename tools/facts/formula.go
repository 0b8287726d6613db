package facts

import "regexp"

// The ways of a formula to reach out of its workbook: functions that fetch or start
// something, another workbook before an exclamation mark, and a DDE server before a bar.
var (
	quotedText      = regexp.MustCompile(`"(?:[^"]|"")*"`)
	fetchFunction   = regexp.MustCompile(`(?i)\b(?:HYPERLINK|WEBSERVICE|IMAGE|RTD|DDE|CALL|REGISTER(?:\.ID)?|EXEC|SQL\.REQUEST|STOCKHISTORY|IMPORT[A-Z]*|GOOGLEFINANCE)\s*\(`)
	otherWorkbook   = regexp.MustCompile(`\[[^\[\]]+\][^\[\]!()+*,;=&<>]*!`)
	dynamicExchange = regexp.MustCompile(`[A-Za-z0-9_']\|[A-Za-z0-9_']`)
)

// Fetches reports whether a formula, with its equals sign or without, gets content from
// outside its workbook, or opens a link.
func Fetches(formula string) bool {
	bare := quotedText.ReplaceAllString(formula, `""`)
	return fetchFunction.MatchString(bare) || otherWorkbook.MatchString(formula) || dynamicExchange.MatchString(bare)
}
