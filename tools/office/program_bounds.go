package office

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
)

// Bounds limits what the programs of one action may use, and records what they
// went over. Tools pass it on in their context (see Within), so that it is known
// whatever a tool makes of a program's failure.
type Bounds struct {
	// Output is how many bytes one program may print; 0 means 32 MiB.
	Output int64
	// Memory is what each program may have before the kernel makes its allocations
	// fail; 0 if there is no such limit, or the kernel kills instead.
	Memory int64

	mu   sync.Mutex
	ran  bool
	over *Excess
}

// Resource is what a program had too little of.
type Resource string

// What Bounds watches over. Killed is for a program that was not killed by us but,
// for example, by the kernel because memory was short.
const (
	Printing  Resource = "printing"
	Memory    Resource = "memory"
	Killed    Resource = "killed"
	Processes Resource = "processes"
	DiskSpace Resource = "disk space"
	DiskFiles Resource = "files on the disk"
)

// Excess is the error of a program that went over a bound, and has ended.
type Excess struct {
	What   Resource
	Detail string
	cause  error
}

func (e *Excess) Error() string { return e.Detail }
func (e *Excess) Unwrap() error { return e.cause }

// FailureCode is the code of a tool's failure that has this cause.
func (e *Excess) FailureCode() string {
	switch e.What {
	case Printing:
		return "too_large"
	case DiskSpace, DiskFiles:
		return "disk_full"
	}
	return "internal"
}

type boundsKey struct{}

// Within makes b watch the programs that run under ctx.
func Within(ctx context.Context, b *Bounds) context.Context {
	return context.WithValue(ctx, boundsKey{}, b)
}

// BoundsOf returns the Bounds of ctx, or fresh ones.
func BoundsOf(ctx context.Context) *Bounds {
	if b, ok := ctx.Value(boundsKey{}).(*Bounds); ok {
		return b
	}
	return new(Bounds)
}

// Ran reports whether a program was started.
func (b *Bounds) Ran() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.ran
}

// Over is the first bound that a program went over, nil if none did.
func (b *Bounds) Over() *Excess {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.over
}

func (b *Bounds) output() int64 {
	if b.Output <= 0 {
		return maxProgramOutput
	}
	return b.Output
}

func (b *Bounds) starts() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ran = true
}

// Note keeps what a program went over, if it is the first.
func (b *Bounds) Note(over *Excess) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.over == nil {
		b.over = over
	}
}

// note is Note, and returns the error of the program, which ended with err.
func (b *Bounds) note(over *Excess, err error) error {
	if over == nil {
		return err
	}
	over.cause = err
	b.Note(over)
	if err == nil && over.What != Printing {
		return nil // it did its work all the same
	}
	return over
}

// startExcess is what kept a program from being started.
func startExcess(cmd *exec.Cmd, err error) *Excess {
	if !errors.Is(err, syscall.EAGAIN) {
		return nil
	}
	return &Excess{What: Processes, Detail: fmt.Sprintf("no process left to start %s in", filepath.Base(cmd.Path))}
}

// judge returns what a program that has ended by itself went over, nil for nothing.
func (b *Bounds) judge(cmd *exec.Cmd, out Output) *Excess {
	name := filepath.Base(cmd.Path)
	for _, dir := range []string{cmd.Dir, os.TempDir()} {
		switch bytes, files := fullDisk(dir); {
		case files:
			return &Excess{What: DiskFiles, Detail: fmt.Sprintf("%s left no room for another file in %s", name, dir)}
		case bytes:
			return &Excess{What: DiskSpace, Detail: fmt.Sprintf("%s left no space on the disk of %s", name, dir)}
		}
	}
	switch {
	case cmd.ProcessState == nil || cmd.ProcessState.Success():
		return nil
	case b.Memory > 0 && (saysMemory(out) || peakMemory(cmd.ProcessState) > b.Memory/4*3):
		return &Excess{What: Memory, Detail: fmt.Sprintf("%s ran out of memory (%s)%s", name, cmd.ProcessState, lastWords(out.Stderr))}
	case wasKilled(cmd.ProcessState):
		return &Excess{What: Killed, Detail: fmt.Sprintf("%s was killed", name)}
	}
	return nil
}

// memoryWords are how programs report that an allocation failed.
var memoryWords = []string{"out of memory", "memory exhausted", "cannot allocate memory", "bad_alloc", "not enough memory", "insufficient memory", "memoryerror"}

func saysMemory(out Output) bool {
	for _, text := range [][]byte{out.Stderr, tailOf(out.Stdout)} {
		said := string(bytes.ToLower(text))
		for _, word := range memoryWords {
			if strings.Contains(said, word) {
				return true
			}
		}
	}
	return false
}

// tailOf is where a program reports why it ends, if not on standard error.
func tailOf(text []byte) []byte { return text[max(0, len(text)-1<<10):] }
