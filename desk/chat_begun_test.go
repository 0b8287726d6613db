package desk

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"legomem/llm/llmtest"
	"legomem/must"
	"legomem/sweep"
)

// begunTalk is a conversation under hybrid whose model answers each utterance as a test says.
type begunTalk struct {
	t       *testing.T
	home    string
	chat    *Chat
	prompts map[string]string
}

func newBegunTalk(t *testing.T, files map[string]string, replies map[string]string) *begunTalk {
	c := &begunTalk{t: t, home: t.TempDir(), prompts: map[string]string{}}
	for name, text := range files {
		write(t, filepath.Join(c.home, name), text)
	}
	e := llmtest.New(t, llmtest.Options{Answer: func(r llmtest.Request) llmtest.Reply {
		said := saidIn(r)
		c.prompts[said] = r.Messages[0].Content + "\n" + r.Messages[1].Content
		if replies[said] == "" {
			t.Errorf("the model is asked about %q", said)
		}
		return llmtest.Reply{Text: replies[said]}
	}})
	d := newTestDesk(t, map[string]any{"brain": "hybrid", "model.base_url": e.URL(), "model.name": "written-by-hand"})
	d.Now = func() time.Time { return time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC) }
	c.chat = must.Have(d.OpenChat(t.Context(), ChatOrder{Session: "s", Home: c.home, User: "Bob"}))(t)
	t.Cleanup(func() { must.Do(t, c.chat.Close()) })
	return c
}

// say says something, and yes to what it would change; it returns what it was told and asked.
func (c *begunTalk) say(said string) string {
	r := must.Have(c.chat.Turn(c.t.Context(), said))(c.t)
	told := r.Told
	for r.Question != nil && r.Question.Commit {
		told += "\n" + r.Question.Text
		r = must.Have(c.chat.Turn(c.t.Context(), "yes"))(c.t)
		told += "\n" + r.Told
	}
	if r.Question != nil {
		c.t.Fatalf("%q is asked %q", said, r.Question.Text)
	}
	return told
}

func (c *begunTalk) holds(name, want string) {
	c.t.Helper()
	if got := strings.TrimSpace(string(must.Have(os.ReadFile(filepath.Join(c.home, name)))(c.t))); got != want {
		c.t.Errorf("%s holds %q, want %q", name, got, want)
	}
}

func (c *begunTalk) sent() int {
	n := 0
	must.Do(c.t, filepath.WalkDir(filepath.Join(c.home, "emails", "Ann"), func(path string, e os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".eml") {
			n++
		}
		return nil
	}))
	return n
}

// TestBegunWork: what a model begins is shown, done by the skill, changed, taken back to
// where it was before the first time, and done again.
func TestBegunWork(t *testing.T) {
	sweep.OneGoroutine(t)
	c := newBegunTalk(t, map[string]string{"data/notes.txt": "one"}, map[string]string{
		"the notes want a two":    `{"ways":[{"says":"adds two","work":[{"skill":"files.append","values":[{"slot":"file","value":"notes.txt"},{"slot":"text","value":"two"}]}]}]}`,
		"rather a three, i think": `{"ways":[{"says":"three","subtasks":[{"intent":"update","node":"text-m1-2","new":"three"}]}]}`,
		"hm, none of that at all": `{"ways":[{"says":"not","subtasks":[{"intent":"update","node":"task-m1","relations":[{"relation":"remove","node":"task-m1"}]}]}]}`,
		"well ok, with it then":   `{"ways":[{"says":"again","subtasks":[{"intent":"update","node":"task-m1","relations":[{"relation":"restore","node":"task-m1"}]}]}]}`,
	})
	if told := c.say("the notes want a two"); !strings.Contains(told, "needs your yes") {
		t.Errorf("it was not shown: %q", told)
	}
	c.holds("data/notes.txt", "one\ntwo")
	c.say("rather a three, i think")
	c.holds("data/notes.txt", "one\nthree")
	c.say("hm, none of that at all")
	c.holds("data/notes.txt", "one")
	c.say("well ok, with it then")
	c.holds("data/notes.txt", "one\nthree")
	first, second := c.prompts["the notes want a two"], c.prompts["rather a three, i think"]
	for _, want := range []string{"- files.append: ", "data/notes.txt: 1 line", "In data/notes.txt:\n> one", "The user is Bob."} {
		if !strings.Contains(first, want) {
			t.Errorf("the first prompt lacks %q:\n%s", want, first)
		}
	}
	if !strings.Contains(second, "The user: yes") || !strings.Contains(second, "> two") || strings.Contains(first, "What was said before") {
		t.Errorf("the second prompt is\n%s", second)
	}
}

// TestWorkWaits: work that is not to be done yet is kept, changed, and done once it is said.
func TestWorkWaits(t *testing.T) {
	c := newBegunTalk(t, map[string]string{"emails/Ann/inbox/.keep": "", "emails/Bob/inbox/.keep": "", "data/x.txt": "x"}, map[string]string{
		"a line to ann that it is done, but hold it": `{"ways":[{"says":"a mail that waits","work":[{"skill":"mail.send","values":[{"slot":"to","value":"Ann"},{"slot":"text","value":"It is done."}],"wait":true}]}]}`,
		"it should rather say nearly done":           `{"ways":[{"says":"nearly","subtasks":[{"intent":"update","node":"text-m1-2","new":"It is nearly done."}]}]}`,
		"off with it, then":                          `{"ways":[{"says":"sends it","subtasks":[{"intent":"update","node":"step-m1","relations":[{"relation":"restore","node":"step-m1"}]}]}]}`,
	})
	for _, said := range []string{"a line to ann that it is done, but hold it", "it should rather say nearly done"} {
		if told := c.say(said); c.sent() != 0 || !strings.Contains(told, "nothing is done for it yet") {
			t.Errorf("%d mails after %q, told %q", c.sent(), said, told)
		}
	}
	if told := c.say("off with it, then"); c.sent() != 1 || !strings.Contains(told, "needs your yes") {
		t.Errorf("%d mails, told %q", c.sent(), told)
	}
}

// TestBegunWorkAsks: what a model leaves out is asked for, and can be changed afterwards like
// all else; a thing is the same one later, whatever is moved meanwhile.
func TestBegunWorkAsks(t *testing.T) {
	sweep.OneGoroutine(t)
	c := newBegunTalk(t, map[string]string{"data/roof.txt": "slate\n", "data/old/roof_2.txt": "tile\n"}, map[string]string{
		"something for the roof file":  `{"ways":[{"says":"a line","work":[{"skill":"files.append","values":[{"slot":"file","value":"roof"}]}]}]}`,
		"hm, the other wording please": `{"ways":[{"says":"other","subtasks":[{"intent":"update","node":"text-3","new":"gutter is clean"}]}]}`,
	})
	r := must.Have(c.chat.Turn(t.Context(), "something for the roof file"))(t)
	if r.Question == nil || r.Question.Commit {
		t.Fatalf("nothing is asked: %+v", r)
	}
	c.say("gutter leaks")
	c.holds("data/roof.txt", "slate\ngutter leaks")
	text := must.Have(c.chat.Graph().Node("text-3"))(t)
	if text.Slot != "text" || text.Value != "gutter leaks" {
		t.Errorf("the graph is\n%s", c.chat.Graph().Text())
	}
	if file := must.Have(c.chat.Graph().Node("file-m1-1"))(t); file.Inputs["canon"] != "data/roof.txt" || file.Value != "roof" {
		t.Errorf("the file is %+v", file)
	}
	c.say("hm, the other wording please")
	c.holds("data/roof.txt", "slate\ngutter is clean")
}

// TestTakenBackAround: what was changed again since is taken back by the skill that does the
// opposite, and set anew where another value is all that is wanted.
func TestTakenBackAround(t *testing.T) {
	sweep.OneGoroutine(t)
	ics := "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTAMP:20260301T090000Z\r\nDTSTART:20260303T100000\r\nDTEND:20260303T103000\r\nSUMMARY:Roof talk\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
	c := newBegunTalk(t, map[string]string{"data/lists/tools.txt": "saw\n", "calendar/Bob.ics": ics}, map[string]string{
		"we lack a hammer on tools":    `{"ways":[{"says":"hammer","work":[{"skill":"list.add","values":[{"slot":"list","value":"tools"},{"slot":"entries","value":"hammer"}]}]}]}`,
		"and we lack a file there":     `{"ways":[{"says":"file","work":[{"skill":"list.add","values":[{"slot":"list","value":"tools list"},{"slot":"entries","value":"file"}]}]}]}`,
		"found that hammer, forget it": `{"ways":[{"says":"no hammer","subtasks":[{"intent":"update","node":"task-m1","relations":[{"relation":"remove","node":"task-m1"}]}]}]}`,
		"the roof thing wants to be 3": `{"ways":[{"says":"3 pm","work":[{"skill":"calendar.move","values":[{"slot":"event","value":"Roof talk"},{"slot":"start","value":"3 pm"}]}]}]}`,
		"up on the roof it should be":  `{"ways":[{"says":"place","work":[{"skill":"calendar.set_place","values":[{"slot":"event","value":"Roof talk"},{"slot":"place","value":"Roof"}]}]}]}`,
		"hm, one hour later for that":  `{"ways":[{"says":"4 pm","subtasks":[{"intent":"update","node":"start-m3-2","new":"4 pm"}]}]}`,
	})
	c.say("we lack a hammer on tools")
	c.say("and we lack a file there")
	c.holds("data/lists/tools.txt", "saw\nhammer\nfile")
	if told := c.say("found that hammer, forget it"); !strings.Contains(told, "hammer") {
		t.Errorf("it told %q", told)
	}
	c.holds("data/lists/tools.txt", "saw\nfile")
	c.say("the roof thing wants to be 3")
	c.say("up on the roof it should be")
	c.say("hm, one hour later for that")
	text := string(must.Have(os.ReadFile(filepath.Join(c.home, "calendar/Bob.ics")))(t))
	for _, want := range []string{"20260303T160000", "LOCATION:Roof"} {
		if !strings.Contains(text, want) {
			t.Errorf("the calendar lacks %q:\n%s", want, text)
		}
	}
}

// TestBegunWorkUndone: an undo takes back begun work whole, though the turn in which it was
// agreed to came after the one that asked for it.
func TestBegunWorkUndone(t *testing.T) {
	sweep.OneGoroutine(t)
	c := newBegunTalk(t, map[string]string{"data/roof.txt": "slate"}, map[string]string{
		"something for the roof file": `{"ways":[{"says":"a line","work":[{"skill":"files.append","values":[{"slot":"file","value":"roof"}]}]}]}`,
		"the roof file wants a tile":  `{"ways":[{"says":"a line","work":[{"skill":"files.append","values":[{"slot":"file","value":"roof"},{"slot":"text","value":"tile"}]}]}]}`,
	})
	c.say("the roof file wants a tile")
	c.holds("data/roof.txt", "slate\ntile")
	c.say("undo that")
	c.holds("data/roof.txt", "slate")
	must.Have(c.chat.Turn(t.Context(), "something for the roof file"))(t)
	c.say("gutter leaks")
	c.holds("data/roof.txt", "slate\ngutter leaks")
	c.say("undo that")
	c.holds("data/roof.txt", "slate")
}

// TestWaitingWorkGrows: a value that work gets while it waits is part of it when it is done.
func TestWaitingWorkGrows(t *testing.T) {
	sweep.OneGoroutine(t)
	c := newBegunTalk(t, map[string]string{"emails/Ann/inbox/.keep": "", "emails/Bob/inbox/.keep": "", "emails/Cid/inbox/.keep": "", "data/x.txt": "x"}, map[string]string{
		"a line to ann that it is done, but hold it": `{"ways":[{"says":"a mail that waits","work":[{"skill":"mail.send","values":[{"slot":"to","value":"Ann"},{"slot":"text","value":"It is done."}],"wait":true}]}]}`,
		"cid reads it as well, off with it":          `{"ways":[{"says":"sends it","subtasks":[{"intent":"new","slot":"to","new":"Cid"},{"intent":"update","node":"step-m1","relations":[{"relation":"restore","node":"step-m1"}]}]}]}`,
	})
	c.say("a line to ann that it is done, but hold it")
	if told := c.say("cid reads it as well, off with it"); c.sent() != 1 || !strings.Contains(told, "Cid@") {
		t.Errorf("%d mails, told %q", c.sent(), told)
	}
}

// TestCannotBeChanged: where a correction cannot be brought about, the user is told so once,
// and the graph tells what is.
func TestCannotBeChanged(t *testing.T) {
	sweep.OneGoroutine(t)
	c := newBegunTalk(t, map[string]string{"data/roof.txt": "slate"}, map[string]string{
		"the roof file wants a tile":   `{"ways":[{"says":"a line","work":[{"skill":"files.append","values":[{"slot":"file","value":"roof"},{"slot":"text","value":"tile"}]}]}]}`,
		"and a nail, the same file":    `{"ways":[{"says":"a line","work":[{"skill":"files.append","values":[{"slot":"file","value":"roof"},{"slot":"text","value":"nail"}]}]}]}`,
		"rather a brick than the tile": `{"ways":[{"says":"brick","subtasks":[{"intent":"update","node":"text-m1-2","new":"brick"}]}]}`,
		"how is the roof file now":     `{"ways":[{"says":"read","work":[{"skill":"files.read","values":[{"slot":"file","value":"roof"}]}]}]}`,
	})
	c.say("the roof file wants a tile")
	c.say("and a nail, the same file")
	if told := c.say("rather a brick than the tile"); !strings.Contains(told, "That stays as it is") {
		t.Errorf("it told %q", told)
	}
	c.holds("data/roof.txt", "slate\ntile\nnail")
	if n := must.Have(c.chat.Graph().Node("text-m1-2"))(t); n.Value != "tile" {
		t.Errorf("the graph holds %q", n.Value)
	}
	if told := c.say("how is the roof file now"); strings.Contains(told, "That stays as it is") {
		t.Errorf("it is told again: %q", told)
	}
}

// TestBegunWorkNamesNobody: whom a model adds to work that was agreed to, and the user did not
// name, is asked about: it may have been told so by what a mail says.
func TestBegunWorkNamesNobody(t *testing.T) {
	sweep.OneGoroutine(t)
	empty := "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\nEND:VCALENDAR\r\n"
	c := newBegunTalk(t, map[string]string{"calendar/Bob.ics": empty, "calendar/Ann.ics": empty, "emails/Ann/inbox/.keep": "", "emails/Bob/inbox/.keep": ""}, map[string]string{
		"a roof thing with ann at 3 tomorrow": `{"ways":[{"says":"roof","work":[{"skill":"calendar.add","values":[{"slot":"title","value":"Roof"},{"slot":"date","value":"tomorrow"},{"slot":"start","value":"3 pm"},{"slot":"people","value":"Ann"}]}]}]}`,
		"whoever the mail says comes too":     `{"ways":[{"says":"one more","subtasks":[{"intent":"new","slot":"people","new":"mallory@evil.example","relations":[{"relation":"child_of","node":"task-m1"}]}]}]}`,
	})
	c.say("a roof thing with ann at 3 tomorrow")
	before := must.Have(os.ReadFile(filepath.Join(c.home, "calendar/Bob.ics")))(t)
	r := must.Have(c.chat.Turn(t.Context(), "whoever the mail says comes too"))(t)
	if r.Question == nil || !strings.Contains(r.Question.Text, "mallory@evil.example") || len(r.Changes) > 0 {
		t.Errorf("it is not asked: %+v", r)
	}
	c.holds("calendar/Bob.ics", strings.TrimSpace(string(before)))
}
