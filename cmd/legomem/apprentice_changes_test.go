package main

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"legomem/must"
)

// swaps turn what was said and done in one situation into another's.
type swaps struct {
	pairs   []string          // old, new, old, new, longest old first
	numbers map[string]string // those that calls give as numbers
	missing []string          // old values that have no counterpart
}

// changesOf holds two situations against each other: values of one name stand
// for each other.
func changesOf(old, now situation) swaps {
	c := swaps{numbers: map[string]string{}}
	var pairs [][2]string
	here := now.byName()
	for _, was := range old.values() {
		is, ok := here[was.name]
		if !ok {
			c.missing = append(c.missing, was.text, was.canon)
			continue
		}
		pairs = append(pairs, [2]string{was.text, is.text})
		if was.text != was.canon {
			pairs = append(pairs, [2]string{was.canon, is.canon})
		}
		if kindOf(was.name) == "number" {
			c.numbers[was.canon] = is.canon
		}
	}
	slices.SortStableFunc(pairs, func(a, b [2]string) int { return len(b[0]) - len(a[0]) })
	for _, p := range pairs {
		c.pairs = append(c.pairs, p[0], p[1])
	}
	return c
}

// rename turns the old situation's values into variables: "{date}".
func rename(old situation) swaps {
	c := swaps{numbers: map[string]string{}}
	values := old.values()
	slices.SortStableFunc(values, func(a, b known) int { return len(b.text) - len(a.text) })
	for _, v := range values {
		c.pairs = append(c.pairs, v.text, "{"+v.name+"}", v.canon, "{"+v.name+"}")
		if kindOf(v.name) == "number" {
			c.numbers[v.canon] = "{" + v.name + "}"
		}
	}
	return c
}

// in is a value with the changes made, and whether all it holds could be
// changed.
func (c swaps) in(v any) (any, bool) {
	return replaceTexts(v, func(s string) (any, bool) {
		whole := !slices.ContainsFunc(c.missing, func(m string) bool { return strings.Contains(s, m) })
		return strings.NewReplacer(c.pairs...).Replace(s), whole
	}, func(n float64) (any, bool) {
		written := strconv.FormatFloat(n, 'f', -1, 64)
		now, ok := c.numbers[written]
		if !ok {
			return n, !slices.Contains(c.missing, written)
		}
		if f, err := strconv.ParseFloat(now, 64); err == nil {
			return f, true
		}
		return now, true
	})
}

// variableForm is a variable in a text.
var variableForm = regexp.MustCompile(`\{([a-z]+(?:_[0-9]+)?)\}`)

// fill puts a situation's values in the place of variables, and says whether
// all of them are known. What is a number's variable alone becomes a number.
func fill(v any, s situation) (any, bool) {
	here := s.byName()
	return replaceTexts(v, func(text string) (any, bool) {
		whole := true
		out := variableForm.ReplaceAllStringFunc(text, func(v string) string {
			k, ok := here[v[1:len(v)-1]]
			whole = whole && ok
			return k.canon
		})
		if m := variableForm.FindString(text); m == text && kindOf(strings.Trim(m, "{}")) == "number" {
			if n, err := strconv.ParseFloat(out, 64); err == nil {
				return n, whole
			}
		}
		return out, whole
	}, func(n float64) (any, bool) { return n, true })
}

// replaceTexts changes the texts and numbers in a value of JSON.
func replaceTexts(v any, text func(string) (any, bool), number func(float64) (any, bool)) (any, bool) {
	switch v := v.(type) {
	case string:
		return text(v)
	case float64:
		return number(v)
	case []any:
		out, all := make([]any, len(v)), true
		for i, inside := range v {
			var ok bool
			out[i], ok = replaceTexts(inside, text, number)
			all = all && ok
		}
		return out, all
	case map[string]any:
		out, all := map[string]any{}, true
		for _, k := range slices.Sorted(maps.Keys(v)) {
			var ok bool
			out[k], ok = replaceTexts(v[k], text, number)
			all = all && ok
		}
		return out, all
	}
	return v, true
}

// likeness is how many words two texts share, of all their words.
func likeness(a, b string) float64 {
	words := func(s string) map[string]bool {
		out := map[string]bool{}
		for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789", r) }) {
			out[w] = true
		}
		return out
	}
	x, y := words(a), words(b)
	shared := 0
	for w := range x {
		if y[w] {
			shared++
		}
	}
	return float64(shared) / float64(max(1, len(x)+len(y)-shared))
}

// TestApprenticeAdapts: values are carried over by their kind and place, and
// what has no counterpart is not passed off as known.
func TestApprenticeAdapts(t *testing.T) {
	for _, c := range []struct {
		name, old, now, args, want string
		fits                       bool
	}{
		{"a number", "Change cell B3 in stock.xlsx to 25", "Please enter 20.5 in cell B2 of rates.xlsx",
			`{"cell":"B3","file_path":"stock.xlsx","value":25}`, `{"cell":"B2","file_path":"rates.xlsx","value":20.5}`, true},
		{"a date", "Cancel the Yoga class on 5/26/2026 in Ines's calendar", "Please take the Book club of June 4, 2026 out of Farid's calendar",
			`{"start":"2026-05-26","summary":"Yoga class","user":"Ines"}`, `{"start":"2026-06-04","summary":"Book club","user":"Farid"}`, true},
		{"two names and a quoted subject",
			"Write Marcus's events on 7/6/2026 to agenda.docx and email the list of events and the document to Aisha with the subject Agenda Monday",
			`Please put the appointments of Hugo for July 14, 2026 into the document tuesday.docx and send it to Ben, subject "Hugo on Tuesday"`,
			`{"subject":"Agenda Monday","to":["Aisha"],"user":"Marcus"}`, `{"subject":"Hugo on Tuesday","to":["Ben"],"user":"Hugo"}`, true},
		{"no counterpart", "Change cell B3 in stock.xlsx to 25", "Mail Hugo", `{"cell":"B3"}`, `{"cell":"B3"}`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var args any
			must.Do(t, json.Unmarshal([]byte(c.args), &args))
			got, fits := changesOf(situation{text: c.old}, situation{text: c.now}).in(args)
			if said := marshal(got); said != c.want || fits != c.fits {
				t.Errorf("adapted to %s (%v), not %s (%v)", said, fits, c.want, c.fits)
			}
			variables, _ := rename(situation{text: c.old}).in(args)
			if back, ok := fill(variables, situation{text: c.old}); !ok || marshal(back) != c.args {
				t.Errorf("%s filled in again is %s", marshal(variables), marshal(back))
			}
		})
	}
}

// marshal writes a value of JSON, with its keys in order.
func marshal(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error() // plain values marshal
	}
	return string(b)
}
