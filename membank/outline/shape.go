package outline

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"legomem/words"
)

// Limits of a shape.
const (
	maxFields = 6
	maxField  = 24  // bytes of a field's name
	maxShape  = 120 // bytes
)

// Shape describes what a call returned by its form and not by its values: "table 12 x 3:
// Name, Team, Score", "2 mails: date, from, subject", "text, 7 lines". It is "" where
// there is no data, or none whose form says anything.
func Shape(data json.RawMessage) string {
	var in map[string]any
	if len(data) == 0 || json.Unmarshal(data, &in) != nil {
		return ""
	}
	for _, form := range []func(map[string]any) string{tableShape, listShape, textShape, valueShape, namesShape} {
		if s := form(in); s != "" {
			return clip(s, maxShape)
		}
	}
	return ""
}

// tableShape is a table's size and columns.
func tableShape(in map[string]any) string {
	headers, rows := textsOf(in["headers"]), listOf(in["rows"])
	if len(headers) == 0 || in["rows"] == nil {
		return ""
	}
	return fmt.Sprintf("table %d x %d: %s", len(rows), len(headers), fields(headers))
}

// listShape is how many things were listed, and what is known of each.
func listShape(in map[string]any) string {
	for _, name := range slices.Sorted(maps.Keys(in)) {
		list := listOf(in[name])
		if len(list) == 0 {
			continue
		}
		if one, ok := list[0].(map[string]any); ok {
			return fmt.Sprintf("%d %s: %s", len(list), name, fields(slices.Sorted(maps.Keys(one))))
		}
	}
	return ""
}

// textShape is a text's length.
func textShape(in map[string]any) string {
	text, _ := in["text"].(string)
	if n := strings.Count(strings.TrimSpace(text), "\n"); n > 0 {
		return "text, " + words.Count(n+1, "line")
	}
	if len(text) > maxSentence {
		return "text"
	}
	return ""
}

// valueShape is the type of a single value.
func valueShape(in map[string]any) string {
	for _, name := range []string{"value", "result"} {
		switch v := in[name].(type) {
		case float64:
			return "a number"
		case bool:
			return "yes or no"
		case string:
			return "a text"
		case map[string]any:
			return "one row: " + fields(slices.Sorted(maps.Keys(v)))
		}
	}
	if _, ok := in["count"].(float64); ok && len(listOf(in["lines"])) == 0 {
		return "a count"
	}
	return ""
}

// namesShape is how many names of files or the like were listed, or how many times.
func namesShape(in map[string]any) string {
	for _, name := range []string{"files", "lines", "paragraphs"} {
		if list := listOf(in[name]); len(list) > 0 {
			return fmt.Sprintf("%d %s", len(list), name)
		}
	}
	if file, ok := in["file_path"].(string); ok && file != "" {
		return "{file}"
	}
	if text, ok := in["text"].(string); ok && text != "" {
		return "a text"
	}
	return ""
}

// fields names the first few.
func fields(names []string) string {
	var out []string
	for _, n := range names[:min(len(names), maxFields)] {
		out = append(out, clip(oneLine(n), maxField))
	}
	if len(names) > maxFields {
		out = append(out, "…")
	}
	return strings.Join(out, ", ")
}

func listOf(v any) []any {
	list, _ := v.([]any)
	return list
}

func textsOf(v any) []string {
	var out []string
	for _, e := range listOf(v) {
		s, ok := e.(string)
		if !ok {
			return nil
		}
		out = append(out, s)
	}
	return out
}
