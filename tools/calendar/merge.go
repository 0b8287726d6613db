package calendar

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"legomem/tools"
)

type mergeArgs struct {
	Base   string `json:"base,omitempty" jsonschema:"the calendar that both sides started from; none where both made it" kind:"file"`
	Mine   string `json:"mine" jsonschema:"the calendar as one side has it, whose order of events the result has" kind:"file"`
	Theirs string `json:"theirs" jsonschema:"the calendar as the other side has it" kind:"file"`
}

// merged is calendar.merge's data: the text with what both sides did, or the titles of the
// events that both changed in different ways.
type merged struct {
	Text    string   `json:"text"`
	Clashes []string `json:"clashes"`
}

// mergeTool serves the program when it brings a calendar to its user: it changes no file.
func mergeTool() tools.Tool {
	return tools.Hide(tools.Define("calendar.merge",
		"The text of a calendar with what two sides did to it, event by event.",
		func(a mergeArgs) []tools.Effect {
			return tools.ReadEffects(slices.DeleteFunc([]string{a.Base, a.Mine, a.Theirs}, func(name string) bool { return name == "" })...)
		}, merge))
}

func merge(_ context.Context, ws *tools.Workspace, a mergeArgs) (tools.Result, error) {
	var sides [3]*file
	for i, name := range []string{a.Base, a.Mine, a.Theirs} {
		f, err := readAnywhere(ws, name)
		if err != nil {
			return tools.Result{}, err
		}
		sides[i] = f
	}
	frame, other, clashes := framing(sides[0], sides[1], sides[2])
	edits, more := frame.changesOf(other, sides[0])
	text, err := frame.readableWith(edits)
	if err != nil {
		return tools.Result{}, err
	}
	return tools.Result{Text: text, Data: merged{Text: text, Clashes: append(clashes, more...)}}, nil
}

// framing tells whose calendar the changes of the other side are put into: mine, unless
// theirs alone has other settings, time zones or whatever is no event.
func framing(base, mine, theirs *file) (frame, other *file, clashes []string) {
	was, here, there := base.outside(), mine.outside(), theirs.outside()
	switch {
	case !base.exists, there == was, there == here:
		return mine, theirs, []string{}
	case here == was:
		return theirs, mine, []string{}
	}
	return mine, theirs, []string{"the calendar's own settings"}
}

// changesOf are the edits that bring what the other side did since base, and the titles of
// the events that both sides changed in different ways.
func (f *file) changesOf(other, base *file) (edits []edit, clashes []string) {
	was, here, there := base.entries(mergeKey), f.entries(mergeKey), other.entries(mergeKey)
	for _, uid := range other.changedSince(was, there, mergeKey) {
		switch {
		case here[uid].text == there[uid].text:
		case here[uid].text == was[uid].text:
			edits = append(edits, f.replace(here[uid], there[uid])...)
		default:
			clashes = append(clashes, cmp.Or(there[uid].title, here[uid].title, was[uid].title, uid))
		}
	}
	return edits, clashes
}

// readableWith is the text with some edits, which must be that of a calendar.
func (f *file) readableWith(edits []edit) (string, error) {
	changed := &file{path: f.path, text: apply(f.text, edits)}
	if err := changed.parse("", time.UTC); err != nil {
		return "", unreadable(err, tools.Internal, "%s would not be readable any more (%w)", f.path)
	}
	return string(changed.text), nil
}

// readAnywhere reads a calendar in any folder; without a name it is an empty one.
func readAnywhere(ws *tools.Workspace, name string) (*file, error) {
	f := &file{path: name, text: []byte(emptyCalendar)}
	if name != "" {
		raw, err := ws.ReadFile(name)
		if err != nil {
			return nil, err
		}
		f.text, f.exists = raw, true
	}
	if err := f.parse(ws.Domain, time.UTC); err != nil {
		return nil, unreadable(err, tools.Corrupt, "%s is not a calendar that can be read (%w)", f.path)
	}
	return f, nil
}

// entry is all that a calendar holds under one key, mostly a UID: an event, or a series with
// its changed occurrences. The zero entry is one that is not there.
type entry struct {
	text   string // with line breaks of one kind, to be compared
	title  string
	blocks []block
}

// mergeKey is an event's UID, or else its id.
func mergeKey(e *event) string { return cmp.Or(text(e.props, ics.ComponentPropertyUniqueId), e.id) }

// entries returns a calendar's events by a key.
func (f *file) entries(key func(*event) string) map[string]entry {
	all := map[string]entry{}
	for _, e := range f.events {
		one := all[key(e)]
		one.text += plainBreaks(f.text[e.block.start:e.block.end])
		one.title = cmp.Or(one.title, e.summary)
		one.blocks = append(one.blocks, e.block)
		all[key(e)] = one
	}
	return all
}

// outside is the text that is part of no event.
func (f *file) outside() string {
	var edits []edit
	for _, e := range f.events {
		edits = append(edits, edit{e.block.start, e.block.end, ""})
	}
	return plainBreaks(apply(f.text, edits))
}

func plainBreaks(text []byte) string { return strings.ReplaceAll(string(text), "\r\n", "\n") }

// changedSince returns the keys whose events differ from the earlier ones, in the order of
// the file, those that are gone last.
func (f *file) changedSince(was, is map[string]entry, key func(*event) string) []string {
	var uids, gone []string
	seen := map[string]bool{}
	for _, e := range f.events {
		uid := key(e)
		if !seen[uid] && was[uid].text != is[uid].text {
			uids = append(uids, uid)
		}
		seen[uid] = true
	}
	for uid := range was {
		if !seen[uid] {
			gone = append(gone, uid)
		}
	}
	slices.Sort(gone)
	return append(uids, gone...)
}

// replace puts an entry in the place of another, or behind all events where there is none.
func (f *file) replace(old, put entry) []edit {
	text := put.text
	if newline(f.text) == "\r\n" {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	if len(old.blocks) == 0 {
		return []edit{{f.insert, f.insert, text}}
	}
	edits := []edit{{old.blocks[0].start, old.blocks[0].end, text}}
	for _, b := range old.blocks[1:] {
		edits = append(edits, edit{b.start, b.end, ""})
	}
	return edits
}
