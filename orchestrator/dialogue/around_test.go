package dialogue_test

import (
	"context"

	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"legomem/must"
	"legomem/orchestrator/dialogue"
	tg "legomem/orchestrator/taskgraph"
	"legomem/orchestrator/taskgraph/trim"
	"legomem/places"
	"legomem/trajectory"
)

// shelf is an office with one list, to which "add X" adds. It cannot take back what a run did;
// taking an entry off is asked about.
type shelf struct {
	list []string
	runs []shelved
}

// shelved is a run: the entry that it adds, or that it takes off.
type shelved struct {
	entry        string
	off          bool
	asked, stood bool
}

// spoken is the error of what cannot be taken back.
type spoken struct{}

func (spoken) Error() string          { return "the list was changed since" }
func (spoken) CannotTakeBack() string { return "The list was changed since." }

func (o *shelf) Do(_ context.Context, w dialogue.Work) (dialogue.Done, error) {
	run := shelved{entry: strings.TrimPrefix(w.Text, "add ")}
	if w.Talk != nil {
		if len(w.Talk.TakesBack) > 0 {
			return dialogue.Done{}, spoken{}
		}
		for _, v := range w.Talk.Values {
			run.entry = v.Text
		}
		run.off = w.Talk.Skill == "list.remove"
	}
	id := fmt.Sprintf("r%d", len(o.runs))
	if err := w.Begins(id); err != nil {
		return dialogue.Done{}, err
	}
	run.asked = run.off
	o.runs = append(o.runs, run)
	if !run.asked {
		o.carryOut(id)
	}
	done, _, err := o.Became(context.Background(), id)
	return done, err
}

func (o *shelf) carryOut(id string) {
	run := &o.runs[numberOf(id)]
	run.asked, run.stood = false, true
	if run.off {
		o.list = slices.DeleteFunc(o.list, func(e string) bool { return e == run.entry })
		return
	}
	o.list = append(o.list, run.entry)
}

func (o *shelf) Answer(_ context.Context, id, said string, _ dialogue.Work) (dialogue.Done, error) {
	switch said {
	case "yes":
		o.carryOut(id)
		done, _, err := o.Became(context.Background(), id)
		return done, err
	case "no":
		o.runs[numberOf(id)].asked = false
		return dialogue.Done{Run: id, Outcome: trajectory.Cancelled}, nil
	}
	return dialogue.Done{}, &dialogue.Unclear{Why: "say yes or no"}
}

func (o *shelf) Withdraw(_ context.Context, id string) error {
	o.runs[numberOf(id)].asked = false
	return nil
}

func (o *shelf) Became(_ context.Context, id string) (dialogue.Done, bool, error) {
	n := numberOf(id)
	if n >= len(o.runs) {
		return dialogue.Done{}, false, nil
	}
	run := o.runs[n]
	d := dialogue.Done{Run: id, Outcome: trajectory.Solved, Skill: "list.add", Does: "add an entry"}
	if run.off {
		d.Skill = "list.remove"
	}
	if run.asked {
		d.Question = &dialogue.Asked{Run: id, Text: "May it be taken off?", Commit: true, Options: []string{"yes", "no"}}
		return d, true, nil
	}
	d.Values = []dialogue.Value{{Slot: "entries", Kind: "phrase", Text: run.entry}}
	d.Changes = []dialogue.Change{{ID: id + "-1", Sentence: "Changes the list."}}
	return d, run.stood, nil
}

// shelfReader reads "drop X" and "make X Y" of what was added; all else is new.
type shelfReader struct{}

func (shelfReader) Trim(_ context.Context, g *tg.Graph, u trim.Utterance) (trim.Trim, error) {
	words := strings.Fields(u.Text)
	for _, n := range g.Nodes() {
		if n.Slot != "entries" || n.Status == tg.Inactive || len(words) < 2 || n.Value != words[1] {
			continue
		}
		switch words[0] {
		case "drop":
			root := n.Parents[0]
			return trim.Trim{Subtasks: []trim.Subtask{{Intent: trim.Update, Node: root, Relations: []trim.Related{{Relation: trim.Removes, Node: root}}}}, Confidence: 1}, nil
		case "make":
			return trim.Trim{Subtasks: []trim.Subtask{{Intent: trim.Update, Node: n.ID, New: words[2]}}, Confidence: 1}, nil
		}
	}
	return trim.Trim{Fresh: true}, nil
}

// shelfTalk is a conversation about a shelf.
type shelfTalk struct {
	t     *testing.T
	dir   string
	shelf *shelf
	*dialogue.Session
}

func (c *shelfTalk) config() dialogue.Config {
	return dialogue.Config{Office: c.shelf, Trimmer: shelfReader{}, Domain: must.Have(trim.OpenDomain("office"))(c.t), User: "Bob", Now: clock}
}

func newShelfTalk(t *testing.T, said ...string) *shelfTalk {
	c := &shelfTalk{t: t, dir: t.TempDir(), shelf: &shelf{}}
	log := must.Have(trajectory.CreateSession(c.dir, "s", trajectory.SessionOpened{User: "Bob", Now: clock()}, clock))(t)
	c.Session = dialogue.New("s", log, c.config())
	for _, s := range said {
		must.Have(c.Turn(t.Context(), s))(t)
	}
	return c
}

// agree wants the graph to say of the list what is on it.
func (c *shelfTalk) agree(want string) {
	c.t.Helper()
	var said []string
	for _, n := range c.Graph().Nodes() {
		if n.Slot == "list.add" && n.Status == tg.Done && len(n.Effects) > 0 {
			for _, id := range n.DependsOn {
				said = append(said, must.Have(c.Graph().Node(id))(c.t).Value)
			}
		}
	}
	slices.Sort(said)
	has := slices.Sorted(slices.Values(c.shelf.list))
	if got := strings.Join(has, " "); got != want || strings.Join(said, " ") != want || len(c.Graph().Leftovers()) > 0 {
		c.t.Errorf("the list has %q, and the graph %q, not %q; left over: %v\n%s", has, said, want, c.Graph().Leftovers(), c.Graph().Text())
	}
}

// TestTakingBackAsks: where the work that takes something back asks itself, what was done
// stands until there is a yes. It is no new piece of work then, and what waited for it is done.
func TestTakingBackAsks(t *testing.T) {
	for name, tc := range map[string]struct {
		say  []string
		want string
	}{
		"taken back":                {[]string{"drop milk", "yes"}, "tea"},
		"and not":                   {[]string{"drop milk", "no"}, "milk tea"},
		"and something else said":   {[]string{"drop milk", "add salt"}, "milk salt tea"},
		"asked again, and agreed":   {[]string{"drop milk", "no", "drop milk", "yes"}, "tea"},
		"corrected":                 {[]string{"make milk cream", "yes"}, "cream tea"},
		"not corrected":             {[]string{"make milk cream", "no"}, "milk tea"},
		"corrected, and taken back": {[]string{"make milk cream", "yes", "drop cream", "yes"}, "tea"},
	} {
		t.Run(name, func(t *testing.T) {
			c := newShelfTalk(t, append([]string{"add milk", "add tea"}, tc.say...)...)
			c.agree(tc.want)
			if c.Open() != nil {
				t.Errorf("it asks %+v", c.Open())
			}
		})
	}
}

// TestTakingBackIsCutOff cuts the log after each line behind the last work of the turn that asks,
// and of the one that answers, as a kill does.
func TestTakingBackIsCutOff(t *testing.T) {
	for _, said := range []string{"drop milk", "make milk cream"} {
		for _, turns := range []int{3, 4} {
			say := []string{"add milk", "add tea", said, "yes"}[:turns]
			c := newShelfTalk(t, say...)
			must.Do(t, c.Close())
			file := places.Session(c.dir).Log()
			lines := strings.SplitAfter(string(must.Have(os.ReadFile(file))(t)), "\n")
			did := 0 // the last line that tells of work before it begins: the office did no more
			for i, line := range lines {
				if strings.Contains(line, `"turn_worked"`) {
					did = i
				}
			}
			for n := did + 1; n <= len(lines); n++ {
				// The office has done all that it was to do.
				again := newShelfTalk(t, say...)
				must.Do(t, again.Close())
				c.shelf = again.shelf
				must.Do(t, os.WriteFile(file, []byte(strings.Join(lines[:n], "")), 0o600))
				log, past, err := trajectory.ContinueSession(c.dir, clock)
				must.Do(t, err)
				c.Session = must.Have(dialogue.Resume(t.Context(), past, log, c.config()))(t)
				for tries := 0; tries < 3; tries++ {
					switch {
					case c.Open() != nil:
						must.Have(c.Turn(t.Context(), "yes"))(t)
					case slices.Contains(c.shelf.list, "milk"):
						must.Have(c.Turn(t.Context(), said))(t)
					}
				}
				want := map[string]string{"drop milk": "tea", "make milk cream": "cream tea"}[said]
				c.agree(want)
				must.Do(t, c.Close())
			}
		}
	}
}
