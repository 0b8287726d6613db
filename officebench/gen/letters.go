package main

// Work whose text the task itself gives: mails and documents.

// statement is a statement about the state of something in the house.
func (d *draw) statement() string {
	_, said := d.news()
	return said
}

// news is what a statement is about, and the statement.
func (d *draw) news() (about, said string) {
	about = d.one(facilities)
	return about, "the " + about + " " + d.one(states) + " " + d.one(untils)
}

func notes() family {
	fam := family{name: "note", level: 1, apps: []string{"email"}}
	build := func(t task, to, subject, content string) task {
		t.checks = []check{mailed(to, "Subject: "+subject, content), mailed(t.user, "Subject: "+subject)}
		t.do("email_agent", "Send "+to+" the mail "+subject,
			call("email.send", args{"to": list(to), "subject": subject, "content": content}))
		return t
	}
	add := func(user, to, subject, content, text string) {
		t := build(asked(user, "2026-05-05", "10:00 AM", text), to, subject, content)
		t.bed.mail(user, to, "Holiday plans", "2026-04-30 09:12", "Hello,\n\nI am away from 20 to 24 July.\n")
		fam.tasks = append(fam.tasks, t)
	}
	add("Marcus", "Elena", "Printer repair", "the technician comes on Tuesday morning",
		"Send Elena an email with the subject Printer repair that says the technician comes on Tuesday morning")
	add("Aisha", "Liam", "Car park closed", "the barrier is broken and nobody can get out",
		`Could you write an email to Liam with subject "Car park closed" and the text "the barrier is broken and nobody can get out"?`)
	add("Greta", "Diego", "Keys", "the spare keys are with the porter",
		"Mail Diego, subject Keys, and say the spare keys are with the porter")
	fam.make = func(d *draw) task {
		t, to := d.asked(), d.one(people)
		about, content := d.news()
		subject := sentence(about)
		d.say(&t, []string{
			"Send {to} an email with the subject {subject} that says {content}",
			`Could you write an email to {to} with subject "{subject}" and the text "{content}"?`,
			"Mail {to}, subject {subject}, and say {content}",
		}, values{"to": to, "subject": subject, "content": content})
		t = build(t, to, subject, content)
		t.checks = append(t.checks, once(to, subject), unwritten(d.one(people)))
		return t
	}
	return fam
}

func documents() family {
	fam := family{name: "document", level: 1, apps: []string{"word"}}
	build := func(t task, file, content string) task {
		t.bed.document("template.docx", "Letterhead", "Our address and bank")
		t.checks = []check{fileHas("docx", "data/"+file, content)}
		t.do("word_agent", "Create "+file+" with the text", call("word.create", args{"file_path": file, "content": content}))
		return t
	}
	add := func(user, file, content, text string) {
		fam.tasks = append(fam.tasks, build(asked(user, "2026-05-07", "11:30 AM", text), file, content))
	}
	add("Elena", "notice.docx", "The lift is out of order until Monday",
		"Make a document notice.docx that says The lift is out of order until Monday")
	add("Liam", "rules.docx", "Shoes off at the door",
		"I need a new Word document named rules.docx with the text Shoes off at the door")
	add("Diego", "menu.docx", "Soup, bread and apple pie",
		`Write "Soup, bread and apple pie" into a new document menu.docx`)
	fam.make = func(d *draw) task {
		t, file, content := d.asked(), d.file(".docx"), d.one(linesOfPaper)
		if d.chance(60) {
			content = sentence(d.statement())
		}
		d.say(&t, []string{
			"Make a document {file} that says {content}",
			"I need a new Word document named {file} with the text {content}",
			`Write "{content}" into a new document {file}`,
		}, values{"file": file, "content": content})
		t = build(t, file, content)
		t.checks = append(t.checks, lacks("docx", "data/"+file, "Letterhead"), fileHas("docx", "data/template.docx", "Our address and bank"))
		return t
	}
	return fam
}
