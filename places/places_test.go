package places_test

import (
	"path/filepath"
	"testing"

	"legomem/places"
)

// TestPlaces holds the names: what is written today is found by the versions to
// come.
func TestPlaces(t *testing.T) {
	data := places.Data("data")
	local := "data/consent/25bf8e1a2393f1108d37029b3df5593236c755742ec93465bbafa9b290bddcf6"
	run := data.Runs().Run("r1")
	for want, got := range map[string]string{
		"data/bank.db":                   data.Bank(),
		"data/sessions/s1/session.jsonl": data.Session("s1").Log(),
		local + "/book.jsonl":            data.Consent("local").Book(),
		local + "/lock":                  data.Consent("local").Lock(),
		"data/runs/batches/b/lock":       data.Runs().Batch("b").Lock(),
		"data/runs/batches/n.lock":       data.Runs().Lock("n"),
		"data/runs/r1/trajectory.jsonl":  run.Log(),
		"data/runs/r1/result.json":       run.Result(),
		"data/runs/r1/start":             run.Start(),
		"data/runs/r1/testbed":           run.Testbed(),
		"data/runs/r1/commit.jsonl":      run.Commits(),
		"data/runs/r1/.deciding":         run.Deciding(),
		"data/runs/r1/.testbed":          run.Taking(),
		"data/runs/.gone-r1":             data.Runs().Gone("r1"),
		"data/runs/backups/ab/abc":       data.Runs().Backups().File("abc"),
		"data/runs/r1/changes.json":      run.Changes(),
		"data/runs/r1/.reading":          run.Reading(),
		"data/runs/r1/before.json":       run.Before(),
		"data/runs/r1/.start":            run.Copying(),
		"data/runs/r1/basis":             run.Basis(),
		"data/runs/r1/.look":             run.Look(),
		"data/runs/r1/.rehearsal":        run.Rehearsal(),
	} {
		if got != filepath.FromSlash(want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if data.Runs().Holds("batches") || data.Runs().Holds("backups") || data.Runs().Holds(".gone-r1") || !data.Runs().IsGone(".gone-r1") || data.Runs().IsGone("r1") || !data.Runs().Holds("r1") {
		t.Error("what is a run is not told from what is none")
	}
}
