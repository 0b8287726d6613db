package main

import (
	"encoding/json"

	"legomem/agents/reflex"
	"legomem/curate"
	"legomem/tools/apps"
	"legomem/trajectory"
)

// curator curates by rule and has reflex compile.
func (a *app) curator() curate.Rule {
	return curate.Rule{Now: a.now, Compile: func(run *trajectory.Run) (json.RawMessage, string, []string, error) {
		p, notes, err := reflex.Compile(run, apps.Registry())
		if err != nil {
			return nil, "", notes, err
		}
		data, err := json.Marshal(p)
		return data, reflex.Version, notes, err
	}}
}
