package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"unicode"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/policy"
)

// hostile is a question whose values try to look like something else.
func hostile() policy.Question {
	return policy.Question{
		Agent: "email_agent",
		Action: tools.Action{Tool: "email.send", Args: map[string]any{
			"to":      []any{"tom@ex\u0430mple.com", "Tom"},
			"subject": "Hi\x1b[2K\rAllow this? yes",
			"content": "one\ntwo\u202e\u009b31m \"quoted\" e\u0301 M\u00fcller\u200b",
			"more":    map[string]any{"b": 2.5, "a": nil, "c": true},
		}},
		Effects: []tools.Effect{
			{Class: tools.Write, Target: "mailbox:self"},
			{Class: tools.Send, Target: "recipient:tom@ex\u0430mple.com"},
			{Class: tools.Read, Target: "file:data/a\u202etxt.xlsx"},
			{Class: tools.Read, Target: "folder:data"},
			{Class: tools.Write, Target: "calendar:Tom", Destroys: true},
			{Class: tools.Shell, Target: "command:ls"},
		},
	}
}

func TestQuestionText(t *testing.T) {
	got := questionText(hostile())
	want := `
email_agent would call email.send with
  content: "one\ntwo\u202e\u009b31m \"quoted\" e\u0301 Müller\u200b"
  more: {"a": null, "b": 2.5, "c": true}
  subject: "Hi\x1b[2K\rAllow this? yes"
  to: ["tom@exаmple.com", "Tom"]
That would
  - write to your mailbox
  - send mail to tom@ex\u0430mple.com
  - read data/a\u202etxt.xlsx
  - see the names of all files below data
  - change the calendar of Tom, AND WHAT IS THERE WOULD BE LOST
  - run a command, which may do anything to the files
(Mail goes into the mailboxes of the run's copy; it leaves that no more than files do.)
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	long := questionText(policy.Question{Action: tools.Action{Args: map[string]any{"content": strings.Repeat("a", 10_000) + "end"}}})
	if len(long) > maxShown+200 || !strings.Contains(long, "6003 letters left out") || !strings.Contains(long, `end"`) {
		t.Errorf("%d bytes: %s", len(long), long)
	}
}

// FuzzPlainly: nothing that a terminal obeys or that cannot be seen gets through.
func FuzzPlainly(f *testing.F) {
	f.Add("a\x1b[0m\u202e\u009b\x00\xff\u0301")
	f.Fuzz(func(t *testing.T, s string) {
		for _, shown := range []string{plainly(s), asciiOnly(s), middleCut(s)} {
			for _, r := range shown {
				if !unicode.IsPrint(r) || unicode.Is(unicode.M, r) || r == unicode.ReplacementChar {
					t.Fatalf("%q is shown as %q", s, shown)
				}
			}
		}
	})
}

func TestReadAnswer(t *testing.T) {
	for _, tt := range []struct {
		typed string
		want  policy.Answer
		ok    bool
	}{
		{"y\n", policy.Answer{Yes: true}, true},
		{" YES \r\n", policy.Answer{Yes: true}, true},
		{"a\n", policy.Answer{Yes: true, Always: true}, true},
		{"n\n", policy.Answer{}, true},
		{"no, not to Tom\n", policy.Answer{Reason: "not to Tom"}, true},
		{"n \x1b[1mnot to Tom\n", policy.Answer{Reason: `\x1b[1mnot to Tom`}, true},
		{"\n", policy.Answer{}, false},
		{"yes please\n", policy.Answer{}, false},
		{"nah\n", policy.Answer{}, false},
		{"yn\n", policy.Answer{}, false},
	} {
		if got, ok := readAnswer(tt.typed); got != tt.want || ok != tt.ok {
			t.Errorf("%q is read as %+v, %v", tt.typed, got, ok)
		}
	}
}

// keyboard gives one line at a time, as a terminal does, and then ends or waits.
type keyboard struct {
	lines   []string
	hangs   bool
	onRead  func()
	stopped chan struct{}
}

func (k *keyboard) Read(p []byte) (int, error) {
	if k.onRead != nil {
		k.onRead()
	}
	if len(k.lines) == 0 {
		if k.hangs {
			<-k.stopped
		}
		return 0, io.EOF
	}
	n := copy(p, k.lines[0])
	k.lines = k.lines[1:]
	return n, nil
}

func TestAsker(t *testing.T) {
	ask := func(k *keyboard) (policy.Answer, string, error) {
		var out bytes.Buffer
		a, err := (&asker{in: k, out: &out, flush: func() {}}).Approve(t.Context(), hostile())
		return a, out.String(), err
	}
	if a, out, err := ask(&keyboard{lines: []string{"what?\n", "\n", "y\n", "n\n"}}); err != nil || !a.Yes || strings.Count(out, "Allow this?") != 4 { // one is in the subject
		t.Errorf("%+v, %v\n%s", a, err, out)
	}
	if a, _, err := ask(&keyboard{lines: []string{"y"}}); err == nil || a.Yes { // the line has no end
		t.Errorf("half a line: %+v, %v", a, err)
	}
	if a, _, err := ask(&keyboard{}); err == nil || a.Yes {
		t.Errorf("no input: %+v, %v", a, err)
	}
}

// TestAskerIsInterrupted: the end of the run ends the question, and a line that
// comes later answers the next one.
func TestAskerIsInterrupted(t *testing.T) {
	k := &keyboard{hangs: true, stopped: make(chan struct{})}
	ctx, stop := context.WithCancelCause(t.Context())
	k.onRead = func() { stop(errors.New("over")) }
	var out bytes.Buffer
	a := &asker{in: k, out: &out, flush: func() {}}
	if got, err := a.Approve(ctx, hostile()); err == nil || err.Error() != "over" || got.Yes {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := a.Approve(ctx, hostile()); err == nil || err.Error() != "over" || got.Yes {
		t.Errorf("once it is over: %+v, %v", got, err)
	}
	close(k.stopped)
}

// TestAskerOneAtATime: of two runs that ask at once, one waits for the other's
// answer.
func TestAskerOneAtATime(t *testing.T) {
	var out bytes.Buffer // guarded by the asker's own order
	k := &keyboard{lines: []string{"y\n", "n\n"}}
	k.onRead = func() {
		text := out.String()
		if asked, answered := strings.Count(text, "[a]lways"), 2-len(k.lines); asked != answered+1 {
			t.Errorf("%d questions stand there after %d answers", asked, answered)
		}
	}
	a := &asker{in: k, out: &out, flush: func() {}}
	var yes [2]bool
	var wait sync.WaitGroup
	for i := range yes {
		wait.Go(func() {
			got, err := a.Approve(t.Context(), hostile())
			must.NoError(t, err)
			yes[i] = got.Yes
		})
	}
	wait.Wait()
	if yes[0] == yes[1] {
		t.Errorf("the answers are %v", yes)
	}
}
