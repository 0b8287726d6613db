package email

import (
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"legomem/tools"
)

// views are the parts of a mailbox that are no folders of it.
var views = []string{"", "all", "inbox", "sent"}

func isView(name string) bool {
	return slices.Contains(views, strings.ToLower(strings.TrimSpace(name)))
}

// maxFolder is the longest name of a folder, in bytes.
const maxFolder = 100

// folderName reads the name of a folder of a mailbox: one plain name, which every file
// system accepts.
func folderName(given string) (string, error) {
	name := strings.TrimSpace(given)
	switch {
	case name == "":
		return "", tools.Failf(tools.BadArguments, "folder is empty; accepted: the folder's name, or inbox for the mailbox itself")
	case isView(name) && !strings.EqualFold(name, "inbox"):
		return "", tools.Failf(tools.BadArguments, "%q is no folder but a view of the mailbox; accepted: another name, or inbox for the mailbox itself", name)
	case len(name) > maxFolder:
		return "", tools.Failf(tools.Refused, "the folder's name %.20q... has %d bytes, over the cap of %d", name, len(name), maxFolder)
	case !utf8.ValidString(name), safeName(name, "") != name, strings.EqualFold(path.Ext(name), suffix):
		return "", tools.Failf(tools.Refused, "%q cannot be a folder's name; accepted: one plain name such as Archive, without a slash, a leading dot or control characters", given)
	}
	return name, nil
}

// folders are the names of a mailbox's folders.
func folders(ws *tools.Workspace, dir string) ([]string, error) {
	entries, err := ws.List(dir)
	if err != nil {
		return nil, err
	}
	out := []string{}
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			out = append(out, e.Name())
		}
	}
	return out, nil
}

// folderOf finds a folder of a mailbox, whatever the case of its name. A link is none:
// it could lead to somebody else's mails.
func folderOf(ws *tools.Workspace, dir, name string) (found string, exists bool, err error) {
	if !ws.Exists(dir) {
		return name, false, nil
	}
	all, err := folders(ws, dir)
	if err != nil {
		return "", false, err
	}
	if slices.Contains(all, name) {
		return name, true, nil
	}
	for _, have := range all {
		if strings.EqualFold(have, name) {
			return have, true, nil
		}
	}
	if ws.Exists(dir + "/" + name) {
		return "", false, tools.Failf(tools.Refused, "%s/%s is no folder; give another name", dir, name)
	}
	return name, false, nil
}

// openFolder reads one folder of a mailbox. The ids of its mails have the folder's name
// before them.
func openFolder(ws *tools.Workspace, user, name string) (*box, error) {
	dir, exists, err := folder(ws, user)
	if err != nil {
		return nil, err
	}
	found, there := "", false
	if exists {
		found, there, err = folderOf(ws, dir, name)
	}
	if err != nil {
		return nil, err
	}
	if !there {
		return nil, noFolder(ws, dir, name)
	}
	b := &box{user: path.Base(dir), dir: dir, folder: found + "/", exists: true}
	return b, b.readAll(ws)
}

// noFolder is the error for a folder that is not there, with those that are.
func noFolder(ws *tools.Workspace, dir, name string) error {
	all, _ := folders(ws, dir) // of a mailbox that is not there, none
	return tools.Failf(tools.BadArguments, "there is no folder %q in %s; accepted: all, inbox, sent, or one of its folders (%s). A file outside the mailbox is read with email.read's file_path", name, dir, orNone(strings.Join(all, ", ")))
}

func orNone(s string) string {
	if s == "" {
		return "none yet"
	}
	return s
}

// openPart reads a mailbox itself, or a folder of it where one is named.
func openPart(ws *tools.Workspace, user, part string) (*box, error) {
	if isView(part) {
		return openBox(ws, user)
	}
	name, err := folderName(part)
	if err != nil {
		return nil, err
	}
	return openFolder(ws, user, name)
}

// inside names the folder that was read, for people.
func (b *box) inside() string {
	if b.folder == "" {
		return ""
	}
	return ", folder " + strings.TrimSuffix(b.folder, "/")
}

// folderIn is the folder that an id names: Archive of "Archive/budget.eml", "" for a mail
// in the mailbox itself.
func folderIn(id string) string {
	name, _, inFolder := strings.Cut(strings.TrimSpace(id), "/")
	if !inFolder {
		return ""
	}
	return name
}
