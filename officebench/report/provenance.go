package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// provenance are the tables of what must be known to run the bench again.
func (r *Report) provenance() []table {
	out := []table{r.settings(), r.roles()}
	if len(r.Bench.Prices) > 0 {
		out = append(out, r.prices())
	}
	return out
}

// settings is one line for everything that was fixed.
func (r *Report) settings() table {
	t := table{ID: "settings", Title: "What was run", Head: "What", Columns: []string{"Value"}, Words: true}
	b := r.Bench
	t.add("Bench", strings.TrimSpace(b.Name+" "+parens(b.Preset, "preset ")))
	t.add("Started", b.Started.UTC().Format("2006-01-02 15:04:05 UTC"))
	brain := b.Brain
	if b.Deterministic {
		brain += ", deterministic"
	}
	t.add("Brain", orNone(brain))
	t.add("Suite", orNone(b.Suite.Name)+", hash "+orNone(b.Suite.Hash))
	unwinnable := "the suite does not say"
	if b.Suite.Unwinnable != nil {
		tested := 0
		for _, task := range b.Split.Test {
			if _, ok := b.Suite.Unwinnable[task]; ok {
				tested++
			}
		}
		unwinnable = fmt.Sprintf("%d of the tested tasks", tested)
	}
	t.add("Cannot be won", unwinnable)
	t.add("Split", fmt.Sprintf("%d training and %d tested tasks, hash %s", len(b.Split.Train), len(b.Split.Test), orNone(b.Split.Hash)))
	t.add("Seeds", fmt.Sprint(b.Seeds))
	bank := "hash " + orNone(b.Bank.Hash) + ", embedder " + orNone(b.Bank.Embedder)
	if b.Bank.LeaveOneOut {
		bank += ", leaving each tested task's own memories out"
	}
	t.add("Bank", bank)
	t.add("Curation", r.curation())
	for _, key := range slices.Sorted(maps.Keys(b.Versions)) {
		t.add("Version: "+key, orNone(b.Versions[key]))
	}
	for _, key := range slices.Sorted(maps.Keys(b.Caps)) {
		t.add("Cap: "+key, orNone(b.Caps[key]))
	}
	return t
}

// curation says how the bank was made.
func (r *Report) curation() string {
	c := r.Bench.Curation
	out := fmt.Sprintf("curator %s: %d training runs collected, %d of them succeeded", orNone(c.Curator), c.Collected, c.Succeeded)
	for _, kind := range slices.Sorted(maps.Keys(c.Units)) {
		out += fmt.Sprintf(", %d %s", c.Units[kind], kind)
	}
	for _, note := range c.Notes {
		out += "; " + note
	}
	return out
}

// parens puts a word in brackets, and nothing around nothing.
func parens(s, before string) string {
	if s == "" {
		return ""
	}
	return "(" + before + s + ")"
}

// roles is who played which role: as configured, and as the endpoint named it.
func (r *Report) roles() table {
	t := table{ID: "roles", Title: "Teams and models", Head: "Role", Columns: []string{"Model", "Answered as", "Sampling"}, Words: true}
	for _, team := range r.Bench.Teams {
		answered := r.Models[team.Name]
		names := map[string]bool{}
		for role := range team.Roles {
			names[role] = true
		}
		for role := range answered {
			names[role] = true
		}
		if len(names) == 0 {
			continue
		}
		t.section("Team " + team.Name)
		for _, role := range slices.Sorted(maps.Keys(names)) {
			t.add(role, orNone(team.Roles[role]), orNone(strings.Join(answered[role], ", ")), orNone(team.Sampling[role]))
		}
	}
	if len(t.Rows) == 0 {
		t.add("every role", "none", "none", "none")
	}
	return t
}

// prices is what was reckoned with.
func (r *Report) prices() table {
	t := table{ID: "prices", Title: "Prices", Caption: "US dollars per million tokens.", Head: "Model", Columns: []string{"Prompt", "Completion", "As of"}}
	for _, p := range r.Bench.Prices {
		t.add(p.Model, fmt.Sprintf("%g", p.Prompt), fmt.Sprintf("%g", p.Completion), orNone(p.Dated))
	}
	return t
}

// modelsLine is the models that answered, in one line.
func modelsLine(r *Report) string {
	seen := map[string]bool{}
	for _, roles := range r.Models {
		for _, names := range roles {
			for _, n := range names {
				seen[n] = true
			}
		}
	}
	return strings.Join(slices.Sorted(maps.Keys(seen)), ", ")
}

// listedMissing is how many missing runs a page names; the JSON has them all.
const listedMissing = 40

// missingLines names the missing runs, and how many more there are.
func (r *Report) missingLines() []string {
	if len(r.Missing) <= listedMissing {
		return r.Missing
	}
	rest := fmt.Sprintf("... and %d more, all in report.json", len(r.Missing)-listedMissing)
	return append(slices.Clone(r.Missing[:listedMissing]), rest)
}

// allNotes are the bench's notes and the report's.
func (r *Report) allNotes() []string {
	return append(slices.Clone(r.Notes), r.Bench.Notes...)
}
