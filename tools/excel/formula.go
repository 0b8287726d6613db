package excel

import (
	"regexp"
	"strings"

	"github.com/xuri/excelize/v2"
)

// formulaParts is what a formula names: its functions and the cells it reads.
type formulaParts struct {
	ranges []cellRange
	// joins means that it puts texts together, repeats that its result may hold
	// a text several times.
	joins, repeats bool
}

// cellRange is a block of cells; a sheet of "" is the formula's own. A whole
// column ends at the last row there can be.
type cellRange struct {
	sheet    string
	from, to place
}

// The limits, as in spreadsheets, of a formula that is worked out.
const (
	maxFormula = 8192
	maxParens  = 64
)

// readFormula parses a formula if it is one that is worked out here, made of
// numbers, texts, operators, cells of this workbook, and functions that cost no
// more than the cells they are given. Anything else is not ok: calls to the
// outside (WEBSERVICE, RTD, cmd|'/c calc'!A0), references to other files, and
// functions that can make much out of little (REPT, INDIRECT, MUNIT).
func readFormula(text string) (f formulaParts, ok bool) {
	if len(text) > maxFormula {
		return f, false
	}
	text = strings.TrimPrefix(text, "=")
	open := 0
	for text != "" {
		c := text[0]
		switch {
		case strings.IndexByte(" \r\n\t+-*/^=<>%,", c) >= 0:
			text = text[1:]
		case c == '&':
			f.joins = true
			text = text[1:]
		case c == '(' || c == ')':
			if open += map[byte]int{'(': 1, ')': -1}[c]; open < 0 || open > maxParens {
				return f, false
			}
			text = text[1:]
		default:
			n := f.addPart(text)
			if n == 0 {
				return f, false
			}
			text = text[n:]
		}
	}
	return f, open == 0
}

var (
	formulaQuoted = regexp.MustCompile(`^"(?:[^"]|"")*"`)
	formulaRef    = regexp.MustCompile(`^(?:(?:'([^'!:\[\]]+)'|([\pL_][\pL\pN_.]*))!)?(\$?[A-Za-z]{1,3}\$?[0-9]{1,7}(?::\$?[A-Za-z]{1,3}\$?[0-9]{1,7})?|\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}|\$?[0-9]{1,7}:\$?[0-9]{1,7})`)
	formulaNumber = regexp.MustCompile(`^(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?`)
	formulaName   = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.]*`)
	nameGoesOn    = regexp.MustCompile(`^[\pL\pN_.$!:(\['|]`)
)

// addPart reads one text, reference, number or function from the start, and
// returns its length; 0 if there is none.
func (f *formulaParts) addPart(text string) int {
	if s := formulaQuoted.FindString(text); s != "" {
		return len(s)
	}
	if m := formulaRef.FindStringSubmatch(text); m != nil && !nameGoesOn.MatchString(text[len(m[0]):]) {
		r, ok := rangeOf(m[1]+m[2], m[3])
		if !ok {
			return 0
		}
		f.ranges = append(f.ranges, r)
		return len(m[0])
	}
	if s := formulaNumber.FindString(text); s != "" && !nameGoesOn.MatchString(text[len(s):]) {
		return len(s)
	}
	name := formulaName.FindString(text)
	rest := text[len(name):]
	switch bare := strings.TrimPrefix(strings.ToUpper(name), "_XLFN."); {
	case name == "":
		return 0
	case (bare == "TRUE" || bare == "FALSE") && !nameGoesOn.MatchString(rest):
		return len(name)
	case strings.HasPrefix(rest, "(") && functions[bare] != 0:
		f.joins = f.joins || functions[bare] == joining
		f.repeats = f.repeats || functions[bare] == repeating
		return len(name)
	}
	return 0
}

// rangeOf reads "B3", "$B$3:D9", "B:D" or "1:3".
func rangeOf(sheet, ref string) (cellRange, bool) {
	first, last, two := strings.Cut(strings.ReplaceAll(ref, "$", ""), ":")
	if !two {
		last = first
	}
	a, okA := corner(first, 1, 1)
	b, okB := corner(last, excelize.TotalRows, excelize.MaxColumns)
	from := place{min(a.row, b.row), min(a.col, b.col)}
	to := place{max(a.row, b.row), max(a.col, b.col)}
	return cellRange{sheet, from, to}, okA && okB
}

// corner reads a cell, or a column or row alone, with row or col for the other.
func corner(ref string, row, col int) (place, bool) {
	if c, r, err := excelize.CellNameToCoordinates(ref); err == nil {
		return place{r, c}, true
	}
	if c, err := excelize.ColumnNameToNumber(ref); err == nil {
		return place{row, c}, true
	}
	_, r, err := excelize.CellNameToCoordinates("A" + ref)
	return place{r, col}, err == nil
}

// effort is what a function can make of the texts it is given.
type effort int

const (
	plain     effort = iota + 1 // none longer than the longest
	joining                     // all of them in one
	repeating                   // one for each occurrence in another
)

// functions are those that are worked out: the ones that office sheets use, if
// they cost no more than reading their cells.
var functions = func() map[string]effort {
	all := map[string]effort{}
	for kind, names := range map[effort]string{
		plain: `SUM AVERAGE AVERAGEA MIN MINA MAX MAXA COUNT COUNTA COUNTBLANK COUNTIF COUNTIFS SUMIF SUMIFS AVERAGEIF AVERAGEIFS MINIFS MAXIFS
			SUMPRODUCT SUMSQ PRODUCT SUBTOTAL MEDIAN MODE MODE.SNGL STDEV STDEV.S STDEV.P STDEVP VAR VAR.S VAR.P VARP LARGE SMALL
			RANK RANK.EQ RANK.AVG PERCENTILE PERCENTILE.INC PERCENTILE.EXC QUARTILE QUARTILE.INC CORREL GEOMEAN HARMEAN AVEDEV DEVSQ
			IF IFS IFERROR IFNA SWITCH CHOOSE AND OR NOT XOR TRUE FALSE
			ABS SIGN INT TRUNC ROUND ROUNDUP ROUNDDOWN MROUND CEILING FLOOR EVEN ODD MOD QUOTIENT POWER SQRT EXP LN LOG LOG10 PI RAND RANDBETWEEN
			VLOOKUP HLOOKUP LOOKUP XLOOKUP INDEX MATCH ROW ROWS COLUMN COLUMNS
			LEFT RIGHT MID LEN TRIM UPPER LOWER PROPER CLEAN FIND SEARCH EXACT VALUE T N CHAR CODE
			ISBLANK ISNUMBER ISTEXT ISNONTEXT ISLOGICAL ISERROR ISERR ISNA ISEVEN ISODD NA
			DATE TIME TODAY NOW YEAR MONTH DAY HOUR MINUTE SECOND WEEKDAY WEEKNUM ISOWEEKNUM DAYS DAYS360 DATEVALUE TIMEVALUE EDATE EOMONTH DATEDIF
			NETWORKDAYS YEARFRAC PMT IPMT PPMT PV FV NPER NPV RATE IRR SLN`,
		joining:   `CONCAT CONCATENATE TEXT REPLACE`,
		repeating: `TEXTJOIN SUBSTITUTE`,
	} {
		for _, name := range strings.Fields(names) {
			all[name] = kind
		}
	}
	return all
}()
