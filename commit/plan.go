package commit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"legomem/folders"
	"legomem/places"
	"legomem/trajectory"
)

// Order is what a run changed, and where it goes. The files of both folders are hashed by
// the caller, who knows that they are what the run's log says, and the empty folders in
// them are among those.
type Order struct {
	Run             places.Run // whose ledger records the commit
	Start, Finished string     // folders
	Was, Is         trajectory.Files
	To              string // the user's folder; it is made if it is not there
	// Without names files and empty folders that are left out: they stay as the user has
	// them, as if the run had not changed them. It goes before Instead.
	Without map[string]bool
	// Instead holds, by path, what a file is to become in place of what the run made of it.
	Instead map[string][]byte
}

// becomes are the run's files as they are to be brought to the user.
func (o Order) becomes() trajectory.Files {
	all := trajectory.Files{}
	maps.Copy(all, o.Is.WithoutFolders())
	for name, text := range o.Instead {
		all[name] = sha256.Sum256(text)
	}
	for name, out := range o.Without {
		was, there := o.Was[name]
		switch {
		case folders.Is(name):
		case out && there:
			all[name] = was
		case out:
			delete(all, name)
		}
	}
	return all
}

// content is what a file is to hold.
func (o Order) content(name string) Content {
	if text, there := o.Instead[name]; there {
		return Content{Text: text}
	}
	return Content{File: filepath.Join(o.Finished, filepath.FromSlash(name))}
}

// Merger merges a file that the run and the user both changed. Clashes name what both
// changed in different ways; ok is false for a kind of file that is not merged.
type Merger func(ctx context.Context, m Merging) (merged []byte, clashes []string, ok bool, err error)

// Merging is a file in its three states.
type Merging struct {
	Path       string  // in the user's folder
	Base, Mine string  // files of this machine; Base is "" where the run and the user both made it
	Theirs     Content // the run's
}

// LookApply computes what applying would do: all that the run changed, but for what is
// left out and what is in the user's folder already. A commit that a kill cut off there is first finished or taken
// back. The error is a *Refused where a file is in the way.
func (e Engine) LookApply(ctx context.Context, o Order) (*Plan, error) {
	to, err := resolve(o.To)
	if err != nil {
		return nil, err
	}
	if _, err := e.Recover(to); err != nil {
		return nil, err
	}
	o.To = to
	return e.lookApply(ctx, o)
}

func (e Engine) lookApply(ctx context.Context, o Order) (*Plan, error) {
	ledger, err := ReadLedger(o.Run)
	if err != nil {
		return nil, err
	}
	t, err := openTarget(o.To)
	if errors.Is(err, fs.ErrNotExist) {
		t, err = nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the folder to copy to: %w", err)
	}
	l := looking{e: e, o: o, is: o.becomes(), brought: ledger.broughtTo(o.To), t: t, refused: &Refused{To: o.To, Verb: Apply}}
	if t != nil {
		defer t.Close()
	}
	for _, name := range changedNames(o.Was.WithoutFolders(), l.is) {
		if err := ctx.Err(); err != nil {
			return nil, context.Cause(ctx)
		}
		if err := l.add(ctx, name); err != nil {
			return nil, err
		}
	}
	if err := l.folders(); err != nil {
		return nil, err
	}
	if len(l.refused.Files) > 0 {
		return nil, l.refused
	}
	return &Plan{Verb: Apply, Run: o.Run, To: o.To, Steps: inTurn(l.steps),
		again: func() (*Plan, error) { return e.lookApply(ctx, o) }}, nil
}

// changedNames are the files that differ, in order.
func changedNames(was, is trajectory.Files) []string {
	all := map[string]bool{}
	for name, now := range is {
		if before, there := was[name]; !there || before != now {
			all[name] = true
		}
	}
	for name := range was {
		if _, there := is[name]; !there {
			all[name] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// looking compares a run's files with the user's.
type looking struct {
	e       Engine
	o       Order
	is      trajectory.Files  // what the run's files are to become
	brought map[string]string // what an earlier commit of the run left there, by path
	t       *target           // nil where there is no folder yet
	steps   []Step
	refused *Refused
	named   map[string]bool // mails that get another name
}

func (l *looking) add(ctx context.Context, name string) error {
	step, err := l.step(ctx, name)
	return l.note(name, step, err)
}

// note keeps a step that does something, or why it cannot be done.
func (l *looking) note(name string, step Step, err error) error {
	no := (*odd)(nil)
	switch {
	case errors.As(err, &no):
		l.refused.Files = append(l.refused.Files, Refusal{name, no.why})
	case err != nil:
		return fmt.Errorf("look at %s: %w", visible(name), err)
	case step.Before.Hash != step.After.Hash:
		l.steps = append(l.steps, step)
	}
	return nil
}

// step is what is done about one file that the run changed. One that does nothing has
// the same hash before and after.
func (l *looking) step(ctx context.Context, name string) (Step, error) {
	if err := checkName(name); err != nil {
		return Step{}, err
	}
	now, info, err := State{}, fs.FileInfo(nil), error(nil)
	if l.t != nil {
		now, info, err = l.t.look(name)
	}
	if errors.As(err, new(*odd)) && l.replacedFile(name) {
		now, info, err = State{}, nil, nil
	}
	if err != nil {
		return Step{}, err
	}
	was, is := hexOf(l.o.Was, name), hexOf(l.is, name)
	s := Step{Path: name, Before: now, After: State{Hash: is, Mode: now.Mode}, seen: info}
	s.bytes = l.o.content(name)
	mailGone := now.Hash == "" && was != "" && isMail(name)
	if !mailGone && (now.Hash == is || now.Hash == was) || l.isPart(s) {
		return s, nil
	}
	return l.both(ctx, s, was)
}

// isPart reports whether the user's file is what an earlier commit made of a part of what
// the run did with it, of which the rest is to follow.
func (l *looking) isPart(s Step) bool {
	_, part := l.o.Instead[s.Path]
	return !part && s.Before.Hash != "" && s.Before.Hash == l.brought[s.Path]
}

// both is the step for a file that the user has changed too.
func (l *looking) both(ctx context.Context, s Step, was string) (Step, error) {
	changed, gone := oddly("it has changed since the run began"), oddly("it is gone since the run began")
	missing, deletes := s.Before.Hash == "", s.After.Hash == ""
	switch {
	case missing && isMail(s.Path):
		moved, err := l.movedMail(s, was, gone)
		if err == gone && deletes {
			return s, nil
		}
		return moved, err
	case missing && deletes:
		return s, nil
	case missing:
		return s, gone
	case deletes:
		return s, changed
	case was == "" && isMail(s.Path):
		return l.besides(s, changed)
	case l.e.Merge == nil:
		return s, changed
	}
	return l.merge(ctx, s, was, changed)
}

// merge asks the merger for a file that holds what both sides did.
func (l *looking) merge(ctx context.Context, s Step, was string, changed error) (Step, error) {
	m := Merging{Path: s.Path, Mine: filepath.Join(l.o.To, filepath.FromSlash(s.Path)), Theirs: s.bytes}
	if was != "" {
		m.Base = filepath.Join(l.o.Start, filepath.FromSlash(s.Path))
	}
	merged, clashes, ok, err := l.e.Merge(ctx, m)
	switch {
	case err != nil:
		return s, err
	case !ok:
		return s, changed
	case len(clashes) > 0:
		return s, oddly("you and the run both changed %s", quoteAll(clashes))
	}
	sum := sha256.Sum256(merged)
	s.After.Hash, s.bytes, s.Merged = hex.EncodeToString(sum[:]), Content{Text: merged}, true
	return s, nil
}

func hexOf(files trajectory.Files, name string) string {
	sum, there := files[name]
	if !there {
		return ""
	}
	return hex.EncodeToString(sum[:])
}

// quoteAll names things in a sentence.
func quoteAll(all []string) string {
	out := ""
	for i, one := range all {
		switch {
		case i > 0 && i == len(all)-1:
			out += " and "
		case i > 0:
			out += ", "
		}
		out += fmt.Sprintf("%q", one)
	}
	return out
}
