// Package shell is the tool that runs a shell command in the testbed. It is
// off unless the workspace allows it, which only a sandbox made for it does:
// the container, not this package, is what holds a command back.
//
// Start with Tools.
package shell

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"legomem/tools"
	"legomem/tools/office"
)

// Tools returns the shell tool.
func Tools() []tools.Tool {
	return []tools.Tool{
		tools.Define("shell.run", "Run a shell command in the testbed's folder and return what it prints. Off unless it is turned on; prefer the other tools.",
			func(p params) []tools.Effect {
				return []tools.Effect{{Class: tools.Shell, Target: "command:" + p.Command}}
			}, run),
	}
}

type params struct {
	Command string `json:"command" jsonschema:"the command, for /bin/sh" kind:"message"`
}

type data struct {
	Stdout string   `json:"stdout"`
	Stderr string   `json:"stderr,omitempty"`
	Lines  []string `json:"lines"` // of stdout
	Cut    bool     `json:"cut,omitempty"`
}

// The shell, and the bounds of a command.
const (
	shell     = "/bin/sh"
	path      = "/usr/local/bin:/usr/bin:/bin"
	maxTime   = time.Minute
	maxOutput = 1 << 20
)

func run(ctx context.Context, ws *tools.Workspace, p params) (tools.Result, error) {
	if err := allowed(ws, p.Command, shell); err != nil {
		return tools.Result{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, shell, "-c", p.Command)
	cmd.Dir = ws.Dir()
	cmd.Env = []string{"PATH=" + path}
	out, err := office.BoundsOf(ctx).RunCommand(cmd, maxOutput)
	return result(ctx, out, err)
}

// allowed returns why a command may not run here.
func allowed(ws *tools.Workspace, command, shell string) error {
	if !ws.Shell {
		return tools.Failf(tools.Refused, "shell.run is off: it works in a docker sandbox alone and is off by default. "+
			"To turn it on, set sandbox.shell: true in the configuration and use --sandbox docker with a full image")
	}
	if _, err := os.Stat(shell); err != nil {
		return tools.Failf(tools.Refused, "shell.run: the scratch image has no shell (no %s); use a full image", shell)
	}
	if strings.TrimSpace(command) == "" || strings.ContainsRune(command, 0) {
		return tools.Failf(tools.BadArguments, "command: accepted is a shell command, such as ls -l data")
	}
	return nil
}

// result is what the command printed. A command that ends with a status other
// than 0 has failed.
func result(ctx context.Context, out office.Output, err error) (tools.Result, error) {
	d := data{Stdout: strings.ToValidUTF8(string(out.Stdout), "\ufffd"), Stderr: strings.ToValidUTF8(string(out.Stderr), "\ufffd"), Cut: out.Cut}
	text := strings.TrimRight(d.Stdout+d.Stderr, "\n")
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return tools.Result{}, tools.Failf(tools.Timeout, "the command was stopped before it ended (%w); it may take %v", ctx.Err(), maxTime)
	case errors.As(err, &exit):
		return tools.Result{}, tools.Failf(tools.BadArguments, "the command failed (%s)\n%s", exit, text)
	case err != nil:
		return tools.Result{}, fmt.Errorf("run the command: %w", err)
	}
	d.Lines = append([]string{}, strings.FieldsFunc(d.Stdout, func(r rune) bool { return r == '\n' })...)
	if out.Cut {
		text += fmt.Sprintf("\n(cut after %d bytes)", maxOutput)
	}
	return tools.Result{Text: cmp.Or(text, "done; it printed nothing"), Data: d}, nil
}
