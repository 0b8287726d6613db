package demo

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/trajectory"
)

func TestLoad(t *testing.T) {
	d, task := load(t, "testdata/review.yaml")
	want := map[string]any{"user": "Dana", "summary": "budget review", "start": "2026-03-12 14:00:00"}
	must.NoDiff(t, cmp.Diff(want, d.Subtasks[0].Actions[0].Args), "arguments (-want +got):\n%s")
	wantTask := trajectory.Task{Text: d.Task, User: "Alice", Now: now()}
	must.NoDiff(t, cmp.Diff(wantTask, task), "task (-want +got):\n%s")
	if want := filepath.Join("testdata", "office"); d.From() != want {
		t.Errorf("it starts from %q, want %q", d.From(), want)
	}
}

const plan = "subtasks:\n- agent: a\n  description: b\n  actions:\n  - tool: c\n"

func TestParseValues(t *testing.T) {
	d := must.Have(Parse("x.yaml", []byte("task: t\nuser: u\ndate: 2026-03-12 09:30\n"+plan+
		"    args:\n      date: 2026-03-12\n      yes: yes\n      n: 5\n      f: 1.5\n      big: 0x10\n      none: ~\n      t: true\n      s: '5'\n      list: [&v {a: 1}, *v]\n")))(t)
	a := map[string]any{"a": 1.0}
	want := map[string]any{"date": "2026-03-12", "yes": "yes", "n": 5.0, "f": 1.5, "big": 16.0, "none": nil, "t": true, "s": "5", "list": []any{a, a}}
	must.NoDiff(t, cmp.Diff(want, d.Subtasks[0].Actions[0].Args), "arguments (-want +got):\n%s")
	if task, ok := d.Free(time.UTC); !ok || task.Now.Hour() != 9 {
		t.Errorf("task = %+v, %v", task, ok)
	}
}

func TestParseErrors(t *testing.T) {
	head := "task: t\nuser: u\ndate: 2026-03-12\n"
	for name, test := range map[string]struct{ text, want string }{
		"empty":             {"", "x.yaml:1: it is empty"},
		"comment only":      {"# nothing\n", "x.yaml:1: it is empty"},
		"a list":            {"- a\n", "x.yaml:1: it is no set of fields"},
		"no YAML":           {"task: [\n", "x.yaml:"},
		"two documents":     {head + plan + "---\ntask: u\n", "x.yaml:9: it holds a second document"},
		"unknown field":     {head + "steps: []\n" + plan, "x.yaml:4: no field steps here; there are: suite, id, task"},
		"unknown in action": {head + plan + "    arguments: {}\n", "x.yaml:9: no field arguments here; there are: tool, args, thought"},
		"a field twice":     {head + "user: v\n" + plan, `x.yaml:4: mapping key "user" already defined`},
		"wrong shape":       {head + "subtasks: none\n", "x.yaml:4: cannot unmarshal"},
		"args a list":       {head + plan + "    args: [1]\n", "x.yaml:9: cannot unmarshal"},
		"merge":             {head + plan + "    args: &a {x: 1}\n  - tool: d\n    args:\n      <<: *a\n", "x.yaml:12: << is not taken here"},
		"not a number":      {head + plan + "    args: {x: .nan}\n", "x.yaml:9: subtasks[0].actions[0].args: JSON has no such number"},
		"binary":            {head + plan + "    args: {x: !!binary aGk=}\n", "has no place here"},
		"no task":           {"user: u\n" + plan, "give either the text of a task, or suite and id"},
		"task and id":       {head + "suite: s\nid: 1-1/0\n" + plan, "give either"},
		"id alone":          {"id: 1-1/0\n" + plan, "x.yaml:1: id: of which suite?"},
		"id and user":       {"suite: s\nid: 1-1/0\nuser: u\n" + plan, "leave them out"},
		"suite and task":    {head + "suite: s\n" + plan, "x.yaml:4: suite: a task of a suite goes by its id"},
		"no user":           {"task: t\ndate: 2026-03-12\n" + plan, "who acts?"},
		"no date":           {"task: t\nuser: u\n" + plan, `the date "" is none`},
		"bad date":          {"task: t\nuser: u\ndate: May\n" + plan, `x.yaml:3: date: the date "May" is none`},
		"no subtasks":       {head, "subtasks: there is none"},
		"no actions":        {head + "subtasks:\n- agent: a\n  description: b\n", "x.yaml:5: subtasks[0]: actions is missing"},
		"no tool":           {head + "subtasks:\n- agent: a\n  description: b\n  actions:\n  - args: {}\n", "x.yaml:8: subtasks[0].actions[0]: tool is missing"},
		"no agent":          {head + "subtasks:\n- description: b\n  actions:\n  - tool: c\n", "x.yaml:5: subtasks[0]: agent is missing"},
		"no reason":         {head + plan + "constants:\n- value: x\n", "x.yaml:10: constants[0]: reason is missing"},
		"no value":          {head + plan + "constants:\n- reason: x\n", "x.yaml:10: constants[0]: value is missing"},
		"open mark":         {head + plan + "wordings:\n- put [x in\n", "x.yaml:10: wordings[0]: the mark [x in is empty or not closed"},
		"open name":         {head + plan + "wordings:\n- put [x](y in\n", "behind [x] is empty or not closed"},
		"stray bracket":     {head + plan + "wordings:\n- put x] in\n", "a ] without its ["},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse("x.yaml", []byte(test.text))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want it to say %q", err, test.want)
			}
			var typed *Error
			if !errors.As(err, &typed) || typed.File != "x.yaml" {
				t.Errorf("error %#v is no *Error of the file", err)
			}
		})
	}
}

func TestParseTooLarge(t *testing.T) {
	if _, err := Parse("x.yaml", bytes.Repeat([]byte("#"), maxFile+1)); err == nil || !strings.Contains(err.Error(), "larger than 4 MB") {
		t.Errorf("error %v", err)
	}
	if _, err := Load(filepath.Join(t.TempDir(), "none.yaml")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v, want that there is no file", err)
	}
}

// What New writes loads, and says the same task again.
func TestNew(t *testing.T) {
	text := "Say \"hi\" to O'Brien:\n\t50% # of {it} \\ — é \x00"
	for name, task := range map[string]trajectory.Task{
		"free":      {Text: text, User: "Dana", Now: now()},
		"with time": {Text: "t", User: "u: v", Now: now().Add(9*time.Hour + 30*time.Minute)},
		"suite":     {ID: "1-1/0", Suite: "office", Text: "not to be copied", User: "Bob", Now: now()},
	} {
		t.Run(name, func(t *testing.T) {
			from := map[string]string{"with time": "/some where/x"}[name]
			data := must.Have(New(task, from))(t)
			d, err := Parse("new.yaml", data)
			if err != nil {
				t.Fatalf("%v\n%s", err, data)
			}
			if task.ID != "" {
				if d.ID != task.ID || d.Suite != task.Suite || bytes.Contains(data, []byte(task.Text)) {
					t.Errorf("a suite's task is written as\n%s", data)
				}
				return
			}
			task.Text = strings.ReplaceAll(task.Text, "\x00", "")
			if got, ok := d.Free(time.UTC); !ok || cmp.Diff(task, got) != "" || d.From() != from {
				t.Errorf("the task comes back as (-want +got):\n%s", cmp.Diff(task, got))
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	data := must.Have(os.ReadFile("testdata/review.yaml"))(f)
	f.Add(string(data))
	f.Add(skeleton)
	f.Add("task: t\nuser: u\ndate: 2026-03-12\n" + plan + "    args: {a: &x [*x], 2: .inf, ? [b] : c}\n")
	f.Add("a: &a [*a,*a]\n<<: *a\n--- x")
	f.Fuzz(func(t *testing.T, text string) {
		d, err := Parse("x.yaml", []byte(text))
		if err != nil {
			return
		}
		if len(d.Subtasks) == 0 || (d.Task == "") == (d.ID == "") {
			t.Fatalf("an incomplete demonstration is taken: %+v", d)
		}
		for _, a := range d.actions() {
			if _, err := json.Marshal(a.Args); err != nil {
				t.Fatalf("arguments are no plain JSON: %v", err)
			}
		}
	})
}
