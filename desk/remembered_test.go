package desk

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"legomem/consent"
	"legomem/membank/recall"
	"legomem/must"
	"legomem/places"
	"legomem/sweep"
	"legomem/trajectory"
)

// remembering is an office with a user, whose runs are carried out day by day.
type remembering struct {
	t    *testing.T
	d    *Desk
	home string
}

func newRemembering(t *testing.T, settings map[string]any) *remembering {
	d := newTestDesk(t, settings)
	home := t.TempDir()
	write(t, filepath.Join(home, "calendar", "Dana.ics"), "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\nEND:VCALENDAR\r\n")
	return &remembering{t, d, home}
}

// run carries a request out on a day of May 2026, and brings what it changed home.
func (r *remembering) run(day int, user, text string) Ran {
	r.t.Helper()
	now := time.Date(2026, 5, day, 9, 0, 0, 0, time.UTC)
	r.d.Now = func() time.Time { return now.Add(time.Since(started)) }
	task := trajectory.Task{Text: text, User: user, Now: now}
	ran := must.Have(r.d.Run(r.t.Context(), Order{Task: task, From: r.home, Apply: true}, nil))(r.t)
	r.apply(ran)
	return ran
}

var started = time.Now()

func (r *remembering) apply(ran Ran) {
	if ran.Result.Outcome != trajectory.Solved {
		return
	}
	run := must.Have(r.d.FindRun(ran.Result.RunID))(r.t)
	must.Have(r.d.Apply(r.t.Context(), run, Applying{To: r.home, Decide: AgreesToAll}))(r.t)
}

// answers answers a run's question.
func (r *remembering) answers(ran Ran, said string) Ran {
	r.t.Helper()
	if ran.Question == nil {
		r.t.Fatalf("it asks nothing: %s %s", ran.Result.Outcome, ran.Result.Answer+ran.Result.Reason)
	}
	run := must.Have(r.d.FindRun(ran.Result.RunID))(r.t)
	q := must.Have(r.d.Question(run))(r.t)
	a := must.Have(r.d.Hear(q, said, ""))(r.t)
	done := must.Have(r.d.GoOn(r.t.Context(), run, GoingOn{Order: must.Have(r.d.Remembered(run, q))(r.t), Answer: a}, nil))(r.t)
	r.apply(done)
	return done
}

// TestRemembered: what was said in earlier runs is offered, with when it was said, where a
// later one leaves it out; and only to who said it.
func TestRemembered(t *testing.T) {
	sweep.OneGoroutine(t)
	r := newRemembering(t, nil)
	r.run(4, "Dana", "Schedule a stand-up on 2026-05-05 at 9:15 am")
	r.run(5, "Dana", "Schedule a stand-up on 2026-05-06 at 9:15 am")
	ran := r.run(6, "Dana", "Schedule a stand-up on 2026-05-07")
	if ran.Question == nil || ran.Question.Text != `As on 5 May 2026: start "9:15 am"?` {
		t.Fatalf("it asks %+v", ran.Question)
	}
	if done := r.answers(ran, "yes"); done.Result.Outcome != trajectory.Solved || !strings.Contains(done.Result.Answer, "9:15") {
		t.Fatalf("it ended as %s: %s", done.Result.Outcome, done.Result.Answer)
	}
	other := r.run(6, "Lee", "Schedule a stand-up on 2026-05-07")
	if other.Question == nil || len(other.Question.Options()) > 0 {
		t.Errorf("another user is offered %+v", other.Question)
	}
}

// TestRememberedTogether: what was said of the same thing is offered in one question, values
// that need not be given too. After a no only what was said counts; what is agreed to, or said
// otherwise, counts from then on.
func TestRememberedTogether(t *testing.T) {
	sweep.OneGoroutine(t)
	r := newRemembering(t, nil)
	r.run(4, "Dana", "Add a print check on 2026-05-05 at 11:00 am in the Loft")
	r.run(4, "Dana", "Add a budget talk on 2026-05-05 at 2:00 pm in Room 2")
	ran := r.run(5, "Dana", "Add a print check on 2026-05-12")
	const all = `As on 4 May 2026: start "11:00 am", place "Loft"?`
	if ran.Question == nil || ran.Question.Text != all {
		t.Fatalf("it asks %+v, want %s", ran.Question, all)
	}
	if done := r.answers(ran, "yes"); !strings.Contains(done.Result.Answer, "11:00 am to 12:00 pm") {
		t.Errorf("it ended as %s: %s", done.Result.Outcome, done.Result.Answer)
	}
	ran = r.run(6, "Dana", "Add a print check on 2026-05-19 at 3:00 pm")
	if ran.Question == nil || strings.Contains(ran.Question.Text, "start") || !strings.Contains(ran.Question.Text, "As on 5 May 2026") {
		t.Fatalf("it asks %+v", ran.Question)
	}
	if done := r.answers(ran, "no"); !strings.Contains(done.Result.Answer, "3:00 pm to 4:00 pm") {
		t.Errorf("it ended as %s: %s", done.Result.Outcome, done.Result.Answer)
	}
	ran = r.run(7, "Dana", "Add a print check on 2026-05-26")
	if ran.Question == nil || ran.Question.Text != `As on 6 May 2026: start "3:00 pm"?` {
		t.Errorf("after a no it asks %+v", ran.Question)
	}
	if ran := r.run(7, "Dana", "Add a workshop on 2026-05-26 at 10:00 am"); ran.Question != nil {
		t.Errorf("of something else it asks %+v", ran.Question)
	}
}

// TestRememberedUnasked: slots that the configuration names are filled, and told.
func TestRememberedUnasked(t *testing.T) {
	sweep.OneGoroutine(t)
	r := newRemembering(t, map[string]any{"recall.fill": []string{"calendar.add.start", "calendar.add.place"}})
	r.run(4, "Dana", "Add a print check on 2026-05-05 at 11:00 am in the Loft")
	ran := r.run(5, "Dana", "Add a print check on 2026-05-12")
	if ran.Question != nil || !strings.Contains(ran.Result.Answer, "11:00 am") {
		t.Fatalf("it asks %+v, and ended as %s: %s", ran.Question, ran.Result.Outcome, ran.Result.Answer)
	}
	run := must.Have(r.d.FindRun(ran.Result.RunID))(t)
	told := func(n trajectory.Noted) bool { return strings.Contains(n.Text, `start "11:00 am" is as on 4 May 2026`) }
	if !slices.ContainsFunc(run.Notes, told) {
		t.Errorf("where the values are from is not told: %+v", run.Notes)
	}
}

// TestRememberedIsCorrected: a correction holds from then on.
func TestRememberedIsCorrected(t *testing.T) {
	sweep.OneGoroutine(t)
	r := newRemembering(t, nil)
	r.run(4, "Dana", "Schedule a stand-up on 2026-05-05 at 9:15 am")
	r.run(5, "Dana", "Schedule a stand-up on 2026-05-06 at 9:15 am")
	units := must.Have(r.d.Recalled(t.Context(), RecallOrder{User: "Dana"}))(t)
	if len(units) != 2 {
		t.Fatalf("%d units are known", len(units))
	}
	must.Have(r.d.SetRecalled(t.Context(), "Dana", units[0].ID, "start", "10:00 am"))(t)
	ran := r.run(6, "Dana", "Schedule a stand-up on 2026-05-07")
	if ran.Question == nil || !strings.HasSuffix(ran.Question.Text, `start "10:00 am"?`) {
		t.Errorf("it asks %+v; it ended as %s (%s)", ran.Question, ran.Result.Outcome, ran.Result.Reason+ran.Result.Answer)
	}
}

// TestNotRemembered: nothing is kept where that is switched off, of changes that nobody
// agreed to, and of what the user did not say.
func TestNotRemembered(t *testing.T) {
	off := newRemembering(t, map[string]any{"recall.remember": false})
	off.run(4, "Dana", "Schedule a stand-up on 2026-05-05 at 9:15 am")
	if units, err := off.d.Recalled(t.Context(), RecallOrder{User: "Dana"}); err == nil && len(units) > 0 {
		t.Errorf("it remembers %+v", units)
	}
	r := newRemembering(t, nil)
	r.d.Now = func() time.Time { return time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC) }
	task := trajectory.Task{Text: "Schedule a stand-up on 2026-05-05 at 9:15 am", User: "Dana", Now: r.d.Now()}
	ran := must.Have(r.d.Run(t.Context(), Order{Task: task, From: r.home}, nil))(t)
	run := must.Have(r.d.FindRun(ran.Result.RunID))(t)
	declines := Applying{To: r.home, Decide: func(_ context.Context, p Proposal) (consent.Answer, error) {
		return consent.Answer{Reply: consent.No, List: p.List, By: p.User}, nil
	}}
	must.Have(r.d.Apply(t.Context(), run, declines))(t)
	if units, err := r.d.Recalled(t.Context(), RecallOrder{User: "Dana"}); err == nil && len(units) > 0 {
		t.Errorf("it remembers %+v", units)
	}
	said := must.Have(r.d.saidIn(run))(t)
	if slices.ContainsFunc(said, func(s recall.Said) bool { return s.From != recall.Named }) || len(said) != 3 {
		t.Errorf("said were %+v in %s", said, places.Run(run.Dir))
	}
}

// TestConversationIsRemembered: what a conversation came to is remembered: a value that was
// corrected as it is in the end, and nothing of work that was taken back.
func TestConversationIsRemembered(t *testing.T) {
	sweep.OneGoroutine(t)
	r := newRemembering(t, nil)
	r.d.Now = func() time.Time { return time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC) }
	chat := must.Have(r.d.OpenChat(t.Context(), ChatOrder{Session: "s", Home: r.home, User: "Dana"}))(t)
	defer func() { must.Do(t, chat.Close()) }()
	say := func(said string) {
		t.Helper()
		reply := must.Have(chat.Turn(t.Context(), said))(t)
		for range 3 {
			if reply.Question == nil {
				break
			}
			reply = must.Have(chat.Turn(t.Context(), "yes"))(t)
		}
	}
	starts := func() []string {
		var out []string
		for _, u := range must.Have(r.d.Recalled(t.Context(), RecallOrder{User: "Dana"}))(t) {
			for _, p := range u.Pairs {
				if p.Slot == "start" {
					out = append(out, u.Intent.Name+" "+p.Answer)
				}
			}
		}
		return out
	}
	say("Schedule a stand-up on 2026-05-05 at 9:15 am")
	if got := starts(); !slices.Equal(got, []string{"calendar.add 9:15 am"}) {
		t.Fatalf("remembered is %q", got)
	}
	say("make it 10:30 am")
	if got := starts(); !slices.Equal(got, []string{"calendar.add 10:30 am"}) {
		t.Errorf("after a correction remembered is %q", got)
	}
	say("undo that")
	if got := starts(); !slices.Equal(got, []string{"calendar.add 9:15 am"}) {
		t.Errorf("after an undo remembered is %q", got)
	}
}
