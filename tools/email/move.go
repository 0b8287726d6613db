package email

import (
	"context"
	"fmt"
	"strings"

	"legomem/tools"
)

type moveArgs struct {
	User    string `json:"user,omitempty" jsonschema:"whose; default yours" kind:"person"`
	ID      string `json:"id,omitempty" jsonschema:"the mail's id"`
	Subject string `json:"subject,omitempty" jsonschema:"or its subject" kind:"phrase"`
	Folder  string `json:"folder" jsonschema:"made if it is not there; inbox: the mailbox itself" kind:"phrase"`
}

func moveTool() tools.Tool {
	return tools.Define("email.move",
		"Put one mail into a folder of its mailbox, or out of one. One in a folder goes by its id, such as Archive/x.eml (email.list with folder).",
		func(a moveArgs) []tools.Effect {
			return []tools.Effect{mailbox(tools.Read, a.User), mailbox(tools.Write, a.User)}
		}, move)
}

// moved is email.move's data: the mail with its new id, and where it was.
type moved struct {
	shown
	Folder  string `json:"folder"` // "" for the mailbox itself
	Was     string `json:"was"`    // its id before
	WasFile string `json:"was_file"`
}

func move(_ context.Context, ws *tools.Workspace, a moveArgs) (tools.Result, error) {
	name, err := folderName(a.Folder)
	if err != nil {
		return tools.Result{}, err
	}
	l, b, err := pick(ws, a.User, a.ID, a.Subject)
	if err != nil {
		return tools.Result{}, err
	}
	target, err := b.part(ws, name)
	if err != nil {
		return tools.Result{}, err
	}
	if target == b.folder {
		return tools.Result{}, tools.Failf(tools.Exists, "%s is there already", l.path)
	}
	res := moved{Folder: strings.TrimSuffix(target, "/"), Was: l.id, WasFile: l.path}
	if l.id, err = vacant(ws, b.dir, target, fileName(l.id)); err != nil {
		return tools.Result{}, err
	}
	l.path = b.dir + "/" + l.id
	if err := ws.Rename(res.WasFile, l.path); err != nil {
		return tools.Result{}, err
	}
	res.shown = l.show(false)
	return tools.Result{Text: fmt.Sprintf("Moved %q to %s. Its id is %s now", l.subject, l.path, l.id), Data: res}, nil
}

// part is what stands before the ids of a folder's mails; "" for the mailbox itself.
func (b *box) part(ws *tools.Workspace, name string) (string, error) {
	if isView(name) {
		return "", nil
	}
	found, _, err := folderOf(ws, b.dir, name)
	return found + "/", err
}

// fileName is an id without its folder.
func fileName(id string) string { return id[strings.LastIndexByte(id, '/')+1:] }

// vacant is an id in a folder that no file has, as near to the name as may be.
func vacant(ws *tools.Workspace, dir, folder, name string) (string, error) {
	taken := map[string]bool{}
	if ws.Exists(dir + "/" + folder) {
		entries, err := ws.List(dir + "/" + folder)
		if err != nil {
			return "", err
		}
		for _, e := range entries {
			taken[strings.ToLower(e.Name())] = true
		}
	}
	stem := trimSuffix(name)
	for n := 2; taken[strings.ToLower(name)]; n++ {
		name = fmt.Sprintf("%s (%d)%s", stem, n, suffix)
	}
	return folder + name, nil
}
