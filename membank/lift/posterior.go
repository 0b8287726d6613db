package lift

import "math"

const (
	// settling is how many sweeps of the sampler come before the first moment that is kept,
	// apart how many between two: as few as do no harm, since a design is soon made anew.
	settling, apart = 100, 2
	moments         = 100
)

// posterior is what is believed of memories and trials, as moments of the sampler: as often
// as something is so in them, so probable it is.
type posterior struct {
	place   map[string]int // by id of a memory, its place among the subjects
	kind    []int          // by subject, its kind of work
	harm    []float64      // by subject, how probable it is that it harms
	moments []moment
}

// moment is what the sampler holds at one time.
type moment struct {
	base           []float64 // by trial, what explains its success but for what it was shown
	success, steps []float64 // by subject, its effects
	harms          []bool    // by subject
	noise          float64   // of the logarithm of steps, a variance; 0 where no run has any
}

// posteriorOf samples what the trials say of what the settings find, too: of what is of no
// trial yet, what is believed of any memory.
func posteriorOf(trials []Trial, settings []Setting, dearer float64) *posterior {
	subjects := withFound(subjectsOf(trials), settings)
	m := newModel(trials, subjects, math.Log1p(dearer))
	p := &posterior{place: placesOf(subjects), kind: m.work.memories, harm: make([]float64, len(subjects))}
	for i := range settling + apart*moments {
		m.sweep(func(int, *probabilities) {})
		if i >= settling && i%apart == 0 {
			p.keep(m.moment())
		}
	}
	return p
}

// withFound adds the memories of settings that are of no trial.
func withFound(subjects []*subject, settings []Setting) []*subject {
	place := placesOf(subjects)
	for _, s := range settings {
		for _, id := range s.Found {
			if _, known := place[id]; !known {
				place[id] = len(subjects)
				subjects = append(subjects, &subject{id: id})
			}
		}
	}
	return subjects
}

func placesOf(subjects []*subject) map[string]int {
	place := map[string]int{}
	for i, s := range subjects {
		place[s.id] = i
	}
	return place
}

func (p *posterior) keep(m moment) {
	p.moments = append(p.moments, m)
	for i, harms := range m.harms {
		if harms {
			p.harm[i] += 1.0 / moments
		}
	}
}

// moment is what the model holds now.
func (m *model) moment() moment {
	n := len(m.subjects)
	now := moment{base: m.success.explained(), success: make([]float64, n), steps: make([]float64, n), harms: make([]bool, n)}
	for i, e := range m.effects {
		now.success[i], now.steps[i], now.harms[i] = successes[e.success], m.sizes[e.steps], e.harms()
		for _, trial := range m.subjects[i].shownTo {
			now.base[trial] -= now.success[i]
		}
	}
	if m.steps != nil {
		now.noise = m.steps.noise * freedomRuns / (freedomRuns - 2)
	}
	return now
}

// harms reports whether effects lower success, or leave it and lengthen runs.
func (e effects) harms() bool {
	longer := e.steps > sameSteps
	switch directionOf(e.success) {
	case lowers:
		return true
	case leaves:
		return longer
	}
	return false
}
