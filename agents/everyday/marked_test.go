package everyday

import (
	"strings"
	"testing"

	"legomem/must"
	"legomem/reading"
	"legomem/tools/value"
)

// TestMarked: values and frame are marked, and the rest stands as it was said.
func TestMarked(t *testing.T) {
	tests := []struct {
		text, template string
		values         []reading.Value
		want           string
	}{
		{text: "cancel lunch", template: "cancel {event} ", values: []reading.Value{{Slot: "event", Start: 7, End: 12}}, want: "cancel [lunch](event)"},
		{text: "Please, cancel it", template: "cancel it ", want: "[Please](frame), cancel it"},
		{text: "can you see what you can", template: "see what you can ", want: "[can](frame) [you](frame) see what you can"},
		{text: "move \"a b\" to 4", template: "move {event} to {start} ", values: []reading.Value{{Slot: "event", Start: 6, End: 9}, {Slot: "start", Start: 14, End: 15}}, want: `move "[a b](event)" to [4](start)`},
		{text: "lunch lunch", template: "{event} lunch ", values: []reading.Value{{Slot: "event", Start: 0, End: 5}}, want: "[lunch](event) lunch"},
		{text: "cancel [lunch](event)", template: "cancel lunch event ", want: ""},
		{text: "cancel lunch (the long one)", template: "cancel lunch the long one ", want: ""},
	}
	for _, tt := range tests {
		s := must.Have(reading.NewSentence(tt.text, value.Reference{Now: tuesday}, nil))(t)
		if got := marked(s, reading.Reading{Values: tt.values, Template: tt.template}); got != tt.want {
			t.Errorf("%q is marked %q, want %q", tt.text, got, tt.want)
		}
	}
}

// FuzzMarked: a marked sentence without its marks is the sentence, whichever of its words
// are values, and whatever its template leaves out.
func FuzzMarked(f *testing.F) {
	f.Add("would you cancel lunch on friday", "cancel {event} on {date}", uint(3), uint(5))
	f.Add("", "", uint(0), uint(0))
	f.Add("a]b (c", "{x}", uint(1), uint(1))
	f.Add("\xff ünder \"quotes\" 3pm", "", uint(1), uint(9))
	f.Fuzz(func(t *testing.T, text, template string, first, second uint) {
		s, err := reading.NewSentence(text, value.Reference{Now: tuesday}, nil)
		if err != nil {
			t.Skip("no sentence: " + err.Error())
		}
		var values []reading.Value
		for i, w := range s.Words {
			if uint(i) == first || uint(i) == second {
				values = append(values, reading.Value{Slot: "slot", Start: w.Start, End: w.End})
			}
		}
		got := marked(s, reading.Reading{Values: values, Template: template})
		if strings.ContainsAny(text, "[]()") {
			if got != "" {
				t.Errorf("%q is marked %q", text, got)
			}
			return
		}
		w := must.Have(reading.ParseWording(got))(t)
		if w.Text != text {
			t.Errorf("%q is marked %q, which says %q", text, got, w.Text)
		}
		for _, v := range values {
			if !strings.Contains(got, "["+text[v.Start:v.End]+"](slot)") {
				t.Errorf("%q is marked %q, without %q", text, got, text[v.Start:v.End])
			}
		}
	})
}
