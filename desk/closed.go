package desk

import (
	"legomem/commit"
	"legomem/orchestrator"
	"legomem/places"
	"legomem/trajectory"
)

// orderOf is what a closed run changed, to be brought to a folder.
func orderOf(r *trajectory.Run, to string) (commit.Order, error) {
	run := places.Run(r.Dir)
	was, is, err := closedFiles(r)
	return commit.Order{Run: run, Start: run.Start(), Finished: run.Testbed(), Was: was, Is: is, To: to}, err
}

// closedFiles hashes a run's files at the start and at the end. Only a run that has come
// to its end is compared and applied, and only as long as its files are what its log says:
// those of a run that was cut off look as if everything else had been deleted.
func closedFiles(r *trajectory.Run) (was, is trajectory.Files, err error) {
	switch {
	case r.Result == nil:
		return nil, nil, BadInput("run %s has no end: it goes on, or it was killed; legomem runs resume %s goes on with that", r.ID, r.ID)
	case r.Torn:
		return nil, nil, BadInput("the last line of the log of run %s was cut off by a crash; legomem runs resume %s goes on with it, or do the task anew with legomem run", r.ID, r.ID)
	case !r.Closed():
		return nil, nil, BadInput("run %s has no finished testbed: its files were not brought out, or its log does not name them; do the task anew with legomem run", r.ID)
	}
	if is, err = filesAs(places.Run(r.Dir).Testbed(), r.Left, r); err != nil {
		return nil, nil, err
	}
	was, err = filesAs(places.Run(r.Dir).Start(), r.Copied, r)
	return was, is, err
}

// filesAs hashes a folder of a run, which must hold what the log says.
func filesAs(dir string, want trajectory.Artifact, r *trajectory.Run) (trajectory.Files, error) {
	files, err := orchestrator.FilesIn(dir)
	if err != nil {
		return nil, BadInput("run %s: %s cannot be read: %w", r.ID, dir, err)
	}
	if got := files.Artifact(); want != "" && got != want {
		return nil, BadInput("run %s: %s does not hold what the log says (it is %s, and was %s), so nothing is taken from it; do the task anew with legomem run", r.ID, dir, got, want)
	}
	return files, nil
}
