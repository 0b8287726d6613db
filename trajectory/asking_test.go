package trajectory_test

import (
	"strings"
	"testing"

	"legomem/trajectory"
)

func slot(s trajectory.Slot) trajectory.Question {
	return trajectory.Question{Kind: trajectory.AsksSlot, Text: "At what time does it start?", Slot: &s}
}

func choice(all ...trajectory.Reading) trajectory.Question {
	return trajectory.Question{Kind: trajectory.AsksChoice, Text: "Which of these?", Readings: all}
}

var (
	three  = trajectory.Candidate{Value: "15:00", Shown: "3 pm"}
	add    = trajectory.Reading{ID: "add", Sentence: "Add an event."}
	move   = trajectory.Reading{ID: "move", Sentence: "Move an event."}
	drop   = trajectory.Reading{ID: "drop", Sentence: "Delete an event."}
	rename = trajectory.Reading{ID: "rename", Sentence: "Rename an event."}
)

func TestCheckQuestion(t *testing.T) {
	for name, tc := range map[string]struct {
		question trajectory.Question
		wrong    string // "" for a question that can be asked
	}{
		"a free value":             {slot(trajectory.Slot{Name: "start", Free: true}), ""},
		"a candidate":              {slot(trajectory.Slot{Name: "start", Candidates: []trajectory.Candidate{three}}), ""},
		"two readings":             {choice(add, move), ""},
		"no text":                  {trajectory.Question{Kind: trajectory.AsksChoice, Readings: []trajectory.Reading{add}}, "without a text"},
		"another kind":             {trajectory.Question{Kind: "riddle", Text: "?"}, `unknown kind "riddle"`},
		"no slot":                  {trajectory.Question{Kind: trajectory.AsksSlot, Text: "?"}, "no name"},
		"nothing to answer":        {slot(trajectory.Slot{Name: "start"}), "leaves nothing to answer"},
		"an empty candidate":       {slot(trajectory.Slot{Name: "start", Candidates: []trajectory.Candidate{{Value: "15:00"}}}), "is empty"},
		"the same candidate twice": {slot(trajectory.Slot{Name: "start", Candidates: []trajectory.Candidate{three, three}}), `two of the candidates for start are "15:00"`},
		"no readings":              {choice(), "a choice of 0 readings"},
		"too many readings":        {choice(add, move, drop, rename), "a choice of 4 readings"},
		"the same reading twice":   {choice(add, add), `two of the readings are "add"`},
	} {
		err := tc.question.Check()
		if (err == nil) != (tc.wrong == "") || err != nil && !strings.Contains(err.Error(), tc.wrong) {
			t.Errorf("%s: %v, want %q", name, err, tc.wrong)
		}
	}
}

// TestWords: the user's words are the text and what they wrote or took; what the program
// says in its questions and its readings is not among them.
func TestWords(t *testing.T) {
	asked := slot(trajectory.Slot{Name: "start", Candidates: []trajectory.Candidate{three}, Free: true})
	task := trajectory.Task{Text: "Book the van"}
	for _, tc := range []struct {
		question    trajectory.Question
		answer      trajectory.Answer
		words, told string // what it adds to the task's
	}{
		{asked, trajectory.Answer{Value: "at four", Free: true}, "at four", "At what time does it start? at four"},
		{asked, trajectory.Answer{Value: "15:00"}, "3 pm", "At what time does it start? 3 pm"},
		{asked, trajectory.Answer{None: true}, "", "At what time does it start? None."},
		{choice(add, move), trajectory.Answer{Reading: "move"}, "", "Which of these? Move an event."},
	} {
		before, words, told := task, task.Words(), task.Told()
		task.Answers = append(task.Answers, trajectory.Exchange{Question: tc.question, Answer: tc.answer})
		if tc.words != "" {
			words += "\n" + tc.words
		}
		if told += "\n" + tc.told; task.Words() != words || task.Told() != told {
			t.Errorf("%+v after %d: the words are %q, told %q", tc.answer, len(before.Answers), task.Words(), task.Told())
		}
	}
}
