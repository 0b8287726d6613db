package main

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"legomem/llm/llmtest"
)

// What sessions meet outside the program: model endpoints, signals, full
// disks.

const endpointKey = "endpoint"

// endpoints are a session's fake model endpoints.
type endpoints struct {
	t  *testing.T
	on *llmtest.Endpoint
}

// The replies of a model that puts a workshop into Dana's calendar.
var (
	saysPlan = llmtest.Reply{Text: `{"facts":{"given":["a workshop for Dana"],"to_look_up":[],"to_work_out":[],"guesses":[]},"steps":[{"agent":"calendar_agent","description":"Add the workshop"}],"cannot_be_done":""}`}
	saysDone = llmtest.Reply{Text: `{"is_request_satisfied":{"reason":"","answer":true},"final_answer":"The workshop is in Dana's calendar."}`}
)

const eventArgs = `{"user":"Dana","summary":"workshop","start":"2026-03-12 14:00:00","end":"2026-03-12 15:00:00"}`

func saysLedger(satisfied, agent, instruction string) llmtest.Reply {
	return llmtest.Reply{Text: `{"is_request_satisfied":{"reason":"","answer":` + satisfied + `},"is_in_loop":{"reason":"","answer":false},` +
		`"is_progress_being_made":{"reason":"","answer":true},"next_speaker":{"reason":"","answer":"` + agent + `"},` +
		`"instruction_or_question":{"reason":"","answer":"` + instruction + `"}}`}
}

// scripts are the endpoints a session can ask for.
func scripts() map[string]struct {
	opts    llmtest.Options
	replies []llmtest.Reply
} {
	type script = struct {
		opts    llmtest.Options
		replies []llmtest.Reply
	}
	poem := llmtest.Reply{Text: "I am only a poet."}
	nobody := saysLedger("false", "gardener", "Water the plants")
	noTool := llmtest.Reply{Tool: "calendar__water", Args: `{"plants":"all"}`}
	return map[string]script{
		"good": {replies: []llmtest.Reply{saysPlan, {Tool: "calendar__create_event", Args: eventArgs},
			{Tool: "done", Args: `{"summary":"Added.","succeeded":true}`}, saysDone}},
		"plain": {opts: llmtest.Options{NoSchemas: true, NoTools: true}, replies: []llmtest.Reply{saysPlan,
			{Text: `{"tool":"calendar__create_event","args":` + eventArgs + `}`}, {Text: `{"tool":"done","args":{"summary":"Added.","succeeded":true}}`}, saysDone}},
		"poet":   {replies: []llmtest.Reply{poem, poem, poem, poem}},
		"nobody": {replies: []llmtest.Reply{saysPlan, {Tool: "done", Args: `{"summary":"It cannot be done.","succeeded":false}`}, nobody, nobody, nobody, nobody}},
		"notool": {replies: []llmtest.Reply{saysPlan, noTool, {Tool: "calendar__create_event", Args: eventArgs},
			{Tool: "done", Args: `{"summary":"Added.","succeeded":true}`}, saysDone}},
		"hang":    {replies: []llmtest.Reply{{Hang: true}}},
		"rest":    {replies: []llmtest.Reply{{Tool: "done", Args: `{"summary":"Added.","succeeded":true}`}, saysDone}},
		"stuck":   {replies: []llmtest.Reply{saysPlan, {Tool: "calendar__create_event", Args: eventArgs}, {Hang: true}}},
		"willing": {opts: llmtest.Options{Answer: invites.answer}},
		"refuses": {opts: llmtest.Options{Answer: func(llmtest.Request) llmtest.Reply { return llmtest.Reply{Status: 401, Text: "no such key"} }}},
	}
}

// startEndpoint starts a fake model endpoint and points the session at it:
// endpoint good.
func startEndpoint(ts *testscript.TestScript, _ bool, args []string) {
	s, ok := scripts()[args[0]]
	if !ok {
		ts.Fatalf("no endpoint %q", args[0])
	}
	own := ts.Value(endpointKey).(*endpoints)
	own.on = llmtest.New(own.t, s.opts, s.replies...)
	ts.Setenv("OPENAI_BASE_URL", own.on.URL())
	ts.Setenv("OPENAI_API_KEY", "sk-a-secret-of-this-test")
}

// interrupt runs a command line, sends it the signal of Ctrl-C once it says
// the given word on standard error or has asked the endpoint, and wants the
// exit code 130: interrupt WORD PROGRAM ARGS...
func interrupt(ts *testscript.TestScript, _ bool, args []string) {
	cmd := exec.Command(programIn(ts, args[1]), args[2:]...)
	cmd.Dir, cmd.Env = ts.MkAbs("."), environment(ts)
	said := &watched{word: args[0], seen: make(chan struct{})}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, said
	ts.Check(cmd.Start())
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case <-said.seen:
	case <-asked(ts, args[0]):
	case err := <-ended:
		ts.Fatalf("it ended before it was interrupted: %v\n%s%s", err, &out, &said.text)
	case <-time.After(time.Minute):
		_ = cmd.Process.Kill()
		ts.Fatalf("it never came to %q", args[0])
	}
	ts.Check(cmd.Process.Signal(os.Interrupt))
	err := <-ended
	ts.Logf("%s%s", &out, &said.text)
	if got := codeOf(ts, err); got != exitInterrupted {
		ts.Fatalf("the exit code is %d, not %d", got, exitInterrupted)
	}
}

// watched is a stream that tells when a word has come.
type watched struct {
	word string
	text bytes.Buffer
	seen chan struct{}
	over bool
}

func (w *watched) Write(p []byte) (int, error) {
	w.text.Write(p)
	if !w.over && strings.Contains(w.text.String(), w.word) {
		w.over = true
		close(w.seen)
	}
	return len(p), nil
}

// asked is closed when the endpoint has a question; only the word "asked"
// waits for that.
func asked(ts *testscript.TestScript, word string) <-chan struct{} {
	on := ts.Value(endpointKey).(*endpoints).on
	if word != "asked" || on == nil {
		return nil
	}
	yes := make(chan struct{})
	go func() {
		for len(on.Requests()) == 0 {
			time.Sleep(5 * time.Millisecond)
		}
		close(yes)
	}()
	return yes
}

func programIn(ts *testscript.TestScript, name string) string {
	for _, dir := range strings.Split(ts.Getenv("PATH"), string(os.PathListSeparator)) {
		if file := dir + "/" + name; isProgram(file) {
			return file
		}
	}
	ts.Fatalf("no program %s", name)
	return ""
}

func isProgram(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

// environment is the session's, as far as legomem reads it.
func environment(ts *testscript.TestScript) []string {
	var env []string
	for _, name := range []string{"PATH", "HOME", "TMPDIR", "TZ", "XDG_DATA_HOME", "OPENAI_BASE_URL", "OPENAI_API_KEY"} {
		env = append(env, name+"="+ts.Getenv(name))
	}
	return env
}
