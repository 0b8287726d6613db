package everyday

import (
	"context"
	"errors"
	"testing"
	"time"

	"legomem/agents"
	"legomem/agents/reflex"
	"legomem/must"
	"legomem/tools"
	"legomem/tools/apps"
	"legomem/tools/toolstest"
	"legomem/trajectory"
)

// tuesday is when the requests are made.
var tuesday = time.Date(2026, 11, 24, 9, 0, 0, 0, time.UTC)

// office is Bob's, with the tools at hand.
type office struct {
	*toolstest.Desk
	logged []trajectory.Payload
}

func newOffice(t testing.TB, files map[string]string, calls ...[2]string) *office {
	t.Helper()
	d := toolstest.New(t, tuesday, apps.Registry().All(), files)
	for _, call := range calls {
		d.Data(call[0], call[1])
	}
	return &office{Desk: d}
}

// event is a call that makes an event of an hour; its title is JSON.
func event(title, start string) [2]string {
	return [2]string{"calendar.create_event", `{"summary":` + title + `,"start":"` + start + `","duration_minutes":60}`}
}

// brief is a request of Bob's.
func (o *office) brief(text string, answers ...trajectory.Exchange) agents.Brief {
	return agents.Brief{Task: trajectory.Task{Text: text, User: "Bob", Now: tuesday, Answers: answers}, Team: agents.DefaultTeam(), Tools: o.Reg,
		Look: func(_ context.Context, a tools.Action) (tools.Observation, error) { return o.Run(a.Tool, a.Args), nil },
		Log:  func(p trajectory.Payload) error { o.logged = append(o.logged, p); return nil }}
}

// matched is what a request comes to without a question.
func matched(t *testing.T, b Brain, s agents.Brief) *reflex.Match {
	t.Helper()
	return must.Have(b.Choose(t.Context(), s))(t)
}

// asked is what is asked about a request.
func asked(t *testing.T, b Brain, s agents.Brief) *agents.Asking {
	t.Helper()
	m, err := b.Choose(t.Context(), s)
	asks, ok := errors.AsType[*agents.Asking](err)
	if !ok {
		t.Fatalf("%q asks nothing: %+v, %v", s.Task.Text, m, err)
	}
	return asks
}

// withAnswer is a request with an answer to what it asked.
func withAnswer(s agents.Brief, asks *agents.Asking, a trajectory.Answer) agents.Brief {
	s.Task.Answers = append(s.Task.Answers, trajectory.Exchange{Question: asks.Question, Rest: asks.Rest, Answer: a})
	return s
}

// canon is what a match has in a slot.
func canon(m *reflex.Match, slot string) string {
	for _, b := range m.Bindings {
		if b.Slot == slot {
			return b.Canon
		}
	}
	return ""
}
