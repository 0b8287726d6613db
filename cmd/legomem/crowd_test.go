package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"legomem/desk"
	"legomem/llm"
	"legomem/llm/llmtest"
	"legomem/must"
	"legomem/trajectory"
)

// A crowd is many runs at once in one program, as a bench has them, each of 28
// model calls and 20 actions: the endpoint answers any prompt with the next
// move of three pieces of work, after a pause.

// crowdWork are the pieces of work: whose they are, and how many actions.
var crowdWork = []struct {
	agent   string
	actions int
}{{"excel_agent", 7}, {"calendar_agent", 7}, {"excel_agent", 6}}

// crowdCalls is what a run asks: the plan with the facts, for each piece of work but the first
// a ledger, for each a call for every action and the report, and the last ledger with the
// answer.
const crowdCalls, crowdActions = 27, 20

// crowdTask is as long as makes a prompt 8,000 tokens with what stands around.
func crowdTask() string {
	return "Enter the figures into data/figures.xlsx and the reviews into Dana's calendar. " +
		strings.Repeat("The figures of the quarter are in the minutes of the meeting, which are quoted here in full for whoever needs them later. ", 300)
}

// crowdAnswer is the endpoint's next move.
func crowdAnswer(r llmtest.Request) llmtest.Reply {
	asked := r.Messages[1].Content
	results := 0
	for _, m := range r.Messages {
		if m.Role == "tool" {
			results++
		}
	}
	rounds := strings.Count(asked, " [done") + strings.Count(asked, "\nRound ")
	switch {
	case len(r.Tools) > 0:
		n, _ := strconv.Atoi(crowdNumber.FindStringSubmatch(asked)[1])
		return crowdAction(n, results)
	case strings.Contains(asked, "is_in_loop"):
		next, instruction := crowdWork[min(rounds, len(crowdWork)-1)].agent, fmt.Sprintf("Work %d", rounds)
		return llmtest.Reply{Text: fmt.Sprintf(`{"is_request_satisfied":{"reason":"r","answer":%v},"is_in_loop":{"reason":"r","answer":false},"is_progress_being_made":{"reason":"r","answer":true},"next_speaker":{"reason":"r","answer":%q},"instruction_or_question":{"reason":"r","answer":%q},"final_answer":"The figures and the reviews are in."}`,
			rounds == len(crowdWork), next, instruction)}
	case strings.Contains(asked, "cannot_be_done"):
		return llmtest.Reply{Text: `{"facts":{"given":["figures"],"to_look_up":[],"to_work_out":[],"guesses":[]},"steps":[{"agent":"excel_agent","description":"Work 0"}],"cannot_be_done":""}`}
	}
	return llmtest.Reply{Text: "The figures and the reviews are in."}
}

var crowdNumber = regexp.MustCompile(`Your work now:\nWork (\d)`)

func crowdAction(work, done int) llmtest.Reply {
	if done == crowdWork[work].actions {
		return llmtest.Reply{Tool: "done", Args: `{"summary":"Done.","succeeded":true}`}
	}
	if crowdWork[work].agent == "calendar_agent" {
		return llmtest.Reply{Text: "Enter it.", Tool: "calendar__create_event", Args: fmt.Sprintf(`{"user":"Dana","summary":"Review %d","start":"2026-03-%02d 10:00:00"}`, done, done+1)}
	}
	if done == 0 {
		return llmtest.Reply{Text: "Look first.", Tool: "excel__read", Args: `{"file_path":"data/figures.xlsx"}`}
	}
	return llmtest.Reply{Text: "Enter it.", Tool: "excel__set_cell", Args: fmt.Sprintf(`{"file_path":"data/figures.xlsx","cell":"B%d","value":%d}`, 10*work+done, 100*work+done)}
}

// crowdVerb makes the test's program the endpoint of a crowd, in a process of
// its own so that it does not count as the program's memory.
const crowdVerb = "crowd-endpoint"

// serveCrowd serves until its input ends. It writes its address first.
func serveCrowd(pause time.Duration) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Printf("http://%s/v1\n", listener.Addr())
	endpoint := llmtest.Handler(llmtest.Options{Answer: crowdAnswer})
	go func() {
		_ = http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { // it ends with the process
			time.Sleep(pause)
			endpoint.ServeHTTP(w, r)
		}))
	}()
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// startCrowd starts the endpoint's process and returns its address.
func startCrowd(tb testing.TB, pause time.Duration) string {
	cmd := exec.Command(os.Args[0], crowdVerb, pause.String())
	cmd.Stderr = os.Stderr
	in := must.Have(cmd.StdinPipe())(tb)
	out := must.Have(cmd.StdoutPipe())(tb)
	must.Do(tb, cmd.Start())
	tb.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Wait() // it was told to go
	})
	address := must.Have(bufio.NewReader(out).ReadString('\n'))(tb)
	return strings.TrimSpace(address)
}

// crowdTestbed is a folder with the workbook.
func crowdTestbed(tb testing.TB) string {
	dir := tb.TempDir()
	args := `{"file_path":"data/figures.xlsx","rows":[["quarter","figure"],["Q1",1]]}`
	execute(tb, "tool", "call", "excel.create", "--root", dir, "--args", args)
	return dir
}

// runCrowd has n runs begin at once and returns how long all took.
func runCrowd(tb testing.TB, n int, address string) time.Duration {
	tb.Setenv("XDG_DATA_HOME", tb.TempDir())
	a := &app{in: strings.NewReader(""), out: io.Discard, err: io.Discard, now: time.Now, flags: map[string]any{},
		lookup: func(string) (string, bool) { return "", false }}
	root := newRootCommand(a)
	flags := map[string]any{"brain": "model", "model.base_url": address, "memory.strategy": "none", "memory.bank": filepath.Join(tb.TempDir(), "bank.db"), "out": tb.TempDir()}
	a.flags = flags
	root.SetArgs([]string{})
	must.Do(tb, a.configure(root))
	p := must.Have(a.desk.Prepare(tb.Context()))(tb)
	defer p.Close()
	task := trajectory.Task{Text: crowdTask(), User: "Dana", Now: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}
	from := crowdTestbed(tb)
	began := time.Now()
	var all sync.WaitGroup
	for range n {
		all.Go(func() {
			ran, err := p.Run(context.WithoutCancel(tb.Context()), desk.Order{Task: task, From: from}, nil)
			r := ran.Result
			if err != nil || r.Outcome != trajectory.Solved || r.ModelCalls != crowdCalls || r.Steps != crowdActions || r.FailedSteps > 0 {
				tb.Errorf("a run ended as %s (%s, %v) after %d calls and %d steps, %d failed", r.Outcome, r.Reason, err, r.ModelCalls, r.Steps, r.FailedSteps)
			}
		})
	}
	all.Wait()
	return time.Since(began)
}

// TestCrowd is a small crowd that does not wait: what the benchmark measures
// is what it says it is.
func TestCrowd(t *testing.T) {
	endpoint := llmtest.New(t, llmtest.Options{Answer: crowdAnswer})
	runCrowd(t, 4, endpoint.URL())
	total, calls := 0, 0
	for _, r := range endpoint.Requests() {
		calls++
		for _, m := range r.Messages {
			total += llm.CountTokens(m.Content)
		}
		if len(r.Tools) > 0 {
			tools := must.Have(json.Marshal(r.Tools))(t)
			total += llm.CountTokens(string(tools))
		}
	}
	if mean := total / calls; mean < 8000 || mean > 9500 {
		t.Errorf("a prompt has %d tokens on average, not some 8,000", mean)
	}
}

// BenchmarkCrowd is 200 runs at once against an endpoint that takes a second
// for an answer. ratio is the wall time in units of what one run alone waits
// for its answers; MB/run is the peak of this program's memory and that of the
// sandboxes under it, shared pages once, without what it held before.
func BenchmarkCrowd(b *testing.B) {
	const runs, pause = 200, time.Second
	address := startCrowd(b, pause)
	b.ResetTimer()
	for range b.N {
		watch := watchMemory(b)
		wall := runCrowd(b, runs, address)
		b.ReportMetric(wall.Seconds()/(crowdCalls*pause.Seconds()), "ratio")
		b.ReportMetric(watch()/runs, "MB/run")
	}
}

// watchMemory follows the memory of this process and its children, and tells
// the growth at the peak, in MB.
func watchMemory(tb testing.TB) (stop func() float64) {
	tb.Helper()
	before, peak := memoryOfFamily(), 0.0
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(5 * time.Second)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				peak = max(peak, memoryOfFamily()-before)
			}
		}
	}()
	return func() float64 {
		close(done)
		<-ended
		return peak
	}
}

// memoryOfFamily is the proportional set size (Linux) of this process and the
// tool processes under it, in MB. The endpoint is not counted.
func memoryOfFamily() float64 {
	total := pss(os.Getpid())
	children, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, c := range children {
		command, err := os.ReadFile(c)
		if err != nil || !bytes.Contains(command, []byte("tool-process")) {
			continue
		}
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(c)))
		total += pss(pid)
	}
	return total / 1024
}

var pssLine = regexp.MustCompile(`(?m)^Pss:\s+(\d+) kB`)

func pss(pid int) float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return 0
	}
	m := pssLine.FindSubmatch(text)
	if m == nil {
		return 0
	}
	kb, _ := strconv.ParseFloat(string(m[1]), 64)
	return kb
}
