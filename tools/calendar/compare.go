package calendar

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"legomem/tools"
	"legomem/words"
)

type commonArgs struct {
	Users []string `json:"users" jsonschema:"two or more" kind:"person"`
	Date  string   `json:"date,omitempty" jsonschema:"only this day" kind:"date"`
	From  string   `json:"from,omitempty" jsonschema:"ending after this date or time" kind:"datetime"`
	To    string   `json:"to,omitempty" jsonschema:"starting before this time, or on this date at the latest" kind:"datetime"`
}

func commonTool() tools.Tool {
	return tools.Define("calendar.common_events",
		"List the events that all the people have: the same title at the same time.",
		func(a commonArgs) []tools.Effect { return reads(named("", a.Users)) }, common)
}

// shared is calendar.common_events' data.
type shared struct {
	Users     []string `json:"users"`
	Events    []shown  `json:"events"`
	Count     int      `json:"count"`
	Summaries []string `json:"summaries"`
	Text      string   `json:"text"` // the titles, a line each
}

func common(_ context.Context, ws *tools.Workspace, a commonArgs) (tools.Result, error) {
	users, err := owners(ws, named("", a.Users))
	if err != nil {
		return tools.Result{}, err
	}
	if len(users) < 2 {
		return tools.Result{}, tools.Failf(tools.BadArguments, "users names %d person; accepted: two or more", len(users))
	}
	w, err := readWindow(ws, a.Date, a.From, a.To)
	if err != nil {
		return tools.Result{}, err
	}
	files, err := loadAll(ws, users)
	if err != nil {
		return tools.Result{}, err
	}
	events, err := inAll(files, w)
	if err != nil {
		return tools.Result{}, err
	}
	res := shared{Events: files[0].showAll(events), Count: len(events), Summaries: []string{}}
	for _, f := range files {
		res.Users = append(res.Users, f.user)
	}
	for _, e := range events {
		res.Summaries = append(res.Summaries, e.summary)
	}
	res.Text = strings.Join(res.Summaries, "\n")
	return tools.Result{Text: words.Count(len(events), "common event") + " of " + strings.Join(res.Users, ", ") + "\n" + describe(events), Data: res}, nil
}

// inAll returns the first calendar's events that every other one has too.
func inAll(files []*file, w window) ([]*event, error) {
	kept, err := files[0].within(w)
	if err != nil {
		return nil, err
	}
	for _, f := range files[1:] {
		theirs, err := f.within(w)
		if err != nil {
			return nil, err
		}
		has := map[string]bool{}
		for _, e := range theirs {
			has[e.key()] = true
		}
		kept = slices.DeleteFunc(kept, func(e *event) bool { return !has[e.key()] })
	}
	return kept, nil
}

// key is equal for events with the same title, instants and recurrence rule.
func (e *event) key() string {
	return fmt.Sprintf("%s\x00%d\x00%d\x00%s", strings.ToLower(e.summary), e.from().Unix(), e.to().Unix(), e.recurs)
}

type conflictArgs struct {
	User  string   `json:"user,omitempty" jsonschema:"whose; default you" kind:"person"`
	Users []string `json:"users,omitempty" jsonschema:"several, taken together" kind:"person"`
	Date  string   `json:"date,omitempty" jsonschema:"only this day" kind:"date"`
	From  string   `json:"from,omitempty" jsonschema:"ending after this date or time" kind:"datetime"`
	To    string   `json:"to,omitempty" jsonschema:"starting before this time, or on this date at the latest" kind:"datetime"`
}

func conflictsTool() tools.Tool {
	return tools.Define("calendar.conflicts",
		"Find the events that overlap in time, pair by pair; not those that only touch, nor copies of one event.",
		func(a conflictArgs) []tools.Effect { return reads(named(a.User, a.Users)) }, conflicts)
}

// clash is two events that overlap, and when they do.
type clash struct {
	First  shown  `json:"first"`
	Second shown  `json:"second"`
	Start  string `json:"start"`
	End    string `json:"end"`
}

// clashes is calendar.conflicts' data. Lines describes each pair in a sentence;
// Summaries are the titles that occur in any pair.
type clashes struct {
	Users     []string `json:"users"`
	Conflicts []clash  `json:"conflicts"`
	Count     int      `json:"count"`
	Any       bool     `json:"any"`
	Summaries []string `json:"summaries"`
	Lines     []string `json:"lines"`
	Text      string   `json:"text"`
	owners    []string // the lines, with whose calendar each event stands in
	copies    int      // pairs that overlap as they are one event in two calendars
}

// told is the pairs; of several calendars, with whose event each is.
func (c *clashes) told() string {
	if len(c.Users) < 2 {
		return c.Text
	}
	lines := slices.Clone(c.owners)
	if c.copies > 0 {
		lines = append(lines, fmt.Sprintf("(not among them: %s of one event in two calendars)", words.Plural(c.copies, "copy", "copies")))
	}
	return strings.Join(lines, "\n")
}

func conflicts(_ context.Context, ws *tools.Workspace, a conflictArgs) (tools.Result, error) {
	users, err := owners(ws, named(a.User, a.Users))
	if err != nil {
		return tools.Result{}, err
	}
	w, err := readWindow(ws, a.Date, a.From, a.To)
	if err != nil {
		return tools.Result{}, err
	}
	files, err := loadAll(ws, users)
	if err != nil {
		return tools.Result{}, err
	}
	res := clashes{Conflicts: []clash{}, Summaries: []string{}, Lines: []string{}}
	if err := res.collect(files, w); err != nil {
		return tools.Result{}, err
	}
	return tools.Result{Text: words.Count(res.Count, "conflict") + " in the calendar of " + strings.Join(res.Users, ", ") + w.words() + "\n" + res.told(), Data: res}, nil
}

// owned is an event with its calendar.
type owned struct {
	*event
	file *file
}

func (c *clashes) collect(files []*file, w window) error {
	var all []owned
	for _, f := range files {
		c.Users = append(c.Users, f.user)
		events, err := f.within(w)
		if err != nil {
			return err
		}
		for _, e := range events {
			if e.takesTime() {
				all = append(all, owned{e, f})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b owned) int { return a.from().Compare(b.from()) })
	for i, a := range all {
		for _, b := range all[i+1:] {
			if !b.from().Before(a.to()) {
				break
			}
			if a.file != b.file && a.key() == b.key() {
				c.copies++
				continue
			}
			c.add(a, b)
		}
	}
	c.Count, c.Any, c.Text = len(c.Conflicts), len(c.Conflicts) > 0, strings.Join(c.Lines, "\n")
	return nil
}

func (c *clashes) add(a, b owned) {
	end := a.to()
	if b.to().Before(end) {
		end = b.to()
	}
	pair := clash{First: a.file.show(a.event), Second: b.file.show(b.event),
		Start: moment{Time: b.from()}.String(), End: moment{Time: end}.String()}
	c.Conflicts = append(c.Conflicts, pair)
	c.Lines = append(c.Lines, fmt.Sprintf("%s (%s) conflicts with %s (%s)", a.summary, a.when(), b.summary, b.when()))
	c.owners = append(c.owners, fmt.Sprintf("%s's %s (%s) conflicts with %s's %s (%s)", a.file.user, a.summary, a.when(), b.file.user, b.summary, b.when()))
	for _, s := range []string{a.summary, b.summary} {
		if !slices.Contains(c.Summaries, s) {
			c.Summaries = append(c.Summaries, s)
		}
	}
}
