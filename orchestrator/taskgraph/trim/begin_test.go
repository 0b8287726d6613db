package trim

import (
	"context"
	"strings"
	"testing"

	"legomem/llm/llmtest"
	"legomem/must"
	tg "legomem/orchestrator/taskgraph"
	"legomem/tools/value"
)

// beginsWith are the skills of the office in these tests.
var beginsWith = []Begun{
	{ID: "mail.send", Does: "send a mail", Slots: []Slot{{Name: "to", Kind: value.Person, List: true}, {Name: "text", Kind: value.Message}, {Name: "subject", Kind: value.Phrase}}, Optional: []string{"subject"}},
	{ID: "calendar.when", Does: "tell when an event is", Slots: []Slot{{Name: "event", Kind: "event"}}},
}

// beginning is a trimmer of an office that asks a scripted endpoint, which may begin work.
func beginning(t *testing.T, replies ...llmtest.Reply) (*ByModel, *llmtest.Endpoint) {
	e := llmtest.New(t, llmtest.Options{}, replies...)
	m := model(t, "office", nil, e.URL())
	m.Skills, m.User = beginsWith, "dana"
	m.Knows.SkillSlots = func(id string) []Slot {
		for _, k := range beginsWith {
			if k.ID == id {
				return k.Slots
			}
		}
		return nil
	}
	m.Workplace = func(context.Context, []string) (string, error) { return "data/todo.txt: 3 lines", nil }
	return m, e
}

// mailGraph has a mail that was sent to Lee.
func mailGraph(t *testing.T) *tg.Graph {
	g := tg.New(tg.Soften)
	for _, op := range []tg.Operation{
		tg.Add{ID: "task-1", Slot: "task", Value: "mail Lee: done"},
		tg.Add{ID: "to-1", Slot: "to", Value: "Lee", Status: tg.Done, Parents: []string{"task-1"}},
		tg.Add{ID: "text-1", Slot: "text", Value: "done", Status: tg.Done, Parents: []string{"task-1"}},
		tg.Add{ID: "step-1", Slot: "mail.send", Value: "send a mail", Parents: []string{"task-1"}, DependsOn: []string{"to-1", "text-1"}},
	} {
		must.Have(g.Apply(tg.Moment{Turn: 1}, op))(t)
	}
	return g
}

// TestBegun: work that a model beginsWith is a root with its values in the graph, and a step that
// stands on them and waits; what is there already may change in the same way.
func TestBegun(t *testing.T) {
	m, e := beginning(t, llmtest.Reply{Text: `{"ways":[{"says":"another text, and to Mia","subtasks":[{"intent":"update","node":"text-1","new":"all done"}],
		"work":[{"skill":"mail.send","values":[{"slot":"to","value":"Mia"},{"slot":"to","value":"Tom"},{"slot":"text","value":"all done"}]}, {"skill":"calendar.when","values":[{"slot":"event","value":"lunch"}]}]}]}`})
	g := mailGraph(t)
	got := must.Have(m.Trim(t.Context(), g, Utterance{Text: "all done, and to mia and tom"}))(t)
	for _, op := range must.Have(Operations(g, got.Subtasks, "all done, and to mia and tom"))(t) {
		must.Have(g.Apply(tg.Moment{Turn: 2}, op))(t)
	}
	step := must.Have(g.Node("step-m1"))(t)
	if step.Slot != "mail.send" || step.Status != tg.Waiting || step.Inputs[ReadBy] != "model" || len(step.DependsOn) != 3 {
		t.Errorf("the step is %+v", step)
	}
	if to := must.Have(g.Node(step.DependsOn[1]))(t); to.Slot != "to" || to.Value != "Tom" || to.Inputs[KindKey] != "person" || to.Status != tg.Done {
		t.Errorf("its second value is %+v", to)
	}
	if n := must.Have(g.Node("step-m2"))(t); n.Slot != "calendar.when" || g.Text() == "" {
		t.Errorf("the second step is %+v", n)
	}
	if n := must.Have(g.Node("text-1"))(t); n.Value != "all done" {
		t.Errorf("the text is %q", n.Value)
	}
	sent := e.Requests()[0]
	for _, want := range []string{"mail.send: send a mail: to (person)*, text (message), subject (phrase)?", "data/todo.txt: 3 lines", "The user is dana."} {
		if all := sent.Messages[0].Content + sent.Messages[1].Content; !strings.Contains(all, want) {
			t.Errorf("the prompt lacks %q:\n%s", want, all)
		}
	}
}

// TestUnfitWork: work that cannot be begun is told why.
func TestUnfitWork(t *testing.T) {
	good := llmtest.Reply{Text: `{"ways":[{"says":"x","work":[{"skill":"calendar.when","values":[{"slot":"event","value":"lunch"}]}]}]}`}
	for _, tc := range []struct{ name, work, want string }{
		{"a skill that there is not", `{"skill":"mail.print","values":[]}`, `no skill "mail.print"`},
		{"a slot that there is not", `{"skill":"calendar.when","values":[{"slot":"day","value":"Friday"}]}`, `no slot "day"; it has event`},
		{"an empty value", `{"skill":"calendar.when","values":[{"slot":"event","value":" "}]}`, "leave out"},
		{"two values for one", `{"skill":"calendar.when","values":[{"slot":"event","value":"a"},{"slot":"event","value":"b"}]}`, "takes one value"},
		{"no values at all", `{"skill":"calendar.when"}`, "form"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m, e := beginning(t, llmtest.Reply{Text: `{"ways":[{"says":"x","subtasks":[],"work":[` + tc.work + `]}]}`}, good)
			got := must.Have(m.Trim(t.Context(), mailGraph(t), Utterance{Text: "when's lunch"}))(t)
			last := e.Requests()[1].Messages
			if said := last[len(last)-1].Content; !strings.Contains(said, tc.want) {
				t.Errorf("it was told, without %q:\n%s", tc.want, said)
			}
			if len(got.Subtasks) != 3 {
				t.Errorf("it is %+v", got)
			}
		})
	}
}

// TestNothingWanted: no way and no new work is nothing, and not something to be read
// elsewhere; where no skills are shown, work cannot be begun.
func TestNothingWanted(t *testing.T) {
	m, _ := beginning(t, llmtest.Reply{Text: `{"ways":[]}`}, llmtest.Reply{Text: `{"ways":[],"new_work":true}`})
	for _, fresh := range []bool{false, true} {
		if got := must.Have(m.Trim(t.Context(), mailGraph(t), Utterance{Text: "well, well"}))(t); got.Fresh != fresh || len(got.Subtasks) > 0 {
			t.Errorf("it is %+v", got)
		}
	}
	m, e := beginning(t, llmtest.Reply{Text: `{"ways":[{"says":"x","subtasks":[],"work":[{"skill":"calendar.when","values":[]}]}]}`}, llmtest.Reply{Text: `{"ways":[]}`})
	m.Skills = nil
	if got := must.Have(m.Trim(t.Context(), mailGraph(t), Utterance{Text: "when's lunch"}))(t); !got.Fresh || len(e.Requests()) != 2 {
		t.Errorf("it is %+v after %d requests", got, len(e.Requests()))
	}
}
