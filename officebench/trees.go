package officebench

import (
	"context"
	"errors"
	"path"
	"strings"

	"legomem/tools"
)

// Reader reads a testbed with its hidden inspection tools. An open sandbox is a Reader:
// the resident, not this process, opens what a run has made.
type Reader interface {
	Call(ctx context.Context, a tools.Action) (tools.Observation, error)
}

// ReadCloser is a Reader that was opened for an evaluation alone.
type ReadCloser interface {
	Reader
	Close() error
}

// Opener opens a Reader over a folder of this machine, which it does not change.
type Opener func(ctx context.Context, dir string) (ReadCloser, error)

// trees are the three folders an evaluation's paths can lead into: the finished testbed
// and, opened when first needed, the testbed before the run and the expected files.
type trees struct {
	finished         Reader
	start, reference string
	open             Opener // each folder once
}

// kind is what a place holds.
type kind string

const (
	nothing kind = ""
	file    kind = "file"
	folder  kind = "folder"
)

// place is a path inside one of the trees, and what is there under exactly that name. A
// path that leads nowhere has no reader, and its kind is nothing.
type place struct {
	name   string // as the evaluation has it, for a person
	reader Reader
	path   string // in the tree
	kind   kind
}

// at looks up a path of an evaluation.
func (t *trees) at(ctx context.Context, name string) (place, error) {
	tree, steps := locate(name)
	p := place{name: path.Clean(name), path: path.Join(append([]string{"."}, steps...)...)}
	var err error
	switch tree {
	case finishedTree:
		p.reader = t.finished
	case startTree:
		p.reader, err = t.beside(ctx, t.start)
	case referenceTree:
		p.reader, err = t.beside(ctx, t.reference)
	}
	if err == nil && p.reader != nil {
		p.kind, err = p.stat(ctx)
	}
	return p, err
}

// tree names one of the three folders.
type tree string

const (
	nowhere       tree = ""
	finishedTree  tree = "finished"
	startTree     tree = "start"
	referenceTree tree = "reference"
)

// finishedPath is the place of a finished testbed below its task's folder, as an
// evaluation's paths see it: tasks/<id>/outputs/<n>/<tag>/testbed.
const finishedPath = "outputs/n/tag/testbed"

// locate resolves a path: which tree, and the steps in it. It is relative to
// the finished testbed, which "/testbed" means too, and may climb out of it to
// ../../../../reference and to ../../../../cache/<n>/testbed, the testbed
// before the run.
func locate(name string) (tree, []string) {
	if rooted, ok := strings.CutPrefix(name, "/testbed"); ok && (rooted == "" || rooted[0] == '/') {
		name = "." + rooted
	} else if path.IsAbs(name) {
		return nowhere, nil
	}
	full := path.Join(finishedPath, name)
	steps := strings.Split(full, "/")
	switch {
	case full == finishedPath || strings.HasPrefix(full, finishedPath+"/"):
		return finishedTree, steps[4:]
	case steps[0] == "reference":
		return referenceTree, steps[1:]
	case len(steps) >= 3 && steps[0] == "cache" && steps[2] == "testbed":
		return startTree, steps[3:]
	case steps[0] == "testbed":
		return startTree, steps[1:]
	}
	return nowhere, nil
}

// beside opens a folder other than the finished testbed; nil where there is none.
func (t *trees) beside(ctx context.Context, dir string) (Reader, error) {
	if dir == "" {
		return nil, nil
	}
	if t.open == nil {
		return nil, errors.New("the expected files and the testbed before the run cannot be read: the Evaluator has no Open")
	}
	return t.open(ctx, dir)
}
