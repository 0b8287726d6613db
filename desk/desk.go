// Package desk is the application: whatever a terminal, a server or any other front end
// asks for is one call here, which takes a context, typed arguments and an observer,
// and returns a typed result. It prints nothing, reads no terminal and ends no process.
//
// Start with Open, which takes the configuration and what is outside the program, and
// Desk.Run. What a run needs is put together in build.go. A call that fails returns an
// *InputError (the user gave something that cannot be used), a *MissingError (something
// outside is not there) or a *NotSolved (the work was done, and did not succeed).
package desk

import (
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"legomem/agents"
	"legomem/configs"
	"legomem/llm"
	"legomem/orchestrator"
	"legomem/trajectory"
)

// Outside is what a desk uses of the outside world.
type Outside struct {
	// Lookup reads the environment.
	Lookup func(name string) (string, bool)
	Now    func() time.Time
	Log    zerolog.Logger
	// Policy decides on actions in place of the configured one; nil for that one.
	Policy func(task trajectory.Task, start string) orchestrator.Gate
	// Brain drives all runs in place of the configured one; nil for that one.
	Brain agents.Brain
	// Notify gets what somebody should know besides a call's result; nil for nobody.
	Notify func(Notice)
}

// Desk is the application over one configuration. Many calls may use it at once.
type Desk struct {
	Outside
	config configs.Config

	mu      sync.Mutex         // guards what is made once it is needed
	clients map[at]*llm.Client // of the model endpoints
	wire    http.RoundTripper  // that all of them share
	cache   *llm.Cache         // in front of it, if one is asked for
	prompts *llm.Prompts       // the model brain's
}

// Open makes a desk. It touches nothing outside until it is asked to do something.
func Open(c configs.Config, o Outside) *Desk {
	if o.Notify == nil {
		o.Notify = func(Notice) {}
	}
	return &Desk{Outside: o, config: c}
}

// newID names a run by its time (UTC, to the millisecond), so that folders sort in the
// order of the runs, and by some random digits, so that no two runs share a name.
func (d *Desk) newID() string {
	var b [3]byte
	_, _ = rand.Read(b[:]) // never fails (crypto/rand)
	return strings.Replace(d.Now().UTC().Format("20060102-150405.000-"), ".", "", 1) + hex.EncodeToString(b[:])
}
