package curate

import (
	"encoding/json"
	"slices"
	"strings"

	"legomem/agents/reflex"
	"legomem/tools"
	"legomem/trajectory"
)

// Reflex is the Compiler of package reflex, over the tools of a registry.
func Reflex(reg *tools.Registry) Compiler {
	return func(run *trajectory.Run, others []*trajectory.Run) (Compiled, error) {
		p, notes, err := reflex.Compile(run, others, reg)
		if err != nil {
			return Compiled{Notes: notes}, err
		}
		out := Compiled{Version: reflex.Version}
		out.With, out.Notes = joined(notes, others)
		out.Procedure, err = json.Marshal(p)
		return out, err
	}
}

// together begins reflex's note about a run that it joined.
const together = "generalised together with run "

// joined separates the runs that were joined from the compiler's other notes.
func joined(notes []string, others []*trajectory.Run) (with []*trajectory.Run, rest []string) {
	for _, n := range notes {
		id, named := strings.CutPrefix(n, together)
		i := slices.IndexFunc(others, func(o *trajectory.Run) bool { return o.ID == id })
		if !named || i < 0 {
			rest = append(rest, n)
			continue
		}
		with = append(with, others[i])
	}
	return with, rest
}
