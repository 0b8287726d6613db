package curate

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"legomem/golden"
	"legomem/lists"
	"legomem/llm"
	"legomem/llm/llmtest"
	"legomem/membank"
	"legomem/must"
	"legomem/tools"
	"legomem/trajectory"
)

// pointing embeds a text by its first letter.
type pointing struct{ err error }

func (pointing) Model() string { return "pointing" }
func (pointing) Dim() int      { return 26 }
func (p pointing) Embed(_ context.Context, texts []string) ([][]float32, error) {
	var out [][]float32
	for _, t := range texts {
		v := make([]float32, 26)
		v[t[0]-'a'] = 1
		out = append(out, v)
	}
	return out, p.err
}

// booking is a run that looks into a calendar and then books.
func booking(id, task, user, title string) *trajectory.Run {
	return &trajectory.Run{
		ID: id, Passed: yes(), Result: &trajectory.Result{Outcome: trajectory.Solved}, Answer: "Booked.",
		Started: trajectory.Started{Task: trajectory.Task{ID: "1-" + id, Suite: "s", Text: task, User: user}},
		Subtasks: []trajectory.SubtaskRun{{Subtask: trajectory.Subtask{Agent: "calendar_agent", Description: "Book"}, Summary: "Booked.", Steps: []trajectory.Step{
			{Action: tools.Action{Tool: "calendar.list_events", Args: map[string]any{"user": user, "all": true}}, Observation: &tools.Observation{Text: "No events."}},
			{Action: tools.Action{Tool: "calendar.delete_event", Args: map[string]any{"user": user}}, Observation: &tools.Observation{Text: "None.", Failed: true}},
			{Action: tools.Action{Tool: "calendar.create_event", Args: map[string]any{"user": user, "title": title, "hours": 1.0}}, Observation: &tools.Observation{Text: "Created."}},
		}}},
	}
}

func bookings() []*trajectory.Run {
	return []*trajectory.Run{booking("r1", "book Budget", "Bob", "Budget"), booking("r2", "say hello", "Eve", "Hello"), booking("r3", "book Lunch", "Ann", "Lunch")}
}

// good is a routine that all bookings bear out.
func good() part {
	return part{"name": "book_meeting", "agent": "calendar_agent", "description": "Books a meeting when the day is free.",
		"variables": []part{{"name": "user", "description": "whose calendar"}, {"name": "title", "description": ""}},
		"steps": []part{
			{"think": "Look first.", "tool": "calendar__list_events", "args": part{"user": "{user}", "all": true}},
			{"tool": "calendar.create_event", "args": part{"user": "{user}", "title": "{title}", "hours": 1}},
		}}
}

func routines(all ...part) llmtest.Reply {
	if all == nil {
		all = []part{}
	}
	return llmtest.Reply{Text: asJSON(part{"routines": all})}
}

func (b *bench) inducer() Inducer {
	return Inducer{Asking: b.Asking, Embedder: pointing{}, Threshold: 0.5}
}

func TestInduce(t *testing.T) {
	b := open(t, "", routines(good()), routines())
	in := b.inducer()
	units, notes, err := in.Induce(t.Context(), bookings())
	must.Do(t, err)
	wantNotes := []string{"run r2 is like no other: its routines rest on one example", "run r2: the model found no routine"}
	must.NoDiff(t, cmp.Diff(wantNotes, notes), "notes (-want +got):\n%s")
	if len(units) != 1 {
		t.Fatalf("%d units, want one", len(units))
	}
	u := units[0]
	want := &membank.Routine{Name: "book_meeting", Agent: "calendar_agent", Description: "Books a meeting when the day is free.",
		Variables: []membank.Variable{{Name: "user", Description: "whose calendar"}, {Name: "title"}},
		Steps: []membank.Step{{Think: "Look first.", Action: `calendar.list_events({"all":true,"user":"{user}"})`},
			{Action: `calendar.create_event({"hours":1,"title":"{title}","user":"{user}"})`}}}
	must.NoDiff(t, cmp.Diff(want, u.Routine), "routine (-want +got):\n%s")
	sources := []membank.Source{{Run: "r1", Suite: "s", Task: "1-r1", User: "Bob"}, {Run: "r3", Suite: "s", Task: "1-r3", User: "Ann"}}
	untexted := cmpopts.IgnoreFields(membank.Source{}, "Text") // TestModel looks at it
	must.NoDiff(t, cmp.Diff(sources, u.Sources(), untexted), "sources (-want +got):\n%s")
	if u.Kind != membank.RoutineUnit || u.Curator != in.Name() || !strings.HasPrefix(u.Curator, "m/induce@") || u.OutsideContent || u.ID == "" || u.Check() != nil {
		t.Errorf("unit = %+v", u)
	}
	if len(b.calls) != 2 || b.calls[0].Role != InducerRole {
		t.Errorf("logged %+v", b.calls)
	}
	asked := b.endpoint.Requests()
	golden.Check(t, "induce.golden", asked[0].Messages[0].Content)
	if one := asked[1].Messages[0].Content; !strings.Contains(one, "is the log of") || strings.Contains(one, "== Log") {
		t.Errorf("asked about one run:\n%s", one)
	}
}

// edit changes a good routine; a nil value drops the key.
func edit(key string, value any) llmtest.Reply {
	r := good()
	if r[key] = value; value == nil {
		delete(r, key)
	}
	return routines(r)
}

// second changes its second step.
func second(tool string, args part) llmtest.Reply {
	r := good()
	steps := r["steps"].([]part)
	steps[1] = part{"tool": tool, "args": args}
	return routines(r)
}

func TestInduceRefuses(t *testing.T) {
	args := func(key string, value any) part {
		a := part{"user": "{user}", "title": "{title}"}
		a[key] = value
		return a
	}
	renamed := good()
	renamed["name"], renamed["variables"] = "book_again", []part{{"name": "who", "description": ""}, {"name": "what", "description": ""}}
	renamed["steps"] = []part{
		{"tool": "calendar.list_events", "args": part{"user": "{who}", "all": true}},
		{"tool": "calendar.create_event", "args": part{"user": "{who}", "title": "{what}", "hours": 1}},
	}
	for _, tc := range []struct {
		name string
		bad  llmtest.Reply
		want string
	}{
		{"prose", llmtest.Reply{Text: "There are none."}, "no JSON object"},
		{"another form", llmtest.Reply{Text: `{"routine":{}}`}, `the key "routines" is missing`},
		{"no list", llmtest.Reply{Text: `{"routines":{}}`}, `"routines" is an object, not a list`},
		{"an unknown key", edit("score", 1), `routines[0]: there is a key "score"`},
		{"no name", edit("name", nil), `the key "name" is missing`},
		{"a name in words", edit("name", "Book a meeting"), `"name" is "Book a meeting"; small letters`},
		{"no description", edit("description", ""), `"description" is empty`},
		{"no agent", edit("agent", nil), `the key "agent" is missing`},
		{"an agent nobody knows", edit("agent", "web_agent"), `routines[0]: no agent "web_agent"`},
		{"no variables", edit("variables", nil), `the key "variables" is missing`},
		{"a variable without words", edit("variables", []string{"user", "title"}), "variables[0]: it is a text, not an object"},
		{"a variable's odd name", edit("variables", []part{{"name": "The User", "description": ""}}), `variables[0]: "name" is "The User"`},
		{"a variable twice", edit("variables", []part{{"name": "user", "description": ""}, {"name": "user", "description": ""}}), "variables[1]: user is declared twice"},
		{"not declared", edit("variables", []part{{"name": "user", "description": ""}}), `{title} is used and not declared`},
		{"not used", edit("variables", []part{{"name": "user", "description": ""}, {"name": "title", "description": ""}, {"name": "day", "description": ""}}), "day is declared and not used"},
		{"no steps", edit("steps", []part{}), "it has 0 steps"},
		{"one step", edit("steps", good()["steps"].([]part)[:1]), "it has 1 steps; a routine has two or more"},
		{"a thought that is a number", edit("steps", []part{{"think": 1, "tool": "x", "args": part{}}, {}}), `steps[0]: "think" is a number`},
		{"a step without arguments", edit("steps", []part{{"tool": "x"}, {}}), `steps[0]: the key "args" is missing`},
		{"a tool that is none", second("list the events", part{}), "is no tool's name"},
		{"a tool nobody used", second("calendar.move_event", args("hours", 1)), "routines[0]: steps[1]: calendar_agent did not call calendar.move_event with success"},
		{"a tool that only failed", second("calendar.delete_event", part{"user": "{user}{title}"}), "did not call calendar.delete_event with success"},
		{"an argument nobody gave", second("calendar.create_event", args("colour", "{title}")), `never called with the argument "colour"`},
		{"a value nobody gave", second("calendar.create_event", args("hours", 2)), "calendar.create_event never had 2 as its hours in the logs; write a {variable}"},
		{"a value of another run", second("calendar.create_event", part{"user": "{user}{title}", "title": "Hello"}), `never had "Hello" as its title`},
		{"the same name", routines(good(), good()), "routines[1]: the name book_meeting is there twice"},
		{"the same steps", routines(good(), renamed), "routines[1]: book_again is the same as book_meeting"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := open(t, "", tc.bad, routines(good()))
			units, _, err := b.inducer().Induce(t.Context(), bookings()[:1])
			if err != nil || len(units) != 1 {
				t.Fatalf("%d units, error %v", len(units), err)
			}
			if said := b.last(); !strings.Contains(said, tc.want) {
				t.Errorf("the retry lacks %q:\n%s", tc.want, said[strings.LastIndex(said, "=== user"):])
			}
		})
	}
}

// TestInduceGoesOn: a refused cluster and runs that failed are noted, and the
// rest is induced.
func TestInduceGoesOn(t *testing.T) {
	bad := llmtest.Reply{Text: "no"}
	b := open(t, "", bad, bad, bad, routines(good()))
	runs := append(bookings(), bookings()[0])
	lost := booking("r4", "book Tea", "Bob", "Tea")
	lost.Result.Outcome = trajectory.GaveUp
	units, notes, err := b.inducer().Induce(t.Context(), append(runs, lost))
	if err != nil || len(units) != 1 || units[0].Source.Run != "r2" || len(units[0].Merged) != 0 {
		t.Fatalf("units %+v, error %v", units, err)
	}
	all := strings.Join(notes, "\n")
	for _, want := range []string{"run r1 is left out: it is there twice", "run r4 is left out: outcome gave_up", "run r1 (and 1 like it) is not curated: 3 replies", "run r2 is like no other"} {
		if !strings.Contains(all, want) {
			t.Errorf("the notes lack %q:\n%s", want, all)
		}
	}
}

// TestInduceMerges: what two clusters have in common is one routine with the
// sources of both.
func TestInduceMerges(t *testing.T) {
	again := good()
	again["name"], again["description"] = "put_in", "Another way to say it."
	runs := bookings()
	runs[1].Subtasks[0].Steps[0].Effects = []tools.Effect{{Class: tools.Read, Target: "mailbox:Eve"}}
	b := open(t, "", routines(good()), routines(again))
	units, _, err := b.inducer().Induce(t.Context(), runs)
	if err != nil || len(units) != 1 || units[0].Routine.Name != "book_meeting" || !units[0].OutsideContent {
		t.Fatalf("units %+v, error %v", units, err)
	}
	from := lists.Map(units[0].Sources(), func(s membank.Source) string { return s.Run })
	must.NoDiff(t, cmp.Diff([]string{"r1", "r3", "r2"}, from), "sources (-want +got):\n%s")
}

func TestInduceErrors(t *testing.T) {
	b := open(t, "", routines(good()), llmtest.Reply{Status: 401, Text: "wrong key"})
	units, _, err := b.inducer().Induce(t.Context(), bookings())
	if llm.KindOf(err) != llm.Auth || len(units) != 1 {
		t.Errorf("%d units, error %v; what was found until then is wanted with the error", len(units), err)
	}
	broken := errors.New("no embedder")
	in := open(t, "").inducer()
	in.Embedder = pointing{broken}
	if _, _, err := in.Induce(t.Context(), bookings()); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	if units, _, err := in.Induce(t.Context(), nil); err != nil || units != nil {
		t.Errorf("of no runs: %v, %v", units, err)
	}
	for name, change := range map[string]func(*Inducer){
		"embedder": func(in *Inducer) { in.Embedder = nil }, "model": func(in *Inducer) { in.Model = "" },
		"linkage": func(in *Inducer) { in.Linkage = "ward" }, "threshold": func(in *Inducer) { in.Threshold = math.NaN() },
	} {
		in := open(t, "").inducer()
		change(&in)
		if _, _, err := in.Induce(t.Context(), bookings()); err == nil {
			t.Errorf("induced without the right %s", name)
		}
	}
}

// FuzzRoutines: whatever a model writes, the parser returns; what it accepts
// has two steps or more and uses what it declares.
func FuzzRoutines(f *testing.F) {
	f.Add(routines(good()).Text)
	f.Add("```json\n" + routines(good(), good()).Text + "```")
	f.Add(`{"routines":[{"name":"a","agent":"b","description":"c","variables":[{"name":"x","description":""}],"steps":[{"tool":"a.b","args":{"{x}":[{"y":"{x}{x"}]}},{"tool":"a__b","args":{}}]}]}`)
	f.Fuzz(func(t *testing.T, reply string) {
		found, err := parseRoutines(reply)
		if err != nil {
			return
		}
		for _, r := range found {
			u := membank.Unit{Kind: membank.RoutineUnit, Task: "t", Routine: r.kept()}
			if err := u.Check(); err != nil {
				t.Fatalf("accepted %+v: %v", r, err)
			}
			written := ""
			for _, s := range u.Routine.Steps {
				written += s.Action
			}
			for _, v := range r.variables {
				if !strings.Contains(written, "{"+v.Name+"}") {
					t.Fatalf("%s is not used in %s", v.Name, written)
				}
			}
		}
	})
}
