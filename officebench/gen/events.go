package main

// Work in calendars. Each function is one family: how values make a task, the committed
// tasks, and how another is drawn.

// busy is a calendar's usual content, so that a new event is not alone.
func busy(day string) []event {
	return []event{
		{"Team standup", day + " 08:30", day + " 08:45", "Room 2"},
		{"Lunch with the auditors", day + " 12:30", day + " 13:15", ""},
	}
}

func calendarOf(user string) string { return "calendar/" + user + ".ics" }

// held checks that a calendar has an event.
func held(user, summary, start, end string) check {
	return fileHas("ics", calendarOf(user), "SUMMARY:"+summary, "DTSTART:"+stamp(start), "DTEND:"+stamp(end))
}

func meetings() family {
	fam := family{name: "meeting", level: 1, apps: []string{"calendar"}}
	build := func(t task, who, summary, day, start, end string) task {
		t.bed.calendar(who, busy(day)...)
		t.changes = []string{calendarOf(who)}
		t.checks = []check{fileHas("ics", calendarOf(who), "SUMMARY:"+summary,
			"DTSTART:"+stamp(day+" "+start), "DTEND:"+stamp(day+" "+end), "SUMMARY:Team standup")}
		t.do("calendar_agent", "Create the event "+summary+" in "+who+"'s calendar",
			call("calendar.create_event", args{"user": who, "summary": summary, "start": day + " " + start, "end": day + " " + end}))
		return t
	}
	add := func(user, who, summary, day, start, end, text string) {
		fam.tasks = append(fam.tasks, build(asked(user, "2026-05-04", "9:00 AM", text), who, summary, day, start, end))
	}
	add("Olivia", "Marcus", "supplier call", "2026-05-14", "10:00", "11:15",
		"Put a supplier call for Marcus in the calendar on 5/14/2026 from 10:00 am to 11:15 am")
	add("Ben", "Aisha", "design walkthrough", "2026-06-18", "13:30", "14:15",
		"Could you please book a design walkthrough for Aisha on Thursday, June 18 2026 between 1:30 pm and 2:15 pm?")
	add("Farid", "Chloe", "warehouse visit", "2026-07-02", "09:00", "12:00",
		"Chloe needs a warehouse visit in her diary, 2 July 2026, starting 9 am and ending at noon. Thanks!")
	fam.make = func(d *draw) task {
		t, who, summary := d.asked(), d.one(people), d.pair(matters, meetingKinds)
		day := d.soon(t.date)
		start, end := d.span()
		d.say(&t, []string{
			"Put {a summary} for {who} in the calendar {on day} from {at start} to {at end}",
			"Could you please book {a summary} for {who} {on day} between {at start} and {at end}?",
			"{who} needs {a summary} in the diary, {day day}, starting {at start} and ending at {at end}. Thanks!",
		}, values{"who": who, "summary": summary, "day": day, "start": start, "end": end})
		t = build(t, who, summary, day, start, end)
		t.checks = append(t.checks, apart(who))
		return t
	}
	return fam
}

func reminders() family {
	fam := family{name: "reminder", level: 1, apps: []string{"calendar"}}
	build := func(t task, who, summary, day, at string) task {
		t.bed.calendar(who, busy(day)...)
		t.changes = []string{calendarOf(who)}
		t.checks = []check{held(who, summary, day+" "+at, day+" "+at)}
		t.do("calendar_agent", "Put the reminder "+summary+" into "+who+"'s calendar",
			call("calendar.create_event", args{"user": who, "summary": summary, "start": day + " " + at, "end": day + " " + at}))
		return t
	}
	add := func(user, who, summary, day, at, text string) {
		fam.tasks = append(fam.tasks, build(asked(user, "2026-05-04", "9:00 AM", text), who, summary, day, at))
	}
	add("Olivia", "Hugo", "renew the insurance", "2026-05-21", "16:30",
		"Set a reminder for Hugo to renew the insurance on 5/21/2026 at 4:30 pm")
	add("Ines", "Jonas", "water the plants", "2026-08-03", "08:00",
		"Jonas should be reminded to water the plants on August 3, 2026 at 8 am, please")
	add("Tom", "Kira", "send the tax forms", "2026-09-30", "11:45",
		"At 11:45 on 30 September 2026 remind Kira to send the tax forms")
	fam.make = func(d *draw) task {
		t, who, summary := d.asked(), d.one(people), d.pair(verbs, things)
		day, at := d.soon(t.date), clock(15*d.between(4*7, 4*18))
		d.say(&t, []string{
			"Set a reminder for {who} to {summary} {on day} at {at at}",
			"{who} should be reminded to {summary} {on day} at {at at}, please",
			"At {at at} {on day} remind {who} to {summary}",
		}, values{"who": who, "summary": summary, "day": day, "at": at})
		t = build(t, who, summary, day, at)
		t.checks = append(t.checks, fileHas("ics", calendarOf(who), "SUMMARY:Team standup", "SUMMARY:Lunch with the auditors"))
		return t
	}
	return fam
}

func moves() family {
	fam := family{name: "move", level: 1, apps: []string{"calendar"}}
	build := func(t task, who, summary string, minutes int, from, to string) task {
		t.bed.calendar(who, append(busy(from[:10]), event{summary, from, later(from, minutes), "Room 5"})...)
		t.changes = []string{calendarOf(who)}
		t.checks = []check{held(who, summary, to, later(to, minutes)), lacks("ics", calendarOf(who), "DTSTART:"+stamp(from))}
		t.do("calendar_agent", "Move the "+summary+" in "+who+"'s calendar",
			call("calendar.move_event", args{"user": who, "summary": summary, "start": to}))
		return t
	}
	add := func(user, who, summary string, minutes int, from, to, text string) {
		fam.tasks = append(fam.tasks, build(asked(user, "2026-05-11", "8:45 AM", text), who, summary, minutes, from, to))
	}
	add("Greta", "Tom", "Budget talk", 60, "2026-05-19 15:00", "2026-05-20 10:30",
		"Move the Budget talk in Tom's calendar to 5/20/2026 at 10:30 am")
	add("Ben", "Priya", "Kickoff", 90, "2026-06-09 10:00", "2026-06-11 14:00",
		"Please reschedule the Kickoff for Priya, to 11 June 2026 at 2 pm")
	add("Dana", "Diego", "Dentist appointment", 30, "2026-07-14 08:00", "2026-07-16 16:15",
		"Diego's Dentist appointment has to shift to Thursday, July 16, 2026, 4:15 pm")
	fam.make = func(d *draw) task {
		t, who, summary := d.asked(), d.one(people), sentence(d.pair(matters, meetingKinds))
		from := d.soon(t.date)
		to := d.ahead(from, 1, 9)
		before, _ := d.span()
		at, _ := d.span()
		d.say(&t, []string{
			"Move the {summary} in {who}'s calendar to {day to} at {at at}",
			"Please reschedule the {summary} for {who}, to {day to} at {at at}",
			"{who}'s {summary} has to shift to {day to}, {at at}",
		}, values{"who": who, "summary": summary, "to": to, "at": at})
		minutes := 15 * d.between(2, 5)
		t = build(t, who, summary, minutes, from+" "+before, to+" "+at)
		other := d.one(people) // has the same event, and keeps it
		t.bed.calendar(other, append(busy(from), event{summary, from + " " + before, later(from+" "+before, minutes), "Room 5"})...)
		t.checks = append(t.checks, apart(who), fileHas("ics", calendarOf(who), "SUMMARY:Team standup", "SUMMARY:Lunch with the auditors"))
		return t
	}
	return fam
}

func cancellations() family {
	fam := family{name: "cancel", level: 1, apps: []string{"calendar"}}
	build := func(t task, who, summary string, at string) task {
		other := later(at, 14*24*60) // the next of its kind stays
		t.bed.calendar(who, append(busy(at[:10]), event{summary, at, later(at, 45), ""}, event{summary, other, later(other, 45), ""})...)
		t.changes = []string{calendarOf(who)}
		t.checks = []check{lacks("ics", calendarOf(who), "DTSTART:"+stamp(at)),
			fileHas("ics", calendarOf(who), "SUMMARY:"+summary, "DTSTART:"+stamp(other), "SUMMARY:Team standup", "SUMMARY:Lunch with the auditors")}
		t.do("calendar_agent", "Delete the "+summary+" from "+who+"'s calendar",
			call("calendar.delete_event", args{"user": who, "summary": summary, "start": at[:10]}))
		return t
	}
	add := func(user, who, summary string, at, text string) {
		fam.tasks = append(fam.tasks, build(asked(user, "2026-05-11", "8:45 AM", text), who, summary, at))
	}
	add("Mona", "Ines", "Yoga class", "2026-05-26 17:00",
		"Cancel the Yoga class on 5/26/2026 in Ines's calendar")
	add("Tom", "Farid", "Book club", "2026-06-04 18:30",
		"Please take the Book club of June 4, 2026 out of Farid's calendar")
	add("Priya", "Liam", "Fire drill", "2026-09-15 10:00",
		"Liam's Fire drill on 15 September 2026 is off, delete it")
	fam.make = func(d *draw) task {
		t, who, summary := d.asked(), d.one(people), sentence(d.pair(matters, meetingKinds))
		day := d.soon(t.date)
		at, _ := d.span()
		d.say(&t, []string{
			"Cancel the {summary} {on day} in {who}'s calendar",
			"Please take the {summary} of {date day} out of {who}'s calendar",
			"{who}'s {summary} {on day} is off, delete it",
		}, values{"who": who, "summary": summary, "day": day})
		t = build(t, who, summary, day+" "+at)
		other := d.one(people) // has the same event, and keeps it
		t.bed.calendar(other, event{summary, day + " " + at, later(day+" "+at, 45), ""})
		return t
	}
	return fam
}
