package calendar

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode"

	ics "github.com/arran4/golang-ical"

	"legomem/tools"
)

type createArgs struct {
	User            string   `json:"user,omitempty" jsonschema:"whose calendar, such as Dana; default you" kind:"person"`
	Users           []string `json:"users,omitempty" jsonschema:"several: a copy each" kind:"person"`
	Summary         string   `json:"summary" jsonschema:"the title" kind:"phrase"`
	Start           string   `json:"start" jsonschema:"2024-05-17 10:30:00; a date alone: all day" kind:"datetime"`
	End             string   `json:"end,omitempty" jsonschema:"a time alone: on start's day; all day: the last day; default an hour after start" kind:"datetime"`
	DurationMinutes float64  `json:"duration_minutes,omitempty" jsonschema:"instead of end" kind:"number"`
	Location        string   `json:"location,omitempty" jsonschema:"place" kind:"phrase"`
	Description     string   `json:"description,omitempty" jsonschema:"notes" kind:"message"`
	Attendees       []string `json:"attendees,omitempty" jsonschema:"invited; those of this office get it in their calendars" kind:"person"`
	AllDay          bool     `json:"all_day,omitempty" jsonschema:"whole days, whatever the times"`
	Repeat          string   `json:"repeat,omitempty" jsonschema:"day, week, weekday (Monday to Friday), month or year; default once"`
	Every           int      `json:"every,omitempty" jsonschema:"repeat only each so many of them: 2 for every other" kind:"number"`
	Weekdays        []string `json:"weekdays,omitempty" jsonschema:"for repeat week: days such as Monday; it begins on the first from start; default start's day"`
	Until           string   `json:"until,omitempty" jsonschema:"for repeat: the last day" kind:"date"`
	Count           int      `json:"count,omitempty" jsonschema:"instead of until: how many times" kind:"number"`
	AlarmMinutes    *float64 `json:"alarm_minutes,omitempty" jsonschema:"alarm so long before start; default none" kind:"number"`
}

func createTool() tools.Tool {
	return tools.DefineInOffice("calendar.create_event",
		"Create an event in a person's calendar or several, once or recurring (repeat). One that is there already stays. Returns id, start and end.",
		func(domain string, a createArgs) []tools.Effect { return writes(a.calendars(domain)) }, create)
}

// calendars lists the people, as named, to whose calendars the event is written:
// the owner first.
func (a createArgs) calendars(domain string) []string {
	return append(named(a.User, a.Users), colleagues(domain, a.Attendees)...)
}

// created is calendar.create_event's data.
type created struct {
	ID        string   `json:"id"`
	User      string   `json:"user"`
	Users     []string `json:"users"`
	Summary   string   `json:"summary"`
	Start     string   `json:"start"`
	End       string   `json:"end"`
	Date      string   `json:"date"`
	When      string   `json:"when"`
	AllDay    bool     `json:"all_day"`
	Attendees []string `json:"attendees"`
	File      string   `json:"file"`
	Files     []string `json:"files"`
	Already   []string `json:"already"` // users who had it before

	Recurring    bool     `json:"recurring"`
	Recurs       string   `json:"recurs,omitempty"`  // the rule
	Repeats      string   `json:"repeats,omitempty"` // the rule in words
	AlarmMinutes *float64 `json:"alarm_minutes,omitempty"`
}

func create(_ context.Context, ws *tools.Workspace, a createArgs) (tools.Result, error) {
	a.Summary = plain(strings.ReplaceAll(a.Summary, "\n", " "))
	if a.Summary == "" {
		return tools.Result{}, tools.Failf(tools.BadArguments, "summary is empty; accepted: the event's title")
	}
	if err := checkAlarm(a.AlarmMinutes); err != nil {
		return tools.Result{}, err
	}
	start, end, err := a.times(ws)
	if err != nil {
		return tools.Result{}, err
	}
	rule, start, end, err := a.repetition().rule(ws, start, end)
	if err != nil {
		return tools.Result{}, err
	}
	users, err := owners(ws, a.calendars(ws.Domain))
	if err != nil {
		return tools.Result{}, err
	}
	files, err := loadAll(ws, users)
	if err != nil {
		return tools.Result{}, err
	}
	e := a.event(ws, files[0].user, start, end, rule)
	res := created{ID: e.Id(), User: files[0].user, Summary: a.Summary, Start: start.String(), End: end.String(),
		Date: start.Format(dateForm), When: span(start, end), AllDay: start.day,
		Attendees: append([]string{}, tools.People(a.Attendees...)...), File: files[0].path, Already: []string{},
		Recurring: rule != "", Recurs: rule, AlarmMinutes: a.AlarmMinutes}
	if rule != "" {
		res.Repeats = ruleWords(rule, start.Location())
	}
	if err := addTo(ws, files, e, &res); err != nil {
		return tools.Result{}, err
	}
	return tools.Result{Text: res.text(), Data: res}, nil
}

// addTo writes the event into each calendar that lacks it.
func addTo(ws *tools.Workspace, files []*file, e *ics.VEvent, res *created) error {
	texts := make([][]byte, len(files))
	for i, f := range files {
		res.Users, res.Files = append(res.Users, f.user), append(res.Files, f.path)
		if f.byID(e.Id()) != nil {
			res.Already = append(res.Already, f.user)
			continue
		}
		text := e.Serialize(f.style())
		texts[i] = apply(f.text, []edit{{f.insert, f.insert, text}})
	}
	return saveAll(ws, files, texts)
}

func (c created) text() string {
	var b strings.Builder
	if len(c.Already) == len(c.Users) {
		fmt.Fprintf(&b, "%q was already there", c.Summary)
	} else {
		fmt.Fprintf(&b, "Added %q", c.Summary)
	}
	fmt.Fprintf(&b, " (%s): %s.", strings.Join(c.Files, ", "), c.When)
	if c.Recurring {
		fmt.Fprintf(&b, " Recurs %s.", c.Repeats)
	}
	if c.AlarmMinutes != nil {
		fmt.Fprintf(&b, " Alarm %v minutes before.", *c.AlarmMinutes)
	}
	if len(c.Attendees) > 0 {
		fmt.Fprintf(&b, " Attendees: %s.", strings.Join(c.Attendees, ", "))
	}
	fmt.Fprintf(&b, " id %s", c.ID)
	return b.String()
}

func (a createArgs) repetition() repetition {
	return repetition{unit: a.Repeat, every: a.Every, weekdays: a.Weekdays, until: a.Until, count: a.Count}
}

// times works out start and end from what was given.
func (a createArgs) times(ws *tools.Workspace) (start, end moment, err error) {
	if start, err = parseMoment(ws, "start", a.Start, time.Time{}); err != nil {
		return start, end, err
	}
	if a.DurationMinutes < 0 || a.DurationMinutes > 366*24*60 {
		return start, end, tools.Failf(tools.BadArguments, "duration_minutes is %v; accepted: more than 0, and at most a year", a.DurationMinutes)
	}
	switch {
	case a.End != "":
		end, err = parseMoment(ws, "end", a.End, start.Time)
	case a.DurationMinutes > 0:
		end = moment{Time: start.Add(time.Duration(a.DurationMinutes * float64(time.Minute)))}
	case start.day || a.AllDay:
		end = start
	default:
		end = moment{Time: start.Add(time.Hour)}
	}
	if err != nil {
		return start, end, err
	}
	return a.matched(start, end)
}

// matched makes start and end both days or both times, and in order.
func (a createArgs) matched(start, end moment) (moment, moment, error) {
	if a.AllDay || (start.day && end.day) {
		start, end = moment{startOfDay(start.Time), true}, moment{startOfDay(end.Time), true}
	}
	if start.day && !end.day {
		return start, end, tools.Failf(tools.BadArguments, "start %q is a date without a time, but the end has one; accepted: both with times, or both as dates", a.Start)
	}
	if end.day && !start.day {
		return start, end, tools.Failf(tools.BadArguments, "end %q is a date without a time, but the start has one; accepted: both with times, or both as dates", a.End)
	}
	if end.Before(start.Time) {
		return start, end, tools.Failf(tools.BadArguments, "the end (%s) is before the start (%s)", end.words(), start.words())
	}
	return start, end, nil
}

// event makes the VEVENT; its UID follows from its content alone, so that
// every copy has the same one and a repeated call adds nothing.
func (a createArgs) event(ws *tools.Workspace, owner string, start, end moment, rule string) *ics.VEvent {
	people := tools.People(a.Attendees...)
	location, description := plain(a.Location), plain(a.Description)
	content := append([]string{a.Summary, start.String(), end.String(), location, description}, people...)
	e := ics.NewEvent(derive(append(content, a.further(rule)...)...) + "@" + ws.Domain)
	e.SetDtStampTime(ws.Now())
	setTimes(e, start, end)
	if rule != "" {
		e.AddRrule(rule)
	}
	if a.AlarmMinutes != nil {
		e.AddVAlarm(newAlarm(a.Summary, *a.AlarmMinutes))
	}
	e.SetSummary(a.Summary)
	if location != "" {
		e.SetLocation(location)
	}
	if description != "" {
		e.SetDescription(description)
	}
	if len(people) > 0 {
		e.SetOrganizer("mailto:" + address(ws.Domain, owner))
	}
	for _, p := range people {
		e.AddAttendee("mailto:"+address(ws.Domain, plain(p)), commonName(p)...)
	}
	return e
}

// further is what tells the event from one with the same times and people.
func (a createArgs) further(rule string) []string {
	var out []string
	if rule != "" {
		out = append(out, "RRULE:"+rule)
	}
	if a.AlarmMinutes != nil {
		out = append(out, fmt.Sprintf("VALARM:%v", *a.AlarmMinutes))
	}
	return out
}

// setTimes writes whole days as midnight to the last second, so that the file
// shows the first and the last day as they were given.
func setTimes(e *ics.VEvent, start, end moment) {
	if !start.day {
		e.SetProperty(ics.ComponentPropertyDtStart, stamp(start.Time))
		e.SetProperty(ics.ComponentPropertyDtEnd, stamp(end.Time))
		return
	}
	e.SetProperty(ics.ComponentPropertyDtStart, start.Format("20060102T150405"))
	e.SetProperty(ics.ComponentPropertyDtEnd, lastSecond(end.Time).Format("20060102T150405"))
	e.SetProperty(outlookAllDay, "TRUE")
}

// commonName is the CN parameter. The library quotes names with punctuation
// in a way other programs misread; for those the address must do.
func commonName(person string) []ics.PropertyParameter {
	if strings.ContainsAny(person, `@,;:"'\`) {
		return nil
	}
	return []ics.PropertyParameter{ics.WithCN(plain(person))}
}

// plain removes what a calendar may not contain: control characters other
// than line breaks and tabs, and broken UTF-8.
func plain(s string) string {
	s = strings.ReplaceAll(strings.ReplaceAll(strings.ToValidUTF8(s, "\ufffd"), "\r\n", "\n"), "\r", "\n")
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, s))
}
