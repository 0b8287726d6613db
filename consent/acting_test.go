package consent_test

import (
	"testing"

	"legomem/consent"
	"legomem/tools"
	"legomem/trajectory"
)

// TestRead: what a model has been shown beside the task, whatever it was.
func TestRead(t *testing.T) {
	reading := []tools.Effect{{Class: tools.Read, Target: "folder:data"}}
	writing := []tools.Effect{{Class: tools.Write, Target: "file:data/a.txt"}}
	step := func(effects []tools.Effect, o *tools.Observation) trajectory.SubtaskRun {
		return trajectory.SubtaskRun{Steps: []trajectory.Step{{Action: tools.Action{Tool: "system.do"}, Effects: effects, Observation: o}}}
	}
	told := func(role string, foreign bool) []trajectory.Retrieved {
		return []trajectory.Retrieved{{For: role, Memories: []trajectory.MemoryRef{{ID: "m-1", Foreign: foreign}}}}
	}
	for _, tc := range []struct {
		name string
		run  trajectory.Run
		want string
	}{
		{"nothing", trajectory.Run{}, ""},
		{"it wrote", trajectory.Run{Subtasks: []trajectory.SubtaskRun{step(writing, &tools.Observation{})}}, ""},
		{"it read", trajectory.Run{Subtasks: []trajectory.SubtaskRun{step(reading, &tools.Observation{})}}, "system.do folder:data"},
		{"it failed", trajectory.Run{Subtasks: []trajectory.SubtaskRun{step(writing, &tools.Observation{Failed: true})}}, "system.do"},
		{"it was cut off", trajectory.Run{Subtasks: []trajectory.SubtaskRun{step(reading, nil)}}, ""},
		{"a memory of others' words", trajectory.Run{Retrieved: told("orchestrator", true)}, "memory m-1"},
		{"a memory of the user's own", trajectory.Run{Retrieved: told("orchestrator", false)}, ""},
		{"a memory for reflex", trajectory.Run{Retrieved: told(trajectory.ForReflex, true)}, ""},
		{"a batch's row", trajectory.Run{Started: trajectory.Started{Versions: map[string]string{trajectory.BatchLabel: "b-1"}}}, "a row of batch b-1"},
	} {
		tc.run.Result = &trajectory.Result{ModelCalls: 1}
		if got := consent.ActingIn(&tc.run); got.Read != tc.want || got.Practised {
			t.Errorf("%s: %+v, not %q", tc.name, got, tc.want)
		}
	}
}
