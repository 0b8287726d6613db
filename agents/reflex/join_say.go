package reflex

import (
	"context"
	"slices"
	"strings"

	"legomem/reading"
)

// say adds the other run's ways to say the task, where every slot has its place
// in them.
func (j *joiner) say() {
	for _, p := range j.ways() {
		placed := map[string]bool{}
		for _, name := range j.p.places(p.Template) {
			placed[name] = true
		}
		if len(placed) == len(j.p.Slots) && !slices.ContainsFunc(j.p.Patterns, p.SaysSo) {
			j.p.Patterns = append(j.p.Patterns, p)
		}
	}
}

// ways are the other run's ways to say the task in the procedure's names: its own text
// first, with what only the procedure's actions take from it. One with a value that the
// procedure has no slot for is none.
func (j *joiner) ways() []Pattern {
	var out []Pattern
	if r, ok := j.filled(); ok {
		out = append(out, patternOf(j.other.said, j.other.said.placesOf(r)))
	}
	for _, p := range j.other.out.Patterns {
		if t, ok := j.inOurNames(p.Template); ok {
			out = append(out, Pattern{Text: p.Text, Template: t, Seen: p.Seen})
		}
	}
	return out
}

// inOurNames is a template of the other's with the procedure's names for its slots; false
// where only the other has one.
func (j *joiner) inOurNames(template string) (string, bool) {
	var out strings.Builder
	for _, piece := range j.other.out.pieces(template) {
		out.WriteString(piece.text)
		if piece.slot == "" {
			continue
		}
		mine, ok := j.names[piece.slot]
		if !ok {
			return "", false
		}
		out.WriteString("{" + mine + "}")
	}
	return out.String(), true
}

// filled is the other run's text read for the procedure, with the values that its actions
// took as they are. A run in which a guarded action was not due has that action's values in
// the text all the same, "and if it is over 1770, enter the review for Dana", and no action
// tells which words these are. False where they could be others.
func (j *joiner) filled() (reading.Reading, bool) {
	model, err := reading.Shipped()
	if err != nil {
		return reading.Reading{}, false
	}
	k, all := j.p.wordings()
	if all == nil {
		return reading.Reading{}, false
	}
	given := reading.Reading{Skill: k}
	said := j.other.said
	for first, p := range j.other.slotted() {
		if mine, ok := j.names[p.slot]; ok {
			slot, _ := j.p.Slot(mine)
			given.Values = append(given.Values, reading.Value{Slot: mine, Kind: slot.Kind, Start: said.Words[first].Start, End: said.Words[p.last].End, Open: !said.typed(slot.Kind, first, p.last)})
		}
	}
	r, sure := all.Filled(context.Background(), model, said.Sentence, given)
	return r, sure && len(r.LeftOver) == 0
}
