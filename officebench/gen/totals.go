package main

import (
	"fmt"
	"strconv"
)

// Work that adds up: one sum in a mail, sums by group in a document, and that
// document in a mail.

// spell writes a number as people do: 1234.5.
func spell(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// total adds up a column, in cents, so that no fraction is lost.
func total(rows []row, column int) float64 {
	cents := 0
	for _, r := range rows[1:] {
		cents += centsOf(r[column])
	}
	return float64(cents) / 100
}

func centsOf(v any) int {
	switch v := v.(type) {
	case int:
		return 100 * v
	case float64:
		return int(v*100 + 0.5)
	}
	return 0
}

// totals adds up a column for each value of another, in the order in which
// these come.
func totals(rows []row, by, column int) (names []string, sums []float64) {
	cents := map[string]int{}
	for _, r := range rows[1:] {
		name := fmt.Sprint(r[by])
		if _, ok := cents[name]; !ok {
			names = append(names, name)
		}
		cents[name] += centsOf(r[column])
	}
	for _, n := range names {
		sums = append(sums, float64(cents[n])/100)
	}
	return names, sums
}

// totalKeywords are the names and sums of a roll-up.
func totalKeywords(rows []row, by, column int) []string {
	var out []string
	names, sums := totals(rows, by, column)
	for i, n := range names {
		out = append(out, n, spell(sums[i]))
	}
	return out
}

// totalLines are the same, a line each.
func totalLines(rows []row, by, column int) []string {
	var out []string
	names, sums := totals(rows, by, column)
	for i, n := range names {
		out = append(out, n+": "+spell(sums[i]))
	}
	return out
}

// grouped draws a table in which groups occur several times, sometimes with an extra
// column. It returns the rows, and the columns of groups and of numbers.
func (d *draw) grouped() (rows []row, by, column int) {
	names := d.some(d.between(2, 4), groups)
	more := append(append([]string(nil), names...), names[:d.between(1, len(names))]...)
	if d.chance(50) {
		more = append(more, names[d.IntN(len(names))])
	}
	d.Shuffle(len(more), func(i, j int) { more[i], more[j] = more[j], more[i] })
	group, number, other := d.one(groupColumns), d.one(numberColumns), d.one(peopleColumns)
	by, column = 0, 1
	if d.chance(50) {
		by, column = 1, 0
	}
	wide := d.chance(50)
	for _, cells := range append([]row{{group, number, other}}, d.groupRows(more)...) {
		r := make(row, 2)
		r[by], r[column] = cells[0], cells[1]
		if wide {
			r = append(r, cells[2])
		}
		rows = append(rows, r)
	}
	return rows, by, column
}

func (d *draw) groupRows(names []string) []row {
	var rows []row
	for _, n := range names {
		rows = append(rows, row{n, d.amount(), outsiders[d.IntN(len(outsiders))]})
	}
	return rows
}

func expenses() family {
	fam := family{name: "expense", level: 2, apps: []string{"excel", "email"}}
	build := func(t task, to, file string, column int, rows []row) task {
		t.bed.workbook(file, rows)
		sum, header := spell(total(rows, column)), spelled(rows[0][column])
		t.checks = []check{mailed(to, "Total", sum)}
		t.do("excel_agent", "Add up the "+header+" column of "+file,
			call("excel.aggregate", args{"file_path": file, "column": header, "op": "sum"}))
		t.do("email_agent", "Send "+to+" the total",
			call("email.send", args{"to": list(to), "subject": "Total", "content": header + ": " + sum}))
		return t
	}
	add := func(user, to, file string, column int, rows []row, text string) {
		fam.tasks = append(fam.tasks, build(asked(user, "2026-06-01", "9:30 AM", text), to, file, column, rows))
	}
	add("Olivia", "Hugo", "travel.xlsx", 2, []row{{"Date", "What", "Cost"}, {"2026-05-04", "Train", 84.5}, {"2026-05-05", "Hotel", 236},
		{"2026-05-06", "Taxi", 31.25}, {"2026-05-06", "Dinner", 47.8}},
		"Sum the Cost column in travel.xlsx and send Hugo the total by email")
	add("Chloe", "Marcus", "invoices.xlsx", 1, []row{{"Invoice", "Net", "Tax"}, {"R-101", 1200, 240}, {"R-102", 860.4, 172.08}, {"R-103", 415, 83}},
		"Please work out the sum of the Net column of invoices.xlsx and mail it to Marcus")
	add("Farid", "Greta", "donations.xlsx", 1, []row{{"Donor", "Gift"}, {"Hill School", 150}, {"Rotary", 900}, {"Anonymous", 75.5}, {"Bakery", 60}, {"Choir", 212}},
		"Greta wants an email with the total of the Gift column from donations.xlsx")
	fam.make = func(d *draw) task {
		t, to, file := d.asked(), d.one(people), d.file(".xlsx")
		s := d.sheet(d.one(goodsColumns), d.some(d.between(3, 9), goods), numberColumns)
		column := s.numbers[d.IntN(len(s.numbers))]
		d.say(&t, []string{
			"Sum the {column} column in {file} and send {to} the total by email",
			"Please work out the sum of the {column} column of {file} and mail it to {to}",
			"{to} wants an email with the total of the {column} column from {file}",
		}, values{"column": s.header(column), "file": file, "to": to})
		t = build(t, to, file, column, s.rows)
		t.checks = []check{mailed(to, spell(total(s.rows, column))), unwritten(d.one(people))}
		return t
	}
	return fam
}

func rollups() family {
	fam := family{name: "rollup", level: 2, apps: []string{"excel", "word"}}
	build := func(t task, file, target string, by, column int, rows []row) task {
		t.bed.workbook(file, rows)
		t.checks = []check{fileHas("docx", "data/"+target, totalKeywords(rows, by, column)...)}
		t.aggregate(file, rows, by, column)
		t.do("word_agent", "Write the totals to "+target,
			call("word.create", args{"file_path": target, "lines": list(totalLines(rows, by, column)...)}))
		return t
	}
	add := func(user, file, target string, by, column int, rows []row, text string) {
		fam.tasks = append(fam.tasks, build(asked(user, "2026-06-05", "4:00 PM", text), file, target, by, column, rows))
	}
	add("Mona", "week.xlsx", "summary.docx", 1, 2, []row{{"Day", "Category", "Spent"}, {"Mon", "Fuel", 60.5}, {"Mon", "Food", 18.2}, {"Tue", "Food", 22.4},
		{"Wed", "Tools", 149}, {"Thu", "Fuel", 58}, {"Fri", "Food", 19.9}},
		"Add up Spent by Category in week.xlsx and write the totals to summary.docx")
	add("Ben", "sales.xlsx", "regions.docx", 0, 2, []row{{"Region", "Client", "Revenue"}, {"North", "Abel", 5200}, {"South", "Bram", 3100}, {"North", "Cora", 1850},
		{"West", "Dirk", 990}, {"South", "Evi", 2475}},
		"For each Region in sales.xlsx total the Revenue, and put the result in the document regions.docx")
	add("Kira", "hours.xlsx", "projects.docx", 2, 1, []row{{"Person", "Hours", "Project"}, {"Tom", 12, "Bridge"}, {"Aisha", 7.5, "Tunnel"}, {"Ben", 9, "Bridge"},
		{"Tom", 3.25, "Survey"}, {"Greta", 16.5, "Tunnel"}},
		"Please create projects.docx with the totals of Hours per Project from hours.xlsx")
	fam.make = func(d *draw) task {
		t, file, target := d.asked(), d.file(".xlsx"), d.file(".docx")
		rows, by, column := d.grouped()
		d.say(&t, []string{
			"Add up {column} by {group} in {file} and write the totals to {target}",
			"For each {group} in {file} total the {column}, and put the result in the document {target}",
			"Please create {target} with the totals of {column} per {group} from {file}",
		}, values{"column": spelled(rows[0][column]), "group": spelled(rows[0][by]), "file": file, "target": target})
		return build(t, file, target, by, column, rows)
	}
	return fam
}

// aggregate plans a roll-up's sums.
func (t *task) aggregate(file string, rows []row, by, column int) {
	t.do("excel_agent", fmt.Sprintf("Add up %s by %s in %s", rows[0][column], rows[0][by], file),
		call("excel.aggregate", args{"file_path": file, "column": rows[0][column], "op": "sum", "group_by": rows[0][by]}))
}

func mailedRollups() family {
	fam := family{name: "mailed-rollup", level: 3, apps: []string{"excel", "word", "email"}}
	build := func(t task, to, subject, file, target string, by, column int, rows []row) task {
		t.bed.workbook(file, rows)
		words := totalKeywords(rows, by, column)
		t.checks = []check{fileHas("docx", "data/"+target, words...),
			mailed(to, append([]string{"Subject: " + subject}, words...)...), attached(to, subject, target)}
		t.aggregate(file, rows, by, column)
		lines := totalLines(rows, by, column)
		t.do("word_agent", "Write the totals to "+target, call("word.create", args{"file_path": target, "lines": list(lines...)}))
		t.do("email_agent", "Mail "+target+" to "+to,
			call("email.send", args{"to": list(to), "subject": subject, "content": joined(lines), "attachments": list(target)}))
		return t
	}
	add := func(user, to, subject, file, target string, by, column int, rows []row, text string) {
		fam.tasks = append(fam.tasks, build(asked(user, "2026-06-26", "3:30 PM", text), to, subject, file, target, by, column, rows))
	}
	add("Priya", "Diego", "Weekly costs", "costs.xlsx", "costs.docx", 0, 1, []row{{"Team", "Cost"}, {"Lab", 320.5}, {"Office", 88}, {"Lab", 120}, {"Field", 412.75}, {"Office", 35.2}},
		"Total the Cost by Team in costs.xlsx, write it to costs.docx and email that to Diego with the subject Weekly costs")
	add("Marcus", "Kira", "Mileage June", "mileage.xlsx", "mileage.docx", 1, 2, []row{{"Date", "Driver", "Distance"}, {"2026-06-02", "Otto", 142}, {"2026-06-03", "Ruth", 87.5},
		{"2026-06-09", "Otto", 210}, {"2026-06-16", "Walter", 64}, {"2026-06-18", "Ruth", 133}},
		`Please add up the Distance per Driver in mileage.xlsx, put the totals into a document mileage.docx and send it to Kira, subject "Mileage June"`)
	add("Elena", "Farid", "Stall takings", "fair.xlsx", "takings.docx", 2, 1, []row{{"Hour", "Takings", "Stall"}, {10, 45.5, "Books"}, {10, 80, "Cakes"}, {11, 62, "Books"},
		{11, 118.4, "Cakes"}, {12, 27, "Plants"}},
		"Could you sum Takings for each Stall in fair.xlsx, save the sums in takings.docx and mail the document to Farid under the subject Stall takings?")
	fam.make = func(d *draw) task {
		t, to, subject, file, target := d.asked(), d.one(people), d.pair(papers, topics), d.file(".xlsx"), d.file(".docx")
		rows, by, column := d.grouped()
		d.say(&t, []string{
			"Total the {column} by {group} in {file}, write it to {target} and email that to {to} with the subject {subject}",
			`Please add up the {column} per {group} in {file}, put the totals into a document {target} and send it to {to}, subject "{subject}"`,
			"Could you sum {column} for each {group} in {file}, save the sums in {target} and mail the document to {to} under the subject {subject}?",
		}, values{"column": spelled(rows[0][column]), "group": spelled(rows[0][by]), "file": file, "target": target, "to": to, "subject": subject})
		t = build(t, to, subject, file, target, by, column, rows)
		// The mail may leave out the totals: they are in the document that it brings.
		t.checks = []check{t.checks[0], mailed(to, "Subject: "+subject), attached(to, subject, target), once(to, subject), unwritten(d.one(people))}
		return t
	}
	return fam
}
