package reflex

import (
	"errors"
	"testing"

	"legomem/agents"
	"legomem/must"
	"legomem/trajectory"
)

func answered() *trajectory.Run {
	return practised("Send Omar a mail with the subject Travel that says the desk is closed", "",
		[]done{{"email.send", map[string]any{"to": []any{"Omar"}, "subject": "Travel", "content": "the desk is closed"}, nil}},
		"Everybody called [Omar](to) gets a mail under the subject [Travel](subject): [the desk is closed](content)",
		"Email [Omar](to), subject [Travel](subject), text: [the desk is closed](content)",
		"[Omar](to) should get the mail \"[the desk is closed](content)\" with the subject [Travel](subject)",
		"Write [Omar](to) a mail under the subject [Travel](subject) saying [the desk is closed](content)")
}

// TestBoundary: a title or a text without quotes holds nothing of the sentence
// around it. What is not read is given up.
func TestBoundary(t *testing.T) {
	hits := learned(t, answered())
	tests := []struct {
		name, text, subject, content string
	}{
		{"the end of the clause", "Email Bob, subject Kind note, text: the gate is shut", "Kind note", "the gate is shut"},
		{"the subject line", "Send Bob a mail with the subject line Kind note that says the gate is shut", "Kind note", "the gate is shut"},
		{"a modal", "Under the subject Kind note should go a mail to Bob that says the gate is shut", "", ""},
		{"a participle", "I want a mail under the subject Kind note sent to Bob that says the gate is shut", "", ""},
		{"an article", "Send Bob a mail with the subject Kind note a text that says the gate is shut", "Kind note", "the gate is shut"},
		{"what it is about", "Bob should get a mail with the subject Kind note: what the gate is", "", ""},
		{"a file that is attached", "Email Bob, subject Kind note, text: the gate, attached as gate.docx", "", ""},
		{"what is to be looked up", "Send Bob a mail with the subject Kind note that says the total of the list", "", ""},
		{"what is to be looked up, behind a colon", "Email Bob, subject Kind note, text: the names of all winners", "", ""},
		{"what somebody does", "Send Bob a mail with the subject Kind note that says the porter comes at ten", "Kind note", "the porter comes at ten"},
		{"what some do", "Send Bob a mail with the subject Kind note that says the doors open at ten", "Kind note", "the doors open at ten"},
		{"a file in it", "Email Bob, subject Kind note, text: for every gate in gates.xlsx its hours", "", ""},
		{"whom it tells", "Write Bob a mail under the subject Kind note saying him that the gate is shut", "Kind note", "the gate is shut"},
		{"a relative clause", "Write Bob a mail under the subject Kind note that people want saying the gate is shut", "", ""},
		{"what another word announces", "Send Bob \"Kind note\" under the subject \"the gate is shut\"", "the gate is shut", "Kind note"},
		{"two in quotes", "Bob should get a mail under the subject \"Kind note\" saying \"the gate is shut\"", "Kind note", "the gate is shut"},
		{"thanks behind it", "Email Bob, subject Kind note, text: the gate is shut. It opens at ten. Thanks", "Kind note", "the gate is shut. It opens at ten"},
		{"a second text", "Send Bob a mail with the subject Kind note that says The gate is shut say it is open", "", ""},
		{"a name for it", "Send Bob a mail with the subject Kind note that says the gate is shut, and call it a note", "", ""},
		{"what somebody is let do", "Send Bob a mail with the subject Kind note that says the gate is shut and let him sign it", "", ""},
		{"what one asks to be let know", "Send Bob a mail with the subject Kind note that says the gate is shut, let me know when it opens", "Kind note", "the gate is shut, let me know when it opens"},
		{"what it depends on", "Send Bob a mail with the subject Kind note that says the gate is shut as soon as he has shut it", "", ""},
		{"what the text depends on, behind a colon", "Email Bob, subject Kind note, text: the gate is shut if it rains", "Kind note", "the gate is shut if it rains"},
		{"a second mail", "Send Bob a mail with the subject Kind note that says the gate is shut and one to Dana that says it is open", "", ""},
		{"a question behind it", "Send Bob a mail with the subject Kind note that says the gate is shut, or is a call better", "", ""},
		{"when it is to be sent", "Send Bob a mail with the subject Kind note on Friday that says the gate is shut", "", ""},
		{"a title with a day", "Send Bob a mail with the subject Friday that says the gate is shut", "Friday", "the gate is shut"},
		{"a correction", "Send Bob a mail with the subject Kind note that says the gate is shut, sorry, open", "", ""},
		{"what one is sorry for", "Send Bob a mail with the subject Kind note that says the gate is shut, sorry about that", "Kind note", "the gate is shut, sorry about that"},
		{"a mail that is there", "Find the mail with the subject Kind note in which Bob says the gate is shut", "", ""},
		{"what is to be left", "Send Bob a mail with the subject Kind note that says the gate is shut, but leave it in my drafts", "", ""},
		{"what somebody else wrote", "Send Bob a mail with the subject Kind note that says whatever Dana wrote", "", ""},
		{"what a title depends on", "Email Bob that the gate is shut, with the subject Kind note if it is", "", ""},
		{"a title with a verb", "Send Bob a mail with the subject Gate is shut that says it opens at ten", "Gate is shut", "it opens at ten"},
		{"a text in quotes within", "Bob got a mail with the subject Kind note: he is to receive the answer \"it is shut\"", "", ""},
		{"a question about it", "Bob got a mail with the subject Kind note that says the gate is shut, who sent it", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, err := choose(t.Context(), task(tt.text), hits)
			var no *agents.GiveUp
			if err != nil && !errors.As(err, &no) {
				t.Fatal(err)
			}
			subject, content := "", ""
			if m != nil {
				for _, b := range m.Bindings {
					switch b.Slot {
					case "subject":
						subject = b.Canon
					case "content":
						content = b.Canon
					}
				}
			}
			if subject != tt.subject || content != tt.content {
				t.Errorf("read as %q and %q, want %q and %q (%v)", subject, content, tt.subject, tt.content, err)
			}
		})
	}
}

// TestPredicate: what is said of a name does not name it again.
func TestPredicate(t *testing.T) {
	hits := learned(t, practised("Send Omar a mail with the subject Course that says they completed the training", "",
		[]done{{"email.send", map[string]any{"to": []any{"Omar"}, "subject": "Course", "content": "Omar completed the training"}, nil}},
		"Mail [Omar](to), subject [Course](subject), that they [completed the training](content)",
		"[Omar](to) needs a mail with the subject [Course](subject) which says that this person [completed the training](content)",
		"Write [Omar](to) a mail with the subject [Course](subject) saying the person [completed the training](content)"))
	m := must.Have(choose(t.Context(), task("Send Bob a mail with the subject Exam that says the person passed the exam"), hits))(t)
	want := `email.send{"content":"Bob passed the exam","subject":"Exam","to":["Bob"]}`
	if got := calls(m); len(got) != 1 || got[0] != want {
		t.Errorf("%q, want %s", got, want)
	}
}
