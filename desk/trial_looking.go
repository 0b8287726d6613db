package desk

import (
	"context"

	"legomem/llm/cost"
	"legomem/officebench/bench"
	"legomem/officebench/trial"
)

// looking is a context for looking for what trials find. Where an endpoint embeds, that may
// cost, before anybody is asked.
func (t *trials) looking(ctx context.Context) context.Context {
	list := prices(t.config.PriceList())
	return cost.With(ctx, func(model string, u cost.Usage) {
		t.tally.look(bench.Spent{Tokens: trial.Tokens{Prompt: u.Prompt}, USD: list.Cost(model, u)})
	})
}

// look counts what looking has cost.
func (a *trialTally) look(s bench.Spent) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.looked, a.progress.Spent = plus(a.looked, s), plus(a.progress.Spent, s)
}
