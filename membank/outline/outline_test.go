package outline_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"legomem/golden"
	"legomem/llm"
	"legomem/membank"
	"legomem/membank/outline"
	"legomem/tools"
	"legomem/tools/value"
)

// kinds are some tools' arguments.
var kinds = map[string]map[string]value.Kind{
	"calendar.list_events":  {"user": value.Person, "date": value.Date},
	"calendar.create_event": {"user": value.Person, "start": value.DateTime, "summary": value.Phrase, "duration_minutes": value.Number},
	"excel.set_cell":        {"file_path": value.File, "cell": value.Cell, "value": value.Phrase},
	"excel.aggregate":       {"file_path": value.File, "column": value.Phrase},
	"excel.create":          {"file_path": value.File},
	"email.send":            {"to": value.Person, "subject": value.Phrase, "content": value.Message},
	"system.find_file":      {"name": value.Phrase},
}

func writer() outline.Writer {
	return outline.Writer{Kinds: func(tool string) map[string]value.Kind { return kinds[tool] }, Thoughts: true}
}

// did is a subtask of these calls.
func did(agent, description, saw string, actions ...string) membank.Subtask {
	s := membank.Subtask{Agent: agent, Description: description, Observations: saw}
	for _, a := range actions {
		s.Steps = append(s.Steps, membank.Step{Action: a})
	}
	return s
}

func full(task, answer string, subtasks ...membank.Subtask) membank.Unit {
	return membank.Unit{ID: "m", Kind: membank.FullTask, Task: task, Subtasks: subtasks, Answer: answer}
}

// report is a unit with everything that is generalised.
func report() membank.Unit {
	look := did("calendar_agent", "List the events of Tom and of Bob on 5 March", "two calendars",
		`calendar.list_events({"date":"2026-03-05","user":"Tom"})`, `calendar.list_events({"date":"2026-03-05","user":"Bob"})`)
	look.Steps[0].Think, look.Steps[0].Result = "Tom comes first.", "3 events: end, start, summary"
	find := did("system_agent", "Find the budget", `"the budget" is data/budget_2026.xlsx`, `system.find_file({"name":"the budget"})`)
	sum := did("excel_agent", "Add up", "sum of Cost over 12 values: 81234.5", `excel.aggregate({"file_path":"data/budget_2026.xlsx","column":"Cost","op":"sum"})`,
		`excel.aggregate({"file_path":"data/budget_2026.xlsx","column":"Cost","op":"sum"})`)
	mail := did("email_agent", "Mail the total to Tom", "Sent.", `email.send({"to":["Tom"],"subject":"Total","content":"The total is 81234.5.\nRegards"})`)
	u := full("Mail Tom the total of the budget, if he and Bob are free on 3/5/2026", "Sent to Tom.", look, find, sum, mail)
	u.Reflections = "excel.aggregate failed (not_found); it worked with column=\"Cost\" in place of \"cost\"."
	return u
}

func TestWhole(t *testing.T) {
	golden.Check(t, "whole.golden", writer().Whole(report())+"\n")
	golden.Check(t, "plan.golden", writer().Plan(report())+"\n")
}

func TestRules(t *testing.T) {
	rows := `[["a",1],["b",2]]`
	for _, tt := range []struct {
		name          string
		unit          membank.Unit
		there, absent []string
	}{
		{"a value of the task", full("Change B3 in stock.xlsx to 25", "", did("excel_agent", "Set B3", "", `excel.set_cell({"cell":"B3","file_path":"data/stock.xlsx","value":25})`)),
			[]string{"Task: Change {cell} in {file} to {number}", "excel__set_cell(cell={cell}, file_path={file}, value={number})", `{file} "stock.xlsx"`, "{number} 25", "* excel_agent: Set {cell}"}, []string{"Found"}},
		{"what was found", full("Count it", "", did("system_agent", "Find it", `"it" is data/a.xlsx`, `system.find_file({"name":"it"})`), did("excel_agent", "Sum", "12 values: 4711", `excel.aggregate({"file_path":"data/a.xlsx","column":"B"})`)),
			[]string{`file_path={file}`, `Found on the way: {file} "data/a.xlsx"`, `column="B"`}, []string{"4711"}},
		{"a number that was found", full("Write it", "", did("excel_agent", "Sum", "12 values: 4711", `excel.set_cell({"cell":"B3","file_path":"a.xlsx","value":4711})`)),
			[]string{`value={value}`}, []string{"4711"}},
		{"a date and a time", full("Book it on 3/5/2026", "", did("calendar_agent", "Book it", "", `calendar.create_event({"start":"2026-03-05 09:00:00","summary":"Lunch","duration_minutes":60})`)),
			[]string{"start={date} {time}", `summary="Lunch"`, "duration_minutes=60", `{date} "3/5/2026"`}, []string{"09:00:00"}},
		{"rows", full("Write it", "", did("excel_agent", "Write", "", `excel.create({"file_path":"a.xlsx","rows":`+rows+`})`)), []string{"rows={rows}"}, []string{`"a"`}},
		{"a text of the way", full("Count the a's", "", did("system_agent", "x", "", `system.extract({"content":"banana","pattern":"(?i)a+"})`)), []string{`pattern="(?i)a+"`}, nil},
		{"a template keeps its names", full("List name and Student ID", "", did("excel_agent", "x", "", `excel.aggregate({"column":"name","file_path":"a.xlsx"})`, `excel.format_rows({"template":"{name}: {Student ID}"})`)),
			[]string{`template="{name}: {Student ID}"`}, nil},
		{"no lesson", membank.Unit{Kind: membank.FullTask, Task: "t", Reflections: "Every action succeeded.", Subtasks: []membank.Subtask{did("a", "d", "", "x.do({})")}}, nil, []string{"Lesson", "succeeded"}},
		{"an answer that is a value", full("How many?", "54", did("excel_agent", "x", "sum: 54", "x.do({})")), []string{"Answer: {number}"}, []string{"54"}},
		{"an answer that tells", full("Save it in a.docx", "Saved in a.docx.", did("excel_agent", "x", "", "x.do({})")), nil, []string{"Answer"}},
		{"the same call twice", full("t", "", did("a", "d", "", `x.do({"a":1})`, `y.do({"b":2})`, `x.do({"a":1})`)), []string{"x__do(a=1)\n  y__do(b=2)"}, []string{"y__do(b=2)\n  x__do"}},
		{"an action that is none", full("t", "", did("a", "d", "", `x.do({"a":`)), []string{`x.do({"a":`}, nil},
		{"a subtask", membank.Unit{Kind: membank.SubtaskUnit, Task: "Book it with Tom", Subtask: &membank.Subtask{Agent: "calendar_agent", Description: "See Tom", Steps: []membank.Step{{Action: `calendar.list_events({"user":"Tom"})`}}}},
			[]string{"* calendar_agent: See {person}\n  calendar__list_events(user={person})\nFrom the task: {person} \"Tom\""}, []string{"Task:", "Book"}},
		{"no word is cut", full("t", "", did("a", "d", strings.Repeat("wordy ", 60), "x.do({})")), []string{"wordy …"}, []string{"wor …", "[…]"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := writer().Whole(tt.unit)
			for _, text := range tt.there {
				if !strings.Contains(got, text) {
					t.Errorf("it does not hold %q:\n%s", text, got)
				}
			}
			for _, text := range tt.absent {
				if strings.Contains(got, text) {
					t.Errorf("it holds %q:\n%s", text, got)
				}
			}
		})
	}
}

func TestLoops(t *testing.T) {
	event := func(user string) string {
		return fmt.Sprintf(`calendar.create_event({"user":%q,"summary":"Meal"})`, user)
	}
	list := func(user string) string { return fmt.Sprintf(`calendar.list_events({"user":%q})`, user) }
	cell := func(cell string, v int) string {
		return fmt.Sprintf(`excel.set_cell({"file_path":"a.xlsx","cell":%q,"value":%d})`, cell, v)
	}
	for _, tt := range []struct {
		name    string
		actions []string
		want    string
	}{
		{"of one call", []string{event("Tom"), event("Bob"), event("Eve")}, "  for each {person}: calendar__create_event(summary=\"Meal\", user={person})\nFrom"},
		{"of two calls", []string{event("Tom"), list("Tom"), event("Bob"), list("Bob")}, "  for each {person}:\n    calendar__create_event(summary=\"Meal\", user={person})\n    calendar__list_events(user={person})\nFrom"},
		{"over cells", []string{cell("B2", 1), cell("B3", 2), cell("B4", 3)}, "  for each {cell}, {value}: excel__set_cell(cell={cell}, file_path={file}, value={value})"},
		{"none", []string{cell("B2", 1), cell("B3", 2)}, "  excel__set_cell(cell=\"B2\", file_path={file}, value=1)\n  excel__set_cell(cell=\"B3\", file_path={file}, value=2)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := writer().Whole(full("Lunch with Tom, Bob and Eve", "", did("calendar_agent", "d", "", tt.actions...)))
			if !strings.Contains(got, tt.want) {
				t.Errorf("got\n%s\nwithout\n%s", got, tt.want)
			}
		})
	}
}

// TestTokens: a unit of ten actions has at most so many tokens, however long its texts.
func TestTokens(t *testing.T) {
	long := strings.Repeat("a long text of (many) words, with numbers such as 4711 and 3/5/2026; ", 40)
	for _, actions := range []int{1, 10, 25} {
		u := full(long, long)
		u.Reflections = long
		for i := range actions {
			args, err := json.Marshal(map[string]any{"pattern": fmt.Sprint(i, long), "where": map[string]any{"a": long, "b": long}, "content": long})
			if err != nil {
				t.Fatal(err)
			}
			s := did("excel_agent", long, long, fmt.Sprintf("excel.tool%c(%s)", 'a'+i, args))
			s.Steps[0].Think, s.Steps[0].Result = long, "table 12 x 3: Name, Team, Score"
			u.Subtasks = append(u.Subtasks, s)
		}
		most := outline.Most * max(10, actions) / 10
		if n := llm.CountTokens(writer().Whole(u)); n > most {
			t.Errorf("%d actions have %d tokens, more than %d", actions, n, most)
		}
		if n := llm.CountTokens(writer().Plan(u)); n > 100 {
			t.Errorf("the plan line of %d actions has %d tokens", actions, n)
		}
	}
}

// TestReadsDatesByTheTask: a date without its year is the one that the task gives whole.
func TestReadsDatesByTheTask(t *testing.T) {
	u := full("Is Tom free on 5/2/2026?", "", did("calendar_agent", "See Tom on 2 May", "", `calendar.list_events({"date":"2026-05-02","user":"Tom"})`))
	u.Created = time.Date(2031, 1, 1, 0, 0, 0, 0, time.UTC)
	if got := writer().Whole(u); !strings.Contains(got, "See {person} on {date}\n  calendar__list_events(date={date}, user={person})") {
		t.Error(got)
	}
}

func TestShape(t *testing.T) {
	for _, tt := range []struct{ name, data, want string }{
		{"a table", `{"file":"a.xlsx","headers":["Name","Score"],"rows":[["Ann",1],["Bob",2]],"records":[{"Name":"Ann"}]}`, "table 2 x 2: Name, Score"},
		{"a table of many columns", `{"headers":["a","b","c","d","e","f","g"],"rows":[]}`, "table 0 x 7: a, b, c, d, e, f, …"},
		{"mails", `{"mails":[{"subject":"s","from":"f"}],"count":1}`, "1 mails: from, subject"},
		{"a text", `{"file":"a.docx","text":"Dear Ann,\nthe code is 4711\nBob"}`, "text, 3 lines"},
		{"a number", `{"value":4711,"text":"4711"}`, "a number"},
		{"yes or no", `{"result":true,"text":"Yes"}`, "yes or no"},
		{"files", `{"files":["a","b"],"count":2,"lines":["x"]}`, "2 files"},
		{"a file", `{"file_path":"data/a.xlsx","name":"a.xlsx"}`, "{file}"},
		{"nothing to say", `{"folder":"data/x"}`, ""},
		{"no data", ``, ""},
		{"no object", `[1]`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := outline.Shape(json.RawMessage(tt.data)); got != tt.want {
				t.Errorf("shape %q, want %q", got, tt.want)
			}
		})
	}
}

// FuzzWhole: no unit breaks the writer, and none has more than its tokens.
func FuzzWhole(f *testing.F) {
	f.Add("Book Tom on 3/5/2026", "See Tom", `calendar.list_events({"user":"Tom"})`, "nothing", "Done")
	f.Add("{a}", "}{", `x.do({"a":[[1],{"b":null}]})`, "[…]\n", "\n")
	f.Fuzz(func(t *testing.T, task, description, action, saw, answer string) {
		u := full(task, answer, did("a", description, saw, action, action+" ", `y.do({"a":"`+task+`"})`))
		w := writer()
		if n := llm.CountTokens(w.Whole(u)); n > outline.Most {
			t.Errorf("%d tokens", n)
		}
		if strings.Contains(w.Plan(u), "\n") {
			t.Error("the plan has several lines")
		}
	})
}

func BenchmarkWhole(b *testing.B) {
	u := report()
	for b.Loop() {
		writer().Whole(u)
	}
}

// TestToldIsLeftOut: what the reader has been told is not looked up, unless that was all of
// the work; what was found by it is still named as found.
func TestToldIsLeftOut(t *testing.T) {
	w := writer()
	w.Told = func(a tools.Action) bool { return a.Tool == "system.find_file" }
	text := w.Whole(report())
	if strings.Contains(text, "find_file") || strings.Contains(text, "system_agent") || !strings.Contains(text, `{file} "data/budget_2026.xlsx"`) {
		t.Errorf("what was told is looked up, or not named:\n%s", text)
	}
	if plan := w.Plan(report()); strings.Contains(plan, "system_agent") {
		t.Errorf("plan %s", plan)
	}
	only := full("Where is the budget?", "data/a.xlsx", did("system_agent", "Find it", "", `system.find_file({"name":"the budget"})`))
	if text := w.Whole(only); !strings.Contains(text, "find_file") {
		t.Errorf("nothing is left:\n%s", text)
	}
}
