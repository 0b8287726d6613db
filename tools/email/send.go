package email

import (
	"context"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"unicode"

	"legomem/tools"
	"legomem/tools/office"
)

type sendArgs struct {
	To          []string `json:"to" jsonschema:"names (Bob) or addresses" kind:"person"`
	Cc          []string `json:"cc,omitempty" jsonschema:"who gets a copy" kind:"person"`
	Subject     string   `json:"subject" jsonschema:"it also names the mail's file" kind:"phrase"`
	Content     *string  `json:"content,omitempty" jsonschema:"its text" kind:"message"`
	FromFile    string   `json:"from_file,omitempty" jsonschema:"instead of content: the text or Word file that holds it" kind:"file"`
	Attachments []string `json:"attachments,omitempty" jsonschema:"files" kind:"file"`
	Sender      string   `json:"sender,omitempty" jsonschema:"default you" kind:"person"`
}

func sendTool() tools.Tool {
	return tools.DefineInOffice("email.send",
		"Send a mail to people; it goes into the sender's mailbox and theirs. A bare name is a person of this office.",
		func(domain string, a sendArgs) []tools.Effect {
			return append(sends(domain, a.Sender, a.To, a.Cc), readsOf(a.FromFile, a.Attachments)...)
		}, send)
}

// readsOf are the effects of reading a mail's text and what goes with it.
func readsOf(text string, attachments []string) []tools.Effect {
	return append(tools.ReadGiven(text), tools.ReadEffects(attachments...)...)
}

func send(_ context.Context, ws *tools.Workspace, a sendArgs) (tools.Result, error) {
	to, cc, err := parties(ws.Domain, a.To, a.Cc)
	if err != nil {
		return tools.Result{}, err
	}
	content, err := office.GivenText(a.Content, a.FromFile, ws.ReadFound)
	if err != nil {
		return tools.Result{}, err
	}
	files, err := attach(ws, a.Attachments)
	if err != nil {
		return tools.Result{}, err
	}
	return deliver(ws, a.Sender, draft{to: to, cc: cc, subject: a.Subject, content: content, files: files})
}

// parties reads recipients and copies; a person in both is a recipient.
func parties(domain string, to, cc []string) (list, copies []*mail.Address, err error) {
	if list, err = recipients(domain, to); err != nil {
		return nil, nil, err
	}
	if len(list) == 0 {
		return nil, nil, tools.Failf(tools.BadArguments, "to names nobody; accepted: names like Bob, or addresses")
	}
	others, err := recipients(domain, cc)
	if err != nil {
		return nil, nil, err
	}
	for _, c := range others {
		if !contains(list, c) {
			copies = append(copies, c)
		}
	}
	return list, copies, nil
}

func contains(list []*mail.Address, a *mail.Address) bool {
	return slices.ContainsFunc(list, func(l *mail.Address) bool { return strings.EqualFold(l.Address, a.Address) })
}

// sent is the data of the tools that send. ID is the mail's id in the sender's
// mailbox; Files are all the copies.
type sent struct {
	ID          string   `json:"id"`
	Subject     string   `json:"subject"`
	From        string   `json:"from"`
	To          []string `json:"to"`
	Cc          []string `json:"cc"`
	Date        string   `json:"date"`
	Content     string   `json:"content"`
	Attachments []string `json:"attachments"`
	Files       []string `json:"files"`
}

// deliver writes the mail into every mailbox concerned, or into none.
func deliver(ws *tools.Workspace, sender string, d draft) (tools.Result, error) {
	user, err := ws.Owner(sender)
	if err != nil {
		return tools.Result{}, err
	}
	d.subject = subjectLine(d.subject)
	if d.subject == "" {
		return tools.Result{}, tools.Failf(tools.BadArguments, "subject is empty; accepted: a few words")
	}
	if d.from, err = person(ws.Domain, user); err != nil {
		return tools.Result{}, err
	}
	if strings.Contains(sender, "@") {
		if d.from, err = person(ws.Domain, sender); err != nil {
			return tools.Result{}, err
		}
	}
	d.content, d.date, d.domain = strings.ToValidUTF8(d.content, "\ufffd"), ws.Now(), ws.Domain
	raw, err := d.bytes()
	if err != nil {
		return tools.Result{}, err
	}
	written, err := file(ws, d, user, raw)
	if err != nil {
		return tools.Result{}, err
	}
	return receipt(d, written), nil
}

// file puts the copies into their mailboxes, the sender's first. When one
// cannot be written, those written before it are removed again.
func file(ws *tools.Workspace, d draft, sender string, raw []byte) (paths []string, err error) {
	users, err := holders(d, sender)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	var fresh []string
	for _, u := range users {
		dir, _, err := folder(ws, u)
		if err == nil && !seen[dir] {
			seen[dir] = true
			var path string
			var there bool
			path, there, err = put(ws, dir, d.subject, raw)
			paths = append(paths, path)
			if !there && err == nil {
				fresh = append(fresh, path)
			}
		}
		if err != nil {
			for _, p := range fresh {
				_ = ws.Remove(p) // the error that led here is the one to report
			}
			return nil, err
		}
	}
	return paths, nil
}

// holders are the users whose mailboxes get a copy.
func holders(d draft, sender string) ([]string, error) {
	users := []string{sender}
	for _, group := range [][]*mail.Address{d.to, d.cc} {
		for _, p := range group {
			u, err := tools.UserName(p.Address)
			if err != nil {
				return nil, err
			}
			users = append(users, u)
		}
	}
	return users, nil
}

func put(ws *tools.Workspace, dir, subject string, raw []byte) (path string, there bool, err error) {
	id, there, err := place(ws, dir, fileStem(subject), raw)
	path = dir + "/" + id
	if err != nil || there {
		return path, there, err
	}
	return path, false, ws.WriteFile(path, raw)
}

func receipt(d draft, files []string) tools.Result {
	s := sent{ID: files[0][strings.LastIndexByte(files[0], '/')+1:], Subject: d.subject, From: d.from.Address,
		To: addresses(d.to), Cc: addresses(d.cc), Date: when(d.date), Content: d.content, Attachments: []string{}, Files: files}
	for _, f := range d.files {
		s.Attachments = append(s.Attachments, f.name)
	}
	text := fmt.Sprintf("Sent %q from %s to %s", s.Subject, s.From, strings.Join(append(s.To, s.Cc...), ", "))
	if len(s.Attachments) > 0 {
		text += ", with " + strings.Join(s.Attachments, ", ")
	}
	return tools.Result{Text: text + ". Written to " + strings.Join(files, ", ") + "; nothing leaves the testbed.", Data: s}
}

// subjectLine is a subject on one line, without control characters and without
// the suffix of one spelled as a file name.
func subjectLine(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
	return strings.TrimSpace(trimSuffix(strings.Join(strings.Fields(s), " ")))
}
