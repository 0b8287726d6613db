package reflex

import (
	"context"
	"encoding/json"
	"testing"

	"legomem/must"
	"legomem/reading"
	"legomem/tools"
)

// likeliestWay has the values of the likeliest way to read a text for practised work, with its
// confidence, in an office whose only workbook has the columns Fare and Name.
func likeliestWay(t *testing.T, text string, look bool) (map[string]string, float64) {
	t.Helper()
	task := total().Started.Task
	task.Text = text
	s := briefOf(task, learned(t, total(), note()))
	sends := tools.Define("email.send", "send", func(sendMail) []tools.Effect { return []tools.Effect{{Class: tools.Send}} },
		func(context.Context, *tools.Workspace, sendMail) (tools.Result, error) { return tools.Result{}, nil })
	s.Tools = tools.NewRegistry([]tools.Tool{sends, fake[sumColumn]("excel.aggregate")})
	if look {
		s.Look = func(_ context.Context, a tools.Action) (tools.Observation, error) {
			data := map[string]any{"headers": []string{"Fare", "Name"}, "value": 7, "text": "7"}
			failed := a.Tool == "excel.aggregate" && a.Args["column"] != "Fare"
			return tools.Observation{Text: "ok", Failed: failed, Data: must.Have(json.Marshal(data))(t)}, nil
		}
	}
	all := must.Have(Brain{}.Find(t.Context(), s))(t)
	said := must.Have(reading.NewSentence(text, task.Reference(), nil))(t)
	ways := must.Have(Ways(t.Context(), NewRehearsal(s), must.Have(ReaderOf(all, task.Reference()))(t), said, all))(t)
	values := map[string]string{}
	for _, v := range ways[0].Values {
		values[v.Slot] = v.Said()
	}
	return values, ways[0].Confidence
}

// TestWays: in new words a column is one that the workbook has, as it is spelled there, and
// what can be done in the office is likelier than what nobody looked at.
func TestWays(t *testing.T) {
	const text = "Omar wants to hear by mail what the fares of trips.xlsx come to"
	values, confidence := likeliestWay(t, text, true)
	if values["column"] != "Fare" || values["to"] != "Omar" || values["file_path"] != "trips.xlsx" {
		t.Errorf("values %q, want the column Fare of trips.xlsx for Omar", values)
	}
	if _, unseen := likeliestWay(t, text, false); confidence <= unseen {
		t.Errorf("confidence %.3f in an office that has it all, want more than %.3f without one", confidence, unseen)
	}
}

// TestWaysFailing: what would stop before its first change is less likely for it.
func TestWaysFailing(t *testing.T) {
	const text = "Omar wants to hear by mail what Weight of trips.xlsx comes to"
	_, confidence := likeliestWay(t, text, true)
	if _, unseen := likeliestWay(t, text, false); confidence >= unseen {
		t.Errorf("confidence %.3f of a column that is not there, want less than %.3f", confidence, unseen)
	}
}

// TestWaysRefused: a way that the user said no to is not offered again, also where the office
// made it of another: by a longer title, or by names that were swapped.
func TestWaysRefused(t *testing.T) {
	p := &Procedure{Patterns: []Pattern{{Template: "Email {to} with the subject {subject}"}}}
	k := &reading.Skill{ID: "mail", Slots: []reading.Slot{{Name: "to", Kind: "person"}, {Name: "subject", Kind: "phrase"}, {Name: "content", Kind: "phrase"}}}
	const text = "mail Bo, subject Branch council minutes"
	start, end := len("mail Bo, subject "), len("mail Bo, subject Branch council")
	r := reading.Reading{Skill: k, Template: "mail {to} subject {subject} minutes ", Values: []reading.Value{{Slot: "subject", Kind: "phrase", Text: text[start:end], Start: start, End: end, Open: true}}}
	longer := p.grown(text, r)
	r.Values = append(r.Values, reading.Value{Slot: "content", Kind: "phrase", Text: "Keys"})
	r.Template = "mail {to} {content} about {subject} "
	turned := swaps(r)
	if len(turned) != 1 || turned[0].Template != "mail {to} {subject} about {content} " {
		t.Fatalf("swapped to %+v, want one with the slots the other way round", turned)
	}
	reader := must.Have(reading.NewReader(must.Have(reading.Shipped())(t), []*reading.Skill{k}, total().Started.Task.Reference()))(t)
	for said, other := range map[string]reading.Reading{"mail {to} subject {subject} ": longer, turned[0].Template: turned[0]} {
		if _, ok := reader.Revised(other); !ok {
			t.Errorf("%q was never refused", said)
		}
		if _, ok := reader.Without("mail", said).Revised(other); ok {
			t.Errorf("%q is read again, which was refused", said)
		}
	}
}

// TestGrown: a title goes on to the sentence's end but where a wording goes on so.
func TestGrown(t *testing.T) {
	p := &Procedure{Patterns: []Pattern{{Template: "Email {to} with the subject {subject} today"}}}
	for text, want := range map[string]string{
		"mail Bo, subject Branch council minutes?":    "Branch council minutes",
		"mail Bo, subject Branch council today":       "Branch council",
		"mail Bo, subject Branch council, please":     "Branch council",
		"mail Bo, subject Branch council and then go": "Branch council",
	} {
		const start, end = len("mail Bo, subject "), len("mail Bo, subject Branch council")
		r := reading.Reading{Values: []reading.Value{{Slot: "subject", Kind: "phrase", Text: text[start:end], Start: start, End: end, Open: true}}}
		if got := p.grown(text, r).Values[0].Text; got != want {
			t.Errorf("%q: the title is %q, want %q", text, got, want)
		}
	}
}
