package reflex

import (
	"encoding/json"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"legomem/lists"
	"legomem/reading"
	"legomem/tools/value"
)

// piece is a part of a text that has a source of its own, at bytes [start, end).
type piece struct {
	start, end int
	expr       Expr
}

// pieces takes a text apart: the slots' values in any spelling, what earlier
// actions returned, and between them words that are the same every time. With
// fresh, words that the task's text has too become slots of their own.
func (c *compiler) pieces(name string, kind value.Kind, text string, fresh bool) Expr {
	all := append(c.slotPieces(text, fresh), c.seenPieces(text)...)
	if c.turn != nil {
		all = append(c.seenPieces(text), c.slotPieces(text, fresh)...)
	}
	chosen := leftmostLongest(all)
	if len(chosen) == 0 {
		return constant(text)
	}
	var out []Expr
	at := 0
	for _, p := range chosen {
		out = append(out, c.between(name, kind, text[at:p.start], fresh)...)
		if fresh {
			c.use(p.expr)
		}
		out = append(out, p.expr)
		at = p.end
	}
	return Expr{Text: append(out, c.between(name, kind, text[at:], fresh)...)}
}

// between is the text left over between two pieces: constant, but where its
// words stand in the task's text they are a phrase of it.
func (c *compiler) between(name string, kind value.Kind, text string, fresh bool) []Expr {
	if text == "" {
		return nil
	}
	core := strings.TrimFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) })
	core = c.trimFunctionWords(core)
	if fresh && core != "" && len(strings.Fields(core)) > 1 {
		if e, ok := c.phrase(name, kind, core); ok {
			at := strings.Index(text, core)
			return compact(textConst(text[:at]), c.use(e), textConst(text[at+len(core):]))
		}
	}
	return []Expr{constant(text)}
}

func (c *compiler) trimFunctionWords(s string) string {
	words := strings.Fields(s)
	for len(words) > 0 && reading.Common(strings.ToLower(words[0])) {
		words = words[1:]
	}
	for len(words) > 0 && reading.Common(strings.ToLower(words[len(words)-1])) {
		words = words[:len(words)-1]
	}
	return strings.Join(words, " ")
}

func textConst(s string) Expr {
	if s == "" {
		return Expr{}
	}
	return constant(s)
}

func compact(exprs ...Expr) []Expr {
	return lists.Filter(exprs, func(e Expr) bool { return e.Slot != "" || len(e.Const) > 0 })
}

// slotPieces finds the values of slots in a text: typed ones in any spelling,
// phrases and names as they are.
func (c *compiler) slotPieces(text string, fresh bool) []piece {
	var out []piece
	for _, m := range outermost(value.Find(text, c.ref)) {
		for _, f := range c.slots {
			if f.Kind != m.Kind || !strings.EqualFold(f.Canon, m.Canon) && f.Kind != value.File || f.Kind == value.Person {
				continue
			}
			if style, ok := value.StyleOf(f.Kind, f.Canon, m.Text); ok {
				out = append(out, piece{m.Start, m.End, Expr{Slot: f.Name, Style: style}})
			}
		}
	}
	for _, f := range c.slots {
		if !fresh && !f.used {
			continue
		}
		for _, at := range occurrences(text, f.Canon) {
			if letters, ok := caseOf(f.Canon, text[at:at+len(f.Canon)]); ok {
				out = append(out, piece{at, at + len(f.Canon), Expr{Slot: f.Name, Case: letters}})
			}
		}
	}
	return out
}

// seenPieces finds what earlier actions returned in a text: texts of three
// letters or more, and numbers of two digits or more. A text is preferred to
// the number it spells, and then as observed prefers.
func (c *compiler) seenPieces(text string) []piece {
	var told []*datum
	for i := range c.seen {
		if d := &c.seen[i]; !c.fixed[d.key] && (d.telling() || c.turn.holds(d) && d.spelled() != "") && strings.Contains(text, d.spelled()) {
			told = append(told, d)
		}
	}
	sort.SliceStable(told, func(i, j int) bool {
		_, x := told[i].value.(string)
		_, y := told[j].value.(string)
		if x != y {
			return x
		}
		return c.better(told[i], told[j], "")
	})
	var out []piece
	for _, d := range told {
		s := d.spelled()
		for _, at := range occurrences(text, s) {
			if text[at:at+len(s)] == s {
				out = append(out, piece{at, at + len(s), Expr{From: &Ref{Step: d.step, Path: d.path}}})
			}
		}
	}
	return out
}

// leftmostLongest chooses pieces that do not overlap; of equals the first
// listed wins.
func leftmostLongest(all []piece) []piece {
	sort.SliceStable(all, func(i, j int) bool {
		if all[i].start != all[j].start {
			return all[i].start < all[j].start
		}
		return all[i].end > all[j].end
	})
	var out []piece
	at := 0
	for _, p := range all {
		if p.start >= at && p.end > p.start {
			out = append(out, p)
			at = p.end
		}
	}
	return out
}

// occurrences finds s in text on word boundaries, without regard to case.
func occurrences(text, s string) []int {
	if s == "" {
		return nil
	}
	var out []int
	for at := 0; at+len(s) <= len(text); at++ {
		if strings.EqualFold(text[at:at+len(s)], s) && boundary(text, at) && boundary(text, at+len(s)) {
			out = append(out, at)
		}
	}
	return out
}

// boundary says that no word goes through byte i of the text.
func boundary(text string, i int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	after, _ := utf8.DecodeRuneInString(text[i:])
	return !(wordRune(before) && wordRune(after))
}

func wordRune(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_')
}

// spelled is how a datum stands in running text.
func (d datum) spelled() string {
	if s, ok := d.value.(string); ok {
		return s
	}
	b, err := json.Marshal(d.value)
	if err != nil {
		return ""
	}
	return string(b)
}
