package consent_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"legomem/consent"
	"legomem/must"
	"legomem/places"
	"legomem/tools/value"
	"legomem/trajectory"
)

func slotOf(kind value.Kind, free bool, shown ...string) trajectory.Question {
	s := &trajectory.Slot{Name: "x", Kind: kind, Free: free}
	for _, text := range shown {
		s.Candidates = append(s.Candidates, trajectory.Candidate{Value: "<" + text + ">", Shown: text})
	}
	return trajectory.Question{Kind: trajectory.AsksSlot, Text: "Which?", Slot: s}
}

// TestHear: what somebody says, and what is understood: the value in brackets is a
// candidate's, the one in quotes the user's own words.
func TestHear(t *testing.T) {
	hour := slotOf(value.Time, false, "3 pm", "4 pm")
	any := slotOf(value.Time, true, "3 pm", "4 pm")
	open := slotOf(value.Phrase, true)
	count := slotOf(value.Number, true, "3", "5")
	counted := slotOf(value.Phrase, false, "3", "5")
	cased := slotOf(value.File, false, "Plan", "PLAN")
	reading := trajectory.Question{Kind: trajectory.AsksChoice, Text: "Which?", Readings: []trajectory.Reading{{ID: "add", Sentence: "Add it."}, {ID: "move", Sentence: "Move it."}}}
	for _, tc := range []struct {
		question trajectory.Question
		said     string
		want     string // "none", "(id)" for a reading, "!" and what is wrong
	}{
		{hour, "2", "<4 pm>"},
		{hour, " 4 PM ", "<4 pm>"},
		{hour, "<3 pm>", "<3 pm>"},
		{hour, "3", "!there is no 3; it takes 1, 2, none"},
		{hour, "0", "!there is no 0"},
		{hour, "-1", "!there is no -1"},
		{hour, "5 pm", `!"5 pm" is no answer to this question`},
		{hour, "", "!an empty answer"},
		{hour, `""`, "!an empty answer"},
		{hour, " \t", "!an empty answer"},
		{hour, "\xff", "!no text"},
		{hour, "None", "none"},
		{hour, "no", "none"},
		{any, "2", "<4 pm>"},
		{any, `"2"`, `"2"`},
		{any, "15", `"15"`},
		{any, "at noon", `"at noon"`},
		{any, "no", "!say none, or put the value in quotes"},
		{any, `"no"`, `"no"`},
		{any, `"none"`, `"none"`},
		{any, `"3 pm"`, "<3 pm>"},
		{open, "7", `"7"`},
		{open, `"`, `"""`},
		{count, "3", "<3>"},
		{count, "2", `"2"`},
		{counted, "2", "!is no answer"},
		{counted, "5", "<5>"},
		{cased, "PLAN", "<PLAN>"},
		{cased, "plan", "!is no answer"},
		{reading, "2", "(move)"},
		{reading, "add", "(add)"},
		{reading, "Move it.", "(move)"},
		{reading, "no", "none"},
		{reading, "3", "!there is no 3; it takes 1, 2, none"},
		{reading, "yes", "!is no answer"},
	} {
		got, err := consent.AskFirst("r1", "local", "Dana", tc.question).Hear(tc.said)
		wrong, refused := strings.CutPrefix(tc.want, "!")
		if refused {
			if err == nil || !strings.Contains(err.Error(), wrong) {
				t.Errorf("%q: %+v, %v, want %q", tc.said, got, err, wrong)
			}
			continue
		}
		if err != nil || heard(got) != tc.want {
			t.Errorf("%q: %s, %v, want %s", tc.said, heard(got), err, tc.want)
		}
	}
}

func heard(a trajectory.Answer) string {
	switch {
	case a.None:
		return "none"
	case a.Reading != "":
		return "(" + a.Reading + ")"
	case a.Free:
		return `"` + a.Value + `"`
	}
	return a.Value
}

// TestOptions: a number stands for an option, unless it could be a value.
func TestOptions(t *testing.T) {
	for _, tc := range []struct {
		question trajectory.Question
		want     []consent.Reply
	}{
		{slotOf(value.Time, true, "3 pm", "4 pm"), []consent.Reply{"1", "2", "none"}},
		{slotOf(value.Number, true, "30", "50"), []consent.Reply{"30", "50", "none"}},
		{slotOf(value.Phrase, true, "1.5", "rest"), []consent.Reply{"1.5", "rest", "none"}},
		{slotOf(value.Phrase, true), []consent.Reply{"none"}},
	} {
		if got := consent.AskFirst("r1", "local", "Dana", tc.question).Answers; !slices.Equal(got, tc.want) {
			t.Errorf("%+v: %v, want %v", tc.question.Slot, got, tc.want)
		}
	}
}

// TestFirstInLedger: a question that comes first is open until it is answered, and its
// answer declines no changes.
func TestFirstInLedger(t *testing.T) {
	run := places.Run(t.TempDir())
	q := consent.AskFirst("r1", "local", "Dana", slotOf(value.Time, true, "3 pm"))
	q.To, q.Apply = "/office", true
	must.Do(t, q.Record(run, time.Now()))
	open, _, err := consent.Open(run)
	if err != nil || open == nil || !open.First() || !open.Apply || open.Slot.Candidates[0].Shown != "3 pm" {
		t.Errorf("%+v, %v", open, err)
	}
	if c := must.Have(consent.CommittedOf(run))(t); c.State != consent.AskedFor {
		t.Errorf("%+v", c)
	}
	must.Do(t, consent.Answer{By: "Dana", Told: &trajectory.Answer{None: true}, Run: "r2"}.Record(run, time.Now()))
	open, last, err := consent.Open(run)
	if err != nil || open != nil || last.Run != "r2" || !last.Told.None {
		t.Errorf("%+v, %+v, %v", open, last, err)
	}
	if c := must.Have(consent.CommittedOf(run))(t); c.State != consent.NotApplied || c.Unwanted() != "" {
		t.Errorf("%+v", c)
	}
}
