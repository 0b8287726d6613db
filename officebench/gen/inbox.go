package main

import (
	"fmt"
	"slices"
	"strings"

	"legomem/agents/demo"
)

// Work on received mails of one kind.

// arrivals are n moments one after another, all of them before the day.
func (d *draw) arrivals(day string, n int) []string {
	at := later(day+" 00:00", -60*15*(n+1))
	all := make([]string, n)
	for i := range all {
		at = later(at, d.between(60, 60*14))
		all[i] = at
	}
	return all
}

func replies() family {
	return family{name: "replies", level: 1, apps: []string{"email"}, make: func(d *draw) task {
		t, subject, content := d.asked(), d.pair(askings, askedFor), d.one(answers)
		d.say(&t, []string{
			`Answer every mail in my inbox with the subject {subject} by "{content}"`,
			`Please reply "{content}" to each mail in my inbox titled {subject}`,
			`Everybody who wrote to me under the subject {subject} should get the reply "{content}"`,
		}, values{"subject": subject, "content": content})
		n := d.several()
		others := d.between(1, 3)
		times := d.arrivals(t.date, n+others)
		d.Shuffle(len(times), func(i, j int) { times[i], times[j] = times[j], times[i] })
		var ids []string
		came := map[string]string{} // when each came
		for i, from := range d.some(n+others, people) {
			about := subject
			if i >= n {
				about = d.one(asides)
				t.checks = append(t.checks, check{"evaluate_not_contain", map[string]any{"doc_type": "email", "username": from, "keywords": []string{content}}})
			} else {
				t.checks = append(t.checks, mailed(from, "Subject: Re: "+subject, content), once(from, "Re_ "+subject))
			}
			body := "Hello " + t.user + ",\n\n" + d.statement() + ".\n\n" + from + "\n"
			t.bed.mail(from, from, about, times[i], body) // as sent
			id := t.bed.mail(t.user, from, about, times[i], body)
			if i < n {
				came[id] = times[i]
				ids = append(ids, id)
			}
		}
		t.do("email_agent", "Find the mails about "+subject, call("email.search", args{"subject": subject, "folder": "inbox"}))
		var each []demo.Action
		for _, id := range latestFirst(ids, came) {
			each = append(each, call("email.reply", args{"id": id, "content": content}))
		}
		t.do("email_agent", "Answer each of them", each...)
		return t
	}}
}

// latestFirst orders mails by when they came, the latest first.
func latestFirst(ids []string, came map[string]string) []string {
	slices.SortFunc(ids, func(a, b string) int { return strings.Compare(came[b], came[a]) })
	return ids
}

func triage() family {
	return family{name: "triage", level: 3, apps: []string{"email", "system", "excel"}, make: func(d *draw) task {
		t, kind, folder, ledger := d.asked(), d.one(consignments), "data/"+d.one(shelves), d.fileOf(inboxStems, ".xlsx")
		d.say(&t, []string{
			`Save the attachment of every mail in my inbox with {kind} in the subject to the folder "{folder}" and add the sender's address and the subject of each to {ledger}, oldest first`,
			`From the oldest on, please file all mails in my inbox whose subject has {kind}: their attachments go to "{folder}", the sender's address and the subject into a new row of {ledger}`,
			`For each mail I got with {kind} in its subject, the oldest first, put the attachment into "{folder}" and enter the sender's address and the subject in {ledger}`,
		}, values{"kind": kind, "folder": folder, "ledger": ledger})
		n, others := d.several(), d.between(1, 2)
		times := d.arrivals(t.date, n+others)
		rows := []row{{"From", "Subject"}, {address(d.one(people)), sentence(kind) + " " + d.one(groups)}}
		t.bed.workbook(ledger, rows)
		t.do("system_agent", "Make the folder "+folder, call("system.make_folder", args{"folder": folder}))
		t.do("email_agent", "Find the mails with "+kind, call("email.search",
			args{"subject": kind, "folder": "inbox", "order": "oldest", "columns": list("id", "from", "subject", "attachments")}))
		senders := d.some(n+others, people)
		for i, from := range senders {
			name := fmt.Sprintf("%s%d.pdf", strings.ToLower(d.one(groups)), d.whole())
			about := sentence(kind) + " " + d.one(outsiders)
			wanted := i != others // one in between is of no interest
			if !wanted {
				about = d.one(asides)
			}
			id := t.bed.mailWith(t.user, from, about, times[i], "Attached is "+name+".\n", name, d.one(titles))
			if !wanted {
				t.checks = append(t.checks, absent(folder+"/"+name))
				continue
			}
			t.checks = append(t.checks, check{"evaluate_file_exist", map[string]any{"file": folder + "/" + name}})
			rows = append(rows, row{address(from), about})
			t.do("email_agent", "Save the attachment of "+about, call("email.save_attachment", args{"id": id, "target": folder + "/" + name}))
			t.do("excel_agent", "Enter it in "+ledger, call("excel.append_row", args{"file_path": ledger, "values": list(address(from), about)}))
		}
		t.changes = []string{"data/" + ledger}
		t.checks = append(t.checks, t.expect(ledger, rows))
		return t
	}}
}
