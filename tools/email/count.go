package email

import (
	"fmt"
	"path"
	"strings"

	"legomem/tools"
	"legomem/words"
)

// everyMailbox, among people, stands for all who have a mailbox.
const everyMailbox = "all"

// counted is a mailbox and how many mails are in it, its folders apart.
type counted struct {
	User    string   `json:"user"`
	Count   int      `json:"count"`
	Folders []folded `json:"folders"`
}

// folded is a folder of a mailbox.
type folded struct {
	Folder string `json:"folder"`
	Count  int    `json:"count"`
}

// overview is email.list's data where mailboxes are counted.
type overview struct {
	Mailboxes []counted `json:"mailboxes"`
	Users     []string  `json:"users"`
	Count     int       `json:"count"` // of mailboxes
}

// owners are the people whose mailboxes are to be counted, as named, and whether all are.
func (a listArgs) owners() (named []string, all bool) {
	for _, who := range tools.People(append(a.Mailboxes, a.User)...) {
		if strings.EqualFold(who, everyMailbox) {
			all = true
			continue
		}
		named = append(named, who)
	}
	return named, all
}

// effects of counting are those of listing: the names of the mails' files are read.
func (a listArgs) effects() []tools.Effect {
	if len(a.Mailboxes) == 0 {
		return []tools.Effect{mailbox(tools.Read, a.User)}
	}
	var out []tools.Effect
	named, all := a.owners()
	for _, who := range named {
		out = append(out, mailbox(tools.Read, who))
	}
	if all {
		out = append(out, tools.Effect{Class: tools.Read, Target: "folder:emails"})
	}
	return out
}

// count counts the mails of mailboxes, without reading them.
func (a listArgs) count(ws *tools.Workspace) (tools.Result, error) {
	dirs, err := a.dirs(ws)
	if err != nil {
		return tools.Result{}, err
	}
	res := overview{Mailboxes: []counted{}, Users: []string{}}
	var text strings.Builder
	for _, dir := range dirs {
		c, err := countBox(ws, dir)
		if err != nil {
			return tools.Result{}, err
		}
		res.Mailboxes, res.Users = append(res.Mailboxes, c), append(res.Users, c.User)
		text.WriteString("\n" + c.text())
	}
	res.Count = len(dirs)
	return tools.Result{Text: words.Plural(len(dirs), "mailbox", "mailboxes") + text.String(), Data: res}, nil
}

// dirs are the folders of the mailboxes that are counted.
func (a listArgs) dirs(ws *tools.Workspace) ([]string, error) {
	named, all := a.owners()
	if all {
		return allBoxes(ws)
	}
	var out []string
	for _, who := range named {
		user, err := ws.Owner(who)
		if err != nil {
			return nil, err
		}
		dir, exists, err := folder(ws, user)
		if err != nil {
			return nil, err
		}
		if exists {
			out = append(out, dir)
		}
	}
	return out, nil
}

// allBoxes are the folders of all mailboxes. A link is none.
func allBoxes(ws *tools.Workspace) ([]string, error) {
	if !ws.Exists("emails") {
		return nil, nil
	}
	users, err := folders(ws, "emails")
	if err != nil {
		return nil, err
	}
	for i, user := range users {
		users[i] = "emails/" + user
	}
	return users, nil
}

func countBox(ws *tools.Workspace, dir string) (counted, error) {
	c := counted{User: path.Base(dir), Folders: []folded{}}
	mails, err := files(ws, dir)
	if err != nil {
		return c, err
	}
	c.Count = len(mails)
	c.Folders, err = countFolders(ws, dir)
	return c, err
}

// countFolders are the folders of a mailbox, and how many mails each has.
func countFolders(ws *tools.Workspace, dir string) ([]folded, error) {
	names, err := folders(ws, dir)
	if err != nil {
		return nil, err
	}
	out := []folded{}
	for _, name := range names {
		mails, err := files(ws, dir+"/"+name)
		if err != nil {
			return nil, err
		}
		out = append(out, folded{name, len(mails)})
	}
	return out, nil
}

func (c counted) text() string {
	out := fmt.Sprintf("- %s: %s", c.User, words.Count(c.Count, "mail"))
	if len(c.Folders) > 0 {
		out += "; in folders: " + foldersText(c.Folders)
	}
	return out
}

func foldersText(all []folded) string {
	var out []string
	for _, f := range all {
		out = append(out, fmt.Sprintf("%s (%d)", f.Folder, f.Count))
	}
	return strings.Join(out, ", ")
}
