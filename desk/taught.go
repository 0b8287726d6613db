package desk

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"legomem/agents/demo"
	"legomem/agents/reflex"
	"legomem/curate"
	"legomem/lists"
	"legomem/tools/apps"
	"legomem/tools/value"
	"legomem/trajectory"
	"legomem/words"
)

// Taken is a value that a procedure takes from its sentence.
type Taken struct {
	Name    string     `json:"name"`
	Kind    value.Kind `json:"kind"`
	Example string     `json:"example"`
}

// String is "start (time, such as 2:00 pm)".
func (t Taken) String() string { return fmt.Sprintf("%s (%s, such as %s)", t.Name, t.Kind, t.Example) }

// takenBy are the values that a procedure takes; none where there is no procedure.
func takenBy(procedure json.RawMessage) []Taken {
	p, err := reflex.Decode(procedure)
	if err != nil {
		return nil
	}
	return lists.Map(p.Slots, func(s reflex.Slot) Taken { return Taken{s.Name, s.Kind, s.Example} })
}

// Takes are the values that what was learned takes from its sentence.
func (c Curated) Takes() []Taken { return takenBy(c.Task.Procedure) }

// Ones are the lists of one element that what was learned takes the element of.
func (c Curated) Ones() []string {
	p, err := reflex.Decode(c.Task.Procedure)
	if err != nil {
		return nil
	}
	return p.Ones()
}

// unsound refuses the run of a demonstration in which demo check would find a problem.
func unsound(run *trajectory.Run) error {
	d, ok := demo.Logged(run)
	if !ok {
		return nil
	}
	all := demo.Checker{Task: run.Started.Task, Tools: apps.Registry()}.Problems(d, run)
	made, err := curate.Reflex(apps.Registry())(run, nil)
	if err == nil && len(takenBy(made.Procedure)) == 0 {
		all = append(all, usesNothing(run)...)
	}
	if len(all) == 0 {
		return nil
	}
	said := fmt.Sprintf("run %s is not learned: its demonstration has %s:", run.ID, words.Count(len(all), "problem"))
	for _, p := range all {
		said += fmt.Sprintf("\n  %s: %v: %s", p.Path, p.Value, p.Why)
	}
	return &NotSolved{Said: said + "\nmend its file, see with legomem demo check FILE that nothing is left, and play it again"}
}

// usesNothing is the problem of work that is done the same whatever its sentence says,
// though the sentence has values that are not declared to be the same every time.
func usesNothing(run *trajectory.Run) []demo.Problem {
	task := run.Started.Task
	var left []string
	for _, m := range value.FindAll(task.Text, value.Reference{Now: task.Now, DayFirst: task.DayFirst}) {
		if m.Kind != value.Person && !declared(run, m) {
			left = append(left, fmt.Sprintf("%q", m.Text))
		}
	}
	if len(left) == 0 {
		return nil
	}
	return []demo.Problem{{Path: "task", Value: task.Text, Why: fmt.Sprintf(
		"nothing that is done takes a value of it, so it would be done the same whatever is said; give an action %s, or declare that a constant, with the reason", strings.Join(slices.Compact(left), " or "))}}
}

func declared(run *trajectory.Run, m value.Mention) bool {
	return slices.ContainsFunc(run.Constants, func(v any) bool {
		said := fmt.Sprint(v)
		return said == m.Text || said == m.Canon
	})
}

// whyNotCompiled is why no procedure was made of a demonstration.
func whyNotCompiled(err error) []string {
	if err == nil || errors.Is(err, reflex.ErrNothingDone) {
		return nil
	}
	return []string{fmt.Sprintf("no procedure can be made of it: %v", err)}
}
