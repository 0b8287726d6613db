package email

import (
	"context"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"time"

	"legomem/tools"
)

// shown is a mail in results. Date is local, "2024-04-02 10:00:00", empty
// where the mail has none; content is left out of lists.
type shown struct {
	ID          string   `json:"id"`
	Subject     string   `json:"subject"`
	From        string   `json:"from"`
	FromName    string   `json:"from_name"`
	To          []string `json:"to"`
	ToNames     []string `json:"to_names"`
	Cc          []string `json:"cc,omitempty"`
	ReplyTo     []string `json:"reply_to,omitempty"` // where answers go, if not to From
	Date        string   `json:"date"`
	Attachments []string `json:"attachments"`
	Content     string   `json:"content,omitempty"`
	File        string   `json:"file"`
}

func (l *letter) show(withContent bool) shown {
	s := shown{ID: l.id, Subject: l.subject, To: addresses(l.to), ToNames: names(l.to), Date: when(l.date),
		Attachments: []string{}, File: l.path}
	if len(l.from) > 0 {
		s.From, s.FromName = l.from[0].Address, personName(l.from[0])
	}
	if len(l.cc) > 0 {
		s.Cc = addresses(l.cc)
	}
	if to := l.answersTo(); len(l.from) != 1 || !sameAddresses(to, l.from) {
		s.ReplyTo = addresses(to)
	}
	for _, a := range l.attachments {
		s.Attachments = append(s.Attachments, a.name)
	}
	if withContent {
		s.Content = l.content
	}
	return s
}

// answersTo is who gets a reply: the mail's Reply-To, else its From.
func (l *letter) answersTo() []*mail.Address {
	if len(l.replyTo) > 0 {
		return l.replyTo
	}
	return l.from
}

func sameAddresses(a, b []*mail.Address) bool {
	return slices.EqualFunc(a, b, func(x, y *mail.Address) bool { return strings.EqualFold(x.Address, y.Address) })
}

func when(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateTime)
}

// describe writes mails for a model, one per line.
func describe(letters []*letter) string {
	var b strings.Builder
	for _, l := range letters {
		s := l.show(false)
		fmt.Fprintf(&b, "- %s: %q from %s to %s", s.ID, s.Subject, s.From, strings.Join(s.To, ", "))
		if s.Date != "" {
			b.WriteString(", " + s.Date)
		}
		if len(s.Attachments) > 0 {
			b.WriteString(", with " + strings.Join(s.Attachments, ", "))
		}
		b.WriteString("\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// full writes a whole mail as text.
func (l *letter) full() string {
	s := l.show(true)
	text := fmt.Sprintf("Subject: %s\nFrom: %s\nTo: %s\n", s.Subject, s.From, strings.Join(s.To, ", "))
	if len(s.Cc) > 0 {
		text += "Cc: " + strings.Join(s.Cc, ", ") + "\n"
	}
	if len(s.ReplyTo) > 0 {
		text += "Reply-To: " + strings.Join(s.ReplyTo, ", ") + "\n"
	}
	if s.Date != "" {
		text += "Date: " + s.Date + "\n"
	}
	if len(s.Attachments) > 0 {
		text += "Attachments: " + strings.Join(s.Attachments, ", ") + "\n"
	}
	return text + "\n" + s.Content
}

type readArgs struct {
	User    string `json:"user,omitempty" jsonschema:"whose mailbox. Default: yours" kind:"person"`
	ID      string `json:"id,omitempty" jsonschema:"the mail's id, from email.list"`
	Subject string `json:"subject,omitempty" jsonschema:"its subject, instead of id" kind:"phrase"`
}

func readTool() tools.Tool {
	return tools.Define("email.read",
		"Read one mail, named by id or by subject: its people, date, text and attachments' names. "+
			"rows holds the first table of an HTML mail, lines the text line by line.",
		func(a readArgs) []tools.Effect { return []tools.Effect{mailbox(tools.Read, a.User)} }, read)
}

// opened is email.read's data.
type opened struct {
	shown
	Content string       `json:"content"` // also when empty
	Text    string       `json:"text"`    // the same, under the name other apps use
	Lines   []string     `json:"lines"`
	Rows    [][]string   `json:"rows"`
	Tables  [][][]string `json:"tables"`
}

func read(_ context.Context, ws *tools.Workspace, a readArgs) (tools.Result, error) {
	l, _, err := pick(ws, a.User, a.ID, a.Subject)
	if err != nil {
		return tools.Result{}, err
	}
	res := opened{shown: l.show(false), Content: l.content, Text: l.content, Lines: []string{}, Rows: [][]string{}, Tables: [][][]string{}}
	for line := range strings.SplitSeq(l.content, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			res.Lines = append(res.Lines, line)
		}
	}
	if len(l.tables) > 0 {
		res.Rows, res.Tables = l.tables[0], l.tables
	}
	return tools.Result{Text: "Mail " + l.id + "\n" + l.full(), Data: res}, nil
}

// pick finds one mail in a user's mailbox, or by an id in a folder of it.
func pick(ws *tools.Workspace, user, id, subject string) (*letter, *box, error) {
	name, err := ws.Owner(user)
	if err != nil {
		return nil, nil, err
	}
	b, err := openPart(ws, name, folderIn(id))
	if err != nil {
		return nil, nil, err
	}
	l, err := b.letterOf(id, subject)
	if err != nil {
		return nil, nil, err
	}
	l, err = b.whole(ws, l)
	return l, b, err
}
