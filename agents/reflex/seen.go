package reflex

import (
	"fmt"
	"slices"

	"legomem/trajectory"
)

// See adds a wording that a model vouched for, and that then did the work, to
// the ways to say a procedure's task. False where it is there already.
func See(p *Procedure, w trajectory.Wording, task trajectory.Task) (*Procedure, bool, error) {
	text, marks, err := w.Marks()
	if err != nil {
		return nil, false, fmt.Errorf("add a wording: %w", err)
	}
	u, err := read(text, task.Reference())
	if err != nil {
		return nil, false, fmt.Errorf("add a wording: %w", err)
	}
	at, marked := map[int]place{}, map[string]bool{}
	for _, m := range marks {
		first, last, ok := u.WordsOf(m.Start, m.End)
		if _, known := p.Slot(m.Slot); !ok || !known {
			return nil, false, fmt.Errorf("add a wording: the mark [%s](%s) is no value of the procedure", m.Spelled, m.Slot)
		}
		at[first] = place{slot: m.Slot, last: last}
		marked[m.Slot] = true
	}
	if len(marked) != len(p.Slots) {
		return nil, false, fmt.Errorf("add a wording: it marks %d values of %d", len(marked), len(p.Slots))
	}
	pattern := patternOf(u, at)
	pattern.Seen = true
	if slices.ContainsFunc(p.Patterns, pattern.SaysSo) {
		return p, false, nil
	}
	out := p.clone()
	out.Patterns = append(out.Patterns, pattern)
	return out, true, nil
}
