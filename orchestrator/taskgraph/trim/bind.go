package trim

import (
	"errors"
	"fmt"

	tg "legomem/orchestrator/taskgraph"
	"legomem/orchestrator/taskgraph/moves"
)

// binder finds the nodes that a move is about.
type binder struct {
	*Offline
	*view
	utterance Utterance
	text      string
	label     string            // the slot that the utterance names in front
	beside    []string          // clauses that are no moves: what they name may be meant
	given     map[string]bool   // ids that are given to new nodes
	root      *Subtask          // that the utterance begins; nil for none
	roots     map[string]string // likewise, by what it calls them
}

// bound is what a move comes to. It is empty where nothing fits.
type bound struct {
	Subtasks []Subtask
	Question *Question
}

func (b *binder) bind(p part) bound {
	if b.domain.Shape == Shared && b.standsIn(p) {
		return b.swap(p)
	}
	switch p.move.Kind {
	case moves.Tell:
		return b.tell(p)
	case moves.Add:
		return b.add(p)
	case moves.Remove:
		return b.remove(p)
	case moves.Swap:
		return b.swap(p)
	case moves.Keep:
		return b.keep(p)
	case moves.Only:
		return b.only(p)
	case moves.Split:
		return b.split(p)
	case moves.Merge:
		return b.merge(p)
	case moves.Undo:
		return b.undo(p)
	case moves.Redo:
		return b.redo()
	case moves.Back:
		return b.back(p)
	case moves.Again:
		return b.again(p)
	case moves.Other:
		return b.other(p)
	}
	return b.check(p)
}

// newID is an id that no node has, or had: what is deleted can be brought back.
func (b *binder) newID(slot string) string {
	for i := b.g.Revision() + 1; ; i++ {
		id := fmt.Sprintf("%s-%d", slot, i)
		if b.isFree(id) && !b.given[id] {
			if b.given == nil {
				b.given = map[string]bool{}
			}
			b.given[id] = true
			return id
		}
	}
}

// isFree says that no node has an id, or had it.
func (b *binder) isFree(id string) bool {
	_, err := b.g.Node(id)
	return errors.Is(err, tg.ErrUnknown)
}
