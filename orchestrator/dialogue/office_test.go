package dialogue_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"legomem/must"
	"legomem/orchestrator/dialogue"
	tg "legomem/orchestrator/taskgraph"
	"legomem/orchestrator/taskgraph/trim"
	"legomem/trajectory"
)

// clock is the time of all that happens here.
func clock() time.Time { return time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC) }

// office writes notes, one a run. It is killed, as far as a conversation can tell, when a
// piece of work is carried out so many times.
type office struct {
	runs   []string // by number, what each wrote; "" for nothing
	asks   bool     // that every new note needs a yes
	asked  map[string]bool
	cut    bool // that it stops when an answer is written down, and nothing done yet
	works  []dialogue.Work
	killed int // the piece of work at which it stops, before (odd) or after (even) it is done
}

var errKilled = errors.New("killed")

func (o *office) id() string { return fmt.Sprintf("r%d", len(o.runs)) }

// Do implements dialogue.Office.
func (o *office) Do(_ context.Context, w dialogue.Work) (dialogue.Done, error) {
	o.works = append(o.works, w)
	id := o.id()
	if err := w.Begins(id); err != nil {
		return dialogue.Done{}, err
	}
	if o.killed == 2*len(o.works)-1 {
		return dialogue.Done{}, errKilled
	}
	text := w.Text
	if w.Talk != nil {
		text = ""
		for _, v := range w.Talk.Values {
			text = v.Text
		}
		for _, back := range w.Talk.TakesBack {
			o.runs[numberOf(back)] = ""
		}
	}
	text = strings.TrimPrefix(text, "note ")
	if w.Idle {
		text = ""
	}
	o.runs = append(o.runs, text)
	if ask := o.asks && w.Talk == nil || w.Asks; ask {
		o.runs[numberOf(id)] = ""
		o.asked[id] = true
	}
	done, _, err := o.Became(context.Background(), id)
	if done.Question != nil {
		done.Does, done.Values = "write a note", []dialogue.Value{{Slot: "text", Kind: "phrase", Text: text}}
	}
	if o.killed == 2*len(o.works) {
		return dialogue.Done{}, errKilled
	}
	return done, err
}

func numberOf(id string) int {
	n := 0
	_, _ = fmt.Sscanf(id, "r%d", &n)
	return n
}

// Answer implements dialogue.Office.
func (o *office) Answer(_ context.Context, run, said string, _ dialogue.Work) (dialogue.Done, error) {
	if o.cut {
		o.asked[run] = false
		return dialogue.Done{}, errKilled
	}
	switch said {
	case "yes":
		o.asked[run] = false
		o.runs[numberOf(run)] = "agreed"
	case "no":
		o.asked[run] = false
		return dialogue.Done{Run: run, Outcome: trajectory.Cancelled}, nil
	default:
		return dialogue.Done{}, &dialogue.Unclear{Why: "say yes or no"}
	}
	done, _, err := o.Became(context.Background(), run)
	return done, err
}

// Withdraw implements dialogue.Office.
func (o *office) Withdraw(_ context.Context, run string) error {
	o.asked[run] = false
	return nil
}

// Became implements dialogue.Office.
func (o *office) Became(_ context.Context, run string) (dialogue.Done, bool, error) {
	n := numberOf(run)
	if n >= len(o.runs) {
		return dialogue.Done{}, false, nil
	}
	d := dialogue.Done{Run: run, Outcome: trajectory.Solved, Skill: "note.write", Does: "write a note"}
	if o.asked[run] {
		d.Question = &dialogue.Asked{Run: run, Text: "May that be written?", Commit: true, Options: []string{"yes", "no"}}
		return d, true, nil
	}
	text := o.runs[n]
	if text != "" {
		d.Values = []dialogue.Value{{Slot: "text", Kind: "phrase", Text: text}}
		d.Changes = []dialogue.Change{{ID: run + "-1", Sentence: "Writes " + text + "."}}
	}
	return d, text != "", nil
}

// stands are the notes that are there.
func (o *office) stands() string {
	var all []string
	for _, text := range o.runs {
		if text != "" {
			all = append(all, text)
		}
	}
	return strings.Join(all, ", ")
}

// reader reads three sentences: "note X" is new, "make it X" changes the last text, "what?"
// asks for it.
type reader struct{}

// Trim implements trim.Trimmer.
func (reader) Trim(_ context.Context, g *tg.Graph, u trim.Utterance) (trim.Trim, error) {
	last := ""
	for _, n := range g.Nodes() {
		if n.Slot == "text" && n.Status != tg.Inactive {
			last = n.ID
		}
	}
	value, changes := strings.CutPrefix(u.Text, "make it ")
	switch {
	case last == "":
		return trim.Trim{Fresh: true}, nil
	case changes:
		return trim.Trim{Subtasks: []trim.Subtask{{Intent: trim.Update, Node: last, New: value}}, Confidence: 1}, nil
	case u.Text == "what?":
		return trim.Trim{Subtasks: []trim.Subtask{{Intent: trim.Check, Node: last, Asks: trim.AsksValue}}, Confidence: 1}, nil
	}
	return trim.Trim{Fresh: true}, nil
}

// talk is a conversation in a folder of its own.
type talk struct {
	t      *testing.T
	dir    string
	office *office
	*dialogue.Session
}

func newTalk(t *testing.T, o *office) *talk {
	t.Helper()
	o.asked = map[string]bool{}
	c := &talk{t: t, dir: t.TempDir(), office: o}
	log := must.Have(trajectory.CreateSession(c.dir, "s", trajectory.SessionOpened{User: "Bob", Now: clock()}, clock))(t)
	c.Session = dialogue.New("s", log, c.config())
	return c
}

func (c *talk) config() dialogue.Config {
	return dialogue.Config{Office: c.office, Trimmer: reader{}, Domain: must.Have(trim.OpenDomain("office"))(c.t), User: "Bob", Now: clock}
}

// again closes the conversation, and goes on with it.
func (c *talk) again() {
	c.t.Helper()
	must.Do(c.t, c.Close())
	c.resume()
}

// resume goes on with a conversation that is closed.
func (c *talk) resume() {
	c.t.Helper()
	log, past, err := trajectory.ContinueSession(c.dir, clock)
	must.Do(c.t, err)
	c.Session = must.Have(dialogue.Resume(c.t.Context(), past, log, c.config()))(c.t)
}

func (c *talk) say(said string) dialogue.Reply {
	c.t.Helper()
	return must.Have(c.Turn(c.t.Context(), said))(c.t)
}

// done are the texts whose steps are done, and what has effects that stand, by the graph.
func (c *talk) done() string {
	var all []string
	for _, n := range c.Graph().Nodes() {
		if n.Slot != "note.write" || len(n.Effects) == 0 {
			continue
		}
		text := string(n.Status)
		for _, id := range n.DependsOn {
			text = must.Have(c.Graph().Node(id))(c.t).Value
		}
		if n.Status != tg.Done {
			text += " (" + string(n.Status) + ")"
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}
