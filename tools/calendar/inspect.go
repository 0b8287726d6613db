package calendar

import (
	"context"
	"time"

	ics "github.com/arran4/golang-ical"

	"legomem/tools"
)

type inspectArgs struct {
	FilePath string `json:"file_path" jsonschema:"the calendar file" kind:"file"`
}

// instant is a component for an evaluator: DTSTART and DTEND as they are
// written, in UTC (RFC 3339). A time without a zone and a date are read as UTC;
// a missing or unreadable one is empty.
type instant struct {
	Name    string `json:"name"` // VEVENT, VTIMEZONE, ...
	Summary string `json:"summary"`
	Start   string `json:"start"`
	End     string `json:"end"`
	// StartIsDate and EndIsDate tell a day from a time.
	StartIsDate bool `json:"start_is_date"`
	EndIsDate   bool `json:"end_is_date"`
	// AllDay is also set for an event that has times but is marked as all-day.
	AllDay bool `json:"all_day"`
}

// inspected is calendar.inspect's data: the file as it is, its events and its
// other components in the file's order, or why they cannot be read.
type inspected struct {
	Text   string    `json:"text"`
	Events []instant `json:"events"`
	Others []instant `json:"others"`
	Error  string    `json:"error,omitempty"`
}

// inspectTool serves evaluators: it reads a file in any folder, makes nothing,
// and accepts a file that is no calendar.
func inspectTool() tools.Tool {
	return tools.Hide(tools.Define("calendar.inspect",
		"A calendar file as its raw text, and its events as instants in UTC.",
		func(a inspectArgs) []tools.Effect {
			return tools.ReadEffects(a.FilePath)
		}, inspect))
}

func inspect(_ context.Context, ws *tools.Workspace, a inspectArgs) (tools.Result, error) {
	raw, err := ws.ReadFile(a.FilePath)
	if err != nil {
		return tools.Result{}, err
	}
	f := &file{path: a.FilePath, text: raw}
	res := inspected{Text: string(raw), Events: []instant{}, Others: []instant{}}
	if err := f.parse(ws.Domain, time.UTC); err != nil {
		res.Error = err.Error()
		return tools.Result{Text: res.Text, Data: res}, nil
	}
	for _, e := range f.events {
		one := written("VEVENT", e.props.Properties)
		one.AllDay = e.start.day
		res.Events = append(res.Events, one)
	}
	for _, c := range f.others {
		res.Others = append(res.Others, written(componentName(c), c.UnknownPropertiesIANAProperties()))
	}
	return tools.Result{Text: res.Text, Data: res}, nil
}

// written reads a component from its properties.
func written(name string, props []ics.IANAProperty) instant {
	one := instant{Name: name}
	for _, p := range props {
		switch m, err := propertyTime(&p, time.UTC); {
		case p.IANAToken == string(ics.ComponentPropertySummary):
			one.Summary = p.Value
		case err != nil:
		case p.IANAToken == string(ics.ComponentPropertyDtStart):
			one.Start, one.StartIsDate = m.UTC().Format(time.RFC3339), m.day
		case p.IANAToken == string(ics.ComponentPropertyDtEnd):
			one.End, one.EndIsDate = m.UTC().Format(time.RFC3339), m.day
		}
	}
	return one
}

func componentName(c ics.Component) string {
	switch c := c.(type) {
	case *ics.VTimezone:
		return "VTIMEZONE"
	case *ics.VTodo:
		return "VTODO"
	case *ics.VJournal:
		return "VJOURNAL"
	case *ics.VBusy:
		return "VFREEBUSY"
	case *ics.GeneralComponent:
		return c.Token
	}
	return "component"
}
