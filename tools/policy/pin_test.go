package policy_test

import (
	"encoding/json"
	"testing"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/policy"
	"legomem/trajectory"
)

// mailFrom is a mail in Bob's mailbox.
func mailFrom(from, subject string) string {
	return "From: " + from + "\nTo: bob@example.com\nSubject: " + subject + "\n\nx"
}

// TestPin: a mail is named by its id, once the run has seen which one is meant.
func TestPin(t *testing.T) {
	files := map[string]string{"emails/Bob/two.eml": mailFrom("jim@shop.org", "Dinner"), "emails/Bob/three.eml": mailFrom("eve@evil.com", "Re: Dinner"),
		"emails/Bob/12.eml": mailFrom("jim@shop.org", "Contract")}
	for _, tt := range []struct {
		name   string
		args   m
		id     any
		unseen bool
	}{
		{"a part of a subject", m{"subject": "lunch"}, "Lunch list.eml", false},
		{"a subject", m{"subject": "LUNCH LIST"}, "Lunch list.eml", false},
		{"a whole subject before a part of one", m{"subject": "dinner"}, "two.eml", false},
		{"an id for a subject", m{"subject": "three"}, "three.eml", false},
		{"an id beside a subject", m{"id": " rent ", "subject": "Lunch list"}, "Rent.eml", false},
		{"a number for an id", m{"id": 12.0}, "12.eml", false},
		{"two that fit", m{"subject": "din"}, nil, false},
		{"none that fits", m{"subject": "breakfast"}, nil, false},
		{"no mail is named", m{}, nil, false},
		{"nothing was seen", m{"subject": "lunch"}, nil, true},
		{"another mailbox", m{"user": "Tom", "subject": "lunch"}, nil, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := newOffice(t, policy.Rules{}, trajectory.Task{Text: "Look after the mails of Tom"}, files)
			if !tt.unseen {
				o.do("email.list", m{})
			}
			i := must.Have(o.ask("email.delete", tt.args))(t)
			if got := i.Action.Args["id"]; got != tt.id {
				t.Errorf("id %v, want %v", got, tt.id)
			}
			if tt.id != nil && i.Action.Args["subject"] != nil {
				t.Errorf("the subject stays: %v", i.Action.Args)
			}
		})
	}
}

// TestPinOfAnAnswer: an answer is pinned too, other actions are not, and a suite's never.
func TestPinOfAnAnswer(t *testing.T) {
	for _, tt := range []struct {
		suite, tool string
		id          any
	}{
		{"", "email.reply", "Lunch list.eml"},
		{"", "email.read", nil},
		{"s", "email.reply", nil},
	} {
		o := newOffice(t, policy.Rules{}, trajectory.Task{Text: "Reply to the mail Lunch list", Suite: tt.suite}, nil)
		o.do("email.list", m{})
		args := m{"subject": "lunch"}
		if tt.tool == "email.reply" {
			args["content"] = "c"
		}
		if i, err := o.ask(tt.tool, args); err != nil || i.Action.Args["id"] != tt.id {
			t.Errorf("%s of suite %q: %v, %v", tt.tool, tt.suite, i.Action.Args, err)
		}
	}
}

// TestPinOfWhatIsGone: a mail that was deleted is not meant any more.
func TestPinOfWhatIsGone(t *testing.T) {
	o := own(t, "Delete the mail Rent")
	o.do("email.list", m{})
	o.do("email.delete", m{"subject": "rent"})
	if i := must.Have(o.ask("email.delete", m{"subject": "rent"}))(t); i.Action.Args["id"] != nil {
		t.Errorf("%v", i.Action.Args)
	}
}

// TestPinOfWhatIsMoved: a mail that was put into a folder is meant by its new id.
func TestPinOfWhatIsMoved(t *testing.T) {
	o := own(t, "Put the mail Rent into the folder Home, then delete it")
	o.do("email.list", m{})
	o.do("email.move", m{"subject": "rent", "folder": "Home"})
	if i := must.Have(o.ask("email.delete", m{"subject": "rent"}))(t); i.Action.Args["id"] != "Home/Rent.eml" {
		t.Errorf("%v", i.Action.Args)
	}
	if i := must.Have(o.ask("email.delete", m{"id": "Rent.eml"}))(t); i.Action.Args["id"] != "Rent.eml" {
		t.Errorf("%v", i.Action.Args)
	}
}

// TestPinFromBefore: what was seen before a run was resumed counts; what is no mail of the
// user's mailbox, or failed, does not.
func TestPinFromBefore(t *testing.T) {
	const data = `{"id":"12.eml","subject":"Contract","file":"emails/Bob/12.eml"}`
	read := tools.Action{Tool: "email.read", Args: m{"id": "12"}}
	for _, tt := range []struct {
		name   string
		action tools.Action
		obs    tools.Observation
		want   any
	}{
		{"a mail", read, tools.Observation{Data: json.RawMessage(data)}, "12.eml"},
		{"of somebody else", tools.Action{Tool: "email.read", Args: m{"user": "Tom", "id": "12"}}, tools.Observation{Data: json.RawMessage(data)}, nil},
		{"a failure", read, tools.Observation{Failed: true, Data: json.RawMessage(data)}, nil},
		{"a file", tools.Action{Tool: "system.read_text", Args: m{"file_path": "emails/Bob/12.eml"}}, tools.Observation{Data: json.RawMessage(data)}, nil},
		{"what was sent", tools.Action{Tool: "email.reply", Args: m{"id": "12", "content": "c"}}, tools.Observation{Data: json.RawMessage(`{"id":"12.eml","subject":"Contract"}`)}, nil},
		{"no such tool", tools.Action{Tool: "email.raed"}, tools.Observation{Data: json.RawMessage(data)}, nil},
	} {
		o := own(t, "Delete the contract")
		o.gate.SawBefore(tt.action, tt.obs)
		if i := must.Have(o.ask("email.delete", m{"subject": "contract"}))(t); i.Action.Args["id"] != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, i.Action.Args["id"], tt.want)
		}
	}
}
