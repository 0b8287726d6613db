package reflex

import (
	"encoding/json"
	"strings"
	"testing"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/apps"
)

// TestChecks: what only an action behind an effect would find missing is looked
// for before it, and what several effects made behind them.
func TestChecks(t *testing.T) {
	send := done{"email.send", map[string]any{"to": []any{"Omar"}, "subject": "Plan", "content": "soon"}, map[string]any{"id": "m1"}}
	set := done{"excel.set_cell", map[string]any{"file_path": "data/plan.xlsx", "cell": "B2", "value": 5.0}, map[string]any{"cell": "B2"}}
	write := done{"word.create", map[string]any{"file_path": "note.docx", "content": "soon"}, map[string]any{"file_path": "data/note.docx"}}
	look := done{"excel.lookup", map[string]any{"file_path": "data/staff.xlsx", "column": "A", "value": "Omar"}, map[string]any{"row": 2}}
	update := done{"excel.update", map[string]any{"file_path": "data/staff.xlsx", "where_column": "A", "where_value": "Omar", "column": "Told", "value": "B"}, map[string]any{"rows": 1}}
	read := done{"ocr.recognise", map[string]any{"file_path": "data/scan.png"}, map[string]any{"text": "hm"}}
	remove := done{"system.delete", map[string]any{"file_path": []any{"data/note.docx"}}, nil}
	const text = "Tell Omar 'soon' as 'Plan', set B2 of plan.xlsx to 5, write note.docx, see staff.xlsx and scan.png"
	tests := []struct {
		name  string
		deals []deal
		want  []string // the checks with their places: tool, arguments, expectations
	}{
		{"a file behind a mail", []deal{{"email_agent", []done{send}}, {"excel_agent", []done{set}}},
			[]string{`0 system.list_files {} [{"slot":"file_path","style":"data/{name}"}]`}},
		{"a file before a mail", []deal{{"excel_agent", []done{set}}, {"email_agent", []done{send}}}, nil},
		{"a row behind a mail", []deal{{"email_agent", []done{send}}, {"excel_agent", []done{look}}},
			[]string{`0 excel.lookup {"column":{"const":"A"},"file_path":{"slot":"file_path","style":"data/{name}"},"value":{"slot":"value"}} null`}},
		{"a change of a row behind a mail", []deal{{"email_agent", []done{send}}, {"excel_agent", []done{update}}},
			[]string{`0 excel.filter {"column":{"const":"A"},"columns":{"list":[{"const":"A"},{"const":"Told"}]},"file_path":{"slot":"file_path","style":"data/{name}"},"value":{"slot":"where_value"}} [{"slot":"where_value"}]`}},
		{"a scan behind a mail", []deal{{"email_agent", []done{send}}, {"pdf_ocr_agent", []done{read}}},
			[]string{`0 system.list_files {} [{"slot":"file_path","style":"data/{name}"}]`}},
		{"what was made", []deal{{"word_agent", []done{write}}, {"email_agent", []done{send}}},
			[]string{`2 system.list_files {} [{"slot":"file_path"}]`}},
		{"what was made and deleted", []deal{{"word_agent", []done{write}}, {"email_agent", []done{send}}, {"system_agent", []done{remove}}}, nil},
		{"what was made is not looked for before", []deal{{"email_agent", []done{send}}, {"word_agent", []done{write}}, {"word_agent", []done{{"word.read", map[string]any{"file_path": "note.docx"}, map[string]any{"text": "soon"}}}}},
			[]string{`3 system.list_files {} [{"slot":"file_path"}]`}},
		{"one effect", []deal{{"word_agent", []done{write}}}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			run := dealtOut("r1", text, "", tt.deals...)
			run.Constants = []any{"A", "B", "Told"}
			p, _, err := Compile(run, nil, apps.Registry())
			must.Do(t, err)
			var got []string
			for i, s := range p.Subtasks {
				if s.Check {
					args, _ := json.Marshal(s.Steps[0].Args)
					expect, _ := json.Marshal(s.Steps[0].Expect)
					got = append(got, strings.Join([]string{string(rune('0' + i)), s.Steps[0].Tool, string(args), string(expect)}, " "))
				}
			}
			if strings.Join(got, "\n") != strings.Join(tt.want, "\n") {
				t.Errorf("checks:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
		})
	}
}

// TestCheckStops: a file that is not there stops the work before the mail.
func TestCheckStops(t *testing.T) {
	run := dealtOut("r1", "Tell Omar 'soon' as 'Plan', set B2 of plan.xlsx to 5", "",
		deal{"email_agent", []done{{"email.send", map[string]any{"to": []any{"Omar"}, "subject": "Plan", "content": "soon"}, nil}}},
		deal{"excel_agent", []done{{"excel.set_cell", map[string]any{"file_path": "plan.xlsx", "cell": "B2", "value": 5.0}, nil}}})
	p, _, err := Compile(run, nil, apps.Registry())
	must.Do(t, err)
	bindings := []Binding{{Slot: "to", Kind: "person", Canon: "Zoe"}, {Slot: "subject", Kind: "phrase", Canon: "Plan"}, {Slot: "content", Kind: "message", Canon: "soon"},
		{Slot: "file_path", Kind: "file", Canon: "none.xlsx"}, {Slot: "cell", Kind: "cell", Canon: "B2"}, {Slot: "value", Kind: "number", Canon: "5"}}
	got := play(t, p, bindings, func(tools.Action) any { return map[string]any{"files": []string{"data/plan.xlsx"}} })
	if len(got) != 2 || !strings.HasPrefix(got[0], "system_agent system.list_files") || !strings.Contains(got[1], `does not hold "none.xlsx"`) {
		t.Errorf("got %q, want a stop at the check", got)
	}
}
