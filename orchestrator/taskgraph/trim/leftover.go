package trim

import (
	"fmt"
	"slices"
	"strings"

	"legomem/reading"
	"legomem/tools/value"
)

// leftOver are the words of an utterance that a way to read it does not account for: they
// are in no value that it gives or takes, in nothing that it is about, in no wording of a
// move, and in no remark. A date, a time or a number is never idle, wherever it stands. Who
// acts on a part of what was said may do what nobody meant.
func (b *binder) leftOver(w way) []string {
	return b.unaccounted(w, func(word string) bool { return reading.Common(word) || b.Moves.Says(word) })
}

// odd says that words of an utterance are neither accounted for nor in wordings of just the
// moves that a way makes: common as they are, they may say something, as in "undo both".
func (b *binder) odd(w way) bool {
	return len(b.unaccounted(w, func(word string) bool { return b.Moves.Says(word, w.kinds...) })) > 0
}

// stranger says that subtasks make somebody of several words whom the office does not know:
// "call the plumber" is hardly a guest.
func (b *binder) stranger(all []Subtask) bool {
	return slices.ContainsFunc(all, func(s Subtask) bool {
		person := func(h holder) bool {
			slot, ok := slotIn(&h, s.Slot)
			return ok && slot.Kind == value.Person
		}
		if s.Intent != New || len(value.Tokens(s.New)) < 2 || !slices.ContainsFunc(b.holders, person) {
			return false
		}
		score, _ := b.fit(value.Person, s.New, b.utterance.reference())
		return score < 0
	})
}

// givesWords says that subtasks give a value whose kind does not show in its words: any would
// do.
func (b *binder) givesWords(all []Subtask) bool {
	return slices.ContainsFunc(all, func(s Subtask) bool {
		if s.New == "" || s.Intent == Check || s.has(RollsBack) {
			return false
		}
		kind := value.Kind(s.Kind)
		if n, err := b.g.Node(s.Node); err == nil && kind == "" {
			kind = b.slotOf(n).Kind
		}
		return kind != value.Person && !slices.Contains(typed, kind)
	})
}

// unaccounted are the words that a way does not account for, but for idle ones.
func (b *binder) unaccounted(w way, isIdle func(word string) bool) []string {
	accounted, remarks := strings.Join(b.accounted(w.Subtasks), "\n"), strings.Join(w.beside, "\n")
	text := b.text
	if b.label == "" {
		text = b.utterance.Text // with what stands in front of a colon
	}
	told := slices.DeleteFunc(value.FindAll(text, b.utterance.reference()), func(m value.Mention) bool {
		return !slices.Contains(typed, m.Kind) && m.Kind != value.Period // "the June one"
	})
	var out []string
	for _, t := range value.Tokens(text) {
		isTold := slices.ContainsFunc(told, func(m value.Mention) bool { return m.Start <= t.Start && t.End <= m.End })
		idle := !isTold && (isIdle(t.Lower) || Likeness(t.Lower, remarks) == 1)
		if !idle && Likeness(t.Lower, accounted) < 1 && !slices.Contains(out, t.Text) {
			out = append(out, t.Text)
		}
	}
	return out
}

// accounted are the texts that some subtasks give, take or are about.
func (b *binder) accounted(all []Subtask) []string {
	var out []string
	for _, s := range all {
		if s.New != b.text { // which begins something whose name is in it
			out = append(out, s.New)
		}
		out = append(out, s.Replaces, s.Title, b.says(s.Slot))
		out = append(out, b.spoken(s.Node)...)
		for _, r := range s.Relations {
			out = append(out, b.spoken(r.Node)...)
		}
	}
	return out
}

// spoken are a node's slot and values, and what tells the work that it is part of: the
// values beside it, but for those of lists, which are things of their own.
func (b *binder) spoken(id string) []string {
	n, err := b.g.Node(id)
	if err != nil {
		return nil // it is new
	}
	out := []string{n.Slot, b.says(n.Slot)}
	for _, v := range n.History {
		out = append(out, v.Value)
	}
	for _, h := range b.holders {
		if !slices.Contains(n.Parents, h.root.ID) && n.ID != h.root.ID {
			continue
		}
		out = append(out, h.root.Slot)
		for _, beside := range h.values {
			if !h.lists(beside.Slot) {
				out = append(out, beside.Value)
			}
		}
	}
	return out
}

// lists says that a slot takes several values.
func (h holder) lists(slot string) bool {
	return slices.ContainsFunc(h.slots, func(s Slot) bool { return s.Name == slot && s.List })
}

// says is what a slot is in words.
func (b *binder) says(slot string) string {
	for _, h := range b.holders {
		for _, s := range h.slots {
			if s.Name == slot {
				return s.said()
			}
		}
	}
	s, _ := b.domain.Slot(slot)
	return s.said()
}

// doubting has a question say what the likeliest way leaves out.
func doubting(q *Question, left []string) {
	quoted := make([]string, len(left))
	for i, w := range left {
		quoted[i] = fmt.Sprintf("%q", w)
	}
	q.Text += " The first takes no account of " + strings.Join(quoted, ", ") + "."
}
