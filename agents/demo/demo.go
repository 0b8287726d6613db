// Package demo holds demonstrations: plans written by hand, with literal actions, that
// drive the team like any brain, so that their logs are real trajectories to learn
// from. Load reads one, Brain plays it, and Checker proves it: that every value in it
// has a source, and that the evaluation notices when it is changed. It neither opens
// suites nor runs anything itself: the caller supplies the task and a way to play.
//
// Start with Demo, which is the file, field by field.
package demo

import (
	"fmt"
	"path/filepath"
	"time"

	"go.yaml.in/yaml/v3"

	"legomem/trajectory"
)

// Demo is a demonstration, as its YAML file has it.
type Demo struct {
	Suite     string     `json:"suite,omitempty"`     // the name of the suite that the task belongs to
	ID        string     `json:"id,omitempty"`        // the task of the suite, such as 1-1/0; its text, user and date are the suite's
	Task      string     `json:"task,omitempty"`      // the task's text, if it belongs to no suite
	User      string     `json:"user,omitempty"`      // who acts, with task
	Date      string     `json:"date,omitempty"`      // the task's date, or date and time, with task: 2026-03-12, or 2026-03-12 09:00
	Testbed   string     `json:"testbed,omitempty"`   // the folder the task starts from, with task, relative to this file; none: an empty testbed
	Subtasks  []Subtask  `json:"subtasks"`            // the plan: what each agent does in turn
	Answer    string     `json:"answer,omitempty"`    // the final answer to the user
	Constants []Constant `json:"constants,omitempty"` // values in the actions that are the same every time, though neither the task nor an observation holds them
	Wordings  []string   `json:"wordings,omitempty"`  // other ways to say the task, with its values marked: Put [Dana](user) down for [12 March]

	file string
	root *yaml.Node // for the lines of problems; nil where no file was read
}

// Subtask is a piece of the plan, for one agent.
type Subtask struct {
	Agent       string   `json:"agent"`             // the agent's name, such as calendar_agent
	Description string   `json:"description"`       // what it is told to do
	Actions     []Action `json:"actions"`           // what it does
	Summary     string   `json:"summary,omitempty"` // what it reports; without one, what its last action returned
}

// Action is one literal tool call.
type Action struct {
	Tool    string         `json:"tool"`              // the tool's name, such as calendar.create_event
	Args    map[string]any `json:"args,omitempty"`    // its arguments, as they are, or taken from what an earlier action returned: {1.events.0.summary}
	Thought string         `json:"thought,omitempty"` // why, for those who learn from it
	Expect  []string       `json:"expect,omitempty"`  // texts that it must return, or the work stops: for what the task's evaluation does not check
}

// Constant is a value that is the same every time, and why that is right. It may be a
// part of a text: the words between the values.
type Constant struct {
	Value  any    `json:"value"`  // the value, or a part of a text
	Reason string `json:"reason"` // why it is the same every time
}

// Free returns the task of a demonstration without a suite, with its times in zone;
// false if the demonstration takes its task from a suite.
func (d *Demo) Free(zone *time.Location) (trajectory.Task, bool) {
	now, err := moment(d.Date, zone)
	if d.Task == "" || err != nil {
		return trajectory.Task{}, false
	}
	return trajectory.Task{Text: d.Task, User: d.User, Now: now}, true
}

// From is the folder that the task of a demonstration without a suite starts from; ""
// for an empty testbed.
func (d *Demo) From() string {
	if d.Testbed == "" || filepath.IsAbs(d.Testbed) || d.file == "" {
		return d.Testbed
	}
	return filepath.Join(filepath.Dir(d.file), d.Testbed)
}

func moment(date string, zone *time.Location) (time.Time, error) {
	t, err := time.ParseInLocation("2006-01-02 15:04", date, zone)
	if err != nil {
		t, err = time.ParseInLocation(time.DateOnly, date, zone)
	}
	if err != nil {
		return t, fmt.Errorf("the date %q is none; write 2026-03-12, or 2026-03-12 09:00", date)
	}
	return t, nil
}

// actions are all actions with their places, in order.
func (d *Demo) actions() []placed {
	var all []placed
	for i, s := range d.Subtasks {
		for j, a := range s.Actions {
			all = append(all, placed{Action: a, subtask: i, index: j, at: place{"subtasks", i, "actions", j}})
		}
	}
	return all
}

type placed struct {
	Action
	subtask, index int
	at             place
}

// asPlayed is the demonstration with what its references named in a run of it.
func (d *Demo) asPlayed(run *trajectory.Run) *Demo {
	out, steps := d.clone(), run.Steps()
	for i, a := range d.actions() {
		if i < len(steps) {
			played := &out.Subtasks[a.subtask].Actions[a.index]
			played.Args, played.Expect = steps[i].Action.Args, steps[i].Expect
		}
	}
	if refers(d.Answer) {
		out.Answer = run.Answer
	}
	return out
}

// clone returns a copy whose plan is separate from d's.
func (d *Demo) clone() *Demo {
	c := *d
	c.Subtasks = make([]Subtask, len(d.Subtasks))
	for i, s := range d.Subtasks {
		s.Actions = append([]Action(nil), s.Actions...)
		c.Subtasks[i] = s
	}
	return &c
}

// copied is a deep copy of a plain JSON value.
func copied(v any) any {
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = copied(v[i])
		}
		return list
	case map[string]any:
		if v == nil {
			return v
		}
		object := make(map[string]any, len(v))
		for k := range v {
			object[k] = copied(v[k])
		}
		return object
	}
	return v
}
