package report_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"legomem/must"
	"legomem/officebench/report"
	"legomem/officebench/trial"
)

// kinds is tiny with a suite that says which kind of work its tasks are.
func kinds() (trial.Bench, []trial.Record) {
	b := tiny()
	b.Suite.Kinds = map[string]string{"1-1/0": "meeting", "1-2/0": "meeting", "2-1/0": "agenda"}
	b.Suite.Apps = map[string][]string{"1-1/0": {"calendar"}, "1-2/0": {"calendar"}, "2-1/0": {"calendar", "word"}}
	return b, tinyRecords()
}

// TestReach: where a suite says which kind of work its tasks are, the figures
// stand by family and by app too, and each wrong claim names its run.
func TestReach(t *testing.T) {
	b, recs := kinds()
	r := mustMake(t, b, recs, quick())
	c := r.Cells[1]
	type line struct {
		Name                string
		Level, Tasks, Wrong int
		Covered, AtMost     float64
	}
	lines := func(groups []report.Group) (out []line) {
		for _, g := range groups {
			out = append(out, line{g.Name, g.Level, g.Tasks, g.WrongRuns, *g.Covered.Mean, *g.WrongClaims.AtMost})
		}
		return out
	}
	// The bounds: of none of 2, 1 - 0.05^(1/2); of 1 of 3, p with (1-p)^3 +
	// 3p(1-p)^2 = 0.05; of all, 1.
	none, one := 0.77639, 0.86465
	about := cmpopts.EquateApprox(0, 1e-4)
	must.NoDiff(t, cmp.Diff([]line{{"meeting", 1, 2, 0, 1, none}, {"agenda", 2, 1, 1, 0, 1}}, lines(c.Families), about), "families:\n%s")
	must.NoDiff(t, cmp.Diff([]line{{"calendar", 0, 3, 1, 2.0 / 3, one}, {"word", 0, 1, 1, 0, 1}}, lines(c.Apps), about), "apps:\n%s")
	must.NoDiff(t, cmp.Diff([]report.Claim{{Task: "2-1/0", Kind: "agenda", Seed: 1, Run: "run-vanilla-2-1/0-1"}}, c.Claims), "wrong claims:\n%s")
	if len(r.Cells[0].Claims) != 0 {
		t.Errorf("without memory: %+v", r.Cells[0].Claims)
	}
	md, page := bothSay(t, r, "Reach: LEGOMem vanilla", "meeting (level 1)", "agenda (level 2)", "By app", "Claimed wrongly: LEGOMem vanilla", "evaluate/runs/vanilla.both.na.local/2-1")
	lacks(t, md, "Reach: No memory")
	says(t, page, "<h2>Coverage by family</h2>")
}

// TestReachUnsaid: of a suite that does not say what its tasks are there is no
// such table, and the wrong claims are in the JSON all the same.
func TestReachUnsaid(t *testing.T) {
	r := mustMake(t, tiny(), tinyRecords(), quick())
	lacks(t, markdown(t, r), "Reach")
	lacks(t, html(t, r), "chart-reach")
	if c := r.Cells[1]; c.Families != nil || c.Apps != nil || len(c.Claims) != 1 {
		t.Errorf("families %v, apps %v, claims %v", c.Families, c.Apps, c.Claims)
	}
}
