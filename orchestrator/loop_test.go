package orchestrator

import (
	"testing"

	"legomem/trajectory"
)

func TestStallArithmetic(t *testing.T) {
	type in struct{ loop, progress bool }
	good, loop, none, both := in{false, true}, in{true, true}, in{false, false}, in{true, false}
	for _, tc := range []struct {
		name   string
		rounds []in
		want   int
	}{
		{"never under zero", []in{good, good}, 0},
		{"a loop counts", []in{loop}, 1},
		{"no progress counts", []in{none}, 1},
		{"both count once", []in{both}, 1},
		{"good rounds forgive one", []in{none, none, good}, 1},
		{"to the threshold", []in{none, loop, both}, 3},
		{"ups and downs", []in{none, good, none, none, good, none}, 2},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := 0
			for _, r := range tc.rounds {
				got = stalls(got, trajectory.Ledger{InLoop: trajectory.Finding{Answer: r.loop}, Progress: trajectory.Finding{Answer: r.progress}})
			}
			if got != tc.want {
				t.Errorf("counter %d, want %d", got, tc.want)
			}
		})
	}
}

func TestIsAnswerFile(t *testing.T) {
	for target, want := range map[string]bool{
		"file:data/answer.txt": true, "file:/testbed/data/answer.txt": true, "file:./data/Answer.txt": true,
		"file:data/answer.txt.bak": false, "file:answer.txt": false, "mailbox:data/answer.txt": false,
	} {
		if got := isAnswerFile(target); got != want {
			t.Errorf("%s: %v", target, got)
		}
	}
}
