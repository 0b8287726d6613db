package system

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"strings"

	"legomem/tools"
	"legomem/tools/table"
)

func parseTools() []tools.Tool {
	return []tools.Tool{
		tools.Define("system.parse_table", "Read a table out of a text, mail or scan: lines split at a delimiter, or a regular expression whose groups are the columns.",
			nothing[parseParams], runParse),
		tools.Define("system.extract", "Take values out of a text: what a regular expression finds, or what stands after and before given words.",
			nothing[extractParams], runExtract),
	}
}

type parseParams struct {
	Content   string   `json:"content,omitempty" jsonschema:"the text" kind:"message"`
	Lines     []string `json:"lines,omitempty" jsonschema:"or its lines"`
	Delimiter string   `json:"delimiter,omitempty" jsonschema:"default that of tab | ; , or blanks which the lines have"`
	Pattern   string   `json:"pattern,omitempty" jsonschema:"RE2, a group a column; (?P<name>...) names it"`
	Headers   []string `json:"headers,omitempty" jsonschema:"default the first row" kind:"phrase"`
	NoHeader  bool     `json:"no_header,omitempty" jsonschema:"the first row is data"`
}

func runParse(_ context.Context, _ *tools.Workspace, p parseParams) (tools.Result, error) {
	text, err := oneText(p.Content, p.Lines)
	if err != nil {
		return tools.Result{}, err
	}
	headers, rows, err := p.split(text)
	if err != nil {
		return tools.Result{}, err
	}
	if len(rows) == 0 {
		return tools.Result{}, tools.Failf(tools.NotFound, "the text holds no such rows")
	}
	t := table.New(headers, rows)
	width := max(len(headers), table.Width(rows))
	if err := table.Check(len(rows), width); err != nil {
		return tools.Result{}, err
	}
	for len(t.Headers) < width {
		t.Headers = append(t.Headers, fmt.Sprint(len(t.Headers)+1))
	}
	d := dataOf(t)
	return tools.Result{Text: t.Render(100), Data: d}, nil
}

func oneText(content string, lines []string) (string, error) {
	if (content == "") == (lines == nil) {
		return "", tools.Failf(tools.BadArguments, "give content or lines, one of them")
	}
	if lines != nil {
		content = strings.Join(lines, "\n")
	}
	return strings.ReplaceAll(content, "\r\n", "\n"), nil
}

func (p parseParams) split(text string) (headers []string, rows [][]any, err error) {
	if p.Pattern != "" {
		re, err := compile(p.Pattern)
		if err != nil {
			return nil, nil, err
		}
		headers, rows, err = table.Match(text, re)
		if len(p.Headers) > 0 {
			headers = p.Headers
		}
		return headers, rows, err
	}
	if rows, err = table.Split(text, cmp.Or(p.Delimiter, guess(text))); err != nil {
		return nil, nil, err
	}
	if len(p.Headers) > 0 || p.NoHeader || len(rows) == 0 {
		return p.Headers, rows, nil
	}
	for _, h := range rows[0] {
		headers = append(headers, table.Text(h))
	}
	return headers, rows[1:], nil
}

// guess finds the delimiter that most lines have as often as the first.
func guess(text string) string {
	all := lines(strings.TrimSpace(text))
	best, most := " ", 0
	for _, d := range []string{"\t", "|", ";", ","} {
		if len(all) == 0 || !strings.Contains(all[0], d) {
			continue
		}
		same := 0
		for _, line := range all {
			if strings.Count(line, d) == strings.Count(all[0], d) {
				same++
			}
		}
		if same > most {
			best, most = d, same
		}
	}
	return best
}

func compile(pattern string) (*regexp.Regexp, error) {
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, tools.Failf(tools.BadArguments, "%q is no regular expression (RE2): %v", pattern, err)
	}
	return re, nil
}

type extractParams struct {
	Content string `json:"content" jsonschema:"the text" kind:"message"`
	Pattern string `json:"pattern,omitempty" jsonschema:"RE2; its first group, if any, is the value; (?i) puts case aside"`
	After   string `json:"after,omitempty" jsonschema:"or the words before the value (case aside)" kind:"phrase"`
	Before  string `json:"before,omitempty" jsonschema:"the words after it; default the line's end" kind:"phrase"`
}

type extractData struct {
	Value  any      `json:"value"` // the first; a number where it spells one
	Text   string   `json:"text"`
	Values []any    `json:"values"`
	Texts  []string `json:"texts"`
	Count  int      `json:"count"`
}

func runExtract(_ context.Context, _ *tools.Workspace, p extractParams) (tools.Result, error) {
	pattern := p.Pattern
	if pattern == "" {
		if p.After == "" && p.Before == "" {
			return tools.Result{}, tools.Failf(tools.BadArguments, "give pattern, or after and before")
		}
		pattern = between(p.After, p.Before)
	}
	re, err := compile(pattern)
	if err != nil {
		return tools.Result{}, err
	}
	d := extractData{Values: []any{}, Texts: []string{}}
	for _, m := range re.FindAllStringSubmatch(p.Content, table.MaxCells) {
		text := strings.TrimSpace(m[min(1, len(m)-1)])
		d.Texts, d.Values = append(d.Texts, text), append(d.Values, table.Typed(text))
	}
	if d.Count = len(d.Texts); d.Count == 0 {
		return tools.Result{}, tools.Failf(tools.NotFound, "the text holds nothing that fits %s", pattern)
	}
	d.Value, d.Text = d.Values[0], d.Texts[0]
	return tools.Result{Text: strings.Join(d.Texts, "\n"), Data: d}, nil
}

// between is the regular expression for the text between two words, or up to
// the end of the line.
func between(after, before string) string {
	start, end := `(?i)(?:^|\n)`, `(?:\n|$)`
	if after != "" {
		start = `(?i)` + spaced(after) + `\s*[:=]?\s*`
	}
	if before != "" {
		return start + `((?s:.*?))\s*` + spaced(before)
	}
	return start + `([^\n]+?)[ \t\r]*` + end
}

// spaced quotes words for an expression, with any white space between them.
func spaced(s string) string {
	var parts []string
	for _, w := range strings.Fields(s) {
		parts = append(parts, regexp.QuoteMeta(w))
	}
	return strings.Join(parts, `\s+`)
}
