package demo

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"

	"legomem/tools"
	"legomem/tools/value"
)

// action finds the arguments' values that have no source.
func (c *checking) action(a placed) []Problem {
	var schema *jsonschema.Schema
	if t, ok := c.tools.Get(a.Tool); ok {
		schema = t.Schema
	}
	return c.literal(a.at.then("args"), schema, map[string]any(a.Args))
}

// expected finds the expected texts without a source: they must be known before the
// action, so the action itself is none.
func (c *checking) expected(a placed) []Problem {
	var all []Problem
	for i, text := range a.Expect {
		if why := c.unexplained(text); why != "" {
			all = append(all, c.problem(a.at.then("expect", i), text, why))
		}
	}
	return all
}

// literal finds the values without a source in v. The names that a tool's
// schema gives to arguments and fields need none, all other keys do.
func (c *checking) literal(at place, schema *jsonschema.Schema, v any) []Problem {
	if _, ok := c.constant(v); ok {
		return nil
	}
	var all []Problem
	switch v := v.(type) {
	case []any:
		for i, one := range v {
			all = append(all, c.literal(at.then(i), itemsOf(schema), one)...)
		}
		return all
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			field, known := fieldOf(schema, k)
			if why := c.unexplained(k); !known && why != "" {
				all = append(all, c.problem(at.then(k), k, "the key: "+why))
			}
			all = append(all, c.literal(at.then(k), field, v[k])...)
		}
		return all
	case string:
		if why := c.unexplained(v); why != "" {
			return []Problem{c.problem(at, v, why)}
		}
	case float64:
		if !c.number(v) {
			return []Problem{c.problem(at, v, noSource)}
		}
	case bool:
		return []Problem{c.problem(at, v, noSource)}
	}
	return nil
}

const noSource = "neither the task nor an earlier observation holds it; declare it a constant, with the reason, if it is the same every time"

func itemsOf(s *jsonschema.Schema) *jsonschema.Schema {
	if s == nil {
		return nil
	}
	return s.Items
}

func fieldOf(s *jsonschema.Schema, name string) (*jsonschema.Schema, bool) {
	if s == nil {
		return nil, false
	}
	field, ok := s.Properties[name]
	return field, ok
}

// constant finds the constant that declares a value, and marks it as used.
func (c *checking) constant(v any) (int, bool) {
	got, err := json.Marshal(v)
	if err != nil {
		return 0, false
	}
	for i, k := range c.demo.Constants {
		if want, err := json.Marshal(k.Value); err == nil && string(want) == string(got) {
			c.used[i] = true
			return i, true
		}
	}
	return 0, false
}

// number reports whether a number is in the task or an observation, or is part of a
// value there: the 3 of cell B3, the 90 of an hour and a half.
func (c *checking) number(f float64) bool {
	if c.seen.numbers[f] {
		return true
	}
	spelled := spell(math.Abs(f)) // a length of time may be taken back: -30
	return slices.ContainsFunc(slices.Concat(c.said, c.seen.mentions), func(m value.Mention) bool { return c.styled(m, spelled) })
}

// unexplained names the parts of a text that have no source, "" if all have one.
// Sources are constants, and values or words of the task or of an observation; a text
// may be put together from several.
func (c *checking) unexplained(s string) string {
	if _, ok := c.constant(s); ok || c.explained(s) || c.dateTime(s) || c.ends[s] {
		return ""
	}
	rest := c.uncovered(s)
	switch {
	case len(rest) == 0:
		return ""
	case rest[0] == s:
		return noSource
	}
	return fmt.Sprintf("of this, %s: %s", strings.Join(rest, ", "), noSource)
}

// explained reports whether a text as a whole has a source.
func (c *checking) explained(s string) bool {
	if strings.TrimSpace(s) == "" || strings.EqualFold(s, c.task.User) || c.seen.known[s] || c.ofTask(s) {
		return true
	}
	for _, t := range c.seen.texts {
		if tools.HoldsWords(t, s) {
			return true
		}
	}
	f, err := strconv.ParseFloat(s, 64)
	return err == nil && c.seen.numbers[f] || slices.ContainsFunc(c.seen.mentions, func(m value.Mention) bool { return c.styled(m, s) })
}

// dateTime reports whether the date and the time of a text each have a source.
func (c *checking) dateTime(s string) bool {
	canon, err := value.Parse(value.DateTime, s, c.ref)
	if err != nil {
		return false
	}
	for _, half := range halves(canon) {
		if _, ok := c.constant(half); !ok && !c.explained(half) {
			return false
		}
	}
	return true
}

// endsOf are the first and last moments of the periods that a text names, such as "last
// week", as actions take them.
func endsOf(text string, ref value.Reference) map[string]bool {
	ends := map[string]bool{}
	for _, m := range value.FindAll(text, ref) {
		if from, to, ok := value.Ends(m.Canon); ok {
			ends[from], ends[to] = true, true
		}
	}
	return ends
}

// halves are the date and the time of a datetime, the time without seconds
// where they are zero.
func halves(canon string) []string {
	date, clock := value.Split(canon)
	return []string{date, clock}
}

// styled reports whether a spelling is the value in some style. A file may move to the
// folders that tasks work in, but not to others, and may not change its suffix. A person
// may be written as an address of the office.
func (c *checking) styled(m value.Mention, spelled string) bool {
	return slices.ContainsFunc(value.Styles(m.Kind, m.Canon, spelled), func(s value.Style) bool {
		switch m.Kind {
		case value.Person:
			return s.AtDomain() == "" || strings.EqualFold(s.AtDomain(), c.task.OfficeDomain())
		case value.File:
			dir, name := path.Split(string(s))
			return homeFolders[dir] && (name == "{path}" || name == "{name}" || name == "{stem}")
		}
		return true
	})
}

var homeFolders = map[string]bool{"": true, "./": true, "data/": true, "/testbed/": true, "/testbed/data/": true}

// uncovered lists the parts of a text, each in quotes, that are left when the pieces
// with a source and the small words between them are taken out. A text that has no
// source at all is listed as it is.
func (c *checking) uncovered(s string) []string {
	covered := make([]bool, len(s))
	c.coverPieces(s, covered)
	c.coverConstants(s, covered)
	if !slices.Contains(covered, true) {
		return []string{s}
	}
	for _, w := range words(s) {
		if smallWords[w.lower] {
			cover(covered, w.start, w.end)
		}
	}
	return gaps(s, covered)
}

// smallWords join values in a sentence and are not values themselves.
var smallWords = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(`'s a an the this that these those and or but of in on at to for from by with as is are was were be been
		has have had it its he she they his her their you your i my we our there`) {
		m[w] = true
	}
	return m
}()

// gaps lists the runs of letters and digits that are not covered.
func gaps(s string, covered []bool) []string {
	var all []string
	start, end := -1, -1
	for i, r := range s {
		switch {
		case alnum(r) && !covered[i]:
			if start < 0 {
				start = i
			}
			end = min(i+utf8.RuneLen(r), len(s))
		case alnum(r) && start >= 0:
			all = append(all, strconv.Quote(s[start:end]))
			start = -1
		}
	}
	if start >= 0 {
		all = append(all, strconv.Quote(s[start:end]))
	}
	return all
}

func (c *checking) coverPieces(s string, covered []bool) {
	if dir, _ := path.Split(s); homeFolders[dir] {
		cover(covered, 0, len(dir))
	}
	for _, m := range value.Find(s, c.ref) {
		if c.inTask(m) || c.seen.known[mentionKey(m)] {
			cover(covered, m.Start, m.End)
		}
	}
	task := map[string]bool{}
	for _, w := range words(c.task.Text) {
		task[w.lower] = true
	}
	for _, w := range words(s) {
		valueLike := strings.ContainsFunc(w.lower, unicode.IsDigit)
		if task[w.lower] || c.seen.words[w.lower] || valueLike && c.explained(s[w.start:w.end]) {
			cover(covered, w.start, w.end)
		}
	}
}

// coverConstants covers what is left with constants, and marks them as used.
func (c *checking) coverConstants(s string, covered []bool) {
	for i, k := range c.demo.Constants {
		text, ok := k.Value.(string)
		if f, isNumber := k.Value.(float64); isNumber {
			text, ok = spell(f), true
		}
		for at := 0; ok && text != ""; {
			n := strings.Index(s[at:], text)
			if n < 0 {
				break
			}
			start, end := at+n, at+n+len(text)
			if !tools.CutsWord(s, start) && !tools.CutsWord(s, end) && slices.Contains(covered[start:end], false) {
				cover(covered, start, end)
				c.used[i] = true
			}
			at = end
		}
	}
}

func cover(covered []bool, start, end int) {
	for i := start; i < end; i++ {
		covered[i] = true
	}
}

// piece is a word for comparing, at bytes [start, end).
type piece struct {
	lower      string
	start, end int
}

// words splits a text into words, also at dots, underscores, hyphens, slashes and @
// (report_2026.xlsx); numbers stay whole.
func words(s string) []piece {
	var all []piece
	for _, t := range value.Tokens(s) {
		if !strings.ContainsFunc(t.Text, unicode.IsLetter) {
			all = append(all, piece{strings.ReplaceAll(t.Lower, ",", ""), t.Start, t.End})
			continue
		}
		at := 0
		for _, part := range strings.FieldsFunc(t.Text, func(r rune) bool { return strings.ContainsRune("._-/@", r) }) {
			at += strings.Index(t.Text[at:], part)
			all = append(all, piece{strings.ToLower(strings.ReplaceAll(part, "’", "'")), t.Start + at, t.Start + at + len(part)})
			at += len(part)
		}
	}
	return all
}

func alnum(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
