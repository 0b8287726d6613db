package commit

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"

	"legomem/durable"
	"legomem/folders"
)

// Commit carries a plan out. Where another plan would be made now, the error is a *Moved,
// and where a file has changed in the meantime a *Refused; nothing is done then. The error
// is a *Busy while another process commits to the folder. Cancelling ctx ends it at a safe
// point: before anything of the user's is touched, or after all of it is done.
func (e Engine) Commit(ctx context.Context, p *Plan) (Done, error) {
	if err := os.MkdirAll(p.To, 0o777); err != nil { // less the user's umask
		return Done{}, fmt.Errorf("the folder to copy to: %w", err)
	}
	unlock, err := lock(p.To)
	if err != nil {
		return Done{}, err
	}
	defer unlock()
	if _, err := e.recoverLocked(p.To); err != nil {
		return Done{}, err
	}
	now, err := p.again()
	if err != nil {
		return Done{}, err
	}
	if now.Digest() != p.Digest() {
		return Done{}, &Moved{p.To}
	}
	if len(now.Steps) == 0 {
		return e.nothingLeft(now)
	}
	t, err := openTarget(p.To)
	if err != nil {
		return Done{}, err
	}
	defer t.Close()
	return e.commitTo(ctx, t, now)
}

// nothingLeft ends a commit whose files are as they should be already. One that would undo
// another is recorded, so that it is not undone again.
func (e Engine) nothingLeft(p *Plan) (Done, error) {
	done := Done{ID: e.NewID(), Steps: []Step{}}
	if p.Verb == Apply {
		return done, nil
	}
	return done, appendTo(p.Run, Entry{Event: undoneEvent, Time: e.Now().UTC(), ID: done.ID, To: p.To, Of: p.Of})
}

// commitTo carries a plan out in a folder that is locked.
func (e Engine) commitTo(ctx context.Context, t *target, p *Plan) (Done, error) {
	c := &committing{e: e, t: t, event: event{Event: ready, ID: e.NewID(), Verb: p.Verb, Of: p.Of, Run: p.Run, Steps: p.Steps, Drop: p.drop}}
	e.moment()
	if err := os.Mkdir(stagingOf(t.dir), 0o700); err != nil {
		return Done{}, fmt.Errorf("make a place for the new files: %w", err)
	}
	if _, err := c.open(); err != nil {
		return Done{}, errors.Join(err, os.RemoveAll(stagingOf(t.dir)))
	}
	err := c.prepare(ctx)
	if err != nil { // nothing of the user's was touched
		return Done{}, errors.Join(c.refusedBy(err), c.close(), os.RemoveAll(stagingOf(t.dir)))
	}
	err = c.carryOut()
	if err == nil {
		err = c.end()
	}
	if err != nil {
		return Done{}, errors.Join(err, c.close())
	}
	return Done{ID: c.ID, Steps: p.Steps}, nil
}

// prepare brings to the disk all that the commit needs, and then decides on it.
func (c *committing) prepare(ctx context.Context) error {
	if err := c.note(event{Event: begun, PID: os.Getpid(), ID: c.ID, Verb: c.Verb, Run: c.Run}); err != nil {
		return err
	}
	for i, s := range c.Steps {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := c.stage(i, s); err != nil {
			return &inFile{s.Path, err}
		}
	}
	c.foldersToMake()
	c.e.moment()
	if err := durable.Tree(c.toRead()...); err != nil {
		return err
	}
	c.e.moment()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return c.note(c.event)
}

// toRead are the folders that going on with the commit reads. There are no backups where
// none was ever needed.
func (c *committing) toRead() []string {
	dirs := []string{stagingOf(c.t.dir)}
	if _, err := os.Stat(string(c.e.Backups)); !errors.Is(err, fs.ErrNotExist) {
		dirs = append(dirs, string(c.e.Backups))
	}
	return dirs
}

// inFile is an error with one file.
type inFile struct {
	path string
	err  error
}

func (i *inFile) Error() string { return visible(i.path) + ": " + i.err.Error() }

func (i *inFile) Unwrap() error { return i.err }

// refusedBy turns the error of a file that is odd into a *Refused.
func (c *committing) refusedBy(err error) error {
	file, odd := (*inFile)(nil), (*odd)(nil)
	if errors.As(err, &file) && errors.As(err, &odd) {
		return &Refused{To: c.t.dir, Verb: c.Verb, Files: []Refusal{{file.path, odd.why}}}
	}
	return err
}

// stage keeps a file that is replaced, and writes the one that replaces it.
func (c *committing) stage(i int, s Step) error {
	if folders.Is(s.Path) {
		return c.stageFolder(i, s)
	}
	c.e.moment()
	if s.Before.Hash != "" {
		if err := c.e.keep(c.t, s); err != nil {
			return err
		}
	}
	if s.After.Hash == "" {
		return nil
	}
	mode := s.After.Mode
	if s.Before.Hash == "" && c.Verb == Apply {
		mode = 0o666 // less the user's umask
	}
	file := filepath.Join(stagingOf(c.t.dir), strconv.Itoa(i))
	out, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode|0o200)
	if err != nil {
		return err
	}
	c.e.moment()
	hash, err := s.bytes.copyTo(out)
	if err == nil && hash != s.After.Hash {
		err = oddly("what should replace it is not what it was; look at the run with legomem runs show")
	}
	if err = errors.Join(err, out.Close()); err != nil {
		return err
	}
	return dress(file, s)
}

// dress gives a staged file the owner, the permissions and the time that it will have.
func dress(file string, s Step) error {
	if s.seen != nil {
		keepOwner(file, s.seen)
	}
	if s.After.Mode != 0 {
		if err := os.Chmod(file, s.After.Mode); err != nil {
			return err
		}
	}
	if s.After.Time.IsZero() {
		return nil
	}
	return os.Chtimes(file, s.After.Time, s.After.Time)
}

// foldersToMake notes the folders that new files need, and new folders around them.
func (c *committing) foldersToMake() {
	noted := map[string]bool{}
	for _, s := range c.Steps {
		noted[s.name()] = folders.Is(s.Path)
	}
	var note func(dir string)
	note = func(dir string) {
		if dir == "." || noted[dir] {
			return
		}
		noted[dir] = true
		note(path.Dir(dir))
		if _, err := c.t.root.Lstat(filepath.FromSlash(dir)); errors.Is(err, fs.ErrNotExist) {
			c.Make = append(c.Make, dir)
		}
	}
	for _, s := range c.Steps {
		if s.After.Hash != "" {
			note(path.Dir(s.name()))
		}
	}
}
