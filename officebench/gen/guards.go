package main

// Work in which what is found decides what is done.

// way chooses one of two ways: the first two tasks, which are demonstrated, show both,
// the one with more steps first.
func (d *draw) way() bool {
	if d.instance < 2 {
		return d.instance == 0
	}
	return d.chance(50)
}

func reorders() family {
	return family{name: "reorder", level: 2, apps: []string{"excel", "system", "email"}, make: func(d *draw) task {
		t, file, to, subject := d.asked(), d.fileOf(storeStems, ".xlsx"), d.one(people), d.one(shortages)
		column, count, least, seen, word := d.one(goodsColumns), d.one(countColumns), d.one(leastColumns), d.one(seenColumns), d.one(seenWords)
		rows := []row{{column, count, least, seen}}
		for _, item := range d.some(d.between(3, 8), goods) {
			n := d.between(11, 60)
			rows = append(rows, row{item, n, n + d.between(1, 9)*(1-2*d.IntN(2)), nil})
		}
		at := d.between(1, len(rows)-1)
		item, n := rows[at][0].(string), rows[at][1].(int)
		short := d.way()
		rows[at][2] = n - d.between(0, 4)
		if short {
			rows[at][2] = n + d.between(1, 9)
		}
		d.say(&t, []string{
			"Check {item} in the {column} column of {file}: if its {count} is under its {least}, email that number to {to} with the subject {subject}; in any case set its {seen} to {word}",
			"Set {seen} to {word} for {item} in the {column} column of {file}, and when its {count} is below its {least}, mail it to {to} under the subject {subject}",
			"Please look at {item} by the {column} column of {file}: its {seen} becomes {word}, and only if there is less {count} than {least}, {to} gets an email, subject {subject}, that says how much there is",
		}, values{"item": item, "column": column, "file": file, "count": count, "least": least, "seen": seen, "word": word, "to": to, "subject": subject})
		t.bed.workbook(file, rows)
		for _, wanted := range []string{count, least} {
			t.do("excel_agent", "Look up the "+wanted+" of "+item,
				call("excel.lookup", args{"file_path": file, "column": column, "value": item, "return_column": wanted}))
		}
		t.do("system_agent", "Compare them", call("system.compare", args{"left": n, "op": "lt", "right": rows[at][2]}))
		t.checks = []check{unwritten(to)}
		if short {
			t.checks = []check{mailed(to, "Subject: "+subject, spelled(n)), once(to, subject)}
			t.do("email_agent", "Tell "+to, call("email.send", args{"to": list(to), "subject": subject, "content": count + ": " + spelled(n)}))
		}
		t.do("excel_agent", "Set "+seen+" of "+item+" in "+file,
			call("excel.update", args{"file_path": file, "where_column": column, "where_value": item, "column": seen, "value": word}))
		changed := clone(rows)
		changed[at][3] = word
		t.changes = []string{"data/" + file}
		t.checks = append(t.checks, t.expect(file, changed))
		return t
	}}
}

func roomBookings() family {
	return family{name: "room-booking", level: 2, apps: []string{"calendar", "email"}, make: func(d *draw) task {
		t, room, title, who := d.asked(), d.one(rooms), sentence(d.pair(matters, meetingKinds)), d.one(people)
		day := d.soon(t.date)
		start, end := d.span()
		d.say(&t, []string{
			"Book {room} {on day} from {at start} to {at end} as {title} and invite {who}; if it is taken then, email them under that title what is in the way",
			"If {room} is free {on day} between {at start} and {at end}, reserve it as {title} and invite {who}, otherwise tell them by email with this subject what takes place there",
			"{who} needs {room} for the {title}, {day day}, {at start} to {at end}: put it into both calendars. Should the room be occupied, send a mail with the title as its subject that says by what",
		}, values{"room": room, "title": title, "day": day, "start": start, "end": end, "who": who})
		begin, until := day+" "+start, day+" "+end
		events := busy(day)
		t.do("calendar_agent", "See what is in "+room+" then", call("calendar.list_events", args{"user": room, "from": begin, "to": until}))
		if d.way() {
			t.changes = []string{calendarOf(room)}
			t.checks = []check{held(room, title, begin, until), apart(room), fileHas("ics", calendarOf(room), "SUMMARY:Team standup"),
				held(who, title, begin, until), apart(who), unwritten(who)}
			t.do("calendar_agent", "Book "+room,
				call("calendar.create_event", args{"user": room, "summary": title, "start": begin, "end": until, "attendees": list(who)}))
		} else {
			other := sentence(d.pair(matters, meetingKinds))
			from := later(begin, -15*d.IntN(2))
			events = append(events, event{other, from, later(from, 15*d.between(2, 3)), ""})
			t.checks = []check{mailed(who, "Subject: "+title, other), once(who, title), absent(calendarOf(who))}
			t.do("email_agent", "Tell "+who, call("email.send", args{"to": list(who), "subject": title, "content": other}))
		}
		t.bed.calendar(room, events...)
		return t
	}}
}

func claims() family {
	return family{name: "claim", level: 3, apps: []string{"excel", "system", "email", "calendar"}, make: func(d *draw) task {
		t, file, boss, judge, subject := d.asked(), d.fileOf(claimStems, ".xlsx"), d.one(people), d.one(people), d.one(claimed)
		title := sentence(d.pair(matters, meetingKinds))
		s := d.sheet("Expense", d.some(d.between(2, 7), outlays), moneyColumns)
		column := s.numbers[0]
		sum := total(s.rows, column)
		over := d.way()
		limit := 10 * (int(sum)/10 + d.between(1, 9))
		if over {
			limit = 10 * (int(sum)/10 - d.between(1, 9))
		}
		day := d.soon(t.date)
		start, end := d.span()
		d.say(&t, []string{
			"Add up the {column} column of {file} and email the total to {boss} with the subject {subject}; if it is over {limit}, also put the event {title} into {judge}'s calendar {on day} from {at start} to {at end}",
			"Tell {boss} by email under the subject {subject} what {column} comes to in {file}, and where that is more than {limit}, enter {title} in the calendar of {judge} {on day}, {at start} to {at end}",
			"Please check the claim {file}: the sum of {column} goes to {boss} by mail, subject {subject}, and should it exceed {limit}, {judge} gets the event {title} {on day} between {at start} and {at end}",
		}, values{"column": s.header(column), "file": file, "limit": spelled(limit), "boss": boss, "subject": subject, "title": title,
			"judge": judge, "day": day, "start": start, "end": end})
		t.bed.workbook(file, s.rows)
		t.bed.calendar(judge, busy(day)...)
		t.checks = []check{mailed(boss, "Subject: "+subject, spell(sum)), once(boss, subject), apart(judge)}
		t.do("excel_agent", "Add up the "+s.header(column)+" column of "+file,
			call("excel.aggregate", args{"file_path": file, "column": s.header(column), "op": "sum"}))
		t.do("system_agent", "Compare it with the limit", call("system.compare", args{"left": sum, "op": "gt", "right": limit}))
		if over {
			t.changes = []string{calendarOf(judge)}
			t.checks = append(t.checks, held(judge, title, day+" "+start, day+" "+end))
			t.do("calendar_agent", "Put it into "+judge+"'s calendar",
				call("calendar.create_event", args{"user": judge, "summary": title, "start": day + " " + start, "end": day + " " + end}))
		}
		t.do("email_agent", "Tell "+boss, call("email.send", args{"to": list(boss), "subject": subject, "content": s.header(column) + ": " + spell(sum)}))
		return t
	}}
}
