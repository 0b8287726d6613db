package office

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

//go:embed resident.py
var residentScript string

// worker is a running resident: the script, and the LibreOffice it started.
type worker struct {
	dir      string // profile, documents, its temporary files
	requests *os.File
	replies  *os.File
	lines    *bufio.Reader
	kill     context.CancelFunc // of the whole process group
	ended    chan struct{}      // closed when the group is gone
	said     Output             // once it has ended
	err      error              // how it ended
	served   int
}

// answer is a line from the script.
type answer struct {
	Ready   bool   `json:"ready"`
	Missing string `json:"missing"` // what Python lacks
	Refused string `json:"refused"` // why a document was not converted
	Done    bool   `json:"done"`
}

// startWorker returns when the worker is ready. Its errors are errResident,
// and leave nothing behind.
func startWorker(ctx context.Context) (*worker, error) {
	binary, python, err := findPython()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errResident, err)
	}
	dir, err := os.MkdirTemp("", "legomem-office-")
	if err != nil {
		return nil, fmt.Errorf("%w: make its folder: %w", errResident, err)
	}
	w := &worker{dir: dir, ended: make(chan struct{})}
	if err := w.launch(binary, python); err != nil {
		return nil, fmt.Errorf("%w: %w", errResident, errors.Join(err, RemoveAll(dir)))
	}
	first, err := w.receive(ctx)
	if err == nil && !first.Ready {
		err = fmt.Errorf("%w: not ready: %s", errResident, first.Missing)
	}
	if err == nil {
		err = hide(sockets(dir), pipeOf(dir))
	}
	if err != nil {
		return nil, errors.Join(err, w.end())
	}
	return w, nil
}

// hide makes sure that nobody else can connect to a LibreOffice that we have
// connected to: its sockets lose their names, so that none is left behind if all
// processes die suddenly. A socket that other users could have reached is an error.
func hide(sockets []string, pipe string) error {
	met := false
	for _, name := range sockets {
		info, err := os.Lstat(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("%w: %w", errResident, err)
		}
		if info.Mode().Perm()&0o077 != 0 {
			return fmt.Errorf("%w: %s was open to other users (%v)", errResident, name, info.Mode())
		}
		if err := os.Remove(name); err != nil {
			return fmt.Errorf("%w: %w", errResident, err)
		}
		met = met || strings.HasSuffix(name, "_"+pipe)
	}
	if !met {
		return fmt.Errorf("%w: its socket is not where it should be, so others may reach it", errResident)
	}
	return nil
}

// findPython finds LibreOffice's own executable, not the script that wraps it,
// and a Python that can speak to it.
func findPython() (office, python string, err error) {
	found, err := PythonUNO().Find()
	if err != nil {
		return "", "", err
	}
	if found, err = filepath.EvalSymlinks(found); err != nil {
		return "", "", err
	}
	dir := filepath.Dir(found)
	office = filepath.Join(dir, "soffice.bin")
	if _, err := os.Stat(office); err != nil {
		return "", "", fmt.Errorf("%s stands alone, without LibreOffice's files", found)
	}
	// LibreOffice from its makers brings its own Python; Debian's uses the system's.
	for _, python := range []string{filepath.Join(dir, "python"), "/usr/bin/python3", "python3"} {
		if python, err = exec.LookPath(python); err == nil {
			return office, python, nil
		}
	}
	return "", "", &MissingProgramError{"python3", "python3-uno"}
}

// launch starts the script, in a process group that RunCommand watches.
func (w *worker) launch(office, python string) error {
	if err := errors.Join(writeProfile(w.dir), settleProfile(w.dir, office)); err != nil {
		return err
	}
	theirIn, requests, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("make a pipe: %w", err)
	}
	replies, theirOut, err := os.Pipe()
	if err != nil {
		return errors.Join(fmt.Errorf("make a pipe: %w", err), theirIn.Close(), requests.Close())
	}
	ctx, kill := context.WithCancel(context.Background())
	w.requests, w.replies, w.lines, w.kill = requests, replies, bufio.NewReader(replies), kill

	args := append([]string{"-I", "-B", "-c", residentScript, pipeOf(w.dir), office}, officeArgs(w.dir)...)
	cmd := exec.CommandContext(ctx, python, append(args, "--accept=pipe,name="+pipeOf(w.dir)+";urp")...)
	cmd.Dir = w.dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + w.dir, "TMPDIR=" + w.dir, "LANG=C.UTF-8", "LC_ALL=C.UTF-8"}
	cmd.Stdin, cmd.ExtraFiles = theirIn, []*os.File{theirOut}
	go func() {
		defer close(w.ended)
		w.said, w.err = confined(office, w.dir, func() (Output, error) { return RunCommand(cmd, maxProgramErrors) })
		_, _ = theirIn.Close(), theirOut.Close() // only now is it sure that they have been handed over
	}()
	return nil
}

// convert converts one document, in files that are removed afterwards.
func (w *worker) convert(ctx context.Context, d draft) ([]byte, error) {
	in, out := filepath.Join(w.dir, "in"+d.suffix), filepath.Join(w.dir, "out.pdf")
	if err := writeNew(in, d.data); err != nil {
		return nil, errors.Join(err, os.Remove(in))
	}
	got, err := w.ask(ctx, d.job(in, out))
	if err != nil {
		return nil, err // the worker's end removes its folder
	}
	defer os.Remove(out)
	if err := os.Remove(in); err != nil {
		return nil, err
	}
	if bytes, files := fullDisk(w.dir); !got.Done && (bytes || files) {
		return nil, fmt.Errorf("%w: the disk is full", errResident)
	}
	if !got.Done {
		return nil, fmt.Errorf("%w: %s", ErrCorrupt, got.Refused)
	}
	pdf, err := readPDF(w.dir, "out.pdf")
	if err != nil && !errors.Is(err, ErrTooLarge) {
		return nil, fmt.Errorf("%w: %w", errResident, err)
	}
	return pdf, err
}

// writeNew writes a document for a LibreOffice that has read others. A file that
// is there already is a link or a pipe planted for us.
func writeNew(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%w: %w", errResident, err)
	}
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// job is a request: URLs, and LibreOffice's names of the formats.
type job struct {
	In      string `json:"in"`
	Out     string `json:"out"`
	Filter  string `json:"filter"`
	Options string `json:"options"`
	Export  string `json:"export"`
}

func (d draft) job(in, out string) job {
	filter, options, _ := strings.Cut(d.filter, ":")
	return job{fileURL(in), fileURL(out), filter, options, d.export}
}

func (w *worker) ask(ctx context.Context, j job) (answer, error) {
	line, err := json.Marshal(j)
	if err != nil {
		return answer{}, err
	}
	if _, err := w.requests.Write(append(line, '\n')); err != nil {
		return answer{}, fmt.Errorf("%w: %w", errResident, err)
	}
	return w.receive(ctx)
}

// receive waits for a reply. If none comes before ctx ends, the worker is killed.
func (w *worker) receive(ctx context.Context) (got answer, err error) {
	stop := context.AfterFunc(ctx, w.kill)
	defer stop()
	line, err := w.lines.ReadSlice('\n')
	if err == nil {
		err = json.Unmarshal(line, &got)
	}
	if err != nil {
		w.kill()
		<-w.ended
		return got, fmt.Errorf("%w: %w%s", errResident, err, lastWords(w.said.Stderr))
	}
	return got, nil
}

// end kills the group and removes what it used.
func (w *worker) end() error {
	w.kill()
	<-w.ended
	_, _ = w.requests.Close(), w.replies.Close()
	removeSockets(w.dir)
	return RemoveAll(w.dir)
}
