package notes

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"legomem/tools"
)

const (
	folder = "data/lists"
	suffix = ".txt"
)

// list is a list's file as read, line by line: those that are no entries (blank ones) stay
// as they are.
type list struct {
	name, file string
	lines      []string
	crlf       bool // its lines end as on Windows
}

// fileOf is where a list of that name is. A text file of the user's own is a list too, named
// by its path.
func fileOf(name string) string {
	if isPath(name) {
		return path.Clean(strings.TrimSpace(name))
	}
	return folder + "/" + bare(name) + suffix
}

// isPath says that a list's name is the path of a text file.
func isPath(name string) bool {
	return strings.Contains(name, "/") && strings.EqualFold(path.Ext(strings.TrimSpace(name)), suffix)
}

// bare is a name without the suffix of its file.
func bare(name string) string {
	name = strings.TrimSpace(name)
	if cut := len(name) - len(suffix); cut > 0 && strings.EqualFold(name[cut:], suffix) {
		name = name[:cut]
	}
	return name
}

// maxName is how long a list's name may be, in bytes.
const maxName = 100

// plain refuses a name that is not one plain element of a path.
func plain(name string) error {
	odd := strings.ContainsFunc(name, func(r rune) bool {
		return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || strings.ContainsRune(`/\:*?"<>|`, r)
	})
	switch {
	case name == "":
		return tools.Failf(tools.BadArguments, "name the list")
	case odd, !utf8.ValidString(name), strings.HasPrefix(name, "."), strings.HasSuffix(name, "."), len(name) > maxName:
		return tools.Failf(tools.Refused, "%.120q is no name of a list: write letters, digits and spaces, as in shopping", name)
	}
	return nil
}

// fresh is a list that is not there yet.
func fresh(name string) (*list, error) {
	file := fileOf(name)
	own := bare(path.Base(file))
	if !isPath(name) {
		own = bare(name)
	}
	if err := plain(own); err != nil {
		return nil, err
	}
	return &list{name: own, file: file}, nil
}

// open reads a list; a missing one is NotFound, and says which there are.
func open(ws *tools.Workspace, name string) (*list, error) {
	l, err := fresh(name)
	if err != nil {
		return nil, err
	}
	file, data, err := ws.ReadFound(l.file)
	if tools.CodeOf(err) == tools.NotFound {
		return nil, missing(ws, l.name)
	}
	if err != nil {
		return nil, err
	}
	if bytes.IndexByte(data, 0) >= 0 || !utf8.Valid(data) {
		return nil, tools.Failf(tools.Corrupt, "%s is no plain text in UTF-8", file)
	}
	l.file, l.name = file, bare(path.Base(file))
	l.crlf = bytes.Contains(data, []byte("\r\n"))
	for line := range strings.Lines(string(data)) {
		l.lines = append(l.lines, strings.TrimRight(line, "\r\n"))
	}
	return l, nil
}

func missing(ws *tools.Workspace, name string) error {
	names, err := all(ws)
	if err != nil {
		return err
	}
	return tools.Failf(tools.NotFound, "there is no list %s; there are: %s; make it with list.make", name, orNothing(names))
}

// all are the names of the lists.
func all(ws *tools.Workspace) ([]string, error) {
	names := []string{}
	found, err := ws.Find(folder)
	if tools.CodeOf(err) == tools.NotFound {
		return names, nil
	}
	if err != nil {
		return nil, err
	}
	entries, err := ws.List(found)
	for _, e := range entries {
		if strings.EqualFold(path.Ext(e.Name()), suffix) && e.Type().IsRegular() {
			names = append(names, bare(e.Name()))
		}
	}
	return names, err
}

// entries are the lines that say something.
func (l *list) entries() []string {
	out := []string{}
	for _, line := range l.lines {
		if e := strings.TrimSpace(line); e != "" {
			out = append(out, e)
		}
	}
	return out
}

func (l *list) has(entry string) bool {
	return slices.ContainsFunc(l.lines, func(line string) bool { return same(line, entry) })
}

// same compares a line with an entry, letters' case and the spaces around it aside.
func same(line, entry string) bool { return strings.EqualFold(strings.TrimSpace(line), entry) }

// remove takes an entry out, and returns it as it stood; "" if it is not there.
func (l *list) remove(entry string) (was string) {
	if entry == "" {
		return ""
	}
	l.lines = slices.DeleteFunc(l.lines, func(line string) bool {
		if same(line, entry) {
			was = strings.TrimSpace(line)
		}
		return same(line, entry)
	})
	return was
}

func (l *list) write(ws *tools.Workspace) error {
	end := "\n"
	if l.crlf {
		end = "\r\n"
	}
	var out strings.Builder
	for _, line := range l.lines {
		out.WriteString(line + end)
	}
	return ws.WriteFile(l.file, []byte(out.String()))
}

// oneLine is an entry as it is written: one line of text.
func oneLine(entry string) (string, error) {
	entry = strings.TrimSpace(entry)
	switch {
	case entry == "":
		return "", tools.Failf(tools.BadArguments, "an entry of a list cannot be empty")
	case strings.ContainsFunc(entry, unicode.IsControl), strings.ContainsAny(entry, "\u2028\u2029"), !utf8.ValidString(entry):
		return "", tools.Failf(tools.BadArguments, "%.80q is more than one line: give each line as an entry of its own", entry)
	}
	return entry, nil
}
