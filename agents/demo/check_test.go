package demo

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/lists"
	"legomem/must"
	"legomem/tools"
	"legomem/tools/value"
	"legomem/trajectory"
)

var strict = map[string]string{
	"calendar/Dana.txt": "2026-03-12 14:00:00 budget review",
	"emails/Dana.txt":   "Total of costs.csv|The total is 815.5.|false",
}

func check(t *testing.T, d *Demo, task trajectory.Task, judge func(*tools.Workspace, string) *bool) Report {
	t.Helper()
	r := must.Have(Checker{Task: task, Tools: office(), Play: play(t, task, judge)}.Check(t.Context(), d))(t)
	return r
}

func TestCheckSound(t *testing.T) {
	d, task := load(t, "testdata/review.yaml")
	r := check(t, d, task, lines(strict))
	if !r.Sound() || r.Weak() {
		t.Errorf("report = %+v, want it sound and strong", r)
	}
	if r.Tried < 10 {
		t.Errorf("only %d changes were tried", r.Tried)
	}
}

// An evaluation that looks at the start of the event alone does not see the
// rest.
func TestCheckWeak(t *testing.T) {
	d, task := load(t, "testdata/review.yaml")
	r := check(t, d, task, func(ws *tools.Workspace, _ string) *bool {
		got, _ := ws.ReadFile("calendar/Dana.txt")
		return new(strings.HasPrefix(string(got), "2026-03-12 14"))
	})
	got := lists.Map(r.Unnoticed, func(u Change) string { return fmt.Sprintf("%d %s: %s", u.Line, u.Path, u.What) })
	want := []string{
		`12 subtasks[0].actions[0].args.summary: "budget review" -> "ohqtrg erivrj"`,
		`22 subtasks[2].actions[0]: left out`,
		`23 subtasks[2].actions[0].args.content: "The total is 815.5." -> "Gur gbgny vf 360.0."`,
		`23 subtasks[2].actions[0].args.content: "The total is 815.5." -> "The total is 816.5."`,
		`23 subtasks[2].actions[0].args.subject: "Total of costs.csv" -> "Gbgny bs pbfgf.pfi"`,
		`23 subtasks[2].actions[0].args.subject: "Total of costs.csv" -> "Total of other_costs.csv"`,
		`23 subtasks[2].actions[0].args.to[0]: "Dana" -> "Qnan"`,
		`23 subtasks[2].actions[0].args.urgent: false -> true`,
	}
	must.NoDiff(t, cmp.Diff(want, got), "unnoticed (-want +got):\n%s")
	if !r.Weak() || !r.Sound() {
		t.Error("want it sound, but weak")
	}
}

func TestCheckStops(t *testing.T) {
	d, task := load(t, "testdata/review.yaml")
	if r := check(t, d, task, func(*tools.Workspace, string) *bool { return nil }); r.Sound() || !r.Weak() || !strings.Contains(r.Stopped, "no evaluation") {
		t.Errorf("without an evaluation: %+v", r)
	}
	if r := check(t, d, task, lines(map[string]string{"x": "y"})); r.Sound() || !r.Weak() || !strings.Contains(r.Stopped, "does not pass as it is") {
		t.Errorf("where it fails: %+v", r)
	}
	unfinished, _ := load(t, "testdata/review.yaml")
	unfinished.Subtasks[1].Actions[0].Args["op"] = "add"
	if r := check(t, unfinished, task, func(*tools.Workspace, string) *bool { ok := true; return &ok }); r.Sound() || !r.Weak() || !strings.Contains(r.Stopped, "to its end: the demonstration stopped") {
		t.Errorf("where an action fails: %+v", r)
	}
	broken := errors.New("the sandbox broke")
	_, err := Checker{Task: task, Tools: office(), Play: func(context.Context, *Demo) (*bool, *trajectory.Run, error) {
		return nil, nil, broken
	}}.Check(t.Context(), d)
	if !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
}

// Where nothing is written, the answer is what the evaluation must look at.
func TestCheckAnswer(t *testing.T) {
	d, task := load(t, "testdata/review.yaml")
	d.Subtasks, d.Wordings, d.Answer = d.Subtasks[1:2], nil, "815.5"
	d.Constants = d.Constants[:1]
	exact := func(_ *tools.Workspace, answer string) *bool { ok := answer == "815.5"; return &ok }
	if r := check(t, d, task, exact); !r.Sound() || r.Weak() || r.Tried != 2 {
		t.Errorf("report = %+v", r)
	}
	vague := func(*tools.Workspace, string) *bool { ok := true; return &ok }
	if r := check(t, d, task, vague); len(r.Unnoticed) != 2 {
		t.Errorf("report = %+v, want both changes unnoticed", r)
	}
}

// checkingOf has a text as its task and an observation behind it.
func checkingOf(text string, constants ...any) *checking {
	d := &Demo{Task: text}
	for _, k := range constants {
		d.Constants = append(d.Constants, Constant{Value: k, Reason: "it is"})
	}
	task := trajectory.Task{Text: text, User: "Alice", Now: now()}
	c := Checker{Task: task, Tools: office()}.checking(d)
	c.seen.add(tools.Observation{Text: "prose counts for nothing", Data: []byte(
		`{"value":815.5,"count":3,"rows":[["Tom Reed",12,"2026-05-01"],["Ann",1250,""]],"text":"Invoice 77 of Mirja is due on 5 May."}`)})
	return c
}

func TestSources(t *testing.T) {
	const text = "Schedule a budget review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm, put 98 in B3 of score.xlsx, pay $1,300 and call it 'Q3 plan' for an hour and a half"
	for _, test := range []struct {
		v    any
		rest string // the part without a source, "" for none
	}{
		{"Dana", ""}, {"dana", ""}, {"dana@example.com", ""}, {"dana@rival.com", "rival.com"}, {"Alice", ""}, {"Bob", "Bob"},
		{"budget review", ""}, {"Budget Review", ""}, {"budget reviews", "reviews"}, {"udget", "udget"},
		{"2026-03-12 14:00:00", ""}, {"2026-03-12 15:30:00", ""}, {"2026-03-12T14:00:00", ""}, {"March 12, 2026", ""}, {"20260312", ""},
		{"2026-03-13 14:00:00", "13"}, {"2026-03-12 16:00:00", "16:00:00"}, {"14:00", ""}, {"2026-05-01", ""}, {"May 1", ""},
		{"score.xlsx", ""}, {"data/score.xlsx", ""}, {"/testbed/data/score.xlsx", ""}, {"secret/score.xlsx", "secret"}, {"score.pdf", "pdf"}, {"score", ""},
		{"B3", ""}, {"Q3 plan", ""}, {"1h30m", ""}, {"90 minutes", ""}, {"", ""},
		{98.0, ""}, {3.0, ""}, {2.0, ""}, {1300.0, ""}, {90.0, ""}, {815.5, ""}, {1250.0, ""}, {99.0, "99"}, {815.0, "815"},
		{"815.5", ""}, {"815", "815"}, {"1,250", ""}, {"Tom Reed", ""}, {"Mirja", ""}, {"prose", "prose"},
		{"Tom Reed owes 815.5 for the budget review", "owes"}, {"Invoice 77 of Mirja", ""}, {"It is in Dana’s B3, the 1,250", ""}, {"were", "were"},
		{"Dana: 2 pm on Thursday, 12 March 2026", ""}, {"minutes_20260312.docx", "minutes_20260312.docx"},
		{true, "true"}, {nil, ""},
	} {
		t.Run(fmt.Sprint(test.v), func(t *testing.T) {
			got := checkingOf(text).literal(place{"args"}, nil, test.v)
			switch {
			case test.rest == "" && len(got) > 0:
				t.Errorf("%#v has no source: %s", test.v, got[0].Why)
			case test.rest != "" && len(got) == 0:
				t.Errorf("%#v has a source", test.v)
			case test.rest != "" && fmt.Sprint(test.v) != test.rest && !strings.Contains(got[0].Why, fmt.Sprintf("%q", test.rest)):
				t.Errorf("%#v: %s; want it to name %q", test.v, got[0].Why, test.rest)
			}
		})
	}
}

func TestConstants(t *testing.T) {
	c := checkingOf("Mail Dana the total", "The sum is", 5.0, "never used", true, "sum")
	for _, v := range []any{"The sum is 815.5.", 5.0, true, "sum", []any{"Dana", 5.0}} {
		if got := c.literal(place{"args"}, nil, v); len(got) > 0 {
			t.Errorf("%v: %s", v, got[0].Why)
		}
	}
	must.NoDiff(t, cmp.Diff([]bool{true, true, false, true, true}, c.used), "used (-want +got):\n%s")
	if got := c.literal(place{"args"}, nil, "The sum is 4."); len(got) != 1 || !strings.Contains(got[0].Why, `"4"`) {
		t.Errorf("a constant hides what is beside it: %v", got)
	}
}

// The names of a tool's own fields need no source, a table's columns do.
func TestKeys(t *testing.T) {
	c := checkingOf("Add Dana to members.xlsx")
	got := c.action(placed{Action: Action{Tool: "excel.append_rows", Args: map[string]any{
		"file_path": "members.xlsx", "rows": []any{map[string]any{"Shoe size": "Dana", "text": "Ann"}}}}, at: place{"a"}})
	if len(got) != 1 || got[0].Path != "a.args.rows[0].Shoe size" {
		t.Errorf("problems = %+v, want the column alone", got)
	}
}

func TestCheckReports(t *testing.T) {
	d, task := load(t, "testdata/review.yaml")
	d.Constants = []Constant{d.Constants[1], {Value: "spare", Reason: "none"}, d.Constants[2]}
	d.Wordings = []string{
		"Plan a [budget review] for [Bob] on [12 March 2026] and mail the sum of [costs.csv]",
		"On 3/12/2026 there is a [budget review]",
		task.Text,
	}
	var got []string
	for _, p := range check(t, d, task, lines(strict)).Problems {
		got = append(got, fmt.Sprintf("%s: %.60s", p.Path, p.Why))
	}
	want := []string{
		"subtasks[1].actions[0].args.op: " + noSource[:60],
		"constants[1]: no action has need of this constant",
		`wordings[0]: the marked "Bob" is no value of the task`,
		`wordings[1]: "3/12/2026" is a value of the task, and not marked`,
		"wordings[2]: the task or another wording says the same already",
	}
	must.NoDiff(t, cmp.Diff(want, got), "problems (-want +got):\n%s")
}

// TestWordingsInOtherWords: a mark that names its argument may say a phrase in
// other words, but no typed value; and a value that no action takes, or only as
// a constant, needs no mark.
func TestWordingsInOtherWords(t *testing.T) {
	tests := []struct{ name, wording, want string }{
		{"other words", "Plan the [costs talk](summary) on [12 March 2026](date), [2 pm](start), for [Dana](user)", ""},
		{"other words without a name", "Plan the [costs talk] on [12 March 2026](date), [2 pm](start), for [Dana](user)", `the marked "costs talk" is no value of the task`},
		{"another date", "Plan the [budget review] on [13 March 2026](date), [2 pm](start), for [Dana](user)", `the marked "13 March 2026" is no value of the task`},
		{"another file", "Plan it and mail the sum of [prices.csv](file_path)", `the marked "prices.csv" is no value of the task`},
		{"a value that is not marked", "Plan it for 2 pm", `"2 pm" is a value of the task, and not marked`},
		{"one that is the same every time", "Mail 815.5 USD", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, task := load(t, "testdata/review.yaml")
			d.Wordings = []string{tt.wording}
			var got string
			for _, p := range check(t, d, task, lines(strict)).Problems {
				got += p.Why
			}
			if got != tt.want {
				t.Errorf("problems %q, want %q", got, tt.want)
			}
		})
	}
}

// TestConstantsNeedNoMark: a value that the actions have as a constant is the
// same in every task of the kind.
func TestConstantsNeedNoMark(t *testing.T) {
	d, task := load(t, "testdata/review.yaml")
	d.Wordings = []string{"Plan it for 2 pm"}
	if got := check(t, d, task, lines(strict)).Problems; len(got) != 1 {
		t.Errorf("problems %+v, want the unmarked time", got)
	}
	d.Constants = append(d.Constants, Constant{Value: d.Subtasks[0].Actions[0].Args["start"], Reason: "it is always then"})
	if got := check(t, d, task, lines(strict)).Problems; len(got) > 0 {
		t.Errorf("problems %+v, though the time is declared a constant", got)
	}
}

func TestOtherTexts(t *testing.T) {
	ref := value.Reference{Now: now()}
	for _, test := range []struct {
		s    string
		want []string
	}{
		{"", nil},
		{"budget review", []string{"ohqtrg erivrj"}},
		{"2026-03-12 14:00:00", []string{"2026-03-13 14:00:00", "2026-03-12 15:00:00"}},
		{"2026-12-31", []string{"2027-01-01"}},
		{"March 12, 2026", []string{"March 13, 2026"}},
		{"2:00 pm", []string{"3:00 pm"}},
		{"23:30", []string{"00:30"}},
		{"14:30:05", []string{"15:30:05"}},
		{"1,234.5", []string{"1,235.5"}},
		{"98", []string{"99"}},
		{"$300", []string{"$301"}},
		{"90 minutes", []string{"180 minutes"}},
		{"B3", []string{"B4"}},
		{"B3:D9", []string{"B3:D10"}},
		{"dana@example.com", []string{"other.dana@example.com"}},
		{"data/a.xlsx", []string{"data/other_a.xlsx"}},
		{"You owe 5 on May 1", []string{"Lbh bjr 0 ba Znl 6", "You owe 6 on May 1", "You owe 5 on May 2"}},
		{"日本", []string{"other"}},
	} {
		must.NoDiff(t, cmp.Diff(test.want, otherTexts(test.s, ref)), "otherTexts(%q) (-want +got):\n%s", test.s)
	}
}

func TestChangesLeaveTheDemoAlone(t *testing.T) {
	d, _ := load(t, "testdata/review.yaml")
	again, _ := load(t, "testdata/review.yaml")
	all := d.changes(office(), value.Reference{Now: now()}, d)
	must.NoDiff(t, cmp.Diff(again.Subtasks, d.Subtasks), "the demonstration was changed (-want +got):\n%s")
	for _, v := range all {
		if cmp.Equal(v.demo.Subtasks, d.Subtasks) {
			t.Errorf("%s %s changes nothing", v.Path, v.What)
		}
	}
}

// A mail of values from a table of many rows.
func BenchmarkUnexplained(b *testing.B) {
	c := checkingOf("Mail Dana the costs of 3/12/2026")
	rows := make([]any, 500)
	for i := range rows {
		rows[i] = []any{fmt.Sprintf("Item %d", i), float64(i) * 1.25, fmt.Sprintf("2026-%02d-%02d", i%12+1, i%28+1)}
	}
	c.seen.addValue(rows)
	for b.Loop() {
		c.unexplained("On March 12, 2026 item 77 was 96.25, item 400 was 500, and nobody bought item 501.")
	}
}
