package main

import (
	"fmt"
	"strconv"
)

// The tasks of two apps.

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

func expenses() family {
	fam := family{name: "expense", level: 2, apps: []string{"excel", "email"}}
	add := func(user, to, file string, column int, rows []row, text string) {
		t := task{user: user, date: "2026-06-01", clock: "9:30 AM", text: text, bed: newTestbed()}
		t.bed.workbook(file, rows)
		t.checks = []check{mailed(to, "Total", spell(total(rows, column)))}
		fam.tasks = append(fam.tasks, t)
	}
	add("Olivia", "Hugo", "travel.xlsx", 2, []row{{"Date", "What", "Cost"}, {"2026-05-04", "Train", 84.5}, {"2026-05-05", "Hotel", 236},
		{"2026-05-06", "Taxi", 31.25}, {"2026-05-06", "Dinner", 47.8}},
		"Sum the Cost column in travel.xlsx and send Hugo the total by email")
	add("Chloe", "Marcus", "invoices.xlsx", 1, []row{{"Invoice", "Net", "Tax"}, {"R-101", 1200, 240}, {"R-102", 860.4, 172.08}, {"R-103", 415, 83}},
		"Please work out the sum of the Net column of invoices.xlsx and mail it to Marcus")
	add("Farid", "Greta", "donations.xlsx", 1, []row{{"Donor", "Gift"}, {"Hill School", 150}, {"Rotary", 900}, {"Anonymous", 75.5}, {"Bakery", 60}, {"Choir", 212}},
		"Greta wants an email with the total of the Gift column from donations.xlsx")
	return fam
}

func mailedLists() family {
	fam := family{name: "mailed-list", level: 2, apps: []string{"email", "system", "excel"}}
	add := func(user, from, subject, file, text string, list []row) {
		t := task{user: user, date: "2026-06-02", clock: "1:00 PM", text: text, bed: newTestbed(), reference: map[string][]byte{}}
		t.bed.mail(user, from, subject, "2026-06-01 16:20", commaLines(list))
		t.bed.mail(user, from, "Canteen closed", "2026-05-28 08:00", "The canteen is closed on Friday.\n")
		data, err := workbook(list)
		if err != nil {
			t.bed.err = err
		}
		t.reference[file] = data
		t.checks = []check{same("data/"+file, file)}
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
	return fam
}

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

func rollups() family {
	fam := family{name: "rollup", level: 2, apps: []string{"excel", "word"}}
	add := func(user, file, target string, by, column int, rows []row, text string) {
		t := task{user: user, date: "2026-06-05", clock: "4:00 PM", text: text, bed: newTestbed()}
		t.bed.workbook(file, rows)
		t.checks = []check{holds("docx", "data/"+target, totalKeywords(rows, by, column)...)}
		fam.tasks = append(fam.tasks, t)
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
	return fam
}

func pdfTexts() family {
	fam := family{name: "pdf-text", level: 2, apps: []string{"pdf", "word"}}
	add := func(user, file, target, title, text string, content ...string) {
		t := task{user: user, date: "2026-06-08", clock: "10:10 AM", text: text, bed: newTestbed()}
		t.bed.pdf(file, title, content...)
		t.checks = []check{holds("docx", "data/"+target, append([]string{title}, content...)...)}
		fam.tasks = append(fam.tasks, t)
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
	return fam
}

func eventLists() family {
	fam := family{name: "event-list", level: 2, apps: []string{"calendar", "excel"}}
	add := func(user, who, day, target, text string, events ...event) {
		t := task{user: user, date: "2026-06-09", clock: "7:50 AM", text: text, bed: newTestbed(), reference: map[string][]byte{}}
		rows := []row{{"start", "end", "summary", "location"}}
		for _, e := range events {
			rows = append(rows, row{e.start + ":00", e.end + ":00", e.summary, cellText(e.place)})
		}
		events = append(events, busy(later(day+" 00:00", 24*60)[:10])...)
		t.bed.calendar(who, events...)
		data, err := workbook(rows)
		if err != nil {
			t.bed.err = err
		}
		t.reference[target] = data
		t.checks = []check{same("data/"+target, target)}
		fam.tasks = append(fam.tasks, t)
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
	return fam
}

// cellText is a text as a cell, an empty one as none.
func cellText(s string) any {
	if s == "" {
		return nil
	}
	return s
}
