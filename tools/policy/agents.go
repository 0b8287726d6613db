package policy

import (
	"slices"
	"strings"
)

// mayCall holds an agent to the tools of its team entry, and to those that the
// configuration leaves of them.
func (g *Gate) mayCall(agent, tool string) error {
	if g.rules.Agents == nil {
		return nil
	}
	own, known := g.rules.Agents[agent]
	if !known {
		return refusef("%s is refused: there is no agent %q in the team", tool, agent)
	}
	if !has(own, tool) {
		return refusef("%s is refused: it is not one of %s's tools; leave it to the agent that has it", tool, agent)
	}
	if left, narrowed := g.rules.Narrowed[agent]; narrowed && !has(left, tool) {
		return refusef("%s is refused: the configuration leaves %s only %s (policy.agents)", tool, agent, strings.Join(left, ", "))
	}
	return nil
}

// has says whether a tool is in a list of names and patterns such as "excel.*".
func has(patterns []string, tool string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		app, all := strings.CutSuffix(p, "*")
		return p == tool || (all && strings.HasPrefix(tool, app))
	})
}
