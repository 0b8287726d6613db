package calendar

import (
	"context"

	ics "github.com/arran4/golang-ical"

	"legomem/tools"
	"legomem/tools/facts"
)

type leaveOutArgs struct {
	Before string   `json:"before,omitempty" jsonschema:"the calendar's file as it was; none where it was made" kind:"file"`
	After  string   `json:"after,omitempty" jsonschema:"the calendar's file as it is; none where it was deleted" kind:"file"`
	UIDs   []string `json:"uids" jsonschema:"the UIDs of events as calendar.review tells them, whose changes are left out; an empty one names all events without a UID"`
	Only   bool     `json:"only,omitempty" jsonschema:"the other way round: the changes to these events are kept, and all else is left out"`
}

// leftOut is calendar.leave_out's data.
type leftOut struct {
	Text string `json:"text"`
}

// leaveOutTool serves the program when its user takes a part of what was done: it changes
// no file.
//
// All events with one UID, a series and its changed occurrences, go together. What is no
// event, such as settings and time zones, is as in After unless Only says otherwise. Where
// the calendar was deleted, it is as in Before: the events that stay need a calendar.
func leaveOutTool() tools.Tool {
	return tools.Hide(tools.Define("calendar.leave_out",
		"The text of a calendar with what was done to it, without the changes to some events.",
		func(a leaveOutArgs) []tools.Effect { return tools.ReadGiven(a.Before, a.After) }, leaveOut))
}

func leaveOut(_ context.Context, ws *tools.Workspace, a leaveOutArgs) (tools.Result, error) {
	before, err := readAnywhere(ws, a.Before)
	if err != nil {
		return tools.Result{}, err
	}
	after, err := readAnywhere(ws, a.After)
	if err != nil {
		return tools.Result{}, err
	}
	if err := checkDiffer(before, after, a.UIDs); err != nil {
		return tools.Result{}, err
	}
	names := map[string]bool{}
	for _, uid := range a.UIDs {
		names[uid] = true
	}
	named := func(uid string) bool { return names[uid] }
	res := leftOut{}
	switch {
	case a.Only:
		res.Text, err = before.taking(after, named)
	case !after.exists, before.outside() == after.outside(): // the order of the events is kept
		res.Text, err = before.taking(after, func(uid string) bool { return !named(uid) })
	default:
		res.Text, err = after.taking(before, named)
	}
	if err != nil {
		return tools.Result{}, err
	}
	return tools.Result{Text: res.Text, Data: res}, nil
}

// checkDiffer refuses the UID of an event that is the same before and after: what was to be
// left out would stay.
func checkDiffer(before, after *file, uids []string) error {
	was, is := before.entries(toldUID), after.entries(toldUID)
	for _, uid := range uids {
		if was[uid].text == is[uid].text {
			return tools.Failf(tools.NotFound, "no event with the UID %q differs between the two calendars", uid)
		}
	}
	return nil
}

// taking is the calendar's text in which the events of the chosen UIDs are as in another.
func (f *file) taking(other *file, chosen func(uid string) bool) (string, error) {
	here, there := f.entries(toldUID), other.entries(toldUID)
	var edits []edit
	for _, uid := range other.changedSince(here, there, toldUID) {
		if chosen(uid) {
			edits = append(edits, f.replace(here[uid], there[uid])...)
		}
	}
	return f.readableWith(edits)
}

// toldUID is an event's UID as calendar.review tells it; "" where it has none.
func toldUID(e *event) string { return facts.Cut(text(e.props, ics.ComponentPropertyUniqueId)) }
