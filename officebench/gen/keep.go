package main

import (
	"maps"
	"path"
	"slices"
	"strings"
)

// clutter adds to a drawn task's testbed what every office has and the task does not
// need: a colleague's calendar, a mail, another sheet.
func (d *draw) clutter(t *task) {
	if d.chance(60) {
		t.bed.calendar(d.one(people), busy(t.date)...)
	}
	if d.chance(60) {
		t.bed.mail(t.user, d.one(people), d.one(asides), d.ahead(t.date, -9, -3)+" 09:12", "Hello,\n\nsee the board in the hall.\n")
	}
	if d.chance(60) {
		t.bed.workbook("old_"+d.file(".xlsx"), []row{{"Day", d.one(numberColumns)}, {d.ahead(t.date, -60, -30), d.amount()}})
	}
	if d.chance(30) {
		t.bed.add("data/memo.txt", []byte(sentence(d.statement())+".\n"), nil)
	}
}

// keep adds checks that every file that the work does not change is as it was.
func (t *task) keep() {
	for _, name := range slices.Sorted(maps.Keys(t.bed.files)) {
		if !slices.Contains(t.changes, name) {
			t.checks = append(t.checks, unchanged(name))
		}
	}
}

// unchanged checks that a file of the testbed is as it was; of documents, PDFs and
// images, which no check compares, only that they are there.
func unchanged(name string) check {
	docType := strings.TrimPrefix(path.Ext(name), ".")
	switch docType {
	case "xlsx", "ics", "txt":
	case "eml":
		docType = "txt"
	default:
		return check{"evaluate_file_exist", map[string]any{"file": name}}
	}
	return check{"evaluate_exact_match", map[string]any{"doc_type": docType, "result_file": name,
		"expected_file": "../../../../cache/0/testbed/" + name}}
}

// unwritten checks that a person without a mailbox got no mail.
func unwritten(user string) check { return absent("emails/" + user) }

// absent checks that a file or folder is not there.
func absent(name string) check {
	return check{"evaluate_file_not_exist", map[string]any{"file": name}}
}

// once checks that a mailbox has no second mail of that subject.
func once(user, subject string) check { return absent("emails/" + user + "/" + subject + " (2).eml") }

// apart checks that no two events of a calendar overlap: none was made twice.
func apart(user string) check {
	return check{"evaluate_calendar_no_overlap", map[string]any{"username": user}}
}
