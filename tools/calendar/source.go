package calendar

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// A calendar file is parsed by the iCalendar library but edited as text: the
// library's writer reorders parameters and re-escapes what it does not know,
// and a user's file must come back with every other byte as it was. So this
// source file finds where each event and each of its properties are.

// block is one VEVENT of a calendar's text, from its BEGIN line to the end of
// its END line.
type block struct {
	start, end int
	body       int    // where the line after BEGIN starts
	tail       int    // where the END line starts
	props      []line // its own properties; those of alarms inside are left out
	alarms     []stretch
}

// stretch is a part of a calendar's text: whole lines.
type stretch struct{ start, end int }

// line is one logical line: folded lines and the last line break included.
type line struct {
	start, end int
	name       string // upper case, without parameters
}

// layout finds a calendar's events, and where a new one goes: before the line
// that ends the calendar, or -1 when there is no such line.
func layout(text []byte) (events []block, insert int) {
	insert = -1
	var stack []string
	for _, l := range lines(text) {
		component := strings.ToUpper(strings.TrimSpace(l.value(text)))
		inEvent := len(stack) == 2 && stack[1] == "VEVENT"
		switch l.name {
		case "BEGIN":
			stack = append(stack, component)
			if len(stack) == 2 && component == "VEVENT" {
				events = append(events, block{start: l.start, body: l.end})
			}
			if inEvent && component == "VALARM" {
				events[len(events)-1].alarm(l.start)
			}
		case "END":
			if inEvent && component == "VEVENT" {
				events[len(events)-1].tail, events[len(events)-1].end = l.start, l.end
			}
			if alarmed := len(stack) == 3 && stack[1] == "VEVENT"; alarmed && stack[2] == "VALARM" {
				events[len(events)-1].alarmEnds(l.end)
			}
			if len(stack) == 1 && component == "VCALENDAR" {
				insert = l.start
			}
			stack = stack[:max(0, len(stack)-1)]
		default:
			if inEvent {
				last := &events[len(events)-1]
				last.props = append(last.props, l)
			}
		}
	}
	return events, insert
}

func (b *block) alarm(start int)   { b.alarms = append(b.alarms, stretch{start, start}) }
func (b *block) alarmEnds(end int) { b.alarms[len(b.alarms)-1].end = end }

// lines cuts text into logical lines (RFC 5545 3.1).
func lines(text []byte) []line {
	var out []line
	for at := 0; at < len(text); {
		end := len(text)
		if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		if folded := text[at] == ' ' || text[at] == '\t'; folded && len(out) > 0 {
			out[len(out)-1].end = end
		} else {
			out = append(out, line{start: at, end: end, name: propertyName(text[at:end])})
		}
		at = end
	}
	return out
}

func propertyName(l []byte) string {
	l = bytes.TrimPrefix(l, []byte("\ufeff"))
	if i := bytes.IndexAny(l, ":;"); i >= 0 {
		l = l[:i]
	}
	return strings.ToUpper(strings.TrimSpace(string(l)))
}

// value is the text after the first colon; right only for lines without
// parameters, such as BEGIN and END.
func (l line) value(text []byte) string {
	_, v, _ := strings.Cut(string(text[l.start:l.end]), ":")
	return v
}

// edit replaces text[start:end] with put.
type edit struct {
	start, end int
	put        string
}

// apply makes the edits, which must not overlap.
func apply(text []byte, edits []edit) []byte {
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Or(a.start-b.start, a.end-b.end) })
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		out.Write(text[at:e.start])
		out.WriteString(e.put)
		at = e.end
	}
	out.Write(text[at:])
	return out.Bytes()
}

// set replaces the event's first property of that name, or adds it after
// BEGIN; put is the whole line with its line break, empty to remove it.
func (b block) set(name, put string) edit {
	if p := b.propertyLine(name); p != nil {
		return edit{p.start, p.end, put}
	}
	return b.add(put)
}

// add puts a further line right after BEGIN.
func (b block) add(put string) edit { return edit{b.body, b.body, put} }

func (b block) has(name string) bool { return b.propertyLine(name) != nil }

func (b block) propertyLine(name string) *line {
	for i := range b.props {
		if b.props[i].name == name {
			return &b.props[i]
		}
	}
	return nil
}

var fold = regexp.MustCompile(`\r?\n[ \t]`)

// unfolded is the event's first line of that name, on one line and without
// its line break.
func (b block) unfolded(text []byte, name string) string {
	p := b.propertyLine(name)
	if p == nil {
		return ""
	}
	return strings.TrimSpace(string(fold.ReplaceAll(text[p.start:p.end], nil)))
}

// newline is the line break that text uses.
func newline(text []byte) string {
	i := bytes.IndexByte(text, '\n')
	if i >= 0 && (i == 0 || text[i-1] != '\r') {
		return "\n"
	}
	return "\r\n"
}
