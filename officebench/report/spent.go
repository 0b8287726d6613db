package report

import (
	"cmp"
	"slices"
	"strings"

	"legomem/officebench/trial"
)

// byRole sums up what models cost in every attempt, by team and role, including attempts
// that a later one replaced.
func byRole(records []trial.Record) map[string]map[string]trial.Spend {
	out := map[string]map[string]trial.Spend{}
	for _, rec := range slices.SortedFunc(slices.Values(records), inOrder) { // so that sums round alike
		for role, s := range rec.Spent {
			team := rec.Cell.Team
			if out[team] == nil {
				out[team] = map[string]trial.Spend{}
			}
			sum, seen := out[team][role]
			if !seen {
				sum.CostUSD = new(float64)
			}
			out[team][role] = together(sum, s)
		}
	}
	return out
}

func inOrder(a, b trial.Record) int {
	return cmp.Or(
		cmp.Compare(a.Cell.Team, b.Cell.Team), cmp.Compare(a.Cell.Variant, b.Cell.Variant), cmp.Compare(a.Cell.Placement, b.Cell.Placement), cmp.Compare(a.Cell.Reasoning, b.Cell.Reasoning),
		cmp.Compare(a.Task, b.Task), cmp.Compare(a.Seed, b.Seed), cmp.Compare(a.Attempt, b.Attempt),
	)
}

// together adds two spendings. The cost is unknown if either is.
func together(a, b trial.Spend) trial.Spend {
	a.Calls += b.Calls
	a.Tokens.Prompt += b.Tokens.Prompt
	a.Tokens.Completion += b.Tokens.Completion
	for model := range strings.SplitSeq(b.Model, ", ") {
		models := strings.Split(a.Model, ", ")
		if model != "" && !slices.Contains(models, model) {
			models = append(models, model)
			slices.Sort(models)
			a.Model = strings.TrimPrefix(strings.Join(models, ", "), ", ")
		}
	}
	if a.CostUSD == nil || b.CostUSD == nil {
		a.CostUSD = nil
		return a
	}
	a.CostUSD = new(*a.CostUSD + *b.CostUSD)
	return a
}
