// Package survey is the tool that tells what a workplace holds before any work begins: the
// files with their shapes, and whose mailboxes and calendars there are.
//
// Start with Tools. What is told of a file is in shapes.go.
package survey

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"legomem/tools"
	"legomem/tools/calendar"
	"legomem/words"
)

// What is told at most: so many files, so many people, and so many characters of a line.
const (
	mostFiles  = 30
	mostPeople = 30
	mostOfLine = 240
)

// Name is the tool's.
const Name = "system.survey"

// Tools returns the tool. No prompt offers it: whoever directs a team is told what it finds.
func Tools() []tools.Tool {
	return []tools.Tool{tools.Unprompt(tools.Define(Name,
		"Tell what the workplace holds: the files below data/ with what they hold, how many mails and events there are, and whose.",
		effects, run))}
}

type params struct {
	Everybody bool `json:"everybody,omitempty" jsonschema:"tell of the mailboxes and calendars of others, too"`
}

func effects(p params) []tools.Effect {
	if p.Everybody {
		return tools.ReadEffects(".")
	}
	return append(tools.ReadEffects("data"), tools.PersonEffect(tools.Read, "mailbox", tools.Self), tools.PersonEffect(tools.Read, "calendar", tools.Self))
}

// found is what there is. Counts are by the names of people.
type found struct {
	Files     []string       `json:"files"` // a line each
	Mails     map[string]int `json:"mails"`
	Events    map[string]int `json:"events"`
	MoreFiles int            `json:"more_files"`
}

func run(ctx context.Context, ws *tools.Workspace, p params) (tools.Result, error) {
	d := found{Mails: map[string]int{}, Events: map[string]int{}}
	var files, calendars []string
	err := ws.Walk(ctx, func(file string, _ int64) error {
		dir, rest, _ := strings.Cut(file, "/")
		switch who, _, inFolder := strings.Cut(rest, "/"); {
		case dir == "data":
			files = append(files, file)
		case dir == "emails" && inFolder:
			d.Mails[who]++
		case dir == "calendar" && path.Ext(rest) == ".ics":
			calendars = append(calendars, strings.TrimSuffix(rest, ".ics"))
		}
		return nil
	})
	if err != nil {
		return tools.Result{}, err
	}
	own, err := ws.Owner("")
	hidden := func(who string) bool { return !p.Everybody && (err != nil || !strings.EqualFold(who, own)) }
	for _, who := range calendars {
		if hidden(who) {
			continue
		}
		if n, err := calendar.CountEvents(ws, who); err == nil { // who reads it is told what is wrong
			d.Events[who] = n
		}
	}
	for who := range d.Mails {
		if hidden(who) {
			delete(d.Mails, who)
		}
	}
	slices.Sort(files)
	if n := len(files) - mostFiles; n > 0 {
		files, d.MoreFiles = files[:mostFiles], n
	}
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return tools.Result{}, err
		}
		d.Files = append(d.Files, words.Cut(words.OnLine(file+": "+shapeOf(ctx, ws, file)), mostOfLine))
	}
	return tools.Result{Text: d.text(), Data: d}, nil
}

func (d found) text() string {
	lines := slices.Clone(d.Files)
	if d.MoreFiles > 0 {
		lines = append(lines, fmt.Sprintf("and %s more in data/", words.Count(d.MoreFiles, "file")))
	}
	if len(d.Files) == 0 {
		lines = append(lines, "data/: no files")
	}
	return strings.Join(append(lines, "emails/: "+counts(d.Mails, "mail"), "calendar/: "+counts(d.Events, "event")), "\n")
}

// counts tells how many of something each has.
func counts(of map[string]int, what string) string {
	if len(of) == 0 {
		return "none"
	}
	var parts []string
	for who, n := range of {
		parts = append(parts, words.OnLine(who)+" "+words.Count(n, what))
	}
	slices.Sort(parts)
	if n := len(parts) - mostPeople; n > 0 {
		parts = append(parts[:mostPeople], fmt.Sprintf("and %d others", n))
	}
	return strings.Join(parts, ", ")
}
