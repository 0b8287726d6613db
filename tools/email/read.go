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
		fmt.Fprintf(&b, "- %s: %q from %s to %s", s.ID, s.Subject, or(s.From, none), or(strings.Join(s.To, ", "), none))
		b.WriteString(", " + or(s.Date, "no date"))
		if len(s.Attachments) > 0 {
			b.WriteString(", with " + strings.Join(s.Attachments, ", "))
		}
		b.WriteString("\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// none stands for a header that the mail has not.
const none = "none"

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// full writes a whole mail as text, for a model: the headers that it lacks are none. A date
// that the mail has at its end, and not in its header, is told once.
func (l *letter) full() string {
	content := l.content
	if all := sentAt.FindAllStringIndex(content, -1); l.dateAsWritten == "" && len(all) > 0 {
		if last := all[len(all)-1]; last[1] == len(content) {
			content = strings.TrimRight(content[:last[0]], "\n")
		}
	}
	return l.head(none, l.noDate()) + "\n" + content
}

// quoted writes a whole mail as people quote it, with the headers that it has.
func (l *letter) quoted() string { return l.head("", "") + "\n" + l.content }

// head writes a mail's headers, with what stands for those that every mail should have.
func (l *letter) head(missing, noDate string) string {
	s := l.show(false)
	text := fmt.Sprintf("Subject: %s\nFrom: %s\nTo: %s\n", or(s.Subject, missing), or(s.From, missing), or(strings.Join(s.To, ", "), missing))
	if len(s.Cc) > 0 {
		text += "Cc: " + strings.Join(s.Cc, ", ") + "\n"
	}
	if len(s.ReplyTo) > 0 {
		text += "Reply-To: " + strings.Join(s.ReplyTo, ", ") + "\n"
	}
	if date := or(s.Date, noDate); date != "" {
		text += "Date: " + date + "\n"
	}
	if len(s.Attachments) > 0 {
		text += "Attachments: " + strings.Join(s.Attachments, ", ") + "\n"
	}
	return text
}

// noDate is why a mail has no date: it gives none, or none that can be read.
func (l *letter) noDate() string {
	if l.dateAsWritten == "" {
		return none
	}
	return fmt.Sprintf("unreadable (%q)", l.dateAsWritten)
}

type readArgs struct {
	User    string `json:"user,omitempty" jsonschema:"whose; default yours" kind:"person"`
	ID      string `json:"id,omitempty" jsonschema:"the mail's id"`
	Subject string `json:"subject,omitempty" jsonschema:"or its subject" kind:"phrase"`
	File    string `json:"file_path,omitempty" jsonschema:"or the path of a mail elsewhere: data/x.eml" kind:"file"`
	Part    int    `json:"part,omitempty" jsonschema:"of a long text, from 1" kind:"number"`
}

// effects: a mail given by its path is read there, whoever's that place is.
func (a readArgs) effects() []tools.Effect {
	if a.File == "" {
		return []tools.Effect{mailbox(tools.Read, a.User)}
	}
	all := tools.ReadEffects(a.File)
	if a.User != "" { // the call itself will be refused
		all = append(all, mailbox(tools.Read, a.User))
	}
	return all
}

func readTool() tools.Tool {
	return tools.AsStaple(tools.Define("email.read",
		"Read one mail: people, date, text, attachments' names. rows: the first table of an HTML mail; lines: the text's.",
		readArgs.effects, read))
}

// opened is email.read's data.
type opened struct {
	shown
	Content string       `json:"content"` // also when empty
	Text    string       `json:"text"`    // the same, under the name other apps use
	Lines   []string     `json:"lines"`
	Rows    [][]string   `json:"rows"`
	Tables  [][][]string `json:"tables"`
	Part    int          `json:"part,omitempty"` // that was asked for; 0 for all
	Parts   int          `json:"parts"`          // of the text
}

func read(_ context.Context, ws *tools.Workspace, a readArgs) (tools.Result, error) {
	l, err := a.letter(ws)
	if err != nil {
		return tools.Result{}, err
	}
	part, of, err := tools.Part(l.content, a.Part)
	if err != nil {
		return tools.Result{}, err
	}
	res := opened{shown: l.show(false), Content: l.content, Lines: []string{}, Rows: [][]string{}, Tables: [][][]string{}, Part: a.Part, Parts: of}
	if a.Part > 0 {
		res.Content = part
	}
	res.Text = res.Content
	for line := range strings.SplitSeq(res.Content, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			res.Lines = append(res.Lines, line)
		}
	}
	if len(l.tables) > 0 {
		res.Rows, res.Tables = l.tables[0], l.tables
	}
	l.content = part
	return tools.Result{Text: "Mail " + or(l.id, l.path) + "\n" + l.full() + tools.PartNote(a.Part, of), Data: res}, nil
}

// letter is the mail that is meant: one of a mailbox, or a file elsewhere.
func (a readArgs) letter(ws *tools.Workspace) (*letter, error) {
	if a.File == "" {
		l, _, err := pick(ws, a.User, a.ID, a.Subject)
		return l, err
	}
	if a.User+a.ID+a.Subject != "" {
		return nil, tools.Failf(tools.BadArguments, "file_path names the mail; accepted: file_path alone, or user with id or subject")
	}
	return openFile(ws, a.File)
}

// openFile reads a mail from a file. It is in no mailbox, so it has no id.
func openFile(ws *tools.Workspace, name string) (*letter, error) {
	found, raw, err := ws.ReadFound(name)
	if err != nil {
		return nil, err
	}
	l, err := parse(raw, ws.Now().Location())
	if err != nil {
		return nil, tools.Failf(tools.Corrupt, "%s cannot be read as a mail (%s); it was left as it is", found, reason(err))
	}
	l.path = found
	return l, nil
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
