package officebench

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/orchestrator"
	"legomem/tools"
	"legomem/trajectory"
)

// scripted is a Reader that answers each tool and path with a fixed
// observation, and everything else with NotFound.
type scripted map[string]tools.Observation

func (s scripted) Call(_ context.Context, a tools.Action) (tools.Observation, error) {
	key := a.Tool
	for _, arg := range []string{"file_path", "user"} {
		if v, ok := a.Args[arg].(string); ok {
			key += " " + v
		}
	}
	if obs, ok := s[key]; ok {
		return obs, nil
	}
	return tools.Observation{Failed: true, Code: tools.NotFound, Text: "no " + key}, nil
}

type broken struct{}

func (broken) Call(context.Context, tools.Action) (tools.Observation, error) {
	return tools.Observation{}, errors.New("the resident has gone")
}

func TestLocate(t *testing.T) {
	tests := []struct {
		name string
		tree tree
		path string
	}{
		{"data/a.txt", finishedTree, "data/a.txt"},
		{"./data/a.txt", finishedTree, "data/a.txt"},
		{"data/../calendar/Bob.ics", finishedTree, "calendar/Bob.ics"},
		{"/testbed/data/a.txt", finishedTree, "data/a.txt"},
		{"/testbed", finishedTree, ""},
		{".", finishedTree, ""},
		{"../../../../reference/a.xlsx", referenceTree, "a.xlsx"},
		{"../../../../cache/3/testbed/data/a.xlsx", startTree, "data/a.xlsx"},
		{"../../../../testbed/data/a.xlsx", startTree, "data/a.xlsx"},
		{"../../../../reference/../testbed/a", startTree, "a"},
		{"/etc/passwd", nowhere, ""},
		{"/testbeds/a", nowhere, ""},
		{"../../../../../2-1/testbed/a", nowhere, ""},
		{"../../../../subtasks/0.json", nowhere, ""},
		{"../../../../cache", nowhere, ""},
		{"../other/a", nowhere, ""},
	}
	for _, tt := range tests {
		tree, steps := locate(tt.name)
		if got := strings.Join(steps, "/"); tree != tt.tree || got != tt.path {
			t.Errorf("%s leads to %q in %q, want %q in %q", tt.name, got, tree, tt.path, tt.tree)
		}
	}
}

func FuzzLocate(f *testing.F) {
	f.Add("../../../../reference/a")
	f.Add("/testbed/../a")
	f.Fuzz(func(t *testing.T, name string) {
		if _, steps := locate(name); slices.Contains(steps, "..") {
			t.Errorf("%q leaves its tree: %q", name, steps)
		}
	})
}

func TestTreesOpenLazilyAndClose(t *testing.T) {
	opened := map[string]int{}
	folders := shared(func(_ context.Context, dir string) (ReadCloser, error) {
		opened[dir]++
		return &closing{}, nil
	})
	tr := &trees{finished: scripted{}, reference: "/suite/reference", open: folders.opener()}
	for range 2 {
		if p, err := tr.at(t.Context(), "../../../../reference/a.xlsx"); err == nil {
			t.Errorf("a scripted reader that knows no file gave %+v", p)
		}
	}
	if p, err := tr.at(t.Context(), "../../../../cache/0/testbed/a.xlsx"); err != nil || p.kind != nothing {
		t.Errorf("without a testbed: %+v, %v; want nothing there", p, err)
	}
	if d := cmp.Diff(map[string]int{"/suite/reference": 1}, opened); d != "" {
		t.Errorf("opened: %s", d)
	}
	if err := folders.close(); err == nil || err.Error() != "closed" {
		t.Errorf("close: %v, want the one reader closed", err)
	}
}

// closing is a ReadCloser whose Close tells.
type closing struct{ scripted }

func (*closing) Close() error { return errors.New("closed") }

func TestBadEvaluations(t *testing.T) {
	tests := []struct{ name, check, says string }{
		{"an unknown function", `{"function": "evaluate_magic"}`, `no evaluation function "evaluate_magic"; known: calendar_no_overlap, contain`},
		{"code", `{"function": "evaluate_excel_cell_comparator", "args": {"file": "a.xlsx", "matches": [{"row": 1, "col": 1, "comparator": "lambda x: exit()"}]}}`, "is not understood"},
	}
	reader := scripted{
		"system.inspect a.xlsx": {Data: json.RawMessage(`{"kind": "file"}`)},
		"excel.inspect a.xlsx":  {Data: json.RawMessage(`{"cells": [[5]]}`)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Evaluator{}.Evaluate(t.Context(), taskWith(t, tt.check), reader)
			var in *InputError
			if !errors.As(err, &in) || in.File != "tasks/1-1/subtasks/0.json" || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("error %v; want an InputError on the task's file that says %q", err, tt.says)
			}
		})
	}
	_, err := Evaluator{}.Evaluate(t.Context(), Task{File: "f"}, reader)
	if in := (*InputError)(nil); !errors.As(err, &in) {
		t.Errorf("no checks: %v, want an InputError", err)
	}
}

func TestBrokenReader(t *testing.T) {
	task := taskWith(t, `{"function": "evaluate_file_exist", "args": {"file": "a"}}`)
	_, err := Evaluator{}.Evaluate(t.Context(), task, broken{})
	if err == nil || !strings.Contains(err.Error(), "check 1") || !strings.Contains(err.Error(), "the resident has gone") {
		t.Errorf("error %v, want the reader's own with the check named", err)
	}
	reader := scripted{"system.inspect a": {Failed: true, Code: tools.MissingProgram, Text: "install it"}}
	if _, err := (Evaluator{}).Evaluate(t.Context(), task, reader); tools.CodeOf(err) != tools.MissingProgram {
		t.Errorf("error %v, want the code of what is missing", err)
	}
}

func TestVerify(t *testing.T) {
	suite := must.Have(Open(writeSuite(t, map[string]string{
		"tasks/1-1/subtasks/0.json": plainTask,
		"tasks/1-1/subtasks/1.json": `{"task": "x", "date": "2024-05-01"}`,
	})))(t)
	v := Verifier{Suite: suite}
	reader := scripted{"system.inspect data/a.txt": {Data: json.RawMessage(`{"kind": "file"}`)}}
	verify := func(id string) (orchestrator.Verdict, error) {
		return v.Verify(t.Context(), orchestrator.Evidence{Task: trajectory.Task{ID: id}, Call: reader.Call})
	}
	got, err := verify("1-1/0")
	if err != nil || got.Passed == nil || !*got.Passed {
		t.Fatalf("judged %+v, %v; want passed", got, err)
	}
	if d := cmp.Diff(`[{"function":"evaluate_file_exist","passed":true,"detail":"data/a.txt is there"}]`, string(got.Checks)); d != "" {
		t.Error(d)
	}
	for _, id := range []string{"", "1-1/1"} {
		if got, err := verify(id); err != nil || got.Passed != nil {
			t.Errorf("task %q, which has no evaluation: %+v, %v; want no verdict", id, got, err)
		}
	}
	if _, err := verify("9-9/9"); err == nil {
		t.Error("a task that is not in the suite was judged")
	}
}

// taskWith is a task with the given checks, as a suite would have it.
func taskWith(t *testing.T, checks ...string) Task {
	t.Helper()
	rec := must.Have(parseRecord([]byte(`{"task": "x", "date": "2024-05-01", "evaluation": [` + strings.Join(checks, ",") + `]}`)))(t)
	task := Task{Checks: rec.Evaluation, File: "tasks/1-1/subtasks/0.json"}
	task.ID = "1-1/0"
	return task
}

// anything is a Reader for which every file is there and holds the same.
type anything struct{}

func (anything) Call(context.Context, tools.Action) (tools.Observation, error) {
	return tools.Observation{Data: json.RawMessage(`{"kind": "file", "text": "a, 1", "utf8": true, "dump": "(1, 1): a\t\n",
		"cells": [[{"t": "text", "v": "a"}]], "events": [{"start": "2024-05-01T10:00:00Z"}], "readable": "a"}`)}, nil
}

func (anything) Close() error { return nil }

// FuzzEvaluate holds that no evaluation, however odd, panics: it is judged,
// or refused as an input.
func FuzzEvaluate(f *testing.F) {
	for name := range judges() {
		f.Add(name, `{"doc_type": "txt", "file": "a.txt", "username": "Bob", "keywords": ["a", 1], "matches": [{"row": 1}]}`)
		f.Add(name, `{"doc_type": "xlsx", "input_file": "a.xlsx", "output_file": "b.xlsx", "keywords": {}}`)
	}
	f.Add("contain", `{"doc_type": "email", "username": "", "keywords": null}`)
	f.Add("excel_cell_comparator", `{"file": "a.xlsx", "matches": [{"row": null, "col": [], "comparator": "lambda x: x in ['a']"}]}`)
	f.Fuzz(func(t *testing.T, function, args string) {
		rec, err := parseRecord([]byte(`{"task": "x", "evaluation": [{"function": "` + function + `", "args": ` + args + `}]}`))
		if err != nil {
			return
		}
		open := func(context.Context, string) (ReadCloser, error) { return anything{}, nil }
		for _, strict := range []bool{false, true} {
			e := Evaluator{Open: open, Options: Options{Strict: strict}}
			verdict, err := e.Evaluate(t.Context(), Task{Checks: rec.Evaluation, Reference: "r"}, anything{})
			if in := (*InputError)(nil); err != nil && !errors.As(err, &in) {
				t.Errorf("%s %s: %v", function, args, err)
			}
			for _, c := range verdict.Checks {
				if c.Detail == "" {
					t.Errorf("%s %s: no detail", function, args)
				}
			}
		}
	})
}
