package trim

import (
	"slices"
	"strings"

	tg "legomem/orchestrator/taskgraph"
	"legomem/tools/value"
)

// session is the step that may be split, of the holder that is meant, with the slot of its
// time and of who takes part.
func (b *binder) session(of string) (h *holder, at, who Slot) {
	h = b.meant(of)
	if h == nil {
		return nil, at, who
	}
	for _, s := range h.slots {
		if s.Kind == "time" && at.Name == "" {
			at = s
		}
		if s.Kind == "person" && s.List && who.Name == "" {
			who = s
		}
	}
	return h, at, who
}

// split makes several steps of one, each with its time and with those who take part in it;
// who is named in no part is of the one that names nobody.
func (b *binder) split(p part) bound {
	h, at, who := b.session(p.move.First("of"))
	if h == nil || at.Name == "" {
		return bound{}
	}
	parts := b.sessionParts(p)
	if len(parts) < 2 {
		return bound{}
	}
	people := h.in(who.Name)
	rest := slices.Clone(people)
	for i := range parts {
		for _, n := range people {
			if Likeness(n.Value, parts[i].who) == 1 {
				parts[i].people = append(parts[i].people, n)
				rest = slices.DeleteFunc(rest, func(r tg.Node) bool { return r.ID == n.ID })
			}
		}
	}
	var out bound
	if b.domain.Shape == Office {
		return b.splitWork(h, at, who, parts, rest)
	}
	sessions := h.in(at.Name)
	if len(sessions) == 0 {
		return bound{}
	}
	for _, one := range parts {
		s := Subtask{Intent: New, ID: b.newID(at.Name), Slot: at.Name, New: one.time(), Title: at.Name + " " + one.time(), Relations: []Related{{Splits, sessions[0].ID}}}
		for _, need := range at.Needs {
			if need == who.Name {
				continue
			}
			for _, n := range h.in(need) {
				s.Relations = append(s.Relations, Related{DependsOn, n.ID})
			}
		}
		for _, n := range one.whoever(rest) {
			s.Relations = append(s.Relations, Related{DependsOn, n.ID})
		}
		out.Subtasks = append(out.Subtasks, s)
	}
	return out
}

// sessionPart is a part of what is split.
type sessionPart struct {
	who, from, until string
	people           []tg.Node
}

func (s sessionPart) time() string {
	if s.until == "" {
		return s.from
	}
	return s.from + " to " + s.until
}

// whoever are who takes part: those named, or the rest.
func (s sessionPart) whoever(rest []tg.Node) []tg.Node {
	if len(s.people) > 0 {
		return s.people
	}
	return rest
}

// sessionParts are the parts of a move, each with the first time that is said behind it, and
// the second as its end.
func (b *binder) sessionParts(p part) []sessionPart {
	var starts, ends []int
	at := 0
	for _, name := range p.move.All("part") {
		i := strings.Index(p.text[at:], name)
		if i < 0 {
			continue
		}
		starts, at = append(starts, at+i), at+i+len(name)
		ends = append(ends, at)
	}
	var out []sessionPart
	pending := ""
	for i := range starts {
		until := len(p.text)
		if i+1 < len(starts) {
			until = starts[i+1]
		}
		s := sessionPart{who: strings.TrimSpace(pending + " " + p.text[starts[i]:ends[i]])}
		times := b.timesIn(p.text[ends[i]:until])
		if len(times) == 0 {
			pending = s.who // "Ana and Ben at 9"
			continue
		}
		pending, s.from = "", times[0]
		if len(times) > 1 {
			s.until = times[1]
		}
		out = append(out, s)
	}
	return out
}

// timesIn are the times that a text has, an hour without its half of the day too.
func (b *binder) timesIn(text string) []string {
	var out []string
	end := 0
	tokens := value.Tokens(text)
	for i, t := range tokens {
		if t.Start < end {
			continue
		}
		for n := min(3, len(tokens)-i); n > 0; n-- {
			words := text[t.Start:tokens[i+n-1].End]
			if strings.ContainsAny(words, ",;") {
				continue
			}
			if score, _ := fit(value.Time, words, b.utterance.reference()); score > 1 {
				out, end = append(out, words), tokens[i+n-1].End
				break
			}
		}
	}
	return out
}

// splitWork makes several steps of a piece of work: each stands on what the one stood on,
// but with its own time and people.
func (b *binder) splitWork(h *holder, at, who Slot, parts []sessionPart, rest []tg.Node) bound {
	live := slices.DeleteFunc(slices.Clone(h.steps), func(s tg.Node) bool { return s.Status == tg.Inactive })
	if len(live) != 1 {
		return bound{}
	}
	step := live[0]
	var out bound
	var steps []Subtask
	for _, one := range parts {
		s := Subtask{Intent: New, ID: b.newID("step"), Slot: step.Slot, New: step.Value, Title: h.title() + " at " + one.time(), Relations: []Related{{ChildOf, h.root.ID}, {Splits, step.ID}}}
		for _, n := range h.values {
			if n.Status == tg.Inactive || n.Slot == at.Name || n.Slot == who.Name || n.Slot == "end" || n.Slot == "length" {
				continue
			}
			s.Relations = append(s.Relations, Related{DependsOn, n.ID})
		}
		times := []struct{ slot, text string }{{at.Name, one.from}, {"end", one.until}}
		for _, t := range times {
			if t.text == "" {
				continue
			}
			_, c := b.fit(at.Kind, t.text, b.utterance.reference())
			v := Subtask{Intent: New, ID: b.newID(t.slot), Slot: t.slot, New: t.text, Canon: c, Done: true, Title: t.slot + " " + t.text, Relations: []Related{{ChildOf, h.root.ID}}}
			out.Subtasks = append(out.Subtasks, v)
			s.Relations = append(s.Relations, Related{DependsOn, v.ID})
		}
		for _, n := range one.whoever(rest) {
			s.Relations = append(s.Relations, Related{DependsOn, n.ID})
		}
		steps = append(steps, s)
	}
	for _, n := range h.in(at.Name) {
		out.Subtasks = append(out.Subtasks, Subtask{Intent: Update, Title: "without " + n.Value, Node: n.ID, Relations: []Related{{Removes, n.ID}}})
	}
	out.Subtasks = append(out.Subtasks, steps...)
	return out
}

// merge makes one step of several, with those of all.
func (b *binder) merge(p part) bound {
	h, at, _ := b.session(p.move.First("of"))
	if h == nil || at.Name == "" {
		return bound{}
	}
	steps := h.in(at.Name)
	if b.domain.Shape == Office {
		return b.mergeWork(h, at, p)
	}
	if len(steps) < 2 {
		return b.tell(p)
	}
	s := Subtask{Intent: Update, Node: steps[0].ID, New: p.move.First("value"), Title: "one " + at.Name}
	for _, n := range steps[1:] {
		s.Relations = append(s.Relations, Related{Merges, n.ID})
	}
	return bound{Subtasks: []Subtask{s}}
}

func (b *binder) mergeWork(h *holder, at Slot, p part) bound {
	live := slices.DeleteFunc(slices.Clone(h.steps), func(s tg.Node) bool { return s.Status == tg.Inactive })
	if len(live) < 2 {
		return b.tell(p)
	}
	s := Subtask{Intent: Update, Node: live[0].ID, Title: "one " + h.title()}
	for _, n := range live[1:] {
		s.Relations = append(s.Relations, Related{Merges, n.ID})
	}
	out := bound{Subtasks: []Subtask{s}}
	times := h.in(at.Name)
	for i, n := range times {
		if v := p.move.First("value"); i == 0 && v != "" {
			_, c := b.fit(at.Kind, v, b.utterance.reference())
			out.Subtasks = append(out.Subtasks, Subtask{Intent: Update, Title: at.Name + " " + v, Node: n.ID, New: v, Replaces: n.Value, Canon: c})
		} else if i > 0 {
			out.Subtasks = append(out.Subtasks, Subtask{Intent: Update, Title: "without " + n.Value, Node: n.ID, Relations: []Related{{Removes, n.ID}}})
		}
	}
	for _, n := range slices.Concat(h.in("end"), h.in("length")) {
		out.Subtasks = append(out.Subtasks, Subtask{Intent: Update, Title: "without " + n.Value, Node: n.ID, Relations: []Related{{Removes, n.ID}}})
	}
	return out
}
