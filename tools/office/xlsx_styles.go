package office

import (
	"fmt"
	"regexp"
	"strings"
)

// styles records for each cell style whether numbers in it are dates.
type styles []CellKind

// kindOf returns DateCell, DurationCell or "" for a style's number format.
func (s styles) kindOf(style int) CellKind {
	if style < 0 || style >= len(s) {
		return ""
	}
	return s[style]
}

type xmlStyles struct {
	Formats []struct {
		ID   int    `xml:"numFmtId,attr"`
		Code string `xml:"formatCode,attr"`
	} `xml:"numFmts>numFmt"`
	Cells []struct {
		Format int `xml:"numFmtId,attr"`
	} `xml:"cellXfs>xf"`
}

func readStyles(pkg *xlsxPackage) (styles, error) {
	var doc xmlStyles
	if err := pkg.decode(stylesPart, &doc); err != nil {
		return nil, err
	}
	if len(doc.Cells) > maxStyles {
		return nil, fmt.Errorf("%w: %d cell formats, over the cap of %d; save the workbook anew to drop those not used", ErrTooLarge, len(doc.Cells), maxStyles)
	}
	custom := map[int]string{}
	for _, f := range doc.Formats {
		custom[f.ID] = f.Code
	}
	out := make(styles, len(doc.Cells))
	kinds := map[int]CellKind{} // thousands of styles share few formats
	for i, c := range doc.Cells {
		kind, known := kinds[c.Format]
		if !known {
			code, ok := custom[c.Format]
			if !ok {
				code = builtinFormats[c.Format]
			}
			kind = formatKind(code)
			kinds[c.Format] = kind
		}
		out[i] = kind
	}
	return out, nil
}

// builtinFormats holds the number formats that need no spelling in a file and
// that show dates or times (ECMA-376, 18.8.30).
var builtinFormats = map[int]string{
	14: "mm-dd-yy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy",
	18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "m/d/yy h:mm",
	45: "mm:ss", 46: "[h]:mm:ss", 47: "mmss.0",
}

var (
	quotedOrBracketed = regexp.MustCompile(`".*?"|\[[^\]]*\]`)
	elapsedBracket    = regexp.MustCompile(`^\[(hh?|mm?|ss?)\]$`)
	dateLetter        = regexp.MustCompile(`[^\\][dmhysDMHYS]`)
	elapsedFormat     = regexp.MustCompile(`(?i)\[(hh?|mm?|ss?)\]`)
)

// formatKind looks at the first section of a format code, without quoted text
// and without colours and locales. Like openpyxl it requires a character before
// the letter that shows a date.
func formatKind(code string) CellKind {
	code, _, _ = strings.Cut(code, ";")
	bare := quotedOrBracketed.ReplaceAllStringFunc(code, func(s string) string {
		if elapsedBracket.MatchString(s) {
			return s
		}
		return ""
	})
	switch {
	case !dateLetter.MatchString(bare):
		return ""
	case elapsedFormat.MatchString(code):
		return DurationCell
	}
	return DateCell
}
