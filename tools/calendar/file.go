package calendar

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"legomem/tools"
)

// emptyCalendar is a calendar without events, which is also what a new one
// starts from.
const emptyCalendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//legomem//calendar//EN\r\nEND:VCALENDAR\r\n"

// file is one user's parsed calendar.
type file struct {
	user   string
	path   string
	text   []byte
	exists bool
	events []*event
	others []ics.Component // time zones and the like
	insert int             // where a new event goes

	overrides map[string][]*event // changed occurrences by the UID of their series
	ids       map[string]bool     // of all events
	twins     map[string]int      // the next number for an id that several events share
}

// event is one VEVENT.
type event struct {
	block block
	props *ics.VEvent

	id          string
	summary     string
	location    string
	description string
	attendees   []string
	organiser   string
	start, end  moment // end of an all-day event: its last day
	recurs      string // the RRULE, "" for a single event
	override    string // the RECURRENCE-ID, "" for a series or a single event
}

// load reads a user's calendar; a missing one is empty. The user's name matches
// the file's in any case.
func load(ws *tools.Workspace, user string) (*file, error) {
	f := &file{user: user, path: "calendar/" + user + ".ics", text: []byte(emptyCalendar)}
	found, err := ws.Find(f.path)
	switch tools.CodeOf(err) {
	case "":
		f.path, f.exists = found, true
		f.user = strings.TrimSuffix(strings.TrimPrefix(found, "calendar/"), ".ics")
		if f.text, err = ws.ReadFile(found); err != nil {
			return nil, err
		}
	case tools.NotFound:
	default:
		return nil, err
	}
	if err := f.parse(ws.Domain, ws.Now().Location()); err != nil {
		return nil, unreadable(err, tools.Corrupt, "%s is not a calendar that can be read (%w); it was left as it is", f.path)
	}
	return f, nil
}

// unreadable wraps the reason why a calendar cannot be read, and keeps the code TooLarge.
func unreadable(err error, otherwise tools.Code, format, path string) error {
	if tools.CodeOf(err) == tools.TooLarge {
		otherwise = tools.TooLarge
	}
	return tools.Failf(otherwise, format, path, err)
}

// loadAll reads several calendars, all before any is changed.
func loadAll(ws *tools.Workspace, users []string) ([]*file, error) {
	var files []*file
	for _, u := range users {
		f, err := load(ws, u)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(files, func(g *file) bool { return g.path == f.path }) {
			files = append(files, f)
		}
	}
	return files, nil
}

// parse reads the events of a calendar of the office with that domain.
func (f *file) parse(office string, zone *time.Location) error {
	if err := checkText(f.text); err != nil {
		return err
	}
	cal, err := ics.ParseCalendarWithOptions(bytes.NewReader(f.text), ics.WithUnknownPropertyHandler(ics.AcceptUnknownPropertyHandler))
	if err != nil {
		return err
	}
	blocks, insert := layout(f.text)
	found := cal.Events()
	if insert < 0 {
		return fmt.Errorf("it has no END:VCALENDAR")
	}
	if len(blocks) != len(found) {
		return fmt.Errorf("its events are not closed properly")
	}
	if len(found) > maxEvents {
		return tooLarge("%d events, over the cap of %d", len(found), maxEvents)
	}
	f.insert, f.events, f.others = insert, nil, nil
	f.overrides, f.ids, f.twins = map[string][]*event{}, map[string]bool{}, map[string]int{}
	for _, c := range cal.Components {
		if _, isEvent := c.(*ics.VEvent); !isEvent {
			f.others = append(f.others, c)
		}
	}
	for i, e := range found {
		ev, err := readEvent(e, office, zone)
		if err != nil {
			return fmt.Errorf("event %d: %w", i+1, err)
		}
		ev.block = blocks[i]
		ev.id = f.freshID(ev)
		f.events = append(f.events, ev)
		if ev.override != "" {
			uid := text(ev.props, ics.ComponentPropertyUniqueId)
			f.overrides[uid] = append(f.overrides[uid], ev)
		}
	}
	return nil
}

// freshID makes an event's id: its UID, or if the file has none, one derived
// from its content. A changed occurrence has its date appended. Duplicates are
// numbered.
func (f *file) freshID(e *event) string {
	id := text(e.props, ics.ComponentPropertyUniqueId)
	if id == "" {
		id = derive(e.summary, e.start.String(), e.end.String(), e.location)
	}
	if e.override != "" {
		id += "#" + e.override
	}
	first := id
	for n := max(2, f.twins[first]); f.ids[id]; n++ {
		id = fmt.Sprintf("%s#%d", first, n)
		f.twins[first] = n + 1
	}
	f.ids[id] = true
	return id
}

// derive makes an identifier from content; the same content gives the same one.
func derive(content ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(content, "\x00")))
	return "ev-" + hex.EncodeToString(sum[:6])
}

// style is how the library writes into this calendar.
func (f *file) style() *ics.SerializationConfiguration {
	return &ics.SerializationConfiguration{MaxLength: 75, PropertyMaxLength: 75, NewLine: newline(f.text)}
}

// save writes the calendar's text, which must still be a calendar.
func (f *file) save(ws *tools.Workspace, text []byte) error {
	changed := &file{user: f.user, path: f.path, text: text}
	if err := changed.parse(ws.Domain, ws.Now().Location()); err != nil {
		return unreadable(err, tools.Internal, "%s would not be readable any more (%w); it was left as it is", f.path)
	}
	return ws.WriteFile(f.path, text)
}

// saveAll writes several calendars, all or none: when one fails, those
// already written get their old text back.
func saveAll(ws *tools.Workspace, files []*file, texts [][]byte) error {
	for i, f := range files {
		if texts[i] == nil {
			continue
		}
		if err := f.save(ws, texts[i]); err != nil {
			for j := range i {
				files[j].restore(ws)
			}
			return err
		}
	}
	return nil
}

// restore is a best effort: the error that led here is the one to report.
func (f *file) restore(ws *tools.Workspace) {
	if f.exists {
		_ = ws.WriteFile(f.path, f.text)
	} else if ws.Exists(f.path) {
		_ = ws.Remove(f.path)
	}
}

// CountEvents is how many events a user's calendar has, a series counting once.
func CountEvents(ws *tools.Workspace, user string) (int, error) {
	f, err := load(ws, user)
	if err != nil {
		return 0, err
	}
	return len(f.events), nil
}
