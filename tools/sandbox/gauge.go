package sandbox

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"legomem/tools"
	"legomem/tools/office"
)

// gauge tells a resident which limit its sandbox has exceeded. In a container the
// kernel enforces the limits and counts how often one was reached; on the machine
// itself the resident measures its own folder.
type gauge struct {
	limits Limits
	// folder is what is measured, with all that is in it; "" in a container.
	folder string
	// groups is where the container's control groups are visible.
	groups string
	files  counterFiles
	begun  counters
}

func newGauge(l Limits, c *confinement) *gauge {
	if c != nil {
		return &gauge{limits: l, folder: c.Folder}
	}
	g := &gauge{limits: l, groups: groupsFolder}
	g.begun = g.files.countersIn(g.groups)
	return g
}

func (g *gauge) local() bool { return g.folder != "" }

// watched is an action while it is under a gauge.
type watched struct {
	*gauge
	bounds office.Bounds
	writes bool // it may change files by itself

	mu    sync.Mutex
	found *Breach
}

// watch puts an action under the gauge. The context it returns ends when a limit is
// exceeded meanwhile; done must be called.
func (g *gauge) watch(ctx context.Context, writes bool) (w *watched, under context.Context, done func()) {
	w = &watched{gauge: g, writes: writes}
	w.bounds.Output = g.limits.Output
	if g.local() {
		w.bounds.Memory = g.limits.Memory
	}
	ctx, cancel := context.WithCancel(office.Within(ctx, &w.bounds))
	var looking sync.WaitGroup
	looking.Go(func() { w.look(ctx, cancel) })
	return w, ctx, func() {
		cancel()
		looking.Wait()
	}
}

// How often a running action is measured; measuring takes at most about 1/lookShare of
// the time.
const (
	lookEvery = 250 * time.Millisecond
	lookShare = 20
)

// look ends an action that has exceeded a limit.
func (w *watched) look(ctx context.Context, cancel func()) {
	for wait := lookEvery; ; {
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return
		}
		began := time.Now()
		if b := w.measure(); b != nil {
			w.mu.Lock()
			w.found = b
			w.mu.Unlock()
			cancel()
			return
		}
		wait = max(lookEvery, lookShare*time.Since(began))
	}
}

// measure looks at what can be seen from outside the action.
func (w *watched) measure() *Breach {
	if over := w.bounds.Over(); over != nil && over.What == office.Printing {
		return w.limits.breach(LimitOutput, "%s", over.Detail)
	}
	if !w.local() {
		return w.counted()
	}
	if w.writes || w.bounds.Ran() {
		return w.weigh()
	}
	return nil
}

// verdict is the breach that an action ended with, nil for none.
func (w *watched) verdict(obs tools.Observation) *Breach {
	w.mu.Lock()
	found := w.found
	w.mu.Unlock()
	if found != nil {
		return found
	}
	if b := w.measure(); b != nil {
		return b
	}
	if over := w.bounds.Over(); over != nil {
		if b := w.starved(over); b != nil {
			return b
		}
	}
	if obs.Code == tools.DiskFull {
		return w.full(obs.Text)
	}
	return nil
}

// counted compares the kernel's counters with those at the beginning.
func (g *gauge) counted() *Breach {
	now := g.files.countersIn(g.groups)
	switch {
	case now.killed > g.begun.killed:
		return g.limits.breach(LimitMemory, "memory ran out, and the kernel killed a program")
	case now.refused > g.begun.refused:
		return g.limits.breach(LimitPids, "the kernel refused to start another process or thread")
	}
	return nil
}

// starved is the breach behind a program's excess, if that was of the sandbox's own
// limits. A local program that finds the disk full has reached the machine's.
func (g *gauge) starved(over *office.Excess) *Breach {
	switch over.What {
	case office.Memory:
		return g.limits.breach(LimitMemory, "%s", over.Detail)
	case office.Killed:
		if !g.local() && !g.begun.known {
			return g.limits.breach(LimitMemory, "%s, as the kernel does when memory runs out", over.Detail)
		}
	case office.Processes:
		if !g.local() {
			return g.limits.breach(LimitPids, "%s", over.Detail)
		}
	case office.DiskSpace:
		if !g.local() {
			return g.limits.breach(LimitDisk, "%s", over.Detail)
		}
	case office.DiskFiles:
		if !g.local() {
			return g.limits.breach(LimitFiles, "%s", over.Detail)
		}
	}
	return nil
}

// full is the breach behind a full disk, reported with this text; nil if the disk is
// the machine's own.
func (g *gauge) full(text string) *Breach {
	if g.local() {
		if strings.Contains(text, syscall.EFBIG.Error()) {
			return g.limits.breach(LimitDisk, "%s", text)
		}
		return nil
	}
	for _, dir := range []string{".", os.TempDir()} {
		if noMoreFiles(dir) {
			return g.limits.breach(LimitFiles, "%s", text)
		}
	}
	return g.limits.breach(LimitDisk, "%s", text)
}

// outside replaces the observation of a local action that failed because the machine's
// own disk is full, whatever its tool made of that.
func (w *watched) outside(obs tools.Observation) tools.Observation {
	over := w.bounds.Over()
	if !w.local() || !obs.Failed || over == nil || (over.What != office.DiskSpace && over.What != office.DiskFiles) {
		return obs
	}
	return tools.Fail(tools.Failf(tools.DiskFull, "%s: %w; make room on this machine", over.Detail, syscall.ENOSPC))
}

// weigh measures the folder: the testbed, and what is temporary next to it. A folder
// that cannot be measured counts as over its limits.
func (g *gauge) weigh() *Breach {
	bed, rest, err := weighFolder(g.folder)
	switch {
	case err != nil:
		return g.limits.breach(LimitFiles, "its files cannot be counted: %v", err)
	case bed.bytes > g.limits.Workspace:
		return g.limits.breach(LimitDisk, "the files of the testbed have %d bytes", bed.bytes)
	case rest.bytes > g.limits.Temp:
		return g.limits.breach(LimitDisk, "its temporary files have %d bytes, over the %d that they may have beside the testbed", rest.bytes, g.limits.Temp)
	case bed.files > g.limits.Inodes, rest.files > g.limits.Inodes:
		return g.limits.breach(LimitFiles, "there are %d files and folders", max(bed.files, rest.files))
	}
	return nil
}

// weight is what a folder holds. Folders and links count as files.
type weight struct{ files, bytes int64 }

// weighFolder adds up what is in a workspace's testbed, and in the rest of it.
func weighFolder(dir string) (bed, rest weight, err error) {
	inBed := filepath.Join(dir, bedFolder) + string(filepath.Separator)
	err = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		of := &rest
		if strings.HasPrefix(p, inBed) {
			of = &bed
		}
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil // gone meanwhile
		case err != nil:
			return err
		}
		of.files++
		if !d.Type().IsRegular() {
			return nil
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil {
			of.bytes += info.Size()
		}
		return err
	})
	return bed, rest, err
}
