// Package commit brings what a run changed to the user's folder, and takes it back, as
// one transaction: after a kill at any moment, the next call finishes it or takes it
// back, and no file is lost or half-written. It works on files alone: it does not know
// what a run is for, and it asks nobody.
//
// Start with Engine. Engine.LookApply and Engine.LookUndo compute a Plan and touch
// nothing; Engine.Commit carries a plan out. plan.go compares, target.go reads the user's
// folder, stage.go prepares, perform.go renames, recover.go goes on after a kill.
//
// How a commit goes: the folder is locked; every new file is written to a staging folder
// inside it, which is on the same file system; every old file is copied to the backups;
// all of that is brought to the disk; then one line of the journal decides that the commit
// happens. From there on there are only renames, and each of them can be repeated or
// reversed. The journal lies in the staging folder, because whoever opens the folder next
// must find it without knowing which run was at work.
package commit

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"legomem/places"
)

// Engine carries out commits. Its fields do not change while it is used.
type Engine struct {
	// Backups is the folder of the files that were replaced, named by their hashes.
	Backups places.Backups
	Now     func() time.Time
	// NewID names a commit.
	NewID func() string
	// Merge merges a file that both sides changed; nil where nothing is merged.
	Merge Merger
	// Stepwise has files swapped by several renames, as where the file system cannot
	// exchange two. It is for tests.
	Stepwise bool
	// Moment is called before and after everything that touches a disk; nil for nobody.
	// It is for tests that end the work there.
	Moment func()
}

func (e Engine) moment() {
	if e.Moment != nil {
		e.Moment()
	}
}

// Verb says which way a commit goes.
type Verb string

// The verbs.
const (
	Apply Verb = "apply"
	Undo  Verb = "undo"
)

// State is what a name in a folder stands for: a regular file, an empty folder, or nothing.
type State struct {
	Hash string      `json:"hash,omitempty"` // sha-256 in hexadecimal, or emptyFolder; "" for nothing
	Mode fs.FileMode `json:"mode,omitempty"` // the permissions; 0: those of a new file
	Time time.Time   `json:"time,omitzero"`  // when it was changed; zero: now
}

// Step is what is done to one file of the user's folder, or to one empty folder in it.
type Step struct {
	Path   string `json:"path"` // with slashes, in the user's folder; that of a folder ends in one
	Before State  `json:"before"`
	After  State  `json:"after"`
	Merged bool   `json:"merged,omitempty"` // both sides had changed it

	bytes Content     // what After holds
	seen  fs.FileInfo // the user's file when it was looked at; nil where there was none
}

// Kind is "added", "changed" or "deleted".
func (s Step) Kind() string {
	switch {
	case s.Before.Hash == "":
		return "added"
	case s.After.Hash == "":
		return "deleted"
	}
	return "changed"
}

// Plan is what a commit would do. Engine.Commit carries it out only as long as it would
// be the same plan.
type Plan struct {
	Verb  Verb
	Run   places.Run
	To    string // the user's folder, absolute and without symbolic links
	Steps []Step
	Of    string // the commit that is undone; "" where one is applied

	drop  []string              // folders that go if they are empty, the deepest first
	again func() (*Plan, error) // computes it anew
}

// Digest names what the plan would do.
func (p *Plan) Digest() string {
	type same struct{ Path, Before, After string }
	all := []same{{string(p.Verb), p.To, p.Of}}
	for _, s := range p.Steps {
		all = append(all, same{s.Path, s.Before.Hash, s.After.Hash})
	}
	text, _ := json.Marshal(all) // plain data always marshals
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Done is a commit that was carried out.
type Done struct {
	ID    string
	Steps []Step
}

// Refusal is one file that cannot be committed, and why.
type Refusal struct {
	Path string `json:"path"`
	Why  string `json:"why"`
}

// Refused is the error of a commit that was not carried out because of the files in the
// user's folder. Nothing of it is left there.
type Refused struct {
	To    string
	Verb  Verb
	Files []Refusal
}

func (r *Refused) Error() string {
	var all []string
	for _, f := range r.Files {
		all = append(all, fmt.Sprintf("%s (%s)", visible(f.Path), f.Why))
	}
	return fmt.Sprintf("nothing is %s: in %s, %s", r.Verb.done(), r.To, strings.Join(all, "; "))
}

// Moved is the error of a plan that would be another one now.
type Moved struct{ To string }

func (m *Moved) Error() string {
	return fmt.Sprintf("%s has changed since the list was made, and nothing was done; look at the new list", m.To)
}

func (v Verb) done() string {
	if v == Undo {
		return "taken back"
	}
	return "copied"
}

// visible quotes a name that is not plain.
func visible(name string) string {
	if quoted := fmt.Sprintf("%q", name); quoted != `"`+name+`"` {
		return quoted
	}
	return name
}
