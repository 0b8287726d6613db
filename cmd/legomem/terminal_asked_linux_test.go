package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"legomem/must"
	"legomem/sweep"
)

// TestAskedOverHostileContent: what is shown at a terminal when a run's changes are asked
// about, by themselves and together, with their details, holds nothing that it obeys.
func TestAskedOverHostileContent(t *testing.T) {
	sweep.OneGoroutine(t)
	w := newHostileWorld(t)
	for name, args := range map[string][]string{
		"at the end of a run": {"demo", "play", w.demo},
		"by runs apply":       {"runs", "apply", "last"},
	} {
		t.Run(name, func(t *testing.T) {
			if args[0] == "runs" {
				executeTo(t, exitDone, "demo", "play", w.demo)
			}
			asked, shown := answerAll(t, args)
			if asked < 4 || !strings.Contains(shown, "EVIL") || !strings.Contains(shown, "It is asked about by itself") {
				t.Errorf("%d questions:\n%s", asked, shown)
			}
			checkHarmless(t, name, shown, false)
		})
	}
}

// answerAll runs a command at a terminal: to every question it wants the details first,
// then agrees, and in the end it says no. It returns how often it was asked.
func answerAll(t *testing.T, args []string) (asked int, shown string) {
	t.Helper()
	person, program := terminal(t)
	told := make(chan string, 1)
	go func() { told <- answering(person, &asked) }()
	var out bytes.Buffer
	Execute(t.Context(), args, program, &out, program)
	must.Do(t, program.Close())
	return asked, strings.ReplaceAll(<-told, "\r\n", "\n") + out.String()
}

func answering(person *os.File, asked *int) string {
	var all strings.Builder
	at, buf := 0, make([]byte, 4096)
	for {
		n, err := person.Read(buf)
		all.Write(buf[:n])
		now := all.String()[at:]
		if err != nil { // the program has closed its side
			return all.String()
		}
		if strings.HasSuffix(now, ": ") && strings.Contains(now, "[n]o") {
			*asked++
			at = all.Len()
			_, _ = person.WriteString(answerTo(now, *asked) + "\n") // where it fails, the question stays open
		}
	}
}

// answerTo wants the details each other time.
func answerTo(question string, asked int) string {
	switch {
	case asked%2 == 1:
		return "d"
	case strings.Contains(question, "[l]eave"):
		return "n"
	}
	return "y"
}
