package reflex

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"legomem/agents"
	"legomem/must"
	"legomem/sweep"
	"legomem/trajectory"
)

// TestAsPlayed: what a run's log says was played is the bank's procedure, however the bank
// has it written, and nothing else is.
func TestAsPlayed(t *testing.T) {
	sweep.OneGoroutine(t)
	hits := everything(t)
	m := must.Have(chooseLikely(t.Context(), task("Email Priya with the subject Offsite agenda saying the venue is <b>booked</b> & paid"), hits))(t)
	var bound trajectory.Bound
	must.Do(t, m.log(agents.Brief{Log: func(p trajectory.Payload) error {
		if b, ok := p.(trajectory.Bound); ok {
			line := must.Have(json.Marshal(b))(t) // as the log's line is written and read
			return json.Unmarshal(line, &bound)
		}
		return nil
	}}))
	stored := m.Unit.Unit.Procedure
	var indented bytes.Buffer
	must.Do(t, json.Indent(&indented, stored, "", "  "))
	more := strings.Replace(string(stored), "{", `{"a_later_field":[1,2],`, 1)
	for name, as := range map[string]json.RawMessage{"as it is stored": stored, "indented": indented.Bytes(), "with a field of a later program": json.RawMessage(more)} {
		if got := must.Have(AsPlayed(as))(t); !bytes.Equal(got, bound.Procedure) {
			t.Errorf("%s:\n%s\nplayed:\n%s", name, got, bound.Procedure)
		}
	}
	for _, h := range hits {
		if got := must.Have(AsPlayed(h.Unit.Procedure))(t); h.Unit.ID != m.Unit.Unit.ID && bytes.Equal(got, bound.Procedure) {
			t.Errorf("%s is taken for what was played", h.Unit.ID)
		}
	}
	other := must.Have(Decode(stored))(t)
	other.Subtasks[0].Steps[0].Args["to"] = Expr{Const: json.RawMessage(`["Eve"]`)}
	if got := must.Have(AsPlayed(must.Have(json.Marshal(other))(t)))(t); bytes.Equal(got, bound.Procedure) {
		t.Error("another recipient makes no difference")
	}
	if _, err := AsPlayed(json.RawMessage(`{"version":"reflex/9"}`)); err == nil {
		t.Error("another compiler's procedure is as this one plays it")
	}
}

// FuzzAsPlayed: what is logged of a procedure stays so, however often it is read and
// written.
func FuzzAsPlayed(f *testing.F) {
	for _, h := range everything(f) {
		f.Add([]byte(h.Unit.Procedure))
	}
	f.Add([]byte(`{"version":"reflex/2","patterns":null,"subtasks":[{"steps":[{"args":{"to":{"const":"a<\u2028\ud800>"}}}]}]}`))
	f.Add([]byte("{\"Version\":\"reflex/1\",\"answer\":{\"const\":[1.50, \"\xff\"]},\"SLOTS\":[]}"))
	f.Fuzz(func(t *testing.T, stored []byte) {
		played, err := AsPlayed(stored)
		if err != nil {
			return
		}
		line, err := json.Marshal(trajectory.Bound{Procedure: played})
		must.Do(t, err)
		var back trajectory.Bound
		must.Do(t, json.Unmarshal(line, &back))
		again := must.Have(AsPlayed(back.Procedure))(t)
		if !bytes.Equal(played, back.Procedure) || !bytes.Equal(played, again) {
			t.Errorf("%q\nis played as %q\nlogged as %q\nand then %q", stored, played, back.Procedure, again)
		}
	})
}

// TestConstants: a text that an action is given every time is one, and one that is put
// together, or that an observation chooses, is none.
func TestConstants(t *testing.T) {
	sweep.OneGoroutine(t)
	text := func(s string) Expr { return Expr{Const: must.Have(json.Marshal(s))(t)} }
	then, other := text("chosen"), text("or not")
	p := &Procedure{Subtasks: []Subtask{{Description: text("no argument"), Steps: []Step{{Tool: "email.send", Thought: "none", Args: map[string]Expr{
		"to":      {List: []Expr{text("Dana"), {Slot: "who"}}},
		"cc":      {Const: json.RawMessage(`["Lee", ["Kim", 7]]`)},
		"content": {Text: []Expr{text("Dear "), {Slot: "who"}}},
		"subject": {When: &Guard{}, Then: &then, Else: &other},
		"more":    {Object: map[string]Expr{"file": text("data/plan.xlsx"), "blank": text(" ")}},
	}}}}}}
	if got := p.Constants(); !slices.Equal(got, []string{"Lee", "Kim", "data/plan.xlsx", "Dana"}) {
		t.Errorf("constants: %q", got)
	}
}
