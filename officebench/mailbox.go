package officebench

import (
	"context"
	"fmt"
	"path"
	"strings"

	"legomem/tools"
)

// mails is what email.inspect returns for a mailbox: its mails as the benchmark's own app
// prints them, and the same without those it cannot read.
type mails struct {
	Text       string `json:"text"`
	Readable   string `json:"readable"`
	Unreadable []struct {
		ID     string `json:"id"`
		Reason string `json:"reason"`
	} `json:"unreadable"`
}

// mailbox reads a user's mails. The benchmark tries the name as given and in lower case,
// and raises where neither is there; one mail that it cannot read turns the whole mailbox
// into the text of an error.
func (e *evaluation) mailbox(ctx context.Context, user string) (content, string, error) {
	p, err := e.owned(ctx, "emails", user, "")
	if err == nil && p.kind == nothing && !e.strict {
		p, err = e.trees.at(ctx, "emails/"+pythonLower(user))
	}
	if err != nil {
		return content{}, "", err
	}
	missing := fmt.Sprintf("%s has no mailbox", user)
	switch {
	case p.kind == folder:
	case e.strict:
		return content{}, missing, nil
	default:
		return content{}, "", raisef("%s", missing)
	}
	var found mails
	if err := call(ctx, p.reader, tools.Action{Tool: "email.inspect", Args: map[string]any{"user": path.Base(p.path)}}, &found); err != nil {
		return content{}, "", err
	}
	return content{name: found.describe(user), text: found.seen(e.strict)}, "", nil
}

func (m mails) seen(strict bool) string {
	if strict {
		return m.Readable
	}
	return m.Text
}

func (m mails) describe(user string) string {
	name := "the mailbox of " + user
	if len(m.Unreadable) == 0 {
		return name
	}
	first := m.Unreadable[0]
	return fmt.Sprintf("%s (which cannot be read whole: %s: %s)", name, first.ID, first.Reason)
}

// owned finds what a user has in one of the testbed's folders: by its exact name or, when
// strict, else the first that differs only in case.
func (e *evaluation) owned(ctx context.Context, dir, user, suffix string) (place, error) {
	p, err := e.trees.at(ctx, dir+"/"+user+suffix)
	if err != nil || p.kind != nothing || !e.strict {
		return p, err
	}
	names, err := e.trees.names(ctx, dir)
	if err != nil {
		return place{}, err
	}
	for _, n := range names {
		if strings.EqualFold(n, user+suffix) {
			return e.trees.at(ctx, dir+"/"+n)
		}
	}
	return p, nil
}

// names lists a folder of the finished testbed; a missing one is empty.
func (t *trees) names(ctx context.Context, dir string) ([]string, error) {
	p, err := t.at(ctx, dir)
	if err != nil || p.kind != folder {
		return nil, err
	}
	var found inspection
	if err := call(ctx, p.reader, tools.Action{Tool: "system.inspect", Args: map[string]any{"file_path": p.path}}, &found); err != nil {
		return nil, err
	}
	return found.Names, nil
}
