package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"legomem/llm/llmtest"
	"legomem/must"
	"legomem/orchestrator/dialogue"
	tg "legomem/orchestrator/taskgraph"
	"legomem/sweep"
)

// At how many moments a conversation is killed.
const chatKills = 100

// killedTalk is a conversation with questions, changes of mind and what is taken back, in
// several files.
type killedTalk struct {
	turns []string
	// replies are what the model answers, by what was said. Where there are none there is no
	// model.
	replies map[string]string
}

var offlineTalk = killedTalk{turns: []string{
	"schedule a paint meeting with Tom on 7 December 2027 at 2 pm", "yes", "make it 4", "invite Alice too", "undo that",
	"write 15 into cell B3 of travel.xlsx", "yes",
}}

// modelTalk is under hybrid: what offline reading is not sure of begins work, changes it and
// takes it back, as a model says that was written by hand.
var modelTalk = killedTalk{
	turns: []string{
		"the notes want a two", "yes", "schedule a paint meeting with Tom on 7 December 2027 at 2 pm", "yes",
		"rather a three in those notes", "yes", "hm, none of that in the notes", "yes", "well ok, with it then", "yes",
	},
	replies: map[string]string{
		"the notes want a two": `{"ways":[{"says":"adds two","work":[{"skill":"files.append","values":[{"slot":"file","value":"notes.txt"},{"slot":"text","value":"two"}]}]}]}`,
		"schedule a paint meeting with Tom on 7 December 2027 at 2 pm": `{"ways":[{"says":"an event","work":[{"skill":"calendar.add","values":[{"slot":"title","value":"paint meeting"},{"slot":"people","value":"Tom"},{"slot":"date","value":"7 December 2027"},{"slot":"start","value":"2 pm"}]}]}]}`,
		"rather a three in those notes":                                `{"ways":[{"says":"three","subtasks":[{"intent":"update","node":"text-m1-2","new":"three"}]}]}`,
		"hm, none of that in the notes":                                `{"ways":[{"says":"not","subtasks":[{"intent":"update","node":"task-m1","relations":[{"relation":"remove","node":"task-m1"}]}]}]}`,
		"well ok, with it then":                                        `{"ways":[{"says":"again","subtasks":[{"intent":"update","node":"task-m1","relations":[{"relation":"restore","node":"task-m1"}]}]}]}`,
	},
}

// chatState is what an office and a conversation's graph hold, but for times and ids.
type chatState struct{ office, graph string }

// TestKilledChat kills a conversation with SIGKILL at moments between anything that it writes
// down or does. The next start has every turn that was acknowledged; the office and the graph
// are both as before the turn that was cut off, or both as after it; and what is said on ends
// with the same office as if nothing had happened.
func TestKilledChat(t *testing.T) { killChat(t, offlineTalk, 6) }

// TestKilledChatWithModel is the same of a conversation that a model helps to read.
func TestKilledChatWithModel(t *testing.T) { killChat(t, modelTalk, 2) }

// killChat kills a talk, at so many moments where not all are tried.
func killChat(t *testing.T, talk killedTalk, sampled int) {
	sweep.Slow(t)
	ownWorkspaces(t)
	config := talk.configured(t)
	random, seed := rand.New(rand.NewPCG(1, 1)), uint64(1)
	if sweep.All() { // other moments each time
		random, seed = seeded(t)
	}
	t.Logf("LEGOMEM_TEST_SEED=%d", seed)
	whole := newKilledChat(t, config)
	states := []chatState{whole.state()}
	for _, said := range talk.turns {
		if _, killed := whole.talk(0, said); killed {
			t.Fatal("it was killed, and nobody killed it")
		}
		states = append(states, whole.state())
	}
	readings := newKilledChat(t, config).readings(talk.turns)
	cut := 0
	for n := range sweep.Size(chatKills, 0, sampled) {
		c := newKilledChat(t, config)
		moment := 1 + random.IntN(readings)
		acknowledged, killed := c.talk(moment, talk.turns...)
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
		c.talk(0, talk.turns[at:]...)
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
	config        []string
}

// notesText is the id of the text for the notes, which has other numbers where the turn that
// began it was cut off and said again.
var notesText = regexp.MustCompile(`text-m(\d+)-\d+`)

// configured are the flags that name the model's endpoint, if there is one.
func (k killedTalk) configured(t *testing.T) []string {
	if k.replies == nil {
		return nil
	}
	e := llmtest.New(t, llmtest.Options{Answer: func(r llmtest.Request) llmtest.Reply {
		asked := r.Messages[len(r.Messages)-1].Content
		for said, reply := range k.replies {
			if !strings.HasSuffix(strings.TrimSpace(asked), "\n> "+said) {
				continue
			}
			if id := notesText.FindStringSubmatch(asked); id != nil {
				reply = strings.NewReplacer("text-m1-2", id[0], "task-m1", "task-m"+id[1]).Replace(reply)
			}
			return llmtest.Reply{Text: reply}
		}
		t.Errorf("the model is asked\n%v", r.Messages)
		return llmtest.Reply{Status: http.StatusBadRequest, Text: "not this"}
	}})
	file := filepath.Join(t.TempDir(), "config.yaml")
	must.Do(t, os.WriteFile(file, fmt.Appendf(nil, "model:\n  base_url: %q\n  name: %s\n", e.URL(), writtenByHand), 0o600))
	return []string{"--brain", "hybrid", "--config", file}
}

func newKilledChat(t *testing.T, config []string) *killedChat {
	t.Helper()
	c := &killedChat{t, filepath.Join(t.TempDir(), "office"), fmt.Sprintf("s%d", os.Getpid()), config}
	t.Setenv("XDG_DATA_HOME", filepath.Join(t.TempDir(), "data"))
	must.Do(t, putBank(os.Getenv("XDG_DATA_HOME")))
	b := newWorkplace(t, c.office)
	b.furnish()
	b.close()
	must.Do(t, os.WriteFile(filepath.Join(c.office, "data", "notes.txt"), []byte("one\n"), 0o644))
	return c
}

// start is the program, killed at a reading of its clock (0: never), with what is said.
func (c *killedChat) start(moment int, said ...string) (out, told bytes.Buffer, err error) {
	args := append([]string{killedVerb, strconv.Itoa(moment), "chat", "--session", c.named, "--testbed", c.office, "--user", "Bob", "--json"}, c.config...)
	cmd := exec.Command(os.Args[0], args...)
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
func (c *killedChat) readings(turns []string) int {
	c.t.Helper()
	_, told, err := c.start(0, turns...)
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
	s.Write(must.Have(os.ReadFile(filepath.Join(c.office, "data", "notes.txt")))(c.t))
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
