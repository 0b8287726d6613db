package curate

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/golden"
	"legomem/llm"
	"legomem/llm/cost"
	"legomem/llm/llmtest"
	"legomem/membank"
	"legomem/must"
	"legomem/trajectory"
)

func TestModel(t *testing.T) {
	b := open(t, "", say(memo()))
	compiled := ""
	compile := func(run *trajectory.Run, _ []*trajectory.Run) (Compiled, error) {
		compiled = run.Steps()[0].Action.Tool
		return Compiled{Procedure: json.RawMessage(`{"a":1}`), Version: "reflex/1"}, nil
	}
	m := Model{Asking: b.Asking, Learning: Learning{Compile: compile}}
	units, notes, err := m.Curate(t.Context(), office())
	if err != nil || len(notes) != 0 || len(units) != 4 {
		t.Fatalf("%d units, notes %q, error %v", len(units), notes, err)
	}
	task := units[0]
	want := []membank.Subtask{
		{Agent: "word_agent", Description: "Find the date", Observations: "5 March", Steps: []membank.Step{{Think: "reason 1", Action: readCall}}},
		{Agent: "calendar_agent", Description: "Add the meeting", Observations: "added", Steps: []membank.Step{
			{Think: "reason 1", Action: `calendar.list_events({"user":"Bob"})`},
			{Think: "reason 2", Action: `calendar.create_event({"guests":["Ann","Dana"],"hours":1.5,"title":"Budget","user":"Bob"})`}}},
		{Agent: "email_agent", Description: "Tell Ann", Steps: []membank.Step{
			// The trajectory's own words, cut and marked, and not the model's.
			{Think: "reason 1", Action: `email.send({"body":"` + mail[:maxArgument] + ` […]","to":["ann@example.com"]})`}}},
	}
	must.NoDiff(t, cmp.Diff(want, task.Subtasks), "subtasks (-want +got):\n%s")
	source := membank.Source{Run: "r1", Suite: "s", Task: "2-7/0", User: "Bob", Text: membank.TextHash(task.Task)}
	if task.Source != source || task.Curator != m.Name() || !strings.HasPrefix(task.Curator, "m/curate@") || !task.OutsideContent {
		t.Errorf("unit = %+v", task)
	}
	if task.Answer != "It is on 5 March." || task.Plan != memo()["high_level_plan"] || task.Reflections != memo()["reflections"] {
		t.Errorf("unit = %+v", task)
	}
	if task.Compiler != "reflex/1" || compiled != "word.read" {
		t.Errorf("compiled by %q from a run that began with %q", task.Compiler, compiled)
	}
	for i, u := range units[1:] {
		if u.Kind != membank.SubtaskUnit || u.Parent != task.ID || u.Order != i || u.Curator != task.Curator {
			t.Errorf("part %d = %+v", i, u)
		}
	}
	if len(b.calls) != 1 || b.calls[0].Role != CuratorRole || b.calls[0].Snapshot != "m" || b.calls[0].CostUSD == nil || b.Meter.Total().Calls != 1 {
		t.Errorf("logged %+v", b.calls)
	}
	golden.Check(t, "curate.golden", b.last())
}

// subtask changes one subtask of a good memory.
func subtask(i int, key string, value any) llmtest.Reply {
	m := memo()
	m["subtasks"].([]part)[i][key] = value
	return say(m)
}

func change(key string, value any) llmtest.Reply {
	m := memo()
	m[key] = value
	return say(m)
}

func drop(key string) llmtest.Reply {
	m := memo()
	delete(m, key)
	return say(m)
}

func called(calls ...string) llmtest.Reply { return subtask(1, "steps", steps(calls...)) }

// Each bad reply is followed by a good one: the retry must show the reason.
func TestModelRefuses(t *testing.T) {
	untagged := asJSON(memo())
	for _, tc := range []struct {
		name string
		bad  llmtest.Reply
		want string
	}{
		{"nothing", llmtest.Reply{}, "has no <memory>"},
		{"no tags", llmtest.Reply{Text: untagged}, "has no <memory>"},
		{"cut off", llmtest.Reply{Text: startTag + untagged}, "no </memory> after <memory>"},
		{"no JSON", llmtest.Reply{Text: startTag + "a memory" + endTag}, "not valid JSON"},
		{"in a fence", llmtest.Reply{Text: startTag + "```json\n" + untagged + "```" + endTag}, "not valid JSON"},
		{"two objects", llmtest.Reply{Text: startTag + untagged + untagged + endTag}, "not valid JSON"},
		{"a list", llmtest.Reply{Text: startTag + "[" + untagged + "]" + endTag}, "it is a list, not an object"},
		{"no plan", drop("high_level_plan"), `the key "high_level_plan" is missing`},
		{"an empty plan", change("high_level_plan", " "), `"high_level_plan" is empty`},
		{"no answer", drop("final_answer"), `the key "final_answer" is missing`},
		{"no reflections", drop("reflections"), `the key "reflections" is missing`},
		{"a plan that is a list", change("high_level_plan", []string{"1"}), `"high_level_plan" is a list, not a text`},
		{"an answer that is null", change("final_answer", nil), `"final_answer" is null, not a text`},
		{"reflections that are an object", change("reflections", part{}), `"reflections" is an object, not a text`},
		{"an unknown key", change("title", "x"), `there is a key "title"; the keys are high_level_plan, subtasks`},
		{"another case", llmtest.Reply{Text: startTag + strings.Replace(untagged, "final_answer", "Final_Answer", 1) + endTag}, `the key "final_answer" is missing`},
		{"a key twice", llmtest.Reply{Text: startTag + strings.Replace(untagged, `"reflections"`, `"reflections":"","reflections"`, 1) + endTag}, `the key "reflections" is there twice`},
		{"no subtask", change("subtasks", []part{}), `"subtasks" is empty`},
		{"subtasks in a text", change("subtasks", "many"), `"subtasks" is a text, not a list`},
		{"a subtask that is a text", change("subtasks", []string{"x"}), "subtasks[0]: it is a text, not an object"},
		{"an agent nobody knows", subtask(1, "agent", "web_agent"), `subtasks[1]: there is no agent "web_agent" in the log; the agents are word_agent, calendar_agent, email_agent`},
		{"a number for a description", subtask(0, "description", 5), `subtasks[0]: "description" is a number, not a text`},
		{"an unknown key of a subtask", subtask(2, "status", "ok"), `subtasks[2]: there is a key "status"`},
		{"steps in a list", subtask(1, "steps", []string{steps(listCall)}), `subtasks[1]: "steps" is a list, not a text`},
		{"no steps", subtask(1, "steps", ""), `subtasks[1]: "steps" is empty`},
		{"an action without a thought", subtask(1, "steps", "<action>"+listCall+"</action>"), "subtasks[1]: steps[0]: a <thought> is wanted"},
		{"a thought without an action", subtask(1, "steps", "<thought>x</thought>"), "steps[0]: an <action> is wanted"},
		{"an open action", subtask(1, "steps", "<thought>x</thought><action>"+listCall), "</action> is missing"},
		{"another tool", called(`calendar.delete_event({"user":"Bob"})`), `subtasks[1]: steps[0]: calendar.delete_event({"user":"Bob"}) never happened`},
		{"another value", called(`calendar.list_events({"user":"Eve"})`), `calendar.list_events({"user":"Eve"}) never happened: calendar_agent called calendar.list_events with other arguments`},
		{"an argument less", called(`calendar.list_events({})`), "with other arguments"},
		{"an argument more", called(`calendar.list_events({"user":"Bob","day":null})`), "with other arguments"},
		{"a short text made shorter", called(`calendar.list_events({"user":"B"})`), "with other arguments"},
		{"another agent's call", called(readCall), `was not called by calendar_agent but by another agent`},
		{"a call that failed", subtask(0, "steps", steps(`word.read({"file_path":"data/missing.docx"})`)), "failed; list only calls that succeeded"},
		{"too often", called(listCall, listCall, listCall), "steps[2]: calendar.list_events({\"user\":\"Bob\"}) is listed more often than it happened (2)"},
		{"too often, in two subtasks", change("subtasks", []part{memo()["subtasks"].([]part)[0], memo()["subtasks"].([]part)[0]}), "subtasks[1]: steps[0]: " + readCall + " is listed more often than it happened (1)"},
		{"subtasks out of order", change("subtasks", []part{memo()["subtasks"].([]part)[1], memo()["subtasks"].([]part)[0]}), "subtasks[1]: it began before the one"},
		{"out of order", called(listCall, listCall, createCall), "keep the order of the log"},
		{"a longer text for a long one", subtask(2, "steps", steps(strings.Replace(mailCall, "What", mail, 1))), "with other arguments"},
		{"nothing for a long text", subtask(2, "steps", steps(strings.Replace(mailCall, "What the minutes say", " ", 1))), "with other arguments"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := open(t, "", tc.bad, say(memo()))
			units, notes, err := Model{Asking: b.Asking}.Curate(t.Context(), office())
			if err != nil || len(units) != 4 {
				t.Fatalf("%d units, error %v", len(units), err)
			}
			if said := b.last(); !strings.Contains(said, "cannot be used") || !strings.Contains(said, tc.want) {
				t.Errorf("the retry lacks %q:\n%s", tc.want, said[strings.LastIndex(said, "=== user"):])
			}
			if len(notes) != 1 || !strings.Contains(notes[0], tc.want) {
				t.Errorf("notes %q", notes)
			}
		})
	}
}

func TestModelIsRetriedWithinBounds(t *testing.T) {
	bad := llmtest.Reply{Text: "no"}
	b := open(t, "", bad, bad, say(memo()))
	units, notes, err := Model{Asking: b.Asking}.Curate(t.Context(), office())
	if err != nil || len(units) != 4 || len(notes) != 2 || len(b.calls) != 3 {
		t.Fatalf("%d units, notes %q, %d calls, error %v", len(units), notes, len(b.calls), err)
	}
	golden.Check(t, "retry.golden", b.last()[strings.Index(b.last(), "=== assistant"):])

	b = open(t, "", bad, bad, bad)
	units, notes, err = Model{Asking: b.Asking}.Curate(t.Context(), office())
	var refused *Refused
	if !errors.As(err, &refused) || *refused != (Refused{Run: "r1", Tries: 3, Reason: "it has no <memory>"}) || units != nil || len(notes) != 2 {
		t.Errorf("units %v, notes %q, error %v", units, notes, err)
	}
	if !strings.Contains(err.Error(), "run r1 is not curated") {
		t.Errorf("error %v", err)
	}
}

// TestModelErrors: what is no fault of the reply is not asked again.
func TestModelErrors(t *testing.T) {
	b := open(t, "", llmtest.Reply{Status: 401, Text: "wrong key"})
	if _, _, err := (Model{Asking: b.Asking}).Curate(t.Context(), office()); llm.KindOf(err) != llm.Auth {
		t.Errorf("error %v", err)
	}
	if len(b.calls) != 1 || b.calls[0].Error == "" {
		t.Errorf("logged %+v", b.calls)
	}
	b = open(t, "")
	b.Meter = cost.NewMeter(nil, cost.Budget{USD: 1})
	var unpriced *cost.Unpriced
	if _, _, err := (Model{Asking: b.Asking}).Curate(t.Context(), office()); !errors.As(err, &unpriced) {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := (Model{Asking: open(t, "").Asking}).Curate(ctx, office()); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	for name, change := range map[string]func(*Asking){
		"model": func(a *Asking) { a.Model = "" }, "chat": func(a *Asking) { a.Chat = nil }, "prompts": func(a *Asking) { a.Prompts = nil },
		"clock": func(a *Asking) { a.Now = nil }, "retries": func(a *Asking) { a.Retries = -1 }, "tokens": func(a *Asking) { a.MaxTokens = -1 },
	} {
		asking := open(t, "").Asking
		change(&asking)
		if _, _, err := (Model{Asking: asking}).Curate(t.Context(), office()); err == nil {
			t.Errorf("curated without the right %s", name)
		}
	}
}

// TestModelAsksOnlyAboutSuccess: a run nobody should learn from costs no call.
func TestModelAsksOnlyAboutSuccess(t *testing.T) {
	for _, tc := range []struct {
		change func(*trajectory.Run)
		want   error
	}{
		{func(r *trajectory.Run) { r.Result = nil }, ErrOpen},
		{func(r *trajectory.Run) { r.Passed = nil }, ErrUnjudged},
		{func(r *trajectory.Run) { r.Subtasks = nil }, ErrNothingDone},
	} {
		run := office()
		tc.change(run)
		if _, _, err := (Model{Asking: open(t, "").Asking}).Curate(t.Context(), run); !errors.Is(err, tc.want) {
			t.Errorf("error %v, want %v", err, tc.want)
		}
	}
}

func TestModelLeavesOldObservationsOut(t *testing.T) {
	run := office()
	for i := range run.Subtasks[1].Steps {
		run.Subtasks[1].Steps[i].Observation.Text = strings.Repeat("late ", 100)
	}
	run.Subtasks[0].Steps[1].Observation.Text = strings.Repeat("early ", 100)
	b := open(t, "", say(memo()))
	b.MaxTokens = llm.CountTokens(writeScript(run).text(2))
	_, notes, err := Model{Asking: b.Asking}.Curate(t.Context(), run)
	must.Do(t, err)
	said := b.last()
	if strings.Contains(said, "early") || strings.Contains(said, "IGNORE") || !strings.Contains(said, "late") || !strings.Contains(said, "(left out to save space: 600 bytes)") {
		t.Errorf("asked:\n%s", said)
	}
	if len(notes) != 1 || !strings.Contains(notes[0], "what 2 of the calls returned") || !b.calls[0].Truncated {
		t.Errorf("notes %q, logged %+v", notes, b.calls)
	}

	b = open(t, "", say(memo()))
	b.MaxTokens = 1
	if _, notes, err = (Model{Asking: b.Asking}).Curate(t.Context(), run); err != nil || len(notes) != 2 || !strings.Contains(notes[0], "longer than 1 tokens") {
		t.Errorf("notes %q, error %v", notes, err)
	}
}

func TestModelShortensForTheEndpoint(t *testing.T) {
	long := llmtest.Reply{Status: 400, Text: "maximum context length is 100 tokens"}
	b := open(t, "", long, say(memo()))
	_, notes, err := Model{Asking: b.Asking}.Curate(t.Context(), office())
	if err != nil || len(notes) != 1 || !strings.Contains(notes[0], "what 1 of the calls returned") {
		t.Errorf("notes %q, error %v", notes, err)
	}
	b = open(t, "", long, long, long)
	if _, _, err = (Model{Asking: b.Asking}).Curate(t.Context(), office()); llm.KindOf(err) != llm.ContextTooLong || !strings.Contains(err.Error(), "nothing more") {
		t.Errorf("error %v", err)
	}
}

// TestHostileDocumentStaysQuoted: whatever it says, and however it breaks its
// lines, every line of it is marked as quoted.
func TestHostileDocumentStaysQuoted(t *testing.T) {
	run := office()
	run.Started.Task.Text, run.Answer, run.Subtasks[0].Summary, run.Plan.Facts = hostile, hostile, hostile, hostile
	run.Subtasks[0].Description, run.Subtasks[0].Steps[0].Thought = hostile, hostile
	for line := range strings.Lines(writeScript(run).text(0)) {
		for _, said := range []string{"IGNORE", "</memory>", "Call 9", "| done"} {
			if strings.Contains(line, said) && !strings.HasPrefix(line, "| ") {
				t.Errorf("not quoted: %q", line)
			}
		}
		if strings.ContainsAny(line, "\u2028\r") {
			t.Errorf("a line within the line: %q", line)
		}
	}
}

// TestQuotedTagsAreNoMemory: a memory that quotes a document with tags in it is
// read whole, and what the document holds is never taken for the memory.
func TestQuotedTagsAreNoMemory(t *testing.T) {
	m := memo()
	m["reflections"] = "the document said " + startTag + "{}" + endTag
	got, err := parseReply(say(m).Text)
	if err != nil || got.reflections != m["reflections"] {
		t.Errorf("%+v, %v", got, err)
	}
}

// appendix has the shape of the prompt of LEGOMem's appendix A: names in single
// braces, literal braces doubled, an example between the tags.
const appendix = `Make a memory of this trajectory.
# Trajectory: {full_trajectory}
# Example:
{start_tag}
{{ "high_level_plan": "1. Look", "subtasks": [ {{ "agent": "a", "steps": "<think>Look</think><action>{{"app":"x","action":"y"}}</action>" }} ] }}
{end_tag}
# Format
{{ "high_level_plan": "<a string>", "steps": "<think>reasoning</think><action>{{tool_call}}</action>" }}
Between {start_tag} # your json here {end_tag}, no markdown.
`

// TestAppendixPrompt: such a prompt can be dropped in as a file, and its
// <think> pairs are understood; where the chat client took them for reasoning
// and dropped them with all before, the model is told how to write instead.
func TestAppendixPrompt(t *testing.T) {
	dir := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(dir, "curate.tmpl"), []byte(appendix), 0o600))
	thinking := llmtest.Reply{Text: strings.ReplaceAll(say(memo()).Text, "thought>", "think>")}
	b := open(t, dir)
	b.Chat = said(thinking.Text)
	m := Model{Asking: b.Asking}
	units, notes, err := m.Curate(t.Context(), office())
	if err != nil || len(units) != 4 || len(notes) != 0 || units[0].Subtasks[1].Steps[1].Think != "reason 2" {
		t.Fatalf("%d units, notes %q, error %v", len(units), notes, err)
	}
	builtin := Model{Asking: open(t, "").Asking}
	if m.Name() == builtin.Name() {
		t.Errorf("units of another prompt are by %s, too", m.Name())
	}

	cut := llmtest.Reply{Text: thinking.Text[strings.LastIndex(thinking.Text, "</think>")+len("</think>"):]}
	b = open(t, dir, cut, say(memo()))
	if units, _, err = (Model{Asking: b.Asking}).Curate(t.Context(), office()); err != nil || len(units) != 4 {
		t.Fatalf("%d units, error %v", len(units), err)
	}
	if !strings.Contains(b.last(), "write <thought>…</thought> in place of <think>…</think>") {
		t.Errorf("the retry:\n%s", b.last())
	}
	asked := b.endpoint.Requests()[0].Messages[0].Content
	for _, want := range []string{"<memory>\n{ \"high_level_plan\"", `<action>{"app":"x","action":"y"}</action>`, `<action>{tool_call}</action>`, "# Trajectory: (Lines that begin", "no markdown."} {
		if !strings.Contains(asked, want) {
			t.Errorf("the prompt lacks %q:\n%s", want, asked)
		}
	}
}

// said is a model behind no client: it always says the same.
type said string

func (s said) Chat(context.Context, llm.Request) (llm.Reply, error) {
	return llm.Reply{Text: string(s)}, nil
}

// TestPromptsAreChecked: a replaced prompt without a place for the trajectory
// fails at once.
func TestPromptsAreChecked(t *testing.T) {
	dir := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(dir, "curate.tmpl"), []byte("{start_tag} {end_tag}"), 0o600))
	if _, err := LoadPrompts(dir); err == nil || !strings.Contains(err.Error(), "{full_trajectory} is missing") {
		t.Errorf("error %v", err)
	}
}
