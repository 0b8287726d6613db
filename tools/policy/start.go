package policy

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"
)

// start is what the testbed held before the run: names alone, which are read
// once somebody asks.
type start struct {
	dir  string
	once sync.Once

	boxes map[string]string // people who have a mailbox or a calendar, by folded name
	err   error
}

func (s *start) read() {
	s.boxes = map[string]string{}
	if s.dir == "" {
		return
	}
	top, err := os.ReadDir(s.dir)
	s.err = err
	for _, d := range top {
		if kind, ok := boxes[pathKey(d.Name())]; ok && d.IsDir() {
			all, err := os.ReadDir(filepath.Join(s.dir, d.Name()))
			s.err = errors.Join(s.err, err)
			s.take(kind.box, kind.suffix, all)
		}
	}
}

// take notes whose boxes are in the folder of all mailboxes, or of all calendars.
func (s *start) take(box, suffix string, all []fs.DirEntry) {
	for _, d := range all {
		name := d.Name()
		switch {
		case box == "mailbox" && d.IsDir():
			s.boxes[fold(name)] = name
		case box == "calendar" && !d.IsDir() && fold(path.Ext(name)) == suffix:
			name = name[:len(name)-len(suffix)]
			s.boxes[fold(name)] = name
		}
	}
}

// people are those who have a mailbox or a calendar.
func (s *start) people() ([]string, error) {
	s.once.Do(s.read)
	var out []string
	for _, name := range s.boxes {
		out = append(out, name)
	}
	slices.Sort(out)
	return out, s.err
}

// spelled is a person's name as their mailbox or calendar has it.
func (s *start) spelled(who string) string {
	s.once.Do(s.read)
	if name := s.boxes[fold(who)]; name != "" {
		return name
	}
	return who
}
