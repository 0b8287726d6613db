package conformance

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"legomem/tools"
	"legomem/tools/sandbox"
)

// The residents that Main plays.
const (
	Good     = "resident-good"
	Stranger = "resident-stranger" // has other tools
	WrongID  = "resident-wrong-id"
	Babbler  = "resident-babbler" // prints before it speaks
	Huge     = "resident-huge"    // announces more than a frame may hold
	NoJSON   = "resident-no-json"
	Quitter  = "resident-quitter"  // leaves at the first action
	Thief    = "resident-thief"    // lists files outside the testbed
	Accuser  = "resident-accuser"  // reports that the sandbox went over a limit, and more
	Inventor = "resident-inventor" // does so for a limit that does not exist
)

// Limits are what Launch gives its launchers, small enough to be exceeded. An action's
// time is enough for all tests but those that wait for its end; see hasty.
func Limits() sandbox.Limits {
	l := sandbox.DefaultLimits()
	l.Memory, l.Workspace, l.Inodes, l.Temp = 256<<20, 32<<20, 300, 8<<20
	l.Pids, l.Output, l.Action = 64, 1<<20, 20*time.Second
	return l
}

// Main plays a resident and exits, when this process was started as one; else
// it returns. Call it first in TestMain.
func Main() {
	if len(os.Args) < 2 {
		return
	}
	var err error
	switch mode := os.Args[1]; mode {
	case Good:
		err = sandbox.Resident(context.Background(), Registry())
	case Stranger:
		err = sandbox.Resident(context.Background(), tools.NewRegistry())
	case WrongID, Babbler, Huge, NoJSON, Quitter, Thief, Accuser, Inventor:
		err = lie(mode, os.Stdin, os.Stdout)
	default:
		program, ok := programs[mode]
		if !ok {
			return
		}
		err = program(os.Args[2:])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// lie answers well enough to be believed until its mode's moment comes. It
// writes frames by hand, so that it can write wrong ones.
func lie(mode string, in io.Reader, out io.Writer) error {
	if mode == Babbler {
		fmt.Fprintln(out, "Starting up, please wait...")
	}
	for {
		h, err := next(in)
		if err != nil {
			return err
		}
		body := ""
		switch h.Kind {
		case "hello":
			text, _ := json.Marshal(map[string]any{"protocol": sandbox.Protocol, "tools": Registry().Hash()})
			body = string(text)
		case "list":
			body = `[{"path":"../stolen","size":1}]`
		case "call":
			body = `{"text":"x"}`
			switch mode {
			case Accuser, Inventor:
				h.Breach, body = &accusation{sandbox.LimitMemory, "\x1b[2Jit ate\nit all"}, ""
				if mode == Inventor {
					h.Breach.Limit = "sandbox.limits.patience"
				}
			case WrongID:
				h.ID++
			case NoJSON:
				body = "{"
			case Huge:
				return frame(out, h, "", 1<<40)
			case Quitter:
				return nil
			}
		}
		if err := frame(out, h, body, uint64(len(body))); err != nil {
			return err
		}
	}
}

type head struct {
	ID     uint64      `json:"id"`
	Kind   string      `json:"kind"`
	Breach *accusation `json:"breach,omitempty"`
}

type accusation struct {
	Limit  string `json:"limit"`
	Detail string `json:"detail"`
}

func next(in io.Reader) (head, error) {
	var header [16]byte
	if _, err := io.ReadFull(in, header[:]); err != nil {
		return head{}, err
	}
	text := make([]byte, binary.BigEndian.Uint32(header[4:]))
	if _, err := io.ReadFull(in, text); err != nil {
		return head{}, err
	}
	if _, err := io.CopyN(io.Discard, in, int64(binary.BigEndian.Uint64(header[8:]))); err != nil {
		return head{}, err
	}
	var h head
	err := json.Unmarshal(text, &h)
	return h, err
}

func frame(out io.Writer, h head, body string, length uint64) error {
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	b := binary.BigEndian.AppendUint32([]byte("LGM1"), uint32(len(text)))
	b = binary.BigEndian.AppendUint64(b, length)
	_, err = out.Write(append(append(b, text...), body...))
	return err
}

type (
	textArgs struct {
		Text string `json:"text"`
	}
	fileArgs struct {
		FilePath string `json:"file_path"`
		Content  string `json:"content,omitempty"`
		Bytes    int64  `json:"bytes,omitempty"`
	}
	sizeArgs struct {
		Bytes int `json:"bytes"`
	}
	codeArgs struct {
		Code string `json:"code"`
	}
	runArgs struct {
		Program string   `json:"program"`
		Args    []string `json:"args,omitempty"`
	}
	noArgs struct{}
)

// Registry is the tools of the good resident.
func Registry() *tools.Registry {
	return tools.NewRegistry([]tools.Tool{
		define("test.echo", func(_ context.Context, _ *tools.Workspace, a textArgs) (tools.Result, error) {
			return tools.Result{Text: a.Text}, nil
		}),
		define("test.big", func(_ context.Context, _ *tools.Workspace, a sizeArgs) (tools.Result, error) {
			return tools.Result{Text: strings.Repeat("x", a.Bytes)}, nil
		}),
		define("test.write", func(_ context.Context, ws *tools.Workspace, a fileArgs) (tools.Result, error) {
			return tools.Result{Text: "written"}, ws.WriteFile(a.FilePath, []byte(a.Content))
		}),
		define("test.grow", grow),
		define("test.print", func(context.Context, *tools.Workspace, noArgs) (tools.Result, error) {
			fmt.Println("LGM1 a library's idea of a greeting")
			return tools.Result{Text: "printed"}, nil
		}),
		define("test.setup", setup),
		define("test.status", status),
		define("test.try", try),
		define("test.fail", fail),
		define("test.wait", func(ctx context.Context, _ *tools.Workspace, _ noArgs) (tools.Result, error) {
			<-ctx.Done()
			return tools.Result{}, ctx.Err()
		}),
		define("test.stubborn", stubborn),
		define("test.die", die),
		define("test.run", runProgram),
		define("test.do", do),
		define("test.link", link),
		define("test.open", opened),
		define("test.dead", dead),
	})
}

func define[P any](name string, run func(context.Context, *tools.Workspace, P) (tools.Result, error)) tools.Tool {
	return tools.Define(name, "For tests.", func(P) []tools.Effect { return []tools.Effect{{Class: tools.Write, Target: "file:*"}} }, run)
}

// grow makes a file with a hole, past the workspace's own cap on files.
func grow(_ context.Context, _ *tools.Workspace, a fileArgs) (tools.Result, error) {
	f, err := os.Create(a.FilePath)
	if err != nil {
		return tools.Result{}, err
	}
	return tools.Result{Text: "grown"}, errors.Join(f.Truncate(a.Bytes), f.Close())
}

func setup(_ context.Context, ws *tools.Workspace, _ noArgs) (tools.Result, error) {
	return tools.Result{Data: map[string]any{
		"user": ws.User, "now": ws.Now().Format(time.RFC3339), "zone": ws.Now().Location().String(),
		"day_first": ws.DayFirst, "domain": ws.Domain, "shell": ws.Shell,
	}}, nil
}

// status is what the kernel reports about the resident itself, with its limits ("Max
// open files": "1024 1024 files"), and its environment.
func status(context.Context, *tools.Workspace, noArgs) (tools.Result, error) {
	text, err := os.ReadFile("/proc/self/status")
	data := map[string]any{"environment": os.Environ()}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		data[name] = strings.TrimSpace(value)
	}
	limits, err2 := os.ReadFile("/proc/self/limits")
	for line := range strings.Lines(string(limits)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "  ")
		data[name] = strings.Join(strings.Fields(value), " ")
	}
	return tools.Result{Data: data}, errors.Join(err, err2)
}

// try opens a path outside the workspace, for writing when Content is given.
func try(_ context.Context, _ *tools.Workspace, a fileArgs) (tools.Result, error) {
	flag := os.O_RDONLY
	if a.Content != "" {
		flag = os.O_WRONLY | os.O_CREATE
	}
	f, err := os.OpenFile(a.FilePath, flag, 0o600)
	if err != nil {
		return tools.Result{}, err
	}
	return tools.Result{Text: "opened"}, f.Close()
}

func fail(_ context.Context, _ *tools.Workspace, a codeArgs) (tools.Result, error) {
	if a.Code == "panic" {
		panic("as asked")
	}
	return tools.Result{}, tools.Failf(tools.Code(a.Code), "failed as asked")
}

// stubborn starts a program in its own process group and ignores cancellation. Where
// there is no sleep, as in an empty image, the program is this one.
func stubborn(_ context.Context, _ *tools.Workspace, a textArgs) (tools.Result, error) {
	cmd := exec.Command("/proc/self/exe", sleeper, a.Text)
	if sleep, err := exec.LookPath("sleep"); err == nil {
		cmd = exec.Command(sleep, "infinity")
		cmd.Args[0] = a.Text
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return tools.Result{}, err
	}
	return tools.Result{}, cmd.Wait()
}

func die(_ context.Context, _ *tools.Workspace, a textArgs) (tools.Result, error) {
	switch a.Text {
	case "exit":
		os.Exit(3)
	case "kill":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		os.Exit(1) // the first process of a namespace cannot be killed from within it
	}
	go panic("dying as asked")
	select {}
}
