package table

import (
	"regexp"
	"strconv"
	"strings"
)

// formatSpec is what may follow a name after a colon: "{price:.2}" two
// decimals, "{price:,}" thousands apart, "{price:,.2}" both.
var formatSpec = regexp.MustCompile(`^(,?)(?:\.([0-9])f?)?$`)

// Format fills a template: "{name}" is a value, "{{" and "}}" are braces.
func Format(template string, names Names) (string, error) {
	var b strings.Builder
	for i := 0; i < len(template); i++ {
		if b.Len() > maxText {
			return "", tooLong()
		}
		c := template[i]
		switch {
		case (c == '{' || c == '}') && i+1 < len(template) && template[i+1] == c:
			b.WriteByte(c)
			i++
		case c == '{':
			end := strings.IndexByte(template[i:], '}')
			if end < 0 {
				return "", errorf("bad_arguments", "the template %q has a { without a }", template)
			}
			s, err := formatName(strings.TrimSpace(template[i+1:i+end]), names)
			if err != nil {
				return "", err
			}
			b.WriteString(s)
			i += end
		default:
			b.WriteByte(c)
		}
	}
	if b.Len() > maxText {
		return "", tooLong()
	}
	return b.String(), nil
}

func tooLong() error {
	return errorf("too_large", "the filled template has more than %d bytes; fill it with fewer rows or values", maxText)
}

func formatName(name string, names Names) (string, error) {
	v, err := names(name)
	if err == nil {
		return Join(v), nil
	}
	at := strings.LastIndexByte(name, ':')
	if at < 0 {
		return "", err
	}
	spec := formatSpec.FindStringSubmatch(strings.TrimSpace(name[at+1:]))
	if spec == nil {
		return "", err
	}
	if v, err = names(strings.TrimSpace(name[:at])); err != nil {
		return "", err
	}
	n, ok := Number(v)
	if !ok {
		return Text(v), nil
	}
	decimals := -1
	if spec[2] != "" {
		decimals, _ = strconv.Atoi(spec[2])
	}
	return formatNumber(n, decimals, spec[1] != ""), nil
}

// Join spells a list as "a, b, c", and any other value as Text does.
func Join(v any) string {
	list, ok := v.([]any)
	if !ok {
		return Text(v)
	}
	parts := make([]string, len(list))
	for i, one := range list {
		parts[i] = Text(one)
	}
	return strings.Join(parts, ", ")
}

func formatNumber(n float64, decimals int, thousands bool) string {
	if decimals >= 0 {
		if rounded, err := Round(n, decimals, ""); err == nil {
			n = rounded
		}
	}
	s := strconv.FormatFloat(n, 'f', decimals, 64)
	if !thousands {
		return s
	}
	whole, fraction, _ := strings.Cut(s, ".")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	for at := len(whole) - 3; at > 0; at -= 3 {
		whole = whole[:at] + "," + whole[at:]
	}
	if fraction != "" {
		fraction = "." + fraction
	}
	return sign + whole + fraction
}

// Lines fills a template for every row; "{#}" is the line's number.
func (t *Table) Lines(template string) ([]string, error) {
	lines := make([]string, 0, len(t.Rows))
	left := maxText
	for i, r := range t.Rows {
		row := t.Row(r)
		line, err := Format(template, func(name string) (any, error) {
			if name == "#" {
				return i + 1, nil
			}
			return row(name)
		})
		if err != nil {
			return nil, err
		}
		if left -= len(line); left < 0 {
			return nil, tooLong()
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// Render prints the table compactly for a reader: a line of headers, then at most
// limit rows (0: all) with their numbers, values separated by " | ".
func (t *Table) Render(limit int) string {
	var b strings.Builder
	b.WriteString("row | " + strings.Join(t.Headers, " | ") + "\n")
	for i, r := range t.Rows {
		if limit > 0 && i == limit {
			b.WriteString("... and " + strconv.Itoa(len(t.Rows)-limit) + " more rows\n")
			break
		}
		b.WriteString(strconv.Itoa(r.Number))
		for c := range t.Headers {
			b.WriteString(" | " + strings.ReplaceAll(Text(r.Value(c)), "\n", " "))
		}
		b.WriteByte('\n')
	}
	return b.String()
}
