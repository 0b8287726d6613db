package report_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/golden"
	"legomem/must"
	"legomem/officebench/report"
	"legomem/officebench/trial"
)

func mustMake(t testing.TB, b trial.Bench, recs []trial.Record, opts report.Options) *report.Report {
	t.Helper()
	r := must.Have(report.Make(b, recs, opts))(t)
	return r
}

// is checks a figure's mean and the number of tasks it is over.
func is(t *testing.T, what string, e report.Estimate, mean float64, tasks int) {
	t.Helper()
	if e.Mean == nil || math.Abs(*e.Mean-mean) > 1e-9 || e.Tasks != tasks {
		t.Errorf("%s: %s, want %g over %d tasks", what, show(e), mean, tasks)
	}
}

// isNA checks that a figure cannot apply, and why.
func isNA(t *testing.T, what string, e report.Estimate, why string) {
	t.Helper()
	if e.Mean != nil || !strings.Contains(e.NA, why) {
		t.Errorf("%s: %s, want n/a: %s", what, show(e), why)
	}
}

func show(e report.Estimate) string {
	b, err := json.Marshal(e)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// TestFigures is worked by hand on tiny's six runs.
func TestFigures(t *testing.T) {
	b := tiny()
	b.Suite.Unwinnable = map[string]string{"2-1/0": "wrong expected date"}
	r := mustMake(t, b, tinyRecords(), quick())
	n, v := r.Cells[0], r.Cells[1]

	is(t, "none passes 1 of 3", n.All.Passed, 1.0/3, 3)
	is(t, "vanilla passes 2 of 3", v.All.Passed, 2.0/3, 3)
	is(t, "none at level 1", n.Levels[0].Passed, 0.5, 2)
	is(t, "vanilla at level 2", v.Levels[1].Passed, 0, 1)
	is(t, "vanilla claims all", v.All.Claimed, 1, 3)
	is(t, "one claim of vanilla is wrong", v.All.WrongClaims, 1.0/3, 3)
	is(t, "that is one of its claims", v.All.WrongOfClaims, float64(v.All.WrongRuns)/float64(v.All.ClaimedRuns), v.All.ClaimedRuns)
	is(t, "none gave up twice", n.All.GaveUp, 2.0/3, 3)
	is(t, "what vanilla can win", v.Winnable.Passed, 1, 2)
	is(t, "none where the bank has the same id", n.SameID.Passed, 0, 1)
	is(t, "vanilla where it has not", v.OtherID.Passed, 0.5, 2)
	isNA(t, "strict", v.All.Strict, "no run was judged strictly")

	is(t, "steps of none: 0, 4, 0", n.All.Steps, 4.0/3, 3)
	is(t, "steps of vanilla: 2, 3, 6", v.All.Steps, 11.0/3, 3)
	is(t, "one of four steps failed, two tasks have none", n.All.FailedSteps, 0.25, 1)
	if n.All.WithoutSteps != 2 {
		t.Errorf("%d tasks without steps, want 2", n.All.WithoutSteps)
	}
	is(t, "vanilla fails 0, 0 and 3 of 6", v.All.FailedSteps, 0.5/3, 3)
	is(t, "median of 400, 500, 600 ms", v.All.WallMS, 500, 3)
	is(t, "no model costs nothing", v.All.CostUSD, 0, 3)

	c := r.Comparisons[0]
	if c.A != "vanilla.both.na.local" || c.B != "none.none.na.local" || c.Kind != "none" {
		t.Fatalf("compared %s with %s as %s", c.A, c.B, c.Kind)
	}
	is(t, "difference", c.Difference, 1.0/3, 3)
	if c.Better != 1 || c.Worse != 0 || c.Same != 2 || *c.P != 1 || !c.Exact || *c.Holm != 1 || c.Granularity != 1.0/3 {
		t.Errorf("%+v", c)
	}
	is(t, "steps where both pass (1-2/0): vanilla", c.StepsA, 3, 1)
	is(t, "steps where both pass (1-2/0): none", c.StepsB, 4, 1)
	// Differences 1, 0, 0: s = 0.57735, √3: 2.8016 / 3.
	is(t, "detectable", c.Detectable, 2.8016*math.Sqrt(1.0/3)/math.Sqrt(3), 3)
}

// TestSameIDIsTheTasks: what one run saw of the bank divides the tasks of all.
func TestSameIDIsTheTasks(t *testing.T) {
	recs := tinyRecords()
	recs[1].SameID = true // the first cell's 1-2/0
	for _, c := range mustMake(t, tiny(), recs, quick()).Cells {
		if c.SameID.Tasks != 2 || c.OtherID.Tasks != 1 {
			t.Errorf("%s: %d tasks with the same id and %d without, want 2 and 1", c.ID, c.SameID.Tasks, c.OtherID.Tasks)
		}
	}
}

// seeded is a bench of one task pair and three seeds under a model.
func seeded() (trial.Bench, trial.Cell) {
	cell := none("llm")
	return trial.Bench{
		Name: "seeded", Brain: "model", Seeds: 3, Cells: []trial.Cell{cell},
		Split: trial.Split{Test: []string{"1-1/0", "2-2/0"}},
	}, cell
}

// TestSeedsAreAveragedWithinTasks: 3 of 3 and 0 of 1 make one half, not 3 of 4.
func TestSeedsAreAveragedWithinTasks(t *testing.T) {
	b, cell := seeded()
	recs := []trial.Record{
		verdict(cell, "1-1/0", 1, "solved", true), verdict(cell, "1-1/0", 2, "solved", true), verdict(cell, "1-1/0", 3, "solved", true),
		verdict(cell, "2-2/0", 1, "error", false),
	}
	r := mustMake(t, b, recs, quick())
	is(t, "success", r.Cells[0].All.Passed, 0.5, 2)
	if !r.Incomplete || !slices.Equal(r.Missing, []string{"none.none.na.llm/2-2_0/2", "none.none.na.llm/2-2_0/3"}) || r.Cells[0].Missing != 2 {
		t.Errorf("missing %v", r.Missing)
	}
	if want := []int{1, 2}; !slices.Equal(r.Levels, want) {
		t.Errorf("levels %v, want %v from the ids", r.Levels, want)
	}
}

// TestDenominator: what was run stays in, whatever became of it.
func TestDenominator(t *testing.T) {
	b, cell := seeded()
	broken, unjudged := verdict(cell, "1-1/0", 2, "error", false), verdict(cell, "1-1/0", 3, "solved", false)
	broken.Infrastructure, unjudged.Passed = true, nil
	recs := []trial.Record{verdict(cell, "1-1/0", 1, "solved", true), broken, unjudged}
	r := mustMake(t, b, recs, quick())
	f := r.Cells[0].All
	is(t, "of all three", f.Passed, 1.0/3, 1)
	is(t, "without the broken one", f.PassedInside, 1.0/2, 1)
	is(t, "a claim that nothing judged is not right", f.WrongClaims, 1.0/3, 1)
	if f.Infrastructure != 1 || f.Unjudged != 1 || f.Outcomes["solved"] != 2 || r.Runs.Infrastructure != 1 || r.Runs.Unjudged != 1 {
		t.Errorf("%+v", f)
	}
	isNA(t, "level 2", r.Cells[0].Levels[1].Passed, "no run of this level")

	only := mustMake(t, b, []trial.Record{broken}, quick())
	isNA(t, "nothing but broken runs", only.Cells[0].All.PassedInside, "broken from outside")
	is(t, "nothing but broken runs, all of them", only.Cells[0].All.Passed, 0, 1)
}

func TestStrict(t *testing.T) {
	b, cell := seeded()
	yes, no := true, false
	recs := []trial.Record{verdict(cell, "1-1/0", 1, "solved", true), verdict(cell, "1-1/0", 2, "solved", true), verdict(cell, "1-1/0", 3, "solved", true)}
	recs[0].Strict, recs[1].Strict = &yes, &no
	is(t, "one of three, the last without a verdict", mustMake(t, b, recs, quick()).Cells[0].All.Strict, 1.0/3, 1)
}

func TestCosts(t *testing.T) {
	b, cell := seeded()
	var recs []trial.Record
	for i, usd := range []float64{0.10, 0.20, 0.30} {
		rec := verdict(cell, "1-1/0", i+1, "solved", i < 2)
		rec.CostUSD, rec.ModelCalls, rec.Tokens = &usd, 5, trial.Tokens{Prompt: 100, Completion: 20}
		recs = append(recs, rec)
	}
	f := mustMake(t, b, recs, quick()).Cells[0].All
	is(t, "cost a task", f.CostUSD, 0.20, 1)
	is(t, "cost a solved task: 0.60 for two", f.CostPerSolved, 0.30, 1)
	is(t, "tokens a solved task: 360 for two", f.TokensPerSolved, 180, 1)
	is(t, "prompt tokens", f.Prompt, 100, 1)

	recs[2].CostUSD = nil
	f = mustMake(t, b, recs, quick()).Cells[0].All
	isNA(t, "cost with an unpriced model", f.CostUSD, "a model without a price answered in 1 runs")
	isNA(t, "cost a solved task with it", f.CostPerSolved, "without a price")
	for i := range recs {
		recs[i].Passed = nil
	}
	isNA(t, "tokens a solved task, none solved", mustMake(t, b, recs, quick()).Cells[0].All.TokensPerSolved, "no run passed")
}

func TestAttempts(t *testing.T) {
	b, cell := seeded()
	first, second := verdict(cell, "1-1/0", 1, "error", false), verdict(cell, "1-1/0", 1, "solved", true)
	first.Infrastructure, second.Attempt, second.Run = true, 2, "again"

	r := mustMake(t, b, []trial.Record{second, first}, quick())
	is(t, "the later attempt counts", r.Cells[0].All.Passed, 1, 1)
	if r.Runs.Replaced != 1 {
		t.Errorf("%d replaced, want 1", r.Runs.Replaced)
	}

	stopped := verdict(cell, "1-1/0", 1, "cancelled", false)
	r = mustMake(t, b, []trial.Record{stopped}, quick())
	if r.Runs.Cancelled != 1 || r.Runs.Recorded != 0 || r.Runs.Missing != 6 {
		t.Errorf("a stopped run is no observation: %+v", r.Runs)
	}
}

func TestRefusals(t *testing.T) {
	b, cell := seeded()
	one := verdict(cell, "1-1/0", 1, "gave_up", false)
	again, stray, late, foreign := one, one, one, one
	again.Attempt, again.Run = 2, "again"
	stray.Task, late.Seed, foreign.Cell = "9-9/0", 4, vanilla("llm", trial.With)
	empty := b
	empty.Split.Test = nil
	for _, tc := range []struct {
		name  string
		bench trial.Bench
		recs  []trial.Record
		opts  report.Options
		want  string
	}{
		{"the same record twice", b, []trial.Record{one, one}, quick(), "none.none.na.llm/1-1_0/1 has two records of attempt 1"},
		{"run again for the result", b, []trial.Record{one, again}, quick(), `ended as "gave_up" by itself`},
		{"a task that is not tested", b, []trial.Record{stray}, quick(), "none.none.na.llm/9-9_0/1"},
		{"a seed too many", b, []trial.Record{late}, quick(), "did not plan"},
		{"a cell that is not there", b, []trial.Record{foreign}, quick(), "vanilla.both.with.llm"},
		{"nothing planned", empty, nil, quick(), "there is nothing to report"},
		{"no draws", b, nil, report.Options{Resamples: -1}, "must be 1 or more"},
		{"an unknown pair", b, nil, report.Options{Pairs: [][2]string{{"none.none.na.llm", "x"}}}, "no such cell"},
		{"a pair of one", b, nil, report.Options{Pairs: [][2]string{{"none.none.na.llm", "none.none.na.llm"}}}, "with itself"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if _, err := report.Make(tc.bench, tc.recs, tc.opts); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%v, want %q", err, tc.want)
			}
		})
	}
}

// TestDeterministicRepeats: further seeds of such a brain are not used, and
// are told of where they differ.
func TestDeterministicRepeats(t *testing.T) {
	b, recs := tiny(), tinyRecords()
	b.Seeds = 2
	recs = append(recs, verdict(none("local"), "1-1/0", 2, "solved", true))
	r := mustMake(t, b, recs, quick())
	is(t, "the first seed alone counts", r.Cells[0].All.Passed, 1.0/3, 3)
	if r.Incomplete || r.Runs.Planned != 6 || r.Runs.Repeats != 1 || r.Method.Seeds != 1 {
		t.Errorf("%+v", r.Runs)
	}
	if notes := strings.Join(r.Notes, "\n"); !strings.Contains(notes, "no further observations") || !strings.Contains(notes, "the first of them 1-1/0") {
		t.Errorf("notes: %s", notes)
	}
}

func TestWhatIsCompared(t *testing.T) {
	b, recs := paper()
	ids := [2]string{"none.none.na.llm", "none.none.na.slm"}
	opts := rough()
	opts.Pairs = [][2]string{ids, {"vanilla.both.with.llm", "none.none.na.llm"}}
	r := mustMake(t, b, recs, opts)
	count := map[string]int{}
	for _, c := range r.Comparisons {
		count[c.Team+" "+c.Kind]++
	}
	// LLM and hybrid have 15 cells beside none, SLM 5; two baselines meet three
	// variants; of the pairs asked for, one is there already.
	want := map[string]int{
		"llm none": 15, "hybrid none": 15, "slm none": 5,
		"llm baseline": 6, "hybrid baseline": 6, "slm baseline": 6, "llm asked": 1,
	}
	if diff := cmp.Diff(want, count); diff != "" {
		t.Error(diff)
	}
	for _, c := range r.Comparisons {
		if *c.P <= 0 || *c.P > 1 || *c.Holm < *c.P || *c.Holm > 1 {
			t.Errorf("%s against %s: p %g, Holm %g", c.A, c.B, *c.P, *c.Holm)
		}
	}
}

// TestSameSeedSameReport: neither the order of the records nor of the maps
// changes a byte.
func TestSameSeedSameReport(t *testing.T) {
	b, recs := paper()
	b.Cells = slices.DeleteFunc(b.Cells, func(c trial.Cell) bool { return c.Team != "slm" })
	recs = slices.DeleteFunc(recs, func(r trial.Record) bool { return r.Cell.Team != "slm" })
	write := func() string {
		r := mustMake(t, b, recs, rough())
		return written(t, r.WriteJSON) + markdown(t, r) + html(t, r)
	}
	one := write()
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(recs), func(i, j int) { recs[i], recs[j] = recs[j], recs[i] })
	if write() != one {
		t.Error("the same records in another order make another report")
	}
}

// TestGolden holds what a reader sees: Markdown and JSON to the byte, a page but
// for its white space, the biggest without its drawings.
func TestGolden(t *testing.T) {
	small := mustMake(t, tiny(), tinyRecords()[:5], quick())
	b, recs := paper()
	big := mustMake(t, b, recs, rough())
	b, recs = kinds()
	reach := mustMake(t, b, recs, quick())
	drawings := regexp.MustCompile(`(?s)<svg .*?</svg>`)
	for name, got := range map[string]string{
		"tiny.md": markdown(t, small), "tiny.json": written(t, small.WriteJSON), "paper.md": markdown(t, big),
		"paper.html": squeezed(drawings.ReplaceAllString(html(t, big), "")), "reach.html": squeezed(html(t, reach)),
	} {
		golden.Check(t, name, got)
	}
}

// squeezed is a page with a line for each of its tags and texts.
func squeezed(page string) string {
	page = strings.Join(strings.Fields(page), " ")
	page = regexp.MustCompile(` ?(<[^>]*>) ?`).ReplaceAllString(page, "\n$1\n")
	return regexp.MustCompile(`\n+`).ReplaceAllString(page, "\n")
}

// TestReadBack: a report read from its JSON prints the same pages.
func TestReadBack(t *testing.T) {
	r := mustMake(t, tiny(), tinyRecords(), quick())
	back := &report.Report{}
	must.Do(t, json.Unmarshal([]byte(written(t, r.WriteJSON)), back))
	if diff := cmp.Diff(markdown(t, r)+html(t, r), markdown(t, back)+html(t, back)); diff != "" {
		t.Error(diff)
	}
}

func BenchmarkReport(b *testing.B) {
	bench, recs := paper()
	for b.Loop() {
		html(b, mustMake(b, bench, recs, report.Options{Seed: 1}))
	}
}
