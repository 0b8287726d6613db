package membank

import (
	"strings"
	"testing"

	"legomem/tools"
	"legomem/trajectory"
)

// TestPlayedIn: what counts as a success and a failure of a procedure, and what
// as neither.
func TestPlayedIn(t *testing.T) {
	const why = "the procedure stopped: excel.set_cell: no such file"
	read := trajectory.Step{Action: tools.Action{Tool: "excel.read"}, Effects: []tools.Effect{{Class: tools.Read}}, Observation: &tools.Observation{Text: "rows"}}
	wrote := trajectory.Step{Action: tools.Action{Tool: "excel.create"}, Effects: []tools.Effect{{Class: tools.Write}}, Observation: &tools.Observation{Text: "created"}}
	broke := func(code tools.Code) trajectory.Step {
		return trajectory.Step{Action: tools.Action{Tool: "excel.set_cell"}, Effects: []tools.Effect{{Class: tools.Write}}, Observation: &tools.Observation{Failed: true, Code: code, Text: "no"}}
	}
	cut := wrote
	cut.Observation = nil
	run := func(outcome trajectory.Outcome, passed *bool, steps ...trajectory.Step) *trajectory.Run {
		return &trajectory.Run{ID: "r1", Passed: passed, Result: &trajectory.Result{Outcome: outcome, Reason: why},
			Notes:    []trajectory.Noted{{About: trajectory.AboutProcedure, Text: "m-1"}},
			Subtasks: []trajectory.SubtaskRun{{Steps: steps}}}
	}
	with := func(r *trajectory.Run, change func(*trajectory.Run)) *trajectory.Run { change(r); return r }
	takeover := func(r *trajectory.Run) {
		r.Notes = append(r.Notes, trajectory.Noted{About: trajectory.AboutBrain, Text: "reflex gave up (" + why + "); model takes over"})
		r.Position.Takeover = &trajectory.Takeover{Why: "reflex gave up (" + why + "); model takes over", Subtasks: 1}
		r.Subtasks = append(r.Subtasks, trajectory.SubtaskRun{Steps: []trajectory.Step{wrote}})
	}
	for name, tt := range map[string]struct {
		run  *trajectory.Run
		want Outcome
		why  string
	}{
		"solved, and passed":           {run(trajectory.Solved, verdict(true), wrote), Success, ""},
		"solved, and judged by nobody": {run(trajectory.Solved, nil, wrote), Success, ""},
		"solved, and not passed":       {run(trajectory.Solved, verdict(false), wrote), Failure, "evaluation"},
		"a model's reading, and not passed": {with(run(trajectory.Solved, verdict(false), wrote), func(r *trajectory.Run) {
			r.Wordings = []trajectory.Wording{{Text: "[Zoe](user) fancies it"}}
		}), NoVerdict, ""},
		"stopped after an effect":                {run(trajectory.GaveUp, nil, read, wrote, broke(tools.NotFound)), Failure, "1 action with an effect: " + why},
		"stopped after an effect, and judged":    {run(trajectory.GaveUp, verdict(false), wrote, broke(tools.Corrupt)), Failure, "excel.set_cell"},
		"stopped before any effect":              {run(trajectory.GaveUp, verdict(false), read, broke(tools.NotFound)), NoVerdict, ""},
		"stopped at a check":                     {run(trajectory.GaveUp, nil, read), NoVerdict, ""},
		"stopped, and the last effect unknown":   {run(trajectory.GaveUp, nil, cut), NoVerdict, ""},
		"a tool that is not there":               {run(trajectory.GaveUp, nil, broke(tools.UnknownTool)), Failure, why},
		"a program that is missing":              {run(trajectory.GaveUp, nil, wrote, broke(tools.MissingProgram)), NoVerdict, ""},
		"a full disk":                            {run(trajectory.GaveUp, nil, wrote, broke(tools.DiskFull)), NoVerdict, ""},
		"an action over its time":                {run(trajectory.GaveUp, nil, wrote, broke(tools.Timeout)), NoVerdict, ""},
		"refused by the policy":                  {with(run(trajectory.GaveUp, nil, wrote, broke(tools.Refused)), refused), NoVerdict, ""},
		"interrupted":                            {run(trajectory.Cancelled, nil, wrote), NoVerdict, ""},
		"the sandbox broke":                      {run(trajectory.Errored, nil, wrote), NoVerdict, ""},
		"out of time":                            {run(trajectory.Exhausted, nil, wrote), NoVerdict, ""},
		"it goes on":                             {with(run("", nil, wrote), func(r *trajectory.Run) { r.Result = nil }), NoVerdict, ""},
		"a model took over after an effect":      {with(run(trajectory.Solved, verdict(true), wrote, broke(tools.NotFound)), takeover), Failure, "stopped after 1 action"},
		"a model took over before any effect":    {with(run(trajectory.Solved, verdict(true), read), takeover), NoVerdict, ""},
		"a model took over, and nothing is over": {with(with(run("", nil, wrote), takeover), func(r *trajectory.Run) { r.Result = nil }), NoVerdict, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := PlayedIn(tt.run)
			if got.Unit != "m-1" || got.Outcome != tt.want || !strings.Contains(got.Why, tt.why) || (got.Why == "") != (tt.why == "") {
				t.Errorf("played = %+v; want %q with %q", got, tt.want, tt.why)
			}
		})
	}
	byModel := run(trajectory.GaveUp, nil, wrote)
	byModel.Notes = nil
	same(t, "a model's run", PlayedIn(byModel), Played{})
	long := run(trajectory.GaveUp, nil, wrote)
	long.Result.Reason = strings.Repeat("no\n", 900)
	if n := len([]rune(PlayedIn(long).Why)); n > maxWhy+60 {
		t.Errorf("a reason of %d characters is kept", n)
	}
}

func refused(r *trajectory.Run) {
	r.Notes = append(r.Notes, trajectory.Noted{About: trajectory.AboutRefused, Text: "not yours"})
}
