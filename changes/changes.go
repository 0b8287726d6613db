// Package changes tells what a run would do to its user's office: it compares the
// testbed as it was with the finished one, and never asks an agent. Each mail, event, file
// and empty folder that differs is a typed Change with one sentence for people, with marks, and with
// a provenance of everyone and everything that it reaches. A change permits nothing, and
// its provenance does not either.
//
// Start with Compare. Files are compared by their bytes in tree.go; what they say is
// told by a Reader, behind a sandbox (see changes/reading).
package changes

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"legomem/tools/facts"
)

// List is all that a run would change.
type List struct {
	// Hash is the SHA-256 of the changes' JSON: a yes to the list names it.
	Hash    string   `json:"hash"`
	Changes []Change `json:"changes"`
}

// Change is one mail, event, file or empty folder that differs.
type Change struct {
	// ID follows from what the change is, not from where it stands in the list.
	ID        string          `json:"id"`
	Kind      Kind            `json:"kind"`
	Operation facts.Operation `json:"operation"`
	// Invitation says that an event is put into the calendar of another person whom the
	// task names.
	Invitation bool         `json:"invitation,omitempty"`
	Sentence   string       `json:"sentence"` // what happens on commit
	Targets    []Target     `json:"targets"`
	Marks      []facts.Mark `json:"marks,omitempty"`
	// Files are the paths in the testbed that make it up, with slashes.
	Files []File `json:"files"`
	// What the file says, by kind; nil if it cannot be read.
	Mail    *facts.Mail        `json:"mail,omitempty"`
	Event   *facts.EventChange `json:"event,omitempty"`
	Content *facts.Content     `json:"content,omitempty"`
}

// Kind is what changes.
type Kind string

// The kinds of changes.
const (
	Mail  Kind = "mail"
	Event Kind = "event"
	Plain Kind = "file"
	Empty Kind = "folder" // without a file in it, with those that lie in it
)

// File is a file of a change, with the SHA-256 of its states in hex; "" where there is
// none, and for what is no regular file. A folder's path ends in a slash.
type File struct {
	Path   string `json:"path"`
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
	// UIDs are those of an event in this calendar, before and after; mostly they are one.
	// "" is that of an event without one.
	UIDs []string `json:"uids,omitempty"`
}

// Target is somebody or something that a change reaches, as it is spelled there.
type Target struct {
	Role       string     `json:"role"` // To, Cc, Bcc, Mailbox, Folder, Calendar, Attendee, Path, NewPath, Attachment
	Value      string     `json:"value"`
	Provenance Provenance `json:"provenance"`
	// FoundIn names what the run read it in, if the provenance is Found.
	FoundIn []string `json:"found_in,omitempty"`
}

// The roles of targets.
const (
	To         = "to"
	Cc         = "cc"
	Bcc        = "bcc"
	Mailbox    = "mailbox"
	Folder     = "folder" // of a mailbox
	Calendar   = "calendar"
	Attendee   = "attendee"
	Path       = "path"
	NewPath    = "new path"
	Attachment = "attachment"
)

// Marked reports whether a person must see the change by itself: it has a mark, or
// reaches somebody or something that neither the task nor the user names.
func (c Change) Marked() bool {
	return len(c.Marks) > 0 || slices.ContainsFunc(c.Targets, func(t Target) bool {
		return t.Provenance == Found || t.Provenance == New
	})
}

// ForPeople are the changes in the order in which a person reads them: marked ones first.
func (l List) ForPeople() []Change {
	all := slices.Clone(l.Changes)
	slices.SortStableFunc(all, func(a, b Change) int { return rank(a) - rank(b) })
	return all
}

func rank(c Change) int {
	if c.Marked() {
		return 0
	}
	return 1
}

// hashOf is the SHA-256 of something's JSON, in hex.
func hashOf(v any) (string, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), nil
}
