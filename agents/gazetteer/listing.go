package gazetteer

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"legomem/lists"
)

const layout = "2006-01-02 15:04:05"

// Events are the events of the user's calendar: those of the year ahead, each time that
// they take place, and those that have been.
func (o *Office) Events(ctx context.Context) (*Things, error) {
	return o.once("events", func() ([]Thing, error) {
		today := o.now.Format(time.DateOnly)
		ahead, err := o.events(ctx, map[string]any{"user": o.user, "from": today, "to": o.now.AddDate(1, 0, 0).Format(time.DateOnly)})
		if err != nil {
			return nil, err
		}
		all, err := o.events(ctx, map[string]any{"user": o.user})
		if err != nil {
			return nil, err
		}
		for _, t := range all {
			known := slices.ContainsFunc(ahead, func(a Thing) bool { return a.Value == t.Value })
			if !known {
				ahead = append(ahead, t)
			}
		}
		return ahead, nil
	})
}

// OthersEvents are the events of the other calendars, which may be called by whose they are.
func (o *Office) OthersEvents(ctx context.Context) (*Things, error) {
	return o.once("events of others", func() ([]Thing, error) {
		t, err := o.tree(ctx)
		if err != nil {
			return nil, err
		}
		var out []Thing
		for _, f := range t.Files {
			owner := strings.TrimSuffix(path.Base(f), ".ics")
			if path.Dir(f) != "calendar" || owner == o.user {
				continue
			}
			all, err := o.events(ctx, map[string]any{"user": owner})
			if err != nil {
				return nil, err
			}
			for _, one := range all {
				one.Owner, one.Also = owner, append(one.Also, owner)
				out = append(out, one)
			}
		}
		return out, nil
	})
}

func (o *Office) events(ctx context.Context, args map[string]any) ([]Thing, error) {
	var data struct {
		Events []struct {
			ID, Summary, Start, End, Location, Recurs, Organiser string
			Attendees                                            []string
		}
	}
	if err := o.ask(ctx, "calendar.list_events", args, &data); err != nil {
		return nil, err
	}
	var out []Thing
	for _, e := range data.Events {
		t := Thing{Value: e.ID, Title: e.Summary, Also: append(e.Attendees, e.Location), Organiser: e.Organiser, Recurs: e.Recurs != ""}
		t.Start, t.End = o.moment(e.Start), o.moment(e.End)
		t.Shown = fmt.Sprintf("%s, %s", e.Summary, span(t.Start, t.End))
		if len(e.Attendees) > 0 {
			t.Shown += ", with " + strings.Join(e.Attendees, ", ")
		}
		out = append(out, t)
	}
	return out, nil
}

// moment reads a tool's time; an unreadable one is zero.
func (o *Office) moment(s string) time.Time {
	for _, form := range []string{layout, time.DateOnly} {
		if t, err := time.ParseInLocation(form, s, o.now.Location()); err == nil {
			return t
		}
	}
	return time.Time{}
}

// span tells a time for people.
func span(from, to time.Time) string {
	day := from.Format("Mon 2 Jan 2006")
	if from.Format(time.TimeOnly) == "00:00:00" {
		return day
	}
	return day + ", " + from.Format("15:04") + " to " + to.Format("15:04")
}

// Mails are the mails of the user's mailbox, the newest first.
func (o *Office) Mails(ctx context.Context) (*Things, error) {
	return o.once("mails", func() ([]Thing, error) {
		var data struct {
			Mails []struct {
				ID, Subject, From, Date string
				FromName                string   `json:"from_name"`
				ToNames                 []string `json:"to_names"`
			}
		}
		if err := o.ask(ctx, "email.list", map[string]any{"user": o.user}, &data); err != nil {
			return nil, err
		}
		var out []Thing
		for _, m := range data.Mails {
			t := Thing{Value: m.ID, Title: m.Subject, Also: append(m.ToNames, m.FromName, m.From), Start: o.moment(m.Date), From: m.FromName, Address: m.From}
			t.Shown = fmt.Sprintf("%q from %s <%s>, %s", m.Subject, m.FromName, m.From, t.Start.Format("Mon 2 Jan 15:04"))
			out = append(out, t)
		}
		return out, nil
	})
}

// tree is all files and folders.
type tree struct{ Files, Folders []string }

func (o *Office) tree(ctx context.Context) (tree, error) {
	if t, ok := o.seen["tree"].(tree); ok {
		return t, nil
	}
	var t tree
	err := o.ask(ctx, "system.list_files", map[string]any{}, &t)
	o.seen["tree"] = t
	return t, err
}

// own says that a path is the user's own doing: mailboxes and calendars are told of by
// their apps.
func own(p string) bool {
	app, _, _ := strings.Cut(p, "/")
	return app != "emails" && app != "calendar"
}

// Forms are the suffixes of a skill's form of files; a form that is not there takes any.
var Forms = map[string][]string{
	"sheet": {".xlsx", ".csv"}, "document": {".docx"}, "pdf": {".pdf"}, "text": {".txt", ".md"},
	"image": {".jpg", ".jpeg", ".png", ".gif", ".bmp", ".tiff", ".webp"},
}

// Files are the files of a form.
func (o *Office) Files(ctx context.Context, form string) (*Things, error) {
	return o.once("files "+form, func() ([]Thing, error) {
		t, err := o.tree(ctx)
		var out []Thing
		for _, f := range t.Files {
			fits := Forms[form] == nil || slices.Contains(Forms[form], strings.ToLower(path.Ext(f)))
			if own(f) && fits && !kept(f) {
				out = append(out, Thing{Value: f, Shown: f, Title: path.Base(f), Also: []string{path.Dir(f)}})
			}
		}
		return out, err
	})
}

// kept says that a file is one in which the list and contact tools keep theirs.
func kept(f string) bool { return strings.HasPrefix(f, "data/lists/") || f == "data/contacts.csv" }

// Folders are the folders that hold files.
func (o *Office) Folders(ctx context.Context) (*Things, error) {
	return o.once("folders", func() ([]Thing, error) {
		t, err := o.tree(ctx)
		var out []Thing
		for _, f := range t.Folders {
			if own(f) && f != "data/lists" {
				out = append(out, Thing{Value: f, Shown: f, Title: path.Base(f)})
			}
		}
		return out, err
	})
}

// Lists are the lists that the user keeps.
func (o *Office) Lists(ctx context.Context) (*Things, error) {
	return o.once("lists", func() ([]Thing, error) {
		var data struct{ Names, Files []string }
		err := o.ask(ctx, "list.names", map[string]any{}, &data)
		out := named(data.Names)
		for i := range out {
			out[i].Shown += " (" + data.Files[i] + ")"
		}
		return out, err
	})
}

// TextLists are the user's own text files, each of which may be meant by a list that is not
// among Lists: "the todo list" is todo.txt.
func (o *Office) TextLists(ctx context.Context) (*Things, error) {
	return o.once("text lists", func() ([]Thing, error) {
		t, err := o.tree(ctx)
		var out []Thing
		for _, f := range t.Files {
			if name, ok := strings.CutSuffix(path.Base(f), ".txt"); ok && own(f) && !kept(f) && strings.Contains(f, "/") {
				out = append(out, Thing{Value: f, Shown: f, Title: name})
			}
		}
		return out, err
	})
}

// Entries are what stands on a list.
func (o *Office) Entries(ctx context.Context, list string) (*Things, error) {
	return o.once("entries "+list, func() ([]Thing, error) {
		var data struct{ Entries []string }
		err := o.ask(ctx, "list.show", map[string]any{"list": list}, &data)
		return named(data.Entries), err
	})
}

// Sheet is what a workbook's first sheet is, or one of that name.
func (o *Office) sheet(ctx context.Context, file, name string) (headers, sheets []string, err error) {
	var data struct {
		Headers []any
		Sheets  []string
	}
	args := map[string]any{"file_path": file}
	if name != "" {
		args["sheet"] = name
	}
	err = o.ask(ctx, "excel.read", args, &data)
	return lists.Map(data.Headers, func(h any) string { return fmt.Sprint(h) }), data.Sheets, err
}

// Columns are the headers of a workbook's sheet, the first where none is named.
func (o *Office) Columns(ctx context.Context, file, sheet string) (*Things, error) {
	return o.once("columns "+file+"\n"+sheet, func() ([]Thing, error) {
		headers, _, err := o.sheet(ctx, file, sheet)
		return named(headers), err
	})
}

// NumberColumns are the headers of the columns that hold numbers and nothing else.
func (o *Office) NumberColumns(ctx context.Context, file, sheet string) (*Things, error) {
	return o.once("number columns "+file+"\n"+sheet, func() ([]Thing, error) {
		data, err := o.rows(ctx, file, sheet)
		var out []string
		for i, h := range data.Headers {
			if numbersAlone(data.Rows, i) {
				out = append(out, fmt.Sprint(h))
			}
		}
		return named(out), err
	})
}

// numbersAlone says that a column has a number, and nothing that is none.
func numbersAlone(rows [][]any, column int) bool {
	has := false
	for _, row := range rows {
		if column >= len(row) || row[column] == nil || row[column] == "" {
			continue
		}
		if _, has = row[column].(float64); !has {
			return false
		}
	}
	return has
}

// Sheets are a workbook's sheets.
func (o *Office) Sheets(ctx context.Context, file string) (*Things, error) {
	return o.once("sheets "+file, func() ([]Thing, error) {
		_, sheets, err := o.sheet(ctx, file, "")
		return named(sheets), err
	})
}

// named are things that are called by their values.
func named(all []string) []Thing {
	var out []Thing
	for _, n := range all {
		if strings.TrimSpace(n) != "" {
			out = append(out, Thing{Value: n, Shown: n, Title: n})
		}
	}
	return out
}
