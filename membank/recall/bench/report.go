package bench

import (
	"fmt"
	"slices"
	"strings"
)

func depthName(method string, k int) string { return fmt.Sprintf("recall@%d %s", k, method) }

func alphaName(alpha float64) string { return fmt.Sprintf("alpha %.3f", alpha) }

// report computes the estimates.
func (t *table) report(r *Report) {
	methods := map[string]bool{} // by name: with the filter
	for name := range t.all {
		if method, ok := strings.CutPrefix(name, "recall@5 "); ok {
			methods[method] = strings.Contains(method, "filter")
		}
	}
	for _, m := range sortedKeys(methods) {
		row := Retrieval{Method: m, Filter: methods[m], Recall: map[int]Estimate{}}
		for _, k := range Depths() {
			row.Recall[k] = t.estimate(depthName(m, k))
		}
		r.Retrieval = append(r.Retrieval, row)
	}
	best := 0.0
	for _, row := range r.Retrieval {
		if e := row.Recall[5]; !row.Filter && e.Mean > best {
			best, r.Best = e.Mean, row.Method
		}
	}
	slices.SortStableFunc(r.Retrieval, func(a, b Retrieval) int { return int(number(a.Filter) - number(b.Filter)) })
	base := t.all[depthName(r.Best, 5)]
	for _, row := range r.Retrieval {
		if row.Filter {
			with := t.all[depthName(row.Method, 5)]
			r.Gain[row.Method] = estimate(t.n, t.seed, func(users []int) float64 { return with.mean(users)/base.mean(users) - 1 })
		}
	}
	for _, a := range Alphas() {
		r.Alpha = append(r.Alpha, AlphaPoint{a, t.estimate(alphaName(a))})
	}
	t.reportTurns(r)
}

func (t *table) reportTurns(r *Report) {
	none, oracle := t.all["turns "+noMemory], t.all["turns "+oracleMemory]
	for _, name := range []string{noMemory, everyContext, withoutTags, withTags, oracleMemory} {
		r.Turns = append(r.Turns, Turns{System: name, Turns: t.estimate("turns " + name), Right: t.estimate("right " + name), Credulous: t.estimate("credulous " + name), Wrong: t.estimate("wrong " + name)})
		if name != noMemory && name != oracleMemory {
			with := t.all["turns "+name]
			r.Saved[name] = estimate(t.n, t.seed, func(users []int) float64 {
				return (none.mean(users) - with.mean(users)) / (none.mean(users) - oracle.mean(users))
			})
		}
		if name != noMemory {
			r.State = append(r.State, State{Method: name, Slots: t.estimate("slot " + name), Joint: t.estimate("joint " + name), Wrong: t.estimate("filled wrong " + name)})
		}
	}
	r.Tokens = Tokens{Selected: t.estimate("tokens selected"), Past: t.estimate("tokens past")}
}
