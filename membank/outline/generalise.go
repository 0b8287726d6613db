package outline

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"legomem/tools/value"
)

const (
	mostElements = 3  // of a list that is written out
	longText     = 60 // bytes; a longer text is other in other work
	shortest     = 3  // bytes; a shorter text may stand in a text of the way by chance
)

// generaliser makes nodes of the arguments of one unit's calls, in order.
type generaliser struct {
	blanks *blanks
	told   string          // what the task says
	seen   strings.Builder // what the calls returned so far
}

// argument generalises one argument; kind is the tool's for it, "" for none.
func (g *generaliser) argument(name string, kind value.Kind, v any) argument {
	return argument{name, g.node(name, kind, v)}
}

func (g *generaliser) node(name string, kind value.Kind, v any) node {
	switch v := v.(type) {
	case string:
		return g.text(name, kind, v)
	case float64:
		return g.number(name, kind, v)
	case []any:
		return g.list(name, kind, v)
	case map[string]any:
		return g.object(kind, v)
	}
	b, err := json.Marshal(v)
	if err != nil {
		return node{is: isPlain, plain: "…"}
	}
	return node{is: isPlain, plain: string(b)}
}

// text generalises a text. What the task says, and what was found on the way, becomes a
// blank, and so does all that is a value by its kind, and all that is long: other work has
// others. What is left is the way itself.
func (g *generaliser) text(name string, kind value.Kind, s string) node {
	if kind == "" {
		return g.wayOrID(name, s)
	}
	canon := g.canonOf(kind, s)
	if known := g.known(kind, s, canon); known != nil {
		return node{blank: known}
	}
	if parts, ok := g.dateTime(kind, s); ok {
		return node{is: isJoined, text: parts}
	}
	own := blank{kind: placeholder(name, kind), spelt: spellings(kind, s, canon)}
	long := isLong(s)
	switch {
	case g.asks(kind, s):
		own.found = long // a long text in a task is no value to tell by an example
	case slices.Contains(ofWay, kind) && !long && !occurs(g.seen.String(), s):
		return node{is: isText, text: g.blanks.inWay(s)}
	default:
		own.found = true
	}
	return node{blank: g.blanks.add(own)}
}

// ofWay are the kinds of value that may be a part of the way: the column of a sheet.
var ofWay = []value.Kind{value.Phrase, value.Cell}

// isLong reports whether a text is too long to be a value that is looked up.
func isLong(s string) bool {
	if len(s) > longText {
		return true
	}
	return strings.Contains(s, "\n")
}

// idForm is how things are named that have no other name, as events are.
var idForm = regexp.MustCompile(`^[\w.@-]*[0-9][\w.@-]*$`)

// wayOrID generalises a text that has no kind: it is a part of the way, unless it names
// something that was found.
func (g *generaliser) wayOrID(name, s string) node {
	if len(s) > shortest && idForm.MatchString(s) {
		if k := g.blanks.of(s); k != nil {
			return node{blank: k}
		}
		if occurs(g.seen.String(), s) {
			return node{blank: g.blanks.add(blank{kind: name, spelt: []string{s}, found: true})}
		}
	}
	return node{is: isText, text: g.blanks.inWay(s)}
}

// asks reports whether the task says the value.
func (g *generaliser) asks(kind value.Kind, s string) bool {
	if kind == value.File {
		s = base(s) // a task rarely names the folder
	}
	return occurs(g.told, s)
}

// known is the blank that a value is filled by already.
func (g *generaliser) known(kind value.Kind, s, canon string) *blank {
	for _, spelt := range spellings(kind, s, canon) {
		if k := g.blanks.of(spelt); k != nil {
			return k
		}
	}
	return nil
}

// dateTime writes a date and a time, each by its own blank.
func (g *generaliser) dateTime(kind value.Kind, s string) (string, bool) {
	date, clock := value.Split(s)
	if kind != value.DateTime || date == "" {
		return "", false
	}
	day, hour := g.part(value.Date, date), g.part(value.Time, clock)
	return "{" + day.name + "} {" + hour.name + "}", true
}

func (g *generaliser) part(kind value.Kind, s string) *blank {
	canon := g.canonOf(kind, s)
	if k := g.known(kind, s, canon); k != nil {
		return k
	}
	return g.blanks.add(blank{kind: string(kind), spelt: spellings(kind, s, canon), found: true})
}

func (g *generaliser) number(name string, kind value.Kind, n float64) node {
	s := strconv.FormatFloat(n, 'f', -1, 64)
	if kind == "" {
		return node{is: isPlain, plain: s}
	}
	if k := g.blanks.of(s); k != nil {
		k.number = true
		return node{blank: k}
	}
	if len(s) >= shortest && occurs(g.seen.String(), s) {
		return node{blank: g.blanks.add(blank{kind: placeholder(name, kind), spelt: []string{s}, number: true, found: true})}
	}
	return node{is: isPlain, plain: s}
}

// list writes a short list of the task's values out, and makes one blank of another.
func (g *generaliser) list(name string, kind value.Kind, all []any) node {
	flat := !slices.ContainsFunc(all, func(v any) bool {
		switch v.(type) {
		case []any, map[string]any:
			return true
		}
		return false
	})
	if flat && len(all) <= mostElements {
		n, count := g.blanks.mark()
		out := node{is: isList}
		for _, v := range all {
			out.list = append(out.list, g.node(name, kind, v))
		}
		if len(all) < 2 || slices.ContainsFunc(out.list, node.ofTask) {
			return out
		}
		g.blanks.reset(n, count)
	}
	return node{blank: g.blanks.add(blank{kind: name, found: true})}
}

// object keeps the names of an object's values, which are blanks of these names.
func (g *generaliser) object(kind value.Kind, v map[string]any) node {
	if kind == "" {
		kind = value.Phrase
	}
	out := node{is: isObject, keys: slices.Sorted(maps.Keys(v))}
	for _, k := range out.keys {
		inside := g.node(k, kind, v[k])
		if n, ok := v[k].(float64); ok && inside.is == isPlain {
			inside = node{blank: g.blanks.add(blank{kind: k, spelt: []string{strconv.FormatFloat(n, 'f', -1, 64)}, number: true, found: true})}
		}
		out.list = append(out.list, inside)
	}
	return out
}

// placeholder is what a blank is called: by its kind where that says what it is, or else
// by the argument that it fills.
func placeholder(name string, kind value.Kind) string {
	switch kind {
	case "", value.Phrase, value.Number, value.Duration:
		return name
	case value.Message:
		return "text"
	}
	return string(kind)
}

func (g *generaliser) canonOf(kind value.Kind, s string) string {
	switch kind {
	case value.Date, value.Time, value.Email, value.Money, value.Number:
		if canon, err := value.Parse(kind, s, g.blanks.ref); err == nil {
			return canon
		}
	}
	return s
}

// spellings are how a value may be written elsewhere in the unit.
func spellings(kind value.Kind, s, canon string) []string {
	out := []string{s}
	if canon != s {
		out = append(out, canon)
	}
	if kind == value.File && base(s) != s {
		out = append(out, base(s))
	}
	return out
}

func base(path string) string { return path[strings.LastIndex(path, "/")+1:] }
