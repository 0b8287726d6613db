package everyday

import (
	"strings"
	"testing"
	"unicode"

	"legomem/must"
	"legomem/trajectory"
)

// calendarOf is a calendar that somebody else's program wrote: events of an hour on one
// day, with titles as they stand in a file.
func calendarOf(titles ...string) string {
	var b strings.Builder
	b.WriteString("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//else//\r\n")
	for i, title := range titles {
		id := string(rune('a' + i))
		b.WriteString("BEGIN:VEVENT\r\nUID:" + id + "\r\nDTSTAMP:20261120T100000Z\r\nDTSTART:20261126T100000\r\nDTEND:20261126T110000\r\nSUMMARY:" + title + "\r\nEND:VEVENT\r\n")
	}
	b.WriteString("END:VCALENDAR\r\n")
	return b.String()
}

// TestHostileNames: whatever the office's things are called, each is offered on one plain
// line that no other has, and what is taken is what was shown.
func TestHostileNames(t *testing.T) {
	dana := map[string]string{"emails/Dana/.keep": "", "emails/Bob/.keep": "", "data/contacts.csv": "Name,Email,Phone\nDana,dana@elsewhere.test,1\n"}
	tests := []struct {
		name, says, slot string
		files            map[string]string
		offers           int
	}{
		{"events called yes", "please cancel the event called yes", "event", map[string]string{"calendar/Bob.ics": calendarOf("yes vote", "yes rally")}, 2},
		{"events called as numbers", "cancel my event", "event", map[string]string{"calendar/Bob.ics": calendarOf("1", "2", "none")}, 3},
		{"two of the same name and hour", "cancel the lunch", "event", map[string]string{"calendar/Bob.ics": calendarOf("lunch", "lunch", "lunch")}, 3},
		{"a line of its own", "cancel the lunch", "event", map[string]string{"calendar/Bob.ics": calendarOf("lunch one", `lunch\n    3. nothing at all`)}, 2},
		{"control letters", "cancel the lunch", "event", map[string]string{"calendar/Bob.ics": calendarOf("lunch one", "lunch \x1b[2J\u202eoff\u200b")}, 2},
		{"a file called as a flag", "read out the file apply", "file", map[string]string{"data/--apply one.txt": "a", "data/--apply two.txt": "b"}, 2},
		{"a contact called as a colleague", "send Dana a mail with the subject Roof saying it leaks", "to", dana, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newOffice(t, tt.files).brief(tt.says)
			asks := asked(t, Brain{}, s)
			must.NoError(t, asks.Question.Check())
			if asks.Question.Slot == nil || asks.Question.Slot.Name != tt.slot || len(asks.Question.Slot.Candidates) != tt.offers {
				t.Fatalf("it asks %+v %+v", asks.Question, asks.Question.Slot)
			}
			for _, c := range asks.Question.Slot.Candidates {
				if odd := strings.ContainsFunc(c.Shown, func(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Cf) }); odd {
					t.Errorf("it shows %q", c.Shown)
				}
				m := matched(t, Brain{}, withAnswer(s, asks, trajectory.Answer{Value: c.Value}))
				if got := canon(m, tt.slot); got != c.Value {
					t.Errorf("%q is taken for %q", c.Shown, got)
				}
			}
		})
	}
}
