package bench

import (
	"fmt"
	"maps"
	"slices"

	"legomem/officebench/trial"
)

// difference names the first setting in which two experiments differ, "" where they are
// the same. What is only known later (the bank, how it was curated) and what may change
// between two starts (spend caps, notes) is no setting.
func difference(have, want trial.Bench) string {
	for _, s := range []struct {
		name       string
		have, want any
	}{
		{"the preset", have.Preset, want.Preset},
		{"the brain", have.Brain, want.Brain},
		{"the suite", have.Suite.Name, want.Suite.Name},
		{"the suite's files (hash)", have.Suite.Hash, want.Suite.Hash},
		{"leave-one-out", have.Bank.LeaveOneOut, want.Bank.LeaveOneOut},
		{"the number of training tasks", len(have.Split.Train), len(want.Split.Train)},
		{"the number of test tasks", len(have.Split.Test), len(want.Split.Test)},
		{"the split (hash)", have.Split.Hash, want.Split.Hash},
		{"the number of cells", len(have.Cells), len(want.Cells)},
		{"seeds", have.Seeds, want.Seeds},
	} {
		if !same(s.have, s.want) {
			return fmt.Sprintf("%s was %v and is %v", s.name, s.have, s.want)
		}
	}
	for i := range have.Cells {
		if have.Cells[i] != want.Cells[i] {
			return fmt.Sprintf("cell %d was %s and is %s", i+1, have.Cells[i].ID(), want.Cells[i].ID())
		}
	}
	if what := differentTeam(have.Teams, want.Teams); what != "" {
		return what
	}
	if what := differentText("version of ", have.Versions, want.Versions); what != "" {
		return what
	}
	if what := differentText("limit on ", withoutKeys(have.Caps, CapTokens, CapUSD), withoutKeys(want.Caps, CapTokens, CapUSD)); what != "" {
		return what
	}
	if !same(have.Prices, want.Prices) {
		return "the price list is another"
	}
	return ""
}

// CapTokens and CapUSD are the keys of the spend cap in trial.Bench.Caps: it
// may be raised between two starts.
const (
	CapTokens = "spend_tokens"
	CapUSD    = "spend_usd"
)

func differentTeam(have, want []trial.Team) string {
	if len(have) != len(want) {
		return fmt.Sprintf("the number of teams was %d and is %d", len(have), len(want))
	}
	for i, h := range have {
		w := want[i]
		if h.Name != w.Name {
			return fmt.Sprintf("team %s is now %s", h.Name, w.Name)
		}
		if what := differentText("team "+h.Name+", ", h.Roles, w.Roles); what != "" {
			return what
		}
		if what := differentText("team "+h.Name+", sampling of ", h.Sampling, w.Sampling); what != "" {
			return what
		}
	}
	return ""
}

// differentText names the first entry in which two maps differ.
func differentText(what string, have, want map[string]string) string {
	all := map[string]string{}
	maps.Copy(all, have)
	maps.Copy(all, want)
	for _, k := range slices.Sorted(maps.Keys(all)) {
		if have[k] != want[k] {
			return fmt.Sprintf("%s%s was %q and is %q", what, k, have[k], want[k])
		}
	}
	return ""
}
