package reflex

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/agents"
	"legomem/membank"
	"legomem/must"
	"legomem/trajectory"
)

func everything(t testing.TB) []membank.Hit { return learned(t, meeting(), note(), total(), cell()) }

// TestNewValues: the procedures do other people's, dates' and files' work.
func TestNewValues(t *testing.T) {
	hits := everything(t)
	tests := []struct {
		name, text string
		want       []string // tool and arguments as JSON, an action each
	}{
		{"meeting", "Schedule a budget review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm",
			[]string{`calendar.create_event{"end":"2026-03-12 15:30","start":"2026-03-12 14:00","summary":"budget review","user":"Dana"}`}},
		{"meeting, polite", "Could you please schedule a design sync for Mary Ann on March 12, 2026 from 9 am to 9:45 am?",
			[]string{`calendar.create_event{"end":"2026-03-12 09:45","start":"2026-03-12 09:00","summary":"design sync","user":"Mary Ann"}`}},
		{"meeting, relative date", "Schedule a budget review for Dana tomorrow from 2:00 pm to 3:30 pm",
			[]string{`calendar.create_event{"end":"2026-03-03 15:30","start":"2026-03-03 14:00","summary":"budget review","user":"Dana"}`}},
		{"meeting, other order", "On 5/6/2026 from 10:00 am until 11:00 am, add roadmap review to the calendar of Tom",
			[]string{`calendar.create_event{"end":"2026-05-06 11:00","start":"2026-05-06 10:00","summary":"roadmap review","user":"Tom"}`}},
		{"meeting, me", "Schedule a dentist appointment for me on 3/12/2026 from 2:00 pm to 3:30 pm",
			[]string{`calendar.create_event{"end":"2026-03-12 15:30","start":"2026-03-12 14:00","summary":"dentist appointment","user":"Alice"}`}},
		{"meeting, a title with a quarter", "Schedule a review of the Q3 budget for Jean-Luc on 3/12/2026 from 2:00 pm to 3:30 pm",
			[]string{`calendar.create_event{"end":"2026-03-12 15:30","start":"2026-03-12 14:00","summary":"review of the Q3 budget","user":"Jean-Luc"}`}},
		{"mail", "Email Priya with the subject Offsite agenda saying the venue is booked for Friday",
			[]string{`email.send{"content":"the venue is booked for Friday","subject":"Offsite agenda","to":["Priya"]}`}},
		{"mail, quoted", `Send Chen a mail titled "Room change" that says "We meet in 4.12. Bring the slides."`,
			[]string{`email.send{"content":"We meet in 4.12. Bring the slides.","subject":"Room change","to":["Chen"]}`}},
		{"total", "Add up the Amount column of expenses.xlsx and email the total to Dana",
			[]string{`excel.aggregate{"column":"Amount","file_path":"data/expenses.xlsx","op":"sum"}`,
				`email.send{"content":"The total is ⟨action 1: /text⟩.","subject":"Total of Amount","to":["Dana"]}`}},
		{"a file's name of several words", `Set cell B3 of "my budget 2.xlsx" to 1450`, []string{`excel.set_cell{"cell":"B3","file_path":"data/my budget 2.xlsx","value":1450}`}},
		{"cell", "Set cell B3 of budget.xlsx to 1450", []string{`excel.set_cell{"cell":"B3","file_path":"data/budget.xlsx","value":1450}`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := must.Have(chooseLikely(t.Context(), task(tt.text), hits))(t)
			must.NoDiff(t, cmp.Diff(tt.want, calls(m)), "actions (-want +got):\n%s")
		})
	}
}

// TestPlaces: a verb that stands in another place of the text is not missing,
// and a phrase begins behind the preposition that the wordings give it.
func TestPlaces(t *testing.T) {
	copied := practised("Take the text of report.pdf into a new file called report.docx", "",
		[]done{{"excel.set_cell", map[string]any{"file_path": "report.pdf", "cell": "A1", "value": "report.docx"}, nil}})
	left := practised("Take Priya out of the team lunch", "",
		[]done{{"calendar.create_event", map[string]any{"user": "Priya", "summary": "team lunch", "start": ""}, nil}},
		"Erase [Priya]'s line, name and all, in [team lunch]")
	hits := learned(t, copied, left)
	tests := []struct{ name, text, want string }{
		{"a noun that may be a verb", "Take the text of plan.pdf into a new plan.docx file",
			`excel.set_cell{"cell":"A1","file_path":"plan.pdf","value":"plan.docx"}`},
		{"a phrase behind its preposition", "Take Dana and her line in design sync",
			`calendar.create_event{"start":"","summary":"design sync","user":"Dana"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := must.Have(chooseLikely(t.Context(), task(tt.text), hits))(t)
			must.NoDiff(t, cmp.Diff([]string{tt.want}, calls(m)), "actions (-want +got):\n%s")
		})
	}
}

// TestHonestNo: what nothing explains is refused, and the reason names it.
func TestHonestNo(t *testing.T) {
	hits := everything(t)
	tests := []struct{ name, text, want string }{
		{"negation", "Don't schedule a budget review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm", "Don't"},
		{"another verb", "Cancel a budget review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm", "Cancel"},
		{"a second person", "Schedule a budget review for Dana and Tom on 3/12/2026 from 2:00 pm to 3:30 pm", "Tom"},
		{"no date", "Schedule a budget review for Dana from 2:00 pm to 3:30 pm", "date"},
		{"no end", "Schedule a budget review for Dana on 3/12/2026 from 2:00 pm", "end"},
		{"a second date", "Schedule a budget review for Dana on 3/12/2026 and 3/13/2026 from 2:00 pm to 3:30 pm", "2026"},
		{"an added clause", "Schedule a budget review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm and email it to Tom", "email"},
		{"every week", "Schedule a budget review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm every week", "every"},
		{"no recipient", "Email with the subject Parking saying the gate is closed", "to"},
		{"another operation", "Multiply the Amount column of expenses.xlsx and email the total to Dana", "Multiply"},
		{"another file type", "Add up the Amount column of expenses.pdf and email the total to Dana", "file"},
		{"except", "Add up the Amount column of expenses.xlsx except travel and email the total to Dana", "except"},
		{"a second request for a message", "Email Priya with the subject Agenda and send the file to her", "content"},
		{"a file's content for a message", "Email Priya with the subject Agenda saying the content of agenda.txt", "content"},
		{"a question", "Did you schedule a budget review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm?", "Did"},
		{"a question, politely", "Please, should I schedule a budget review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm?", "should"},
		{"a title in the recipient's place", `Email "Priya and Omar" a note with the subject Lunch saying the gate is closed`, ""},
		{"a message in the subject's place", "Email Omar saying the key is gone with the subject Keys", ""},
		{"a subject in the message's place", "Email Omar with the subject saying that the key is gone", ""},
		{"a part of a hundred", "Set cell C4 of stock.xlsx to 12.5%", "%"},
		{"every week, in a title", "Schedule a weekly budget review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm", "weekly"},
		{"another recipient behind a message", "Email Omar with the subject Keys saying the key is gone, cc Priya", "content"},
		{"a list of requests", "Add up the Amount, save the column of expenses.xlsx and email the total to Dana", "save"},
		{"nonsense", "Paint the fence blue", "nearest"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, err := choose(t.Context(), task(tt.text), hits)
			var no *agents.GiveUp
			if !errors.As(err, &no) {
				t.Fatalf("did not give up: %v", calls(m))
			}
			if !strings.Contains(no.Reason, tt.want) {
				t.Errorf("the reason does not name %q: %s", tt.want, no.Reason)
			}
			if len(no.Hints) == 0 {
				t.Error("no sentence it could do")
			}
		})
	}
}

func TestEmptyBank(t *testing.T) {
	var no *agents.GiveUp
	if _, err := choose(t.Context(), task("Anything"), nil); !errors.As(err, &no) {
		t.Fatalf("err = %v, want a GiveUp", err)
	}
}

// TestOtherCompiler: a unit of a newer compiler is left alone, not misread.
func TestOtherCompiler(t *testing.T) {
	if _, err := Decode(json.RawMessage(`{"version":"reflex/3"}`)); err == nil {
		t.Error("a procedure of another version was accepted")
	}
}

// TestWordingProblems: a wording that cannot be used is named, and the rest of
// the procedure is kept.
func TestWordingProblems(t *testing.T) {
	tests := []struct{ name, wording, want string }{
		{"a slot is missing", "Put [team lunch] in the calendar of [Priya] on [4/2/2026] from [12:00 pm]", "marks no end"},
		{"an unknown value", "Put [team dinner] in it", "no value"},
		{"an unknown name", "Put [team lunch](title) in it", "names no value"},
		{"not closed", "Put [team lunch in it", "not closed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			run := meeting()
			run.Wordings = []trajectory.Wording{{Text: tt.wording}}
			p, notes, err := Compile(run, nil, office())
			must.Do(t, err)
			if len(p.Patterns) != 1 || len(notes) != 1 || !strings.Contains(notes[0], tt.want) {
				t.Errorf("patterns %d, notes %q; want one note with %q", len(p.Patterns), notes, tt.want)
			}
		})
	}
}

func task(text string) trajectory.Task {
	return trajectory.Task{Text: text, User: "Alice", Now: monday}
}

func calls(m *Match) []string {
	if m == nil {
		return nil
	}
	var out []string
	for _, c := range m.Preview("Alice").Actions {
		b := new(strings.Builder)
		enc := json.NewEncoder(b)
		enc.SetEscapeHTML(false)
		_ = enc.Encode(c.Action.Args)
		out = append(out, c.Action.Tool+strings.TrimSpace(b.String()))
	}
	return out
}

func BenchmarkChoose(b *testing.B) {
	hits := everything(b)
	for b.Loop() {
		if _, err := choose(b.Context(), task("Schedule a budget review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm"), hits); err != nil {
			b.Fatal(err)
		}
	}
}
