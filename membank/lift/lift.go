// Package lift measures what single memories do to runs. A share of the runs leaves one
// relevant memory out at random; what then differs between the runs that were shown all that
// was found for them, this memory too, and those that it alone was left out of, is its doing,
// and not that of the tasks which it is found for.
//
// Where that takes too long, tasks of the past are done again, with many memories left out
// apart.
//
// It decides by numbers alone: it knows no bank, no log and no run. Start with Chances and
// Draw, which choose what a run leaves out, with Design and DrawApart, which choose which
// tasks to do again without what, and with Measure, which reads many runs' trials. A memory
// harms if runs that are shown it succeed less often, or, where it leaves success as it is,
// take notably more steps; one that raises success never harms. The design is that of a
// randomised experiment whose probabilities are logged (as in inverse-propensity evaluation:
// Horvitz and Thompson 1952); the beliefs are those of adaptive shrinkage (Stephens 2017,
// "False discovery rates: a new deal"). Neither is in the LEGOMem paper.
package lift

import (
	"cmp"
	"slices"
	"strings"
)

// Trial is one run as the experiment sees it.
type Trial struct {
	// Chances are the memories that were found for the run, each with the probability
	// with which it was to be left out.
	Chances []Chance
	// Out are the ids of those that were left out; none where all were shown.
	Out []string
	// Apart says that each was left out by itself, by its own chance. Else it was one of them
	// at most, and the chances sum to less than 1.
	Apart   bool
	Success bool
	Steps   float64 // tool calls
	Tokens  float64 // prompt and completion
}

// whole is the probability with which all were shown, where one at most was left out.
func (t Trial) whole() float64 {
	p := 1.0
	for _, c := range t.Chances {
		p -= c.P
	}
	return p
}

// Chance is a memory and the probability with which a run leaves it out.
type Chance struct {
	ID string
	P  float64
}

// Effect is what a memory does to the runs that are shown it. Differences are shown minus
// left out.
type Effect struct {
	ID string `json:"id"`
	// Shown counts the runs that were shown it with all else that was found, or with what of
	// it was not left out by itself; LeftOut those that it was left out of.
	Shown   int `json:"shown"`
	LeftOut int `json:"left_out"`
	// Success is a difference of shares (0.1 is 10 points), Steps of tool calls, Tokens of
	// tokens, each of a run on average. Longer is by what share the runs have more steps
	// (0.1 is a tenth), of those that have any, by their geometric means.
	Success Difference `json:"success"`
	Steps   Difference `json:"steps"`
	Longer  Difference `json:"longer"`
	Tokens  Difference `json:"tokens"`
	Belief
	Verdict Verdict `json:"verdict"`
}

// Difference is an estimate with its 95% interval. It is null where a memory was never
// shown or never left out, and the interval where they were too few to tell.
type Difference struct {
	Mean *float64 `json:"mean"`
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`
}

// Verdict is what may be said of a memory.
type Verdict string

// The verdicts.
const (
	Harms   Verdict = "harms"   // as sure as was asked for
	Suspect Verdict = "suspect" // it may; look at it
	Helps   Verdict = "helps"   // as sure as was asked for
	Open    Verdict = "open"    // too little is known, or it does nothing
)

// Bar is what it takes for a memory to be said to do something.
type Bar struct {
	// Sure is how probable it must be that it harms, or helps.
	Sure float64
	// Dearer is by what share it must change the steps of a run, up or down, at least.
	Dearer float64
}

// DefaultBar is four fifths, of 15% more steps.
func DefaultBar() Bar { return Bar{Sure: 0.8, Dearer: 0.15} }

const (
	// suspicion is how probable harm is for a memory to be a suspect.
	suspicion = 0.1
	// pardon is how probable it must be that it raises success for one not to be, nor to be
	// said to harm for its steps.
	pardon = 0.1
	// half is about half of the least effect on success, as a difference of shares.
	half = 0.1
	// fewest is how often a memory must have been shown and left out, at least, before it
	// is said to harm: what is only seen in runs that were shown it may be their tasks'
	// doing.
	fewest = 2
)

// Measure estimates the effect of every memory in the trials, the most harmful first. It
// draws from a generator of its own with a fixed seed: the same trials give the same effects.
func Measure(trials []Trial, bar Bar) []Effect {
	counted := slices.DeleteFunc(slices.Clone(trials), func(t Trial) bool { return len(t.Chances) == 0 })
	subjects := subjectsOf(counted)
	beliefs := believe(counted, subjects, bar.Dearer)
	effects := make([]Effect, len(subjects))
	for i, s := range subjects {
		effects[i] = s.effect(counted)
		effects[i].Belief = beliefs[i]
		effects[i].Verdict = effects[i].judged(bar.Sure)
	}
	slices.SortFunc(effects, func(a, b Effect) int {
		return cmp.Or(cmp.Compare(b.Harm, a.Harm), cmp.Compare(a.Expected, b.Expected), strings.Compare(a.ID, b.ID))
	})
	return effects
}

// judged is the verdict that the numbers allow.
func (e Effect) judged(sure float64) Verdict {
	tried := min(e.LeftOut, e.Shown) >= fewest
	pardoned := e.Raises > pardon
	switch {
	case e.Harm >= sure && tried && (e.Fails() || e.Lengthens() && !pardoned):
		return Harms
	case e.Help >= sure:
		return Helps
	case e.Harm >= suspicion && !pardoned:
		return Suspect
	}
	return Open
}

// Fails reports whether a memory is held to harm because runs that are shown it succeed less
// often, which the difference says, too. Lengthens reports whether it is because they take
// more steps, and do not seem to succeed notably more often; it may be for both.
func (e Effect) Fails() bool { return 2*e.Lowers >= e.Harm && e.Success.below(0) }

// Lengthens is described with Fails.
func (e Effect) Lengthens() bool {
	return 2*e.Dearer >= e.Harm && e.Longer.above(0) && !e.Success.above(half)
}

func (d Difference) below(v float64) bool { return d.Mean != nil && *d.Mean < v }
func (d Difference) above(v float64) bool { return d.Mean != nil && *d.Mean > v }

// subject is a memory with the trials that it was found for.
type subject struct {
	id   string
	seen []sight
	// shownTo and leftOutOf are the places of its trials.
	shownTo, leftOutOf []int32
}

// sight is one trial of a subject.
type sight struct {
	trial int
	shown bool
	p     float64 // of being left out
}

// subjectsOf gathers the memories of trials, in the order in which they first appear.
func subjectsOf(trials []Trial) []*subject {
	var all []*subject
	at := map[string]*subject{}
	for i, t := range trials {
		for _, c := range t.Chances {
			s, known := at[c.ID]
			if !known {
				s = &subject{id: c.ID}
				at[c.ID], all = s, append(all, s)
			}
			shown := !slices.Contains(t.Out, c.ID)
			if shown {
				s.shownTo = append(s.shownTo, int32(i))
			} else {
				s.leftOutOf = append(s.leftOutOf, int32(i))
			}
			s.seen = append(s.seen, sight{i, shown, c.P})
		}
	}
	return all
}
