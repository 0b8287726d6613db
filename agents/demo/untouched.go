package demo

import (
	"encoding/json"

	"legomem/trajectory"
)

// untouched says that the plan is still the one that New writes to start from, and how to
// mend it; "" for a plan that somebody has written.
func (d *Demo) untouched() string {
	page, err := New(trajectory.Task{Text: "any", User: "any"}, "")
	if err != nil {
		return ""
	}
	fresh, err := Parse("", page)
	if err != nil || d.Answer != fresh.Answer || !samePlan(d.Subtasks, fresh.Subtasks) {
		return ""
	}
	return "this is still the page that demo new wrote: write under subtasks what is to be done, and under answer what is told at the end"
}

// samePlan says that the same is done and reported, whatever is told of it.
func samePlan(a, b []Subtask) bool {
	x, err := json.Marshal(a)
	y, other := json.Marshal(b)
	return err == nil && other == nil && string(x) == string(y)
}
