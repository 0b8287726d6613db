package desk

import (
	"slices"

	"legomem/tools"
	"legomem/trajectory"
)

// Account sums up a run from its events, for those who report what came of it.
type Account struct {
	Notes  []trajectory.Noted
	Did    string     // what the last action that succeeded returned
	Made   []string   // what each action that changed something returned
	Sent   bool       // an action that sends succeeded
	Failed tools.Code // why the last action failed, "" if it did not

	brain             string   // who drives the run
	shown             []string // the memories a model was shown
	sending, changing bool     // what the action underway would do
	leftOut           bool     // a memory was left out at random
}

// watch passes a run's events on to see, and keeps what the account needs of them.
func (a *Account) watch(see func(trajectory.Payload)) func(trajectory.Payload) {
	return func(e trajectory.Payload) {
		a.observe(e)
		if see != nil {
			see(e)
		}
	}
}

func (a *Account) observe(e trajectory.Payload) {
	switch e := e.(type) {
	case trajectory.Started:
		a.brain = e.Brain
	case trajectory.Retrieved:
		a.retrieved(e)
	case trajectory.LeftOut:
		a.leftOut = len(e.Memories) > 0
	case trajectory.Noted:
		a.Notes = append(a.Notes, e)
	case trajectory.Intended:
		a.sending, a.changing = sends(e.Effects), tools.Changes(e.Effects)
	case trajectory.Observed:
		a.observed(e.Observation)
	}
}

func (a *Account) retrieved(e trajectory.Retrieved) {
	if e.For == trajectory.ForNobody {
		return
	}
	for _, m := range e.Memories {
		if !slices.Contains(a.shown, m.ID) {
			a.shown = append(a.shown, m.ID)
		}
	}
}

func (a *Account) observed(o tools.Observation) {
	a.Failed = o.Code
	if o.Failed {
		return
	}
	a.Did, a.Sent = o.Text, a.Sent || a.sending
	if a.changing {
		a.Made = append(a.Made, o.Text)
	}
}

func sends(effects []tools.Effect) bool {
	return slices.ContainsFunc(effects, func(e tools.Effect) bool { return e.Class == tools.Send })
}

// About returns the notes about any of the given things.
func (a *Account) About(things ...string) []trajectory.Noted {
	var out []trajectory.Noted
	for _, n := range a.Notes {
		if slices.Contains(things, n.About) {
			out = append(out, n)
		}
	}
	return out
}

// usedUnits returns the memories that drove the run: the procedure that reflex played,
// or else those that a model was shown.
func (a *Account) usedUnits() []string {
	var ids []string
	for _, n := range a.About(trajectory.AboutProcedure) {
		if !slices.Contains(ids, n.Text) {
			ids = append(ids, n.Text)
		}
	}
	if len(ids) > 0 || a.brain == "reflex" {
		return ids
	}
	return a.shown
}
