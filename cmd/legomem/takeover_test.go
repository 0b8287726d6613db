package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"legomem/llm/llmtest"
	"legomem/must"
	"legomem/sweep"
	"legomem/trajectory"
)

// TestHybridTakesOver has a practised procedure fail in its middle: the event is
// made, and what is to go with the mail is not there. The model does the whole work
// again; no event is made twice.
func TestHybridTakesOver(t *testing.T) {
	sweep.OneGoroutine(t)
	ownPlaces(t)
	t.Setenv("OPENAI_API_KEY", "sk-of-this-test")
	taught, bank := teachPlan(t), filepath.Join(t.TempDir(), "bank.db")
	endpoint := llmtest.New(t, llmtest.Options{Answer: obedient{plan: []work{
		{"calendar_agent", []do{{"calendar.create_event", map[string]any{"user": "kim@example.com", "summary": "Tasting", "start": "July 4, 2026 9:00 am", "end": "9:45 am"}}}},
		{"email_agent", []do{{"email.send", map[string]any{"to": []string{"Ana"}, "subject": "Tasting", "content": "The list follows."}}}},
	}}.answer})
	t.Setenv("OPENAI_BASE_URL", endpoint.URL())
	// What fails is quarantined, so that each start has a bank of its own.
	fresh := func() {
		data, err := os.ReadFile(taught)
		must.Do(t, errors.Join(err, os.WriteFile(bank, data, 0o600)))
	}
	e := &errand{t: t, prepare: fresh, args: []string{"--brain", "hybrid", "--bank", bank, "--user", "Sam", "--date", "2026-07-01", "Plan the Tasting for Kim on 7/4/2026 from 9:00 am to 9:45 am and mail dishes.txt to Ana"}}
	if e.start(0) {
		t.Fatal("it was killed at no moment")
	}
	run := e.log()
	if run == nil || run.Result == nil || run.Result.Outcome != trajectory.Solved || run.Result.Suppressed != 1 {
		t.Fatalf("it ends as %+v", run.Result)
	}
	if took := run.Position.Takeover; took == nil || !strings.Contains(took.Why, "dishes.txt") {
		t.Errorf("the log says %+v", took)
	}
	left := files(t, run.Result.Testbed)
	if n := strings.Count(left["calendar/Kim.ics"], "BEGIN:VEVENT"); n != 1 {
		t.Errorf("Kim has %d events", n)
	}
	if told := askedOf(endpoint, "cannot_be_done"); !strings.Contains(told, "Others began this work") || !strings.Contains(told, "FAILED: email__send") {
		t.Errorf("the model was told\n%s", told)
	}
	if !sweep.Full() {
		return
	}
	e.atMoments(10)
}

// askedOf is the first request to a model that holds a text.
func askedOf(endpoint *llmtest.Endpoint, text string) string {
	for _, r := range endpoint.Requests() {
		for _, m := range r.Messages {
			if strings.Contains(m.Content, text) {
				return m.Content
			}
		}
	}
	return ""
}

// teachPlan makes a bank that knows how to make an event and mail a file about it.
func teachPlan(t *testing.T) (bank string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"plan.yaml": planDemo, "bed/data/wines.txt": "red\n"} {
		must.Do(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700))
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	bank = filepath.Join(dir, "taught.db")
	execute(t, "demo", "play", filepath.Join(dir, "plan.yaml"), "--bank", bank)
	execute(t, "curate", "last", "--accept", "--bank", bank)
	return bank
}

const planDemo = `task: Plan the Reception for Lee on 3/12/2026 from 2:00 pm to 3:30 pm and mail wines.txt to Ada
user: Sam
date: "2026-03-02 09:00"
testbed: bed
subtasks:
  - agent: calendar_agent
    description: Make the event
    actions:
      - tool: calendar.create_event
        args: {user: Lee, summary: Reception, start: "2026-03-12 14:00:00", end: "2026-03-12 15:30:00"}
  - agent: email_agent
    description: Mail the file
    actions:
      - tool: email.send
        args: {to: [Ada], subject: Reception, content: Reception, attachments: [wines.txt]}
`
