package excel

import (
	"strings"

	"github.com/xuri/excelize/v2"

	"legomem/tools"
	"legomem/tools/table"
	"legomem/tools/value"
)

// meant is a value as a person means it, and the number format that shows it so; no
// format for one that any format shows.
type meant struct {
	value  any
	format string
}

// readAs reads a value as one of the things that a caller may say it is; without a word
// for it, as typed does.
func readAs(v any, as string) (meant, error) {
	text := strings.TrimSpace(table.Text(v))
	switch strings.ToLower(as) {
	case "":
		return meant{value: typed(v)}, nil
	case "auto":
		return asMeant(v), nil
	case "text":
		return meant{value: readText(text)}, nil
	case "formula":
		return meant{value: "=" + strings.TrimSpace(strings.TrimPrefix(text, "="))}, nil
	case "number":
		return given(asNumber(text))(text, "a number, as in 1,250.50 or $300")
	case "percent":
		return given(asPercent(text))(text, "a percentage, as in 15% or 12.5")
	}
	return meant{}, tools.Failf(tools.BadArguments, "as is auto, text, number, percent or formula, not %q", as)
}

// given turns a reading into a failure where there is none.
func given(m meant, ok bool) func(text, wanted string) (meant, error) {
	return func(text, wanted string) (meant, error) {
		if !ok {
			return m, tools.Failf(tools.BadArguments, "%q is not %s", text, wanted)
		}
		return m, nil
	}
}

// asMeant reads a text by its form: 15% is a percentage, $300 and 1,250.50 are numbers,
// a text that begins with = is a formula; anything else is what typing it gives.
func asMeant(v any) meant {
	s, ok := v.(string)
	if !ok {
		return meant{value: v}
	}
	s = strings.TrimSpace(s)
	if strings.HasSuffix(s, "%") {
		if m, ok := asPercent(s); ok {
			return m
		}
	}
	if strings.ContainsAny(s, "0123456789") {
		if m, ok := asNumber(s); ok {
			return m
		}
	}
	return meant{value: typed(s)}
}

// asPercent reads 15% and 15 as 0.15.
func asPercent(text string) (meant, bool) {
	bare := strings.TrimSpace(strings.TrimSuffix(text, "%"))
	n, ok := plainNumber(bare)
	if !ok {
		return meant{}, false
	}
	return meant{table.Clean(n / 100), "0" + decimals(bare) + "%"}, true
}

// asNumber reads a number, also with its thousands apart or with a currency.
func asNumber(text string) (meant, bool) {
	if canon, err := value.Parse(value.Money, text, value.Reference{}); err == nil {
		code, number, _ := strings.Cut(canon, " ")
		n, ok := plainNumber(number)
		return meant{table.Clean(n), currencyFormat(code) + decimals(text)}, ok
	}
	n, ok := plainNumber(text)
	if !ok {
		return meant{}, false
	}
	if strings.Contains(text, ",") {
		return meant{table.Clean(n), "#,##0" + decimals(text)}, true
	}
	return meant{value: table.Clean(n)}, true
}

// plainNumber reads 1,250.50 and -7, but not 007, which is a code.
func plainNumber(text string) (float64, bool) {
	canon, err := value.Parse(value.Number, text, value.Reference{})
	if err != nil {
		return 0, false
	}
	return table.Number(canon)
}

// currencyFormat shows whole amounts of a currency, by its sign if it is well known.
func currencyFormat(code string) string {
	sign := code + " "
	if s, ok := map[string]string{"USD": "$", "EUR": "€", "GBP": "£"}[code]; ok {
		sign = s
	}
	return `"` + sign + `"#,##0`
}

// decimals is a format's part for as many decimals as a text has.
func decimals(text string) string {
	_, tail, ok := strings.Cut(text, ".")
	n := len(tail) - len(strings.TrimLeft(tail, "0123456789"))
	if !ok || n == 0 {
		return ""
	}
	return "." + strings.Repeat("0", min(n, 10))
}

// show sets the format of a cell that has none yet; a percentage gets its own, unless it
// has one of that sort.
func (e *editor) show(at place, format string) error {
	id, err := e.out.GetCellStyle(e.sheet.Name, cellName(at.row, at.col))
	if err != nil || format == "" {
		return err
	}
	style := &excelize.Style{}
	if id != 0 {
		if style, err = e.out.GetStyle(id); err != nil {
			return err
		}
	}
	if !takesFormat(style, format) {
		return nil
	}
	style.NumFmt, style.CustomNumFmt = 0, &format
	if id, err = e.out.NewStyle(style); err != nil {
		return err
	}
	return e.style(at.row, at.col, id)
}

// takesFormat reports whether a cell of that style is to get a format.
func takesFormat(style *excelize.Style, format string) bool {
	has := ""
	if style.CustomNumFmt != nil {
		has = *style.CustomNumFmt
	}
	if strings.HasSuffix(format, "%") {
		builtIn := style.NumFmt == 9 || style.NumFmt == 10
		return !builtIn && !strings.Contains(has, "%")
	}
	return style.NumFmt == 0 && has == ""
}
