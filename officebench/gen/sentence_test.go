package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"legomem/agents/reflex"
	"legomem/must"
	"legomem/trajectory"
)

// desk is a testbed with the files that the sentences below name.
func desk(t *testing.T) string {
	t.Helper()
	b := newTestbed()
	b.workbook("expenses.xlsx", []row{{"Date", "Amount", "Tax"}, {"2026-03-02", 120.5, 10}, {"2026-03-04", 79.25, 8}})
	b.workbook("fees.xlsx", []row{{"Fee", "Who"}, {30, "Ada"}, {45, "Bob"}})
	b.workbook("budget.xlsx", []row{{"Item", "Cost"}, {"Desk", 300}, {"Lamp", 40}})
	b.calendar("Ines", event{"Yoga class", "2026-05-26 17:00", "2026-05-26 18:00", ""})
	dir := t.TempDir()
	if err := writeFiles(dir, b.files); err != nil || b.err != nil {
		t.Fatal(err, b.err)
	}
	return dir
}

// say carries out a sentence of no suite from the starter bank.
func say(t *testing.T, b *bench, bank memory, dir, text string, brain reflex.Brain) *trajectory.Run {
	t.Helper()
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	run := must.Have(b.playTask(t.Context(), brain, trajectory.Task{Text: text, User: "Sam", Now: now}, dir, bank))(t)
	return run
}

// TestSentences: what a newcomer is told to try works, and the same with other
// values, names and files, and said in other ways.
func TestSentences(t *testing.T) {
	b, bank, dir := testBench(t), starterBank(t), desk(t)
	tests := []struct{ text, want string }{
		{"Schedule a budget review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm",
			`calendar.create_event{"end":"2026-03-12 15:30","start":"2026-03-12 14:00","summary":"budget review","user":"Dana"}`},
		{"Schedule a fire drill for Mary Ann on April 2, 2026 from 9 am to 9:20 am",
			`calendar.create_event{"end":"2026-04-02 09:20","start":"2026-04-02 09:00","summary":"fire drill","user":"Mary Ann"}`},
		{"Hi, could you schedule a status call for me tomorrow from 16:00 to 16:30?",
			`calendar.create_event{"end":"2026-03-03 16:30","start":"2026-03-03 16:00","summary":"status call","user":"Sam"}`},
		{"Email Priya with the subject Offsite agenda saying the venue is booked for Friday",
			`email.send{"content":"the venue is booked for Friday","subject":"Offsite agenda","to":["Priya"]}`},
		{"Email Tom with the subject Lunch saying we meet at noon by the lake",
			`email.send{"content":"we meet at noon by the lake","subject":"Lunch","to":["Tom"]}`},
		{"Mail Sam, subject Rent: With love from Rome",
			`email.send{"content":"With love from Rome","subject":"Rent","to":["Sam"]}`},
		{"Set cell B3 of budget.xlsx to 1450", `excel.set_cell{"cell":"B3","file_path":"budget.xlsx","value":1450}`},
		{"Set cell A2 of fees.xlsx to 31.5", `excel.set_cell{"cell":"A2","file_path":"fees.xlsx","value":31.5}`},
		{"Create a document called welcome.docx saying Welcome to the team",
			`word.create{"content":"Welcome to the team","file_path":"welcome.docx"}`},
		{"Create a document called closed.docx saying We are back on Monday",
			`word.create{"content":"We are back on Monday","file_path":"closed.docx"}`},
		{"Add up the Amount column of expenses.xlsx and email the total to Dana",
			`excel.aggregate{"column":"Amount","file_path":"expenses.xlsx","op":"sum"}` + "\n" +
				`email.send{"content":"Amount: 199.75","subject":"Total","to":["Dana"]}`},
		{"Add up the Fee column of fees.xlsx and email the total to Priya",
			`excel.aggregate{"column":"Fee","file_path":"fees.xlsx","op":"sum"}` + "\n" +
				`email.send{"content":"Fee: 75","subject":"Total","to":["Priya"]}`},
		{"Remind Dana to call the bank on 3/12/2026 at 9:00 am",
			`calendar.create_event{"end":"2026-03-12 09:00","start":"2026-03-12 09:00","summary":"call the bank","user":"Dana"}`},
	}
	taught := wordings(t)
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			t.Parallel()
			run := say(t, b, bank, dir, tt.text, reflex.Brain{Doubted: true})
			if got := strings.TrimSpace(actions(run)); run.Result.Outcome != trajectory.Solved || got != tt.want {
				t.Errorf("%s: %s\n got %s\nwant %s", run.Result.Outcome, run.Result.Reason, got, tt.want)
			}
			if taught[strings.ToLower(tt.text)] {
				t.Error("a demonstration has this very sentence")
			}
		})
	}
}

// wordings are the sentences of the demonstrations, without their marks, in
// lower case.
func wordings(t *testing.T) map[string]bool {
	t.Helper()
	demos := must.Have(loadDemos(filepath.Join(committed, "demos")))(t)
	all := map[string]bool{}
	for _, d := range demos {
		for _, w := range d.Wordings {
			text := ""
			for rest := w; rest != ""; {
				before, mark, _ := strings.Cut(rest, "[")
				spelled, after, _ := strings.Cut(mark, "]")
				if strings.HasPrefix(after, "(") {
					_, after, _ = strings.Cut(after, ")")
				}
				text, rest = text+before+spelled, after
			}
			all[strings.ToLower(text)] = true
		}
	}
	return all
}

// TestTasksAreNotTaught: no task but a family's first is said in the words of
// a demonstration.
func TestTasksAreNotTaught(t *testing.T) {
	taught := wordings(t)
	for _, task := range suiteTasks() {
		if taught[strings.ToLower(task.text)] {
			t.Errorf("a demonstration has the text of %s", task.id)
		}
	}
}

// TestRefusals: what the starter bank cannot do as it is said ends in nothing done, where
// nobody can be asked.
func TestRefusals(t *testing.T) {
	b, bank, dir := testBench(t), starterBank(t), desk(t)
	for _, text := range []string{
		"Don't schedule a budget review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm",
		"Cancel the budget review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm",
		"Schedule a budget review for Dana and Tom on 3/12/2026 from 2:00 pm to 3:30 pm",
		"Schedule a budget review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm and email it to Tom",
		"Schedule a review with Dana every Friday from 2 pm to 3 pm",
		"Do not cancel the Yoga class on 5/26/2026 in Ines's calendar",
		"Move the Budget talk in Tom's calendar from 5/19/2026 to 5/20/2026 at 10:30 am",
		"Create a document called welcome.docx with the totals of last week",
		"Create a document x.docx about spring",
		"Write a poem about spring into poem.docx",
		"Email Priya the file budget.xlsx",
		"Email Priya that the venue is booked",
		"Email budget.xlsx to Priya with the subject Numbers",
		"Send an email to Priya and Tom with the subject Lunch saying we meet at noon",
		"Average the Amount column of expenses.xlsx and email it to Dana",
		"Add up the Amount column of expenses.xlsx except travel and email the total to Dana",
		"Delete budget.xlsx",
		"Delete the email Lunch orders",
		"Translate the text of lease.pdf into a document called x.docx",
		"Remind everyone to call the bank on 3/12/2026 at 9:00 am",
		"Set cell B3 of budget.xlsx to 1450 and cell B4 to 20",
		"Set cell B3 of budget.xlsx to Approved",
		"Clear cell B3 of budget.xlsx",
		"Paint the fence blue",
		// questions
		"Do I need to cancel the Yoga class on 5/26/2026 in Ines's calendar?",
		"Should I write 18 into cell B3 of budget.xlsx?",
		"Did you email Priya with the subject Parking saying that it is closed?",
		// a message or a title that would take in what announces another
		"Send Omar an email that says the meeting is off and has the subject Meeting",
		"Send Priya an email from Omar with the subject Parking saying that level 2 stays closed",
		"Create a Word document with two paragraphs, welcome.docx, saying hello",
		"Create a Word document in landscape minutes.docx saying hello",
		// instructions behind a message
		"Send Priya an email with the subject Parking saying that level 2 is closed, cc Omar",
		"Send Priya an email with the subject Parking saying that level 2 is closed, but only if she is in",
		// another quantity than the words can be read for
		"Add 18 to cell B3 of budget.xlsx",
		"Put the value 12.5% into cell B3 of budget.xlsx",
		"Write 18 into cell B4 and 19 into cell B5 of budget.xlsx",
		"Schedule a weekly budget review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm",
		"Cancel all events on 5/26/2026 in Ines's calendar",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			run := say(t, b, bank, dir, text, reflex.Brain{})
			if run.Result.Outcome != trajectory.GaveUp || len(run.Steps()) > 0 {
				t.Errorf("%s%s", run.Result.Outcome, actions(run))
			}
		})
	}
}
