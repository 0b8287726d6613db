package main

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"legomem/tools/value"
)

// situation is what a piece of work is about: its words, and what others
// reported before it, in order.
type situation struct {
	text    string
	reports []string
}

// known is a value of a situation by its name there: "date", "name_2",
// "report_1". Canon is how calls spell it, text how the situation does.
type known struct{ name, text, canon string }

// mention is a value in a text, at text[start:end].
type mention struct {
	kind, text, canon string
	start, end        int
}

// The forms of values. Of those that overlap the first form has it.
var valueForms = []struct {
	kind string
	form *regexp.Regexp
}{
	{"subject", regexp.MustCompile(`subject "?([^"\n]+?)"?$`)},
	{"date", nil}, // value.Find's
	{"xlsx", regexp.MustCompile(`\b([\w-]+\.xlsx)\b`)},
	{"docx", regexp.MustCompile(`\b([\w-]+\.docx)\b`)},
	{"cell", regexp.MustCompile(`\b([A-Z]{1,2}[0-9]+)\b`)},
	{"column", regexp.MustCompile(`\bthe ([A-Z]\w*) column\b`)},
	{"title", regexp.MustCompile(`\bthe ([A-Z][a-z]+(?: [a-z]+)*?) (?:on|of|in|for)\b`)},
	{"number", regexp.MustCompile(`\b([0-9]+(?:\.[0-9]+)?)\b`)},
	{"name", regexp.MustCompile(`\b([A-Z][a-z]+)\b`)},
}

// endNumber is the result at a report's end.
var endNumber = regexp.MustCompile(`: ([0-9]+(?:\.[0-9]+)?)$`)

// mentions are the values of a text, in order. A word at the text's beginning
// has a capital whatever it is.
func mentions(text string) []mention {
	var out []mention
	for _, f := range valueForms {
		for _, m := range mentionsOf(f.kind, f.form, text) {
			overlaps := slices.ContainsFunc(out, func(o mention) bool { return m.start < o.end && o.start < m.end })
			if !overlaps && !(m.kind == "name" && m.start == 0) {
				out = append(out, m)
			}
		}
	}
	slices.SortFunc(out, func(a, b mention) int { return cmp.Compare(a.start, b.start) })
	return out
}

func mentionsOf(kind string, form *regexp.Regexp, text string) []mention {
	var out []mention
	if form == nil {
		for _, m := range value.Find(text, value.Reference{}) {
			if m.Kind == value.Date {
				out = append(out, mention{kind, m.Text, m.Canon, m.Start, m.End})
			}
		}
		return out
	}
	for _, at := range form.FindAllStringSubmatchIndex(text, -1) {
		s := text[at[2]:at[3]]
		out = append(out, mention{kind, s, s, at[2], at[3]})
	}
	return out
}

// values are a situation's, named by kind and place. One that is mentioned
// twice is one.
func (s situation) values() []known {
	var out []known
	count := map[string]int{}
	for _, m := range mentions(s.text) {
		if slices.ContainsFunc(out, func(k known) bool { return kindOf(k.name) == m.kind && k.canon == m.canon }) {
			continue
		}
		name := m.kind
		if count[m.kind]++; count[m.kind] > 1 {
			name += fmt.Sprintf("_%d", count[m.kind])
		}
		out = append(out, known{name, m.text, m.canon})
	}
	for i, r := range s.reports {
		if r == "" {
			continue
		}
		out = append(out, known{fmt.Sprintf("report_%d", i+1), r, r})
		if m := endNumber.FindStringSubmatch(r); m != nil {
			out = append(out, known{fmt.Sprintf("result_%d", i+1), m[1], m[1]})
		}
	}
	return out
}

// kindOf is a value's kind by its name.
func kindOf(name string) string {
	kind, _, _ := strings.Cut(name, "_")
	return kind
}

// byName are a situation's values by their names.
func (s situation) byName() map[string]known {
	out := map[string]known{}
	for _, k := range s.values() {
		out[k.name] = k
	}
	return out
}
