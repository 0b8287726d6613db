// Package places names the folders and files that the program writes. It touches no disk
// and decides on no content.
//
// Start with Data, which holds all the rest, and Run, a run's folder.
package places

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strings"
)

// Data is the program's data folder.
type Data string

// Runs is the folder of the runs, unless the user names another.
func (d Data) Runs() Runs { return Runs(d.in("runs")) }

// Bank is the memory bank's file, unless the user names another.
func (d Data) Bank() string { return d.in("bank.db") }

// Session is the folder of a session.
func (d Data) Session(id string) Session { return Session(d.in("sessions", id)) }

// Consent is the folder of what a tenant has agreed to. A tenant's name may be any text,
// so the folder has the name's hash for its own: no name leads out of the data folder, and
// no two lead to one folder, on whatever file system.
func (d Data) Consent(tenant string) Consent {
	name := sha256.Sum256([]byte(tenant))
	return Consent(d.in("consent", hex.EncodeToString(name[:])))
}

func (d Data) in(elem ...string) string { return inside(string(d), elem...) }

func inside(dir string, elem ...string) string {
	return filepath.Join(append([]string{dir}, elem...)...)
}

// Runs is a folder of runs, each in a folder of its own, next to a folder of batches.
type Runs string

// What lies beside the runs.
const batches, backups = "batches", "backups"

// gone begins the names of runs that are being removed.
const gone = ".gone-"

// Run is the folder of a run.
func (r Runs) Run(id string) Run { return Run(inside(string(r), id)) }

// Holds reports whether the entry of that name in it is a run's folder.
func (r Runs) Holds(name string) bool {
	return name != batches && name != backups && !strings.HasPrefix(name, gone)
}

// Gone is the folder of a run while it is removed.
func (r Runs) Gone(id string) string { return inside(string(r), gone+id) }

// IsGone reports whether the entry of that name in it is a run that was being removed.
func (r Runs) IsGone(name string) bool { return strings.HasPrefix(name, gone) }

// Backups is the folder of the users' files that the runs' files replaced.
func (r Runs) Backups() Backups { return Backups(inside(string(r), backups)) }

// Backups is a folder of files that are named by their hashes.
type Backups string

// File is the backup with that hash (SHA-256, in hexadecimal).
func (b Backups) File(hash string) string { return inside(string(b), hash[:2], hash) }

// Batch is the folder of a batch.
func (r Runs) Batch(name string) Batch { return Batch(inside(string(r), batches, name)) }

// Lock is the file to lock so that only one process at a time does the work of that name.
func (r Runs) Lock(name string) string { return inside(string(r), batches, name+".lock") }

// Batch is a batch's folder.
type Batch string

// Lock is the file that every start of the batch locks.
func (b Batch) Lock() string { return inside(string(b), "lock") }

// Session is a session's folder.
type Session string

// Log is the session's log.
func (s Session) Log() string { return inside(string(s), "session.jsonl") }

// Consent is the folder of what a tenant has agreed to.
type Consent string

// Book is the journal of it.
func (c Consent) Book() string { return inside(string(c), "book.jsonl") }

// Lock is the file that is locked while somebody writes into the journal.
func (c Consent) Lock() string { return inside(string(c), "lock") }

// Run is a run's folder.
type Run string

// Log is the run's log.
func (r Run) Log() string { return inside(string(r), "trajectory.jsonl") }

// Result is the file of the run's result.
func (r Run) Result() string { return inside(string(r), "result.json") }

// Start is the complete copy of the testbed as it was at the start.
func (r Run) Start() string { return inside(string(r), "start") }

// Testbed is the finished testbed.
func (r Run) Testbed() string { return inside(string(r), "testbed") }

// Taking is the finished testbed while it is being copied out.
func (r Run) Taking() string { return inside(string(r), ".testbed") }

// Commits is the ledger of what was applied of the run, and undone.
func (r Run) Commits() string { return inside(string(r), "commit.jsonl") }

// Deciding is locked while somebody decides what is applied of the run.
func (r Run) Deciding() string { return inside(string(r), ".deciding") }

// Changes is the file of what the run would change.
func (r Run) Changes() string { return inside(string(r), "changes.json") }

// Reading holds, while the changes are listed, copies of the files that differ.
func (r Run) Reading() string { return inside(string(r), ".reading") }

// Before records, while an action is under way, the previous state of what it changes.
func (r Run) Before() string { return inside(string(r), "before.json") }

// Copying is the testbed while it is being copied.
func (r Run) Copying() string { return inside(string(r), ".start") }

// Basis is what the work begins with in place of the testbed as it was, where earlier
// changes are taken back in it.
func (r Run) Basis() string { return inside(string(r), "basis") }

// Look is a temporary copy of the sandbox's files, to look at them during the run.
func (r Run) Look() string { return inside(string(r), ".look") }

// Rehearsal is where an action is repeated on copies, to see what it returned.
func (r Run) Rehearsal() string { return inside(string(r), ".rehearsal") }
