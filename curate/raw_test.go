package curate

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/membank"
	"legomem/must"
)

// TestRaw: all that was done and seen is there, failures too, and nothing is
// cut.
func TestRaw(t *testing.T) {
	run := office()
	run.Subtasks[0].Failed = true // a delegation that failed is part of it, too
	run.Subtasks[1].Steps[2].Observation = nil
	u := must.Have(Raw(run, at(1)()))(t)
	want := []membank.Subtask{
		{Agent: "word_agent", Description: "Read the minutes", Observations: "It is on 5 March.", Steps: []membank.Step{
			{Think: "It is time for word.read.", Action: `word.read({"file_path":"data/missing.docx"})`, Observation: hostile, Failed: true},
			{Think: "It is time for word.read.", Action: readCall, Observation: hostile}}},
		{Agent: "calendar_agent", Description: "Add the event", Observations: "Added.", Steps: []membank.Step{
			{Think: "It is time for calendar.list_events.", Action: `calendar.list_events({"user":"Bob"})`, Observation: "No events."},
			{Think: "It is time for calendar.create_event.", Action: `calendar.create_event({"guests":["Ann","Dana"],"hours":1.5,"title":"Budget","user":"Bob"})`, Observation: "Created the event."},
			{Think: "It is time for calendar.list_events.", Action: `calendar.list_events({"user":"Bob"})`, Failed: true}}},
		{Agent: "email_agent", Description: "Tell Ann", Observations: "Sent.", Steps: []membank.Step{
			{Think: "It is time for email.send.", Action: `email.send({"body":"` + mail + `","to":["ann@example.com"]})`, Observation: "Sent."}}},
	}
	must.NoDiff(t, cmp.Diff(want, u.Subtasks), "subtasks (-want +got):\n%s")
	if u.Kind != membank.RawTrajectory || u.Curator != RawVersion || u.Answer != run.Answer || u.Task != run.Started.Task.Text || u.Source.User != "Bob" || !u.OutsideContent {
		t.Errorf("unit = %+v", u)
	}
	must.NoError(t, u.Check())
	again, err := Raw(run, at(2)())
	if err != nil || again.ID != u.ID || again.Hash != u.Hash {
		t.Errorf("made again: %s %s, not %s %s (%v)", again.ID, again.Hash, u.ID, u.Hash, err)
	}
	run.Result = nil
	if _, err := Raw(run, at(1)()); !errors.Is(err, ErrOpen) {
		t.Errorf("error %v", err)
	}
}
