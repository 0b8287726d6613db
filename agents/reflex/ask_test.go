package reflex

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"legomem/agents"
	"legomem/membank"
	"legomem/must"
	"legomem/trajectory"
)

// TestAsk: a model's yes is taken only as far as it can be checked against the
// text, and then becomes a way to say the task.
func TestAsk(t *testing.T) {
	hits := everything(t)
	haircut := map[string]string{"summary": "haircut", "user": "Zoe", "date": "5/6/2026", "start": "2:00 pm", "end": "3:00 pm"}
	tests := []struct {
		name, text string
		said       agents.Sameness
		err        error
		want       string // the wording, or what the refusal says
		asked      bool
	}{
		{"a yes", "Zoe fancies a haircut, 5/6/2026, 2:00 pm until 3:00 pm, calendar", agents.Sameness{Same: true, Values: haircut}, nil,
			"[Zoe](user) fancies a [haircut](summary), [5/6/2026](date), [2:00 pm](start) until [3:00 pm](end), calendar", true},
		{"no need to ask", "Schedule a haircut for Zoe on 5/6/2026 from 2:00 pm to 3:00 pm", agents.Sameness{}, nil, "", false},
		{"a no", "Zoe fancies a haircut, 5/6/2026, 2:00 pm until 3:00 pm, calendar", agents.Sameness{Reason: "a wish"}, nil, "other work: a wish", true},
		{"no usable answer", "Zoe fancies a haircut, 5/6/2026, 2:00 pm until 3:00 pm, calendar", agents.Sameness{}, &agents.Unusable{}, "no procedure fits", true},
		{"a word that is left over is a doubt", "Zoe does not fancy a haircut, 5/6/2026, 2:00 pm until 3:00 pm, calendar", agents.Sameness{Same: true, Values: haircut}, nil,
			"[Zoe](user) does not fancy a [haircut](summary), [5/6/2026](date), [2:00 pm](start) until [3:00 pm](end), calendar", true},
		{"a date is left over", "Zoe fancies a haircut, 5/6/2026 or 5/7/2026, 2:00 pm until 3:00 pm, calendar", agents.Sameness{Same: true, Values: haircut}, nil, `nothing accounts for "5/7/2026"`, true},
		{"a name is left over", "Zoe fancies a haircut with Kim, 5/6/2026, 2:00 pm until 3:00 pm, calendar", agents.Sameness{Same: true, Values: haircut}, nil, `nothing accounts for "Kim"`, true},
		{"a value of another type", "Zoe fancies a haircut, tomorrow-ish, 2:00 pm until 3:00 pm, calendar", agents.Sameness{Same: true,
			Values: map[string]string{"summary": "haircut", "user": "Zoe", "date": "tomorrow-ish", "start": "2:00 pm", "end": "3:00 pm"}}, nil, `"tomorrow-ish" is not a date`, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			asked := false
			b := Brain{Ask: func(_ context.Context, _ agents.Brief, c agents.Comparison) (agents.Sameness, error) {
				asked = true
				if c.Task != tt.text || len(c.Blanks) == 0 || c.Practised == "" {
					t.Errorf("asked %+v", c)
				}
				return tt.said, tt.err
			}}
			m, err := b.Choose(t.Context(), agents.Brief{Task: task(tt.text), SearchTasks: func(context.Context, string, int) ([]membank.Hit, error) { return hits, nil }})
			if asked != tt.asked {
				t.Errorf("asked: %v, want %v", asked, tt.asked)
			}
			var no *agents.GiveUp
			switch {
			case errors.As(err, &no):
				if !strings.Contains(no.Reason, tt.want) || tt.want == "" {
					t.Errorf("gave up: %s; want %q", no.Reason, tt.want)
				}
			case err != nil:
				t.Fatal(err)
			case m.Wording != tt.want:
				t.Errorf("wording %q, want %q", m.Wording, tt.want)
			case strings.Contains(tt.text, "not") && (len(m.Doubts) != 1 || !strings.Contains(m.Doubts[0], `"not"`)):
				t.Errorf("doubts %q, want the word that is left over", m.Doubts)
			}
		})
	}
}

// TestSee: a wording that did the work is one more way to say it.
func TestSee(t *testing.T) {
	p := must.Have(Decode(everything(t)[0].Unit.Procedure))(t)
	w := trajectory.Wording{Text: "[Zoe](user) fancies a [haircut](summary), [5/6/2026](date), [2:00 pm](start) until [3:00 pm](end), calendar"}
	more, added, err := See(p, w, task(""))
	if err != nil || !added || len(more.Patterns) != len(p.Patterns)+1 || !more.Patterns[len(p.Patterns)].Seen {
		t.Fatalf("%v, %v", added, err)
	}
	if _, again, err := See(more, w, task("")); again || err != nil {
		t.Errorf("the same once more: %v, %v", again, err)
	}
	for name, text := range map[string]string{"a value is missing": "[Zoe](user) fancies a [haircut](summary)", "an unknown value": "[Zoe](who) fancies a [haircut](summary)", "not closed": "[Zoe"} {
		if _, _, err := See(p, trajectory.Wording{Text: text}, task("")); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	data := must.Have(json.Marshal(more))(t)
	hits := []membank.Hit{{Unit: membank.Unit{ID: "u", Procedure: data}}}
	if _, err := choose(t.Context(), task("Kim fancies a massage, 5/7/2026, 4:00 pm until 5:00 pm, calendar"), hits); err != nil {
		t.Errorf("the wording is not recognised: %v", err)
	}
}

// TestRebind: a run's log holds what is needed to go on with it.
func TestRebind(t *testing.T) {
	m := must.Have(choose(t.Context(), task("Schedule a haircut for Zoe on 5/6/2026 from 2:00 pm to 3:00 pm"), everything(t)))(t)
	var bound trajectory.Bound
	log := func(p trajectory.Payload) error {
		if b, ok := p.(trajectory.Bound); ok {
			bound = b
		}
		return nil
	}
	must.Do(t, m.log(agents.Brief{Log: log}))
	p, _, err := Brain{}.Open(t.Context(), agents.Brief{Task: task("whatever"), Past: &trajectory.Run{Bound: &bound}})
	must.Do(t, err)
	l, err := p.Next(t.Context(), agents.State{})
	if err != nil || l.Speaker != "office_agent" {
		t.Errorf("%+v, %v", l, err)
	}
	if _, _, err := (Brain{}).Open(t.Context(), agents.Brief{Past: &trajectory.Run{Bound: &trajectory.Bound{Procedure: []byte(`{"version":"reflex/9"}`)}}}); err == nil {
		t.Error("a procedure of another version was gone on with")
	}
}
