package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"legomem/agents/reflex"
	"legomem/membank"
	"legomem/must"
)

// sentence is a line of the README that carries out a task.
var sentence = regexp.MustCompile(`(?m)^go run \./cmd/legomem (run "([^"]+)"(?: --testbed (\S+))?)$`)

// TestReadmeSentences carries out the sentences that the README lists, as it
// lists them and with other values, and looks at what they left: a fresh data
// folder, the embedded starter bank, nothing else.
func TestReadmeSentences(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts the program for each sentence")
	}
	text := must.Have(os.ReadFile("../../README.md"))(t)
	t.Chdir("../..") // the root of a clone, as the README says
	var said []string
	testbed := map[string]string{}
	for _, m := range sentence.FindAllStringSubmatch(string(text), -1) {
		if !slices.Contains(said, m[2]) {
			said = append(said, m[2])
			testbed[m[2]] = m[3]
		}
	}
	cases := []struct {
		values []string    // of the README's sentence, and others in their place
		wants  [2][]string // what the diff holds, for each
	}{
		{[]string{"budget review", "fire drill", "Dana", "Ngozi", "3/12/2026", "11/30/2027", "2:00 pm", "8:15 am", "3:30 pm", "9:45 am"},
			[2][]string{{"calendar/Dana.ics", "+SUMMARY:budget review", "+DTSTART:20260312T140000", "+DTEND:20260312T153000"},
				{"calendar/Ngozi.ics", "+SUMMARY:fire drill", "+DTSTART:20271130T081500", "+DTEND:20271130T094500"}}},
		{[]string{"Priya", "Lars", "Parking", "Bicycle racks", "level 2 stays closed on Friday", "the new keys are at the desk"},
			[2][]string{{"emails/Priya/", "+Subject: Parking\n", "level 2 stays closed on Friday"}, {"emails/Lars/", "+Subject: Bicycle racks\n", "the new keys are at the desk"}}},
		{[]string{"18", "27.5", "B4", "C3"}, [2][]string{{"changed: data/plan.xlsx", "-B4: 38", "+B4: 18"}, {"-C3: 2000", "+C3: 27.5"}}},
		{[]string{"welcome.docx", "door_sign.docx", "The office opens at eight on Monday", "Please ring twice"},
			[2][]string{{"added: data/welcome.docx", "+The office opens at eight on Monday\n"}, {"added: data/door_sign.docx", "+Please ring twice\n"}}},
		{[]string{"Priya", "Lars"}, [2][]string{{"emails/Priya/", "1397.5"}, {"emails/Lars/", "1397.5"}}},
	}
	if len(said) != len(cases) {
		t.Fatalf("the README lists %d sentences, not %d", len(said), len(cases))
	}
	for i, c := range cases {
		others := strings.NewReplacer(c.values...).Replace(said[i])
		t.Run(said[i], func(t *testing.T) { carriesOut(t, said[i], testbed[said[i]], c.wants[0]) })
		t.Run(others, func(t *testing.T) { carriesOut(t, others, testbed[said[i]], c.wants[1]) })
	}
}

// TestReadmeSentencesAreNew: none of them is a demonstration's text or one of
// its wordings.
func TestReadmeSentencesAreNew(t *testing.T) {
	text := must.Have(os.ReadFile("../../README.md"))(t)
	units := must.Have(membank.Starter())(t)
	known := map[string]bool{}
	for _, u := range units {
		known[u.Task] = true
		if p, err := reflex.Decode(u.Procedure); err == nil {
			for _, pattern := range p.Patterns {
				known[pattern.Text] = true
			}
		}
	}
	if len(known) < 100 {
		t.Errorf("the starter bank knows %d wordings only", len(known))
	}
	for _, m := range sentence.FindAllStringSubmatch(string(text), -1) {
		if known[m[2]] {
			t.Errorf("%q is a wording of the starter bank", m[2])
		}
	}
}

func carriesOut(t *testing.T, task, testbed string, wants []string) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	t.Setenv("TZ", "UTC")
	args := []string{"run", task}
	if testbed != "" {
		args = append(args, "--testbed", testbed)
	}
	said := execute(t, args...)
	if !strings.Contains(said, "Files:") {
		t.Errorf("it names no files:\n%s", said)
	}
	diff := execute(t, "runs", "diff", "last")
	for _, want := range wants {
		if !strings.Contains(diff, want) {
			t.Errorf("%q is not among the changes:\n%s", want, diff)
		}
	}
}
