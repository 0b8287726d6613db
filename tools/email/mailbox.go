package email

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"legomem/lists"
	"legomem/tools"
)

const suffix = ".eml"

// box is one user's mailbox as read, or a folder of it: its mails, oldest first and undated ones
// last, and the files in it that cannot be read as mails.
type box struct {
	user    string
	dir     string
	folder  string // "Archive/" where only that folder is read; "" for the mailbox itself
	exists  bool
	letters []*letter
	bad     []badMail
	folders []folded
}

// badMail is a file that cannot be read as a mail, and why.
type badMail struct {
	ID     string `json:"id"`
	Reason string `json:"reason"`
}

// folder finds a user's mailbox, ignoring the case of the name.
func folder(ws *tools.Workspace, user string) (dir string, exists bool, err error) {
	dir = "emails/" + user
	found, err := ws.Find(dir)
	switch tools.CodeOf(err) {
	case "":
		return found, true, nil
	case tools.NotFound:
		return dir, false, nil
	}
	return dir, false, err
}

// files lists a mailbox's mails by file name.
func files(ws *tools.Workspace, dir string) ([]string, error) {
	entries, err := ws.List(dir)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		hidden := strings.HasPrefix(e.Name(), ".") // litter of other programs
		if e.Type().IsRegular() && !hidden && strings.EqualFold(path.Ext(e.Name()), suffix) {
			out = append(out, e.Name())
		}
	}
	return out, nil
}

// openBox reads a mailbox. A missing one is empty.
func openBox(ws *tools.Workspace, user string) (*box, error) {
	dir, exists, err := folder(ws, user)
	if err != nil {
		return nil, err
	}
	b := &box{user: path.Base(dir), dir: dir, exists: exists}
	if !exists {
		return b, nil
	}
	if b.folders, err = countFolders(ws, dir); err != nil {
		return nil, err
	}
	return b, b.readAll(ws)
}

func (b *box) readAll(ws *tools.Workspace) error {
	ids, err := files(ws, b.dir+"/"+b.folder)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := b.read(ws, b.folder+id); err != nil {
			return err
		}
	}
	slices.SortStableFunc(b.letters, func(x, y *letter) int { return x.date.Compare(y.date) })
	undatedLast(b.letters)
	return nil
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (b *box) read(ws *tools.Workspace, id string) error {
	p := b.dir + "/" + id
	raw, err := ws.ReadFile(p)
	if err != nil {
		return err
	}
	l, err := parse(raw, ws.Now().Location())
	if err != nil {
		b.bad = append(b.bad, badMail{id, reason(err)})
		return nil
	}
	l.id, l.path = id, p
	l.forget()
	b.letters = append(b.letters, l)
	return nil
}

// whole reads a mail of the box again, with what forget dropped.
func (b *box) whole(ws *tools.Workspace, l *letter) (*letter, error) {
	raw, err := ws.ReadFile(l.path)
	if err != nil {
		return nil, err
	}
	full, err := parse(raw, ws.Now().Location())
	if err != nil {
		return nil, tools.Failf(tools.Corrupt, "%s cannot be read as a mail (%s); it was left as it is", l.path, reason(err))
	}
	full.id, full.path = l.id, l.path
	return full, nil
}

// letterOf finds one mail: by id (the file's name, with or without suffix), or by
// subject (the whole, then as an id, then a part of it).
func (b *box) letterOf(id, subject string) (*letter, error) {
	id, subject = strings.TrimSpace(id), strings.TrimSpace(subject)
	if id == "" && subject == "" {
		return nil, tools.Failf(tools.BadArguments, "which mail? accepted: id, or subject")
	}
	if id != "" {
		return b.byID(id)
	}
	fits := b.where(func(l *letter) bool { return strings.EqualFold(l.subject, subject) })
	if len(fits) == 0 {
		fits = b.where(func(l *letter) bool { return sameID(l.id, subject) })
	}
	if len(fits) == 0 {
		part := strings.ToLower(strings.TrimSuffix(subject, suffix))
		fits = b.where(func(l *letter) bool { return strings.Contains(strings.ToLower(l.subject), part) })
	}
	switch len(fits) {
	case 1:
		return fits[0], nil
	case 0:
		return nil, b.missing(fmt.Sprintf("a mail with the subject %q", subject), subject)
	}
	return nil, tools.Failf(tools.Ambiguous, "%s holds several mails with the subject %q; give the id:\n%s", b.dir, subject, describe(fits))
}

func (b *box) byID(id string) (*letter, error) {
	fits := b.where(func(l *letter) bool { return l.id == id })
	if len(fits) == 0 {
		fits = b.where(func(l *letter) bool { return sameID(l.id, id) })
	}
	if len(fits) == 1 {
		return fits[0], nil
	}
	return nil, b.missing(fmt.Sprintf("a mail with the id %q", id), id)
}

func sameID(have, want string) bool {
	return strings.EqualFold(trimSuffix(have), trimSuffix(want))
}

func trimSuffix(id string) string {
	if strings.EqualFold(path.Ext(id), suffix) {
		return id[:len(id)-len(suffix)]
	}
	return id
}

func (b *box) where(fits func(*letter) bool) []*letter {
	return slices.DeleteFunc(slices.Clone(b.letters), func(l *letter) bool { return !fits(l) })
}

// missing is the error for a mail that was not found, with what the mailbox holds
// instead; a mail that is there but unreadable is Corrupt.
func (b *box) missing(what, want string) error {
	for _, m := range b.bad {
		if sameID(m.ID, want) {
			return tools.Failf(tools.Corrupt, "%s/%s cannot be read as a mail (%s); it was left as it is", b.dir, m.ID, m.Reason)
		}
	}
	where := strings.TrimSuffix(b.dir+"/"+b.folder, "/")
	if len(b.letters) == 0 {
		return tools.Failf(tools.NotFound, "%s has not %s: it is empty or missing%s", where, what, b.elsewhere())
	}
	shown := b.letters[max(0, len(b.letters)-12):]
	return tools.Failf(tools.NotFound, "%s has not %s%s; it holds (%d in all):\n%s", where, what, b.elsewhere(), len(b.letters), describe(shown))
}

// elsewhere names the folders that were not looked into.
func (b *box) elsewhere() string {
	if len(b.folders) == 0 || b.folder != "" {
		return ""
	}
	return " (a mail in one of its folders is named by its id, from email.list with folder: " + strings.Join(b.folderNames(), ", ") + ")"
}

func (b *box) folderNames() []string {
	return lists.Map(b.folders, func(f folded) string { return f.Folder })
}

// maxStem is the longest file name made of a subject, in bytes, without suffix.
const maxStem = 120

// fileStem makes a file name of a subject. Different subjects may share one;
// place numbers them.
func fileStem(subject string) string {
	stem := safeName(trimSuffix(strings.TrimSpace(subject)), "no subject")
	for len(stem) > maxStem {
		_, n := utf8.DecodeLastRuneInString(stem)
		stem = stem[:len(stem)-n]
	}
	return strings.TrimRight(stem, " .")
}

// safeName makes a name that every file system accepts, with "_" for a slash and
// its like. If nothing else is left, it returns otherwise.
func safeName(name, otherwise string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(`/\:*?"<>|`, r) || r == utf8.RuneError:
			return '_'
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, name)
	name = strings.TrimRight(strings.Join(strings.Fields(name), " "), " .")
	if strings.HasPrefix(name, ".") {
		name = "_" + name[1:]
	}
	if strings.Trim(name, "_ ") == "" {
		return otherwise
	}
	if reserved[strings.ToUpper(name)] {
		return "_" + name
	}
	return name
}

// reserved names are devices on Windows, where a testbed may be copied to.
var reserved = map[string]bool{"CON": true, "PRN": true, "AUX": true, "NUL": true,
	"COM1": true, "COM2": true, "COM3": true, "COM4": true, "LPT1": true, "LPT2": true, "LPT3": true}

// place chooses the file for a mail in a mailbox: its own where the very same
// mail is there already, else the first free one.
func place(ws *tools.Workspace, dir, stem string, raw []byte) (id string, there bool, err error) {
	taken := map[string]string{}
	if ws.Exists(dir) {
		entries, err := ws.List(dir)
		if err != nil {
			return "", false, err
		}
		for _, e := range entries {
			taken[strings.ToLower(e.Name())] = e.Name()
		}
	}
	for n := 1; ; n++ {
		id = stem + suffix
		if n > 1 {
			id = fmt.Sprintf("%s (%d)%s", stem, n, suffix)
		}
		have, ok := taken[strings.ToLower(id)]
		if !ok {
			return id, false, nil
		}
		if old, err := ws.ReadFile(dir + "/" + have); err == nil && bytes.Equal(old, raw) {
			return have, true, nil
		}
	}
}
