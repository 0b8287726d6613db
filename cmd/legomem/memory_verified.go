package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"legomem/desk"
	"legomem/membank"
	"legomem/tools"
	"legomem/tools/apps"
	"legomem/tools/value"
	"legomem/trajectory"
	"legomem/words"
)

// deedsOf are the actions that a procedure was learned from: the run's, or else
// those that the memory tells of. Whole says that they are all of them, with all
// their arguments.
func deedsOf(u membank.Unit, run *trajectory.Run) (all []tools.Action, whole bool) {
	if run != nil {
		for _, st := range run.Steps() {
			if st.Observation != nil && !st.Observation.Failed {
				all = append(all, st.Action)
			}
		}
		return all, true
	}
	for _, s := range u.Subtasks {
		for _, st := range s.Steps {
			all = append(all, toldAction(st.Action))
		}
	}
	return all, false
}

// toldAction reads an action as a memory tells it; arguments that are cut short
// there are nil.
func toldAction(told string) tools.Action {
	tool, rest, _ := strings.Cut(told, "(")
	a := tools.Action{Tool: tool}
	if err := json.Unmarshal([]byte(strings.TrimSuffix(rest, ")")), &a.Args); err != nil {
		a.Args = nil
	}
	return a
}

// comparison holds the actions of a replay against those that were done.
type comparison struct {
	expected []tools.Action
	whole    bool
	task     trajectory.Task
}

// hold notes the first action that is not the same. A replay may read more than
// was read: checks are such actions.
func (c comparison) hold(replayed *trajectory.Run, d *verdict) {
	i := 0
	var skipped *trajectory.Step // that may have been meant for the expected one
	for _, st := range replayed.Steps() {
		switch {
		case i < len(c.expected) && c.same(c.expected[i], st):
			i, skipped = i+1, nil
		case st.Observation != nil && st.Observation.Failed:
			c.differ(d, i, &st)
			return
		case !tools.Changes(st.Effects):
			if i < len(c.expected) && st.Action.Tool == c.expected[i].Tool && skipped == nil {
				skipped = &st
			}
		case c.whole || i < len(c.expected):
			if skipped != nil {
				st = *skipped
			}
			c.differ(d, i, &st)
			return
		}
	}
	if i < len(c.expected) {
		c.differ(d, i, skipped)
	}
}

// differ notes what was done in the place of the i-th action.
func (c comparison) differ(d *verdict, i int, got *trajectory.Step) {
	d.Expected, d.Got = "no further action", "nothing"
	if i < len(c.expected) {
		d.Expected = c.expected[i].Tool + " " + words.Arguments(c.expected[i].Args)
	}
	if got == nil {
		return
	}
	d.Action = got.Number
	d.Got = got.Action.Tool + " " + words.Arguments(got.Action.Args)
	if o := got.Observation; o != nil && o.Failed {
		d.Got += ": " + o.Text
	}
}

// same says that a step is the expected action, and succeeded. Two spellings of a
// date are the same; arguments that nobody knows are not compared.
func (c comparison) same(want tools.Action, got trajectory.Step) bool {
	if want.Tool != got.Action.Tool || got.Observation == nil || got.Observation.Failed {
		return false
	}
	if want.Args == nil {
		return true
	}
	t, ok := apps.Registry().Get(want.Tool)
	if !ok || len(want.Args) != len(got.Action.Args) {
		return false
	}
	for name, w := range want.Args {
		g, there := got.Action.Args[name]
		if !there || !c.sameValue(t.Kinds[name], w, g) && (c.whole || !isCut(w)) {
			return false
		}
	}
	return true
}

func (c comparison) sameValue(kind value.Kind, want, got any) bool {
	if reflect.DeepEqual(want, got) {
		return true
	}
	w, isText := want.(string)
	g, areTexts := got.(string)
	if !isText || !areTexts || kind != value.Date && kind != value.Time && kind != value.DateTime {
		return false
	}
	ref := value.Reference{Now: c.task.Now, DayFirst: c.task.DayFirst}
	x, err := value.Parse(kind, w, ref)
	y, other := value.Parse(kind, g, ref)
	return err == nil && other == nil && x == y
}

// isCut says that a memory tells only the beginning of a value.
func isCut(v any) bool {
	data, err := json.Marshal(v)
	return err == nil && strings.Contains(string(data), "[…]")
}

// said is why a verdict is not a good one, on one line.
func (d verdict) said() string {
	said := words.Short(d.Why, 300)
	if d.Expected == "" && d.Got == "" {
		return said
	}
	at := ""
	if d.Action > 0 {
		at = fmt.Sprintf("action %d: ", d.Action)
	}
	return fmt.Sprintf("%s; %sexpected %s, got %s", said, at, words.Short(d.Expected, 200), words.Short(d.Got, 300))
}

// tellVerdicts prints what came of all replays.
func (a *app) tellVerdicts(all []verdict) error {
	count := map[string]int{}
	for _, d := range all {
		count[d.Verdict]++
	}
	if a.json {
		if all == nil {
			all = []verdict{}
		}
		if err := a.printJSON(all); err != nil {
			return err
		}
	} else {
		for _, d := range all {
			a.tellVerdict(d)
		}
		fmt.Fprintf(a.out, "%d verified, %d failed, %d cannot be verified\n", count[isVerified], count[isFailed], count[unverifiable])
	}
	if n := count[isFailed]; n > 0 {
		return &desk.NotSolved{Said: fmt.Sprintf("%s of %d did not do what was done", words.Plural(n, "procedure", "procedures"), len(all))}
	}
	return nil
}

func (a *app) tellVerdict(d verdict) {
	by := map[string]string{"evaluation": " (its evaluation passed)", "files": " (the same files)"}[d.By]
	fmt.Fprintf(a.out, "%s  %s%s  %s\n", d.ID, d.Verdict, by, words.Short(d.Sentence, 100))
	if d.Verdict != isVerified {
		fmt.Fprintf(a.out, "    %s\n", d.said())
	}
	if d.Verdict == isFailed && d.Authored {
		fmt.Fprintf(a.out, "    a person edited it: if that is meant, legomem memory quarantine --lift %s has it played\n", d.ID)
	}
	switch d.Change {
	case "lifted":
		fmt.Fprintln(a.out, "    its quarantine is lifted")
	case "quarantined":
		fmt.Fprintln(a.out, "    it is quarantined")
	}
}
