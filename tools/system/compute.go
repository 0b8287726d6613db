package system

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"legomem/tools"
	"legomem/tools/table"
)

func computeTools() []tools.Tool {
	return []tools.Tool{
		tools.Define("system.aggregate", "Compute over a list of values: sum, mean, min, max, median, count or another op.",
			nothing[aggregateParams], runAggregate),
		tools.Define("system.calculate", "Calculate an expression over named values: ({last} - {first}) / {first} * 100; + - * / %, comparisons, IF, ROUND, MIN, MAX, SUM, ABS.",
			nothing[calculateParams], runCalculate),
		tools.Define("system.compare", "Compare two values or lists: true or false, and a word for it.",
			nothing[compareParams], runCompare),
		tools.Define("system.count", "Count a list's values, all or by a condition, or in a text its lines, words and how often it holds another.",
			nothing[countParams], runCount),
		tools.Define("system.format", "Fill a template with values, or with rows, a line each: {name}, or {name:,.2} for thousands apart and two decimals.",
			nothing[formatParams], runFormat),
	}
}

// valueData is a computed value and how it reads.
type valueData struct {
	Value  any    `json:"value"`
	Text   string `json:"text"`
	Count  int    `json:"count"`
	Values []any  `json:"values,omitempty"`
}

type aggregateParams struct {
	Values   []any  `json:"values" jsonschema:"the values" kind:"number"`
	Op       string `json:"op" jsonschema:"sum, mean, min, max, count, median, variance, stdev, range, difference (last less first), product, first, last, mode, list or unique"`
	Round    *int   `json:"round,omitempty" jsonschema:"decimals" kind:"number"`
	Rounding string `json:"rounding,omitempty" jsonschema:"nearest (default), down, up"`
}

func runAggregate(_ context.Context, _ *tools.Workspace, p aggregateParams) (tools.Result, error) {
	a, err := table.Aggregate(p.Values, p.Op)
	if err != nil {
		return tools.Result{}, err
	}
	v, err := table.Rounded(a.Value, p.Round, p.Rounding)
	if err != nil {
		return tools.Result{}, err
	}
	d := valueData{v, table.Text(v), a.Count, a.Values}
	return tools.Result{Text: fmt.Sprintf("%s of %d values: %s", table.AggregateInWords(p.Op), d.Count, d.Text), Data: d}, nil
}

type calculateParams struct {
	Expression string         `json:"expression" jsonschema:"names in braces, texts in double quotes"`
	Values     map[string]any `json:"values,omitempty" jsonschema:"by name"`
	Round      *int           `json:"round,omitempty" jsonschema:"decimals" kind:"number"`
	Rounding   string         `json:"rounding,omitempty" jsonschema:"nearest (default), down, up"`
}

func runCalculate(_ context.Context, _ *tools.Workspace, p calculateParams) (tools.Result, error) {
	e, err := table.ParseExpression(p.Expression)
	if err != nil {
		return tools.Result{}, err
	}
	v, err := e.Eval(named(p.Values))
	if err != nil {
		return tools.Result{}, err
	}
	if v, err = table.Rounded(v, p.Round, p.Rounding); err != nil {
		return tools.Result{}, err
	}
	d := valueData{Value: v, Text: table.Text(v), Count: len(p.Values)}
	return tools.Result{Text: p.Expression + " = " + d.Text, Data: d}, nil
}

// named gives values by name, without regard to case.
func named(values map[string]any) table.Names {
	return func(name string) (any, error) {
		if v, ok := values[name]; ok {
			return v, nil
		}
		var names []string
		for k, v := range values {
			if strings.EqualFold(k, name) {
				return v, nil
			}
			names = append(names, k)
		}
		return nil, tools.Failf(tools.NotFound, "no value named %q; there are: %s", name, sorted(names))
	}
}

type compareParams struct {
	Left  any    `json:"left" jsonschema:"value or list" kind:"phrase"`
	Op    string `json:"op" jsonschema:"eq, ne, gt, ge, lt, le, contains, starts_with, ends_with, in, not_in, matches, empty, not_empty, contains_all or contains_any (case and spaces aside)"`
	Right any    `json:"right,omitempty" jsonschema:"value or list" kind:"phrase"`
	Yes   string `json:"yes,omitempty" jsonschema:"word for true; default Yes"`
	No    string `json:"no,omitempty" jsonschema:"word for false; default No"`
}

type compareData struct {
	Result bool   `json:"result"`
	Text   string `json:"text"`
}

func runCompare(_ context.Context, _ *tools.Workspace, p compareParams) (tools.Result, error) {
	holds, comparable, err := table.Holds(p.Left, p.Op, p.Right)
	if err != nil {
		return tools.Result{}, err
	}
	if !comparable {
		return tools.Result{}, tools.Failf(tools.BadArguments, "%q and %q have no order: give two numbers, dates or times", table.Text(p.Left), table.Text(p.Right))
	}
	d := compareData{holds, cmp.Or(p.No, "No")}
	if holds {
		d.Text = cmp.Or(p.Yes, "Yes")
	}
	return tools.Result{Text: d.Text, Data: d}, nil
}

type countParams struct {
	Values   []any  `json:"values,omitempty" jsonschema:"the list"`
	Op       string `json:"op,omitempty" jsonschema:"the condition: eq (default), gt, contains, ..."`
	Value    any    `json:"value,omitempty" jsonschema:"its value" kind:"phrase"`
	Content  string `json:"content,omitempty" jsonschema:"instead: a text" kind:"message"`
	Contains string `json:"contains,omitempty" jsonschema:"what to count in it (case aside)" kind:"phrase"`
}

type countData struct {
	Count int    `json:"count"`
	Text  string `json:"text"`
	Lines int    `json:"lines,omitempty"`
	Words int    `json:"words,omitempty"`
}

func runCount(_ context.Context, _ *tools.Workspace, p countParams) (tools.Result, error) {
	if (p.Values == nil) == (p.Content == "") {
		return tools.Result{}, tools.Failf(tools.BadArguments, "give values or content, one of them")
	}
	d, err := p.count()
	if err != nil {
		return tools.Result{}, err
	}
	d.Text = fmt.Sprint(d.Count)
	return tools.Result{Text: d.Text, Data: d}, nil
}

// count counts the values that meet the condition, or how often the content
// holds a text, else the content's words.
func (p countParams) count() (countData, error) {
	if p.Content != "" {
		d := countData{Lines: len(lines(p.Content)), Words: len(strings.Fields(p.Content))}
		d.Count = d.Words
		if p.Contains != "" {
			d.Count = strings.Count(strings.ToLower(p.Content), strings.ToLower(p.Contains))
		}
		return d, nil
	}
	if p.Contains != "" {
		p.Op, p.Value = "contains", p.Contains
	}
	d := countData{}
	for _, v := range p.Values {
		holds := true
		if p.Op != "" || p.Value != nil {
			var err error
			if holds, _, err = table.Holds(v, p.Op, p.Value); err != nil {
				return d, err
			}
		}
		if holds {
			d.Count++
		}
	}
	return d, nil
}

type formatParams struct {
	Template  string         `json:"template" jsonschema:"with rows also {#}, the line's number"`
	Values    map[string]any `json:"values,omitempty" jsonschema:"by name; a list is spelled a, b, c"`
	Rows      []any          `json:"rows,omitempty" jsonschema:"objects, lists (names: headers, or 1, 2, ...) or single values ({1})"`
	Headers   []string       `json:"headers,omitempty" jsonschema:"of rows"`
	Separator string         `json:"separator,omitempty" jsonschema:"between lines; default a line break"`
}

type linesData struct {
	Text  string   `json:"text"`
	Lines []string `json:"lines"`
	Count int      `json:"count"`
}

func runFormat(_ context.Context, _ *tools.Workspace, p formatParams) (tools.Result, error) {
	var out []string
	if p.Rows == nil {
		text, err := table.Format(p.Template, named(p.Values))
		if err != nil {
			return tools.Result{}, err
		}
		out = []string{text}
	} else {
		var err error
		if out, err = p.rows(); err != nil {
			return tools.Result{}, err
		}
	}
	text := strings.Join(out, cmp.Or(p.Separator, "\n"))
	if p.Rows == nil {
		out = lines(text)
	}
	return tools.Result{Text: text, Data: linesData{text, out, len(out)}}, nil
}

// maxLines caps all lines of a filled template together, in bytes: as much as an
// observation can carry.
const maxLines = 16 << 20

// rows fills the template for each row; a name that is no column is one of
// the values.
func (p formatParams) rows() ([]string, error) {
	t, err := table.FromAny(p.Rows, p.Headers)
	if err != nil {
		return nil, err
	}
	out, left := []string{}, maxLines
	for i, r := range t.Rows {
		row, values := t.Row(r), named(p.Values)
		line, err := table.Format(p.Template, func(name string) (any, error) {
			if name == "#" {
				return i + 1, nil
			}
			v, err := row(name)
			if err != nil && len(p.Values) > 0 {
				return values(name)
			}
			return v, err
		})
		if err != nil {
			return nil, err
		}
		if left -= len(line); left < 0 {
			return nil, tools.Failf(tools.TooLarge, "the filled template has more than %d bytes; fill it with fewer rows", maxLines)
		}
		out = append(out, line)
	}
	return out, nil
}
