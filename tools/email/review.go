package email

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/mail"
	"slices"
	"strings"

	"github.com/emersion/go-message"

	"legomem/tools"
	"legomem/tools/facts"
	"legomem/tools/office"
)

type reviewArgs struct {
	File string `json:"file_path" jsonschema:"the mail's file" kind:"file"`
}

// reviewTool tells the program what a mail says, for people who decide whether it is
// written.
func reviewTool() tools.Tool {
	return tools.Hide(tools.Define("email.review", "What a mail says, and what is unusual about it.",
		func(a reviewArgs) []tools.Effect { return tools.ReadEffects(a.File) }, review))
}

func review(_ context.Context, ws *tools.Workspace, a reviewArgs) (tools.Result, error) {
	raw, err := ws.ReadFile(a.File)
	if err != nil {
		return tools.Result{}, err
	}
	l, err := parse(raw, ws.Now().Location())
	if err != nil {
		return tools.Result{}, tools.Failf(tools.Corrupt, "%s", reason(err))
	}
	e, err := open(raw)
	if err != nil {
		return tools.Result{}, tools.Failf(tools.Corrupt, "%s", reason(err))
	}
	m := factsOf(l, people(e.Header, "Bcc"))
	m.Marks = append(oddHeaders(l, e.Header), m.Marks...)
	return tools.Result{Text: m.Subject, Data: m}, nil
}

func factsOf(l *letter, bcc []*mail.Address) facts.Mail {
	m := facts.Mail{Subject: facts.Cut(l.subject), MessageID: facts.Cut(l.messageID)}
	for _, group := range []struct {
		from []*mail.Address
		to   *[]facts.Address
	}{{l.from, &m.From}, {l.to, &m.To}, {l.cc, &m.Cc}, {bcc, &m.Bcc}} {
		m.Left += max(0, len(group.from)-facts.MostParties)
		for _, a := range group.from[:min(len(group.from), facts.MostParties)] {
			*group.to = append(*group.to, facts.Address{Name: facts.Cut(a.Name), Address: facts.Cut(a.Address)})
		}
	}
	tellContent(&m, l.content)
	m.Left += max(0, len(l.attachments)-facts.MostAttached)
	for _, f := range l.attachments[:min(len(l.attachments), facts.MostAttached)] {
		tellAttachment(&m, f)
	}
	return m
}

func tellContent(m *facts.Mail, content string) {
	for line := range strings.Lines(content) {
		m.Lines++
		if line = strings.TrimSpace(line); line != "" && len(m.FirstLines) < facts.MostShown {
			m.FirstLines = append(m.FirstLines, facts.Cut(oneLine(line)))
		}
	}
}

func tellAttachment(m *facts.Mail, f attachment) {
	sum := sha256.Sum256(f.data)
	m.Attachments = append(m.Attachments, facts.Attachment{Name: facts.Cut(f.name), Bytes: len(f.data), SHA256: hex.EncodeToString(sum[:])})
	marks, err := office.Marks(f.data)
	if err != nil {
		marks = []facts.Mark{{Kind: facts.Unreadable, Detail: reason(err)}}
	}
	for _, mark := range marks {
		if len(m.Marks) < facts.MostMarks {
			m.Marks = append(m.Marks, facts.Mark{Kind: mark.Kind, Detail: facts.Cut(f.name + ": " + mark.Detail)})
		}
	}
	if f.broken {
		m.Marks = append(m.Marks, facts.Mark{Kind: facts.Unreadable, Detail: facts.Cut(f.name)})
	}
}

// usualHeaders are the fields that the mail tools write, and those of a plain reply.
var usualHeaders = []string{
	"from", "to", "cc", "bcc", "subject", "date", "message-id", "in-reply-to", "references",
	"mime-version", "content-type", "content-transfer-encoding", "content-disposition",
}

// oddHeaders marks a Reply-To, fields that are not usual, and those that come twice.
func oddHeaders(l *letter, h message.Header) []facts.Mark {
	var marks []facts.Mark
	for _, a := range l.replyTo {
		marks = append(marks, facts.Mark{Kind: facts.ReplyTo, Detail: facts.Cut(a.Address)})
	}
	seen := map[string]bool{}
	for fields := h.Fields(); fields.Next(); {
		key := strings.ToLower(fields.Key())
		odd := seen[key] || !slices.Contains(usualHeaders, key)
		if odd && key != "reply-to" && len(marks) < facts.MostMarks {
			marks = append(marks, facts.Mark{Kind: facts.OddHeader, Detail: facts.Cut(oneLine(fields.Key()))})
		}
		seen[key] = true
	}
	return marks[:min(len(marks), facts.MostMarks)]
}
