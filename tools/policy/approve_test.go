package policy_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/tools"
	"legomem/tools/policy"
	"legomem/trajectory"
)

// script is an Approver that answers in order, and keeps what it was asked.
type script struct {
	answers []policy.Answer
	err     error
	asked   []policy.Question
}

func (s *script) Approve(ctx context.Context, q policy.Question) (policy.Answer, error) {
	s.asked = append(s.asked, q)
	if s.err != nil {
		return policy.Answer{}, s.err
	}
	if len(s.answers) == 0 {
		return policy.Answer{}, ctx.Err()
	}
	a := s.answers[0]
	s.answers = s.answers[1:]
	return a, nil
}

// TestApproveCovers: which effects are asked about.
func TestApproveCovers(t *testing.T) {
	calls := []struct {
		tool string
		args m
	}{
		{"email.list", m{}},
		{"system.write_text", m{"file_path": "data/new.txt", "content": "x"}},
		{"email.send", m{"to": []any{"Tom"}, "subject": "s", "content": "c"}},
		{"system.calculate", m{"expression": "1 + 1"}}, // touches nothing
	}
	for level, want := range map[policy.Approve]string{"": "", policy.Never: "", policy.BeforeSend: "email.send", policy.BeforeWrite: "system.write_text email.send", policy.BeforeAll: "email.list system.write_text email.send"} {
		s := &script{answers: []policy.Answer{{Yes: true}, {Yes: true}, {Yes: true}}}
		o := newOffice(t, policy.Rules{Approve: level, Approver: s}, trajectory.Task{Text: "Write to Tom"}, nil)
		for _, c := range calls {
			o.want(true, c.tool, c.args)
		}
		var asked []string
		for _, q := range s.asked {
			asked = append(asked, q.Action.Tool)
		}
		if got := strings.Join(asked, " "); got != want {
			t.Errorf("under %q it asked about %q, want %q", level, got, want)
		}
	}
}

func TestApprove(t *testing.T) {
	send := m{"to": []any{"Tom"}, "sender": "Alice", "subject": "s", "content": "c"}
	office := func(a policy.Approver) *office {
		return newOffice(t, policy.Rules{Approve: policy.BeforeSend, Approver: a}, trajectory.Task{Text: "Write to Tom"}, nil)
	}
	t.Run("no, with a reason", func(t *testing.T) {
		_, err := office(&script{answers: []policy.Answer{{Reason: "not today"}}}).ask("email.send", send)
		if tools.CodeOf(err) != tools.Refused || !strings.Contains(err.Error(), "not today") {
			t.Error(err)
		}
	})
	t.Run("nobody to ask", func(t *testing.T) { office(nil).want(false, "email.send", send) })
	t.Run("nobody can be asked", func(t *testing.T) {
		_, err := office(&script{err: errors.New("no terminal")}).ask("email.send", send)
		if tools.CodeOf(err) != tools.Refused || !strings.Contains(err.Error(), "no terminal") {
			t.Error(err)
		}
	})
	t.Run("what is shown is what is done", func(t *testing.T) {
		s := &script{answers: []policy.Answer{{Yes: true}}}
		a, err := office(s).ask("email.send", send)
		if err != nil || a.Action.Args["sender"] != "Bob" || s.asked[0].Action.Args["sender"] != "Bob" {
			t.Errorf("done %v, shown %v, %v", a.Action.Args, s.asked[0].Action.Args, err)
		}
	})
	t.Run("always is for the same", func(t *testing.T) {
		s := &script{answers: []policy.Answer{{Yes: true, Always: true}, {}}}
		o := office(s)
		o.want(true, "email.send", send)
		o.want(true, "email.send", m{"to": []any{"tom@example.com"}, "subject": "other", "content": "other"})
		if len(s.asked) != 1 {
			t.Errorf("it asked %d times about the same", len(s.asked))
		}
		o.want(false, "email.send", m{"to": []any{"Tom", "Bob"}, "subject": "s", "content": "c"})
	})
	t.Run("a yes is for once", func(t *testing.T) {
		s := &script{answers: []policy.Answer{{Yes: true}, {}}}
		o := office(s)
		o.want(true, "email.send", send)
		o.want(false, "email.send", send)
	})
	t.Run("a person cannot allow what the rules refuse", func(t *testing.T) {
		s := &script{answers: []policy.Answer{{Yes: true}}}
		office(s).want(false, "email.send", m{"to": []any{"Alice"}, "subject": "s", "content": "c"})
		if len(s.asked) > 0 {
			t.Error("it asked")
		}
	})
	t.Run("the run ends while it asks", func(t *testing.T) {
		ctx, stop := context.WithCancelCause(t.Context())
		stop(errors.New("over"))
		_, err := office(&script{}).gate.Decide(ctx, "", tools.Action{Tool: "email.send", Args: send})
		if err == nil || err.Error() != "over" {
			t.Error(err)
		}
	})
}

// TestApproveOfAnAnswer: the person sees who would get it, and a yes for always is
// for that one alone.
func TestApproveOfAnAnswer(t *testing.T) {
	asked := &script{answers: []policy.Answer{{Yes: true, Always: true}, {}}}
	o := newOffice(t, policy.Rules{Approve: policy.BeforeSend, Approver: asked}, trajectory.Task{Text: "Reply to all my mails that I am away"}, nil)
	o.do("email.list", m{})
	reply := func(id string) m { return m{"id": id, "content": "away"} }
	o.want(true, "email.reply", reply("Lunch list"))
	o.want(true, "email.reply", reply("Lunch list"))
	o.want(false, "email.reply", reply("offer"))
	var who []string
	for _, q := range asked.asked {
		for _, e := range q.Effects {
			if e.Class == tools.Send {
				who = append(who, e.Target)
			}
		}
	}
	if diff := cmp.Diff([]string{"recipient:tom@example.com", "recipient:eve@evil.com"}, who); diff != "" {
		t.Error(diff)
	}
}
