package gazetteer

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/lists"
	"legomem/tools/value"
)

// TestFind: what a text names among a calendar's events, by the hours they start at.
func TestFind(t *testing.T) {
	all := events(t,
		event("standup", "2026-11-24 10:00"), event("dentist", "2026-11-25 14:00"),
		event("budget review", "2026-11-25 16:00"), event("budget review", "2026-11-26 15:00"),
		event("roof review", "2026-11-27 11:00"), event("art class", "2026-12-01 18:00"))
	tests := []struct {
		name, said  string
		want        []string
		sure, fit   bool
		timed, says bool // Timed and Named
	}{
		{name: "its title", said: "dentist", want: []string{"25 14:00"}, sure: true, fit: true, says: true},
		{name: "in another case", said: " DENTIST ", want: []string{"25 14:00"}, sure: true, fit: true, says: true},
		{name: "with common words", said: "my meeting with the dentist", want: []string{"25 14:00"}, sure: true, fit: true, says: true},
		{name: "in another order", said: "the review of roof", want: []string{"27 11:00"}, says: true},
		{name: "misspelled", said: "the dentst", want: []string{"25 14:00"}, fit: true, says: true},
		{name: "a letter in a short word is another word", said: "arc", want: nil},
		{name: "a rare word outweighs one that several have", said: "roof review", want: []string{"27 11:00"}, sure: true, fit: true, says: true},
		{name: "a word too many", said: "the dentist on mars", want: []string{"25 14:00"}, says: true},
		{name: "several", said: "the budget review", want: []string{"25 16:00", "26 15:00"}, sure: true, fit: true, says: true},
		{name: "as many as are meant", said: "the two budget reviews", want: []string{"25 16:00", "26 15:00"}, sure: true, fit: true, says: true},
		{name: "more than there are", said: "the three budget reviews", want: []string{"25 16:00", "26 15:00"}, says: true},
		{name: "of several a day chooses", said: "the budget review on thursday", want: []string{"26 15:00"}, sure: true, fit: true, timed: true, says: true},
		{name: "an hour alone chooses", said: "my 2pm", want: []string{"25 14:00"}, sure: true, fit: true, timed: true, says: true},
		{name: "a day and an hour", said: "the meeting tomorrow at 4 pm", want: []string{"25 16:00"}, sure: true, fit: true, timed: true, says: true},
		{name: "an hour at which nothing is", said: "the dentist at 11 pm", want: []string{"25 14:00"}, says: true},
		{name: "nothing", said: "the moon", want: nil},
		{name: "within a word", said: "art", want: []string{"01 18:00"}, sure: true, fit: true, says: true},
		{name: "not within a word", said: "vie", want: nil},
		{name: "only common words fit all and name none", said: "the meeting", want: []string{"24 10:00", "25 14:00", "25 16:00", "26 15:00", "27 11:00", "01 18:00"}, sure: true, fit: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := all.Find(tt.said, ref, common)
			starts := lists.Map(got.All, func(g Thing) string { return g.Start.Format("02 15:04") })
			if diff := cmp.Diff(tt.want, starts); diff != "" {
				t.Errorf("%q (-want +got)\n%s", tt.said, diff)
			}
			if len(tt.want) == 0 {
				return
			}
			want := [4]bool{tt.sure, tt.fit, tt.timed, tt.says}
			if is := [4]bool{got.Sure, got.Fit(), got.Timed, got.Named()}; is != want {
				t.Errorf("%q: sure, fit, timed, named are %v, want %v", tt.said, is, want)
			}
		})
	}
}

// TestFindOthers: what has all words, but not all in its title, is another that may be meant;
// what lacks one is not.
func TestFindOthers(t *testing.T) {
	all := NewThings([]Thing{
		{Value: "1", Title: "Spring deals", Also: []string{"deals@club.example"}},
		{Value: "2", Title: "Last chance", Also: []string{"deals@club.example"}},
		{Value: "3", Title: "Deals of our own", Also: []string{"ann@office.example"}},
	})
	found := all.Find("deals@club.example", value.Reference{}, said{})
	if diff := cmp.Diff([][]string{{"1"}, {"2"}}, [][]string{values(found.All), values(found.Others)}); diff != "" {
		t.Errorf("found and others (-want +got):\n%s", diff)
	}
	if found.Sure || !found.Near {
		t.Errorf("it is sure %v, near %v", found.Sure, found.Near)
	}
}

// TestFindFiles: a file is called by its name, with and without suffix and folder.
func TestFindFiles(t *testing.T) {
	all := files(t, map[string]string{"data/Q3 report.txt": "", "data/old/report.txt": "", "data/smart-art.txt": "", "data/--apply.txt": ""})
	for said, want := range map[string][]string{
		"report":             {"data/old/report.txt"},
		"report.txt":         {"data/old/report.txt"},
		"the q3 report":      {"data/Q3 report.txt"},
		"the old report":     {"data/old/report.txt"},
		"Q3 report.txt":      {"data/Q3 report.txt"},
		"--apply":            {"data/--apply.txt"},
		"mar":                nil,
		"the smart art":      {"data/smart-art.txt"},
		"data/q3 REPORT.txt": {"data/Q3 report.txt"},
	} {
		if diff := cmp.Diff(want, shown(all.Find(said, ref, common).All)); diff != "" {
			t.Errorf("%q (-want +got)\n%s", said, diff)
		}
	}
}

// TestByTimeKeepsWords: a title with a time in it is not lost where nothing is at that time.
func TestByTimeKeepsWords(t *testing.T) {
	all := []Thing{{Value: "1", Title: "friday drinks", Start: tuesday.Add(2 * time.Hour)}, {Value: "2", Title: "drinks"}}
	rest, chosen, when := byTime("friday drinks", all, ref)
	if rest != "friday drinks" || len(chosen) != 2 || when {
		t.Errorf("it leaves %q of %d, by a time: %v", rest, len(chosen), when)
	}
	if got := NewThings(all).Find("the friday drinks", ref, common); len(got.All) != 1 || got.All[0].Value != "1" {
		t.Errorf("it found %v", got.All)
	}
}

// FuzzFind: whatever is said of whatever there is, something sure is something.
func FuzzFind(f *testing.F) {
	for _, said := range []string{"", "the dentist", "budget [review] at 2pm", "friday", "last week", "\xff", "1", "ʼn 4pm tomorrow", "the the", "2-3:30 pm", "İstanbul on friday"} {
		f.Add(said, "dentist")
		f.Add(said, said)
	}
	f.Fuzz(func(t *testing.T, said, title string) {
		all := []Thing{{Value: "1", Title: "budget review", Start: tuesday, End: tuesday.Add(time.Hour)}, {Value: "2", Title: title, Also: []string{said}}}
		for _, there := range [][]Thing{nil, all[:1], all} {
			if got := NewThings(there).Find(said, ref, common); (got.Fit() || got.Named()) && len(got.All) == 0 {
				t.Errorf("%q of %q fits, and nothing is found: %+v", said, title, got)
			}
		}
	})
}
