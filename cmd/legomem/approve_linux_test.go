package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"legomem/must"
	"legomem/trajectory"
)

// terminal opens a pseudo terminal: what a person sees and types at, and what the
// program has.
func terminal(t *testing.T) (person, program *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo terminal here: %v", err)
	}
	t.Cleanup(func() { person.Close() })
	fd := int(person.Fd())
	must.Do(t, unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0))
	n := must.Have(unix.IoctlGetInt(fd, unix.TIOCGPTN))(t)
	if program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { program.Close() })
	return person, program
}

// sending is a demonstration whose one action is a mail with a content that is
// not what it seems.
const sending = `
task: Send Tom the news
user: Bob
date: 2026-03-12
subtasks:
  - agent: email_agent
    description: Send it
    actions:
      - tool: email.send
        args: {to: [Tom], subject: News, content: "none\e[8m and the payroll", sender: Alice}
`

// TestApproveOnATerminal plays a demonstration before a person at a terminal.
func TestApproveOnATerminal(t *testing.T) {
	usedHome(t)
	for _, tt := range []struct {
		name, typed string
		level       string
		json        bool
		code        int
		outcome     trajectory.Outcome
		sent        bool
		observed    string
	}{
		{name: "yes", typed: "y\n", level: "send", code: exitDone, outcome: trajectory.Solved, sent: true, observed: "Sent"},
		{name: "yes beside JSON", typed: "y\n", level: "write", json: true, code: exitDone, outcome: trajectory.Solved, sent: true, observed: "Sent"},
		{name: "no", typed: "n not to Tom\n", level: "send", code: exitNotSolved, outcome: trajectory.GaveUp, observed: "refused by the user: not to Tom"},
		{name: "interrupted", level: "all", code: exitInterrupted, outcome: trajectory.Cancelled},
	} {
		t.Run(tt.name, func(t *testing.T) {
			person, program := terminal(t)
			file, runs := filepath.Join(t.TempDir(), "send.yaml"), t.TempDir()
			must.Do(t, os.WriteFile(file, []byte(sending), 0o600))
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			seen := watch(person, func() {
				if tt.typed == "" {
					stop()
					return
				}
				fmt.Fprint(person, tt.typed)
			})
			args := []string{"demo", "play", file, "--out", runs, "--approve", tt.level}
			if tt.json {
				args = append(args, "--json")
			}
			fmt.Fprint(person, "y\n") // typed before it is asked, and so no answer
			var out bytes.Buffer
			code := Execute(ctx, args, program, &out, program)
			fmt.Fprintln(person) // ends the reading that an interrupted question leaves behind
			program.Close()
			shown := <-seen
			if code != tt.code {
				t.Errorf("exit code %d, want %d\n%s%s", code, tt.code, &out, shown)
			}
			for _, want := range []string{"email_agent would call email.send with\r\n", `content: "none\x1b[8m and the payroll"`, `sender: "Bob"`, "send mail to Tom@example.com\r\n"} {
				if !strings.Contains(shown, want) {
					t.Errorf("%q was not shown:\n%s", want, shown)
				}
			}
			if strings.ContainsRune(shown, 0x1b) {
				t.Errorf("the terminal was told to do something:\n%q", shown)
			}
			checkSent(t, runs, tt.outcome, tt.sent, tt.observed)
		})
	}
}

// watch reads all that is shown, and does something once it is asked.
func watch(person *os.File, asked func()) <-chan string {
	return watchFor(person, "[a]lways in this run: ", asked)
}

// watchFor is watch, for another question.
func watchFor(person *os.File, question string, asked func()) <-chan string {
	seen := make(chan string, 1)
	go func() {
		var all strings.Builder
		buf := make([]byte, 4096)
		for done := false; ; {
			n, err := person.Read(buf)
			all.Write(buf[:n])
			if !done && strings.Contains(all.String(), question) {
				done = true
				asked()
			}
			if err != nil { // the program has closed its side
				seen <- all.String()
				return
			}
		}
	}()
	return seen
}

func checkSent(t *testing.T, runs string, outcome trajectory.Outcome, sent bool, observed string) {
	t.Helper()
	all, err := os.ReadDir(runs)
	if err != nil || len(all) != 1 {
		t.Fatalf("%d runs, %v", len(all), err)
	}
	run := must.Have(trajectory.Open(filepath.Join(runs, all[0].Name())))(t)
	if run.Result == nil || run.Result.Outcome != outcome {
		t.Errorf("result %+v", run.Result)
	}
	_, err = os.Stat(filepath.Join(run.Dir, "testbed", "emails", "Tom", "News.eml"))
	if (err == nil) != sent {
		t.Errorf("the mail: %v", err)
	}
	if steps := run.Steps(); observed != "" && !strings.Contains(steps[0].Observation.Text, observed) {
		t.Errorf("observation %+v", steps[0].Observation)
	}
}
