package lift

// Setting is a task of the past that can be done again.
type Setting struct {
	// Trial is its place among the trials, which tells what the task is like.
	Trial int
	// Found are the memories that are found for it now, once each: twice as many as a run is
	// shown, say. Some may be of no trial yet.
	Found []string
}

// Designed is one run to make.
type Designed struct {
	Setting int // its place among the settings
	// Chances are of leaving out each memory that was found for it, apart.
	Chances []Chance
}

// Design chooses the next n runs, of those that the settings allow: the ones that are expected
// to tell most about which memories harm. A setting may be chosen more than once. It is none
// where there are no settings.
func Design(trials []Trial, settings []Setting, n int, bar Bar) []Designed {
	var chosen []Designed
	for i := 0; i < n && len(settings) > 0; i++ {
		at := i % len(settings)
		chosen = append(chosen, Designed{at, evenly(settings[at].Found)})
	}
	return chosen
}

// evenly are the chances with which each is shown as often as not.
func evenly(found []string) []Chance {
	out := make([]Chance, len(found))
	for i, id := range found {
		out[i] = Chance{id, 0.5}
	}
	return out
}

// DrawApart draws what such a run leaves out; draw gives a number between 0 and 1 for each
// memory, in order.
func DrawApart(chances []Chance, draw func() float64) []string {
	var out []string
	for _, c := range chances {
		if draw() < c.P {
			out = append(out, c.ID)
		}
	}
	return out
}
