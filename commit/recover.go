package commit

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"syscall"

	"legomem/lists"
)

// Recovered is what became of a commit that a kill had cut off.
type Recovered string

// What Recover may have done.
const (
	NothingToRecover Recovered = ""
	Finished         Recovered = "finished"
	TakenBack        Recovered = "taken back"
)

// Recover finishes or takes back a commit that a kill cut off in the user's folder; most
// often there is none. The error is a *Busy while a commit is under way there, and a
// *Refused names files that have been changed since, where it was taken back for them.
func (e Engine) Recover(dir string) (Recovered, error) {
	if _, err := os.Lstat(stagingOf(dir)); errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return NothingToRecover, nil
	}
	unlock, err := lock(dir)
	if err != nil {
		return NothingToRecover, err
	}
	defer unlock()
	return e.recoverLocked(dir)
}

// recoverLocked is Recover in a folder that is locked.
func (e Engine) recoverLocked(dir string) (Recovered, error) {
	info, err := os.Lstat(stagingOf(dir))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return NothingToRecover, nil
	case err != nil:
		return NothingToRecover, err
	case !info.IsDir():
		return NothingToRecover, fmt.Errorf("%s is %s, where a commit keeps its files; move it away", stagingOf(dir), kindOf(info.Mode()))
	}
	t, err := openTarget(dir)
	if err != nil {
		return NothingToRecover, err
	}
	defer t.Close()
	c := &committing{e: e, t: t, again: true}
	events, err := c.open()
	if err != nil {
		return NothingToRecover, err
	}
	last := c.replay(events)
	did, err := NothingToRecover, c.checkNames()
	if err == nil {
		did, err = c.goOn(last)
	}
	if err != nil {
		return did, errors.Join(fmt.Errorf("a commit to %s that was cut off: %w", dir, err), c.close())
	}
	return did, nil
}

// replay reads what a journal decided, and returns its last event.
func (c *committing) replay(events []event) (last string) {
	for _, e := range events {
		switch last = e.Event; last {
		case ready:
			c.event = e
		case back:
			c.turned = true
		}
	}
	return last
}

// checkNames refuses a journal with names that no plan has: somebody else wrote it.
func (c *committing) checkNames() error {
	names := slices.Concat(lists.Map(c.Steps, Step.name), c.Make, c.Drop)
	for _, name := range names {
		if err := checkName(name); err != nil {
			return fmt.Errorf("its journal names %s (%w); move %s away", visible(name), err, stagingOf(c.t.dir))
		}
	}
	return nil
}

// goOn brings a commit to its end from its last event.
func (c *committing) goOn(last string) (Recovered, error) {
	if c.Event != ready { // nothing was touched
		return TakenBack, errors.Join(c.close(), c.e.removeStaging(c.t.dir))
	}
	did := Finished
	if c.turned {
		did = TakenBack
	}
	if last == done {
		return did, errors.Join(c.close(), c.e.removeStaging(c.t.dir))
	}
	for i := range c.Steps {
		if err := c.endSwap(i); err != nil {
			return did, &inFile{c.Steps[i].Path, err}
		}
	}
	if c.turned {
		if err := c.reverse(); err != nil {
			return did, err
		}
		return did, c.end()
	}
	if err := c.carryOut(); err != nil {
		return TakenBack, err
	}
	return did, c.end()
}
