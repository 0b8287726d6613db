package main

import "strings"

// Work that puts a document together and mails it.

// onePage is the length up to which a printed cell does not break a name in two.
const onePage = 10

func mailedPDFs() family {
	fam := family{name: "mailed-pdf", level: 3, apps: []string{"excel", "pdf", "email"}, convert: true}
	build := func(t task, to, subject, book, cover, target, title string, rows []row) task {
		t.bed.workbook(book, rows)
		words := []string{title, "Prepared by " + t.user}
		t.bed.pdf(cover, title, words[1])
		for _, r := range rows[1:] {
			words = append(words, r[0].(string))
		}
		t.checks = []check{fileHas("pdf", "data/"+target, words...),
			mailed(to, "Subject: "+subject, " "+target), attached(to, subject, target)}
		made := "data/" + strings.TrimSuffix(book, ".xlsx") + ".pdf"
		t.do("excel_agent", "Convert "+book+" to pdf", call("excel.to_pdf", args{"file_path": book}))
		t.do("pdf_ocr_agent", "Put "+cover+" in front of it as "+target, call("pdf.merge", args{"files": list(cover, made), "target": target}))
		t.do("email_agent", "Mail "+target+" to "+to,
			call("email.send", args{"to": list(to), "subject": subject, "content": "Attached is " + target, "attachments": list(target)}))
		return t
	}
	add := func(user, to, subject, book, cover, target string, rows []row, text string) {
		fam.tasks = append(fam.tasks, build(asked(user, "2026-06-30", "5:00 PM", text), to, subject, book, cover, target, "For the board", rows))
	}
	add("Hugo", "Olivia", "Quarter figures", "figures.xlsx", "cover.pdf", "quarter.pdf", []row{{"Month", "Profit"}, {"April", 1200}, {"May", 1340}, {"June", 1105}},
		"Convert figures.xlsx to pdf, put cover.pdf in front of it as quarter.pdf and email quarter.pdf to Olivia with the subject Quarter figures")
	add("Greta", "Priya", "Member list", "members.xlsx", "front.pdf", "members_all.pdf", []row{{"Member", "Since"}, {"Abigail", 2019}, {"Bertram", 2021}, {"Cornelia", 2024}},
		`Please turn members.xlsx into a PDF, merge front.pdf and that into members_all.pdf, and send members_all.pdf to Priya, subject "Member list"`)
	add("Tom", "Chloe", "Tender", "prices.xlsx", "title.pdf", "tender.pdf", []row{{"Work", "Price"}, {"Roofing", 18400}, {"Plumbing", 7650}, {"Painting", 3900}},
		"Make a pdf of prices.xlsx, combine it with title.pdf as the first part into tender.pdf, then mail tender.pdf to Chloe under the subject Tender")
	fam.make = func(d *draw) task {
		t, to, subject := d.asked(), d.one(people), d.pair(papers, topics)
		book, cover, target := d.file(".xlsx"), d.file(".pdf"), d.file(".pdf")
		d.say(&t, []string{
			"Convert {book} to pdf, put {cover} in front of it as {target} and email {target} to {to} with the subject {subject}",
			`Please turn {book} into a PDF, merge {cover} and that into {target}, and send {target} to {to}, subject "{subject}"`,
			"Make a pdf of {book}, combine it with {cover} as the first part into {target}, then mail {target} to {to} under the subject {subject}",
		}, values{"book": book, "cover": cover, "target": target, "to": to, "subject": subject})
		rows := []row{{d.one(goodsColumns), d.one(numberColumns)}}
		for _, name := range d.some(d.between(2, 6), goods) {
			if len(name) > onePage {
				name = strings.Fields(name)[0]
			}
			rows = append(rows, row{name, d.amount()})
		}
		t = build(t, to, subject, book, cover, target, d.one(titles), rows)
		t.checks[1] = mailed(to, "Subject: "+subject)
		t.checks = append(t.checks, once(to, subject), unwritten(d.one(people)))
		return t
	}
	return fam
}

func agendas() family {
	fam := family{name: "agenda", level: 3, apps: []string{"calendar", "system", "word", "email"}}
	build := func(t task, who, to, day, subject, target string, events ...event) task {
		words, lines, rows := []string{}, []string{}, []row{}
		for _, e := range events {
			// Any honest spelling of a morning's time holds this one: 08:30,
			// 8:30 am, 2026-07-06 08:30:00.
			words = append(words, strings.TrimPrefix(e.start[len(e.start)-5:], "0"), e.summary)
			lines = append(lines, e.start+":00 "+e.summary)
			rows = append(rows, row{e.start + ":00", e.end + ":00", e.summary, e.place})
		}
		t.bed.calendar(who, append(events, busy(later(day+" 00:00", 24*60)[:10])...)...)
		t.checks = []check{fileHas("docx", "data/"+target, words...),
			mailed(to, append([]string{"Subject: " + subject}, words...)...), attached(to, subject, target),
			lacks("docx", "data/"+target, "Team standup")}
		t.listDay(who, day)
		t.do("system_agent", "Make a line of each event",
			call("system.format", args{"template": "{start} {summary}", "headers": list("start", "end", "summary", "location"), "rows": lists(rows)}))
		t.do("word_agent", "Write the lines to "+target, call("word.create", args{"file_path": target, "lines": list(lines...)}))
		t.do("email_agent", "Mail "+target+" to "+to,
			call("email.send", args{"to": list(to), "subject": subject, "content": joined(lines), "attachments": list(target)}))
		return t
	}
	add := func(user, who, to, day, subject, target, text string, events ...event) {
		fam.tasks = append(fam.tasks, build(asked(user, "2026-07-01", "6:40 PM", text), who, to, day, subject, target, events...))
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
	fam.make = func(d *draw) task {
		t, who, to, subject, target := d.asked(), d.one(people), d.one(people), d.pair(papers, topics), d.file(".docx")
		day := d.soon(t.date)
		d.say(&t, []string{
			"Write {who}'s events {on day} to {target} and email the list of events and the document to {to} with the subject {subject}",
			`Please put the appointments of {who} for {day day} into the document {target} and send it to {to}, subject "{subject}"`,
			"Could you save what is in {who}'s calendar {on day} as {target} and mail the document to {to} under the subject {subject}?",
		}, values{"who": who, "to": to, "day": day, "subject": subject, "target": target})
		t = build(t, who, to, day, subject, target, d.events(day, 7*60)...)
		t.checks[1] = mailed(to, "Subject: "+subject)
		t.checks = append(t.checks, once(to, subject), unwritten(d.one(people)))
		return t
	}
	return fam
}
