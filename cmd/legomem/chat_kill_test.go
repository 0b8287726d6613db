package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"legomem/must"
	"legomem/orchestrator/dialogue"
	tg "legomem/orchestrator/taskgraph"
	"legomem/sweep"
)

// At how many moments a conversation is killed.
const chatKills, sampledChatKills = 100, 10

// chatTurns are a conversation with questions, changes of mind and what is taken back, in
// several files.
var chatTurns = []string{
	"schedule a paint meeting with Tom on 7 December 2027 at 2 pm", "yes", "make it 4", "invite Alice too", "undo that",
	"write 15 into cell B3 of travel.xlsx", "yes",
}

// chatState is what an office and a conversation's graph hold, but for times and ids.
type chatState struct{ office, graph string }

// TestKilledChat kills a conversation with SIGKILL at moments between anything that it writes
// down or does. The next start has every turn that was acknowledged; the office and the graph
// are both as before the turn that was cut off, or both as after it; and what is said on ends
// with the same office as if nothing had happened.
func TestKilledChat(t *testing.T) {
	sweep.Slow(t)
	ownWorkspaces(t)
	random, seed := rand.New(rand.NewPCG(1, 1)), uint64(1)
	if sweep.All() { // other moments each time
		random, seed = seeded(t)
	}
	t.Logf("LEGOMEM_TEST_SEED=%d", seed)
	whole := newKilledChat(t)
	states := []chatState{whole.state()}
	for _, said := range chatTurns {
		if _, killed := whole.talk(0, said); killed {
			t.Fatal("it was killed, and nobody killed it")
		}
		states = append(states, whole.state())
	}
	readings := newKilledChat(t).readings()
	cut := 0
	for n := range sweep.Size(chatKills, 0, sampledChatKills) {
		c := newKilledChat(t)
		moment := 1 + random.IntN(readings)
		acknowledged, killed := c.talk(moment, chatTurns...)
		if !killed {
			continue // the last turns took fewer readings than once before
		}
		cut++
		if n%3 == 2 { // while it brings the turn to its end, too
			c.talk(1+random.IntN(20), "")
		}
		c.talk(0, "")
		at := c.standsAt(states, acknowledged)
		if at < 0 {
			t.Fatalf("killed at reading %d of the clock, with %d turns acknowledged: it is neither as after turn %d nor as after the next:\n%+v\nthose are\n%+v\nand\n%+v",
				moment, acknowledged, acknowledged, c.state(), states[acknowledged], states[min(acknowledged+1, len(states)-1)])
		}
		c.talk(0, chatTurns[at:]...)
		if got, want := c.state().office, states[len(states)-1].office; got != want {
			t.Fatalf("killed at reading %d of the clock, and gone on behind turn %d: the office holds\n%s\nnot\n%s", moment, at, got, want)
		}
	}
	t.Logf("killed %d times in %d readings of the clock", cut, readings)
	if cut == 0 {
		t.Error("nothing was killed")
	}
}

// killedChat is a session about an office of its own.
type killedChat struct {
	t             *testing.T
	office, named string
}

func newKilledChat(t *testing.T) *killedChat {
	t.Helper()
	c := &killedChat{t, filepath.Join(t.TempDir(), "office"), fmt.Sprintf("s%d", os.Getpid())}
	t.Setenv("XDG_DATA_HOME", filepath.Join(t.TempDir(), "data"))
	must.Do(t, putBank(os.Getenv("XDG_DATA_HOME")))
	b := newWorkplace(t, c.office)
	b.furnish()
	b.close()
	return c
}

// start is the program, killed at a reading of its clock (0: never), with what is said.
func (c *killedChat) start(moment int, said ...string) (out, told bytes.Buffer, err error) {
	cmd := exec.Command(os.Args[0], killedVerb, strconv.Itoa(moment), "chat", "--session", c.named, "--testbed", c.office, "--user", "Bob", "--json")
	cmd.Stdin = strings.NewReader(strings.Join(said, "\n") + "\n")
	cmd.Stdout, cmd.Stderr = &out, &told
	err = cmd.Run()
	return out, told, err
}

// talk says something, and returns how many turns were acknowledged; killed says that the
// program was.
func (c *killedChat) talk(moment int, said ...string) (acknowledged int, killed bool) {
	c.t.Helper()
	out, told, err := c.start(moment, said...)
	if err != nil && err.Error() != "signal: killed" {
		c.t.Fatalf("%v\n%s%s", err, out.String(), told.String())
	}
	for dec := json.NewDecoder(&out); dec.More(); acknowledged++ {
		var r dialogue.Reply
		must.Do(c.t, dec.Decode(&r))
		if r.Turn == 0 {
			c.t.Fatalf("turn %d is %+v", acknowledged+1, r)
		}
	}
	return acknowledged, err != nil
}

// readings is how often the clock is read in all of the conversation.
func (c *killedChat) readings() int {
	c.t.Helper()
	_, told, err := c.start(0, chatTurns...)
	must.Do(c.t, err)
	lines := strings.Split(strings.TrimSpace(told.String()), "\n")
	return must.Have(strconv.Atoi(lines[len(lines)-1]))(c.t)
}

// standsAt is after which turn the office and the graph stand, -1 for none that may be.
func (c *killedChat) standsAt(states []chatState, acknowledged int) int {
	c.t.Helper()
	is := c.state()
	for _, at := range []int{acknowledged, acknowledged + 1} {
		if at < len(states) && is == states[at] {
			return at
		}
	}
	return -1
}

// eachTime are the lines that differ from one time to the next of files that hold the same.
var eachTime = regexp.MustCompile(`(?m)^(UID|DTSTAMP|CREATED|LAST-MODIFIED|SEQUENCE)[:;].*$`)

// state is what stands.
func (c *killedChat) state() chatState {
	c.t.Helper()
	var s strings.Builder
	files := must.Have(filepath.Glob(filepath.Join(c.office, "calendar", "*.ics")))(c.t)
	for _, f := range files {
		lines := strings.Split(eachTime.ReplaceAllString(string(must.Have(os.ReadFile(f))(c.t)), ""), "\n")
		slices.Sort(lines) // an event that was taken out and made again stands elsewhere
		fmt.Fprintln(&s, filepath.Base(f), strings.Join(slices.Compact(lines), "\n"))
	}
	s.WriteString(execute(c.t, "tool", "call", "excel.read", "--root", c.office, "--args", `{"file_path":"data/travel.xlsx"}`))
	out := chatState{office: s.String()}
	if sessions := execute(c.t, "chat", "list", "--json"); !strings.Contains(sessions, c.named) {
		return out
	}
	var doc tg.Document
	must.Do(c.t, json.Unmarshal([]byte(execute(c.t, "graph", c.named, "--json")), &doc))
	for _, n := range doc.Nodes {
		if n.Status != tg.Inactive {
			out.graph += fmt.Sprintf("%s: %s [%s] effects: %t\n", n.Slot, n.Value, n.Status, len(n.Effects) > 0)
		}
	}
	return out
}
