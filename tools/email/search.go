package email

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"legomem/tools"
)

type listArgs struct {
	User      string   `json:"user,omitempty" jsonschema:"whose; default yours" kind:"person"`
	Since     string   `json:"since,omitempty" jsonschema:"date or later" kind:"datetime"`
	Until     string   `json:"until,omitempty" jsonschema:"date or earlier" kind:"datetime"`
	Folder    string   `json:"folder,omitempty" jsonschema:"all (default), inbox (from others), sent, or a folder's name"`
	Order     string   `json:"order,omitempty" jsonschema:"newest (default) or oldest"`
	Limit     int      `json:"limit,omitempty" jsonschema:"at most so many" kind:"number"`
	Columns   []string `json:"columns,omitempty" jsonschema:"of rows: id, date, from, to, cc, subject, content, attachments"`
	Mailboxes []string `json:"mailboxes,omitempty" jsonschema:"instead, count the mails of these people's mailboxes, or all, and their folders" kind:"person"`
}

func listTool() tools.Tool {
	return tools.Define("email.list",
		"List a mailbox's mails (id, subject, people, date), or the mailboxes. For their text email.read or email.search.",
		listArgs.effects,
		func(_ context.Context, ws *tools.Workspace, a listArgs) (tools.Result, error) {
			if len(a.Mailboxes) > 0 {
				return a.count(ws)
			}
			q := query{user: a.User, since: a.Since, until: a.Until, folder: a.Folder, order: a.Order, limit: a.Limit, columns: a.Columns}
			return q.run(ws)
		})
}

type searchArgs struct {
	User     string   `json:"user,omitempty" jsonschema:"whose; default yours" kind:"person"`
	Contains string   `json:"contains,omitempty" jsonschema:"text in subject or content" kind:"phrase"`
	From     string   `json:"from,omitempty" jsonschema:"name or address" kind:"person"`
	To       string   `json:"to,omitempty" jsonschema:"name or address" kind:"person"`
	Subject  string   `json:"subject,omitempty" jsonschema:"text in the subject" kind:"phrase"`
	Since    string   `json:"since,omitempty" jsonschema:"date or later" kind:"datetime"`
	Until    string   `json:"until,omitempty" jsonschema:"date or earlier" kind:"datetime"`
	Folder   string   `json:"folder,omitempty" jsonschema:"all (default), inbox (from others), sent, or a folder's name"`
	Order    string   `json:"order,omitempty" jsonschema:"newest (default) or oldest"`
	Limit    int      `json:"limit,omitempty" jsonschema:"at most so many" kind:"number"`
	Columns  []string `json:"columns,omitempty" jsonschema:"of rows: id, date, from, to, cc, subject, content, attachments"`
}

func searchTool() tools.Tool {
	return tools.AsStaple(tools.Define("email.search",
		"Find mails in a mailbox that meet all conditions, with their text. text: all in one; paragraphs: a text each; rows: a row each.",
		func(a searchArgs) []tools.Effect { return []tools.Effect{mailbox(tools.Read, a.User)} },
		func(_ context.Context, ws *tools.Workspace, a searchArgs) (tools.Result, error) {
			q := query{user: a.User, contains: a.Contains, from: a.From, to: a.To, subject: a.Subject,
				since: a.Since, until: a.Until, folder: a.Folder, order: a.Order, limit: a.Limit, columns: a.Columns, content: true}
			return q.run(ws)
		}))
}

// query is what the two tools ask of a mailbox.
type query struct {
	user                        string
	contains, from, to, subject string
	since, until                string
	folder, order               string
	limit                       int
	columns                     []string
	content                     bool // with the mails' whole text
}

// results is the data of email.list and email.search.
type results struct {
	User       string     `json:"user"`
	Mails      []shown    `json:"mails"`
	Count      int        `json:"count"`
	IDs        []string   `json:"ids"`
	Subjects   []string   `json:"subjects"`
	Contents   []string   `json:"contents,omitempty"`
	Paragraphs []string   `json:"paragraphs,omitempty"`
	Text       string     `json:"text,omitempty"`
	Header     []string   `json:"header"`
	Rows       [][]string `json:"rows"`
	Table      [][]string `json:"table"` // header and rows
	Unreadable []badMail  `json:"unreadable"`
	Folder     string     `json:"folder,omitempty"`  // that was looked into
	Folders    []string   `json:"folders,omitempty"` // of the mailbox
}

func (q query) run(ws *tools.Workspace) (tools.Result, error) {
	columns, err := q.checked()
	if err != nil {
		return tools.Result{}, err
	}
	b, found, err := q.find(ws)
	if err != nil {
		return tools.Result{}, err
	}
	if q.newestFirst() {
		slices.Reverse(found)
		undatedLast(found)
	}
	if q.limit > 0 && len(found) > q.limit {
		found = found[:q.limit]
	}
	return q.result(b, found, columns), nil
}

// find returns the mails that fit, oldest first.
func (q query) find(ws *tools.Workspace) (*box, []*letter, error) {
	fits, err := q.filter(ws)
	if err != nil {
		return nil, nil, err
	}
	user, err := ws.Owner(q.user)
	if err != nil {
		return nil, nil, err
	}
	b, err := openPart(ws, user, q.folder)
	if err != nil {
		return nil, nil, err
	}
	return b, b.where(func(l *letter) bool { return fits(b, l) }), nil
}

// undatedLast puts mails without a date after the others.
func undatedLast(letters []*letter) {
	slices.SortStableFunc(letters, func(a, b *letter) int { return boolInt(a.date.IsZero()) - boolInt(b.date.IsZero()) })
}

func (q query) result(b *box, found []*letter, columns []string) tools.Result {
	r := results{User: b.user, Mails: []shown{}, Count: len(found), IDs: []string{}, Subjects: []string{},
		Header: columns, Rows: [][]string{}, Unreadable: append([]badMail{}, b.bad...),
		Folder: strings.TrimSuffix(b.folder, "/"), Folders: b.folderNames()}
	for _, l := range found {
		s := l.show(q.content)
		r.Mails, r.IDs, r.Subjects = append(r.Mails, s), append(r.IDs, s.ID), append(r.Subjects, s.Subject)
		r.Rows = append(r.Rows, l.row(columns))
		if q.content {
			r.Contents, r.Paragraphs = append(r.Contents, s.Content), append(r.Paragraphs, l.full())
		}
	}
	r.Table = append([][]string{r.Header}, r.Rows...)
	r.Text = strings.Join(r.Paragraphs, "\n\n")
	return tools.Result{Text: r.text(b, found), Data: r}
}

func (r results) text(b *box, found []*letter) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s's mailbox%s: %d found", b.user, b.inside(), r.Count)
	if !b.exists {
		out.WriteString(" (there is no such mailbox)")
	} else if len(found) == 0 {
		out.WriteString("\n" + b.glance())
	}
	if r.Text != "" {
		out.WriteString("\n\n" + r.Text)
	} else if len(found) > 0 {
		out.WriteString("\n" + describe(found))
	}
	if len(r.Folders) > 0 {
		out.WriteString("\nIts folders: " + foldersText(b.folders))
	}
	for _, m := range r.Unreadable {
		fmt.Fprintf(&out, "\n%s cannot be read as a mail: %s", m.ID, m.Reason)
	}
	return out.String()
}

var allColumns = []string{"id", "date", "from", "to", "cc", "subject", "content", "attachments"}

// checked validates order, limit and columns, and returns the columns.
func (q query) checked() (columns []string, err error) {
	if _, ok := orders[strings.ToLower(q.order)]; !ok {
		return nil, tools.Failf(tools.BadArguments, "order is %q; accepted: newest, oldest", q.order)
	}
	if q.limit < 0 {
		return nil, tools.Failf(tools.BadArguments, "limit is %d; accepted: 1 or more", q.limit)
	}
	for _, given := range q.columns {
		for c := range strings.SplitSeq(given, ",") {
			c = strings.ToLower(strings.TrimSpace(c))
			if c == "sender" {
				c = "from"
			}
			if !slices.Contains(allColumns, c) {
				return nil, tools.Failf(tools.BadArguments, "columns has %q; accepted: %s", c, strings.Join(allColumns, ", "))
			}
			columns = append(columns, c)
		}
	}
	if len(columns) == 0 {
		return []string{"date", "from", "to", "subject"}, nil
	}
	return columns, nil
}

// orders maps each accepted word to whether it puts the newest first.
var orders = map[string]bool{"": true, "newest": true, "desc": true, "descending": true,
	"oldest": false, "asc": false, "ascending": false}

func (q query) newestFirst() bool { return orders[strings.ToLower(q.order)] }

func (l *letter) row(columns []string) []string {
	s := l.show(true)
	cell := map[string]string{"id": s.ID, "date": s.Date, "from": s.From, "to": strings.Join(s.To, ", "), "cc": strings.Join(s.Cc, ", "),
		"subject": s.Subject, "content": s.Content, "attachments": strings.Join(s.Attachments, ", ")}
	row := make([]string, len(columns))
	for i, c := range columns {
		row[i] = cell[c]
	}
	return row
}

// filter returns a test for the mails that the query asks for.
func (q query) filter(ws *tools.Workspace) (func(*box, *letter) bool, error) {
	since, err := bound(ws, "since", q.since, false)
	if err != nil {
		return nil, err
	}
	until, err := bound(ws, "until", q.until, true)
	if err != nil {
		return nil, err
	}
	return func(b *box, l *letter) bool {
		return has(l.subject+"\n"+l.content, q.contains) && has(l.subject, q.subject) &&
			isOneOf(l.from, q.from) && isOneOf(slices.Concat(l.to, l.cc), q.to) &&
			inFolder(b, l, q.folder) && inTime(l.date, since, until)
	}, nil
}

func has(text, part string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(strings.TrimSpace(part)))
}

func inTime(t, since, until time.Time) bool {
	if since.IsZero() && until.IsZero() {
		return true
	}
	return !t.IsZero() && !t.Before(since) && (until.IsZero() || t.Before(until))
}

// inFolder: the sent ones are those from the mailbox's own user.
func inFolder(b *box, l *letter, name string) bool {
	own := isOneOf(l.from, b.user)
	switch strings.ToLower(strings.TrimSpace(name)) {
	case "sent":
		return own
	case "inbox":
		return !own || isOneOf(slices.Concat(l.to, l.cc), b.user)
	}
	return true
}
