package desk

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"legomem/must"
	"legomem/orchestrator/dialogue"
	tg "legomem/orchestrator/taskgraph"
	"legomem/sweep"
	"legomem/tools"
)

// talk is a conversation that somebody wrote who knew nothing of the program, in an office
// of their own, and how it can be told after each turn that it did what was meant.
type talk struct {
	Name  string `yaml:"name"`
	About string `yaml:"about"`
	Turns []turn `yaml:"turns"`
}

// turn is what a user says, and how the office must be then.
type turn struct {
	Say    string   `yaml:"say"`
	Facts  []string `yaml:"facts"` // what is answered to a question
	Checks []struct {
		Tool       string         `yaml:"tool"`
		Args       map[string]any `yaml:"args"`
		Has, Lacks []any
	} `yaml:"checks"`
	AnswerHas   []any `yaml:"answer_has"`
	AnswerLacks []any `yaml:"answer_lacks"`
	Done        int   `yaml:"done"`
	// LeftOut are values that earlier sessions said, and that it leaves out, each in the ways
	// that it may be written.
	LeftOut []struct {
		What  string `yaml:"what"`
		Value []any  `yaml:"value"`
	} `yaml:"left_out"`
}

// only is a turn without what it must be told: the office alone counts.
func (t turn) only() turn {
	t.AnswerHas, t.AnswerLacks = nil, nil
	return t
}

// sample are conversations that are always played, with how many of their turns must be
// right.
var sample = map[string]int{"print-check-moves": 4, "case-review-people": 4}

// tally counts turns.
type tally struct {
	turns, right, asked, unseen, gaveUp int
	// after are turns that, unseen, left the office otherwise than it must be, after one before
	// them that had: whether they did anything wrong themselves cannot be told.
	after int
	// Of right turns that change something: how many did as many pieces of work as their
	// writer counted, how many they did, and how many there would have been to do for who
	// had started over.
	changing, exact, done, over int
	// Again are the pieces of work that were done anew in all turns, and idle those of them that
	// nothing had made stale or taken back.
	again, idle int
	// Settled are those after which the graph has nothing left to do, unfinished, or failed, but
	// for work that is to wait.
	settled int
}

func (p tally) plus(o tally) tally {
	return tally{p.turns + o.turns, p.right + o.right, p.asked + o.asked, p.unseen + o.unseen, p.gaveUp + o.gaveUp, p.after + o.after,
		p.changing + o.changing, p.exact + o.exact, p.done + o.done, p.over + o.over, p.again + o.again, p.idle + o.idle, p.settled + o.settled}
}

// steps is how many pieces of work count in a conversation.
func (c *talking) steps() int {
	n := 0
	for _, node := range c.chat.Graph().Nodes() {
		if strings.Contains(node.Slot, ".") && node.Status != tg.Inactive {
			n++
		}
	}
	return n
}

// unsettled are the nodes that count and are not done.
func (c *talking) unsettled() []string {
	var out []string
	for _, node := range c.chat.Graph().Nodes() {
		switch node.Status {
		case tg.Stale, tg.Active, tg.Failed, tg.Asked:
			out = append(out, fmt.Sprintf("%s %s: %s", node.Status, node.Slot, node.Value))
		}
	}
	return out
}

// doneAgain replays the conversation's graph, and counts the pieces of work that were done
// anew, and those of them that were still as they had been done.
func (c *talking) doneAgain() (again, idle int) {
	g := tg.New(tg.Soften)
	for _, e := range c.chat.Graph().Events() {
		if m, ok := e.Operation.(tg.Mark); ok && (m.Status == tg.Active || m.Status == tg.Done) {
			n := must.Have(g.Node(m.Node))(c.t)
			switch begins := n.Status != tg.Active && strings.Contains(n.Slot, "."); {
			case begins && n.Attempts > 0 && n.Status == tg.Done:
				again, idle = again+1, idle+1
			case begins && n.Attempts > 0:
				again++
			}
		}
		must.Have(g.Apply(e.Moment, e.Operation))(c.t)
	}
	return again, idle
}

// TestChats: conversations over office work in which users change their minds, offline.
// Whoever talks says yes to what is shown, and answers a question with what they know.
func TestChats(t *testing.T) {
	sweep.OneGoroutine(t)
	chosen := sample
	if sweep.All() {
		chosen = nil
	}
	playChats(t, chosen, func(*testing.T, string) map[string]any { return nil })
}

// playChats plays conversations, all where none are chosen, with a desk that is set up for
// each office.
func playChats(t *testing.T, chosen map[string]int, settings func(t *testing.T, set string) map[string]any) {
	// Those of "more" were written by somebody who knew what the program says that it can do.
	sets := []string{"agency", "clinic", "workshop", "agency/more", "clinic/more", "workshop/more"}
	if only := os.Getenv("LEGOMEM_TEST_CHATS"); only != "" {
		sets = strings.Split(only, ",")
	}
	var all tally
	for _, set := range sets {
		dir, more := filepath.Join("testdata", "chats", set), "chats.yaml"
		if office, ok := strings.CutSuffix(set, "/more"); ok {
			dir, more = filepath.Join("testdata", "chats", office), "more.yaml"
		}
		var file struct {
			User  string
			Now   string
			Chats []talk
		}
		must.Do(t, yaml.Unmarshal(must.Have(os.ReadFile(filepath.Join(dir, more)))(t), &file))
		var p tally
		for _, c := range file.Chats {
			if only := os.Getenv("LEGOMEM_TEST_CHAT"); only != "" && only != c.Name || only == "" && chosen != nil && chosen[c.Name] == 0 {
				continue
			}
			t.Run(set+"/"+c.Name, func(t *testing.T) {
				one := playTalk(t, newTestDesk(t, settings(t, set)), dir, file.User, must.Have(time.Parse("2006-01-02 15:04", file.Now))(t), c)
				t.Logf("%s: %+v", c.Name, one)
				if one.right < chosen[c.Name] {
					t.Errorf("%d turns are right with at most one question, want %d at least", one.right, chosen[c.Name])
				}
				if one.unseen > 0 {
					t.Errorf("%d turns committed something wrong that nobody had seen", one.unseen)
				}
				p = p.plus(one)
			})
		}
		t.Logf("%s: %+v", set, p)
		all = all.plus(p)
	}
	t.Logf("all: %+v", all)
}

// talking is a conversation underway, of which a state can be gone back to.
type talking struct {
	t             *testing.T
	user, session string
	now           time.Time
	data, home    string
	d             *Desk
	chat          *Chat
}

func (c *talking) open() {
	c.chat = must.Have(c.d.OpenChat(c.t.Context(), ChatOrder{Session: c.session, Home: c.home, User: c.user}))(c.t)
}

// save copies the state away, and returns what brings it back.
func (c *talking) save() (back func()) {
	kept := c.t.TempDir()
	must.Do(c.t, os.CopyFS(filepath.Join(kept, "data"), os.DirFS(c.data)))
	must.Do(c.t, os.CopyFS(filepath.Join(kept, "home"), os.DirFS(c.home)))
	return func() {
		must.Do(c.t, c.chat.Close())
		must.Do(c.t, os.RemoveAll(c.data))
		must.Do(c.t, os.RemoveAll(c.home))
		must.Do(c.t, os.CopyFS(c.data, os.DirFS(filepath.Join(kept, "data"))))
		must.Do(c.t, os.CopyFS(c.home, os.DirFS(filepath.Join(kept, "home"))))
		c.open()
	}
}

// heard is what came of a turn with the questions that it led to.
type heard struct {
	told, graph string
	by          string // who read it
	done        int
	changes     int
	questions   int // but for changes that were shown
	shown       bool
	trail       []string
	gaveUp      bool
	problem     string
}

// say says something, and answers what is asked as leads to what is wanted, if anything does.
func (c *talking) say(text string, facts []string, check func(told string) string, depth int) heard {
	r := must.Have(c.chat.Turn(c.t.Context(), text))(c.t)
	h := heard{told: r.Told, by: r.By, graph: strings.Join(r.Graph, "\n        "), done: r.Done, changes: len(r.Changes), gaveUp: r.GaveUp}
	if r.Question == nil || depth > 2 {
		h.problem = check(h.told)
		return h
	}
	q := *r.Question
	answers := answersTo(q, facts)
	back := c.save()
	answered := func(a string) heard {
		next := c.say(a, facts, check, depth+1)
		next.trail = append([]string{fmt.Sprintf("? %s %q -> %s", q.Text, q.Options, a)}, next.trail...)
		next.by, next.told, next.done, next.changes = h.by, h.told+"\n"+next.told, next.done+h.done, next.changes+h.changes
		next.graph = h.graph + "\n        " + next.graph
		if q.Commit || q.Resend {
			next.shown = true
		} else {
			next.questions++
		}
		return next
	}
	for i, a := range answers {
		if i > 0 {
			back()
		}
		if next := answered(a); next.problem == "" {
			return next
		}
	}
	back() // none leads there, which whoever talks can see
	if q.Commit || q.Resend {
		return answered("no")
	}
	return answered("none")
}

func playTalk(t *testing.T, d *Desk, dir, user string, now time.Time, talk talk) tally {
	d.Now = func() time.Time { return now }
	c := &talking{t: t, user: user, session: "s", now: now, d: d, data: os.Getenv("XDG_DATA_HOME"), home: filepath.Join(t.TempDir(), "office")}
	must.Do(t, os.CopyFS(c.home, os.DirFS(filepath.Join(dir, "office"))))
	c.open()
	defer func() { must.Do(t, c.chat.Close()) }()
	var p tally
	wrong := false // after the turn before
	for i, turn := range talk.Turns {
		p.turns++
		h := c.say(turn.Say, turn.Facts, func(told string) string { return c.problem(turn, told) }, 0)
		was := wrong
		if len(turn.Checks) > 0 {
			wrong = h.problem != "" && c.problem(turn.only(), "") != ""
		}
		if h.problem == "" && h.questions <= 1 {
			p.right++
			p.asked += h.questions
			if h.changes > 0 {
				p.changing, p.done, p.over = p.changing+1, p.done+h.done, p.over+c.steps()
				if h.done == turn.Done {
					p.exact++
				} else {
					t.Logf("  %d. %s: %d pieces of work, and not %d", i+1, turn.Say, h.done, turn.Done)
				}
				if left := c.unsettled(); len(left) > 0 {
					t.Logf("  %d. %s: the graph is left with %q", i+1, turn.Say, left)
				} else {
					p.settled++
				}
			}
			continue
		}
		switch unseen := h.problem != "" && h.changes > 0 && !h.shown && h.questions == 0; {
		case unseen && was:
			p.after++
		case unseen:
			p.unseen++
		}
		if h.gaveUp {
			p.gaveUp++
		}
		t.Logf("  %d. %s\n      %s\n      read by %s, told %q done %d\n        %s\n      %s", i+1, turn.Say, h.problem, h.by, h.told, h.done, h.graph, strings.Join(h.trail, "\n      "))
	}
	p.again, p.idle = c.doneAgain()
	if p.idle > 0 {
		t.Errorf("%d pieces of work were done again, which nothing had changed", p.idle)
	}
	return p
}

// problem says what is not as it must be after a turn.
func (c *talking) problem(turn turn, told string) string {
	for _, check := range turn.Checks {
		if problem := checked(c.t, c.d, c.home, c.user, c.now, check.Tool, check.Args, check.Has, check.Lacks); problem != "" {
			return problem
		}
	}
	return saysAll(told, turn.AnswerHas)
}

// answersTo are what the user may answer, the likeliest first: yes to what is shown, what
// they know, the options, and none of them.
func answersTo(q dialogue.Asked, facts []string) []string {
	if q.Commit || q.Resend {
		return []string{"yes", "no"}
	}
	var out []string
	for i := range q.Options {
		out = append(out, fmt.Sprint(i+1))
	}
	if len(q.Ways) == 0 {
		out = append(out, facts...)
	}
	return out[:min(len(out), 3)]
}

// checked says what a reading call returns that it should not; "" for nothing.
func checked(t *testing.T, d *Desk, home, user string, now time.Time, tool string, args map[string]any, has, lacks []any) string {
	text := ""
	call := ToolCall{Tool: tool, Args: args, Root: home, User: user}
	call.Date = now.Format("2006-01-02 15:04")
	err := d.CallTool(context.WithoutCancel(t.Context()), call, func(o tools.Observation) error { text = o.Text; return nil })
	if err != nil && text == "" {
		return fmt.Sprintf("%s: %v", tool, err)
	}
	if missing := saysAll(text, has); missing != "" {
		return fmt.Sprintf("%s %v: %s", tool, args, missing)
	}
	for _, one := range lacks {
		if strings.Contains(strings.ToLower(text), strings.ToLower(fmt.Sprint(one))) {
			return fmt.Sprintf("%s %v: it has %q", tool, args, one)
		}
	}
	return ""
}

// saysAll says what a text lacks of some, each a text or several of which one will do.
func saysAll(text string, has []any) string {
	in := func(v any) bool { return strings.Contains(strings.ToLower(text), strings.ToLower(fmt.Sprint(v))) }
	for _, one := range has {
		if some, several := one.([]any); several {
			if !slices.ContainsFunc(some, in) {
				return fmt.Sprintf("none of %q", some)
			}
		} else if !in(one) {
			return fmt.Sprintf("not %q", one)
		}
	}
	return ""
}
