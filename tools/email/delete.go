package email

import (
	"context"
	"fmt"
	"strings"

	"legomem/tools"
	"legomem/words"
)

type deleteArgs struct {
	User    string `json:"user,omitempty" jsonschema:"whose; default yours" kind:"person"`
	ID      string `json:"id,omitempty" jsonschema:"the mail's id"`
	Subject string `json:"subject,omitempty" jsonschema:"or its subject" kind:"phrase"`
	From    string `json:"from,omitempty" jsonschema:"instead: all mails from this person or address" kind:"person"`
	Since   string `json:"since,omitempty" jsonschema:"with from: date or later" kind:"datetime"`
	Until   string `json:"until,omitempty" jsonschema:"with from: date or earlier" kind:"datetime"`
	Folder  string `json:"folder,omitempty" jsonschema:"with from: only in this folder; default the mailbox itself" kind:"phrase"`
}

func deleteTool() tools.Tool {
	return tools.Define("email.delete",
		"Delete one mail, or all from somebody, from one mailbox; copies in others stay. Returns the mails deleted.",
		func(a deleteArgs) []tools.Effect { return deletes(a.User) },
		func(_ context.Context, ws *tools.Workspace, a deleteArgs) (tools.Result, error) {
			a.From = strings.TrimSpace(a.From) // nobody would be everybody
			if err := a.checked(); err != nil {
				return tools.Result{}, err
			}
			if a.From != "" {
				return a.deleteFrom(ws)
			}
			return a.deleteOne(ws)
		})
}

// deleted is email.delete's data. The fields of the mail itself are there where one was
// named.
type deleted struct {
	*shown
	Mails    []shown  `json:"mails"`
	Count    int      `json:"count"`
	IDs      []string `json:"ids"`
	Subjects []string `json:"subjects"`
}

// checked holds the call to one way of saying which mails.
func (a deleteArgs) checked() error {
	switch {
	case a.From != "" && a.ID+a.Subject != "":
		return tools.Failf(tools.BadArguments, "from names all mails of somebody, id and subject one mail; accepted: one of the two ways")
	case a.From == "" && a.Since+a.Until+a.Folder != "":
		return tools.Failf(tools.BadArguments, "since, until and folder go with from; accepted: one mail by id or subject, or from")
	}
	return nil
}

func (a deleteArgs) deleteOne(ws *tools.Workspace) (tools.Result, error) {
	l, _, err := pick(ws, a.User, a.ID, a.Subject)
	if err != nil {
		return tools.Result{}, err
	}
	if err := ws.Remove(l.path); err != nil {
		return tools.Result{}, err
	}
	res := deletedOf([]*letter{l})
	res.shown = &res.Mails[0]
	return tools.Result{Text: fmt.Sprintf("Deleted %q (%s)", l.subject, l.path), Data: res}, nil
}

func (a deleteArgs) deleteFrom(ws *tools.Workspace) (tools.Result, error) {
	q := query{user: a.User, from: a.From, since: a.Since, until: a.Until, folder: a.Folder}
	b, found, err := q.find(ws)
	if err != nil {
		return tools.Result{}, err
	}
	if len(found) == 0 {
		return tools.Result{}, tools.Failf(tools.NotFound, "%s's mailbox%s has no such mail from %s; email.search shows what there is", b.user, b.inside(), strings.TrimSpace(a.From))
	}
	if err := removeAll(ws, found); err != nil {
		return tools.Result{}, err
	}
	text := "Deleted " + words.Count(len(found), "mail") + " from " + b.user + "'s mailbox" + b.inside() + "\n" + describe(found)
	return tools.Result{Text: text, Data: deletedOf(found)}, nil
}

// removeAll removes the files of mails, all or none.
func removeAll(ws *tools.Workspace, letters []*letter) error {
	kept := map[string][]byte{}
	for _, l := range letters {
		raw, err := ws.ReadFile(l.path)
		if err == nil {
			err = ws.Remove(l.path)
		}
		if err != nil {
			for p, old := range kept {
				_ = ws.WriteFile(p, old) // the error that led here is the one to report
			}
			return err
		}
		kept[l.path] = raw
	}
	return nil
}

func deletedOf(letters []*letter) deleted {
	d := deleted{Mails: []shown{}, Count: len(letters), IDs: []string{}, Subjects: []string{}}
	for _, l := range letters {
		s := l.show(false)
		d.Mails, d.IDs, d.Subjects = append(d.Mails, s), append(d.IDs, s.ID), append(d.Subjects, s.Subject)
	}
	return d
}
