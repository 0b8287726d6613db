package desk

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"legomem/must"
	"legomem/orchestrator/dialogue"
	"legomem/places"
	"legomem/sweep"
)

// practice is a conversation, offline, over the office of a small practice.
type practice struct {
	t    *testing.T
	home string
	chat *Chat
}

const practiceEvent = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\nBEGIN:VEVENT\r\nUID:p\r\nDTSTAMP:20260301T090000Z\r\nDTSTART:20260303T140000\r\nDTEND:20260303T150000\r\nSUMMARY:Payroll\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:q\r\nDTSTAMP:20260301T090000Z\r\nDTSTART:20260310T090000\r\nDTEND:20260310T093000\r\nSUMMARY:Stocktaking\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"

func newPractice(t *testing.T) *practice {
	sweep.OneGoroutine(t)
	p := &practice{t: t, home: t.TempDir()}
	for name, text := range map[string]string{
		"calendar/Ruth.ics": practiceEvent, "data/lists/shopping.txt": "milk\n",
		"emails/Ruth/.keep": "", "emails/Marek/.keep": "", "emails/Ines/.keep": "", "emails/Yasmin/.keep": "",
	} {
		write(t, filepath.Join(p.home, name), text)
	}
	d := newTestDesk(t, nil)
	d.Now = func() time.Time { return time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC) }
	p.chat = must.Have(d.OpenChat(t.Context(), ChatOrder{Session: "s", Home: p.home, User: "Ruth"}))(t)
	t.Cleanup(func() { must.Do(t, p.chat.Close()) })
	return p
}

// say says one thing after the other, and returns the last reply.
func (p *practice) say(all ...string) (r dialogue.Reply) {
	p.t.Helper()
	for _, said := range all {
		r = must.Have(p.chat.Turn(p.t.Context(), said))(p.t)
	}
	return r
}

// agree says something, and yes as long as changes are shown.
func (p *practice) agree(said string) dialogue.Reply {
	p.t.Helper()
	r := p.say(said)
	for r.Question != nil && r.Question.Commit {
		r = p.say("yes")
	}
	return r
}

// mails are how many mails a user has.
func (p *practice) mails(user string) int {
	return len(must.Have(filepath.Glob(filepath.Join(p.home, "emails", user, "*.eml")))(p.t))
}

func (p *practice) text(name string) string {
	return string(must.Have(os.ReadFile(filepath.Join(p.home, name)))(p.t))
}

// TestNothingIsSentTwiceUnasked: taking back a mail and taking that back asks before it is sent
// again.
func TestNothingIsSentTwiceUnasked(t *testing.T) {
	p := newPractice(t)
	p.agree("email Yasmin saying I can bring a cake")
	if n := p.mails("Yasmin"); n != 1 {
		t.Fatalf("%d mails were sent", n)
	}
	r := p.say("never mind", "never mind")
	if p.mails("Yasmin") != 1 || r.Question == nil || !r.Question.Resend {
		t.Errorf("%d mails, and it answers %+v", p.mails("Yasmin"), r)
	}
	if p.say("no"); p.mails("Yasmin") != 1 {
		t.Errorf("a no sent it")
	}
	if p.say("undo that", "undo that", "yes"); p.mails("Yasmin") > 2 {
		t.Errorf("%d mails", p.mails("Yasmin"))
	}
}

// TestOfficeAnswersLookUps: what the office holds is told from there, whatever was said of it.
func TestOfficeAnswersLookUps(t *testing.T) {
	p := newPractice(t)
	p.agree("remind me to water the plants tomorrow at 9")
	if r := p.say("what's on tomorrow?"); !strings.Contains(r.Told, "Payroll") || !strings.Contains(r.Told, "water") {
		t.Errorf("it tells %q", r.Told)
	}
	if r := p.say("what's on this week", "what's on next week"); !strings.Contains(r.Told, "Stocktaking") {
		t.Errorf("it tells %q of next week", r.Told)
	}
}

// TestLookingUpKeepsTheQuestion: who looks something up before they agree may agree afterwards.
func TestLookingUpKeepsTheQuestion(t *testing.T) {
	p := newPractice(t)
	r := p.say("add stamps to my shopping list")
	if r.Question == nil || !r.Question.Commit {
		t.Fatalf("it is not asked: %+v", r)
	}
	r = p.say("what's on next week")
	if r.Question == nil || !r.Question.Commit || !strings.Contains(r.Told, "Stocktaking") {
		t.Fatalf("it answers %+v", r)
	}
	p.say("yes")
	if got := p.text("data/lists/shopping.txt"); !strings.Contains(got, "stamps") {
		t.Errorf("the list holds %q", got)
	}
}

// TestNotDoneYet: what is wanted, and waits for an answer, is not told as if it were done.
func TestNotDoneYet(t *testing.T) {
	p := newPractice(t)
	p.agree("email Ines saying the vaccines arrive on thursday")
	r := p.say("send it to Marek instead")
	for i := 0; i < 2 && r.Question != nil && !r.Question.Resend; i++ {
		r = p.say("1")
	}
	if r.Question == nil || !r.Question.Resend || p.mails("Marek") != 0 {
		t.Fatalf("%d mails, and it asks %+v", p.mails("Marek"), r.Question)
	}
	r = p.say("did the mail go to Marek?")
	if strings.Contains(r.Told, "Marek") && !strings.Contains(r.Told, "not done yet") || r.Question == nil {
		t.Errorf("it tells %q, and asks %+v", r.Told, r.Question)
	}
	if p.say("yes"); p.mails("Marek") != 1 {
		t.Errorf("%d mails after a yes", p.mails("Marek"))
	}
}

// TestSwappedGuest: everybody's calendar says who comes, also that of who comes instead.
func TestSwappedGuest(t *testing.T) {
	p := newPractice(t)
	p.agree("schedule coffee with Yasmin on friday at 3 pm")
	p.agree("Ines instead of Yasmin")
	for _, name := range []string{"calendar/Ruth.ics", "calendar/Ines.ics"} {
		if text := p.text(name); !strings.Contains(text, "Ines@") || strings.Contains(text, "Yasmin@") {
			t.Errorf("%s holds\n%s", name, text)
		}
	}
}

// TestCutOffBeforeAnythingIsSaid: a conversation whose start was killed before its log had a line
// begins anew under its name.
func TestCutOffBeforeAnythingIsSaid(t *testing.T) {
	for _, left := range []string{"", `{"v":"1.8","seq":1,"ti`} {
		home := t.TempDir()
		write(t, filepath.Join(home, "calendar/Ruth.ics"), practiceEvent)
		d := newTestDesk(t, nil)
		log := places.Session(must.Have(d.sessionFolder("s"))(t)).Log()
		write(t, log, left)
		order := ChatOrder{Session: "s", Home: home, User: "Ruth", Resume: true}
		if _, err := d.OpenChat(t.Context(), order); err == nil {
			t.Errorf("%q: there was something to resume", left)
		}
		order.Resume = false
		c := must.Have(d.OpenChat(t.Context(), order))(t)
		if r := must.Have(c.Turn(t.Context(), "what's on next month"))(t); r.Turn != 1 {
			t.Errorf("%q: it answers %+v", left, r)
		}
		must.Do(t, c.Close())
	}
}
