package policy

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// start is what the testbed held before the run: names alone, which are read
// once somebody asks.
type start struct {
	dir  string
	once sync.Once

	paths map[string]bool   // files (true) and folders, by pathKey
	files []string          // as they are spelled
	boxes map[string]string // people who have a mailbox or a calendar, by folded name
	err   error
}

func (s *start) read() *start {
	s.once.Do(func() {
		s.paths, s.boxes = map[string]bool{}, map[string]string{}
		if s.dir == "" {
			return
		}
		s.err = filepath.WalkDir(s.dir, func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(s.dir, name)
			if err == nil && rel != "." {
				s.take(filepath.ToSlash(rel), d.IsDir())
			}
			return err
		})
	})
	return s
}

func (s *start) take(p string, isDir bool) {
	s.paths[pathKey(p)] = !isDir
	if !isDir {
		s.files = append(s.files, p)
	}
	top, name, below := strings.Cut(p, "/")
	if !below || strings.Contains(name, "/") {
		return
	}
	switch kind, ok := boxes[pathKey(top)]; {
	case !ok:
	case kind.box == "mailbox" && isDir:
		s.boxes[fold(name)] = name
	case kind.box == "calendar" && !isDir && fold(path.Ext(name)) == kind.suffix:
		name = name[:len(name)-len(kind.suffix)]
		s.boxes[fold(name)] = name
	}
}

// has says whether something was at a path, whatever the case. Of a testbed
// that could not be read, everything may have been there.
func (s *start) has(p string) bool {
	s.read()
	_, there := s.paths[pathKey(p)]
	if dir, some := strings.CutSuffix(p, "/"+anybody); some { // some name in a folder
		_, there = s.paths[pathKey(dir)]
	}
	return there || s.err != nil
}

// hasFile says whether a file was at a path.
func (s *start) hasFile(p string) bool { return s.read().paths[pathKey(p)] || s.err != nil }

// below are the files in a folder, or the file at a path.
func (s *start) below(p string) []string {
	key := pathKey(p)
	var out []string
	for _, f := range s.read().files {
		if k := pathKey(f); k == key || key == "." || strings.HasPrefix(k, key+"/") {
			out = append(out, f)
		}
	}
	return out
}

// people are those who have a mailbox or a calendar.
func (s *start) people() []string {
	var out []string
	for _, name := range s.read().boxes {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// spelled is a person's name as their mailbox or calendar has it.
func (s *start) spelled(who string) string {
	if name := s.read().boxes[fold(who)]; name != "" {
		return name
	}
	return who
}

// mails are the ids of the mails in somebody's mailbox.
func (s *start) mails(user string) []string {
	var out []string
	for _, f := range s.read().files {
		if box, owner := boxOf(f); box == "mailbox" && owner == fold(user) && fold(path.Ext(f)) == ".eml" {
			out = append(out, path.Base(f))
		}
	}
	return out
}
