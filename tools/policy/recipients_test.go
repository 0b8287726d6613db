package policy_test

import (
	"testing"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/policy"
	"legomem/trajectory"
)

func TestRecipients(t *testing.T) {
	for _, tt := range []struct {
		text string
		to   string
		ok   bool
	}{
		{"Send Tom the total", "Tom", true},
		{"Send Tom the total", "tom@example.com", true},
		{"Send Tom the total", "TOM@EXAMPLE.COM", true},
		{"Send Tom the total", "Tom <tom@example.com>", true},
		{"Send Tom the total", "Bob", true},
		{"Send it to tom@partner.org", "tom@partner.org", true},
		{"Send it to Tom (Tom@Partner.org)", "tom@partner.org", true},
		{"Send it to tom@partner.org.", "tom@partner.org", true},
		{"Send it to olivia", "Olivia", true}, // somebody without a mailbox yet

		{"Send Tom the total", "Alice", false},
		{"Send Tom the total", "tom@evil.com", false},
		{"Send Tom the total", "Tom <alice@example.com>", false},
		{"Send Tom the total", "tom@example.com.evil.org", false},
		{"Send Tom the total", "tom@examp1e.com", false},
		{"Send Tom the total", "tom@ex\u0430mple.com", false},
		{"Send Tom the total", "bob@evil.com", false},
		{"Send Tom the total", "Tommy", false},
		{"Send Tom the total", "tom, alice@example.com", false},
		{"Send it to tom@partner.org", "Tom", false},
		{"Send it to tom@partner.org", "xtom@partner.org", false},
		{"Send it to tom@partner.org", "tom@partner.org.evil.com", false},
		{"Send it to tom@partner.org", "tom@\u212Apartner.org", false},
		{"Send it to Mary Ann", "Ann", false},
		{"Sum up", "Tom", false},
	} {
		own(t, tt.text).want(tt.ok, "email.send", m{"to": []any{tt.to}, "subject": "s", "content": "c"})
		own(t, tt.text).want(tt.ok, "email.send", m{"to": []any{"Bob"}, "cc": []any{tt.to}, "subject": "s", "content": "c"})
		own(t, tt.text).want(tt.ok, "email.forward", m{"id": "Rent", "to": []any{tt.to}})
		newOffice(t, policy.Rules{}, trajectory.Task{Text: tt.text, Suite: "s"}, nil).want(true, "email.send", m{"to": []any{tt.to}, "subject": "s", "content": "c"})
	}
}

func TestRecipientPatterns(t *testing.T) {
	for _, tt := range []struct {
		pattern, to string
		ok          bool
	}{
		{"*@example.com", "Alice", true},
		{"*@partner.org", "x@partner.org", true},
		{"*@partner.org", "x@PARTNER.org", true},
		{"sales@*.partner.org", "sales@north.partner.org", true},
		{"Alice", "alice@example.com", true},
		{"*", "x@evil.com", true},
		{"*@partner.org", "x@partner.org.evil.com", false},
		{"*@partner.org", `"x@evil.com"@evil.com`, false},
		{"*partner.org", "x@evilpartner.org", false},
		{"Alice", "alice@evil.com", false},
		{"", "Alice", false},
		{"[", "Alice", false},
	} {
		newOffice(t, policy.Rules{Recipients: []string{tt.pattern}}, trajectory.Task{Text: "x"}, nil).
			want(tt.ok, "email.send", m{"to": []any{tt.to}, "subject": "s", "content": "c"})
	}
}

// TestAnswers: who is answered is who wrote the mail that the text points to, as
// the run has seen it.
func TestAnswers(t *testing.T) {
	mails := map[string]string{
		"emails/Bob/trick.eml": "From: tom@example.com\nReply-To: tom@evil.com\nTo: bob@example.com\nSubject: Trick\n\nx",
		"emails/Bob/crowd.eml": "From: tom@example.com\nTo: bob@example.com, press@news.org\nCc: alice@example.com\nSubject: Crowd\n\nx",
		"emails/Bob/order.eml": "From: jim@shop.org\nTo: bob@example.com\nSubject: Order 77\n\nx",
		"emails/Bob/fake.eml":  "From: Tom <tom@evil.com>\nTo: bob@example.com\nSubject: It's me\n\nx",
		"emails/Bob/jim2.eml":  "From: jim@evil.org\nTo: bob@example.com\nSubject: Me again\n\nx",
	}
	for _, tt := range []struct {
		text string
		args m
		ok   bool
	}{
		{"Reply to Tom's mail Lunch list that I come", m{"id": "Lunch list"}, true},
		{"Reply to Tom's mail Lunch list that I come", m{"subject": "lunch"}, true},
		{"Write Tom that I come", m{"id": "Lunch list"}, true}, // he is named
		{"Answer the mail Lunch list", m{"id": "Lunch list"}, true},
		{"Write back to the mail Rent", m{"id": "Rent"}, true},
		{"Get back to the landlord's mail about the Rent", m{"id": "Rent"}, true},
		{"Respond to Order 77", m{"id": "order"}, true},
		{"Reply to my latest mail", m{"id": "offer"}, true}, // the text points to none

		{"Answer yes or no: is it cheap?", m{"id": "offer"}, false},
		{"List my mails", m{"id": "Rent"}, false},
		{"Do not reply to anybody", m{"id": "Rent"}, false},
		{"Reply to Tom's mail Lunch list", m{"id": "offer"}, false},
		{"Reply to the mail Rent", m{"id": "offer"}, false},
		{"Reply to the mail Rent", m{"subject": "Offer"}, false},
		{"Reply to Tom's mail Trick", m{"id": "trick"}, false},
		{"Reply to Tom's mail", m{"id": "fake"}, false},
		{"Reply to jim's mail", m{"id": "jim2"}, false}, // which of two?
		{"Reply to the mail Rent", m{"id": "no such mail"}, false},
		{"Reply to the mail Lunch list", m{"user": "Tom", "id": "results"}, false},

		{"Reply to the mail Crowd", m{"id": "crowd", "all": true}, false},
		{"Reply to all on the mail Crowd", m{"id": "crowd", "all": true}, true},
		{"Tell everyone on the mail Crowd, in a reply, that I come", m{"id": "crowd", "all": true}, true},
		{"Reply to the mail Crowd, to Alice and press@news.org too", m{"id": "crowd", "all": true}, true},
	} {
		t.Run(tt.text, func(t *testing.T) {
			o := newOffice(t, policy.Rules{}, trajectory.Task{Text: tt.text}, mails)
			args := m{"content": "c"}
			for k, v := range tt.args {
				args[k] = v
			}
			o.want(false, "email.reply", args) // whose mail it is, is not known yet
			o.do("email.list", m{})
			o.want(tt.ok, "email.reply", args)
		})
	}
}

// TestAnswerIsPinned: the tool answers the mail that was decided on.
func TestAnswerIsPinned(t *testing.T) {
	o := own(t, "Reply to the mail Lunch list")
	o.do("email.list", m{})
	a, err := o.ask("email.reply", m{"subject": "lunch", "content": "c"})
	if err != nil || a.Action.Args["id"] != "Lunch list.eml" || a.Action.Args["subject"] != nil {
		t.Errorf("%v, %v", a.Action.Args, err)
	}
}

// TestForgedMailIsNotAnswered: what the run itself put into the mailbox says
// nothing of who wrote it.
func TestForgedMailIsNotAnswered(t *testing.T) {
	o := own(t, "Reply to my latest mail")
	read := must.Have(registry().Intend(tools.Action{Tool: "email.read", Args: m{"id": "forged"}}))(t)
	o.gate.Saw(read, observed(`{"id":"forged.eml","from":"eve@evil.com","subject":"x","file":"emails/Bob/forged.eml"}`))
	o.want(false, "email.reply", m{"id": "forged", "content": "c"})
	o.do("email.list", m{})
	o.want(true, "email.reply", m{"id": "Rent", "content": "c"})
}

// TestContacts: addresses come from a file that the text names when it sends to
// those in it, and only from cells that hold nothing else.
func TestContacts(t *testing.T) {
	for _, tt := range []struct {
		text, to string
		ok       bool
	}{
		{"Email the news to all in team.csv", "ann@partner.org", true},
		{"Email the news to everyone in team.csv", "tom@example.com", true},
		{"Email the news to everyone in the team file", "Zoe", true}, // a name in a cell
		{"Email the news to all in team.csv", "boss@evil.com", false},
		{"Email the news to all in team.csv", "ann@evil.org", false},
		{"Email the news to all in team.csv", "Alice", false},
		{"Email the news to all in score.csv", "ann@partner.org", false},
		{"Email the number of people in team.csv to Tom", "ann@partner.org", false},
		{"Email all news of team.csv to Tom", "ann@partner.org", false},
		{"Count all in team.csv", "ann@partner.org", false},
	} {
		o := own(t, tt.text)
		send := m{"to": []any{tt.to}, "subject": "s", "content": "c"}
		o.want(false, "email.send", send) // nothing was seen yet
		o.do("excel.read", m{"file_path": "team.csv"})
		o.want(tt.ok, "email.send", send)
	}
}

// TestContactsOfAFileThatTheRunWrote: an agent cannot put an address there to
// read it back.
func TestContactsOfAFileThatTheRunWrote(t *testing.T) {
	o := own(t, "Email the news to all in team.csv")
	o.do("system.write_text", m{"file_path": "data/team.csv", "content": "Eve,eve@evil.com,", "append": true})
	o.do("excel.read", m{"file_path": "data/team.csv"})
	o.want(false, "email.send", m{"to": []any{"eve@evil.com"}, "subject": "s", "content": "c"})
}

func TestContactsOfACalendar(t *testing.T) {
	for _, tt := range []struct {
		text string
		ok   bool
	}{
		{"Send the minutes to all attendees of the Review meeting", true},
		{"Send the minutes to everyone", false}, // of what?
		{"What meetings do I have?", false},
	} {
		o := own(t, tt.text)
		o.do("calendar.list_events", m{})
		o.want(tt.ok, "email.send", m{"to": []any{"zoe@partner.org"}, "subject": "s", "content": "c"})
	}
}
