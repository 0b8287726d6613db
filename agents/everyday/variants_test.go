package everyday

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/agents"
	"legomem/must"
	"legomem/reading"
)

// Workbooks in which something stands that requests name.
var (
	students = [2]string{"excel.create", `{"file_path":"data/students.xlsx","rows":[["Name","City","Paid"],["Marco Rossi","Verden","no"],["Lena Vogt","Bremen","yes"]]}`}
	invoices = [2]string{"excel.create", `{"file_path":"data/invoices.xlsx","rows":[["Invoice","Supplier","Status"],[2038,"Kern","open"],[2039,"Mott","paid"]]}`}
)

// mailFrom is a call that puts a mail into Bob's mailbox; its subject is JSON.
func mailFrom(who, subject string) [2]string {
	return [2]string{"email.send", `{"sender":"` + who + `","to":["Bob"],"subject":` + subject + `,"content":"x"}`}
}

// TestOfficeKnowsBetter: of the ways to put a request's words into a skill's slots the one is
// gone on with that the office speaks for, whatever the words alone look like.
func TestOfficeKnowsBetter(t *testing.T) {
	files := map[string]string{"data/forms/absence.txt": "x", "data/notes/phone_notes.txt": "x", "data/letters/landlord.txt": "x", "data/old/prices.txt": "x"}
	for _, tt := range []struct {
		name, text string
		skill      string
		want       map[string]string // what slots are bound to
	}{
		{"values in each other's slots", `Please move the mail "Advert costs" to the Archive folder.`, "mail.move_several", map[string]string{"folder": "Archive", "mails": "Advert costs.eml"}},
		{"a file that would be written over is none to be made", "copy forms/absence.txt to folder notes", "files.copy", map[string]string{"file": "data/forms/absence.txt", "folder": "data/notes"}},
		{"a column that is named among the words of the request", "set marco rossi paid to yes in students", "sheet.update", map[string]string{"key": "Marco Rossi", "column": "Paid", "value": "yes"}},
		{"the workbook that has what names the row, and the column that has the value", "mark invoice 2038 as paid", "sheet.update", map[string]string{"file": "data/invoices.xlsx", "key": "2038", "column": "Status", "value": "paid"}},
		{"whose mail it is, and no recipient", "Please forward Karl Weber's mail about the heating repair to Dana.", "mail.forward", map[string]string{"mail": "Heating repair.eml", "to": "Dana"}},
		{"a folder that is there is none to be made", "Could you make me a folder named timetables inside the folder old?", "files.new_folder", map[string]string{"folder": "timetables", "within": "data/old"}},
	} {
		o := newOffice(t, files, students, invoices, mailFrom("Dana", `"Advert costs"`), mailFrom("Karl Weber", `"Heating repair"`), event(`"Yoga"`, "2026-11-27 17:30"))
		m := matched(t, Brain{}, o.brief(tt.text))
		if m.Unit.Unit.ID != Unit+tt.skill {
			t.Errorf("%s: %q is read for %s, want %s", tt.name, tt.text, m.Unit.Unit.ID, tt.skill)
			continue
		}
		got := map[string]string{}
		for _, b := range m.Bindings {
			if _, wanted := tt.want[b.Slot]; wanted {
				got[b.Slot] = b.Canon
			}
		}
		must.NoDiff(t, cmp.Diff(tt.want, got), tt.name+": "+tt.text+" (-want +got)\n%s")
	}
}

// TestColumnCalledSo: where a column is called as what shall be written, it is asked what is
// written, of what stands there; the answer needs nothing else.
func TestColumnCalledSo(t *testing.T) {
	o := newOffice(t, nil, students)
	b, err := bindingIn(t, o, "sheet.update", []given{{Slot: "key", Text: "marco rossi"}, {Slot: "value", Text: "paid"}})
	asks, ok := errors.AsType[*agents.Asking](err)
	if !ok || asks.Question.Slot.Name != "value" || len(asks.Question.Slot.Candidates) != 2 {
		t.Fatalf("asked: %+v, %v", asks, err)
	}
	answered := must.Have(bindingIn(t, o, "sheet.update", append(b.inferred, given{Slot: "value", Text: "yes"})))(t)
	for slot, want := range map[string]string{"file": "data/students.xlsx", "key": "Marco Rossi", "column": "Paid", "value": "yes"} {
		must.NoDiff(t, cmp.Diff([]string{want}, answered.bindingsOf(slot)), slot+" (-want +got)\n%s")
	}
}

// TestRowInColumns: the values of a new row that are given with a column's name stand there,
// the others in the columns that are left.
func TestRowInColumns(t *testing.T) {
	for _, tt := range []struct {
		name string
		said []string
		want []string
	}{
		{"none is named", []string{"Milk", "Bohne", "kitchen", "7"}, []string{"Milk", "Bohne", "kitchen", "7"}},
		{"some are named", []string{"Milk", "from the supplier Bohne & Co", "category", "kitchen", "amount 7"}, []string{"Milk", "Bohne & Co", "kitchen", "7"}},
		{"in another order", []string{"amount 7", "category: kitchen", "Milk"}, []string{"Milk", "", "kitchen", "7"}},
		{"a value twice", []string{"7", "7", "x", "7"}, []string{"7", "7", "x", "7"}},
		{"a name without a value", []string{"Milk", "category"}, []string{"Milk", "category"}},
	} {
		values := []given{{Slot: "file", Text: "expenses"}}
		for _, text := range tt.said {
			values = append(values, given{Slot: "values", Text: text})
		}
		b := must.Have(bindingOf(t, "sheet.add_row", values, [2]string{"excel.create", `{"file_path":"expenses.xlsx","rows":[["Item","Supplier","Category","Amount"],["Tea","Kern","kitchen",4]]}`}))(t)
		must.NoDiff(t, cmp.Diff(tt.want, b.bindingsOf("values")), tt.name+" (-want +got)\n%s")
	}
}

// TestOthersEvents: an event that is in a colleague's calendar alone is found there, by a
// request that only asks.
func TestOthersEvents(t *testing.T) {
	o := newOffice(t, nil, event(`"Yoga"`, "2026-11-27 17:30"), [2]string{"calendar.create_event", `{"user":"Dana","summary":"First aid course","start":"2026-11-26 09:00","duration_minutes":180}`})
	b := must.Have(bindingIn(t, o, "calendar.when", []given{{Slot: "event", Text: "Dana's first aid course"}}))(t)
	must.NoDiff(t, cmp.Diff([]string{"Dana"}, b.bindingsOf("whose")), "(-want +got)\n%s")
	if _, err := bindingIn(t, o, "calendar.cancel", []given{{Slot: "event", Text: "Dana's first aid course"}}); err == nil {
		t.Error("an event in a colleague's calendar is bound to be cancelled")
	}
}

// TestLongRequests: of a long text no variants are tried, which each cost as much as it.
func TestLongRequests(t *testing.T) {
	b, _ := bindingOf(t, "mail.move", []given{{Slot: "mail", Text: "Archive"}, {Slot: "folder", Text: "Advert"}}, mailFrom("Dana", `"Advert"`))
	const short = "move Archive to Advert"
	for text, want := range map[string]int{short: 1, short + strings.Repeat(" word", mostWords): 0} {
		b.task.sentence = must.Have(reading.NewSentence(text, b.ref, nil))(t)
		r := reading.Reading{Skill: b.skill.Reads(), Values: []reading.Value{{Slot: "mail", Text: "Archive", Start: 5, End: 12}, {Slot: "folder", Text: "Advert", Start: 16, End: 22}}}
		if got := must.Have(b.variants(t.Context(), r))(t); len(got) != want {
			t.Errorf("%d variants of %d words, want %d", len(got), len(b.task.sentence.Words), want)
		}
	}
}
