package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBatchOnATerminal does a batch before a person at a terminal, with and
// without a question in the middle.
func TestBatchOnATerminal(t *testing.T) {
	usedHome(t)
	file := filepath.Join(t.TempDir(), "v.csv")
	write(t, file, "to,subject\nPriya,Oak\nLars,Elm\n")
	for _, tt := range []struct {
		name  string
		flags []string
		shows []string
		not   string
	}{
		{"one line that is written over", nil, []string{"\rrow 1 of 2: 0 done: Send Priya an email", "\rrow 2 of 2: 1 done, ", " left: Send Lars an email"}, "\n"},
		{"a question", []string{"--approve", "send", "--again"}, []string{"email_agent would call email.send with", "1/2 done: Send Priya", "2/2 done: Send Lars"}, "\rrow"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			person, program := terminal(t)
			seen := answer(person)
			args := append([]string{"run", "--batch", file, "Send {to} an email with the subject {subject} that says closed"}, tt.flags...)
			var out bytes.Buffer
			code := Execute(t.Context(), args, program, &out, program)
			program.Close()
			shown := <-seen
			if code != exitDone {
				t.Fatalf("exit code %d\n%s%s", code, &out, shown)
			}
			for _, want := range tt.shows {
				if !strings.Contains(shown, want) {
					t.Errorf("%q was not shown:\n%q", want, shown)
				}
			}
			if strings.Contains(shown, tt.not) {
				t.Errorf("%q was shown:\n%q", tt.not, shown)
			}
		})
	}
}

// answer says yes to each question, and returns all that is shown.
func answer(person *os.File) <-chan string {
	seen := make(chan string, 1)
	go func() {
		var all strings.Builder
		buf := make([]byte, 4096)
		for answered := 0; ; {
			n, err := person.Read(buf)
			all.Write(buf[:n])
			for ; answered < strings.Count(all.String(), "[a]lways in this run: "); answered++ {
				fmt.Fprint(person, "y\n")
			}
			if err != nil { // the program has closed its side
				seen <- all.String()
				return
			}
		}
	}()
	return seen
}
