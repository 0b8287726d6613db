package sandbox

import (
	"context"
	"fmt"
	"os"
	"time"

	"legomem/tools"
)

// Verb is the hidden command that makes the program a resident tool process,
// by calling Resident.
const Verb = "tool-process"

// Resident makes this process the tool process, over its own standard streams.
// What a tool or a library prints goes to standard error instead, where it cannot
// pass for a frame. When its launcher dies or ctx is cancelled, as it is when an
// engine stops its containers, it ends everything it has started, after a moment
// for the running action to do so itself. (The kernel could kill it there and
// then, but nothing would stop a converter it has started.)
func Resident(ctx context.Context, reg *tools.Registry) error {
	if err := dropInherited(); err != nil {
		return err
	}
	if err := beSeen(); err != nil {
		return fmt.Errorf("show itself to its launcher: %w", err)
	}
	if err := adopt(); err != nil {
		return fmt.Errorf("adopt what programs leave behind: %w", err)
	}
	in, out, err := takeStreams()
	if err != nil {
		return err
	}
	defer out.Close()
	soon := func() { time.AfterFunc(politeFor, leave) }
	defer context.AfterFunc(ctx, soon)()
	err = serve(ctx, ".", in, out, reg, soon)
	if err != nil {
		fmt.Fprintln(os.Stderr, err) // the launcher passes it on, if it lives
		leave()
	}
	killOwnSession()
	return nil
}

// leave ends this process with all it has started. In a container that is
// everything in it; elsewhere it is the session.
func leave() {
	killOwnSession()
	os.Exit(1)
}
