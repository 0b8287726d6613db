package main

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"time"

	"legomem/agents"
	"legomem/agents/reflex"
	"legomem/secrets"
	"legomem/tools/value"
	"legomem/trajectory"
)

// askingProgram is the name under which the test's program is a legomem whose brain asks.
const askingProgram = "asking"

// runAsking is that program.
func runAsking() {
	a := newApp(secrets.Withdraw(), os.Stdin, os.Stdout, os.Stderr)
	a.brain = askingBrain{}
	os.Exit(a.execute(context.Background(), os.Args[1:]))
}

// askingBrain is a reflex that asks before it acts: "Meet ..." could be an event or a
// mail, an event needs a start, and a mail that says "something" its words. What it knows
// in the end it gives to reflex as one sentence.
type askingBrain struct{ reflex reflex.Brain }

func (askingBrain) Name() string { return "reflex" }

func (b askingBrain) Open(ctx context.Context, s agents.Brief) (agents.Planner, agents.Actor, error) {
	text, err := completed(s.Task)
	if err != nil {
		return nil, nil, err
	}
	s.Task.Text = text
	return b.reflex.Open(ctx, s)
}

// completed is the sentence with all that was answered, or the next question.
func completed(t trajectory.Task) (string, error) {
	text, rest := t.Text, t.Answers
	if who, vague := strings.CutPrefix(text, "Meet "); vague {
		if len(rest) == 0 {
			return "", &agents.Asking{Question: trajectory.Question{Kind: trajectory.AsksChoice, Text: "What is meant?", Readings: []trajectory.Reading{
				{ID: "event", Sentence: "Schedule a meeting."}, {ID: "mail", Sentence: "Write a mail about a meeting."}}}}
		}
		if rest[0].Answer.Reading != "event" {
			return "", &agents.GiveUp{Reason: "then it is not known what is meant"}
		}
		text, rest = "Schedule a budget review for "+who, rest[1:]
	}
	if strings.HasPrefix(text, "Schedule") && !strings.Contains(text, " from ") {
		start, err := startIn(t, rest)
		return text + start, err
	}
	if strings.HasSuffix(text, " something") {
		words, err := wordsIn(rest)
		return strings.TrimSuffix(text, "something") + words, err
	}
	return text, nil
}

// startIn is when the event starts and ends, by the last answer if that is a time.
func startIn(t trajectory.Task, all []trajectory.Exchange) (string, error) {
	asks := &agents.Asking{Question: trajectory.Question{Kind: trajectory.AsksSlot, Text: "At what time does it start?", Whose: "add an event",
		Slot: &trajectory.Slot{Name: "start", Kind: value.Time, Free: true, Candidates: []trajectory.Candidate{{Value: "14:00", Shown: "2:00 pm"}, {Value: "16:00", Shown: "4:00 pm"}}}},
		Rest: json.RawMessage(`{"skill":"add_event"}`)}
	if len(all) == 0 {
		return "", asks
	}
	said := all[len(all)-1].Answer
	if said.None {
		return "", &agents.GiveUp{Reason: "without a start there is no event"}
	}
	canon, err := value.Parse(value.Time, said.Value, value.Reference{Now: t.Now})
	if err != nil {
		asks.Question.Text = said.Value + " is no time. " + asks.Question.Text
		return "", asks
	}
	at, err := time.Parse("15:04", canon)
	return " from " + at.Format("3:04 pm") + " to " + at.Add(time.Hour).Format("3:04 pm"), err
}

func wordsIn(all []trajectory.Exchange) (string, error) {
	if len(all) == 0 {
		return "", &agents.Asking{Question: trajectory.Question{Kind: trajectory.AsksSlot, Text: "What does it say?", Whose: "send a mail",
			Slot: &trajectory.Slot{Name: "words", Kind: value.Message, Free: true}}}
	}
	return all[0].Answer.Value, nil
}
