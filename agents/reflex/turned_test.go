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

// TestTurned: a sentence of practised words that leads the other way, tells
// instead of asks, or says how a text is to look, is not done.
func TestTurned(t *testing.T) {
	hits := learned(t, cancelled(), note())
	tests := []struct {
		name, text string
		fits       bool
	}{
		{"as practised", "Cancel the planning on 5/6/2026 in Dana's calendar", true},
		{"out of", "On 5/6/2026 take the planning out of Dana's calendar", false},
		{"into for out of", "Take the planning into Dana's calendar on 5/6/2026", false},
		{"told", "The planning in the calendar of Dana is cancelled on 5/6/2026", false},
		{"asked of another", "Ask Dana to cancel the planning on 5/6/2026 in her calendar", false},
		{"my own, and another's", "Cancel my planning on 5/6/2026 in Dana's calendar", false},
		{"all but it", "Cancel everything but the planning on 5/6/2026 in Dana's calendar", false},
		{"a message", "Email Bob with the subject Parking saying the gate is closed", true},
		{"how it looks", "Email Bob with the subject Parking saying the gate is closed in red", false},
		{"how it looks is what it says", "Email Bob with the subject Parking saying: the gate is painted in red", true},
		{"somebody's", "Email Bob's with the subject Parking saying the gate is closed", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, err := choose(task(tt.text), hits)
			var no *agents.GiveUp
			if gave := errors.As(err, &no); gave == tt.fits {
				t.Errorf("%v, %v", calls(m), err)
			}
		})
	}
}
