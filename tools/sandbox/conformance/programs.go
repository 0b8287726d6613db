package conformance

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"legomem/tools"
	"legomem/tools/office"
)

// programs are what Main can run as, to be started in a sandbox like a converter. They
// need nothing but this executable: an image may hold no other.
var programs = map[string]func(args []string) error{
	sleeper: func([]string) error { time.Sleep(time.Hour); return nil },
	hog:     func([]string) error { return eat() },
	bomb:    multiply,
	flood:   func([]string) error { return pour() },
	filler:  fill,
	family:  multiplyOnce,
	lister:  func([]string) error { return listOpen() },
	parent:  func(args []string) error { return again(append([]string{sleeper}, args...)...).Start() },
}

const (
	sleeper = "sleeper"
	hog     = "hog"
	bomb    = "bomb"
	flood   = "flood"
	filler  = "filler"
	family  = "family"
	lister  = "lister"
	parent  = "parent"
)

// eat takes memory until there is none.
func eat() error {
	debug.SetGCPercent(-1)
	for all := [][]byte(nil); ; {
		some := make([]byte, 8<<20)
		for i := 0; i < len(some); i += 4 << 10 {
			some[i] = 1
		}
		all = append(all, some)
	}
}

// multiply starts sleepers until that fails.
func multiply(args []string) error {
	for {
		if err := again(append([]string{sleeper}, args...)...).Start(); err != nil {
			return err
		}
	}
}

// multiplyOnce starts one and waits for it.
func multiplyOnce(args []string) error { return again(append([]string{sleeper}, args...)...).Run() }

func again(args ...string) *exec.Cmd { return exec.Command("/proc/self/exe", args...) }

// pour prints until nobody listens.
func pour() error {
	text := strings.Repeat("x", 1<<10)
	for {
		if _, err := fmt.Println(text); err != nil {
			return err
		}
	}
}

// fill makes files in a folder: how many, and of how many bytes each.
func fill(args []string) error {
	if len(args) != 3 {
		return errors.New("fill: folder, count, bytes")
	}
	count, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	bytes, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	for i := range count {
		if err := os.WriteFile(filepath.Join(args[0], "fill-"+strconv.Itoa(i)), make([]byte, bytes), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// listOpen prints what a program has open, and its environment.
func listOpen() error {
	open, err := openFiles()
	for _, line := range append(open, os.Environ()...) {
		fmt.Println(line)
	}
	return err
}

func openFiles() ([]string, error) {
	fds, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return nil, err
	}
	var out []string
	for _, fd := range fds {
		if at, err := os.Readlink("/proc/self/fd/" + fd.Name()); err == nil { // the one for this listing is closed again
			out = append(out, fd.Name()+" "+at)
		}
	}
	return out, nil
}

// runProgram runs one of the programs as the tools run theirs.
func runProgram(ctx context.Context, ws *tools.Workspace, a runArgs) (tools.Result, error) {
	cmd := exec.CommandContext(ctx, "/proc/self/exe", append([]string{a.Program}, a.Args...)...)
	cmd.Dir, cmd.Env = ws.Dir(), []string{"TMPDIR=" + os.TempDir()}
	out, err := office.BoundsOf(ctx).RunCommand(cmd, 1<<20)
	if err != nil {
		return tools.Result{}, fmt.Errorf("%s: %w: %s", a.Program, err, out.Stderr)
	}
	return tools.Result{Text: string(out.Stdout)}, nil
}

// do runs one of the programs in the resident itself.
func do(_ context.Context, _ *tools.Workspace, a runArgs) (tools.Result, error) {
	return tools.Result{Text: "done"}, programs[a.Program](a.Args)
}

// link gives a file of the testbed a second name.
func link(_ context.Context, _ *tools.Workspace, a fileArgs) (tools.Result, error) {
	return tools.Result{Text: "linked"}, os.Link(a.FilePath, a.Content)
}

// dead counts the resident's children that have ended and were not waited for.
func dead(context.Context, *tools.Workspace, noArgs) (tools.Result, error) {
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	count := 0
	for _, file := range stats {
		text, _ := os.ReadFile(file) // it may be gone
		_, rest, _ := strings.Cut(string(text), ") ")
		if strings.HasPrefix(rest, "Z "+strconv.Itoa(os.Getpid())+" ") {
			count++
		}
	}
	return tools.Result{Text: strconv.Itoa(count)}, err
}

// opened is what the resident has open, and its environment.
func opened(context.Context, *tools.Workspace, noArgs) (tools.Result, error) {
	open, err := openFiles()
	return tools.Result{Text: strings.Join(append(open, os.Environ()...), "\n")}, err
}
