package calendar

import (
	"strings"

	ics "github.com/arran4/golang-ical"

	"legomem/tools"
)

// means reports whether an attendee's or organiser's line is about a person, who is named
// by name or address.
func means(domain string, p *ics.IANAProperty, who string) bool {
	who = strings.TrimSpace(who)
	its := attendeeAddress(p.Value)
	return strings.EqualFold(its, address(domain, who)) || strings.EqualFold(attendeeName(domain, p), who)
}

// involves reports whether a person attends the event or organises it.
func (e *event) involves(domain, who string) bool {
	for _, name := range []ics.ComponentProperty{ics.ComponentPropertyAttendee, ics.ComponentPropertyOrganizer} {
		for _, p := range e.props.GetProperties(name) {
			if means(domain, p, who) {
				return true
			}
		}
	}
	return false
}

// attends reports whether a person is among the event's attendees.
func (e *event) attends(domain, who string) bool {
	for _, p := range e.props.GetProperties(ics.ComponentPropertyAttendee) {
		if means(domain, p, who) {
			return true
		}
	}
	return false
}

// inviting adds attendees to an event of the owner, each unless they attend it already.
func (f *file) inviting(domain, owner string, e *event, people []string) ([]edit, error) {
	var out []edit
	for _, who := range people {
		if e.attends(domain, who) {
			continue
		}
		params := map[string][]string{}
		for _, cn := range commonName(who) {
			key, values := cn.KeyValue()
			params[key] = values
		}
		put, err := property(f, "ATTENDEE", "mailto:"+address(domain, plain(who)), params)
		if err != nil {
			return nil, err
		}
		out = append(out, e.block.add(put))
	}
	if len(out) == 0 || e.block.has("ORGANIZER") {
		return out, nil
	}
	put, err := property(f, "ORGANIZER", "mailto:"+address(domain, owner), nil)
	return append(out, e.block.add(put)), err
}

// excusing takes attendees off an event; one that does not attend it is refused.
func (f *file) excusing(domain string, e *event, people []string) ([]edit, error) {
	var out []edit
	for _, who := range people {
		lines := f.invitations(domain, e, who)
		if len(lines) == 0 {
			return nil, tools.Failf(tools.NotFound, "%q has no attendee %s; it has: %s", e.summary, who, or(strings.Join(e.attendees, ", "), "none"))
		}
		out = append(out, lines...)
	}
	return out, nil
}

// invitations are the edits that take a person's lines out of an event.
func (f *file) invitations(domain string, e *event, who string) []edit {
	var out []edit
	for _, l := range e.block.props {
		if l.name != "ATTENDEE" {
			continue
		}
		unfolded := strings.TrimSpace(string(fold.ReplaceAll(f.text[l.start:l.end], nil)))
		p, err := ics.ParseProperty(ics.ContentLine(unfolded))
		if err == nil && p != nil && means(domain, &ics.IANAProperty{BaseProperty: *p}, who) {
			out = append(out, edit{l.start, l.end, ""})
		}
	}
	return out
}
