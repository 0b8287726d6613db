package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"legomem/officebench/trial"
)

// byRole sums up what models cost in every attempt, by team and role: also what
// was spent on attempts that a later one stands for.
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

// together adds two spendings. What one of them cost nobody knows, both do.
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
	sum := *a.CostUSD + *b.CostUSD
	a.CostUSD = &sum
	return a
}

// spentByRole is what every role cost, where any model was asked.
func (r *Report) spentByRole() (table, bool) {
	t := table{
		ID: "roles-spending", Title: "Spent by role", Head: "Role",
		Caption: "Over all the runs of a team's cells, with every attempt that is recorded. What the training runs cost that were collected for the bank is not in it.",
		Columns: []string{"Model", "Calls", "Prompt tokens", "Completion tokens", "Cost"},
	}
	for _, team := range teams(r.Bench) {
		t.spent("Team "+team, r.Spent[team])
	}
	t.spent("Making the bank", r.Bench.Curation.Spent)
	return t, len(t.Rows) > 0
}

// spent adds the lines of some roles and of all of them.
func (t *table) spent(title string, roles map[string]trial.Spend) {
	if len(roles) == 0 {
		return
	}
	t.section(title)
	all := trial.Spend{CostUSD: new(float64)}
	for _, role := range slices.Sorted(maps.Keys(roles)) {
		s := roles[role]
		t.add(role, t.spend(s)...)
		all = together(all, s)
	}
	if len(roles) > 1 {
		all.Model = ""
		t.add("all roles", t.spend(all)...)
	}
}

func (t *table) spend(s trial.Spend) []string {
	cost := ""
	if s.CostUSD == nil {
		cost = t.na("a model without a price answered")
	} else {
		cost = "$" + cents(*s.CostUSD)
	}
	return []string{s.Model, thousands(s.Calls), thousands(s.Tokens.Prompt), thousands(s.Tokens.Completion), cost}
}

// cents prints money to the cent, its thousands apart.
func cents(usd float64) string {
	text := fmt.Sprintf("%.2f", usd)
	dollars, rest, _ := strings.Cut(text, ".")
	for at := len(dollars) - 3; at > 0; at -= 3 {
		dollars = dollars[:at] + "," + dollars[at:]
	}
	return dollars + "." + rest
}
