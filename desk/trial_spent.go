package desk

import (
	"math"

	"legomem/officebench/bench"
	"legomem/officebench/trial"
	"legomem/trajectory"
)

// spentBy is what a run used.
func spentBy(r trajectory.Result) bench.Spent {
	return bench.Spent{Calls: r.ModelCalls, Tokens: trial.Tokens{Prompt: r.Tokens.Prompt, Completion: r.Tokens.Completion}, USD: r.CostUSD}
}

// plus is two sums together; what one has no price for, both have none for.
func plus(a, b bench.Spent) bench.Spent {
	out := bench.Spent{Calls: a.Calls + b.Calls, Tokens: trial.Tokens{Prompt: a.Tokens.Prompt + b.Tokens.Prompt, Completion: a.Tokens.Completion + b.Tokens.Completion}}
	if a.USD != nil && b.USD != nil {
		out.USD = new(*a.USD + *b.USD)
	}
	return out
}

// scaled is so many times a sum.
func scaled(s bench.Spent, by float64) bench.Spent {
	times := func(n int) int { return int(math.Round(float64(n) * by)) }
	out := bench.Spent{Calls: times(s.Calls), Tokens: trial.Tokens{Prompt: times(s.Tokens.Prompt), Completion: times(s.Tokens.Completion)}}
	if s.USD != nil {
		out.USD = new(*s.USD * by)
	}
	return out
}
