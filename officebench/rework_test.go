package officebench_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"legomem/agents/reflex"
	"legomem/officebench"
	"legomem/tools"
	"legomem/tools/apps"
	"legomem/trajectory"
)

// rework makes another task of one that reflex solves, by the same words with
// other values: in the text, in the testbed's files, or both. What comes out
// must hold the new values and none of the old.
type rework struct {
	text   []string // old and new in turn
	change []tools.Action
	file   string // what is looked at in the finished testbed
	has    []string
	lacks  []string
}

func act(tool string, args map[string]any) tools.Action { return tools.Action{Tool: tool, Args: args} }

func cells(file, start string, rows ...any) tools.Action {
	return act("excel.set_range", map[string]any{"file_path": file, "start_cell": start, "rows": rows})
}

// scan puts another picture in an image's place, with these lines in it.
func scan(file string, lines ...any) []tools.Action {
	return []tools.Action{act("system.delete", map[string]any{"file_path": file}), act("pdf.text_to_image", map[string]any{"target": file, "lines": lines})}
}

// paper puts another pdf in one's place.
func paper(file string, lines ...any) []tools.Action {
	return []tools.Action{act("system.delete", map[string]any{"file_path": file}), act("pdf.create", map[string]any{"file_path": file, "lines": lines})}
}

// letter is a mail's file, as a mailbox holds it.
func letter(file, subject, content string) tools.Action {
	return act("system.write_text", map[string]any{"file_path": file, "lines": []any{
		"From: Priya@example.com", "To: " + strings.Split(file, "/")[1] + "@example.com", "Subject: " + subject, "", content}})
}

// The same change for several tasks of one testbed.
var (
	courses = rework{
		change: []tools.Action{cells("data/Bill_course_lists.xlsx", "C2", "BIO 210", "BIO 211", "BIO 212", "LAW 1", "LAW 2", "LAW 3", "ART 7", "ART 8", "ART 9", "ZOO 1", "ZOO 2", "ZOO 3", "ECO 4", "ECO 5", "ECO 6")},
		file:   "data/classes_taken.docx",
		has:    []string{"BIO 210\nBIO 211\nBIO 212\nLAW 1", "ECO 5\nECO 6"}, lacks: []string{"CS 101", "MATH", "PHYS"},
	}
	marketing = rework{
		change: []tools.Action{act("system.delete", map[string]any{"file_path": "data/market_analysis.pdf"}),
			act("pdf.create", map[string]any{"file_path": "data/market_analysis.pdf", "content": "Orchard report\nPears sold 312 crates"})},
		file: "data/market_analysis.docx",
		has:  []string{"Orchard report", "312 crates"}, lacks: []string{"Market", "Customer"},
	}
	poetry      = paper("data/concert_post.pdf", "Poetry evening", "Reader: Ada Fox")
	trading     = scan("data/company_trading_records.jpg", "Company Trading Records", "Date Transaction Item Amount", "2025-03-01 Bought Fax $75", "2025-03-02 Sold Sofa $900")
	school      = scan("data/transcripts.png", "Student: Ida Moe Date of Birth: Oct 2, 1999", "Unweighted GPA: 3.10/4.00", "Botany B 1.00", "Sculpture A 1.00", "GPA 4.00 2.00", "Tennis B 1.00", "GPA 3.50 1.00", "Cumulative GPA 4.00 2.00")
	easyPolicy  = scan("data/school_policy.jpg", "School Policy", "The statement has a minimum of 50 words.", "The applicant must provide one reference.")
	hardPolicy  = scan("data/school_policy.jpg", "School Policy", "The statement has a minimum of 500 words.", "The applicant must provide one reference.")
	freeEarlier = act("calendar.delete_event", map[string]any{"user": "Tom", "summary": "class", "start": "2024-05-01 08:00:00"})
)

// reworks has one for every task that reflex solves, and for those of the
// demonstrations.
var reworks = map[string]rework{
	"1-1/1": {text: []string{"dinner", "haircut", "5/18/2024", "6/2/2024", "7:00 p.m", "8:30 a.m"},
		file: "calendar/Bob.ics", has: []string{"haircut", "DTSTART:20240602T083000"}, lacks: []string{"dinner", "20240518"}},
	"1-1/4": {text: []string{"travelling", "training", "6/19/2024", "7/1/2024", "6/23/2024", "7/4/2024", "Florida", "Oslo"},
		file: "calendar/Bob.ics", has: []string{"training", "20240701", "Oslo"}, lacks: []string{"travelling", "20240619", "Florida"}},
	"1-2/0": {change: []tools.Action{freeEarlier}, file: "calendar/Tom.ics", has: []string{"zoom meeting", "DTSTART:20240501T110000"}, lacks: []string{"DTSTART:20240501T143000"}},
	"1-2/2": {change: []tools.Action{freeEarlier}, file: "calendar/Tom.ics", has: []string{"shopping", "DTSTART:20240501T110000"}, lacks: []string{"DTSTART:20240501T143000"}},
	"1-3/0": {text: []string{"test_file1", "minutes"}, change: []tools.Action{act("word.write", map[string]any{"file_path": "data/file1.docx", "content": "quokkas on the roof"})},
		file: "data/minutes.docx", has: []string{"quokkas on the roof"}},
	"1-3/2": {text: []string{"temp", "backup"}, change: []tools.Action{cells("data/file3.xlsx", "A1", "quokkas")},
		file: "data/backup.xlsx", has: []string{"quokkas"}},
	"1-4/3": {text: []string{"utilities fee", "parking permit", "300", "455"}, change: []tools.Action{cells("data/company_budget.xlsx", "A5", []any{"rent", 9000})},
		file: "data/company_budget.xlsx", has: []string{"6 | parking permit | 455", "5 | rent | 9000"}, lacks: []string{"utilities"}},
	"1-5/0": {text: []string{"98", "57"}, change: []tools.Action{act("excel.sort", map[string]any{"file_path": "data/score.xlsx", "column": "Name"})},
		file: "data/score.xlsx", has: []string{"Carol | 57"}, lacks: []string{"Carol | 98"}},
	"1-7/0": {change: []tools.Action{act("excel.update", map[string]any{"file_path": "data/score.xlsx", "where_column": "Name", "where_value": "Alice", "column": "midterm1", "value": 4711}),
		act("excel.sort", map[string]any{"file_path": "data/score.xlsx", "column": "Name"})},
		file: "data/score.xlsx", has: []string{"\n2 | Bob | 97", "\n3 | Carol | 97"}, lacks: []string{"Alice", "4711"}},
	"1-7/3": {change: []tools.Action{cells("data/salary.xlsx", "A2", []any{"stock", 4711}, []any{"base", 812}, []any{"bonus", 33})},
		file: "data/salary.xlsx", has: []string{"2 | base | 812", "3 | bonus | 33"}, lacks: []string{"stock", "4711"}},
	"1-9/3": {change: []tools.Action{cells("data/company_budget.xlsx", "B2", 1100, 220, 33)},
		file: "data/company_budget.xlsx", has: []string{"5 | Total | 1353"}, lacks: []string{"2051000"}},
	"1-12/2": {change: []tools.Action{cells("data/CS161_Class_Roster.xlsx", "F5", 4711)},
		file: "data/answer.txt", has: []string{"4711"}, lacks: []string{"54"}},
	"1-14/1": {change: []tools.Action{cells("data/score.xlsx", "A2", []any{"Quokka", 11, 22})},
		file: "data/score.xlsx", has: []string{"Name | midterm2 | midterm1", "Quokka | 22 | 11"}, lacks: []string{"Quokka | 11"}},
	"2-20/1": {change: []tools.Action{cells("data/CS161_Class_Roster.xlsx", "J2", "Math"), cells("data/CS161_Class_Roster.xlsx", "J4", "CS")},
		file: "data/cs_class_2024.docx", has: []string{"S1002", "Gafo"}, lacks: []string{"S1000", "Zoye"}},
	"2-21/0": courses, "2-21/2": courses, "2-21/3": courses, "2-21/4": courses, "2-21/5": courses,
	"2-26/1": marketing, "2-26/2": marketing,

	// Conversions, and what is read in images.
	"1-18/0": {change: poetry, file: "data/concert_post.jpg", has: []string{"Poetry evening", "Ada Fox"}, lacks: []string{"John Smith"}},
	"3-16/0": {text: []string{"concert_activaty", "evening"}, change: poetry, file: "data/evening.docx", has: []string{"Poetry evening", "Ada Fox"}, lacks: []string{"John Smith"}},
	"2-1/0": {text: []string{"power_failure.pdf", "outage.pdf"}, change: scan("data/power_failure_notification.jpg", "Water Failure", "The pump on level 2 is broken."),
		file: "data/outage.pdf", has: []string{"Water Failure", "pump on level 2"}, lacks: []string{"Electric", "Power"}},
	"2-1/2": {change: scan("data/combined_notifications.jpg", "Choir Notification", "Hello,", "Date: May 3, 2025", "Time: 5:00 PM", "Location: Hall B",
		"Rowing Notification", "Hello,", "Date: May 4, 2025", "Time: 6:30 AM", "Location: Pier 9", "Chess Notification", "Hello,", "Date: May 5, 2025", "Time: 8:00 PM", "Location: Attic"),
		file: "data/two_notification.pdf", has: []string{"Choir Notification: May 3, 2025, 5:00 PM, Hall B", "6:30 AM, Pier 9", "Chess Notification"}, lacks: []string{"Finance"}},
	"2-8/1": {text: []string{"Tom", "Bob"}, file: "data/contact.xlsx", has: []string{"tomG@example.com", "John Doe"}, lacks: []string{"BobG"}},
	"2-11/0": {change: scan("data/car_trading.png", "Car Trading Records", "Date Car Model Buyer Seller Price", "2025-02-03 Fiat Panda Alice Zoe $7,500", "2025-02-04 Skoda Octavia Bob Alice $9,100"),
		file: "data/car_records.xlsx", has: []string{"Fiat Panda | Alice | Zoe | 7,500"}, lacks: []string{"Skoda", "Toyota"}},
	"2-31/2": {change: scan("data/students_scores.jpg", "Student Scores", "Ann: 10", "Ben: 20", "Cat: 60"), file: "data/answer.txt", has: []string{"average 30, variance 700"}, lacks: []string{"264"}},
	"2-32/0": {change: scan("data/company_budget.jpg", "Salary Reimbursement", "employee: 2, salary for each: $1000", "Machine Purchase", "Amount: $500", "Total Budget: $9000"),
		file: "data/answer.txt", has: []string{"No"}, lacks: []string{"Yes"}},
	"2-32/1": {change: trading, file: "data/answer.txt", has: []string{"larger"}, lacks: []string{"smaller"}},
	"3-81/0": {change: trading, file: "emails/Alice/income and expenditure.eml", has: []string{"income of $900", "larger", "$825"}, lacks: []string{"1,300", "smaller"}},
	"2-36/0": {text: []string{"report.docx", "grades.docx"}, change: school, file: "data/grades.docx", has: []string{"Ida Moe", "Botany: B", "Sculpture: A"}, lacks: []string{"Teddy", "Soccer"}},
	"3-86/0": {text: []string{"transcripts_report_pdf_version", "printed"}, change: school, file: "data/printed.pdf", has: []string{"Ida Moe", "Botany: B"}, lacks: []string{"Teddy", "Soccer"}},
	"3-87/0": {text: []string{"3.9", "3.4"}, change: school, file: "emails/Ida/Dean's list.eml", has: []string{"awarded: 2"}, lacks: []string{"11", "Teddy"}},
	"2-45/1": {text: []string{"bussiness_travel", "trip"}, change: scan("data/business_travel.jpg", "Notice", "Dear Zoe and Max,", "You are to go to Oslo."),
		file: "emails/Max/trip.eml", has: []string{"go to Oslo"}, lacks: []string{"New York"}},
	"3-13/1": {change: scan("data/combined_notifications.jpg", "Audit Meeting Notification", "Bring all receipts", "Spring Party Notification", "Balloons at noon"),
		file: "data/schedule/meeting.pdf", has: []string{"Bring all receipts"}, lacks: []string{"Balloons", "Finance"}},
	"3-35/0": {change: scan("data/students_scores.jpg", "Student Scores", "Ann: 110", "Ben: 170", "Cat: 160"), file: "emails/Ben/reward.eml", has: []string{"Ben gets the reward", "170"}, lacks: []string{"Tom"}},
	"3-39/0": {change: scan("data/student_ids.png", "Names IDs", "Zoe S2001", "Max S1002"), file: "data/Class2/SID_Class_2.xlsx", has: []string{"Zoe | S2001"}, lacks: []string{"Max", "David"}},
	"3-42/0": {text: []string{"company_trading.xlsx", "deals.xlsx", "president", "Dana"}, change: trading, file: "data/deals.xlsx", has: []string{"2025-03-01 | Bought | Fax | $75", "$900"}, lacks: []string{"Laptop"}},
	"3-77/0": {text: []string{"2030", "2031"}, change: scan("data/house_price_index.jpg", "observation_date INDEX", "2010-01-01 100.00", "2011-01-01 110.00", "2012-01-01 120.00", "2013-01-01 130.00",
		"2014-01-01 140.00", "2015-01-01 150.00", "2016-01-01 160.00", "2017-01-01 170.00", "2018-01-01 180.00", "2019-01-01 190.00", "2020-01-01 200.00", "2021-01-01 210.00"),
		file: "data/prediction.docx", has: []string{"In 2021 the index was 210", "it is 310 in 2031"}, lacks: []string{"375.2", "2030"}},
	"3-21/0": {change: easyPolicy, file: "data/result.docx", has: []string{"satisfied: yes"}, lacks: []string{"no"}},
	"3-20/0": {text: []string{"5/31/2024", "6/3/2024", "1:00 p.m", "2:30 p.m"}, change: easyPolicy, file: "calendar/Bob.ics", has: []string{"DTSTART:20240603T143000", "meeting with officer"}, lacks: []string{"20240531"}},
	"2-5/0":  {change: hardPolicy, file: "data/answer.txt", has: []string{"satisfied: no"}, lacks: []string{"yes"}},
	"2-39/4": {text: []string{"Jan_emails", "winter"}, change: []tools.Action{letter("emails/Bob/boat.eml", "Boat", "The boat is afloat.\n\nSent at: 2025-01-09 08:00:00")},
		file: "data/winter.pdf", has: []string{"boat is afloat", "Project 2"}, lacks: []string{"rent", "scholarship"}},
	"2-46/0": {text: []string{"class_canceling", "free_day"}, change: []tools.Action{act("email.delete", map[string]any{"subject": "class cancel"}), letter("emails/Alice/x.eml", "class cancel", "No class today: heavy snow.")},
		file: "data/free_day.pdf", has: []string{"heavy snow"}, lacks: []string{"protesting"}},
	"3-3/0": {text: []string{"manual.pdf", "guide.pdf"}, change: []tools.Action{act("word.create", map[string]any{"file_path": "data/manual.docx", "overwrite": true,
		"lines": []any{"How to feed quokkas", "They eat leaves.", "Not at night.", "Twice a day."}})},
		file: "emails/Alice/guide.eml", has: []string{"feed quokkas", "They eat leaves.", "guide.pdf"}, lacks: []string{"Models", "brochure"}},
	"3-8/1": {text: []string{"4000000", "3900000", "report.pdf", "years.pdf"}, change: []tools.Action{cells("data/company_revenues.xlsx", "B2", 17)},
		file: "data/years.pdf", has: []string{"Year 2011: revenues of $3975966", "2019"}, lacks: []string{"2004"}},
	"3-9/1": {text: []string{"4000000", "3900000", "revenues.jpg", "result.jpg"}, change: []tools.Action{cells("data/company_revenues.xlsx", "B2", 17)},
		file: "data/result.jpg", has: []string{"3,900,000: 5"}, lacks: []string{"4,000,000"}},
	"3-55/0": {text: []string{"midterm1", "midterm2"}, file: "data/reward.jpg", has: []string{"Congratulations, Carol", "100"}, lacks: []string{"Tina"}},
	"3-59/0": {change: []tools.Action{cells("data/score.xlsx", "B2", 31), cells("data/score.xlsx", "C21", 143)}, file: "data/teaching.pdf", has: []string{"from 31 to 100", "to 143"}, lacks: []string{"from 60"}},
	"3-64/0": {text: []string{"housing.jpg", "index.jpg"}, change: []tools.Action{act("excel.append_row", map[string]any{"file_path": "data/house_price_index.xlsx", "values": []any{"2024-01-01", 700.5}})},
		file: "data/index.jpg", has: []string{"700.5"}, lacks: []string{"375.2"}},
	"3-90/0": {text: []string{"frequency of meeting", "frequency of rehearsal"}, change: []tools.Action{act("calendar.create_event", map[string]any{"user": "Alice", "summary": "rehearsal", "start": "2024-05-17 10:30:00", "description": "a monthly rehearsal"})},
		file: "data/report.pdf", has: []string{"rehearsal", "monthly"}, lacks: []string{"weekly"}},
	"3-92/0": {text: []string{"Bob", "Kim"}, change: paper("data/party.pdf", "Party", "Host: Jane Roe", "Paper lanterns on the lake"), file: "data/welcome.jpg", has: []string{"Welcome, Kim!", "Paper lanterns"}, lacks: []string{"Bob", "Doe Mansion"}},
	"3-94/0": {text: []string{"common_events.jpg", "both.jpg"}, change: []tools.Action{act("calendar.create_event", map[string]any{"users": []any{"Bob", "Tom"}, "summary": "chess", "start": "2024-05-02 10:30:00"}),
		act("calendar.delete_event", map[string]any{"user": "Tom", "summary": "dinner"})},
		file: "data/both.jpg", has: []string{"chess", "class"}, lacks: []string{"dinner"}},
	"3-28/0": {text: []string{"Bob's card", "John's card", "5/21/2024", "6/4/2024"}, file: "data/contact.xlsx", has: []string{"John Doe", "456-7890"}, lacks: []string{"555"}},
}

// TestOtherValues gives the demonstrations' own tasks to reflex with other
// values: what was learned is how, and not what.
func TestOtherValues(t *testing.T) {
	slow(t)
	b := newBench(t)
	bank := b.learn(t)
	for _, d := range demonstrations(t) {
		t.Run(d.ID, func(t *testing.T) {
			t.Parallel()
			b.follows(t, heldOut{bank: bank}, b.task(t, d.ID))
		})
	}
}

// follows carries a task out again with other values.
func (b *bench) follows(t *testing.T, memory heldOut, task officebench.Task) {
	t.Helper()
	r, ok := reworks[task.ID]
	if !ok {
		t.Errorf("%s is solved: give it a row in reworks, so that it is tried with other values", task.ID)
		return
	}
	other := task.Task
	other.ID, other.Suite = "", "" // nothing judges it but the lines below
	other.Text = strings.NewReplacer(r.text...).Replace(task.Text)
	other.Testbed = t.TempDir()
	if task.Testbed != "" {
		layOver(t, other.Testbed, task.Testbed)
	}
	before := look(t, other, r.file)
	for _, a := range r.change {
		call(t, other, a)
	}
	run := b.play(t, reflex.Brain{}, memory, other)
	if run.Result.Outcome != trajectory.Solved {
		t.Errorf("%s with other values: %s: %s", task.ID, run.Result.Outcome, run.Result.Reason)
		return
	}
	other.Testbed = filepath.Join(run.Dir, "testbed")
	got := look(t, other, r.file)
	for _, want := range r.has {
		if !strings.Contains(got, want) || strings.Contains(before, want) {
			t.Errorf("%s with other values: %s lacks %q (or had it before the run):\n%s", task.ID, r.file, want, got)
		}
	}
	for _, old := range r.lacks {
		if strings.Contains(got, old) {
			t.Errorf("%s with other values: %s still has %q:\n%s", task.ID, r.file, old, got)
		}
	}
}

// look is a file of the task's testbed as text; "" where it is missing.
func look(t *testing.T, task trajectory.Task, file string) string {
	t.Helper()
	if _, err := os.Stat(filepath.Join(task.Testbed, file)); err != nil {
		return ""
	}
	readers := map[string]string{".docx": "word.read", ".xlsx": "excel.read", ".pdf": "pdf.read", ".jpg": "ocr.recognise", ".png": "ocr.recognise"}
	if tool := readers[filepath.Ext(file)]; tool != "" {
		return call(t, task, act(tool, map[string]any{"file_path": file})).Text
	}
	data, err := os.ReadFile(filepath.Join(task.Testbed, file))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// call runs a tool on the task's testbed itself.
func call(t *testing.T, task trajectory.Task, a tools.Action) tools.Observation {
	t.Helper()
	ws, err := tools.OpenWorkspace(task.Testbed, task.User, func() time.Time { return task.Now })
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	tool, err := apps.Registry().Lookup(a.Tool)
	if err != nil {
		t.Fatal(err)
	}
	obs := tool.Run(t.Context(), ws, a.Args)
	if obs.Failed {
		t.Fatalf("%s: %s", a.Tool, obs.Text)
	}
	return obs
}
