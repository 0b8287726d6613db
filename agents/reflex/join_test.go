package reflex

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/agents"
	"legomem/lists"
	"legomem/must"
	"legomem/tools"
	"legomem/trajectory"
)

// deal is a delegation of a practised run.
type deal struct {
	agent string
	done  []done
}

// dealt makes a passed run of several delegations.
func dealtOut(id, text, answer string, deals ...deal) *trajectory.Run {
	run := practised(text, answer, nil)
	run.ID, run.Subtasks = id, nil
	for _, d := range deals {
		one := practised(text, "", d.done)
		sub := one.Subtasks[0]
		sub.Agent = d.agent
		run.Subtasks = append(run.Subtasks, sub)
	}
	return run
}

func people(names ...string) map[string]any {
	rows := []any{}
	for i, n := range names {
		rows = append(rows, map[string]any{"Name": n, "Shift": fmt.Sprintf("2026-04-%02d", 10+i)})
	}
	return map[string]any{"rows": rows, "count": len(names)}
}

// shifts: for each row of a file an event, after it was read.
func shifts(id, file string, names ...string) *trajectory.Run {
	read := done{"excel.aggregate", map[string]any{"file_path": "data/" + file, "column": "Name", "op": "list"}, people(names...)}
	var events []done
	for i, n := range names {
		events = append(events, done{"calendar.create_event", map[string]any{"user": n, "summary": "shift of " + n, "start": fmt.Sprintf("2026-04-%02d", 10+i)}, map[string]any{"id": "e" + n}})
	}
	run := dealtOut(id, "Put everybody's shift of "+file+" into their calendars", "The shifts are in the calendars.",
		deal{"excel_agent", []done{read}}, deal{"calendar_agent", events})
	run.Constants = []any{"Name", "list"}
	return run
}

// play plays a procedure with an office that answers as told, and lists what
// it called; what ends it comes last.
func play(t *testing.T, p *Procedure, bindings []Binding, answer func(tools.Action) any) []string {
	t.Helper()
	pl := newPlayer(&Match{Procedure: p, Bindings: bindings}, "Alice")
	plan := must.Have(pl.Plan(context.Background()))(t)
	st := agents.State{Plan: plan}
	var calls []string
	for {
		l, err := pl.Next(context.Background(), st)
		if err != nil {
			return append(calls, "gave up: "+err.Error())
		}
		if l.Satisfied.Answer {
			said, err := pl.Answer(context.Background(), st)
			if err != nil {
				said = err.Error()
			}
			return append(calls, said)
		}
		if !slices.ContainsFunc(plan.Steps, func(s trajectory.PlanStep) bool { return s.ID == l.PlanStep && s.Agent == l.Speaker }) {
			t.Errorf("%s is given %q, which the plan does not have: %+v", l.Speaker, l.PlanStep, plan.Steps)
		}
		round := agents.Round{}
		for {
			d := must.Have(pl.Act(context.Background(), trajectory.Subtask{}, round.Steps))(t)
			if d.Action == nil {
				round.Failed, round.Summary = d.Failed, d.Summary
				break
			}
			args, _ := json.Marshal(d.Action.Args)
			calls = append(calls, l.Speaker+" "+d.Action.Tool+string(args))
			data, _ := json.Marshal(answer(*d.Action))
			round.Steps = append(round.Steps, trajectory.Step{Action: *d.Action, Expect: d.Expect, Observation: &tools.Observation{Text: "ok", Data: data}})
		}
		st.Rounds = append(st.Rounds, round)
	}
}

func compiled(t *testing.T, runs ...*trajectory.Run) *Procedure {
	t.Helper()
	p, _, err := Compile(runs[0], runs[1:], office())
	must.Do(t, err)
	if p.Examples != len(runs) && len(runs) > 1 {
		t.Fatalf("%d runs were joined, want %d", p.Examples, len(runs))
	}
	return p
}

func file(name string) []Binding {
	return []Binding{{Slot: "file_path", Kind: "file", Canon: name, Spelled: name}}
}

// TestLoop: what was done for each row is done for each row, however many.
func TestLoop(t *testing.T) {
	p := compiled(t, shifts("r1", "april.xlsx", "Ann", "Bo", "Cy"))
	if len(p.Subtasks) != 2 || p.Subtasks[1].Steps[0].Each == nil {
		t.Fatalf("no loop in %+v", p.Subtasks)
	}
	got := play(t, p, file("may.xlsx"), func(a tools.Action) any {
		if a.Tool == "excel.aggregate" {
			return people("Di", "Ed", "Flo", "Gus")
		}
		return map[string]any{"id": "new"}
	})
	want := []string{
		`excel_agent excel.aggregate{"column":"Name","file_path":"data/may.xlsx","op":"list"}`,
		`calendar_agent calendar.create_event{"start":"2026-04-10","summary":"shift of Di","user":"Di"}`,
		`calendar_agent calendar.create_event{"start":"2026-04-11","summary":"shift of Ed","user":"Ed"}`,
		`calendar_agent calendar.create_event{"start":"2026-04-12","summary":"shift of Flo","user":"Flo"}`,
		`calendar_agent calendar.create_event{"start":"2026-04-13","summary":"shift of Gus","user":"Gus"}`,
		"The shifts are in the calendars.",
	}
	must.NoDiff(t, cmp.Diff(want, got), "actions (-want +got):\n%s")
	none := play(t, p, file("may.xlsx"), func(tools.Action) any { return people() })
	if len(none) != 2 || !strings.Contains(none[1], nothingToDo) {
		t.Errorf("an empty list: %q, want a stop that says so", none)
	}
}

// TestLoopOverEqualElements: what the elements happened to share is each
// element's own all the same.
func TestLoopOverEqualElements(t *testing.T) {
	rows := func(shift string, names ...string) map[string]any {
		all := lists.Map(names, func(n string) any { return map[string]any{"Name": n, "Shift": shift} })
		return map[string]any{"record": all[0], "rows": all}
	}
	deals := []deal{{"excel_agent", []done{{"excel.aggregate", map[string]any{"file_path": "a.xlsx", "op": "list"}, rows("2026-04-10", "Ann", "Bo")}}}, {"calendar_agent", nil}}
	for _, n := range []string{"Ann", "Bo"} {
		deals[1].done = append(deals[1].done, done{"calendar.create_event", map[string]any{"user": n, "summary": "shift", "start": "2026-04-10"}, nil})
	}
	run := dealtOut("r1", "Shifts of a.xlsx", "", deals...)
	run.Constants = []any{"list", "shift"}
	got := play(t, compiled(t, run), file("b.xlsx"), func(tools.Action) any {
		out := rows("2026-05-01", "Di", "Ed")
		out["rows"].([]any)[1].(map[string]any)["Shift"] = "2026-05-02"
		return out
	})
	if want := `calendar_agent calendar.create_event{"start":"2026-05-02","summary":"shift","user":"Ed"}`; got[2] != want {
		t.Errorf("got %s, want %s", got[2], want)
	}
}

// TestLoopOverDelegations: a loop may go over several agents, and what its
// actions returned is a list behind it.
func TestLoopOverDelegations(t *testing.T) {
	names := []string{"Ann", "Bo"}
	deals := []deal{{"excel_agent", []done{{"excel.aggregate", map[string]any{"file_path": "data/april.xlsx", "column": "Name", "op": "list"}, people(names...)}}}}
	var ids []any
	for _, n := range names {
		ids = append(ids, "id of "+n)
		deals = append(deals,
			deal{"calendar_agent", []done{{"calendar.create_event", map[string]any{"user": n, "summary": "shift", "start": "2026-05-01"}, map[string]any{"id": "id of " + n}}}},
			deal{"email_agent", []done{{"email.send", map[string]any{"to": []any{n}, "subject": "shift", "content": "Your event is id of " + n}, nil}}})
	}
	deals = append(deals, deal{"email_agent", []done{{"email.send", map[string]any{"to": []any{"Zoe"}, "subject": "done", "content": ids}, nil}}})
	run := dealtOut("r1", "Shift of april.xlsx on 5/1/2026 into the calendars, and tell Zoe", "", deals...)
	run.Constants = []any{"Name", "list", "done", "shift"}
	p := compiled(t, run)
	got := play(t, p, append(file("may.xlsx"), Binding{Slot: "to", Kind: "person", Canon: "Kim"}, Binding{Slot: "start", Kind: "date", Canon: "2026-06-01"}, Binding{Slot: "date", Kind: "date", Canon: "2026-06-01"}),
		func(a tools.Action) any {
			if a.Tool == "excel.aggregate" {
				return people("Di", "Ed", "Flo")
			}
			return map[string]any{"id": fmt.Sprint("id of ", a.Args["user"])}
		})
	want := []string{
		`excel_agent excel.aggregate{"column":"Name","file_path":"data/may.xlsx","op":"list"}`,
		`calendar_agent calendar.create_event{"start":"2026-06-01","summary":"shift","user":"Di"}`,
		`email_agent email.send{"content":"Your event is id of Di","subject":"shift","to":["Di"]}`,
		`calendar_agent calendar.create_event{"start":"2026-06-01","summary":"shift","user":"Ed"}`,
		`email_agent email.send{"content":"Your event is id of Ed","subject":"shift","to":["Ed"]}`,
		`calendar_agent calendar.create_event{"start":"2026-06-01","summary":"shift","user":"Flo"}`,
		`email_agent email.send{"content":"Your event is id of Flo","subject":"shift","to":["Flo"]}`,
		`email_agent email.send{"content":["id of Di","id of Ed","id of Flo"],"subject":"done","to":["Kim"]}`,
		"",
	}
	must.NoDiff(t, cmp.Diff(want, got), "actions (-want +got):\n%s")
}

// TestListOfElements: a list argument made of a list's elements is made of as
// many as there are.
func TestListOfElements(t *testing.T) {
	run := practised("Write to all of april.xlsx", "", []done{
		{"excel.aggregate", map[string]any{"file_path": "data/april.xlsx", "column": "Name", "op": "list"}, people("Ann", "Bo")},
		{"email.send", map[string]any{"to": []any{"Ann", "Bo"}, "subject": "s", "content": "c"}, nil},
	})
	run.Constants = []any{"Name", "list", "s", "c"}
	got := play(t, compiled(t, run), file("may.xlsx"), func(tools.Action) any { return people("Di", "Ed", "Flo") })
	if want := `office_agent email.send{"content":"c","subject":"s","to":["Di","Ed","Flo"]}`; got[1] != want {
		t.Errorf("got %s, want %s", got[1], want)
	}
}

// TestAllByPlace: whoever took every element by its place meant all of them; a
// list of another length is other work.
func TestAllByPlace(t *testing.T) {
	run := practised("Write to the one in april.xlsx", "", []done{
		{"excel.aggregate", map[string]any{"file_path": "data/april.xlsx", "column": "Name", "op": "list"}, people("Ann")},
		{"email.send", map[string]any{"to": []any{"Ann"}, "subject": "s", "content": "c"}, nil},
	})
	run.Constants = []any{"Name", "list", "s", "c"}
	p := compiled(t, run)
	got := play(t, p, file("may.xlsx"), func(tools.Action) any { return people("Di", "Ed") })
	if len(got) != 2 || !strings.Contains(got[1], "returned 2 elements at /rows, and the procedure is for 1") {
		t.Errorf("got %q, want a stop before the mail", got)
	}
	if got := play(t, p, file("may.xlsx"), func(tools.Action) any { return people("Di") }); len(got) != 3 {
		t.Errorf("one element: %q", got)
	}
}

// TestDoubt: a constant that an observation held too is not trusted from one
// run; a second run settles what it is.
func TestDoubt(t *testing.T) {
	run := func(id, file string, count, round float64) *trajectory.Run {
		r := dealtOut(id, "Sum "+file, "", deal{"excel_agent", []done{
			{"excel.aggregate", map[string]any{"file_path": file, "op": "count"}, map[string]any{"count": count}},
			{"excel.set_cell", map[string]any{"file_path": file, "cell": "Z9", "value": round}, nil},
		}})
		r.Constants = []any{"count", "Z9"}
		return r
	}
	three := func(tools.Action) any { return map[string]any{"count": 3} }
	alone := play(t, compiled(t, run("r1", "a.xlsx", 2, 2)), file("c.xlsx"), three)
	if !strings.Contains(alone[len(alone)-1], "nobody has shown") {
		t.Errorf("one run: %q, want a doubt", alone)
	}
	constant := play(t, compiled(t, run("r1", "a.xlsx", 2, 2), run("r2", "b.xlsx", 5, 2)), file("c.xlsx"), three)
	if want := `excel_agent excel.set_cell{"cell":"Z9","file_path":"c.xlsx","value":2}`; constant[1] != want {
		t.Errorf("always 2: %s, want %s", constant[1], want)
	}
	flow := play(t, compiled(t, run("r1", "a.xlsx", 2, 2), run("r2", "b.xlsx", 5, 5)), file("c.xlsx"), three)
	if want := `excel_agent excel.set_cell{"cell":"Z9","file_path":"c.xlsx","value":3}`; flow[1] != want {
		t.Errorf("as many: %s, want %s", flow[1], want)
	}
}

// TestJoin: another text for the same work becomes a way to say it, and a
// source that one run suggests and another denies is dropped.
func TestJoin(t *testing.T) {
	mean := func(id, text, file, column, who string, value, max float64) *trajectory.Run {
		r := practised(text, "", []done{
			{"excel.aggregate", map[string]any{"file_path": file, "column": column, "op": "stats"}, map[string]any{"max": max, "mean": value}},
			{"email.send", map[string]any{"to": []any{who}, "subject": "Mean", "content": fmt.Sprintf("It is %v.", value)}, nil},
		})
		r.ID, r.Constants = id, []any{"stats", "Mean"}
		return r
	}
	one := mean("r1", "Mail Omar the mean of 'Cost' in trips.xlsx", "trips.xlsx", "Cost", "Omar", 12.5, 12.5)
	two := mean("r2", "What does 'Net' of bills.xlsx come to on average? Tell Priya by mail", "bills.xlsx", "Net", "Priya", 30.25, 99)
	p := compiled(t, one, two)
	content, _ := json.Marshal(p.Steps()[1].Args["content"])
	if want := `"path":"/mean"`; !strings.Contains(string(content), want) {
		t.Errorf("content from %s, want %s", content, want)
	}
	if len(p.Patterns) != 2 || p.Patterns[1].Template != "What does '{column}' of {file_path} come to on average? Tell {to} by mail" {
		t.Errorf("patterns %+v", p.Patterns)
	}
	if _, notes, err := Compile(one, []*trajectory.Run{note(), meeting()}, office()); err != nil || len(notes) > 0 {
		t.Errorf("other work was joined: %v, %v", notes, err)
	}
}

// TestGuard: two runs of the same request that did different things are joined
// by what told them apart; what neither has met stops.
func TestGuard(t *testing.T) {
	run := func(id, room, who string, free any) *trajectory.Run {
		look := deal{"calendar_agent", []done{{"excel.aggregate", map[string]any{"file_path": room, "op": "free"}, map[string]any{"free": free}}}}
		then := deal{"calendar_agent", []done{{"calendar.create_event", map[string]any{"user": who, "summary": "booking", "start": "2026-05-01"}, nil}}}
		answer := "Booked for " + who
		if free != true {
			then = deal{"email_agent", []done{{"email.send", map[string]any{"to": []any{who}, "subject": "taken", "content": "Sorry"}, nil}}}
			answer = "Taken, " + who + " is told"
		}
		r := dealtOut(id, fmt.Sprintf("Book %s for %s on 5/1/2026", room, who), answer, look, then)
		r.Constants = []any{"free", "booking", "taken", "Sorry"}
		return r
	}
	free, taken := run("r1", "blue.xlsx", "Omar", true), run("r2", "red.xlsx", "Priya", false)
	for name, p := range map[string]*Procedure{"free first": compiled(t, free, taken), "taken first": compiled(t, taken, free), "three": compiled(t, free, taken, run("r3", "grey.xlsx", "Zoe", true))} {
		t.Run(name, func(t *testing.T) {
			bindings := []Binding{}
			for _, s := range p.Slots {
				bindings = append(bindings, Binding{Slot: s.Name, Kind: s.Kind, Canon: map[string]string{"file": "green.xlsx", "person": "Kim", "date": "2026-06-01"}[string(s.Kind)]})
			}
			for said, want := range map[any][]string{
				true:  {`calendar_agent excel.aggregate{"file_path":"green.xlsx","op":"free"}`, `calendar_agent calendar.create_event{"start":"2026-06-01","summary":"booking","user":"Kim"}`, "Booked for Kim"},
				false: {`calendar_agent excel.aggregate{"file_path":"green.xlsx","op":"free"}`, `email_agent email.send{"content":"Sorry","subject":"taken","to":["Kim"]}`, "Taken, Kim is told"},
			} {
				got := play(t, p, bindings, func(tools.Action) any { return map[string]any{"free": said} })
				must.NoDiff(t, cmp.Diff(want, got), "free is %v (-want +got):\n%s", said)
			}
			got := play(t, p, bindings, func(tools.Action) any { return map[string]any{"free": "perhaps"} })
			if last := got[len(got)-1]; !strings.Contains(last, "not met before") {
				t.Errorf("free is perhaps: %q", last)
			}
		})
	}
}

// TestVerdict: what was asked and not used decided something; after another
// answer nobody has shown what to do.
func TestVerdict(t *testing.T) {
	run := dealtOut("r1", "Write to Omar about a.xlsx", "", deal{"excel_agent", []done{{"excel.aggregate", map[string]any{"file_path": "a.xlsx", "op": "over"}, map[string]any{"result": true}}}},
		deal{"email_agent", []done{{"email.send", map[string]any{"to": []any{"Omar"}, "subject": "s", "content": "c"}, nil}}})
	run.Constants = []any{"over", "s", "c"}
	p := compiled(t, run)
	bindings := append(file("b.xlsx"), Binding{Slot: "to", Kind: "person", Canon: "Kim"})
	if got := play(t, p, bindings, func(tools.Action) any { return map[string]any{"result": false} }); len(got) != 2 || !strings.Contains(got[1], "says false this time") {
		t.Errorf("another verdict: %q, want a stop before the mail", got)
	}
	if got := play(t, p, bindings, func(tools.Action) any { return map[string]any{"result": true} }); len(got) != 3 {
		t.Errorf("the same verdict: %q", got)
	}
}

// TestSlotNames: a slot is renamed wherever a source names it, the paths of lists
// and guards too.
func TestSlotNames(t *testing.T) {
	ref := func(path string) *Ref { return &Ref{Step: 1, Path: path} }
	e := Expr{Text: []Expr{
		{Slot: "a"},
		{Each: ref("/{a}/rows"), Item: &Expr{From: ref("/{a}/rows/*/{b}")}},
		{When: &Guard{Of: *ref("/{b}"), Is: "yes", Not: "no"}, Then: &Expr{Slot: "b"}, Else: &Expr{From: ref("/plain")}},
	}}
	got, _ := json.Marshal(e.slots(strings.ToUpper))
	want, _ := json.Marshal(Expr{Text: []Expr{
		{Slot: "A"},
		{Each: ref("/{A}/rows"), Item: &Expr{From: ref("/{A}/rows/*/{B}")}},
		{When: &Guard{Of: *ref("/{B}"), Is: "yes", Not: "no"}, Then: &Expr{Slot: "B"}, Else: &Expr{From: ref("/plain")}},
	}})
	must.NoDiff(t, cmp.Diff(string(want), string(got)), "renamed (-want +got):\n%s")
}
