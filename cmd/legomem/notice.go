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
	}
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
