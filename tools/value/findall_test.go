package value

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestFindAll: what a request of an everyday kind mentions, besides numbers and persons,
// on Wednesday, 4 March 2026.
func TestFindAll(t *testing.T) {
	for text, want := range map[string]string{
		"what is on this week":                       "period this week=2026-03-02/2026-03-08",
		"free slots NEXT WEEK":                       "period NEXT WEEK=2026-03-09/2026-03-15",
		"the mails of last month":                    "period last month=2026-02-01/2026-02-28",
		"all of this year":                           "period this year=2026-01-01/2026-12-31",
		"anything on the weekend?":                   "period the weekend=2026-03-07/2026-03-08",
		"next weekend":                               "",
		"the next week":                              "",
		"events in November":                         "period November=2026-11-01/2026-11-30",
		"events in february":                         "period february=2027-02-01/2027-02-28",
		"last february, and December 2027":           "period last february=2026-02-01/2026-02-28; period December 2027=2027-12-01/2027-12-31",
		"May I ask April to march in june":           "period ~june=2026-06-01/2026-06-30",
		"February 30":                                "",
		"nov 30 or 30 nov":                           "date nov 30=2026-11-30; date 30 nov=2026-11-30",
		"am I free this afternoon":                   "period this afternoon=2026-03-04T12:00/2026-03-04T18:00",
		"tonight":                                    "period tonight=2026-03-04T18:00/2026-03-04T23:00",
		"call her tomorrow morning":                  "period tomorrow morning=2026-03-05T06:00/2026-03-05T12:00; date tomorrow=2026-03-05",
		"on friday in the evening":                   "period friday in the evening=2026-03-06T18:00/2026-03-06T23:00; date friday=2026-03-06",
		"off from monday to wednesday":               "period from monday to wednesday=2026-03-09/2026-03-11; date monday=2026-03-09; date wednesday=2026-03-11",
		"between friday and tuesday":                 "period between friday and tuesday=2026-03-06/2026-03-10; date friday=2026-03-06; date tuesday=2026-03-10",
		"friday and tuesday":                         "date friday=2026-03-06; date tuesday=2026-03-10",
		"from tuesday to wednesday":                  "period from tuesday to wednesday=2026-03-10/2026-03-11; date tuesday=2026-03-10; date wednesday=2026-03-11",
		"2026-03-12 to 2026-03-14":                   "period 2026-03-12 to 2026-03-14=2026-03-12/2026-03-14; date 2026-03-12=2026-03-12; date 2026-03-14=2026-03-14",
		"from 2026-03-14 to 2026-03-12":              "date 2026-03-14=2026-03-14; date 2026-03-12=2026-03-12",
		"the next 3 days":                            "period the next 3 days=2026-03-04/2026-03-07; duration 3 days=72h",
		"the last two weeks":                         "period the last two weeks=2026-02-18/2026-03-04; duration two weeks=336h",
		"stand-up every day at 9am":                  "repeat every day=day; time 9am=09:00",
		"daily":                                      "repeat daily=day",
		"yoga every monday":                          "repeat every monday=week:MO",
		"every Wed, mon and FRI":                     "repeat every Wed, mon and FRI=week:MO,WE,FR",
		"every other week":                           "repeat every other week=2 week",
		"every 2 weeks on Tuesday and thursday":      "repeat every 2 weeks on Tuesday and thursday=2 week:TU,TH",
		"every other tuesday":                        "repeat every other tuesday=2 week:TU",
		"each weekday":                               "repeat each weekday=weekday",
		"on mondays and fridays":                     "repeat mondays and fridays=week:MO,FR",
		"every weekend":                              "repeat every weekend=week:SA,SU",
		"weekly on sunday, monthly, annually":        "repeat weekly on sunday=week:SU; repeat monthly=month; repeat annually=year",
		"every third month":                          "repeat every third month=3 month",
		"first monday of every month":                "",
		"every first monday":                         "",
		"every days":                                 "",
		"call +49 30 1234567":                        "phone +49 30 1234567=+49301234567",
		"or (555) 123-4567, or 020 7946 0958":        "phone (555) 123-4567=5551234567; phone 020 7946 0958=02079460958",
		"call 555-123-4567 tomorrow":                 "phone 555-123-4567=5551234567; date tomorrow=2026-03-05",
		"order 978-3-16-148410-0 of 2026-03-12":      "date 2026-03-12=2026-03-12",
		"from 192.168.100.200, 1,234,567 or 5551234": "",
		"on the 5th at noon":                         "date ~the 5th=2026-03-05; time noon=12:00",
		"move it to the 3rd.":                        "date ~the 3rd=2026-04-03",
		"on the 5th floor":                           "",
		"on tue and by next mon":                     "date ~tue=2026-03-10; date ~next mon=2026-03-09",
		"the sun is on sat":                          "date ~sat=2026-03-07",
		"3 days ago, a week ago":                     "date 3 days ago=2026-03-01; duration 3 days=72h; date a week ago=2026-02-25",
		"a week from monday":                         "date a week from monday=2026-03-16",
		"two days after tomorrow":                    "date two days after tomorrow=2026-03-07",
		"at 14h, until 16h30, for 14h":               "time ~14h=14:00; time ~16h30=16:30; duration 14h=14h",
		"three quarters of an hour":                  "duration three quarters of an hour=45m",
		"a quarter of an hour, 1.5h":                 "duration a quarter of an hour=15m; duration 1.5h=1h30m",
		"9ish":                                       "",
	} {
		if got := mentioned(FindAll(text, wednesday)); got != want {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
	}
}

// mentioned lists mentions in a line, ~ before those that borrow.
func mentioned(all []Mention) string {
	var out []string
	for _, m := range all {
		if m.Kind == Number || m.Kind == Person {
			continue
		}
		mark := ""
		if m.Borrowed {
			mark = "~"
		}
		out = append(out, fmt.Sprintf("%s %s%s=%s", m.Kind, mark, m.Text, m.Canon))
	}
	return strings.Join(out, "; ")
}

// TestFindAllKeepsFind: what Find finds, FindAll finds too, but for numbers and durations
// that are part of what only it finds.
func TestFindAllKeepsFind(t *testing.T) {
	for _, row := range rows(t, "parse.txt") {
		all := FindAll(row[1], wednesday)
		for _, m := range Find(row[1], wednesday) {
			repeated := strings.HasPrefix(strings.ToLower(row[1]), "every") || row[1] == "Mondays"
			if m.Kind != Number && m.Kind != Duration && !repeated && !slices.Contains(all, m) {
				t.Errorf("%q: %v is lost: %v", row[1], m, all)
			}
		}
	}
}

func TestParsePeriodRepeatPhone(t *testing.T) {
	for _, test := range []struct {
		kind       Kind
		text, want string
	}{
		{Period, "tomorrow", "2026-03-05/2026-03-05"},
		{Period, "March 12", "2026-03-12/2026-03-12"},
		{Period, "This Week", "2026-03-02/2026-03-08"},
		{Period, "tomorrow evening", "2026-03-05T18:00/2026-03-05T23:00"},
		{Period, "2026-11-23/2026-11-29", "2026-11-23/2026-11-29"},
		{Period, "2026-11-23T12:00/2026-11-23T18:00", "2026-11-23T12:00/2026-11-23T18:00"},
		{Period, "2026-11-29/2026-11-23", "!"},
		{Period, "next weekend", "!"},
		{Period, "some day", "!"},
		{Repeat, "Every Monday", "week:MO"},
		{Repeat, "2 week:MO,WE", "2 week:MO,WE"},
		{Repeat, "week:WE,MO", "!"},
		{Repeat, "week:XX", "!"},
		{Repeat, "day:MO", "!"},
		{Repeat, "1 week", "!"},
		{Repeat, "twice", "!"},
		{Phone, "5551234567", "5551234567"},
		{Phone, "+1 (555) 123-4567", "+15551234567"},
		{Phone, "555-1234", "5551234"},
		{Phone, "12345", "!"},
		{Phone, "+1 555 dana", "!"},
	} {
		got, err := Parse(test.kind, test.text, wednesday)
		if test.want == "!" && err == nil || test.want != "!" && got != test.want {
			t.Errorf("Parse(%s, %q) = %q, %v; want %q", test.kind, test.text, got, err, test.want)
		}
		if err != nil && !strings.Contains(err.Error(), "accepted: ") {
			t.Errorf("Parse(%s, %q): %v does not say what is accepted", test.kind, test.text, err)
		}
	}
}

// On a weekend, the weekend is this one, and next weekend is plain.
func TestWeekendOnWeekend(t *testing.T) {
	saturday := Reference{Now: time.Date(2026, 3, 7, 10, 0, 0, 0, time.UTC)}
	for text, want := range map[string]string{
		"the weekend": "2026-03-07/2026-03-08", "next weekend": "2026-03-14/2026-03-15", "last weekend": "2026-02-28/2026-03-01",
		"from friday to monday": "2026-03-13/2026-03-16",
	} {
		if got, err := Parse(Period, text, saturday); err != nil || got != want {
			t.Errorf("Parse(%q) = %q, %v; want %q", text, got, err, want)
		}
	}
}

func TestShift(t *testing.T) {
	from := time.Date(2026, 1, 31, 9, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		by   string
		sign int
		want string
	}{
		{"1 month", 1, "2026-02-28 09:00:00"}, {"a month", -1, "2025-12-31 09:00:00"}, {"two years", 1, "2028-01-31 09:00:00"},
		{"3 days", 1, "2026-02-03 09:00:00"}, {"1h30m", -1, "2026-01-31 07:30:00"}, {"2 weeks", 1, "2026-02-14 09:00:00"},
	} {
		got, err := Shift(from, test.by, test.sign)
		if err != nil || got.Format(time.DateTime) != test.want {
			t.Errorf("Shift(%q, %d) = %s, %v; want %s", test.by, test.sign, got, err, test.want)
		}
	}
	if _, err := Shift(from, "a while", 1); err == nil {
		t.Error("a while is no duration")
	}
}

func TestBounds(t *testing.T) {
	from, to, ok := Bounds("2026-11-23/2026-11-29")
	if !ok || from.Format(time.DateOnly) != "2026-11-23" || to.Format(time.DateOnly) != "2026-11-30" {
		t.Errorf("%s to %s, %v", from, to, ok)
	}
	if _, _, ok := Bounds("tomorrow"); ok {
		t.Error("tomorrow is not canonical")
	}
}

func TestWordsOfPeriods(t *testing.T) {
	for _, test := range []struct {
		kind        Kind
		canon, want string
	}{
		{Period, "2026-11-23/2026-11-29", "Monday, 23 November 2026 to Sunday, 29 November 2026"},
		{Period, "2026-11-23/2026-11-23", "Monday, 23 November 2026"},
		{Period, "2026-11-23T12:00/2026-11-23T18:00", "Monday, 23 November 2026 from 12:00 pm to 6:00 pm"},
		{Repeat, "day", "every day"},
		{Repeat, "2 week:MO,WE,FR", "every 2 weeks on Monday, Wednesday and Friday"},
		{Repeat, "week:SU", "every week on Sunday"},
		{Repeat, "often", "often"},
		{Phone, "+15551234567", "+15551234567"},
	} {
		if got := Words(test.kind, test.canon); got != test.want {
			t.Errorf("Words(%s, %q) = %q, want %q", test.kind, test.canon, got, test.want)
		}
	}
}

// FuzzFindAll: what holds of the mentions of Find holds of all.
func FuzzFindAll(f *testing.F) {
	for _, s := range []string{"every mon, tue from monday to friday", "+1 (555) 123-4567 on the 5th", "this week, next 3 months, in may", "\xff every ſunday"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			return
		}
		last := map[Kind]Mention{}
		for _, m := range FindAll(text, wednesday) {
			if m.Start >= m.End || m.End > len(text) || text[m.Start:m.End] != m.Text || m.Canon == "" {
				t.Fatalf("FindAll(%q): bad span: %+v", text, m)
			}
			if before, ok := last[m.Kind]; ok && before.Start < m.End && m.Start < before.End {
				t.Fatalf("FindAll(%q): %+v overlaps %+v", text, m, before)
			}
			last[m.Kind] = m
			checkMention(t, text, m)
		}
	})
}
