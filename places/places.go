// Package places says where the program keeps what it writes: which folder holds
// what, and what each file in it is called. It touches no disk and decides on no
// content.
//
// Start with Data, which holds all the rest, and Run, a run's folder.
package places

import "path/filepath"

// Data is the program's data folder.
type Data string

// Runs is the folder of the runs, unless the user names another.
func (d Data) Runs() Runs { return Runs(d.in("runs")) }

// Bank is the memory bank's file, unless the user names another.
func (d Data) Bank() string { return d.in("bank.db") }

// Session is the folder of a session.
func (d Data) Session(id string) Session { return Session(d.in("sessions", id)) }

func (d Data) in(elem ...string) string { return inside(string(d), elem...) }

func inside(dir string, elem ...string) string {
	return filepath.Join(append([]string{dir}, elem...)...)
}

// Runs is a folder that holds runs, each in a folder of its own, and beside them
// what is done with many.
type Runs string

const batches = "batches"

// Run is the folder of a run.
func (r Runs) Run(id string) Run { return Run(inside(string(r), id)) }

// Holds says whether a folder of that name in it is a run's.
func (r Runs) Holds(name string) bool { return name != batches }

// Batch is the folder of a batch.
func (r Runs) Batch(name string) Batch { return Batch(inside(string(r), batches, name)) }

// Lock is the file by which work of that name is done once at a time.
func (r Runs) Lock(name string) string { return inside(string(r), batches, name+".lock") }

// Batch is a batch's folder.
type Batch string

// Lock is the file that all starts of the batch lock.
func (b Batch) Lock() string { return inside(string(b), "lock") }

// Session is a session's folder.
type Session string

// Log is the session's log.
func (s Session) Log() string { return inside(string(s), "session.jsonl") }

// Run is a run's folder.
type Run string

// Log is the run's log.
func (r Run) Log() string { return inside(string(r), "trajectory.jsonl") }

// Result is what the run's end is written to.
func (r Run) Result() string { return inside(string(r), "result.json") }

// Start is the testbed as it was, whole.
func (r Run) Start() string { return inside(string(r), "start") }

// Testbed is the finished testbed.
func (r Run) Testbed() string { return inside(string(r), "testbed") }

// Backup holds the user's files that the finished ones were copied over.
func (r Run) Backup() string { return inside(string(r), "backup") }

// Before holds what the action underway changes, as it was before.
func (r Run) Before() string { return inside(string(r), "before.json") }

// Copying is the testbed while it is copied.
func (r Run) Copying() string { return inside(string(r), ".start") }

// Look is where the sandbox's files are looked at in between.
func (r Run) Look() string { return inside(string(r), ".look") }

// Rehearsal is where an action is done to see what it returns.
func (r Run) Rehearsal() string { return inside(string(r), ".rehearsal") }
