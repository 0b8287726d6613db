package sandbox

import (
	"fmt"
	"time"

	"legomem/tools"
)

// Protocol is the version of the conversation between a launcher and its resident. Both
// send theirs first, with the hash of their tools; both must be the same on both sides.
const Protocol = 5

// kind is what a frame asks for; a reply has the kind and id of its request.
type kind string

const (
	kindHello kind = "hello" // body: greeting; reply the same
	kindInit  kind = "init"  // body: setup; reply body: held
	kindPut   kind = "put"   // path, dir; body: the file
	kindList  kind = "list"  // hashes; reply body: []entry
	kindGet   kind = "get"   // path; reply body: the file
	kindCall  kind = "call"  // body: tools.Action; reply body: tools.Observation
	kindBye   kind = "bye"   // the resident replies and ends
)

// head is the JSON part of every frame.
type head struct {
	ID   uint64 `json:"id"`
	Kind kind   `json:"kind"`
	Path string `json:"path,omitempty"`
	Dir  bool   `json:"dir,omitempty"`
	// Hashes asks for the files' hashes.
	Hashes bool `json:"hashes,omitempty"`
	// Error, in a reply, means that the request was refused; the connection goes on.
	Error string     `json:"error,omitempty"`
	Code  tools.Code `json:"code,omitempty"`
	// Breach, in a reply, means that the sandbox went over a limit: it is the
	// resident's last reply.
	Breach *breached `json:"breach,omitempty"`
}

// breached is a Breach as a resident reports it.
type breached struct {
	Limit  string `json:"limit"`
	Detail string `json:"detail"`
}

// greeting is the first thing each side sends.
type greeting struct {
	Protocol int    `json:"protocol"`
	Tools    string `json:"tools"` // tools.Registry.Hash
	// Filter asks a resident that its launcher confines from outside to filter its system
	// calls as well, from now on: it may wait for its run for a while.
	Filter bool `json:"filter,omitempty"`
}

// check compares ours with the resident's.
func (g greeting) check(resident greeting) error {
	if g.Protocol == resident.Protocol && g.Tools == resident.Tools {
		return nil
	}
	return fmt.Errorf("the tool process is another build: it speaks protocol %d with tools %q, this program protocol %d with tools %q; rebuild, so that both are the same binary",
		resident.Protocol, plain(resident.Tools), g.Protocol, g.Tools)
}

// setup makes a resident ready for one run.
type setup struct {
	User     string    `json:"user"`
	Now      time.Time `json:"now"`
	Zone     zone      `json:"zone"`
	DayFirst bool      `json:"day_first"`
	Domain   string    `json:"domain,omitempty"`
	Shell    bool      `json:"shell"`
	Limits   Limits    `json:"limits"`
	// Confine is nil where the launcher confines the resident from outside.
	Confine *confinement `json:"confine,omitempty"`
}

// confinement is what a resident does to itself before its first action.
type confinement struct {
	Folder   string   `json:"folder"`   // the one place to write, with all that is in it
	Programs []string `json:"programs"` // folders of programs, besides the system's own
	FileSize uint64   `json:"file_size"`
	Files    uint64   `json:"files"` // open at once
	Stack    uint64   `json:"stack"`
	Memory   uint64   `json:"memory"` // of each process, stacks aside
	// Namespaces is set if the resident was started in namespaces of its own, which are
	// as empty as they are new; MapIDs if the user's are among them, in which User and
	// Group are to stay what they are.
	Namespaces bool `json:"namespaces,omitempty"`
	MapIDs     bool `json:"map_ids,omitempty"`
	User       int  `json:"user"`
	Group      int  `json:"group"`
	// StepDown has a resident of root's become nobody, whose the workspace is.
	StepDown bool `json:"step_down,omitempty"`

	lacks []string // what the launcher could not give; its own to report
}

// entry is one file or folder of the testbed.
type entry struct {
	Path string `json:"path"`
	Size int64  `json:"size"`
	Dir  bool   `json:"dir,omitempty"`
	Hash []byte `json:"hash,omitempty"` // SHA-256, where it was asked for
}
