package officebench

import (
	"errors"
	"testing"
)

func TestContainsAll(t *testing.T) {
	tests := []struct {
		name, content, args string
		missing             string
		raises              bool
	}{
		{name: "any case", content: "The MEETING", args: `["meeting", "THE"]`},
		{name: "inside a word", content: "Bobby", args: `["bob"]`},
		{name: "one missing", content: "a b", args: `["a", "c", "b"]`, missing: "c"},
		{name: "a number takes commas out", content: "total 1,095,000", args: `["1095000"]`},
		{name: "for all that follow", content: "Smith, John owes 5", args: `["5", "Smith, John"]`, missing: "Smith, John"},
		{name: "not for those before", content: "Smith, John owes 5", args: `["Smith, John", "5"]`},
		{name: "nan is a number", content: "Nancy, Bob", args: `["nan", "cy, b"]`, missing: "cy, b"},
		{name: "1_0 is a number", content: "1_0, x", args: `["1_0", "0 x"]`},
		{name: "a comma in a number is not", content: "1,000", args: `["1,000"]`},
		{name: "no keywords", content: "", args: `[]`},
		{name: "an empty keyword", content: "", args: `[""]`},
		{name: "a text is its letters", content: "cab", args: `"abc"`},
		{name: "a keyword that is no text", content: "5", args: `[5]`, raises: true},
		{name: "is not reached", content: "5", args: `["x", 5]`, missing: "x"},
		{name: "keywords that are no list", content: "5", args: `5`, raises: true},
		{name: "none given", content: "5", args: `null`, raises: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			missing, err := "", error(nil)
			keywords, err := parseArgs(t, `{"keywords": `+tt.args+`}`).keywords()
			if err == nil {
				missing, err = containsAll(tt.content, keywords)
			}
			if r := (*raised)(nil); errors.As(err, &r) != tt.raises {
				t.Fatalf("error %v, raises %v", err, tt.raises)
			}
			if missing != tt.missing {
				t.Errorf("missing %q, want %q", missing, tt.missing)
			}
		})
	}
}

func TestStrictContent(t *testing.T) {
	events := calendar{Events: []component{{Start: "2024-05-31T13:00:00Z", End: "2024-05-31T14:00:00Z"}}}
	tests := []struct {
		name    string
		content content
		keyword string
		found   bool
	}{
		{"pdf: words run together", content{joined: true, text: join("Power Failure\nissue")}, "powerfailure issue", true},
		{"pdf: a number over a line end", content{joined: true, text: join("1,0\n95")}, "1095", true},
		{"pdf: not there", content{joined: true, text: join("Power Failure")}, "fault", false},
		{"ics: the same instant, spelled floating", content{instants: events.instants()}, "DTSTART:20240531T130000", true},
		{"ics: with a zone's name", content{instants: events.instants()}, "DTSTART;TZID=UTC:20240531T130000", true},
		{"ics: its end is another", content{instants: events.instants()}, "DTEND:20240531T130000Z", false},
		{"ics: a day alone", content{instants: events.instants()}, "DTSTART:20240531", true},
		{"ics: another day", content{instants: events.instants()}, "DTSTART:20240530", false},
		{"ics: part of a time is a text", content{instants: events.instants(), text: "DTSTART:20240531T130000Z"}, "DTSTART:20240531T13", true},
		{"ics: a folded line", content{instants: events.instants(), text: unfold("SUMMARY:board\n  meeting\n")}, "board meeting", true},
		{"ics: parameters", content{instants: events.instants(), text: unfold("DTSTART;VALUE=DATE-TIME:2024\n")}, "DTSTART:2024", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			missing, err := tt.content.missing([]any{tt.keyword})
			if err != nil || (missing == "") != tt.found {
				t.Errorf("missing %q, %v; want found %v", missing, err, tt.found)
			}
		})
	}
}
