package reflex

import (
	"errors"
	"testing"

	"legomem/agents"
	"legomem/trajectory"
)

func cancelled() *trajectory.Run {
	return practised("Take the stand-up out of Priya's calendar on 4/2/2026", "",
		[]done{{"calendar.create_event", map[string]any{"user": "Priya", "summary": "stand-up", "start": "2026-04-02 00:00:00"}, nil}},
		"Cancel the [stand-up] on [4/2/2026] in [Priya]'s calendar",
		"Remove the [stand-up] from [Priya]'s calendar on [4/2/2026]",
		"I need the [stand-up] in the calendar of [Priya] cancelled on [4/2/2026]")
}

func exported() *trajectory.Run {
	return practised("List Priya's events on 4/2/2026 in a workbook called week.xlsx", "",
		[]done{{"calendar.list_events", map[string]any{"user": "Priya", "date": "2026-04-02"}, map[string]any{"text": "stand-up"}}, {"excel.set_cell", map[string]any{"file_path": "week.xlsx", "cell": "A1", "value": "stand-up"}, nil}},
		"Put the events that [Priya] has on [4/2/2026] into [week.xlsx]",
		"Save [Priya]'s events of [4/2/2026] to the workbook [week.xlsx]")
}

func summed() *trajectory.Run {
	return practised("Email Omar the sum of the Cost column of trips.xlsx", "",
		[]done{{"excel.aggregate", map[string]any{"file_path": "trips.xlsx", "column": "Cost", "op": "sum"}, nil}, {"email.send", map[string]any{"to": []any{"Omar"}}, nil}},
		"Get the sum of the [Cost] column from [trips.xlsx] and write it to [Omar] in an email",
		"Put the sum of [Cost] in [trips.xlsx] into an email to [Omar]")
}

// TestTurned: a sentence of practised words that leads the other way, tells
// instead of asks, or says how a text is to look, is not done.
func TestTurned(t *testing.T) {
	hits := learned(t, cancelled(), note(), moved(), exported(), summed())
	tests := []struct {
		name, text string
		fits       bool
	}{
		{"as practised", "Cancel the planning on 5/6/2026 in Dana's calendar", true},
		{"out of", "On 5/6/2026 take the planning out of Dana's calendar", false},
		{"into for out of", "Take the planning into Dana's calendar on 5/6/2026", false},
		{"a word of two", "Cancel the warm-up on 5/6/2026 in Dana's calendar", true},
		{"told", "The planning in the calendar of Dana is cancelled on 5/6/2026", false},
		{"asked of another", "Ask Dana to cancel the planning on 5/6/2026 in her calendar", false},
		{"my own, and another's", "Cancel my planning on 5/6/2026 in Dana's calendar", false},
		{"all but it", "Cancel everything but the planning on 5/6/2026 in Dana's calendar", false},
		{"a message", "Email Bob with the subject Parking saying the gate is closed", true},
		{"how it looks", "Email Bob with the subject Parking saying the gate is closed in red", false},
		{"how often", "Email Bob with the subject Parking saying ring the bell twice", false},
		{"how often is what it says", "Email Bob with the subject Parking saying Ring the bell twice", true},
		{"how it looks is what it says", "Email Bob with the subject Parking saying: the gate is painted in red", true},
		{"in whose name", "Email Bob in my name with the subject Parking saying the gate is closed", false},
		{"in whose name, behind a title", "Email Bob with the subject Parking in my name saying the gate is closed", false},
		{"by another", "Have Bob email Omar with the subject Parking saying the gate is closed", false},
		{"a mail that is there", "Send Bob the email with the subject Parking saying the gate is closed", false},
		{"ahead", "Email Bob the day before with the subject Parking saying the gate is closed", false},
		{"moved", "Move the planning in Dana's calendar to 5/6/2026 at 3 pm", true},
		{"moved to another's", "Move the planning to Dana's calendar on 5/6/2026 at 3 pm", false},
		{"of what it is", "Cancel the planning on 5/6/2026 in Dana's calendar of the stand-up", false},
		{"put there", "Put Dana's events on 5/6/2026 into plan.xlsx", true},
		{"those that are there", "List Dana's events on 5/6/2026 that are in a workbook called plan.xlsx", false},
		{"taken from", "Email Bob the sum of the Fee column of plan.xlsx", true},
		{"put where it is taken from", "Write the sum of the Fee column into plan.xlsx and write it to Bob in an email", false},
		{"what somebody does", "List the events Dana arranges on 5/6/2026 in a workbook called plan.xlsx", false},
		{"by the user", "Put the sum of Fee in plan.xlsx into an email and I'll write it to Bob", false},
		{"done already", "Dana's events on 5/6/2026 are listed in the workbook plan.xlsx; put them into it", false},
		{"there", "Put the events that Dana has on 5/6/2026 there, into plan.xlsx", false},
		{"two that get it", "Put the sum of Fee in plan.xlsx into an email to them and the cost to Bob", false},
		{"somebody's", "Email Bob's with the subject Parking saying the gate is closed", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, err := choose(t.Context(), task(tt.text), hits)
			var no *agents.GiveUp
			if gave := errors.As(err, &no); gave == tt.fits {
				t.Errorf("%v, %v", calls(m), err)
			}
		})
	}
}
