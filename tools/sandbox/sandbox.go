// Package sandbox is where tools run: one resident tool process, spoken to in
// frames over its standard streams, under two launchers. Local starts it as a
// child process; Docker in a hardened container. What may be done is decided
// before a sandbox is called, in tools/policy.
//
// Start with Local and Docker, whose Open returns a Sandbox, and with Resident, which
// is the other end. protocol.go has what they exchange, frame.go the frames; harden.go
// has all settings of a container, confine_linux.go what a local resident does to
// itself.
package sandbox

import (
	"context"
	"crypto/sha256"
	"time"

	"legomem/tools"
)

// Sandbox is an open sandbox, for one run. Its methods may be called by one goroutine
// at a time.
type Sandbox interface {
	// Call runs an action. An action that fails is an observation marked
	// failed; an error means that the sandbox itself broke.
	Call(ctx context.Context, a tools.Action) (tools.Observation, error)
	// CopyOut writes the testbed's regular files and folders to dst, which is made if
	// it is missing, and must be empty.
	CopyOut(ctx context.Context, dst string) error
	// About is what a container is made of: its "image", and the versions of
	// the programs in it by name. Of every sandbox it is what the resident holds itself
	// by, AboutHeld, and what it could not, AboutLacks.
	About() map[string]string
	// Close ends the resident and removes what it used. It may be called
	// twice.
	Close() error
}

// Launcher opens sandboxes.
type Launcher interface {
	// Name is "local" or "docker".
	Name() string
	// Open starts a sandbox on a copy of spec.Testbed.
	Open(ctx context.Context, spec Spec) (Sandbox, error)
}

// Spec is what a sandbox starts from.
type Spec struct {
	Run     string
	Testbed string // a folder to copy in; "" for an empty one
	// Files are the hashes of Testbed's files by slashed path, as far as they are known.
	// Nobody changes these files while the sandbox is open: what is the same at the end is
	// copied out of here.
	Files map[string][sha256.Size]byte
	// Workspace is one that Local.Kept has found, to go on in instead of a copy of
	// Testbed. Only Local has them.
	Workspace string
	User      string
	// Now is the run's clock at its start, with its zone; it stands still.
	Now      time.Time
	DayFirst bool
	Domain   string // the office's own mail domain; "" for tools.Domain
	// Shell allows the shell tool, which only a container may have.
	Shell bool
}
