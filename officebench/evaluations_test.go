package officebench_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/xuri/excelize/v2"

	"legomem/must"
	"legomem/officebench"
)

// TestEvaluations judges checks on real files: as the benchmark does, and
// strictly. null is a check that raises in the benchmark's evaluator.
func TestEvaluations(t *testing.T) {
	suite := smallSuite(t)
	tests := []struct{ name, check, want, strict string }{
		{"keywords in a text", `{"function": "evaluate_contain", "args": {"doc_type": "txt", "file": "./data/note.txt", "keywords": ["ALPHA", "1095"]}}`, "true", "true"},
		{"CRLF is one line end", `{"function": "evaluate_contain", "args": {"doc_type": "txt", "file": "data/note.txt", "keywords": ["alpha\nbeta"]}}`, "true", "true"},
		{"a keyword that is not there", `{"function": "evaluate_contain", "args": {"doc_type": "txt", "file": "data/note.txt", "keywords": ["gamma"]}}`, "false", "false"},
		{"no such file", `{"function": "evaluate_contain", "args": {"doc_type": "txt", "file": "data/none.txt", "keywords": []}}`, "false", "false"},
		{"its case differs", `{"function": "evaluate_contain", "args": {"doc_type": "txt", "file": "data/Note.txt", "keywords": []}}`, "false", "false"},
		{"a folder", `{"function": "evaluate_contain", "args": {"doc_type": "txt", "file": "data", "keywords": []}}`, "false", "false"},
		{"below a file", `{"function": "evaluate_file_exist", "args": {"file": "data/note.txt/x"}}`, "false", "false"},
		{"no text in UTF-8", `{"function": "evaluate_contain", "args": {"doc_type": "txt", "file": "data/latin.txt", "keywords": []}}`, "null", "null"},
		{"an unknown type", `{"function": "evaluate_contain", "args": {"doc_type": "odt", "file": "data/note.txt", "keywords": []}}`, "null", "null"},
		{"an unknown type of a missing file", `{"function": "evaluate_contain", "args": {"doc_type": "odt", "file": "data/none.txt", "keywords": []}}`, "false", "false"},
		{"no type", `{"function": "evaluate_contain", "args": {"file": "data/note.txt", "keywords": []}}`, "null", "null"},
		{"file beside args", `{"function": "evaluate_contain", "file": "data/note.txt", "args": {"doc_type": "txt", "keywords": ["alpha"]}}`, "null", "true"},
		{"txt of a mail", `{"function": "evaluate_contain", "args": {"doc_type": "txt", "file": "emails/Bob/hello.eml", "keywords": ["subject: hello"]}}`, "true", "true"},
		{"ics of an answer", `{"function": "evaluate_contain", "args": {"doc_type": "ics", "file": "data/note.txt", "keywords": ["alpha"]}}`, "true", "true"},
		{"xlsx of a text", `{"function": "evaluate_contain", "args": {"doc_type": "xlsx", "file": "data/note.txt", "keywords": []}}`, "null", "null"},
		{"a corrupt workbook", `{"function": "evaluate_contain", "args": {"doc_type": "xlsx", "file": "data/broken.xlsx", "keywords": []}}`, "null", "null"},

		{"not_contain: none", `{"function": "evaluate_not_contain", "args": {"doc_type": "txt", "file": "data/note.txt", "keywords": ["x1", "x2"]}}`, "true", "true"},
		{"not_contain: one of two", `{"function": "evaluate_not_contain", "args": {"doc_type": "txt", "file": "data/note.txt", "keywords": ["alpha", "x2"]}}`, "true", "false"},
		{"not_contain: all", `{"function": "evaluate_not_contain", "args": {"doc_type": "txt", "file": "data/note.txt", "keywords": ["alpha", "beta"]}}`, "false", "false"},
		{"not_contain: no file", `{"function": "evaluate_not_contain", "args": {"doc_type": "txt", "file": "data/none.txt", "keywords": ["alpha"]}}`, "true", "true"},
		{"not_contain: no mailbox", `{"function": "evaluate_not_contain", "args": {"doc_type": "email", "username": "Zoe", "keywords": ["alpha"]}}`, "null", "true"},

		{"a folder exists", `{"function": "evaluate_file_exist", "args": {"file": "data/"}}`, "true", "true"},
		{"/testbed is its root", `{"function": "evaluate_file_exist", "args": {"file": "/testbed/data/note.txt"}}`, "true", "true"},
		{"the machine's own files are not seen", `{"function": "evaluate_file_exist", "args": {"file": "/etc/passwd"}}`, "false", "false"},
		{"nor by climbing", `{"function": "evaluate_file_exist", "args": {"file": "../../../../../../../../../../etc/passwd"}}`, "false", "false"},
		{"the expected file is there", `{"function": "evaluate_file_exist", "args": {"file": "../../../../reference/note.txt"}}`, "true", "true"},
		{"file_not_exist", `{"function": "evaluate_file_not_exist", "args": {"file": "data/none.txt"}}`, "true", "true"},
		{"file_not_exist: it does", `{"function": "evaluate_file_not_exist", "args": {"file": "data/note.txt"}}`, "false", "false"},
		{"file_not_exist: no file given", `{"function": "evaluate_file_not_exist", "args": {}}`, "null", "null"},

		{"mails", `{"function": "evaluate_contain", "args": {"doc_type": "email", "username": "Bob", "keywords": ["Subject: hello", "how are you"]}}`, "true", "true"},
		{"a mailbox in lower case", `{"function": "evaluate_contain", "args": {"doc_type": "email", "username": "ANN", "keywords": ["ping"]}}`, "true", "true"},
		{"a mailbox in another case", `{"function": "evaluate_contain", "args": {"doc_type": "email", "username": "bob", "keywords": ["hello"]}}`, "null", "true"},
		{"no mailbox", `{"function": "evaluate_contain", "args": {"doc_type": "email", "username": "Zoe", "keywords": ["no"]}}`, "null", "false"},
		{"an empty mailbox has a text", `{"function": "evaluate_contain", "args": {"doc_type": "email", "username": "Eve", "keywords": ["No emails found"]}}`, "true", "true"},
		{"one bad mail hides the rest", `{"function": "evaluate_contain", "args": {"doc_type": "email", "username": "Max", "keywords": ["good news"]}}`, "false", "true"},
		{"and leaves an error's text", `{"function": "evaluate_contain", "args": {"doc_type": "email", "username": "Max", "keywords": ["failed to list"]}}`, "true", "false"},

		{"calendars are raw", `{"function": "evaluate_contain", "args": {"doc_type": "ics", "file": "calendar/Bob.ics", "keywords": ["DTSTART:20240517T103000"]}}`, "false", "true"},
		{"and folded", `{"function": "evaluate_contain", "args": {"doc_type": "ics", "file": "calendar/Bob.ics", "keywords": ["board meeting"]}}`, "false", "true"},
		{"no overlap", `{"function": "evaluate_calendar_no_overlap", "args": {"username": "Bob"}}`, "true", "true"},
		{"an overlap", `{"function": "evaluate_calendar_no_overlap", "args": {"username": "Tom"}}`, "false", "false"},
		{"no calendar", `{"function": "evaluate_calendar_no_overlap", "args": {"username": "Zoe"}}`, "null", "null"},
		{"a calendar in another case", `{"function": "evaluate_calendar_no_overlap", "args": {"username": "bob"}}`, "null", "true"},
		{"an all-day event", `{"function": "evaluate_calendar_no_overlap", "args": {"username": "Day"}}`, "null", "true"},

		{"a cell", `{"function": "evaluate_excel_cell_value", "args": {"file": "data/book.xlsx", "matches": [{"row": 2, "col": "2", "value": 95.5}]}}`, "true", "true"},
		{"a cell's prefix", `{"function": "evaluate_excel_cell_value", "args": {"file": "data/book.xlsx", "matches": [{"row": "2", "col": "2", "value": "9"}]}}`, "true", "false"},
		{"a cell: no file", `{"function": "evaluate_excel_cell_value", "args": {"file": "data/none.xlsx", "matches": []}}`, "false", "false"},
		{"a cell: file beside args", `{"function": "evaluate_excel_cell_value", "file": "data/book.xlsx", "args": {"matches": [{"row": 2, "col": 1, "value": "Ann"}]}}`, "null", "true"},
		{"a member", `{"function": "evaluate_excel_cell_comparator", "args": {"file": "data/book.xlsx", "matches": [{"row": 2, "col": 1, "comparator": "lambda x: x in ['Ann']"}]}}`, "true", "true"},
		{"a member: no file", `{"function": "evaluate_excel_cell_comparator", "args": {"file": "data/none.xlsx", "matches": []}}`, "null", "null"},

		{"a change", `{"function": "evaluate_diff_contain_text", "args": {"doc_type": "xlsx", "input_file": "../../../../cache/0/testbed/data/book.xlsx", "output_file": "./data/book.xlsx", "keywords": ["80", "95.5"]}}`, "true", "true"},
		{"no change", `{"function": "evaluate_diff_contain_text", "args": {"doc_type": "xlsx", "input_file": "data/book.xlsx", "output_file": "data/book.xlsx", "keywords": []}}`, "false", "false"},
		{"a change from nothing", `{"function": "evaluate_diff_contain_text", "args": {"doc_type": "xlsx", "input_file": "../../../../cache/0/testbed/data/none.xlsx", "output_file": "data/book.xlsx", "keywords": []}}`, "null", "null"},
		{"a change of documents", `{"function": "evaluate_diff_contain_text", "args": {"doc_type": "doc", "input_file": "a.docx", "output_file": "b.docx", "keywords": []}}`, "null", "null"},

		{"equal texts, CRLF folded", `{"function": "evaluate_exact_match", "args": {"doc_type": "txt", "result_file": "data/note.txt", "expected_file": "../../../../reference/note.txt"}}`, "true", "true"},
		{"other texts", `{"function": "evaluate_exact_match", "args": {"doc_type": "txt", "result_file": "data/note.txt", "expected_file": "data/answer.txt"}}`, "false", "false"},
		{"no result", `{"function": "evaluate_exact_match", "args": {"doc_type": "txt", "result_file": "data/none.txt", "expected_file": "../../../../reference/none.txt"}}`, "false", "false"},
		{"no expectation", `{"function": "evaluate_exact_match", "args": {"doc_type": "txt", "result_file": "data/note.txt", "expected_file": "../../../../reference/none.txt"}}`, "null", "null"},
		{"equal workbooks", `{"function": "evaluate_exact_match", "args": {"doc_type": "xlsx", "result_file": "data/book.xlsx", "expected_file": "../../../../reference/book.xlsx"}}`, "true", "true"},
		{"other workbooks", `{"function": "evaluate_exact_match", "args": {"doc_type": "xlsx", "result_file": "data/book.xlsx", "expected_file": "../../../../cache/0/testbed/data/book.xlsx"}}`, "false", "false"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for strict, want := range map[bool]string{false: tt.want, true: tt.strict} {
				result := judgeOne(t, suite, tt.check, strict)
				if got, err := json.Marshal(result.Passed); err != nil || string(got) != want {
					t.Errorf("strict %v: %s (%s), want %s", strict, got, result.Detail, want)
				}
				if result.Detail == "" {
					t.Errorf("strict %v: no detail", strict)
				}
			}
		})
	}
}

// judgeOne judges one check on the small suite's finished testbed.
func judgeOne(t *testing.T, dir, check string, strict bool) officebench.Result {
	t.Helper()
	record := `{"username": "Bob", "date": "2024-05-17", "task": "any", "evaluation": [` + check + `]}`
	write(t, dir, "tasks/1-1/subtasks/0.json", record)
	suite := must.Have(officebench.Open(dir))(t)
	task := must.Have(suite.Task("1-1/0"))(t)
	reader := must.Have(openInProcess(t.Context(), filepath.Join(dir, "finished")))(t)
	defer reader.Close()
	evaluator := officebench.Evaluator{Open: openInProcess, Options: officebench.Options{Strict: strict}}
	verdict := must.Have(evaluator.Evaluate(t.Context(), task, reader))(t)
	return verdict.Checks[0]
}

// smallSuite writes a suite of one task, and beside it a finished testbed.
func smallSuite(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{
		"tasks/1-1/reference/note.txt": "Alpha\nBeta\n1,095 in all\n",
		"finished/data/note.txt":       "Alpha\r\nBeta\r\n1,095 in all\r\n",
		"finished/data/answer.txt":     "Alpha\n",
		"finished/data/latin.txt":      "caf\xe9",
		"finished/data/broken.xlsx":    "PK\x03\x04 and no more",
		"finished/emails/Bob/hello.eml": "From: ann@example.com\r\nTo: bob@example.com\r\nSubject: hello\r\n" +
			"Content-Type: text/plain; charset=\"utf-8\"\r\n\r\nHow are you?\r\n",
		"finished/emails/ann/ping.eml": "From: bob@example.com\r\nSubject: ping\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nping\r\n",
		"finished/emails/Max/good.eml": "From: bob@example.com\r\nSubject: good news\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nyes\r\n",
		"finished/emails/Max/bad.eml":  "From: bob@example.com\r\nSubject: no charset\r\n\r\nno\r\n",
		"finished/calendar/Bob.ics":    ics("SUMMARY:board\r\n  meeting", "DTSTART;VALUE=DATE-TIME:20240517T103000", "DTEND:20240517T113000"),
		"finished/calendar/Tom.ics": ics("SUMMARY:a", "DTSTART:20240517T103000", "DTEND:20240517T113000", "",
			"SUMMARY:b", "DTSTART:20240517T110000Z", "DTEND:20240517T120000Z"),
		"finished/calendar/Day.ics": ics("SUMMARY:holiday", "DTSTART;VALUE=DATE:20240517", "DTEND;VALUE=DATE:20240518"),
	} {
		write(t, dir, name, content)
	}
	must.Do(t, os.MkdirAll(filepath.Join(dir, "finished/emails/Eve"), 0o700))
	writeBook(t, dir, "tasks/1-1/testbed/data/book.xlsx", 80)
	writeBook(t, dir, "finished/data/book.xlsx", 95.5)
	writeBook(t, dir, "tasks/1-1/reference/book.xlsx", 95.5)
	return dir
}

// ics is a calendar of events, each a few lines, an empty one between two.
func ics(lines ...string) string {
	text := "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\nBEGIN:VEVENT\r\n"
	for _, l := range lines {
		if l == "" {
			l = "END:VEVENT\r\nBEGIN:VEVENT"
		}
		text += l + "\r\n"
	}
	return text + "END:VEVENT\r\nEND:VCALENDAR\r\n"
}

func writeBook(t *testing.T, dir, name string, score float64) {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	for cell, v := range map[string]any{"A1": "Name", "B1": "Score", "A2": "Ann", "B2": score} {
		must.Do(t, f.SetCellValue("Sheet1", cell, v))
	}
	data := must.Have(f.WriteToBuffer())(t)
	write(t, dir, name, data.String())
}

func write(t *testing.T, dir, name, content string) {
	t.Helper()
	path := filepath.Join(dir, name)
	must.Do(t, os.MkdirAll(filepath.Dir(path), 0o700))
	must.Do(t, os.WriteFile(path, []byte(content), 0o600))
}
