package desk

import (
	"legomem/commit"
	"legomem/orchestrator"
	"legomem/places"
	"legomem/trajectory"
)

// orderOf is what a closed run changed, to be brought to a folder.
func orderOf(r *trajectory.Run, to string) (commit.Order, error) {
	files, err := closedFiles(r)
	if err != nil {
		return commit.Order{}, err
	}
	return files.known().order(r, to), nil
}

// closed are a run's files at the start and at the end.
type closed struct {
	was, is trajectory.Files
	folders bool // the log names the empty folders in them, too
}

// known is what the log names of it. An earlier release listed no empty folders, so that
// those of its runs are in no list of changes that anybody has seen.
func (c closed) known() closed {
	if !c.folders {
		c.was, c.is = c.was.WithoutFolders(), c.is.WithoutFolders()
	}
	return c
}

func (c closed) order(r *trajectory.Run, to string) commit.Order {
	run := places.Run(r.Dir)
	return commit.Order{Run: run, Start: run.Start(), Finished: run.Testbed(), Was: c.was, Is: c.is, To: to}
}

// closedFiles hashes a run's files at the start and at the end. Only a run that has come
// to its end is compared and applied, and only as long as its files are what its log says:
// those of a run that was cut off look as if everything else had been deleted.
func closedFiles(r *trajectory.Run) (c closed, err error) {
	switch {
	case r.Result == nil:
		return c, BadInput("run %s has no end: it goes on, or it was killed; legomem runs resume %s goes on with that", r.ID, r.ID)
	case r.Torn:
		return c, BadInput("the last line of the log of run %s was cut off by a crash; legomem runs resume %s goes on with it, or do the task anew with legomem run", r.ID, r.ID)
	case !r.Closed():
		return c, BadInput("run %s has no finished testbed: its files were not brought out, or its log does not name them; do the task anew with legomem run", r.ID)
	}
	is, ended, err := filesAs(places.Run(r.Dir).Testbed(), r.Left, r)
	if err != nil {
		return c, err
	}
	was, began, err := filesAs(places.Run(r.Dir).Start(), r.Copied, r)
	return closed{was: was, is: is, folders: began && ended}, err
}

// filesAs hashes a folder of a run, which must hold what the log says. It reports whether
// that names the empty folders, too.
func filesAs(dir string, want trajectory.Artifact, r *trajectory.Run) (files trajectory.Files, folders bool, err error) {
	files, err = orchestrator.FilesIn(dir)
	if err != nil {
		return nil, false, BadInput("run %s: %s cannot be read: %w", r.ID, dir, err)
	}
	got := files.Artifact()
	switch want {
	case got:
		return files, true, nil
	case "", files.WithoutFolders().Artifact():
		return files, false, nil
	}
	return nil, false, BadInput("run %s: %s does not hold what the log says (it is %s, and was %s), so nothing is taken from it; do the task anew with legomem run", r.ID, dir, got, want)
}
