package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"legomem/must"
)

// TestApplyOnATerminal lists the changes, or the files to take back, and asks a person at a
// terminal: only a yes that is typed then does it, and Ctrl-C ends the waiting.
func TestApplyOnATerminal(t *testing.T) {
	usedHome(t)
	home, runs := filepath.Join(t.TempDir(), "office"), t.TempDir()
	must.Do(t, os.Mkdir(home, 0o700))
	execute(t, "run", "--out", runs, "--testbed", home, "Send Priya an email with the subject Parking saying that level 2 stays closed")
	mail := filepath.Join(home, "emails", "Priya", "Parking.eml")
	for _, tt := range []struct {
		name, verb, typed string
		question, lists   string
		code              int
		there             bool
	}{
		{"no", "apply", "n\n", "\nMake 1 change in ", "Priya", exitDone, false},
		{"interrupted", "apply", "", "\nMake 1 change in ", "Priya", exitInterrupted, false},
		{"yes", "apply", "y\n", "\nMake 1 change in ", "Priya", exitDone, true},
		{"no undo", "undo", "n\n", "[y/N] ", mail, exitDone, true},
		{"nothing", "undo", "\n", "[y/N] ", mail, exitDone, true},
		{"undo", "undo", "yes\n", "[y/N] ", mail, exitDone, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			person, program := terminal(t)
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			seen := watchFor(person, tt.question, func() {
				if tt.typed == "" {
					stop()
					return
				}
				fmt.Fprint(person, tt.typed)
			})
			fmt.Fprint(person, "y\n") // typed before it is asked, and so no answer
			var out bytes.Buffer
			code := Execute(ctx, []string{"runs", tt.verb, "last", "--out", runs}, program, &out, program)
			fmt.Fprintln(person) // ends the reading that an interrupted question leaves behind
			program.Close()
			shown := <-seen
			if code != tt.code || !strings.Contains(shown, tt.lists) {
				t.Errorf("exit code %d\n%s%s", code, &out, shown)
			}
			if _, err := os.Stat(mail); (err == nil) != tt.there {
				t.Errorf("the mail: %v", err)
			}
		})
	}
}
