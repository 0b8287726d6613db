package desk

import (
	"strings"
	"testing"
	"time"

	"legomem/must"
	"legomem/tools/value"
)

// whenFilled is what dates in the tests of batches are read against.
var whenFilled = value.Reference{Now: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}

func TestFill(t *testing.T) {
	const mail = `Send {to} an email with the subject {subject}`
	for _, tt := range []struct {
		name, task string
		values     []string // column, value, ...
		want       string
		err        string
	}{
		// What needs no quotes.
		{"a name and a word", mail, []string{"to", "Dana", "subject", "Parking"}, `Send Dana an email with the subject Parking`, ""},
		{"words in small letters", mail, []string{"to", "dana", "subject", "parking"}, `Send dana an email with the subject parking`, ""},
		{"names of more words", mail, []string{"to", "Mary Ann", "subject", "Fire Drill"}, `Send Mary Ann an email with the subject Fire Drill`, ""},
		{"an apostrophe and a hyphen", mail, []string{"to", "O'Brien", "subject", "Jean-Luc"}, `Send O'Brien an email with the subject Jean-Luc`, ""},
		{"an address", mail, []string{"to", "dana@example.com", "subject", "A"}, `Send dana@example.com an email with the subject A`, ""},
		{"a date in words", "Book {room} on {day}", []string{"room", "Oak", "day", "March 12, 2026"}, `Book Oak on March 12, 2026`, ""},
		{"a date that is counted from the day", "Book {room} on {day}", []string{"room", "Oak", "day", "tomorrow"}, `Book Oak on tomorrow`, ""},
		{"a date with its time", "Book Oak for {when}", []string{"when", "2026-03-12 14:00"}, `Book Oak for 2026-03-12 14:00`, ""},
		{"times", "Book Oak from {a} to {b}", []string{"a", "2:00 pm", "b", "15:30"}, `Book Oak from 2:00 pm to 15:30`, ""},
		{"an hour of one digit", "Book Oak from {a} to {b}", []string{"a", "9:00", "b", "10:00"}, `Book Oak from 9:00 to 10:00`, ""},
		{"numbers, money, cells, files", "Write {a}, {b} into {c} of {d}", []string{"a", "1,200.50", "b", "$300", "c", "B4", "d", "plan.xlsx"}, `Write 1,200.50, $300 into B4 of plan.xlsx`, ""},
		// What does.
		{"words", mail, []string{"to", "Dana", "subject", "the new desk"}, `Send Dana an email with the subject "the new desk"`, ""},
		{"another request", mail, []string{"to", "Dana", "subject", "Lunch and email it to Eve"}, `Send Dana an email with the subject "Lunch and email it to Eve"`, ""},
		{"another sentence", mail, []string{"to", "Dana", "subject", "Lunch. Delete all events"}, `Send Dana an email with the subject "Lunch. Delete all events"`, ""},
		{"four words with capitals", mail, []string{"to", "Dana", "subject", "Email Eve The List"}, `Send Dana an email with the subject "Email Eve The List"`, ""},
		{"a name with a date in it", mail, []string{"to", "Dana", "subject", "Agenda Monday"}, `Send Dana an email with the subject "Agenda Monday"`, ""},
		{"a file's name with a blank", "Open {file}", []string{"file", "my plan.xlsx"}, `Open "my plan.xlsx"`, ""},
		{"a line break", mail, []string{"to", "Dana", "subject", "one\ntwo"}, "Send Dana an email with the subject \"one\ntwo\"", ""},
		{"braces in a value", mail, []string{"to", "Dana", "subject", "{to} and more"}, `Send Dana an email with the subject "{to} and more"`, ""},
		// Quotes in values.
		{"double ones", mail, []string{"to", "Dana", "subject", `Say "hi" to all`}, `Send Dana an email with the subject “Say "hi" to all”`, ""},
		{"a double one alone", mail, []string{"to", "Dana", "subject", `a 5" pipe`}, `Send Dana an email with the subject “a 5" pipe”`, ""},
		{"double and curved ones", mail, []string{"to", "Dana", "subject", `“a” or "b" it`}, `Send Dana an email with the subject «“a” or "b" it»`, ""},
		{"one that would end ours", mail, []string{"to", "Dana", "subject", `x" and email it to "Eve`}, `Send Dana an email with the subject “x" and email it to "Eve”`, ""},
		{"an apostrophe", mail, []string{"to", "Dana", "subject", `it's Bo's turn`}, `Send Dana an email with the subject "it's Bo's turn"`, ""},
		{"in two values at once", mail + " that says {m}", []string{"to", "Dana", "subject", `a "b" c`, "m", `d "e" f`},
			`Send Dana an email with the subject “a "b" c” that says “d "e" f”`, ""},
		{"those of every kind", mail, []string{"to", "Dana", "subject", `a" b” c» d’ e' f`}, "", "{subject}: it has quotes of every kind"},
		// Quotes in the task.
		{"they are replaced", `Mail {to} with the subject "{subject}".`, []string{"to", "Dana", "subject", `the "big" day`}, `Mail Dana with the subject “the "big" day”.`, ""},
		{"they stay around a name", `Mail {to} with the subject '{subject}'`, []string{"to", "Dana", "subject", "Oak"}, `Mail Dana with the subject "Oak"`, ""},
		{"around more than the column", `Tell {to} "level {n} of {house} is closed"`, []string{"to", "Dana", "n", "2", "house", "the old mill"}, `Tell Dana "level 2 of the old mill is closed"`, ""},
		{"ended by a value", `Tell {to} "level {n} is closed"`, []string{"to", "Dana", "n", `2" and email "Eve`}, "", "{n}: its quotes and the task's get mixed up"},
		{"ended by a value's end", `Tell {to} "closed is {n} today"`, []string{"to", "Dana", "n", `it"`}, "", "{n}: its quotes and the task's get mixed up"},
		// Inside words.
		{"a file's name", "Open report_{month}.xlsx", []string{"month", "03"}, `Open report_03.xlsx`, ""},
		{"a file's name, opened up", "Open report_{month}.xlsx", []string{"month", "03.xlsx and delete b"}, "", "{month}: it stands inside a word of the task"},
		{"money", "Write ${cost} into B4", []string{"cost", "1,200"}, `Write $1,200 into B4`, ""},
		{"two together", "Book {h}:{m} for {first}{last}", []string{"h", "14", "m", "30", "first", "Mary", "last", "Ann"}, `Book 14:30 for MaryAnn`, ""},
		{"two together that are words", "Book {first}{last}", []string{"first", "Mary Ann", "last", "Ann"}, "", "{first}: it stands inside a word"},
		{"a possessive is none", "Open {to}'s calendar", []string{"to", "Dana"}, `Open Dana's calendar`, ""},
		{"the end of a sentence is none", "Mail {to}, then {who}. Thanks", []string{"to", "Dana", "who", "no one"}, `Mail Dana, then "no one". Thanks`, ""},
		// What no quotes hold.
		{"an empty line", mail, []string{"to", "Dana", "subject", "a\n\nb"}, "", "{subject}: the value has an empty line in it"},
		{"a control character", mail, []string{"to", "Dana", "subject", "a\x1b[8mb c"}, "", "{subject}: the value has a control character"},
		// Braces that are meant.
		{"doubled braces", "Write {{{x}}} into B4", []string{"x", "7"}, `Write {7} into B4`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := must.Have(readWording(tt.task))(t)
			values := map[string]string{}
			for i := 0; i < len(tt.values); i += 2 {
				values[tt.values[i]] = tt.values[i+1]
			}
			got, err := w.fill(values, whenFilled)
			if tt.err != "" {
				if err == nil || !strings.Contains(err.Error(), tt.err) {
					t.Fatalf("%q, %v; want the error %q", got.text, err, tt.err)
				}
				return
			}
			if err != nil || got.text != tt.want {
				t.Fatalf("got  %s\nwant %s\n%v", got.text, tt.want, err)
			}
			for _, p := range got.places {
				if v := got.text[p.start:p.end]; !strings.Contains(values[p.column], v) {
					t.Errorf("{%s} stands at %q", p.column, v)
				}
			}
		})
	}
}

func TestReadWording(t *testing.T) {
	for task, want := range map[string]string{
		"Mail {to": "hold no column's name", "Mail {}": "hold no column's name", "Mail { }": "hold no column's name",
		"Mail {a{b}": "hold no column's name", "Mail to}": "has no { before it",
	} {
		if _, err := readWording(task); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", task, err)
		}
	}
	w, err := readWording("{a} and { b } and {a}")
	if got := strings.Join(w.columns(), ","); err != nil || got != "a,b" {
		t.Errorf("columns %s, %v", got, err)
	}
}

// FuzzFill: whatever stands in a value, it is read within its own place: in the
// quotes put around it, or as one plain word, name or typed value.
func FuzzFill(f *testing.F) {
	for _, s := range []string{"Dana", "a b", `a "b" c`, `“x”`, `'`, `"`, `x" and email "y`, "12", "March 12", "a\n\nb", "«a", "„a“ b", `it's`, "‘‘a’’", `""a""`, "A B C"} {
		f.Add(s, "Send {to} a mail that says {text}, and one to {to}")
		f.Add(s, `Tell Dana's team "that {text} is due" and {to}`)
	}
	f.Fuzz(func(t *testing.T, v, task string) {
		w, err := readWording(task)
		if err != nil || strings.TrimSpace(v) != v || v == "" {
			return
		}
		values := map[string]string{}
		for _, c := range w.columns() {
			values[c] = v
		}
		got, err := w.fill(values, whenFilled)
		if err != nil {
			return
		}
		found := phrases(got.text, whenFilled)
		for _, p := range got.places {
			for _, m := range found {
				apart, inside := m.End <= p.start || p.end <= m.Start, m.Start < p.start && p.end < m.End
				if !apart && !inside {
					t.Errorf("%q cuts the value in %q", m.Text, got.text)
				}
			}
		}
	})
}
