package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"legomem/must"
	"legomem/sweep"
)

// atTerminal runs a legomem whose brain asks, at a terminal where the questions are
// answered in their order, and returns its exit code and all that was shown.
func atTerminal(t *testing.T, ctx context.Context, answers []string, args ...string) (int, string) {
	t.Helper()
	person, program := terminal(t)
	told := make(chan string, 1)
	go func() { told <- replying(person, answers) }()
	var out bytes.Buffer
	a := newApp(os.LookupEnv, program, &out, program)
	a.brain = askingBrain{}
	code := a.execute(ctx, args)
	must.Do(t, program.Close())
	return code, strings.ReplaceAll(<-told, "\r\n", "\n") + out.String()
}

// replying types an answer behind each prompt; after the last one, the end of the input.
func replying(person *os.File, answers []string) string {
	var all strings.Builder
	at, buf := 0, make([]byte, 4096)
	for {
		n, err := person.Read(buf)
		all.Write(buf[:n])
		if err != nil { // the program has closed its side
			return all.String()
		}
		now := all.String()[at:]
		if !strings.HasSuffix(now, ": ") || !strings.Contains(now, "Your answer") && !strings.Contains(now, "[n]o") {
			continue
		}
		at = all.Len()
		typed := "\x04"
		if len(answers) > 0 {
			typed, answers = answers[0]+"\n", answers[1:]
		}
		_, _ = person.WriteString(typed) // where it fails, the question stays open
	}
}

// TestAskedBefore: a run at a terminal asks what it must know, in place, and goes on; then
// it ends as any other.
func TestAskedBefore(t *testing.T) {
	sweep.OneGoroutine(t)
	const task = "Schedule a budget review for Dana on 3/12/2027"
	for name, tc := range map[string]struct {
		task    string
		answers []string
		code    int
		made    bool
		shown   []string
	}{
		"a number":            {task, []string{"2", "y"}, exitDone, true, []string{"1. 2:00 pm", "2. 4:00 pm", "(a number, your own words, none)", "16:00 to 17:00"}},
		"own words":           {task, []string{"5 pm", "y"}, exitDone, true, []string{"17:00 to 18:00"}},
		"no to the changes":   {task, []string{"5 pm", "n"}, exitDone, false, []string{"Nothing was changed in"}},
		"nothing, then words": {task, []string{"", "no", "5 pm", "y"}, exitDone, true, []string{"an empty answer says nothing", "say none"}},
		"no time, then one":   {task, []string{"noonish", "2", "y"}, exitDone, true, []string{"noonish is no time."}},
		"none":                {task, []string{"none"}, exitNotSolved, false, []string{"Gave up: without a start"}},
		"a choice":            {"Meet Dana on 3/12/2027", []string{"3", "1", "2", "y"}, exitDone, true, []string{"there is no 3", "1. Schedule a meeting.", "(a number, none)"}},
		"the end of input":    {task, nil, exitAsked, false, []string{"Ctrl-C leaves the question open", "Nothing was done; legomem answer"}},
		"too many questions":  {task, []string{"a", "b", "c", "d", "e", "f"}, exitNotSolved, false, []string{"it has asked 6 times"}},
	} {
		t.Run(name, func(t *testing.T) {
			usedHome(t)
			office := filepath.Join(t.TempDir(), "office")
			must.Do(t, os.MkdirAll(filepath.Join(office, "data"), 0o700))
			code, shown := atTerminal(t, t.Context(), tc.answers, "run", tc.task, "--testbed", office, "--user", "Dana")
			_, err := os.Stat(filepath.Join(office, "calendar", "Dana.ics"))
			if code != tc.code || (err == nil) != tc.made {
				t.Errorf("exit code %d, made %t\n%s", code, err == nil, shown)
			}
			for _, text := range tc.shown {
				if !strings.Contains(shown, text) {
					t.Errorf("%q is not shown\n%s", text, shown)
				}
			}
		})
	}
}

// TestAskedLater: the question that nobody answered is asked again by answer.
func TestAskedLater(t *testing.T) {
	usedHome(t)
	office := filepath.Join(t.TempDir(), "office")
	must.Do(t, os.MkdirAll(filepath.Join(office, "data"), 0o700))
	const task = "Schedule a budget review for Dana on 3/12/2027"
	if code, shown := atTerminal(t, t.Context(), nil, "run", task, "--testbed", office, "--user", "Dana"); code != exitAsked {
		t.Fatalf("exit code %d\n%s", code, shown)
	}
	if code, shown := atTerminal(t, t.Context(), nil, "answer", "last"); code != exitAsked || !strings.Contains(shown, "Nothing was done") {
		t.Errorf("exit code %d\n%s", code, shown)
	}
	if code, shown := atTerminal(t, t.Context(), []string{"2", "y"}, "answer", "last"); code != exitDone || !strings.Contains(shown, "16:00 to 17:00") {
		t.Errorf("exit code %d\n%s", code, shown)
	}
}

// TestAskedInterrupted: Ctrl-C at the question ends the program, and the question stays.
func TestAskedInterrupted(t *testing.T) {
	usedHome(t)
	ctx, stop := context.WithCancel(t.Context())
	person, program := terminal(t)
	seen := watchFor(person, "Your answer", stop)
	var out bytes.Buffer
	a := newApp(os.LookupEnv, program, &out, program)
	a.brain = askingBrain{}
	code := a.execute(ctx, []string{"run", "Schedule a budget review for Dana on 3/12/2027", "--user", "Dana"})
	must.Have(person.WriteString("\n"))(t) // the read that was waiting ends with it
	must.Do(t, program.Close())
	if shown := <-seen; code != exitInterrupted || !strings.Contains(out.String(), "legomem answer") {
		t.Errorf("exit code %d\n%s%s", code, shown, &out)
	}
	if said := execute(t, "answer", "last"); !strings.Contains(said, "At what time does it start?") {
		t.Errorf("it says %q", said)
	}
}
