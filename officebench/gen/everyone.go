package main

import (
	"fmt"

	"legomem/agents/demo"
)

// Work done for each of a list: a folder, a mail, a certificate.

// several is how many elements a list has: in the first two tasks, which are
// demonstrated, more than one.
func (d *draw) several() int {
	if d.instance > 1 && d.chance(10) {
		return 1
	}
	return d.between(2, 6)
}

func folders() family {
	return family{name: "folders", level: 1, apps: []string{"system"}, make: func(d *draw) task {
		t, file, parent := d.asked(), d.fileOf(listStems, ".txt"), "data/"+d.one(shelves)
		names := d.some(d.several(), groups)
		d.say(&t, []string{
			`Make a folder in "{parent}" for every name in {file}`,
			`Please create a folder below "{parent}" for each line of {file}`,
			`Every entry of {file} needs a folder of its own in "{parent}"`,
		}, values{"parent": parent, "file": file})
		others := d.some(2, groups) // of last year
		t.bed.add("data/"+file, []byte(joined(names)+"\n"), nil)
		t.bed.add("data/old_"+file, []byte(joined(others)+"\n"), nil)
		t.bed.add(parent+"/readme.txt", []byte(sentence(d.statement())+".\n"), nil)
		t.do("system_agent", "See what is in "+parent, call("system.list_files", args{"folder": parent}))
		t.do("system_agent", "Read "+file, call("system.read_text", args{"file_path": file}))
		var each []demo.Action
		for _, name := range names {
			t.checks = append(t.checks, check{"evaluate_file_exist", map[string]any{"file": parent + "/" + name}})
			each = append(each, call("system.make_folder", args{"folder": parent + "/" + name}))
		}
		t.do("system_agent", "Make a folder in "+parent+" for each line", each...)
		for _, name := range others {
			t.checks = append(t.checks, absent(parent+"/"+name))
		}
		return t
	}}
}

// marked is a drawn list of people with their numbers, amounts and states; those of one
// state are to get something.
type marked struct {
	name, id, amount, state string // the columns
	yes                     string // the state of those chosen
	rows                    []row  // name, id, amount, state
	chosen                  []row
	left                    []row
}

// marked draws such a list. names and states are the headers for people and for states;
// yes and no are the states of those who are chosen and of the others.
func (d *draw) marked(names, states, yes, no []string) marked {
	m := marked{name: d.one(names), id: d.one(idColumns), amount: d.one(moneyColumns), state: d.one(states), yes: d.one(yes)}
	m.rows = []row{{m.name, m.id, m.amount, m.state}}
	letter := string(rune('A' + d.IntN(26)))
	chosen, left := d.several(), d.between(1, 4)
	for i, name := range d.some(chosen+left, outsiders) {
		state := m.yes
		if i >= chosen {
			state = no[d.IntN(len(no))]
		}
		r := row{name, fmt.Sprintf("%s-%d", letter, d.whole()), d.amount(), state}
		m.rows = append(m.rows, r)
	}
	rows := m.rows[1:]
	d.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	for _, r := range rows {
		if r[3] == m.yes {
			m.chosen = append(m.chosen, r)
		} else {
			m.left = append(m.left, r)
		}
	}
	return m
}

func overdue() family {
	return family{name: "overdue", level: 2, apps: []string{"excel", "email"}, make: func(d *draw) task {
		t, file, subject := d.asked(), d.fileOf(billStems, ".xlsx"), d.pair(urgings, urgedBy)
		m := d.marked(clientColumns, stateColumns, unsettled, settled)
		d.say(&t, []string{
			"Send everybody in the {name} column of {file} whose {state} is {yes} an email with the subject {subject} that gives their {id} and {amount}",
			"Everyone under {name} in {file} with {yes} as the {state} should get an email, subject {subject}, with the {id} and the {amount}",
			"For each {name} whose {state} is {yes} in {file}, write a mail under the subject {subject} naming the {id} and the {amount}",
		}, values{"name": m.name, "file": file, "state": m.state, "yes": m.yes, "subject": subject, "id": m.id, "amount": m.amount})
		t.bed.workbook(file, m.rows)
		t.do("excel_agent", "Choose the rows of "+file+" that are "+m.yes, call("excel.filter",
			args{"file_path": file, "column": m.state, "value": m.yes, "columns": list(m.name, m.id, m.amount)}))
		var each []demo.Action
		for _, r := range m.chosen {
			name, id, amount := r[0].(string), r[1].(string), spelled(r[2])
			t.checks = append(t.checks, mailed(name, "Subject: "+subject, id, amount), once(name, subject))
			for _, other := range m.rows[1:] {
				if other[1] != id {
					t.checks = append(t.checks, lacks("txt", "emails/"+name+"/"+subject+".eml", other[1].(string)))
				}
			}
			each = append(each, call("email.send", args{"to": list(name), "subject": subject, "content": id + ": " + amount}))
		}
		t.do("email_agent", "Send each of them a mail", each...)
		for _, r := range m.left {
			t.checks = append(t.checks, unwritten(r[0].(string)))
		}
		return t
	}}
}

func certificates() family {
	return family{name: "certificates", level: 2, apps: []string{"excel", "pdf"}, make: func(d *draw) task {
		t, file, course := d.asked(), d.fileOf(courseStems, ".xlsx"), d.one(courses)
		m := d.marked(traineeColumns, resultColumns, passed, failing)
		d.say(&t, []string{
			"For everybody in the {name} column of {file} whose {state} is {yes} make a pdf named after them that says they completed {course}",
			"Each {name} with {yes} as the {state} in {file} gets a certificate: a pdf under their name saying that they completed {course}",
			"Please write a pdf for every {name} in {file} whose {state} is {yes}, called like the person, which says the person completed {course}",
		}, values{"name": m.name, "file": file, "state": m.state, "yes": m.yes, "course": course})
		t.bed.workbook(file, m.rows)
		t.do("excel_agent", "Choose who in "+file+" is "+m.yes, call("excel.filter",
			args{"file_path": file, "column": m.state, "value": m.yes, "columns": list(m.name)}))
		var each []demo.Action
		for _, r := range m.chosen {
			name := r[0].(string)
			t.checks = append(t.checks, fileHas("pdf", "data/"+name+".pdf", name, course))
			each = append(each, call("pdf.create", args{"file_path": name + ".pdf", "content": name + " completed " + course}))
		}
		t.do("pdf_ocr_agent", "Write a certificate for each of them", each...)
		for _, r := range m.left {
			t.checks = append(t.checks, absent("data/"+r[0].(string)+".pdf"))
		}
		return t
	}}
}

func onboarding() family {
	return family{name: "onboarding", level: 3, apps: []string{"excel", "system", "email", "calendar"}, make: func(d *draw) task {
		t, file, parent, subject, title := d.asked(), d.fileOf(starterStems, ".xlsx"), "data/"+d.one(shelves), d.one(welcomes), d.one(inductions)
		content := "please ask for " + d.one(people) + " at the " + d.one(facilities)
		d.say(&t, []string{
			`For everyone in {file} make a folder in "{parent}", send them an email with the subject "{subject}" that says "{content}", and put the event "{title}" into their calendar at their Start`,
			`Each Name in {file} begins soon: create their folder in "{parent}", mail them "{content}" under the subject "{subject}" and enter "{title}" in their calendar at the time of their Start`,
			`Please prepare for all the people in {file}: a folder of their own in "{parent}", an email, subject "{subject}", with the text "{content}", and the event "{title}" in their calendar when they Start`,
		}, values{"file": file, "parent": parent, "subject": subject, "content": content, "title": title})
		rows := []row{{"Name", "Start", "Team"}}
		for _, name := range d.some(d.several(), outsiders) {
			rows = append(rows, row{name, d.ahead(t.date, 3, 40) + " " + clock(15*d.between(4*8, 4*11)), d.one(groups)})
		}
		t.bed.workbook(file, rows)
		t.bed.add(parent+"/readme.txt", []byte(sentence(d.statement())+".\n"), nil)
		t.do("system_agent", "See what is in "+parent, call("system.list_files", args{"folder": parent}))
		t.do("excel_agent", "Read who starts in "+file, call("excel.read", args{"file_path": file}))
		for _, r := range rows[1:] {
			name, start := r[0].(string), r[1].(string)
			t.checks = append(t.checks, check{"evaluate_file_exist", map[string]any{"file": parent + "/" + name}},
				mailed(name, "Subject: "+subject, content), once(name, subject),
				fileHas("ics", calendarOf(name), "SUMMARY:"+title, "DTSTART:"+stamp(start)), apart(name))
			t.do("system_agent", "Make a folder for "+name, call("system.make_folder", args{"folder": parent + "/" + name}))
			t.do("email_agent", "Welcome "+name, call("email.send", args{"to": list(name), "subject": subject, "content": content}))
			t.do("calendar_agent", "Put the event into the calendar of "+name,
				call("calendar.create_event", args{"user": name, "summary": title, "start": start}))
		}
		return t
	}}
}
