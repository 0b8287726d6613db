package email

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/emersion/go-message"

	"legomem/tools"
)

// unlistable is what the benchmark's own app prints for a mailbox with a mail
// that it cannot read.
const unlistable = "Error: Failed to list emails."

type inspectArgs struct {
	User    string `json:"user" jsonschema:"the mailbox, by its exact name" kind:"person"`
	AnyCase bool   `json:"any_case,omitempty" jsonschema:"find the mailbox whatever the case of its name"`
}

// listed is a mail as the benchmark's app sees it: fields it lacks are None.
type listed struct {
	ID      string `json:"id"`
	From    string `json:"from"`
	To      string `json:"to"`
	Subject string `json:"subject"`
	Content string `json:"content"`
}

// inspected is email.inspect's data: the mailbox as the benchmark's own app
// prints it, the same without the mails that it cannot read, and those mails.
type inspected struct {
	Text       string    `json:"text"`
	Readable   string    `json:"readable"`
	Mails      []listed  `json:"mails"`
	Unreadable []badMail `json:"unreadable"`
}

// inspectTool serves evaluators, whose benchmark reads less of a mail than
// this package does: the top level's text parts alone, HTML as its source, a
// part without a charset not at all. A missing mailbox is NotFound.
func inspectTool() tools.Tool {
	return tools.Hide(tools.Define("email.inspect",
		"A mailbox as the benchmark's own email app lists it, with the mails' whole text.",
		func(a inspectArgs) []tools.Effect { return []tools.Effect{mailbox(tools.Read, a.User)} }, inspect))
}

func inspect(_ context.Context, ws *tools.Workspace, a inspectArgs) (tools.Result, error) {
	user, err := ws.Owner(a.User)
	if err != nil {
		return tools.Result{}, err
	}
	dir, exists, err := folder(ws, user)
	if err != nil {
		return tools.Result{}, err
	}
	if !exists || (!a.AnyCase && dir != "emails/"+user) {
		return tools.Result{}, tools.Failf(tools.NotFound, "no mailbox emails/%s", user)
	}
	ids, err := files(ws, dir)
	if err != nil {
		return tools.Result{}, err
	}
	res := inspected{Mails: []listed{}, Unreadable: []badMail{}}
	for _, id := range ids {
		if !strings.HasSuffix(id, suffix) {
			continue // the benchmark's app minds the case
		}
		raw, err := ws.ReadFile(dir + "/" + id)
		if err != nil {
			return tools.Result{}, err
		}
		m, err := asListed(id, raw)
		if err != nil {
			res.Unreadable = append(res.Unreadable, badMail{id, reason(err)})
			continue
		}
		res.Mails = append(res.Mails, m)
	}
	res.print()
	return tools.Result{Text: res.Text, Data: res}, nil
}

func (r *inspected) print() {
	var b strings.Builder
	for _, m := range r.Mails {
		fmt.Fprintf(&b, "Email ID: %s\nFrom: %s\nTo: %s\nSubject: %s\nContent: %s\n%s\n", m.ID, m.From, m.To, m.Subject, m.Content, strings.Repeat("-", 50))
	}
	r.Readable = cmp.Or(b.String(), "No emails found.")
	r.Text = r.Readable
	if len(r.Unreadable) > 0 {
		r.Text = unlistable
	}
}

func asListed(id string, raw []byte) (listed, error) {
	if err := checkParts(raw); err != nil {
		return listed{}, err
	}
	e, err := message.Read(strings.NewReader(string(raw)))
	if err != nil && !readable(err) {
		return listed{}, err
	}
	m := listed{ID: id, From: field(e.Header, "From"), To: field(e.Header, "To"), Subject: field(e.Header, "Subject")}
	m.Content, err = topText(e)
	return m, err
}

func field(h message.Header, key string) string {
	if !h.Has(key) {
		return "None"
	}
	return headerText(h, key)
}

// topText joins the text parts of a mail's first level.
func topText(e *message.Entity) (string, error) {
	mr := e.MultipartReader()
	if mr == nil {
		return strictText(e)
	}
	var parts []string
	for n := 0; ; n++ {
		if n == maxParts {
			return "", fmt.Errorf("it has more than %d parts", maxParts)
		}
		p, err := mr.NextPart()
		if err != nil && !readable(err) {
			if n == 0 {
				return "", errors.New("it has no parts")
			}
			return strings.Join(parts, "\n"), nil
		}
		if kind, _, _ := p.Header.ContentType(); kind != "text/plain" && kind != "text/html" {
			continue
		}
		text, err := strictText(p)
		if err != nil {
			return "", err
		}
		parts = append(parts, text)
	}
}

// strictText decodes by the declared charset alone; one that is missing or
// unknown is an error, bytes outside it are replaced.
func strictText(e *message.Entity) (string, error) {
	_, params, _ := e.Header.ContentType()
	charset := strings.ToLower(params["charset"])
	data, _ := io.ReadAll(e.Body) // what can be decoded counts
	switch {
	case charset == "":
		return "", errors.New("it declares no charset")
	case charset == "us-ascii" || charset == "ascii":
		return onlyASCII(data), nil
	case !known(charset):
		return "", fmt.Errorf("its charset %q is unknown", charset)
	}
	return strings.ToValidUTF8(string(data), "\ufffd"), nil
}

func onlyASCII(data []byte) string {
	var b strings.Builder
	for _, c := range data {
		if c < 0x80 {
			b.WriteByte(c)
		} else {
			b.WriteRune('\ufffd')
		}
	}
	return b.String()
}

func known(charset string) bool {
	_, err := message.CharsetReader(charset, strings.NewReader(""))
	return err == nil
}
