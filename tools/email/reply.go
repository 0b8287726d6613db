package email

import (
	"context"
	"fmt"
	"net/mail"
	"slices"
	"strings"

	"legomem/tools"
	"legomem/tools/office"
)

type replyArgs struct {
	User        string   `json:"user,omitempty" jsonschema:"whose, and who replies; default you" kind:"person"`
	ID          string   `json:"id,omitempty" jsonschema:"the mail's id"`
	Subject     string   `json:"subject,omitempty" jsonschema:"or its subject" kind:"phrase"`
	Content     *string  `json:"content,omitempty" jsonschema:"its text" kind:"message"`
	FromFile    string   `json:"from_file,omitempty" jsonschema:"instead of content: the text or Word file that holds it" kind:"file"`
	All         bool     `json:"all,omitempty" jsonschema:"to the other recipients too"`
	Attachments []string `json:"attachments,omitempty" jsonschema:"files" kind:"file"`
}

func replyTool() tools.Tool {
	return tools.Define("email.reply",
		"Reply to a mail: a new one to its sender, \"Re: \" and the subject.",
		func(a replyArgs) []tools.Effect {
			// The recipients are named in the mail, which is not read yet.
			out := []tools.Effect{mailbox(tools.Read, a.User), mailbox(tools.Write, a.User), sendsTo(tools.SenderOfMail)}
			if a.All {
				out = append(out, sendsTo(tools.EveryoneOnMail))
			}
			return append(out, readsOf(a.FromFile, a.Attachments)...)
		}, reply)
}

func reply(_ context.Context, ws *tools.Workspace, a replyArgs) (tools.Result, error) {
	l, b, err := pick(ws, a.User, a.ID, a.Subject)
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
	d := draft{to: l.answersTo(), subject: prefixed("Re", l.subject), content: content, files: files,
		inReplyTo: l.messageID, references: strings.TrimSpace(l.references + " " + l.messageID)}
	if a.All {
		d.cc = others(slices.Concat(l.to, l.cc), d.to, b.user)
	}
	if len(d.to) == 0 {
		return tools.Result{}, tools.Failf(tools.Corrupt, "%s names no sender to reply to; send a new mail with email.send", l.path)
	}
	return deliver(ws, b.user, d)
}

// others are the people of a mail without those already addressed and the
// user's own address.
func others(all, addressed []*mail.Address, user string) []*mail.Address {
	var out []*mail.Address
	for _, a := range all {
		own := isOneOf([]*mail.Address{a}, user)
		if !own && !contains(addressed, a) && !contains(out, a) {
			out = append(out, a)
		}
	}
	return out
}

// prefixed puts "Re: " or "Fwd: " before a subject that does not have it yet.
func prefixed(mark, subject string) string {
	if strings.HasPrefix(strings.ToLower(subject), strings.ToLower(mark)+":") {
		return subject
	}
	return mark + ": " + subject
}

type forwardArgs struct {
	User    string   `json:"user,omitempty" jsonschema:"whose, and who forwards; default you" kind:"person"`
	ID      string   `json:"id,omitempty" jsonschema:"the mail's id"`
	Subject string   `json:"subject,omitempty" jsonschema:"or its subject" kind:"phrase"`
	To      []string `json:"to" jsonschema:"names (Bob) or addresses" kind:"person"`
	Content string   `json:"content,omitempty" jsonschema:"text before it" kind:"message"`
}

func forwardTool() tools.Tool {
	return tools.DefineInOffice("email.forward",
		"Forward a mail with its attachments: a new one, \"Fwd: \" and the subject.",
		func(domain string, a forwardArgs) []tools.Effect {
			return append([]tools.Effect{mailbox(tools.Read, a.User)}, sends(domain, a.User, a.To)...)
		}, forward)
}

func forward(_ context.Context, ws *tools.Workspace, a forwardArgs) (tools.Result, error) {
	to, _, err := parties(ws.Domain, a.To, nil)
	if err != nil {
		return tools.Result{}, err
	}
	l, b, err := pick(ws, a.User, a.ID, a.Subject)
	if err != nil {
		return tools.Result{}, err
	}
	for _, f := range l.attachments {
		if f.broken {
			return tools.Result{}, tools.Failf(tools.Corrupt, "%s: the attachment %s cannot be decoded, so the mail cannot be forwarded whole", l.path, f.name)
		}
	}
	content := fmt.Sprintf("---------- Forwarded message ----------\n%s", l.quoted())
	if a.Content != "" {
		content = a.Content + "\n\n" + content
	}
	return deliver(ws, b.user, draft{to: to, subject: prefixed("Fwd", l.subject), content: content, files: l.attachments})
}
