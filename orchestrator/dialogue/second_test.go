package dialogue_test

import (
	"context"
	"strings"
	"testing"

	"legomem/must"
	"legomem/orchestrator/dialogue"
	tg "legomem/orchestrator/taskgraph"
	"legomem/orchestrator/taskgraph/trim"
	"legomem/trajectory"
)

// second reads what the office is unsure of, as it is told.
type second struct {
	read  trim.Trim
	calls int
}

// Trim implements trim.Trimmer.
func (s *second) Trim(context.Context, *tg.Graph, trim.Utterance) (trim.Trim, error) {
	s.calls++
	return s.read, nil
}

// unsureOffice doubts what it reads by itself.
type unsureOffice struct{ *office }

// Do implements dialogue.Office.
func (o unsureOffice) Do(ctx context.Context, w dialogue.Work) (dialogue.Done, error) {
	done, err := o.office.Do(ctx, w)
	if w.Alone {
		done.Doubtful = true
	}
	return done, err
}

func begunNote(text string) trim.Trim {
	return trim.Trim{By: "model", Confidence: 1, Tokens: trim.Tokens{Prompt: 7, Completion: 2}, Subtasks: []trim.Subtask{
		{Intent: trim.New, ID: "task-m1", Slot: "task", New: "note it"},
		{Intent: trim.New, ID: "text-m1", Slot: "text", New: text, Done: true, Relations: []trim.Related{{Relation: trim.ChildOf, Node: "task-m1"}}},
		{Intent: trim.New, ID: "step-m1", Slot: "note.write", New: "write a note", By: "model", Relations: []trim.Related{{Relation: trim.ChildOf, Node: "task-m1"}, {Relation: trim.DependsOn, Node: "text-m1"}}},
	}}
}

// TestSecondReader: what the office doubts and would ask about is read by the second reader;
// its work is shown before anything is changed, and is done once.
func TestSecondReader(t *testing.T) {
	for _, tc := range []struct {
		name  string
		read  trim.Trim
		asks  bool // whether the office asks before it writes
		works int
		want  string // what stands after a yes
	}{
		{"begins work", begunNote("milk"), true, 2, "agreed"},
		{"finds nothing", trim.Trim{By: "model"}, true, 1, "agreed"},
		{"has it planned", trim.Trim{By: "model", Fresh: true}, true, 2, "agreed"},
		{"is not asked of what was done", begunNote("milk"), false, 1, "eggs"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			o, s := &office{asks: tc.asks}, &second{read: tc.read}
			c := newTalk(t, o)
			c.Office, c.Second = unsureOffice{o}, s
			r := c.say("note eggs")
			if wanted := map[bool]int{true: 1}[tc.asks]; s.calls != wanted || len(o.works) != tc.works {
				t.Fatalf("%d readings and %d runs: %+v", s.calls, len(o.works), r)
			}
			if tc.asks {
				if r.Question == nil || !r.Question.Commit || o.stands() != "" || r.Tokens != tc.read.Tokens {
					t.Fatalf("it is not shown, or %q stands: %+v", o.stands(), r)
				}
				open := 0
				for _, is := range o.asked {
					if is {
						open++
					}
				}
				if open != 1 {
					t.Errorf("%d questions are open", open)
				}
				c.again()
				r = c.say("yes")
			}
			if o.stands() != tc.want || r.Question != nil {
				t.Errorf("%q stands: %+v", o.stands(), r)
			}
		})
	}
}

// TestSecondReaderDeclined: a no takes out of the graph what the second reader began.
func TestSecondReaderDeclined(t *testing.T) {
	o := &office{asks: true}
	c := newTalk(t, o)
	c.Office, c.Second = unsureOffice{o}, &second{read: begunNote("milk")}
	c.say("note eggs")
	r := c.say("no")
	if o.stands() != "" || len(o.works) != 2 || strings.Contains(c.Graph().Text(), "milk") {
		t.Errorf("after a no, with %d runs: %+v\n%s", len(o.works), r, c.Graph().Text())
	}
	if w := o.works[1]; !w.Asks || w.Alone || w.Talk == nil || w.Talk.Skill != "note.write" {
		t.Errorf("the second run is for %+v", w)
	}
	must.Do(t, c.Close())
	past := must.Have(trajectory.OpenSession(c.dir))(t)
	ended := 0
	for _, w := range past.Turns[0].Work {
		if w.How == trajectory.Ends {
			ended++
		}
	}
	if ended != 1 {
		t.Errorf("the log says %d times that a question ends: %+v", ended, past.Turns[0].Work)
	}
}

// TestNoted: that nothing is done yet is told where nothing is, and not of work that has no words
// for what it did.
func TestNoted(t *testing.T) {
	o := &office{}
	c := newTalk(t, o)
	c.say("note eggs")
	if r := c.say("make it milk"); o.stands() != "milk" || strings.Contains(r.Told, "Noted") {
		t.Errorf("%q stands, told %q", o.stands(), r.Told)
	}
	waits := begunNote("flour")
	waits.Subtasks = append(waits.Subtasks, trim.Subtask{Intent: trim.Update, Node: "step-m1", Relations: []trim.Related{{Relation: trim.Removes, Node: "step-m1"}}})
	o.asks = true
	c.Office, c.Second = unsureOffice{o}, &second{read: waits}
	if r := c.say("note flour, later"); o.stands() != "milk" || !strings.Contains(r.Told, "Noted") {
		t.Errorf("%q stands, told %q", o.stands(), r.Told)
	}
}
