package desk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"legomem/configs"
	"legomem/places"
	"legomem/trajectory"
)

// longestID is how many bytes a session's name may have.
const longestID = 100

// sessionFolder is the folder of a session of that id.
func (d *Desk) sessionFolder(id string) (string, error) {
	switch {
	case id == "" || id != filepath.Base(id) || strings.HasPrefix(id, "."), strings.ContainsFunc(id, func(r rune) bool { return !unicode.IsPrint(r) }):
		return "", BadInput("%q is no name for a session: it must do as a folder's name", id)
	case len(id) > longestID:
		return "", BadInput("the name of a session has %d bytes at most, and %q... has %d", longestID, id[:20], len(id))
	}
	data, err := configs.DataDir(d.Lookup)
	if err != nil {
		return "", err
	}
	return string(places.Data(data).Session(id)), nil
}

// SessionSummary is a conversation in a line.
type SessionSummary struct {
	ID     string    `json:"session"`
	Began  time.Time `json:"began"`
	Last   time.Time `json:"last"`
	Turns  int       `json:"turns"`
	Domain string    `json:"domain"`
	Home   string    `json:"office,omitempty"`
	First  string    `json:"first,omitempty"` // what the user said first
}

// Sessions are the tenant's conversations, the latest first, and which cannot be read.
func (d *Desk) Sessions() (all []SessionSummary, broken []error, err error) {
	data, err := configs.DataDir(d.Lookup)
	if err != nil {
		return nil, nil, err
	}
	entries, err := os.ReadDir(filepath.Dir(string(places.Data(data).Session("x"))))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	for _, e := range entries {
		if !e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		s, err := readSession(string(places.Data(data).Session(e.Name())))
		if err != nil {
			broken = append(broken, err)
			continue
		}
		if s.Opened.Tenant != d.config.Memory.Tenant {
			continue
		}
		one := SessionSummary{ID: s.ID, Began: s.Began, Last: s.Began, Turns: len(s.Turns), Domain: s.Opened.Domain, Home: s.Opened.Home}
		if n := len(s.Turns); n > 0 {
			one.First, one.Last = s.Turns[0].Text, s.Turns[n-1].At
		}
		all = append(all, one)
	}
	slices.SortFunc(all, func(a, b SessionSummary) int { return b.Last.Compare(a.Last) })
	return all, broken, nil
}

// errNoSession is in the error of a session that is not there.
var errNoSession = errors.New("there is no session")

// FindSession reads a conversation by its id, the beginning of one, or "last".
func (d *Desk) FindSession(id string) (*trajectory.Session, error) {
	all, _, err := d.Sessions()
	if err != nil {
		return nil, err
	}
	if dir, ok := d.brokenSession(id); ok {
		_, err := readSession(dir)
		return nil, err
	}
	var found []string
	for _, s := range all {
		if s.ID == id {
			found = []string{s.ID}
			break
		}
		if id == "last" && len(found) == 0 || id != "last" && strings.HasPrefix(s.ID, id) {
			found = append(found, s.ID)
		}
	}
	switch {
	case len(found) == 0:
		return nil, BadInput("%w %q; legomem chat list tells those there are", errNoSession, id)
	case len(found) > 1:
		return nil, BadInput("%q begins %d sessions; give more of the id", id, len(found))
	}
	dir, err := d.sessionFolder(found[0])
	if err != nil {
		return nil, err
	}
	return readSession(dir)
}

// readSession reads the log in a session's folder. One that cannot be read is the user's to
// know.
func readSession(dir string) (*trajectory.Session, error) {
	s, err := trajectory.OpenSession(dir)
	return s, unreadable(dir, s, err)
}

// unreadable says what can be done about a session's log that cannot be read, or that is of
// another session; nil for a sound one.
func unreadable(dir string, s *trajectory.Session, err error) error {
	name := filepath.Base(dir)
	if err == nil && s.ID != name {
		err = fmt.Errorf("the log in the folder of session %s is of the session %q", name, s.ID)
	}
	if err == nil {
		return nil
	}
	return BadInput("%w; legomem chat forget %s removes it for good, and its runs stay", err, name)
}

// brokenSession is the folder of a session of exactly that id whose log cannot be read.
func (d *Desk) brokenSession(id string) (dir string, ok bool) {
	dir, err := d.sessionFolder(id)
	if err != nil {
		return "", false
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return "", false
	}
	_, err = readSession(dir)
	return dir, err != nil
}

// ForgetSession removes a conversation for good, one that cannot be read too. Its runs stay.
func (d *Desk) ForgetSession(id string) (string, error) {
	dir, broken := d.brokenSession(id)
	if broken {
		return id, removeSession(dir)
	}
	s, err := d.FindSession(id)
	if err != nil {
		return "", err
	}
	if dir, err = d.sessionFolder(s.ID); err != nil {
		return "", err
	}
	log, _, err := trajectory.ContinueSession(dir, d.Now)
	if errors.Is(err, trajectory.ErrSessionLive) {
		return "", openElsewhere(s.ID)
	}
	if err == nil {
		err = log.Close()
	}
	return s.ID, errors.Join(err, removeSession(dir))
}

// removeSession removes a session's folder, all of it or, as far as anybody sees, nothing.
func removeSession(dir string) error {
	gone := filepath.Join(filepath.Dir(dir), ".gone-"+filepath.Base(dir))
	return errors.Join(os.Rename(dir, gone), os.RemoveAll(gone))
}

func openElsewhere(id string) error {
	return &MissingError{fmt.Sprintf("session %s is open in another process: end that first", id)}
}
