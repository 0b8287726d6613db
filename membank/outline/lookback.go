package outline

import (
	"fmt"
	"slices"
	"strings"

	"legomem/membank"
	"legomem/tools"
	"legomem/tools/value"
)

// withoutLookingBack are a subtask's steps but for those at its end that only look at what it
// has written itself: that read a thing or a person of which it changed something, and ask for
// nothing but what the changes were given, a file or a mail's subject say. Asking for a person
// alone may be work of its own.
func (w Writer) withoutLookingBack(steps []membank.Step) []membank.Step {
	if w.Effects == nil {
		return steps
	}
	var given written
	last := -1 // the last step that changed something
	for i, st := range steps {
		if c, ok := w.made(st); ok && tools.Changes(c.effects) {
			given.add(c)
			last = i
		}
	}
	left := slices.Clone(steps[:last+1])
	for _, st := range steps[last+1:] {
		if c, ok := w.made(st); !ok || !given.has(c, w.kindsOf(c.action.Tool)) {
			left = append(left, st)
		}
	}
	return left
}

// made is a call with what it does.
type made struct {
	action  tools.Action
	effects []tools.Effect
}

func (w Writer) made(st membank.Step) (m made, ok bool) {
	m.action.Tool, m.action.Args, ok = parseAction(st.Action)
	if ok {
		m.effects = w.Effects(m.action)
	}
	return m, ok
}

// written is what some calls changed, and what they were given.
type written struct {
	subjects map[string]bool
	values   map[string]bool
}

func (k *written) add(m made) {
	if k.subjects == nil {
		k.subjects, k.values = map[string]bool{}, map[string]bool{}
	}
	for _, e := range m.effects {
		if e.Class != tools.Read {
			k.subjects[subjectOf(e)] = true
		}
	}
	for _, v := range m.action.Args {
		for _, text := range valuesIn(v) {
			k.values[text] = true
		}
	}
}

// has reports whether a call reads of what was changed, and asks for nothing else.
func (k written) has(m made, kinds map[string]value.Kind) bool {
	reads := slices.ContainsFunc(m.effects, func(e tools.Effect) bool { return k.subjects[subjectOf(e)] })
	thing := false
	for name, v := range m.action.Args {
		for _, text := range valuesIn(v) {
			if !k.values[text] {
				return false
			}
			thing = thing || kinds[name] != value.Person
		}
	}
	return reads && thing
}

// valuesIn are the values in an argument, as texts.
func valuesIn(v any) []string {
	list, isList := v.([]any)
	if !isList {
		return []string{strings.ToLower(fmt.Sprint(v))}
	}
	var out []string
	for _, one := range list {
		out = append(out, valuesIn(one)...)
	}
	return out
}

// subjectOf is the file or the person that an effect is on, whether it is their mailbox,
// their calendar or a mail to them.
func subjectOf(e tools.Effect) string {
	kind, subject, _ := strings.Cut(e.Target, ":")
	if kind == "recipient" {
		subject, _, _ = strings.Cut(subject, "@")
	}
	return strings.ToLower(subject)
}
