package main

// Work in a workbook alone.

func clone(rows []row) []row {
	out := make([]row, len(rows))
	for i, r := range rows {
		out[i] = append(row(nil), r...)
	}
	return out
}

// sheet is a drawn table: a column of names, each of them once, columns of
// numbers, and now and then another, in any order.
type sheet struct {
	rows    []row
	names   int   // the column of names
	numbers []int // the columns of numbers
}

func (d *draw) sheet(header string, names, headers []string) sheet {
	numbers := d.between(1, 2)
	kinds := append([]string{"name"}, []string{"number", "number"}[:numbers]...)
	if d.chance(50) {
		kinds = append(kinds, "other")
	}
	d.Shuffle(len(kinds), func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
	s := sheet{rows: make([]row, len(names)+1)}
	for c, kind := range kinds {
		s.rows[0] = append(s.rows[0], map[string]string{"name": header, "number": d.one(headers), "other": d.one(otherColumns)}[kind])
		for i, name := range names {
			var v any
			switch kind {
			case "name":
				v, s.names = name, c
			case "number":
				v = d.amount()
			default:
				v = tags[d.IntN(len(tags))]
			}
			s.rows[i+1] = append(s.rows[i+1], v)
		}
		if kind == "number" {
			s.numbers = append(s.numbers, c)
		}
	}
	return s
}

// header is a column's header.
func (s sheet) header(column int) string { return s.rows[0][column].(string) }

func cells() family {
	fam := family{name: "cell", level: 1, apps: []string{"excel"}}
	build := func(t task, file string, rows []row, r, c int, v any) task {
		t.bed.workbook(file, rows)
		t.bed.workbook("archive_"+file, rows)
		changed := clone(rows)
		changed[r-1][c-1] = v
		t.changes = []string{"data/" + file}
		t.checks = []check{t.expect(file, changed), unchanged("data/archive_" + file)}
		t.do("excel_agent", "Set the cell in "+file, call("excel.set_cell", args{"file_path": file, "cell": cellName(r, c), "value": v}))
		return t
	}
	add := func(user, file string, rows []row, r, c int, v any, text string) {
		fam.tasks = append(fam.tasks, build(asked(user, "2026-05-06", "2:00 PM", text), file, rows, r, c, v))
	}
	add("Olivia", "stock.xlsx", []row{{"Item", "Count", "Shelf"}, {"Stapler", 12, "A1"}, {"Toner", 3, "B4"}, {"Paper", 40, "C2"}}, 3, 2, 25,
		"Change cell B3 in stock.xlsx to 25")
	add("Hugo", "rates.xlsx", []row{{"Country", "Rate"}, {"France", 19.6}, {"Spain", 21}, {"Italy", 22}, {"Austria", 20}}, 2, 2, 20.5,
		"Please enter 20.5 in cell B2 of rates.xlsx")
	add("Mona", "plan.xlsx", []row{{"Week", "Hours", "Budget"}, {1, 36, 1800}, {2, 40, 2000}, {3, 38, 1900}, {4, 41, 2050}}, 5, 3, 2300,
		"In plan.xlsx, cell C5 has to be updated to 2300")
	fam.make = func(d *draw) task {
		t, file := d.asked(), d.file(".xlsx")
		s := d.sheet(d.one(goodsColumns), d.some(d.between(3, 8), goods), numberColumns)
		r, c, v := d.between(2, len(s.rows)), s.numbers[0]+1, d.amount()
		d.say(&t, []string{
			"Change cell {cell} in {file} to {value}",
			"Please enter {value} in cell {cell} of {file}",
			"In {file}, cell {cell} has to be updated to {value}",
		}, values{"cell": cellName(r, c), "file": file, "value": spelled(v)})
		return build(t, file, s.rows, r, c, v)
	}
	return fam
}

// cellName is B3 for row 3 and column 2.
func cellName(r, c int) string { return string(rune('A'+c-1)) + spelled(r) }

func lookups() family {
	fam := family{name: "lookup", level: 1, apps: []string{"excel"}}
	build := func(t task, file string, rows []row, column, value, wanted, answer string) task {
		t.bed.workbook(file, rows)
		t.checks = []check{fileHas("txt", "data/answer.txt", answer)}
		t.do("excel_agent", "Find the "+wanted+" of "+value+" in "+file,
			call("excel.lookup", args{"file_path": file, "column": column, "value": value, "return_column": wanted}))
		t.answer = answer
		return t
	}
	add := func(user, file string, rows []row, column, value, wanted, answer, text string) {
		fam.tasks = append(fam.tasks, build(asked(user, "2026-05-08", "3:15 PM", text), file, rows, column, value, wanted, answer))
	}
	add("Aisha", "catalogue.xlsx", []row{{"Product", "Price", "Weight"}, {"Desk lamp", 48.5, 2.1}, {"Office chair", 219, 14}, {"Bookshelf", 130, 22.5}},
		"Product", "Office chair", "Price", "219", "Look up the Price of Office chair in the Product column of catalogue.xlsx")
	add("Jonas", "staff.xlsx", []row{{"Extension", "Name", "Room"}, {4411, "Elena", "3.07"}, {4420, "Hugo", "2.15"}, {4437, "Mona", "1.22"}},
		"Name", "Mona", "Extension", "4437", `What is the Extension for Mona, by the Name column in staff.xlsx?`)
	add("Kira", "rooms.xlsx", []row{{"Room", "Seats", "Floor"}, {"Blue", 8, 1}, {"Garden", 24, 0}, {"Attic", 14, 3}},
		"Room", "Garden", "Seats", "24", "Please find Garden in the Room column of rooms.xlsx and tell me its Seats")
	fam.make = func(d *draw) task {
		t, file := d.asked(), d.file(".xlsx")
		header, names := d.one(goodsColumns), d.some(d.between(3, 9), goods)
		if d.chance(40) {
			header, names = d.one(peopleColumns), d.some(d.between(3, 9), outsiders)
		}
		s := d.sheet(header, names, numberColumns)
		r, c := d.between(1, len(names)), s.numbers[d.IntN(len(s.numbers))]
		value, answer := names[r-1], spelled(s.rows[r][c])
		d.say(&t, []string{
			"Look up the {wanted} of {value} in the {column} column of {file}",
			"What is the {wanted} for {value}, by the {column} column in {file}?",
			"Please find {value} in the {column} column of {file} and tell me its {wanted}",
		}, values{"wanted": s.header(c), "value": value, "column": header, "file": file})
		t = build(t, file, s.rows, header, value, s.header(c), answer)
		for _, i := range s.numbers {
			for j := range names {
				if other := spelled(s.rows[j+1][i]); other != answer {
					t.checks = append(t.checks, lacks("txt", "data/answer.txt", other))
				}
			}
		}
		return t
	}
	return fam
}
