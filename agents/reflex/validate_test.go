package reflex_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"legomem/agents"
	"legomem/agents/reflex"
	"legomem/membank"
	"legomem/must"
	"legomem/sweep"
	"legomem/tools/apps"
	"legomem/tools/value"
)

func starterProcedures(t *testing.T) map[string]*reflex.Procedure {
	t.Helper()
	units := must.Have(membank.Starter())(t)
	all := map[string]*reflex.Procedure{}
	for _, u := range units {
		if len(u.Procedure) == 0 {
			continue
		}
		p := must.Have(reflex.Decode(u.Procedure))(t)
		all[u.ID] = p
	}
	if len(all) == 0 {
		t.Fatal("the starter bank has no procedure")
	}
	return all
}

// TestCompiledAreValid: nothing is wrong with what the compiler makes, and the
// parts that are left out for a person to read are made again as they were.
func TestCompiledAreValid(t *testing.T) {
	sweep.OneGoroutine(t)
	compiled := starterProcedures(t)
	for _, id := range sweep.Sample(t, slices.Sorted(maps.Keys(compiled)), 6, len(compiled)) {
		p := compiled[id]
		for _, problem := range p.Validate(apps.Registry(), agents.DefaultTeam()) {
			t.Errorf("%s: %s", id, problem)
		}
	}
}

func asText(t *testing.T, p *reflex.Procedure) string {
	t.Helper()
	data := must.Have(json.Marshal(p))(t)
	return string(data)
}

// sound is a procedure of two actions, a loop and a guard.
func sound() *reflex.Procedure {
	list, free := reflex.Ref{Step: 1, Path: "/events"}, reflex.Ref{Step: 1, Path: "/free"}
	says := func(text string) reflex.Expr { return reflex.Expr{Const: json.RawMessage(`"` + text + `"`)} }
	p := &reflex.Procedure{
		Version:  reflex.Version,
		Slots:    []reflex.Slot{{Name: "user", Kind: value.Person, Example: "Dana", Canon: "Dana"}, {Name: "date", Kind: value.Date, Example: "3/12/2026", Canon: "2026-03-12"}},
		Patterns: []reflex.Pattern{{Template: "Tell {user} of each event on {date}"}},
		Subtasks: []reflex.Subtask{
			{Agent: "calendar_agent", Description: says("Look"), Summary: says("Looked"), Steps: []reflex.Step{
				{Number: 1, Tool: "calendar.list_events", Args: map[string]reflex.Expr{"user": {Slot: "user"}, "date": {Slot: "date"}}}}},
			{Flow: reflex.Flow{Each: &list}, Subtasks: []reflex.Subtask{
				{Agent: "email_agent", Description: says("Tell"), Summary: says("Told"), Steps: []reflex.Step{
					{Number: 2, Tool: "email.send", Args: map[string]reflex.Expr{"to": {List: []reflex.Expr{{Slot: "user"}}}, "subject": {From: &reflex.Ref{Step: 1, Path: "/events/*/summary"}}, "content": says("Come")}}}}}},
			{Flow: reflex.Flow{When: &reflex.Guard{Of: free, Is: "true", Not: "false"}}, Subtasks: []reflex.Subtask{
				{Agent: "system_agent", Description: says("Note"), Echo: true, Steps: []reflex.Step{
					{Number: 3, Tool: "system.write_text", Args: map[string]reflex.Expr{"file_path": says("free.txt"), "content": says("free")}}}}}},
		},
		Answer: &reflex.Expr{When: &reflex.Guard{Of: free, Is: "true", Not: "false"}, Then: &reflex.Expr{Const: json.RawMessage(`"yes"`)}, Else: &reflex.Expr{Const: json.RawMessage(`"no"`)}},
	}
	p.FillTexts()
	return p
}

// TestValidate: what is wrong with a procedure that a person wrote is found, at
// its place.
func TestValidate(t *testing.T) {
	step := func(p *reflex.Procedure, i int) *reflex.Step { return &p.Subtasks[i].Subtasks[0].Steps[0] }
	first := func(p *reflex.Procedure) *reflex.Step { return &p.Subtasks[0].Steps[0] }
	for _, tt := range []struct {
		name   string
		change func(*reflex.Procedure)
		want   string // "" for nothing
	}{
		{"nothing", func(*reflex.Procedure) {}, ""},
		{"a version of later", func(p *reflex.Procedure) { p.Version = "reflex/9" }, `version: it is "reflex/9"`},
		{"no wording", func(p *reflex.Procedure) { p.Patterns = nil }, "patterns: there is none"},
		{"no work", func(p *reflex.Procedure) { p.Subtasks = nil }, "subtasks: there is none"},
		{"a wording without a slot", func(p *reflex.Procedure) {
			p.Patterns = []reflex.Pattern{{Template: "Tell {user} of each event"}}
			p.FillTexts()
		}, "patterns[0]: it does not say where date stands"},
		{"a wording with a slot that is not there", func(p *reflex.Procedure) {
			p.Patterns = []reflex.Pattern{{Template: "Tell {who} of {date} and {user}"}}
			p.FillTexts()
		}, "patterns[0].template: there is no slot"},
		{"a template that is not its sentence", func(p *reflex.Procedure) { p.Patterns[0].Template = "On {date} tell {user}" }, "is not its template"},
		{"a slot that nothing uses", func(p *reflex.Procedure) {
			p.Slots = append(p.Slots, reflex.Slot{Name: "more", Kind: value.Phrase, Example: "x", Canon: "x"})
			p.Patterns = []reflex.Pattern{{Template: "Tell {user} of each event on {date} and {more}"}}
			p.FillTexts()
		}, "slots[2]: nothing uses the slot more"},
		{"a kind that is not there", func(p *reflex.Procedure) { p.Slots[0].Kind = "colour" }, `slots[0]: there is no kind "colour"`},
		{"two slots of one name", func(p *reflex.Procedure) { p.Slots[1].Name = "user" }, "the name user is there twice"},
		{"an argument of a slot that is not there", func(p *reflex.Procedure) { first(p).Args["user"] = reflex.Expr{Slot: "who"} }, `subtasks[0].steps[0].args.user: there is no slot "who"; there are: user, date`},
		{"a style that does not do", func(p *reflex.Procedure) { first(p).Args["date"] = reflex.Expr{Slot: "date", Style: "{path}"} }, "subtasks[0].steps[0].args.date.style"},
		{"a case that is not there", func(p *reflex.Procedure) { first(p).Args["user"] = reflex.Expr{Slot: "user", Case: "loud"} }, `there is no case "loud"`},
		{"a number that is none", func(p *reflex.Procedure) { first(p).Args["user"] = reflex.Expr{Slot: "user", Number: true} }, "is no number but a person"},
		{"an argument that the tool has not", func(p *reflex.Procedure) { first(p).Args["colour"] = reflex.Expr{User: true} }, "subtasks[0].steps[0].args.colour: calendar.list_events has no argument colour"},
		{"an argument that it needs", func(p *reflex.Procedure) { delete(step(p, 1).Args, "subject") }, "subtasks[1].subtasks[0].steps[0].args: email.send needs subject"},
		{"constants that the tool refuses", func(p *reflex.Procedure) {
			step(p, 2).Args["content"] = reflex.Expr{Const: json.RawMessage(`{"a":1}`)}
		}, "subtasks[2].subtasks[0].steps[0].args"},
		{"a tool that is not there", func(p *reflex.Procedure) { first(p).Tool = "calendar.list_event" }, `no tool "calendar.list_event"`},
		{"another agent's tool", func(p *reflex.Procedure) { p.Subtasks[0].Agent = "email_agent" }, "email_agent has no tool calendar.list_events"},
		{"an agent that is not there", func(p *reflex.Procedure) { p.Subtasks[0].Agent = "post_agent" }, `subtasks[0].agent: no agent "post_agent"`},
		{"an action of later", func(p *reflex.Procedure) { first(p).Args["user"] = reflex.Expr{From: &reflex.Ref{Step: 3, Path: "/x"}} }, "args.user.from: action 3 is not done before it"},
		{"an action that refers to itself", func(p *reflex.Procedure) { first(p).Args["user"] = reflex.Expr{From: &reflex.Ref{Step: 1, Path: "/x"}} }, "action 1 is not done before it"},
		{"an action that is not there", func(p *reflex.Procedure) {
			step(p, 1).Args["content"] = reflex.Expr{From: &reflex.Ref{Step: 9, Path: "/x"}}
		}, "there is no action 9"},
		{"a path that is none", func(p *reflex.Procedure) {
			step(p, 1).Args["content"] = reflex.Expr{From: &reflex.Ref{Step: 1, Path: "x"}}
		}, `the path "x" does not begin with /`},
		{"an element outside of the loop", func(p *reflex.Procedure) {
			step(p, 2).Args["content"] = reflex.Expr{From: &reflex.Ref{Step: 1, Path: "/events/*/summary"}}
		}, "no loop around it goes over /events of action 1"},
		{"two actions of one number", func(p *reflex.Procedure) { step(p, 1).Number = 1 }, "subtasks[1].subtasks[0].steps[0].number: 1 is no number for it"},
		{"no number", func(p *reflex.Procedure) { step(p, 2).Number = 0 }, "0 is no number for it"},
		{"two sources at once", func(p *reflex.Procedure) { first(p).Args["user"] = reflex.Expr{Slot: "user", User: true} }, "exactly one of"},
		{"no source", func(p *reflex.Procedure) { p.Subtasks[0].Summary = reflex.Expr{} }, "subtasks[0].summary: exactly one of"},
		{"a loop and a guard in one", func(p *reflex.Procedure) { p.Subtasks[1].When = p.Subtasks[2].When }, "subtasks[1]: it has each and when"},
		{"a loop with actions of its own", func(p *reflex.Procedure) { p.Subtasks[1].Steps = p.Subtasks[0].Steps }, "subtasks[1]: with each or when"},
		{"a guard that cannot tell", func(p *reflex.Procedure) { p.Subtasks[2].When.Not = "true" }, "subtasks[2].when: is and not are the same"},
		{"a choice without its other side", func(p *reflex.Procedure) { p.Answer.Else = nil }, "answer: when chooses between"},
		{"a list without its item", func(p *reflex.Procedure) {
			step(p, 1).Args["to"] = reflex.Expr{Each: &reflex.Ref{Step: 1, Path: "/events"}}
		}, "each makes a list of item"},
		{"a length below nothing", func(p *reflex.Procedure) { first(p).Sizes = map[string]int{"/events": -1} }, "is no length of a list"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := sound()
			tt.change(p)
			var said []string
			for _, problem := range p.Validate(apps.Registry(), agents.DefaultTeam()) {
				said = append(said, problem.String())
			}
			all := strings.Join(said, "\n")
			if (all == "") != (tt.want == "") || !strings.Contains(all, tt.want) {
				t.Errorf("it says %q, and not %q", all, tt.want)
			}
		})
	}
}
