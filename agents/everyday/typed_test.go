package everyday

import (
	"testing"

	"legomem/agents/gazetteer"
	"legomem/must"
	"legomem/reading"
	"legomem/skills"
	"legomem/tools/value"
)

// binderOf binds nothing yet.
func binderOf(t *testing.T) *binder {
	t.Helper()
	return &binder{task: &task{Brief: newOffice(t, nil).brief(""), skills: must.Have(load())(t), ref: value.Reference{Now: tuesday}}}
}

// TestTyped: what a value's text comes to, and whether that is certain.
func TestTyped(t *testing.T) {
	tests := []struct {
		kind        value.Kind
		text, canon string // of what is no such value the canon is ""
		doubt       bool
	}{
		{value.Time, "4 pm", "16:00", false},
		{value.Time, "4", "16:00", true}, // the one of the two in working hours
		{value.Time, "8", "08:00", true},
		{value.Time, "7:30", "07:30", true},
		{value.Time, "noonish", "", false},
		{value.Time, "between 2 pm and 4 pm", "", false},
		{value.Time, "tomorrow at 9 am", "09:00", false},
		{value.Date, "tomorrow", "2026-11-25", false},
		{value.Date, "the birthday on friday", "2026-11-27", true},
		{value.Date, "next week", "2026-11-30", false}, // a period has a first day
		{value.Date, "monday or tuesday", "", false},
		{value.Date, "some day", "", false},
		{value.Period, "tomorrow", "2026-11-25/2026-11-25", false},
		{value.Duration, "half an hour", "30m", false},
		{value.Number, "three", "3", false},
		{value.Email, "nobody", "", false},
	}
	for _, tt := range tests {
		b := binderOf(t)
		canon, err := b.typed(skills.Slot{Name: "it", Kind: tt.kind}, given{Text: tt.text})
		if (err != nil) != (tt.canon == "") {
			t.Errorf("%s %q: %v", tt.kind, tt.text, err)
		}
		if canon != tt.canon || len(b.doubts) > 0 != tt.doubt {
			t.Errorf("%s %q is %q with doubts %q, want %q", tt.kind, tt.text, canon, b.doubts, tt.canon)
		}
	}
}

// TestFind: words beside a name belong to it where something is called so, and only there.
func TestFind(t *testing.T) {
	there := []gazetteer.Thing{{Value: "1", Title: "stock take", Start: tuesday}, {Value: "2", Title: "stock order", Start: tuesday.AddDate(0, 0, 1)}, {Value: "3", Title: "fair", Start: tuesday.AddDate(0, 0, 1)}}
	tests := []struct {
		name           string
		before, behind []string
		text, longer   string
		finds, left    int
	}{
		{name: "behind", text: "the stock", behind: []string{"take"}, longer: "the stock take", finds: 1},
		{name: "before", text: "take", before: []string{"move", "stock"}, longer: "stock take", finds: 1, left: 1},
		{name: "a day behind", text: "the stock", behind: []string{"tomorrow"}, longer: "the stock tomorrow", finds: 1},
		{name: "a word of nothing", text: "the stock", behind: []string{"please"}, longer: "the stock", finds: 2, left: 1},
		{name: "a word of something else", text: "stock take", behind: []string{"fair"}, longer: "stock take", finds: 1, left: 1},
	}
	for _, tt := range tests {
		b := binderOf(t)
		b.leftOver = append(append(b.leftOver, tt.before...), tt.behind...)
		g, found := b.find(given{Text: tt.text, Before: tt.before, Behind: tt.behind}, gazetteer.NewThings(there))
		if g.Text != tt.longer || len(found.All) != tt.finds || len(b.leftOver) != tt.left {
			t.Errorf("%s: %q finds %d and leaves %q", tt.name, g.Text, len(found.All), b.leftOver)
		}
	}
}

// TestGrown: words that nothing accounts for, right beside a text of the user's own, are
// taken into it, which is said.
func TestGrown(t *testing.T) {
	tests := []struct {
		name, text, canon string
		before, behind    []string
		left              []string
		last              bool
		want              string
		doubts            int
	}{
		{name: "behind, at the end", text: "milk", behind: []string{"and", "rusks"}, left: []string{"rusks"}, last: true, want: "milk and rusks", doubts: 1},
		{name: "behind, before another value", text: "milk", behind: []string{"rusks", "on"}, left: []string{"rusks"}, want: "milk rusks", doubts: 1},
		{name: "not right behind, before another value", text: "milk", behind: []string{"on", "rusks"}, left: []string{"rusks"}, want: "milk"},
		{name: "before", text: "milk", before: []string{"add", "oat"}, left: []string{"oat"}, want: "oat milk", doubts: 1},
		{name: "nothing is left over", text: "milk", before: []string{"add"}, behind: []string{"please"}, last: true, want: "milk"},
		{name: "in quotes", text: `"milk"`, canon: "milk", behind: []string{"rusks"}, left: []string{"rusks"}, last: true, want: `"milk"`},
	}
	for _, tt := range tests {
		b := binderOf(t)
		b.leftOver = tt.left
		g := b.grown(given{Text: tt.text, Canon: tt.canon, Before: tt.before, Behind: tt.behind, Last: tt.last})
		if g.Text != tt.want || len(b.doubts) != tt.doubts {
			t.Errorf("%s: it is %q, with doubts %q", tt.name, g.Text, b.doubts)
		}
	}
}

// TestHasLooseValue: a day that no slot took is no word of a wording, and a capital is no
// value.
func TestHasLooseValue(t *testing.T) {
	for marked, want := range map[string]bool{
		"cancel [lunch](event)":                          false,
		"[Could](frame) you Cancel [lunch](event)":       false,
		"cancel my [lunch](event) appointment tomorrow":  true,
		"move [lunch](event) to [4 pm](start)":           false,
		"move [lunch](event) from 3 pm to [4 pm](start)": true,
		"cancel [lunch tomorrow](event)":                 false,
	} {
		w := must.Have(reading.ParseWording(marked))(t)
		if got := hasLooseValue(w, value.Reference{Now: tuesday}); got != want {
			t.Errorf("%q has a value that no slot took: %v", marked, got)
		}
	}
}
