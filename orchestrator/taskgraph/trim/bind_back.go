package trim

import (
	"cmp"
	"fmt"
	"slices"

	tg "legomem/orchestrator/taskgraph"
)

// undo takes back the last turn that changed something, or a piece of work that is named.
func (b *binder) undo(p part) bound {
	for _, named := range slices.Concat(p.move.All("of"), p.move.All("value"), p.move.All("what")) {
		if h := b.whole(named); h != nil {
			return bound{Subtasks: []Subtask{{Intent: Update, Title: "take back " + h.title(), Node: h.root.ID, Relations: []Related{{Removes, h.root.ID}}}}}
		}
	}
	for _, named := range slices.Concat(p.move.All("of"), p.move.All("value")) {
		if h := b.goneWhole(named); h != nil && !SaysNothing(named) {
			return bound{Subtasks: []Subtask{{Intent: Check, Asks: AsksWhether, Node: h.root.ID, New: named, Title: b.text}}}
		}
		if !SaysNothing(named) && !b.lastNames(named) {
			return bound{} // it is none of what was said: not the last thing is meant
		}
	}
	to, turn := beforeLast(b.g, func(e tg.Event) bool { return !b.looked(e.Operation) })
	if turn == 0 {
		return bound{}
	}
	if to == 0 { // all that there is goes
		var out bound
		for _, h := range b.countingHolders() {
			out.Subtasks = append(out.Subtasks, Subtask{Intent: Update, Title: "take back " + h.title(), Node: h.root.ID, Relations: []Related{{Removes, h.root.ID}}})
		}
		return out
	}
	back := []Subtask{{Intent: Update, Title: fmt.Sprintf("take back turn %d", turn), To: to, Relations: []Related{{Relation: RollsBack}}}}
	if b.domain.Shape == Office && b.lastSaid() != turn {
		// Something else was said since: what "that" is, is not certain.
		return bound{Question: &Question{Text: "Is this to be taken back?", Options: []Option{{Says: b.saidIn(turn), Subtasks: back}}}}
	}
	return bound{Subtasks: back}
}

// lastNames says that the turn that changed something last was about something of that name.
func (b *binder) lastNames(mention string) bool {
	_, turn := beforeLast(b.g, func(e tg.Event) bool { return !b.looked(e.Operation) })
	for _, e := range b.g.Events() {
		words, _ := wordsOf(e.Operation)
		if _, out := e.Operation.(tg.Inactivate); e.Turn == turn && !out && Likeness(mention, words) == 1 {
			return true
		}
	}
	return false
}

// lastSaid is the last turn in which more was said than what only looked, done or not.
func (b *binder) lastSaid() int {
	events := b.g.Events()
	void := voidTurns(events)
	for _, e := range slices.Backward(events) {
		_, gone := e.Operation.(tg.Delete)
		if void[e.Turn] {
			continue
		}
		if gone || wish(e.Operation) && !b.looked(e.Operation) {
			return e.Turn
		}
	}
	return 0
}

// saidIn are the user's words of a turn, or what it was.
func (b *binder) saidIn(turn int) string {
	for _, e := range b.g.Events() {
		if words, _ := wordsOf(e.Operation); e.Turn == turn && words != "" {
			return fmt.Sprintf("%q (turn %d)", words, turn)
		}
	}
	return fmt.Sprintf("turn %d", turn)
}

// looked says that an operation added work that only looked, and so has nothing to take
// back.
func (b *binder) looked(op tg.Operation) bool {
	add, ok := op.(tg.Add)
	if !ok || b.domain.Shape != Office {
		return false
	}
	if _, err := b.g.Node(add.ID); err != nil {
		return true // it was declined
	}
	for _, h := range b.holders {
		of := h.root.ID == add.ID
		for _, p := range add.Parents {
			of = of || p == h.root.ID
		}
		if of {
			return len(h.steps) > 0 && !slices.ContainsFunc(h.steps, func(s tg.Node) bool { return s.Status != tg.Done || len(s.Effects) > 0 })
		}
	}
	return false
}

// redo takes back the last taking back.
func (b *binder) redo() bound {
	_, last := beforeLast(b.g, func(tg.Event) bool { return true })
	back := func(e tg.Event) bool {
		switch op := e.Operation.(type) {
		case tg.RollBack:
			return true
		case tg.Inactivate:
			n, err := b.g.Node(op.Node)
			return err == nil && len(n.Parents) == 0
		}
		return false
	}
	to, turn := beforeLast(b.g, back)
	if turn == 0 || to == 0 || turn != last {
		return bound{}
	}
	return bound{Subtasks: []Subtask{{Intent: Update, Title: fmt.Sprintf("do again what turn %d took back", turn), To: to, Relations: []Related{{Relation: RollsBack}}}}}
}

// beforeLast is the revision before the last turn in which something of a kind was wanted;
// turn is 0 where there is none. How work went is no wish.
func beforeLast(g *tg.Graph, is func(tg.Event) bool) (revision, turn int) {
	events := g.Events()
	void := voidTurns(events)
	for _, e := range slices.Backward(events) {
		if e.Turn > 0 && !void[e.Turn] && wish(e.Operation) && is(e) {
			turn = e.Turn
			break
		}
	}
	for _, e := range events {
		if e.Turn == turn {
			break
		}
		revision = e.Revision
	}
	return revision, turn
}

// voidTurns are the turns that changed nothing in the end, since they went back to how all
// was before them, as one does that was cut off.
func voidTurns(events []tg.Event) map[int]bool {
	void, before, last := map[int]bool{}, map[int]int{}, 0
	for _, e := range events {
		if _, seen := before[e.Turn]; !seen {
			before[e.Turn] = last
		}
		if wish(e.Operation) {
			op, back := e.Operation.(tg.RollBack)
			void[e.Turn] = back && len(op.Nodes) == 0 && op.To == before[e.Turn]
		}
		last = e.Revision
	}
	return void
}

// wish says that an operation changes what is wanted. What came out when work was carried out,
// and that a step stands on it, was not said for a change.
func wish(op tg.Operation) bool {
	switch o := op.(type) {
	case tg.Mark, tg.TakenBack, tg.Say, tg.Snapshot, tg.Delete:
		return false
	case tg.Update:
		return o.User != "" || len(o.Inputs) == 0
	case tg.Add:
		return o.User != "" || len(o.Inputs) == 0
	case tg.Link:
		return o.Relation != tg.DependsOn
	}
	return true
}

// back goes back to a value that was, to a slot's value before, or to how all was.
func (b *binder) back(p part) bound {
	for _, v := range slices.Concat(p.move.All("value"), p.move.All("of")) {
		type was struct {
			node  tg.Node
			value string
			turn  int
		}
		var all []was
		for _, h := range b.holders {
			for _, n := range h.values {
				for _, past := range n.History {
					if past.Value != n.Value && Likeness(v, past.Value) == 1 {
						all = append(all, was{n, past.Value, past.Turn})
					}
				}
			}
		}
		slices.SortStableFunc(all, func(a, b was) int { return cmp.Compare(b.turn, a.turn) })
		if len(all) > 0 {
			w := all[0]
			return bound{Subtasks: []Subtask{{Intent: Update, Title: "back to " + w.value, Node: w.node.ID, New: w.value, Replaces: w.node.Value, Relations: []Related{{RollsBack, w.node.ID}}}}}
		}
		if gone := b.find(v, "", false); len(gone) > 0 {
			return bound{Subtasks: []Subtask{{Intent: Update, Title: "back to " + gone[0].node.Value, Node: gone[0].node.ID, Relations: []Related{{Restores, gone[0].node.ID}}}}}
		}
	}
	if what := p.move.First("what"); what != "" {
		for _, h := range b.holders {
			for _, n := range h.values {
				if len(n.History) > 1 && Likeness(what, n.Slot) > 0 {
					return bound{Subtasks: []Subtask{{Intent: Update, Title: n.Slot + " as before", Node: n.ID, Relations: []Related{{RollsBack, n.ID}}}}}
				}
			}
		}
	}
	return b.earlier()
}

// earlier asks to which of the earlier states it is to go back.
func (b *binder) earlier() bound {
	q := &Question{Text: "Back to how it was when?"}
	last := 0
	void := voidTurns(b.g.Events())
	for _, e := range b.g.Events() {
		if wish(e.Operation) && e.Turn != last && !void[e.Turn] {
			last = e.Turn
			at, err := b.g.AtTurn(last)
			if err != nil || last == b.turn {
				continue
			}
			q.Options = append(q.Options, Option{Says: fmt.Sprintf("after turn %d: %s", last, inShort(at)),
				Subtasks: []Subtask{{Intent: Update, Title: fmt.Sprintf("back to turn %d", last), To: at.Revision(), Relations: []Related{{Relation: RollsBack}}}}})
		}
	}
	switch n := len(q.Options); {
	case n == 0:
		return bound{}
	case n == 1:
		return bound{Subtasks: q.Options[0].Subtasks}
	case n > 4:
		q.Options = append(q.Options[:1], q.Options[n-3:]...)
	}
	return bound{Question: q}
}

// inShort is what counts in a graph, in a line.
func inShort(g *tg.Graph) string {
	var said []string
	for _, id := range g.Order() {
		if n, err := g.Node(id); err == nil && len(n.Parents) > 0 && n.Value != "" {
			said = append(said, n.Slot+" "+n.Value)
		}
	}
	const most = 5
	if len(said) > most {
		said = append(said[:most], "…")
	}
	return list(said)
}

// again does a piece of work once more with other values in it.
func (b *binder) again(p part) bound {
	h := b.meant(p.move.First("of"))
	if h == nil || len(h.steps) == 0 {
		return bound{}
	}
	root := b.newID(h.root.Slot)
	out := bound{Subtasks: []Subtask{{Intent: New, ID: root, Slot: h.root.Slot, New: b.utterance.Text, Title: "again: " + h.title()}}}
	others := map[string]string{} // by slot
	canons := map[string]string{}
	for _, v := range b.asDays(p.move.All("value")) {
		var best *place
		for _, place := range b.places(v, p.move.First("what"), "", p.move.First("old")) {
			if place.h.root.ID == h.root.ID && others[place.slot.Name] == "" {
				best = &place
				break
			}
		}
		if best == nil {
			return bound{}
		}
		others[best.slot.Name], canons[best.slot.Name] = v, best.canon
	}
	var needs []Related
	copied := map[string]bool{}
	for _, n := range h.values {
		if n.Status == tg.Inactive || others[n.Slot] != "" && copied[n.Slot] {
			continue
		}
		copied[n.Slot] = true
		s := Subtask{Intent: New, ID: b.newID(n.Slot), Slot: n.Slot, New: n.Value, Canon: n.Inputs[Canon], Done: true, Title: n.Slot + " " + n.Value, Relations: []Related{{ChildOf, root}}}
		if other := others[n.Slot]; other != "" {
			s.New, s.Canon, s.Title = other, canons[n.Slot], n.Slot+" "+other
		}
		needs = append(needs, Related{DependsOn, s.ID})
		out.Subtasks = append(out.Subtasks, s)
	}
	for slot, v := range others {
		if !copied[slot] {
			s := Subtask{Intent: New, ID: b.newID(slot), Slot: slot, New: v, Canon: canons[slot], Done: true, Title: slot + " " + v, Relations: []Related{{ChildOf, root}}}
			needs = append(needs, Related{DependsOn, s.ID})
			out.Subtasks = append(out.Subtasks, s)
		}
	}
	for _, step := range h.steps {
		out.Subtasks = append(out.Subtasks, Subtask{Intent: New, ID: b.newID("step"), Slot: step.Slot, New: step.Value, Title: step.Value, Relations: append([]Related{{ChildOf, root}}, needs...)})
	}
	return out
}

// meant is the holder that a mention names, or the one that was active last.
func (b *binder) meant(mention string) *holder {
	var best *holder
	like := 0.0
	for i := range b.holders {
		h := &b.holders[i]
		if !h.counts() {
			continue
		}
		if mention == "" {
			return h
		}
		if l := h.called(mention); l > like {
			best, like = h, l
		}
	}
	if best == nil && len(b.holders) > 0 {
		for i := range b.holders {
			if b.holders[i].counts() {
				return &b.holders[i]
			}
		}
	}
	return best
}

// other asks what is meant instead.
func (b *binder) other(p part) bound {
	mention := p.move.First("of")
	if mention == "" {
		mention = p.move.First("what")
	}
	for i := range b.holders {
		h := &b.holders[i]
		for _, n := range h.values {
			slot := b.slotNamed(h, n.Slot)
			if n.Status != tg.Inactive && (Likeness(mention, n.Slot+" "+string(slot.Kind)+" "+n.Value) > 0 || mention == "") {
				return bound{Question: &Question{Text: fmt.Sprintf("Which %s is meant instead of %s?", n.Slot, n.Value)}}
			}
		}
	}
	return bound{}
}
