package reflex

import (
	"fmt"
	slashes "path"
	"strings"
	"time"

	"legomem/lists"
	"legomem/reading"
	"legomem/tools/value"
	say "legomem/words"
)

// What a procedure's author may have made of a value, by name. A noun with its plural,
// "event/events", makes "3 events" of a number.
var makings = map[string]func(any) (any, error){
	"minutes":      ofLength(func(d time.Duration) (any, error) { return d.Minutes(), nil }),
	"days":         ofLength(wholeDays),
	"minutes back": ofLength(func(d time.Duration) (any, error) { return -d.Minutes(), nil }),
	"days back":    ofLength(back(wholeDays)),
	"from":         ofPeriod(func(from, _ string) any { return from }),
	"to":           ofPeriod(func(_, to string) any { return to }),
	"unit":         ofRepeat(repeatUnit),
	"every":        ofRepeat(repeatEvery),
	"weekdays":     ofRepeat(repeatDays),
	"words":        ofText(inPlainWords),
	"clock":        ofText(clockOf),
	"when":         when,
	"name":         ofText(func(s string) (any, error) { return slashes.Base(s), nil }),
	"stem":         ofText(func(s string) (any, error) { return strings.TrimSuffix(s, slashes.Ext(s)), nil }),
	"brief":        ofText(brief),
	"parts":        ofText(func(s string) (any, error) { return plainList(strings.Split(s, ",")), nil }),
	"telling":      ofText(tellingWords),
	"sum":          sumOf,
	"list":         joined(", "),
	"lines":        joined("\n"),
	"row":          joined(" | "),
	"cells":        cells,
}

func isMaking(as string) bool { return makings[as] != nil || strings.Contains(as, "/") }

// made is what an author has made of a value.
func made(as string, v any) (any, error) {
	if one, many, ok := strings.Cut(as, "/"); ok {
		return counted(v, one, many)
	}
	f := makings[as]
	if f == nil {
		return nil, fmt.Errorf("nothing %q can be made of a value", as)
	}
	return f(v)
}

// counted is a number with its noun, or a list's length.
func counted(v any, one, many string) (any, error) {
	switch v := v.(type) {
	case float64:
		return say.Plural(int(v), one, many), nil
	case []any:
		return say.Plural(len(v), one, many), nil
	}
	return nil, fmt.Errorf("%v is no number of %s", v, many)
}

func ofText(f func(string) (any, error)) func(any) (any, error) {
	return func(v any) (any, error) {
		s, ok := v.(string)
		if !ok {
			return nil, fmt.Errorf("%v is no text", v)
		}
		return f(s)
	}
}

// ofLength makes something of a duration: its canonical form is Go's.
func ofLength(f func(time.Duration) (any, error)) func(any) (any, error) {
	return ofText(func(s string) (any, error) {
		d, err := time.ParseDuration(s)
		if err != nil {
			return nil, fmt.Errorf("%q is no length of time: %w", s, err)
		}
		return f(d)
	})
}

const day = 24 * time.Hour

// wholeDays is left out for a length that is no number of days.
func wholeDays(d time.Duration) (any, error) {
	if d%day != 0 {
		return nil, &leftOutError{"number of days"}
	}
	return float64(d / day), nil
}

// back is a number of units before something.
func back(f func(time.Duration) (any, error)) func(time.Duration) (any, error) {
	return func(d time.Duration) (any, error) {
		v, err := f(d)
		if n, ok := v.(float64); ok {
			return -n, err
		}
		return v, err
	}
}

// joined makes a text of a list's values.
func joined(joint string) func(any) (any, error) {
	return func(v any) (any, error) {
		all, ok := v.([]any)
		if !ok {
			return v, nil
		}
		return strings.Join(lists.Map(all, spelledValue), joint), nil
	}
}

func spelledValue(v any) string {
	if v == nil {
		return ""
	}
	return datum{value: v}.spelled()
}

// sumOf is an expression that adds up the columns of those names.
func sumOf(v any) (any, error) {
	all, ok := v.([]any)
	if !ok {
		all = []any{v}
	}
	named := lists.Map(all, func(one any) string { return "{" + spelledValue(one) + "}" })
	return "SUM(" + strings.Join(named, ", ") + ")", nil
}

// cells makes lines of a table's rows, each as row makes one.
func cells(v any) (any, error) {
	rows, ok := v.([]any)
	if !ok {
		return nil, fmt.Errorf("%v is no table", v)
	}
	var lines []string
	for _, row := range rows {
		one, err := joined(" | ")(row)
		if err != nil {
			return nil, err
		}
		lines = append(lines, spelledValue(one))
	}
	return strings.Join(lines, "\n"), nil
}

func plainList(all []string) []any {
	return lists.Map(all, func(s string) any { return strings.TrimSpace(s) })
}

// inPlainWords is a canonical value as a person says it: a day, a time, a period, a
// length.
func inPlainWords(s string) (any, error) {
	if _, _, ok := value.Bounds(s); ok {
		return periodWords(s), nil
	}
	for _, kind := range []value.Kind{value.Date, value.DateTime, value.Time, value.Duration} {
		if said := value.Words(kind, s); said != s {
			return said, nil
		}
	}
	return s, nil
}

// clockOf is a moment's time of day; left out for a whole day.
func clockOf(s string) (any, error) {
	if _, clock := value.Split(s); clock != "" {
		return value.Words(value.Time, clock), nil
	}
	return nil, &leftOutError{"time of day"}
}

// maxBrief is how long a text is that stands for a longer one, in letters.
const maxBrief = 50

// brief is a text's beginning: the words of its first line that fit.
func brief(s string) (any, error) {
	first, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	var out string
	for _, word := range strings.Fields(first) {
		longer := strings.TrimSpace(out + " " + word)
		if out != "" && len([]rune(longer)) > maxBrief {
			break
		}
		out = longer
	}
	return strings.TrimRight(out, ".,;:"), nil
}

// tellingWords are a text without the words that say little by themselves, if that leaves any.
func tellingWords(s string) (any, error) {
	rest := lists.Filter(strings.Fields(s), func(word string) bool {
		return !reading.Common(strings.ToLower(strings.Trim(word, ".,;:!?")))
	})
	if len(rest) == 0 {
		return s, nil
	}
	return strings.Join(rest, " "), nil
}
