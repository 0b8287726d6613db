package main

import "fmt"

// Work on lists: what one has and the other lacks, new prices.

func reconciliations() family {
	return family{name: "reconcile", level: 3, apps: []string{"excel", "word", "email"}, make: func(d *draw) task {
		t, book, other, target, to, subject := d.asked(), d.fileOf(billStems, ".xlsx"), d.fileOf(billStems, ".xlsx"), d.file(".docx"), d.one(people), d.pair(papers, bills)
		id, letter := d.one(idColumns), string(rune('A'+d.IntN(26)))
		both, missing, strange := d.between(2, 5), d.between(1, 4), d.between(0, 2)
		rows, found := []row{{id, d.one(clientColumns), d.one(moneyColumns)}}, []row{{d.one(otherColumns), id}}
		var lacking, present []string
		for i := range both + missing + strange {
			n := fmt.Sprintf("%s-%d", letter, d.whole())
			if i < both+missing {
				rows = append(rows, row{n, d.one(outsiders), d.amount()})
			}
			if i < both || i >= both+missing {
				found = append(found, row{tags[d.IntN(len(tags))], n})
				present = append(present, n)
			}
		}
		for _, list := range [][]row{rows[1:], found[1:]} {
			d.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		}
		for _, r := range rows[1:] {
			if n := r[0].(string); !holdsCell(found, 1, n) {
				lacking = append(lacking, n)
			}
		}
		d.say(&t, []string{
			"List every {id} of {book} that is missing in {other} in a document {target} and email it to {to} with the subject {subject}",
			"Please compare the {id} columns: what {book} has and {other} lacks goes into {target}, which you mail to {to}, subject {subject}",
			"Which {id} of {book} does not occur in {other}? Write them to {target} and send the document to {to} under the subject {subject}",
		}, values{"id": id, "book": book, "other": other, "target": target, "to": to, "subject": subject})
		t.bed.workbook(book, rows)
		t.bed.workbook(other, found)
		known := []any{}
		for _, r := range found[1:] {
			known = append(known, r[1])
		}
		t.do("excel_agent", "See which are in "+other, call("excel.aggregate", args{"file_path": other, "column": id, "op": "list"}))
		t.do("excel_agent", "Choose the others of "+book,
			call("excel.filter", args{"file_path": book, "column": id, "op": "not_in", "value": known, "columns": list(id)}))
		t.do("word_agent", "Write them to "+target, call("word.create", args{"file_path": target, "lines": list(lacking...)}))
		t.do("email_agent", "Mail "+target+" to "+to,
			call("email.send", args{"to": list(to), "subject": subject, "content": "Attached is " + target, "attachments": list(target)}))
		t.checks = append(t.checks, fileHas("docx", "data/"+target, lacking...), mailed(to, "Subject: "+subject), attached(to, subject, target), once(to, subject))
		for _, n := range present {
			t.checks = append(t.checks, lacks("docx", "data/"+target, n))
		}
		return t
	}}
}

func holdsCell(rows []row, column int, v any) bool {
	for _, r := range rows {
		if r[column] == v {
			return true
		}
	}
	return false
}

func priceChanges() family {
	return family{name: "price-change", level: 3, apps: []string{"excel", "pdf", "email"}, make: func(d *draw) task {
		t, book, target, to, subject := d.asked(), d.fileOf(priceStems, ".xlsx"), d.file(".pdf"), d.one(people), d.pair(papers, tariffs)
		item, group, price := d.one(goodsColumns), d.one(ranges), d.one(priceColumns)
		kinds, now := d.some(3, groups), d.amount()
		rows := []row{{item, group, price}}
		for i, name := range d.some(d.between(4, 9), goods) {
			kind := kinds[d.IntN(3)]
			if i < 2 {
				kind = kinds[i]
			}
			rows = append(rows, row{name, kind, d.amount()})
		}
		d.say(&t, []string{
			"Set the {price} to {now} in {book} where the {group} is {kind}, list the {item} of each of these in {target} and email that to {to} with the subject {subject}",
			"In {book}, please change the {price} of every row whose {group} is {kind} to {now}, then make {target} with the {item} column of these and mail it to {to}, subject {subject}",
			"The {price} becomes {now} for every {item} with {kind} as its {group} in {book}: change it, list them in {target} and send the file to {to} under the subject {subject}",
		}, values{"price": price, "now": spelled(now), "book": book, "group": group, "kind": kinds[0], "item": item, "target": target, "to": to, "subject": subject})
		t.bed.workbook(book, rows)
		changed := clone(rows)
		var names []string
		for _, r := range changed[1:] {
			if r[1] == kinds[0] {
				r[2] = now
				names = append(names, r[0].(string))
			} else {
				t.checks = append(t.checks, lacks("pdf", "data/"+target, r[0].(string)))
			}
		}
		t.do("excel_agent", "Set the "+price+" in "+book,
			call("excel.update", args{"file_path": book, "where_column": group, "where_value": kinds[0], "column": price, "value": now}))
		t.do("excel_agent", "See which "+item+" it is",
			call("excel.filter", args{"file_path": book, "column": group, "value": kinds[0], "columns": list(item)}))
		t.do("pdf_ocr_agent", "Write them to "+target, call("pdf.create", args{"file_path": target, "lines": list(names...)}))
		t.do("email_agent", "Mail "+target+" to "+to,
			call("email.send", args{"to": list(to), "subject": subject, "content": "Attached is " + target, "attachments": list(target)}))
		t.changes = []string{"data/" + book}
		t.checks = append(t.checks, t.expect(book, changed), fileHas("pdf", "data/"+target, names...),
			mailed(to, "Subject: "+subject), attached(to, subject, target), once(to, subject))
		return t
	}}
}
