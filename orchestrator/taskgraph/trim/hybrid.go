package trim

import (
	"context"
	"errors"
	"slices"
	"strings"

	tg "legomem/orchestrator/taskgraph"
)

// Hybrid trims offline, and asks a model only where that is unsure: where it would ask the
// user, found nothing that is meant, or is less sure than Sure (tme-dag E.2).
type Hybrid struct {
	Offline, Model Trimmer
	// Office says that what asks for something new is read elsewhere.
	Office bool
	// Sure is the confidence from 0 to 1 from which on the offline reading counts; 0 for 0.8, in an office 0.95.
	Sure float64
}

// usuallySure is the confidence from which on the offline reading counts.
const usuallySure = 0.8

// officeSure is the same in an office, where what is read may be work of its own as well.
const officeSure = 0.95

// Trim implements Trimmer. Where the model gives nothing that can be used, the offline
// reading counts, and so its question; what an endpoint cannot do is an error.
func (h Hybrid) Trim(ctx context.Context, g *tg.Graph, u Utterance) (Trim, error) {
	read, err := h.Offline.Trim(ctx, g, u)
	if err != nil || h.sure(read) {
		return read, err
	}
	asked, err := h.Model.Trim(ctx, g, u)
	if unusable := (*UnusableError)(nil); errors.As(err, &unusable) {
		read.Tokens = unusable.Tokens
		return read, nil
	}
	return asked, err
}

// sure says that a reading needs no second one.
func (h Hybrid) sure(t Trim) bool {
	bound := h.Sure
	switch {
	case bound == 0 && h.Office:
		bound = officeSure
	case bound == 0:
		bound = usuallySure
	}
	switch {
	case t.Question != nil, t.Moves:
		return false
	case len(t.Subtasks) == 0:
		return t.Fresh && h.Office
	case h.Office && (OnlyChecks(t.Subtasks) || begins(t.Subtasks)):
		return false // the office may be asked, and not the conversation; and more may differ than one value
	}
	return t.Confidence >= bound && !(h.Office && t.Beside)
}

// begins says that subtasks begin a piece of work in an office.
func begins(all []Subtask) bool {
	return slices.ContainsFunc(all, func(s Subtask) bool { return s.Intent == New && strings.Contains(s.Slot, ".") })
}
