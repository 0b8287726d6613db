package main

import (
	"legomem/desk"
	"legomem/words"
)

// notice prints what the user should know besides a result, on standard error.
func (a *app) notice(n desk.Notice) {
	switch n := n.(type) {
	case desk.NewBank:
		tellf(a.err, "The memory bank %s is new, and empty.\n", n.Name)
	case desk.Confined:
		if !a.json {
			tellf(a.err, "%s in quarantine and not played: legomem memory list --quarantined\n", words.Plural(n.Memories, "memory is", "memories are"))
		}
	case desk.BatchWarning:
		if !a.json {
			tellf(a.err, "Warning: %s.\n", n.Text)
		}
	case desk.Suspended:
		a.tellSuspended(n)
	case desk.Harmful:
		a.tellHarmful(n.Memory)
	}
}

// tellHarmful prints that a memory is not found any more, and how to undo that.
func (a *app) tellHarmful(m desk.MemoryEffect) {
	if a.json {
		a.log.Warn().Str("memory", m.ID).Str("reason", m.Reason()).Msg("the memory harms, and is quarantined")
		return
	}
	tellf(a.err, "Memory %s (%s) %s. It is quarantined: legomem memory quarantine --lift %s lets it be found again.\n",
		m.ID, words.Short(m.Sentence, 200), m.Reason(), m.ID)
}

// tellSuspended prints that a procedure is not played any more, and what can be done
// about it.
func (a *app) tellSuspended(n desk.Suspended) {
	p := n.Played
	if a.json {
		a.log.Warn().Str("run", n.Run).Str("memory", p.Unit).Str("reason", p.Why).Msg("its procedure failed, and is quarantined until it is verified")
		return
	}
	tellf(a.err, "The procedure of memory %s failed (%s) and is quarantined: legomem memory show %s looks at it, legomem memory verify %s replays it on its source task, legomem memory quarantine --lift %s has it played again.\n",
		p.Unit, words.Short(p.Why, 200), p.Unit, p.Unit, p.Unit)
}
