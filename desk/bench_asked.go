package desk

import (
	"slices"

	"legomem/agents"
	"legomem/agents/vision"
	"legomem/configs"
	"legomem/curate"
	"legomem/llm/cost"
	"legomem/membank"
	"legomem/officebench/bench"
	"legomem/officebench/trial"
)

// askedBeside returns the models that an experiment asks besides those of its cells'
// teams: those that read scans, collect, make the bank, and embed.
func (d *Desk) askedBeside(o BenchOrder, s *Experiment) ([]bench.Asked, error) {
	teams := []string{}
	for _, t := range s.Bench.Teams {
		teams = append(teams, t.Name)
	}
	makes := o.makesBank(s.Bench.Cells)
	if makes && !slices.Contains(teams, s.collects) {
		teams = append(teams, s.collects)
	}
	var out []bench.Asked
	for _, team := range teams {
		config, err := d.configOf(team)
		if err != nil {
			return nil, err
		}
		if makes && team == s.collects && o.Demos == "" && d.config.Brain != "reflex" {
			out = append(out, inRoles(config, "team "+team+", which collects", append(agents.DefaultTeam().Names(), agents.Orchestrator))...)
		}
		if config.OCR.Engine == "vision" {
			out = append(out, inRoles(config, "team "+team, []string{vision.Role})...)
		}
	}
	if makes {
		out = append(out, askedToCurate(d.config, s.Bench.Cells)...)
	}
	if e := d.config.Embedder; e.Kind != "hash" {
		out = append(out, bench.Asked{Role: cost.Embedder, Model: e.Model})
	}
	return out, nil
}

// askedToCurate are the models that make what some cells retrieve.
func askedToCurate(c configs.Config, cells []trial.Cell) []bench.Asked {
	retrieves := func(kind membank.UnitKind) bool {
		return slices.ContainsFunc(cells, func(one trial.Cell) bool { return slices.Contains(membank.KindsFor(one.Variant), kind) })
	}
	var out []bench.Asked
	asks := curatingAsks(c)
	if asks.Curator != "" && retrieves(membank.FullTask) {
		out = append(out, bench.Asked{Role: curate.CuratorRole, Model: asks.Curator})
	}
	if asks.Inducer != "" && retrieves(membank.RoutineUnit) {
		out = append(out, bench.Asked{Role: curate.InducerRole, Model: asks.Inducer})
	}
	return out
}

func inRoles(c configs.Config, of string, roles []string) []bench.Asked {
	var out []bench.Asked
	for _, role := range roles {
		model, _ := played(c, role)
		out = append(out, bench.Asked{Role: role, Model: model, Of: of})
	}
	return out
}

// curatingAsks are the models that make the bank.
func curatingAsks(c configs.Config) bench.Asks {
	out := bench.Asks{Tokens: c.Curate.Tokens}
	if c.Curate.By == "model" {
		out.Curator, _ = played(c, curate.CuratorRole)
	}
	out.Inducer, _ = played(c, curate.InducerRole)
	return out
}
