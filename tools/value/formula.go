package value

import (
	"strings"

	"github.com/xuri/efp"
)

// longestFormula is how many characters a cell's formula may have.
const longestFormula = 8192

// IsFormula says that a text is a spreadsheet's formula, with or without the sign before it:
// numbers, texts, functions and ranges with operators between them. One that says in words
// what it shall work out is none.
func IsFormula(text string) bool {
	if len(text) > longestFormula {
		return false
	}
	parser := efp.ExcelParser()
	tokens := parser.Parse(strings.TrimPrefix(text, "="))
	for _, t := range tokens {
		named := t.TSubType == efp.TokenSubTypeRange && !isRange(t.TValue)
		beside := t.TType == efp.TokenTypeOperatorInfix && t.TSubType == efp.TokenSubTypeIntersection
		if named || beside || t.TType == efp.TokenTypeUnknown {
			return false
		}
	}
	return len(tokens) > 0
}

// isRange says that an operand is a cell, or some of them, also of another sheet.
func isRange(operand string) bool {
	operand = operand[strings.LastIndex(operand, "!")+1:]
	ends := strings.Split(strings.ReplaceAll(operand, "$", ""), ":")
	for _, end := range ends {
		_, noCell := Parse(Cell, end, Reference{})
		_, noColumn := Parse(Cell, end+"1", Reference{})
		if noCell != nil && (noColumn != nil || len(ends) == 1) {
			return false
		}
	}
	return true
}
