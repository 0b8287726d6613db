package everyday

import (
	"context"
	"slices"
	"strings"

	"legomem/membank/recall"
	"legomem/orchestrator/taskgraph/moves"
	"legomem/reading"
	"legomem/skills"
	"legomem/tools/value"
)

// How likely the end of a request must be a move to be read as one, and which share of its
// beginning's words outside the values an earlier request must have.
const (
	leastMove      = 0.3
	leastBeginning = 0.8
)

// saidOtherwise reads a request for what was asked for before, with something of it changed:
// "the print check on Friday, but in Room 1 instead of the Studio". Its beginning names the
// thing, and its end is read as what a user does in the middle of a conversation. It is false
// for any other request.
func (b Brain) saidOtherwise(ctx context.Context, t *task) (read, bool, error) {
	h := t.habits
	if len(h.known) == 0 {
		return read{}, false, nil
	}
	for i, w := range slices.Backward(t.sentence.Words) {
		if i == 0 || !w.Break {
			continue
		}
		said, err := t.moved(ctx, t.Task.Text[w.Start:])
		if err != nil {
			return read{}, false, err
		}
		if len(said.values) == 0 {
			continue
		}
		r, ok, err := h.beginning(ctx, strings.TrimRight(t.Task.Text[:w.Start], " ,;"))
		if err != nil || !ok {
			return read{}, false, err
		}
		changed, err := b.changed(ctx, h, r, said)
		if err != nil || len(changed.Given) > len(r.Given) {
			return changed, err == nil, err
		}
	}
	return read{}, false, nil
}

// beginning reads the beginning of a request for a skill that was asked for before, of a thing
// that it names or in its words.
func (h habits) beginning(ctx context.Context, text string) (read, bool, error) {
	names, err := h.office.Names(ctx)
	if err != nil {
		return read{}, false, err
	}
	s, err := reading.NewSentence(text, h.ref, names)
	if err != nil {
		return read{}, false, nil
	}
	part := *h.task
	part.Task.Text, part.sentence = text, s
	of := habits{&part, h.known}
	everyday := part.skills.prepared.Reader(part.skills.model, part.ref)
	all, err := everyday.Ways(ctx, s, 1, of.named()...)
	if err != nil {
		return read{}, false, err
	}
	of.weigh(everyday, all)
	i := slices.IndexFunc(all, of.isAgain)
	if i < 0 {
		return read{}, false, nil
	}
	r := part.readOf(all[i])
	r.Known, r.Wording = false, "" // it is no wording of the whole
	return r, true, nil
}

// isAgain says that a reading is of what its skill was asked for before, or in those words.
func (h habits) isAgain(r reading.Reading) bool {
	_, words := h.names(r.Skill.ID)
	return words > 0 || slices.ContainsFunc(h.known[r.Skill.ID], func(e Earlier) bool { return h.alike(r, e.Words) >= leastBeginning })
}

// said is what the end of a request changes: values, and what they may take the place of.
type said struct {
	values []string
	others []string
}

// moved reads the end of a request as a move that gives values; nothing where it is none.
func (t *task) moved(ctx context.Context, text string) (said, error) {
	reader, err := moves.Shipped()
	if err != nil {
		return said{}, err
	}
	all, err := reader.Read(ctx, text, t.ref)
	if err != nil {
		return said{}, err
	}
	gives := []moves.Kind{moves.Tell, moves.Swap, moves.Only, moves.Add}
	if len(all) == 0 || all[0].Likely < leastMove || !slices.Contains(gives, all[0].Kind) || len(all[0].All("what")) > 0 {
		return said{}, nil
	}
	m := all[0]
	return said{m.All("value"), slices.Concat(m.All("old"), m.All("of"))}, nil
}

// changed is a reading with the values that the end of its request gives, each in the slot of
// what it takes the place of, or else of its form. What else a list had then stays.
func (b Brain) changed(ctx context.Context, h habits, r read, s said) (read, error) {
	k := h.skills.skills[r.Skill]
	people, err := h.office.People(ctx, true)
	if err != nil {
		return r, err
	}
	isPerson := func(text string) bool { return people.Find(text, h.ref, h.skills).Named() }
	slot, ok := h.slotFor(k, s, isPerson)
	if !ok {
		return r, nil
	}
	r.Changed = slot.Name
	if slot.List && len(s.others) > 0 {
		stays, err := b.stays(ctx, h, r, slot, s.others)
		if err != nil {
			return r, err
		}
		r.Given = append(r.Given, stays...)
	}
	for _, v := range s.values {
		if slot.Kind != value.Person {
			r.Given = append(r.Given, given{Slot: slot.Name, Text: v})
			continue
		}
		for _, w := range value.Tokens(v) { // "raj and tom"
			if isPerson(w.Text) {
				r.Given = append(r.Given, given{Slot: slot.Name, Text: w.Text})
			}
		}
	}
	return r, nil
}

// stays are the values of a list of last time, but for those that others take the place of.
func (b Brain) stays(ctx context.Context, h habits, r read, slot skills.Slot, others []string) ([]given, error) {
	bound := h.task.binder(r)
	if err := bound.bind(ctx); err != nil && !leavesOut(err) {
		return nil, nil // nobody knows of what
	}
	last, err := b.Earlier(ctx, Wanted{Task: h.Task, Skill: bound.skill, Filled: bound.filled()})
	if err != nil {
		return nil, err
	}
	var out []given
	for _, e := range last {
		gone := slices.ContainsFunc(others, func(o string) bool { return recall.IsAkin(o, e.Text) })
		if e.Slot == slot.Name && !gone {
			out = append(out, given{Slot: e.Slot, Text: e.Text, Earlier: e.When.Format("2 January 2006")})
		}
	}
	return out, nil
}

// slotFor is the slot that values are for: that of what they take the place of, or the one
// that takes their form and was given before.
func (h habits) slotFor(k skills.Skill, s said, isPerson func(string) bool) (skills.Slot, bool) {
	for _, e := range h.known[k.ID] {
		if slices.ContainsFunc(s.others, func(o string) bool { return recall.IsAkin(o, e.Text) }) {
			return k.Slot(e.Slot)
		}
	}
	for _, e := range h.known[k.ID] {
		slot, _ := k.Slot(e.Slot)
		fits := slices.ContainsFunc(s.values, func(v string) bool {
			if slot.Kind == value.Person {
				return slices.ContainsFunc(value.Tokens(v), func(w value.Token) bool { return isPerson(w.Text) })
			}
			_, err := value.Parse(slot.Kind, v, h.ref)
			return err == nil && !recall.IsTelling(slot.Kind)
		})
		if fits {
			return slot, true
		}
	}
	return skills.Slot{}, false
}
