package reflex

import (
	"encoding/json"
	"math"
	filepath "path"
	"strconv"
	"strings"

	"legomem/reading"
	"legomem/tools/value"
)

// argument finds the source of one argument of an action.
func (c *compiler) argument(name string, kind value.Kind, v any) Expr {
	if e, ok := c.measured(name, v); ok {
		return e // whatever else the same number is a constant for
	}
	if c.fixed[key(v)] || isEmpty(v) {
		return constant(v)
	}
	if ref := c.ofTurn(name, v); ref != nil {
		return Expr{From: ref}
	}
	switch v := v.(type) {
	case string:
		return c.text(name, kind, v)
	case float64:
		return c.number(name, v)
	case []any:
		if ref := c.observed(name, v); ref != nil {
			return Expr{From: ref}
		}
		if each := c.each(name, kind, v); each != nil {
			return *each
		}
		out := Expr{List: []Expr{}}
		for _, one := range v {
			out.List = append(out.List, c.argument(name, kind, one))
		}
		return out
	case map[string]any:
		if ref := c.observed(name, v); ref != nil {
			return Expr{From: ref}
		}
		out := Expr{Object: map[string]Expr{}}
		for _, k := range sortedKeys(v) {
			out.Object[k] = c.argument(k, kind, v[k])
		}
		return out
	}
	return constant(v)
}

// source is argument for a text that is no tool's: a description, a summary,
// the answer. It takes values from slots that arguments made, and makes none.
func (c *compiler) source(kind value.Kind, text string) Expr {
	if text == "" {
		return constant(text)
	}
	if ref := c.observed("", text); ref != nil {
		return Expr{From: ref}
	}
	return c.pieces("", kind, text, false)
}

// text finds the source of a text argument: a value of the task's text spelled
// as there, a phrase of it, an earlier observation, a value in another
// spelling, or a text put together from such pieces.
func (c *compiler) text(name string, kind value.Kind, v string) Expr {
	typed, ok := c.typed(name, kind, v)
	if ok && c.plain(typed) {
		return c.use(typed)
	}
	if e, found := c.phrase(name, kind, v); found {
		return c.use(e)
	}
	if ref := c.observed(name, v); ref != nil {
		return Expr{From: ref}
	}
	if ok {
		return c.use(typed)
	}
	if v == c.task.User && kind == value.Person {
		return Expr{User: true}
	}
	return c.pieces(name, kind, v, true)
}

// plain says that the value stands in the argument as the text spells it.
func (c *compiler) plain(e Expr) bool {
	f := c.find(e.Slot)
	return f != nil && e.Style == "" && e.Case == asIs && f.Canon == f.Example
}

// use marks an expression's slots as fed into an argument.
func (c *compiler) use(e Expr) Expr {
	if f := c.find(e.Slot); f != nil {
		f.used = true
	}
	for _, part := range e.Text {
		c.use(part)
	}
	return e
}

func (c *compiler) find(name string) *found {
	for _, f := range c.slots {
		if name != "" && f.Name == name {
			return f
		}
	}
	return nil
}

// number finds the source of a number: one of the task's text, or one that an
// earlier action returned. A one-digit number is taken from an observation
// only where the field is named like the argument: the others are too common
// to mean it.
func (c *compiler) number(name string, v float64) Expr {
	for first := range c.said.Words {
		for _, s := range c.said.values[first] {
			if n, ok := amount(s); ok && n == v {
				f := c.slotFor(name, s.kind, s.canon, c.same(s))
				return c.use(Expr{Slot: f.Name, Number: true})
			}
		}
	}
	if ref := c.observed(name, v); ref != nil && (math.Abs(v) >= 10 || v != math.Trunc(v) || strings.HasSuffix(ref.Path, "/"+name)) {
		return Expr{From: ref}
	}
	out := constant(v)
	if ref := c.observed(name, v); ref != nil {
		out.Doubts = []Ref{*ref}
	}
	return out
}

// amount reads a number or a sum of money.
func amount(s span) (float64, bool) {
	if s.kind != value.Number && s.kind != value.Money {
		return 0, false
	}
	fields := strings.Fields(s.canon)
	if len(fields) == 0 {
		return 0, false
	}
	n, err := strconv.ParseFloat(fields[len(fields)-1], 64)
	return n, err == nil
}

// typed finds a value of the text that the argument spells in some way.
func (c *compiler) typed(name string, kind value.Kind, v any) (Expr, bool) {
	s, ok := v.(string)
	if !ok {
		return Expr{}, false
	}
	switch kind {
	case value.Person:
		return c.person(name, s)
	case value.DateTime:
		return c.dateTime(name, s)
	case value.Message:
		return Expr{}, false
	}
	return c.mention(name, kind, s)
}

// mention finds the value among the typed ones of the text. A declared kind
// must be that of the mention; without one the spelling must be the same. Of
// several that could be written so, the one spelled like the argument wins,
// and one that only lends its name ("costs" of costs.xlsx) comes last.
func (c *compiler) mention(name string, kind value.Kind, s string) (Expr, bool) {
	var found *span
	var as value.Style
	least := 0
	for first := range c.said.Words {
		for _, m := range c.said.values[first] {
			style, far, ok := c.written(kind, m, s)
			if ok && (found == nil || far < least) {
				found, as, least = &m, style, far
			}
		}
	}
	if found == nil {
		return Expr{}, false
	}
	f := c.slotFor(name, found.kind, found.canon, c.same(*found))
	return Expr{Slot: f.Name, Style: as}, true
}

// written says how a mention of the text is written in an argument, and how
// far that is from its own spelling.
func (c *compiler) written(kind value.Kind, m span, s string) (style value.Style, far int, ok bool) {
	if m.kind == value.File && isQuoted(m.text) && !strings.EqualFold(filepath.Ext(s), filepath.Ext(m.canon)) {
		return "", 0, false // a new file's title is told by its quotes, and lends its name to no other
	}
	if m.kind == value.Person || m.quoted || (kind == "" && m.text != s && m.canon != s) || !compatible(kind, m.kind) {
		return "", 0, false
	}
	style, ok = value.StyleOf(m.kind, m.canon, s)
	switch {
	case !ok:
		return "", 0, false
	case s == m.canon:
		return "", 0, true
	case s == m.text || (m.kind == value.File && strings.EqualFold(filepath.Base(s), filepath.Base(m.canon))):
		return style, 1, true
	}
	return style, 2, true
}

// compatible says whether an argument of one kind takes a mention of another.
func compatible(arg, mention value.Kind) bool {
	switch arg {
	case "", value.Phrase:
		return true
	case value.Person:
		return mention == value.Email
	case value.Number, value.Money:
		return mention == value.Number || mention == value.Money
	}
	return arg == mention
}

// same lists the places of the text that hold the mention's value.
func (c *compiler) same(m span) []span {
	var out []span
	for first := range c.said.Words {
		for _, o := range c.said.values[first] {
			if o.kind == m.kind && strings.EqualFold(o.canon, m.canon) {
				out = append(out, o)
			}
		}
	}
	return out
}

// person finds a name of the text: the name itself, an address, or a pronoun
// that means the acting user.
func (c *compiler) person(name, s string) (Expr, bool) {
	if spans := c.places(s); len(spans) > 0 {
		f := c.slotFor(name, value.Person, s, spans)
		return Expr{Slot: f.Name}, true
	}
	if e, ok := c.mention(name, value.Person, s); ok {
		return e, true
	}
	if s != c.task.User {
		return Expr{}, false
	}
	for i, w := range c.said.Words {
		if value.IsSelf(w.Text) {
			f := c.slotFor(name, value.Person, s, []span{{kind: value.Person, first: i, last: i}})
			return Expr{Slot: f.Name}, true
		}
	}
	return Expr{}, false
}

// dateTime finds a date and a time of the text that together make the
// argument. One that the text does not give stays as it is.
func (c *compiler) dateTime(name, s string) (Expr, bool) {
	if e, ok := c.mention(name, value.DateTime, s); ok {
		return e, true
	}
	if e, ok := c.mention("date", value.Date, s); ok { // an all-day start or end
		return e, true
	}
	if e, ok := c.endOf(s); ok {
		return e, true
	}
	canon, err := value.Parse(value.DateTime, s, c.ref)
	if err != nil {
		return Expr{}, false
	}
	date, clock := value.Split(canon)
	d, haveDate := c.mention("date", value.Date, date)
	t, haveTime := c.mention(name, value.Time, plainTime(clock, c.ref))
	if !haveDate && !haveTime {
		return Expr{}, false
	}
	if !haveDate {
		d = constant(date)
	}
	if !haveTime {
		t = constant(clock)
	}
	return Expr{Text: []Expr{d, constant(" "), t}}, true
}

// plainTime is the canonical form of a time: "14:00" for "14:00:00".
func plainTime(clock string, ref value.Reference) string {
	if canon, err := value.Parse(value.Time, clock, ref); err == nil {
		return canon
	}
	return clock
}

// places finds a text in the task's text, on word boundaries and without
// regard to case.
func (c *compiler) places(s string) []span {
	want := value.Tokens(s)
	var out []span
	for i := 0; len(want) > 0 && i+len(want) <= len(c.said.Words); i++ {
		match := true
		for j, t := range want {
			match = match && strings.EqualFold(c.said.Words[i+j].Text, t.Text)
		}
		if last := i + len(want) - 1; match && strings.EqualFold(c.said.Slice(i, last), s) {
			out = append(out, span{first: i, last: last})
		}
	}
	return out
}

// phrase finds an argument of words in the task's text: a quoted one, or words
// that stand there and that no other slot has. Plain data (no kind) is taken
// only from quotes.
func (c *compiler) phrase(name string, kind value.Kind, s string) (Expr, bool) {
	for first := range c.said.Words {
		for _, m := range c.said.values[first] {
			if m.quoted && m.canon == s && kind != value.Person {
				f := c.slotFor(name, wordsKind(kind), s, c.same(m))
				return Expr{Slot: f.Name}, true
			}
		}
	}
	if (kind != value.Phrase && kind != value.Message) || !c.meaningful(s) {
		return Expr{}, false
	}
	for _, sp := range c.places(s) {
		spelled := c.said.Slice(sp.first, sp.last)
		letters, ok := caseOf(spelled, s)
		if !ok || !c.yields(sp, strings.ToLower(s)) {
			continue
		}
		f := c.slotFor(name, kind, spelled, []span{sp})
		return Expr{Slot: f.Name, Case: letters}, true
	}
	return Expr{}, false
}

func wordsKind(k value.Kind) value.Kind {
	if k == value.Message {
		return value.Message
	}
	return value.Phrase
}

// meaningful says that a text has at least one content word.
func (c *compiler) meaningful(s string) bool {
	for _, t := range value.Tokens(s) {
		if hasLetterOrDigit(t.Text) && !reading.Common(t.Lower) {
			return true
		}
	}
	return false
}

// yields says whether the other slots leave a phrase its words. One that has
// its value elsewhere in the text too gives up its place in the phrase: in "on
// 7/6/2026 ... with the subject Agenda Monday" the day is the first.
func (c *compiler) yields(sp span, canon string) bool {
	left := map[*found][]span{}
	for _, f := range c.slots {
		if strings.ToLower(f.Canon) == canon {
			continue
		}
		var outside []span
		for _, o := range f.spans {
			if o.first > sp.last || o.last < sp.first {
				outside = append(outside, o)
			}
		}
		if len(outside) == 0 {
			return false
		}
		left[f] = outside
	}
	for f, spans := range left {
		f.spans = spans
	}
	return true
}

func constant(v any) Expr {
	b, err := json.Marshal(v)
	if err != nil {
		b = []byte("null")
	}
	return Expr{Const: b}
}
