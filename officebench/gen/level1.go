package main

// The tasks of one app. Each function is one family: the fields that differ,
// what they make of them, and the tasks themselves.

// busy is a calendar's usual content, so that a new event is not alone.
func busy(day string) []event {
	return []event{
		{"Team standup", day + " 08:30", day + " 08:45", "Room 2"},
		{"Lunch with the auditors", day + " 12:30", day + " 13:15", ""},
	}
}

func meetings() family {
	fam := family{name: "meeting", level: 1, apps: []string{"calendar"}}
	add := func(user, who, summary, day, start, end, text string) {
		t := task{user: user, date: "2026-05-04", clock: "9:00 AM", text: text, bed: newTestbed()}
		t.bed.calendar(who, busy(day)...)
		t.checks = []check{holds("ics", "calendar/"+who+".ics", "SUMMARY:"+summary,
			"DTSTART:"+stamp(day+" "+start), "DTEND:"+stamp(day+" "+end), "SUMMARY:Team standup")}
		fam.tasks = append(fam.tasks, t)
	}
	add("Olivia", "Marcus", "supplier call", "2026-05-14", "10:00", "11:15",
		"Put a supplier call for Marcus in the calendar on 5/14/2026 from 10:00 am to 11:15 am")
	add("Ben", "Aisha", "design walkthrough", "2026-06-18", "13:30", "14:15",
		"Could you please book a design walkthrough for Aisha on Thursday, June 18 2026 between 1:30 pm and 2:15 pm?")
	add("Farid", "Chloe", "warehouse visit", "2026-07-02", "09:00", "12:00",
		"Chloe needs a warehouse visit in her diary, 2 July 2026, starting 9 am and ending at noon. Thanks!")
	return fam
}

func reminders() family {
	fam := family{name: "reminder", level: 1, apps: []string{"calendar"}}
	add := func(user, who, summary, day, at, text string) {
		t := task{user: user, date: "2026-05-04", clock: "9:00 AM", text: text, bed: newTestbed()}
		t.bed.calendar(who, busy(day)...)
		when := stamp(day + " " + at)
		t.checks = []check{holds("ics", "calendar/"+who+".ics", "SUMMARY:"+summary, "DTSTART:"+when, "DTEND:"+when)}
		fam.tasks = append(fam.tasks, t)
	}
	add("Olivia", "Hugo", "renew the insurance", "2026-05-21", "16:30",
		"Set a reminder for Hugo to renew the insurance on 5/21/2026 at 4:30 pm")
	add("Ines", "Jonas", "water the plants", "2026-08-03", "08:00",
		"Jonas should be reminded to water the plants on August 3, 2026 at 8 am, please")
	add("Tom", "Kira", "send the tax forms", "2026-09-30", "11:45",
		"At 11:45 on 30 September 2026 remind Kira to send the tax forms")
	return fam
}

func notes() family {
	fam := family{name: "note", level: 1, apps: []string{"email"}}
	add := func(user, to, subject, content, text string) {
		t := task{user: user, date: "2026-05-05", clock: "10:00 AM", text: text, bed: newTestbed()}
		t.bed.mail(user, to, "Holiday plans", "2026-04-30 09:12", "Hello,\n\nI am away from 20 to 24 July.\n")
		t.checks = []check{mailed(to, "Subject: "+subject, content), mailed(user, "Subject: "+subject)}
		fam.tasks = append(fam.tasks, t)
	}
	add("Marcus", "Elena", "Printer repair", "the technician comes on Tuesday morning",
		"Send Elena an email with the subject Printer repair that says the technician comes on Tuesday morning")
	add("Aisha", "Liam", "Car park closed", "the barrier is broken and nobody can get out",
		`Could you write an email to Liam with subject "Car park closed" and the text "the barrier is broken and nobody can get out"?`)
	add("Greta", "Diego", "Keys", "the spare keys are with the porter",
		"Mail Diego, subject Keys, and say the spare keys are with the porter")
	return fam
}

func cells() family {
	fam := family{name: "cell", level: 1, apps: []string{"excel"}}
	add := func(user, file string, rows []row, r, c int, v any, text string) {
		t := task{user: user, date: "2026-05-06", clock: "2:00 PM", text: text, bed: newTestbed(), reference: map[string][]byte{}}
		t.bed.workbook(file, rows)
		t.bed.workbook("archive_"+file, rows)
		changed := clone(rows)
		changed[r-1][c-1] = v
		var err error
		if t.reference[file], err = workbook(changed); err != nil {
			t.bed.err = err
		}
		t.checks = []check{same("data/"+file, file), same("data/archive_"+file, file)}
		t.checks[1].Args["expected_file"] = "../../../../cache/0/testbed/data/archive_" + file
		fam.tasks = append(fam.tasks, t)
	}
	add("Olivia", "stock.xlsx", []row{{"Item", "Count", "Shelf"}, {"Stapler", 12, "A1"}, {"Toner", 3, "B4"}, {"Paper", 40, "C2"}}, 3, 2, 25,
		"Change cell B3 in stock.xlsx to 25")
	add("Hugo", "rates.xlsx", []row{{"Country", "Rate"}, {"France", 19.6}, {"Spain", 21}, {"Italy", 22}, {"Austria", 20}}, 2, 2, 20.5,
		"Please enter 20.5 in cell B2 of rates.xlsx")
	add("Mona", "plan.xlsx", []row{{"Week", "Hours", "Budget"}, {1, 36, 1800}, {2, 40, 2000}, {3, 38, 1900}, {4, 41, 2050}}, 5, 3, 2300,
		"In plan.xlsx, cell C5 has to be updated to 2300")
	return fam
}

func clone(rows []row) []row {
	out := make([]row, len(rows))
	for i, r := range rows {
		out[i] = append(row(nil), r...)
	}
	return out
}

func documents() family {
	fam := family{name: "document", level: 1, apps: []string{"word"}}
	add := func(user, file, content, text string) {
		t := task{user: user, date: "2026-05-07", clock: "11:30 AM", text: text, bed: newTestbed()}
		t.bed.document("template.docx", "Letterhead", "Our address and bank")
		t.checks = []check{holds("docx", "data/"+file, content)}
		fam.tasks = append(fam.tasks, t)
	}
	add("Elena", "notice.docx", "The lift is out of order until Monday",
		"Make a document notice.docx that says The lift is out of order until Monday")
	add("Liam", "rules.docx", "Shoes off at the door",
		"I need a new Word document named rules.docx with the text Shoes off at the door")
	add("Diego", "menu.docx", "Soup, bread and apple pie",
		`Write "Soup, bread and apple pie" into a new document menu.docx`)
	return fam
}

func lookups() family {
	fam := family{name: "lookup", level: 1, apps: []string{"excel"}}
	add := func(user, file string, rows []row, answer, text string) {
		t := task{user: user, date: "2026-05-08", clock: "3:15 PM", text: text, bed: newTestbed()}
		t.bed.workbook(file, rows)
		t.checks = []check{holds("txt", "data/answer.txt", answer)}
		fam.tasks = append(fam.tasks, t)
	}
	add("Aisha", "catalogue.xlsx", []row{{"Product", "Price", "Weight"}, {"Desk lamp", 48.5, 2.1}, {"Office chair", 219, 14}, {"Bookshelf", 130, 22.5}},
		"219", "Look up the Price of Office chair in the Product column of catalogue.xlsx")
	add("Jonas", "staff.xlsx", []row{{"Extension", "Name", "Room"}, {4411, "Elena", "3.07"}, {4420, "Hugo", "2.15"}, {4437, "Mona", "1.22"}},
		"4437", `What is the Extension for Mona, by the Name column in staff.xlsx?`)
	add("Kira", "rooms.xlsx", []row{{"Room", "Seats", "Floor"}, {"Blue", 8, 1}, {"Garden", 24, 0}, {"Attic", 14, 3}},
		"24", "Please find Garden in the Room column of rooms.xlsx and tell me its Seats")
	return fam
}

func moves() family {
	fam := family{name: "move", level: 1, apps: []string{"calendar"}}
	add := func(user, who, summary string, minutes int, from, to, text string) {
		t := task{user: user, date: "2026-05-11", clock: "8:45 AM", text: text, bed: newTestbed()}
		t.bed.calendar(who, append(busy(from[:10]), event{summary, from, later(from, minutes), "Room 5"})...)
		file := "calendar/" + who + ".ics"
		t.checks = []check{holds("ics", file, "SUMMARY:"+summary, "DTSTART:"+stamp(to), "DTEND:"+stamp(later(to, minutes))),
			lacks("ics", file, "DTSTART:"+stamp(from))}
		fam.tasks = append(fam.tasks, t)
	}
	add("Greta", "Tom", "Budget talk", 60, "2026-05-19 15:00", "2026-05-20 10:30",
		"Move the Budget talk in Tom's calendar to 5/20/2026 at 10:30 am")
	add("Ben", "Priya", "Kickoff", 90, "2026-06-09 10:00", "2026-06-11 14:00",
		"Please reschedule the Kickoff for Priya, to 11 June 2026 at 2 pm")
	add("Dana", "Diego", "Dentist appointment", 30, "2026-07-14 08:00", "2026-07-16 16:15",
		"Diego's Dentist appointment has to shift to Thursday, July 16, 2026, 4:15 pm")
	return fam
}

func cancellations() family {
	fam := family{name: "cancel", level: 1, apps: []string{"calendar"}}
	add := func(user, who, summary string, at, text string) {
		t := task{user: user, date: "2026-05-11", clock: "8:45 AM", text: text, bed: newTestbed()}
		other := later(at, 14*24*60) // the next of its kind stays
		t.bed.calendar(who, append(busy(at[:10]), event{summary, at, later(at, 45), ""}, event{summary, other, later(other, 45), ""})...)
		file := "calendar/" + who + ".ics"
		t.checks = []check{lacks("ics", file, "DTSTART:"+stamp(at)),
			holds("ics", file, "SUMMARY:"+summary, "DTSTART:"+stamp(other), "SUMMARY:Team standup", "SUMMARY:Lunch with the auditors")}
		fam.tasks = append(fam.tasks, t)
	}
	add("Mona", "Ines", "Yoga class", "2026-05-26 17:00",
		"Cancel the Yoga class on 5/26/2026 in Ines's calendar")
	add("Tom", "Farid", "Book club", "2026-06-04 18:30",
		"Please take the Book club of June 4, 2026 out of Farid's calendar")
	add("Priya", "Liam", "Fire drill", "2026-09-15 10:00",
		"Liam's Fire drill on 15 September 2026 is off, delete it")
	return fam
}
