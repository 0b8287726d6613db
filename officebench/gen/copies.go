package main

import (
	"fmt"
	"strings"
)

// Work that copies what one app holds into another: a mail's table into a workbook, a
// PDF's or a scan's text into a document, a day's events into a workbook or a document.

func commaLines(rows []row) string {
	text := ""
	for _, r := range rows {
		for i, v := range r {
			if i > 0 {
				text += ", "
			}
			text += fmt.Sprint(v)
		}
		text += "\n"
	}
	return text
}

func mailedLists() family {
	fam := family{name: "mailed-list", level: 2, apps: []string{"email", "system", "excel"}}
	build := func(t task, from, subject, sent, file string, rows []row) task {
		t.bed.mail(t.user, from, subject, sent, commaLines(rows))
		t.checks = []check{t.expect(file, rows)}
		t.do("email_agent", "Read the mail "+subject, call("email.read", args{"subject": subject}))
		t.do("system_agent", "Take the table out of the mail's text",
			call("system.parse_table", args{"content": strings.TrimSuffix(commaLines(rows), "\n")}))
		t.do("excel_agent", "Write the rows to "+file,
			call("excel.create", args{"file_path": file, "headers": []any(rows[0]), "rows": lists(rows[1:])}))
		return t
	}
	add := func(user, from, subject, file, text string, rows []row) {
		t := build(asked(user, "2026-06-02", "1:00 PM", text), from, subject, "2026-06-01 16:20", file, rows)
		t.bed.mail(user, from, "Canteen closed", "2026-05-28 08:00", "The canteen is closed on Friday.\n")
		fam.tasks = append(fam.tasks, t)
	}
	add("Dana", "Tom", "Lunch orders", "lunch.xlsx",
		"Put the list in my mail Lunch orders into a workbook called lunch.xlsx",
		[]row{{"Name", "Dish", "Price"}, {"Aisha", "Lentil soup", 7.5}, {"Ben", "Pasta", 9}, {"Kira", "Salad", 8.2}})
	add("Elena", "Jonas", "Spare parts", "parts.xlsx",
		`Save the table from the email "Spare parts" as the spreadsheet parts.xlsx`,
		[]row{{"Part", "Quantity"}, {"Bearing", 16}, {"Drive belt", 4}, {"Fuse", 50}, {"Hinge", 12}})
	add("Ines", "Mona", "Volunteers", "helpers.xlsx",
		"Could you make an Excel file helpers.xlsx out of the list in the message titled Volunteers?",
		[]row{{"Volunteer", "Shift", "Phone"}, {"Walter", "morning", "555-0101"}, {"Ruth", "noon", "555-0188"}, {"Otto", "evening", "555-0123"}})
	fam.make = func(d *draw) task {
		t, from, subject, file := d.asked(), d.one(people), d.pair(papers, topics), d.file(".xlsx")
		s := d.sheet(d.one(goodsColumns), d.some(d.between(2, 7), goods), numberColumns)
		d.say(&t, []string{
			"Put the list in my mail {subject} into a workbook called {file}",
			`Save the table from the email "{subject}" as the spreadsheet {file}`,
			"Could you make an Excel file {file} out of the list in the message titled {subject}?",
		}, values{"subject": subject, "file": file})
		t.bed.mail(t.user, d.one(people), d.pair(papers, topics), d.ahead(t.date, -5, -3)+" 08:00", "Item, Count\nNothing, 1\n")
		return build(t, from, subject, d.ahead(t.date, -9, -3)+" 16:20", file, s.rows)
	}
	return fam
}

func pdfTexts() family {
	fam := family{name: "pdf-text", level: 2, apps: []string{"pdf", "word"}}
	build := func(t task, file, target, title string, content ...string) task {
		t.bed.pdf(file, title, content...)
		lines := append([]string{title}, content...)
		t.checks = []check{fileHas("docx", "data/"+target, lines...)}
		t.do("pdf_ocr_agent", "Read "+file, call("pdf.read", args{"file_path": file}))
		t.do("word_agent", "Write the text to "+target, call("word.create", args{"file_path": target, "lines": list(lines...)}))
		return t
	}
	add := func(user, file, target, title, text string, content ...string) {
		fam.tasks = append(fam.tasks, build(asked(user, "2026-06-08", "10:10 AM", text), file, target, title, content...))
	}
	add("Tom", "lease.pdf", "lease_text.docx", "Lease of the storage unit",
		"Copy the text of lease.pdf into a document called lease_text.docx",
		"Unit 14, ground floor", "Rent: 180 euros a month", "Notice: six weeks")
	add("Aisha", "minutes.pdf", "notes.docx", "Minutes of the works council",
		"Please extract what minutes.pdf says and save it as notes.docx",
		"Present: Elena, Hugo, Mona", "The parking plan was approved.", "Next meeting on 22 June")
	add("Jonas", "recipe.pdf", "kitchen.docx", "Plum cake",
		"I'd like to have the contents of recipe.pdf in a Word file, kitchen.docx",
		"800 g plums", "250 g flour", "Bake for 40 minutes")
	fam.make = func(d *draw) task {
		t, file, target := d.asked(), d.file(".pdf"), d.file(".docx")
		d.say(&t, []string{
			"Copy the text of {file} into a document called {target}",
			"Please extract what {file} says and save it as {target}",
			"I'd like to have the contents of {file} in a Word file, {target}",
		}, values{"file": file, "target": target})
		t.bed.pdf("old_"+file, d.one(titles), d.some(2, linesOfPaper)...)
		return build(t, file, target, d.one(titles), d.paper(d.between(2, 7))...)
	}
	return fam
}

// paper draws n lines of a paper, some with figures.
func (d *draw) paper(n int) []string {
	lines := d.some(n, linesOfPaper)
	for i := range lines {
		switch d.IntN(4) {
		case 0:
			lines[i] = fmt.Sprintf("%s %d", d.one(goods), d.whole())
		case 1:
			lines[i] = fmt.Sprintf("%s by %s", lines[i], d.one(outsiders))
		}
	}
	return lines
}

func scans() family {
	fam := family{name: "scan", level: 3, apps: []string{"ocr", "word", "email"}, ocr: true}
	build := func(t task, seed uint64, to, subject, file, target string, content ...string) task {
		t.bed.scan(file, seed, content...)
		t.checks = []check{fileHas("docx", "data/"+target, content...),
			mailed(to, append([]string{"Subject: " + subject}, content...)...)}
		t.do("pdf_ocr_agent", "Recognise the text in "+file, call("ocr.recognise", args{"file_path": file}))
		t.do("word_agent", "Write the text to "+target, call("word.create", args{"file_path": target, "lines": list(content...)}))
		t.do("email_agent", "Mail the text to "+to, call("email.send", args{"to": list(to), "subject": subject, "content": joined(content)}))
		return t
	}
	add := func(user, to, subject, file, target, text string, content ...string) {
		t := asked(user, "2026-06-29", "11:00 AM", text)
		fam.tasks = append(fam.tasks, build(t, uint64(len(fam.tasks)+1), to, subject, file, target, content...))
	}
	add("Ben", "Mona", "Delivery note", "delivery.png", "delivery.docx",
		"Read the scan delivery.png, save its text as delivery.docx and email the text to Mona with the subject Delivery note",
		"Delivery note 7734", "12 boxes of paper", "3 toner cartridges", "Received by Walter")
	add("Chloe", "Jonas", "Parking fine", "fine.png", "fine.docx",
		"Get the text out of the picture fine.png, put it into the document fine.docx and mail it to Jonas, subject Parking fine",
		"City parking office", "Fine of 45 euros", "Car on the square", "Pay within 14 days")
	add("Liam", "Ines", "Garden plan", "plan.png", "garden.docx",
		`Could you recognise the text in plan.png, write it to garden.docx and send it to Ines as "Garden plan"?`,
		"Garden plan for spring", "Roses by the gate", "Beans along the fence", "Water every evening")
	fam.make = func(d *draw) task {
		t, to, subject, file, target := d.asked(), d.one(people), d.pair(papers, topics), d.file(".png"), d.file(".docx")
		d.say(&t, []string{
			"Read the scan {file}, save its text as {target} and email the text to {to} with the subject {subject}",
			"Get the text out of the picture {file}, put it into the document {target} and mail it to {to}, subject {subject}",
			`Could you recognise the text in {file}, write it to {target} and send it to {to} as "{subject}"?`,
		}, values{"file": file, "target": target, "to": to, "subject": subject})
		t = build(t, d.Uint64(), to, subject, file, target, d.some(d.between(3, 6), linesOfPaper)...)
		t.checks = append(t.checks, once(to, subject), unwritten(d.one(people)))
		return t
	}
	return fam
}

func eventLists() family {
	fam := family{name: "event-list", level: 2, apps: []string{"calendar", "excel"}}
	build := func(t task, who, day, target string, events ...event) task {
		rows := []row{{"start", "end", "summary", "location"}}
		for _, e := range events {
			rows = append(rows, row{e.start + ":00", e.end + ":00", e.summary, cellText(e.place)})
		}
		t.bed.calendar(who, append(events, busy(later(day+" 00:00", 24*60)[:10])...)...)
		t.checks = []check{t.expect(target, rows)}
		t.listDay(who, day)
		t.do("excel_agent", "Write them to "+target,
			call("excel.create", args{"file_path": target, "headers": []any(rows[0]), "rows": lists(rows[1:])}))
		return t
	}
	add := func(user, who, day, target, text string, events ...event) {
		fam.tasks = append(fam.tasks, build(asked(user, "2026-06-09", "7:50 AM", text), who, day, target, events...))
	}
	add("Greta", "Ben", "2026-06-15", "monday.xlsx",
		"List Ben's events on 6/15/2026 in a workbook called monday.xlsx",
		event{"Stock check", "2026-06-15 09:00", "2026-06-15 10:30", "Hall B"}, event{"Call with Oslo", "2026-06-15 14:00", "2026-06-15 14:30", "Phone"})
	add("Hugo", "Ines", "2026-06-23", "visits.xlsx",
		"Please export the appointments Ines has on June 23, 2026 to visits.xlsx",
		event{"Client visit", "2026-06-23 08:00", "2026-06-23 11:00", "Harbour"}, event{"Debrief", "2026-06-23 11:15", "2026-06-23 12:00", "Room 1"},
		event{"Site tour", "2026-06-23 15:00", "2026-06-23 17:00", "Plant 2"})
	add("Liam", "Elena", "2026-07-08", "shift.xlsx",
		"I want a spreadsheet shift.xlsx with everything in Elena's calendar for 8 July 2026",
		event{"Night shift handover", "2026-07-08 06:00", "2026-07-08 06:20", "Ward 3"}, event{"Rounds", "2026-07-08 07:00", "2026-07-08 09:00", "Ward 3"})
	fam.make = func(d *draw) task {
		t, who, target := d.asked(), d.one(people), d.file(".xlsx")
		day := d.soon(t.date)
		d.say(&t, []string{
			"List {who}'s events {on day} in a workbook called {target}",
			"Please export the appointments {who} has {on day} to {target}",
			"I want a spreadsheet {target} with everything in {who}'s calendar for {day day}",
		}, values{"who": who, "day": day, "target": target})
		return build(t, who, day, target, d.events(day, 8*60)...)
	}
	return fam
}

// listDay plans the reading of a day's events.
func (t *task) listDay(who, day string) {
	t.do("calendar_agent", "List "+who+"'s events on "+day, call("calendar.list_events", args{"user": who, "date": day}))
}

// events draws some events of a day, one after another, starting from that many minutes
// after midnight.
func (d *draw) events(day string, from int) []event {
	var all []event
	for range d.between(2, 5) {
		start := from + 15*d.IntN(3)
		from = start + 15*d.between(1, 4)
		all = append(all, event{sentence(d.pair(matters, meetingKinds)), day + " " + clock(start), day + " " + clock(from), d.one(places)})
	}
	return all
}

// cellText is a text as a cell's value, nil for an empty one.
func cellText(s string) any {
	if s == "" {
		return nil
	}
	return s
}
