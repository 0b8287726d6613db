package value

import (
	"bufio"
	"os"
	"strings"
	"testing"
	"time"

	"legomem/must"
)

// wednesday is the clock of these tests: Wednesday, 4 March 2026.
var wednesday = Reference{Now: time.Date(2026, 3, 4, 10, 0, 0, 0, time.UTC)}

// rows reads a table of testdata: fields parted by " | ", # for comments.
func rows(t testing.TB, file string) [][]string {
	t.Helper()
	f := must.Have(os.Open("testdata/" + file))(t)
	defer f.Close()
	var all [][]string
	for in := bufio.NewScanner(f); in.Scan(); {
		if line := in.Text(); line != "" && !strings.HasPrefix(line, "#") {
			all = append(all, strings.Split(line, " | "))
		}
	}
	if len(all) == 0 {
		t.Fatalf("%s has no rows", file)
	}
	return all
}

func TestParse(t *testing.T) {
	for _, row := range rows(t, "parse.txt") {
		kind, text, want := Kind(row[0]), row[1], row[2]
		t.Run(row[0]+"/"+text, func(t *testing.T) {
			got, err := Parse(kind, text, wednesday)
			part, refused := strings.CutPrefix(want, "! ")
			switch {
			case refused && err == nil:
				t.Errorf("Parse(%q) = %q, want an error", text, got)
			case refused && !strings.Contains(err.Error(), part):
				t.Errorf("Parse(%q): error %q, want it to say %q", text, err, part)
			case refused && kind != "colour" && !strings.Contains(err.Error(), "accepted: "):
				t.Errorf("Parse(%q): error %q does not say what is accepted", text, err)
			case !refused && err != nil:
				t.Errorf("Parse(%q): %v", text, err)
			case !refused && got != want:
				t.Errorf("Parse(%q) = %q, want %q", text, got, want)
			}
		})
	}
}

// A day's reading depends on the day it is read on.
func TestParseRelative(t *testing.T) {
	tests := []struct {
		now, text, want string
	}{
		{"2026-03-02", "next Monday", "2026-03-09"}, // Monday
		{"2026-03-02", "Monday", "2026-03-09"},
		{"2026-03-02", "this Monday", "2026-03-02"},
		{"2026-03-06", "this Friday", "2026-03-06"}, // Friday
		{"2026-03-06", "Friday", "2026-03-13"},
		{"2026-03-06", "next Friday", "2026-03-13"},
		{"2026-03-08", "next Monday", "2026-03-09"}, // Sunday
		{"2026-03-08", "next Sunday", "2026-03-15"},
		{"2026-03-08", "Monday next week", "2026-03-09"},
		{"2026-12-31", "tomorrow", "2027-01-01"},
		{"2026-12-31", "January 1", "2027-01-01"},
		{"2026-12-31", "Dec 31", "2026-12-31"},
	}
	for _, test := range tests {
		t.Run(test.now+"/"+test.text, func(t *testing.T) {
			now := must.Have(time.Parse(time.DateOnly, test.now))(t)
			// Late in the evening, in a zone where UTC has the next day already.
			now = time.Date(now.Year(), now.Month(), now.Day(), 23, 30, 0, 0, time.FixedZone("", -5*3600))
			got, err := Parse(Date, test.text, Reference{Now: now})
			if err != nil || got != test.want {
				t.Errorf("Parse(%q) = %q, %v; want %q", test.text, got, err, test.want)
			}
		})
	}
}

func TestParseDayFirst(t *testing.T) {
	for text, want := range map[string]string{
		"3/12/2026": "2026-12-03", "3-12-2026": "2026-12-03", "3.12.2026": "2026-12-03", "12/25/2026": "2026-12-25", "2026-03-12": "2026-03-12",
	} {
		got, err := Parse(Date, text, Reference{Now: wednesday.Now, DayFirst: true})
		if err != nil || got != want {
			t.Errorf("Parse(%q) = %q, %v; want %q", text, got, err, want)
		}
	}
}

func TestParseWithoutClock(t *testing.T) {
	for _, text := range []string{"tomorrow", "Friday", "March 12", "in 3 days"} {
		if got, err := Parse(Date, text, Reference{}); err == nil {
			t.Errorf("Parse(%q) without a clock = %q, want an error", text, got)
		}
	}
	if got, err := Parse(Date, "March 12, 2026", Reference{}); err != nil || got != "2026-03-12" {
		t.Errorf("a full date needs no clock: %q, %v", got, err)
	}
}

func TestJoinSplit(t *testing.T) {
	for _, test := range []struct{ date, clock, joined string }{
		{"2026-03-12", "14:00", "2026-03-12 14:00:00"},
		{"2026-03-12", "14:00:05", "2026-03-12 14:00:05"},
		{"2026-03-12", "25:00", ""},
		{"2026-3-12", "14:00", ""},
		{"", "", ""},
	} {
		got := Join(test.date, test.clock)
		if got != test.joined {
			t.Errorf("Join(%q, %q) = %q, want %q", test.date, test.clock, got, test.joined)
		}
		if date, clock := Split(got); got != "" && (date != test.date || clock != test.clock) {
			t.Errorf("Split(%q) = %q, %q", got, date, clock)
		}
	}
	for _, bad := range []string{"", "2026-03-12", "2026-03-12 14:00", "2026-03-12 14:00:00.5"} {
		if date, clock := Split(bad); date != "" || clock != "" {
			t.Errorf("Split(%q) = %q, %q; want nothing", bad, date, clock)
		}
	}
}
