package office

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"
)

// Program is an external program and the Debian package that brings it.
type Program struct {
	Command string
	Package string
	// Library, if set, is a file that must be next to the program: the part of
	// LibreOffice that knows one kind of document.
	Library string
	// For says what is lost without it, for `doctor`.
	For string

	version []string // the arguments that print its version
	env     []string
}

// LibreOfficeWriter converts documents.
func LibreOfficeWriter() Program {
	return Program{Command: "soffice", Package: "libreoffice-writer-nogui", Library: "libswlo.so",
		For: "documents to pdf", version: []string{"--version"}}
}

// LibreOfficeCalc converts workbooks.
func LibreOfficeCalc() Program {
	return Program{Command: "soffice", Package: "libreoffice-calc-nogui", Library: "libsclo.so",
		For: "workbooks to pdf", version: []string{"--version"}}
}

// PDFToPPM draws the pages of a pdf.
func PDFToPPM() Program {
	return Program{Command: "pdftoppm", Package: "poppler-utils", For: "pdf to image, and reading scanned pdf", version: []string{"-v"}}
}

// Tesseract reads the text of an image.
func Tesseract() Program {
	// One thread: on small images several only wait for each other.
	return Program{Command: "tesseract", Package: "tesseract-ocr", For: "text of images", version: []string{"--version"},
		env: []string{"OMP_THREAD_LIMIT=1"}}
}

// Programs lists every external program that tools may call.
func Programs() []Program {
	return []Program{LibreOfficeWriter(), LibreOfficeCalc(), PythonUNO(), PDFToPPM(), Tesseract()}
}

// MissingProgramError reports that a program is not installed, and which Debian
// package brings it.
type MissingProgramError struct{ Command, Package string }

func (e *MissingProgramError) Error() string {
	return fmt.Sprintf("the program %s is not installed here; on Debian or Ubuntu: apt-get install %s", e.Command, e.Package)
}

// FailureCode is the code of a tool's failure that has this cause.
func (e *MissingProgramError) FailureCode() string { return "missing_program" }

// Find returns the program's path, or a *MissingProgramError.
func (p Program) Find() (string, error) {
	found, err := exec.LookPath(p.Command)
	if err != nil {
		return "", &MissingProgramError{p.Command, p.Package}
	}
	if p.Library == "" {
		return found, nil
	}
	real, err := filepath.EvalSymlinks(found)
	if err != nil {
		return "", &MissingProgramError{p.Command, p.Package}
	}
	if !hasLibrary(filepath.Dir(real), p.Library) {
		return "", &MissingProgramError{p.Command + " with " + p.Library, p.Package}
	}
	return found, nil
}

// hasLibrary is also true where the folder is not LibreOffice's own, such as
// that of a wrapper script: then only trying can tell.
func hasLibrary(dir, library string) bool {
	if _, err := os.Stat(filepath.Join(dir, "soffice.bin")); err != nil {
		return true
	}
	_, err := os.Stat(filepath.Join(dir, library))
	return err == nil
}

// Version asks the program for its version: one line. It may take a second.
func (p Program) Version(ctx context.Context) (string, error) {
	var text string
	err := InTempDir(func(dir string) error {
		out, err := p.Run(ctx, Job{Dir: dir, Args: p.version})
		text = strings.TrimSpace(string(out.Stdout) + "\n" + string(out.Stderr)) // poppler prints it on stderr
		return err
	})
	text, _, _ = strings.Cut(text, "\n")
	if err != nil && text == "" {
		return "", err
	}
	return text, nil
}

// The bounds of one run of a program.
const (
	maxProgramTime   = 2 * time.Minute
	maxProgramOutput = 32 << 20 // bytes, where no Bounds say otherwise
	maxProgramErrors = 64 << 10 // bytes of stderr that are kept
)

// Job is one run of a program.
type Job struct {
	Dir  string // its working folder, home and temporary folder
	Args []string
}

// Output is what a program printed.
type Output struct {
	Stdout, Stderr []byte
	// Cut means that it printed more than is kept.
	Cut bool
}

// Run runs the program without a shell and with an environment of its own, in
// a process group that is killed as a whole when ctx ends; a ctx without a
// deadline gets two minutes. The error is a *MissingProgramError if the program
// is not installed, and an *Excess if it went over the Bounds of ctx.
func (p Program) Run(ctx context.Context, job Job) (Output, error) {
	path, err := p.Find()
	if err != nil {
		return Output{}, err
	}
	if _, bounded := ctx.Deadline(); !bounded {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, maxProgramTime)
		defer cancel()
	}
	cmd := exec.CommandContext(ctx, path, job.Args...)
	cmd.Dir = job.Dir
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + job.Dir, "TMPDIR=" + job.Dir, "LANG=C.UTF-8", "LC_ALL=C.UTF-8"}, p.env...)
	bounds := BoundsOf(ctx)
	out, err := bounds.RunCommand(cmd, int(bounds.output()))
	var over *Excess
	switch {
	case errors.As(err, &over):
		return out, err
	case ctx.Err() != nil:
		return out, fmt.Errorf("%s did not end in time and was stopped: %w", p.Command, ctx.Err())
	case err != nil:
		return out, fmt.Errorf("%s: %w%s", p.Command, err, lastWords(out.Stderr))
	}
	return out, nil
}

// RunCommand is Bounds.RunCommand for a command that belongs to no action.
func RunCommand(cmd *exec.Cmd, keep int) (Output, error) {
	return new(Bounds).RunCommand(cmd, keep)
}

// RunCommand runs a command made by exec.CommandContext, in a process group of
// its own that is killed as a whole when the context ends, when it prints too
// much, or when the command ends. The first keep bytes of what it prints are
// kept. The error of a command that went over a bound is an *Excess.
func (b *Bounds) RunCommand(cmd *exec.Cmd, keep int) (Output, error) {
	said := &printed{most: b.output(), stop: func() { killGroup(cmd) }}
	stdout, stderr := &cappedBuffer{all: said, left: keep}, &cappedBuffer{all: said, left: min(keep, maxProgramErrors)}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	stopped := ownGroup(cmd)
	// A process that left the group may hold the pipes open: don't wait for it.
	cmd.WaitDelay = 2 * time.Second
	// The death signal follows the thread that started the child.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := cmd.Start(); err != nil {
		return Output{}, b.note(startExcess(cmd, err), err)
	}
	b.starts()
	killFirst(cmd.Process.Pid)
	err := cmd.Wait()
	killGroup(cmd)
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil
	}
	out := Output{Stdout: stdout.kept.Bytes(), Stderr: stderr.kept.Bytes(), Cut: stdout.cut || stderr.cut}
	switch {
	case said.over():
		return out, b.note(&Excess{What: Printing, Detail: fmt.Sprintf("%s printed more than %d bytes", filepath.Base(cmd.Path), said.most)}, err)
	case stopped():
		return out, err
	}
	return out, b.note(b.judge(cmd, out), err)
}

// printed counts what a command prints, and stops it when that is too much.
type printed struct {
	most int64
	stop func()

	mu    sync.Mutex
	bytes int64
}

func (p *printed) add(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.bytes
	p.bytes += int64(n)
	if before <= p.most && p.bytes > p.most {
		p.stop()
	}
}

func (p *printed) over() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.bytes > p.most
}

// cappedBuffer keeps the first bytes written to it and swallows the rest.
type cappedBuffer struct {
	all  *printed
	kept bytes.Buffer
	left int
	cut  bool
}

func (b *cappedBuffer) Write(p []byte) (int, error) {
	keep := p[:min(len(p), b.left)]
	b.left -= len(keep)
	b.cut = b.cut || len(keep) < len(p)
	_, _ = b.kept.Write(keep) // never fails
	b.all.add(len(p))
	return len(p), nil
}

func lastWords(stderr []byte) string {
	text := strings.TrimSpace(string(stderr))
	if text == "" {
		return ""
	}
	lines := strings.Split(text, "\n")
	return ": " + strings.TrimSpace(lines[len(lines)-1])
}

// InTempDir runs f with a private temporary folder that is deleted after it.
func InTempDir(f func(dir string) error) (err error) {
	dir, err := os.MkdirTemp("", "legomem-")
	if err != nil {
		return fmt.Errorf("make a temporary folder: %w", err)
	}
	defer func() { err = errors.Join(err, RemoveAll(dir)) }()
	return f(dir)
}
