package outline

import (
	"slices"
	"strings"

	"legomem/membank"
	"legomem/tools"
)

// withoutLookingBack are a subtask's steps but for those at its end that only read what, or
// whose, it has changed itself: they taught nothing that the changes had not said.
func (w Writer) withoutLookingBack(steps []membank.Step) []membank.Step {
	if w.Effects == nil {
		return steps
	}
	changed := map[string]bool{}
	last := -1 // the last step that changed something
	for i, st := range steps {
		for _, e := range w.effectsOf(st) {
			if e.Class != tools.Read {
				changed[subjectOf(e)], last = true, i
			}
		}
	}
	left := slices.Clone(steps[:last+1])
	for _, st := range steps[last+1:] {
		back := slices.ContainsFunc(w.effectsOf(st), func(e tools.Effect) bool { return changed[subjectOf(e)] })
		if !back {
			left = append(left, st)
		}
	}
	return left
}

// subjectOf is the file or the person that an effect is on, whether it is their mailbox,
// their calendar or a mail to them.
func subjectOf(e tools.Effect) string {
	_, subject, _ := strings.Cut(e.Target, ":")
	local, _, _ := strings.Cut(subject, "@")
	return strings.ToLower(local)
}

func (w Writer) effectsOf(st membank.Step) []tools.Effect {
	tool, args, ok := parseAction(st.Action)
	if !ok {
		return nil
	}
	return w.Effects(tools.Action{Tool: tool, Args: args})
}
