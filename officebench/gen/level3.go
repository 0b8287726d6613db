package main

import "strings"

// The tasks of several apps.

func mailedRollups() family {
	fam := family{name: "mailed-rollup", level: 3, apps: []string{"excel", "word", "email"}}
	add := func(user, to, subject, file, target string, by, column int, rows []row, text string) {
		t := task{user: user, date: "2026-06-26", clock: "3:30 PM", text: text, bed: newTestbed()}
		t.bed.workbook(file, rows)
		words := totalKeywords(rows, by, column)
		t.checks = []check{holds("docx", "data/"+target, words...),
			mailed(to, append([]string{"Subject: " + subject}, words...)...), attached(to, subject, target)}
		fam.tasks = append(fam.tasks, t)
	}
	add("Priya", "Diego", "Weekly costs", "costs.xlsx", "costs.docx", 0, 1, []row{{"Team", "Cost"}, {"Lab", 320.5}, {"Office", 88}, {"Lab", 120}, {"Field", 412.75}, {"Office", 35.2}},
		"Total the Cost by Team in costs.xlsx, write it to costs.docx and email that to Diego with the subject Weekly costs")
	add("Marcus", "Kira", "Mileage June", "mileage.xlsx", "mileage.docx", 1, 2, []row{{"Date", "Driver", "Distance"}, {"2026-06-02", "Otto", 142}, {"2026-06-03", "Ruth", 87.5},
		{"2026-06-09", "Otto", 210}, {"2026-06-16", "Walter", 64}, {"2026-06-18", "Ruth", 133}},
		`Please add up the Distance per Driver in mileage.xlsx, put the totals into a document mileage.docx and send it to Kira, subject "Mileage June"`)
	add("Elena", "Farid", "Stall takings", "fair.xlsx", "takings.docx", 2, 1, []row{{"Hour", "Takings", "Stall"}, {10, 45.5, "Books"}, {10, 80, "Cakes"}, {11, 62, "Books"},
		{11, 118.4, "Cakes"}, {12, 27, "Plants"}},
		"Could you sum Takings for each Stall in fair.xlsx, save the sums in takings.docx and mail the document to Farid under the subject Stall takings?")
	return fam
}

func scans() family {
	fam := family{name: "scan", level: 3, apps: []string{"ocr", "word", "email"}, ocr: true}
	add := func(user, to, subject, file, target, text string, content ...string) {
		t := task{user: user, date: "2026-06-29", clock: "11:00 AM", text: text, bed: newTestbed()}
		t.bed.scan(file, uint64(len(fam.tasks)+1), content...)
		t.checks = []check{holds("docx", "data/"+target, content...),
			mailed(to, append([]string{"Subject: " + subject}, content...)...)}
		fam.tasks = append(fam.tasks, t)
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
	return fam
}

func mailedPDFs() family {
	fam := family{name: "mailed-pdf", level: 3, apps: []string{"excel", "pdf", "email"}, convert: true}
	add := func(user, to, subject, book, cover, target string, rows []row, text string) {
		t := task{user: user, date: "2026-06-30", clock: "5:00 PM", text: text, bed: newTestbed()}
		t.bed.workbook(book, rows)
		t.bed.pdf(cover, "For the board", "Prepared by "+user)
		words := []string{"For the board", "Prepared by " + user}
		for _, r := range rows[1:] {
			words = append(words, r[0].(string))
		}
		t.checks = []check{holds("pdf", "data/"+target, words...),
			mailed(to, "Subject: "+subject, " "+target), attached(to, subject, target)}
		fam.tasks = append(fam.tasks, t)
	}
	add("Hugo", "Olivia", "Quarter figures", "figures.xlsx", "cover.pdf", "quarter.pdf", []row{{"Month", "Profit"}, {"April", 1200}, {"May", 1340}, {"June", 1105}},
		"Convert figures.xlsx to pdf, put cover.pdf in front of it as quarter.pdf and email quarter.pdf to Olivia with the subject Quarter figures")
	add("Greta", "Priya", "Member list", "members.xlsx", "front.pdf", "members_all.pdf", []row{{"Member", "Since"}, {"Abigail", 2019}, {"Bertram", 2021}, {"Cornelia", 2024}},
		`Please turn members.xlsx into a PDF, merge front.pdf and that into members_all.pdf, and send members_all.pdf to Priya, subject "Member list"`)
	add("Tom", "Chloe", "Tender", "prices.xlsx", "title.pdf", "tender.pdf", []row{{"Work", "Price"}, {"Roofing", 18400}, {"Plumbing", 7650}, {"Painting", 3900}},
		"Make a pdf of prices.xlsx, combine it with title.pdf as the first part into tender.pdf, then mail tender.pdf to Chloe under the subject Tender")
	return fam
}

func agendas() family {
	fam := family{name: "agenda", level: 3, apps: []string{"calendar", "system", "word", "email"}}
	add := func(user, who, to, day, subject, target, text string, events ...event) {
		t := task{user: user, date: "2026-07-01", clock: "6:40 PM", text: text, bed: newTestbed()}
		words := []string{}
		for _, e := range events {
			// Any honest spelling of a morning's time holds this one: 08:30,
			// 8:30 am, 2026-07-06 08:30:00.
			words = append(words, strings.TrimPrefix(e.start[len(e.start)-5:], "0"), e.summary)
		}
		t.bed.calendar(who, append(events, busy(later(day+" 00:00", 24*60)[:10])...)...)
		t.checks = []check{holds("docx", "data/"+target, words...),
			mailed(to, append([]string{"Subject: " + subject}, words...)...), attached(to, subject, target),
			lacks("docx", "data/"+target, "Team standup")}
		fam.tasks = append(fam.tasks, t)
	}
	add("Ines", "Marcus", "Aisha", "2026-07-06", "Agenda Monday", "agenda.docx",
		"Write Marcus's events on 7/6/2026 to agenda.docx and email the list of events and the document to Aisha with the subject Agenda Monday",
		event{"Safety briefing", "2026-07-06 08:30", "2026-07-06 09:00", "Gate"}, event{"Interview", "2026-07-06 10:00", "2026-07-06 11:00", "Room 4"},
		event{"Budget freeze", "2026-07-06 11:30", "2026-07-06 12:15", "Room 1"})
	add("Diego", "Hugo", "Ben", "2026-07-14", "Hugo on Tuesday", "tuesday.docx",
		`Please put the appointments of Hugo for July 14, 2026 into the document tuesday.docx and send it to Ben, subject "Hugo on Tuesday"`,
		event{"Flight to Riga", "2026-07-14 07:10", "2026-07-14 09:00", "Airport"}, event{"Factory tour", "2026-07-14 11:00", "2026-07-14 13:30", "Riga"})
	add("Farid", "Mona", "Tom", "2026-08-20", "Conference day", "conference.docx",
		"Could you save what is in Mona's calendar on 20 August 2026 as conference.docx and mail the document to Tom under the subject Conference day?",
		event{"Keynote", "2026-08-20 09:00", "2026-08-20 10:00", "Main hall"}, event{"Panel on rail", "2026-08-20 10:30", "2026-08-20 12:00", "Hall 2"},
		event{"Poster session", "2026-08-20 12:30", "2026-08-20 16:00", "Foyer"})
	return fam
}
