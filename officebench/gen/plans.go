package main

import (
	"strings"

	"legomem/agents/demo"
)

// Work that brings a plan into people's calendars.

func shiftPlans() family {
	return family{name: "shift-plan", level: 2, apps: []string{"excel", "calendar"}, make: func(d *draw) task {
		t, file := d.asked(), d.fileOf(shiftStems, ".xlsx")
		d.say(&t, []string{
			"Put every shift of {file} into the calendar of the person who has it",
			"Please enter the shifts from {file} in the calendars of the people",
			"Each row of {file} is a shift: create the event in the calendar of its Person",
		}, values{"file": file})
		rows := []row{{"Person", "Date", "From", "To", "Shift"}}
		staff := d.some(d.several(), people)
		if len(staff) > 2 && d.chance(30) { // one works on two days
			staff = append(staff, staff[0])
		}
		t.do("excel_agent", "Read the plan "+file, call("excel.read", args{"file_path": file}))
		var each []demo.Action
		for i, who := range staff {
			day, from := d.ahead(t.date, 1+3*i, 3+3*i), 30*d.between(2*6, 2*15)
			start, end, title := clock(from), clock(from+60*d.between(3, 8)), shifts[d.IntN(len(shifts))]
			rows = append(rows, row{who, day, start, end, title})
			t.checks = append(t.checks, held(who, title, day+" "+start, day+" "+end), apart(who))
			t.changes = append(t.changes, calendarOf(who))
			each = append(each, call("calendar.create_event", args{"user": who, "summary": title, "start": day + " " + start, "end": day + " " + end}))
		}
		t.do("calendar_agent", "Put each shift into its person's calendar", each...)
		t.bed.workbook(file, rows)
		t.bed.workbook("last_week_"+file, []row{rows[0], {d.one(people), d.ahead(t.date, -9, -5), "08:00", "12:00", d.one(shifts)}})
		t.bed.calendar(staff[0], busy(t.date)...)
		t.checks = append(t.checks, fileHas("ics", calendarOf(staff[0]), "SUMMARY:Team standup", "SUMMARY:Lunch with the auditors"))
		return t
	}}
}

// toDo finds the lines of minutes that give somebody something to do.
const toDo = `To do: (?P<person>[^,]+), (?P<task>.+), (?P<day>[0-9-]+)`

func minutes() family {
	return family{name: "minutes", level: 3, apps: []string{"word", "calendar", "email"}, make: func(d *draw) task {
		t, file, to, subject := d.asked(), d.fileOf(minuteStems, ".docx"), d.one(people), d.pair(papers, sittings)
		d.say(&t, []string{
			"Put each to do of the minutes {file} into the calendar of the person it is for, as an all-day event on its day, and email the minutes to {to} with the subject {subject}",
			"Please enter every to do in {file} as an event for the whole of its day in that person's calendar, then mail the document to {to}, subject {subject}",
			"The minutes {file} say who is to do what: make an all-day event of each to do in the calendar of that person, and send the document to {to} under the subject {subject}",
		}, values{"file": file, "to": to, "subject": subject})
		lines := []string{"Present: " + d.one(people) + " and " + d.one(people), d.one(linesOfPaper)}
		t.do("word_agent", "Read "+file, call("word.read", args{"file_path": file}))
		rows := []row{}
		for _, who := range d.some(d.several(), people) {
			rows = append(rows, row{who, d.pair(verbs, things), d.ahead(t.date, 2, 30)})
			lines = append(lines, "To do: "+commas(rows[len(rows)-1]))
		}
		idle := d.one(people)
		lines = append(lines, "Done: "+commas(row{idle, d.pair(verbs, things), d.ahead(t.date, -30, -5)}), d.one(linesOfPaper))
		title := d.one(titles)
		t.bed.document(file, title, lines...)
		t.do("system_agent", "Take out who is to do what", call("system.parse_table", args{"lines": list(append([]string{title}, lines...)...), "pattern": toDo}))
		var each []demo.Action
		for _, r := range rows {
			who, what, start := r[0].(string), r[1].(string), r[2].(string)
			t.checks = append(t.checks, fileHas("ics", calendarOf(who), "SUMMARY:"+what, "DTSTART:"+strings.ReplaceAll(start, "-", "")), apart(who))
			each = append(each, call("calendar.create_event", args{"user": who, "summary": what, "start": start}))
		}
		t.do("calendar_agent", "Put each into the calendar of its person", each...)
		t.do("email_agent", "Mail "+file+" to "+to,
			call("email.send", args{"to": list(to), "subject": subject, "content": "Attached is " + file, "attachments": list(file)}))
		t.checks = append(t.checks, mailed(to, "Subject: "+subject), attached(to, subject, file), once(to, subject), absent(calendarOf(idle)))
		return t
	}}
}

// commas is a row as one line.
func commas(r row) string {
	line := commaLines([]row{r})
	return line[:len(line)-1]
}
