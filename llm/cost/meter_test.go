package cost_test

import (
	"math"
	"strings"
	"testing"

	"legomem/llm/cost"
	"legomem/must"
)

func TestMeter(t *testing.T) {
	prices := cost.Prices{{Model: "gpt-4o", PromptPerMTok: 2.5, CompletionPerMTok: 10}}
	m := cost.NewMeter(prices, cost.Budget{Tokens: 3000, USD: 0.02})
	must.Do(t, m.Admit("gpt-4o"))
	if err := m.Admit("homemade"); err == nil || !strings.Contains(err.Error(), "homemade") {
		t.Errorf("a money cap with an unpriced model: %v", err)
	}
	paid := m.Add("orchestrator", "GPT-4o", cost.Usage{Prompt: 1000, Completion: 1000})
	if paid == nil || *paid != 0.0125 {
		t.Errorf("cost %v, want 0.0125", paid)
	}
	if err := m.Left(); err != nil {
		t.Errorf("something is left, yet: %v", err)
	}
	m.Add("word_agent", "gpt-4o", cost.Usage{Prompt: 200, Completion: 750})
	if got := exhausted(m.Left()); got != "money" {
		t.Errorf("exhausted %q, want money", got)
	}
	m.Add("word_agent", "homemade", cost.Usage{Prompt: 50, Completion: 5})
	if got := exhausted(m.Admit("gpt-4o")); got != "tokens" {
		t.Errorf("exhausted %q, want tokens", got)
	}
	m.Add("word_agent", "gpt-4o", cost.Usage{})
	roles := m.ByRole()
	if total := m.Total(); total.Calls != 4 || total.Prompt != 1250 || total.Completion != 1755 || total.USD != nil {
		t.Errorf("total %+v: a call without a price makes the sum unknown", total)
	}
	if w := roles["word_agent"]; w.Calls != 3 || w.USD != nil || *roles["orchestrator"].USD != 0.0125 {
		t.Errorf("by role %+v", roles)
	}
	cached := 1.25
	m = cost.NewMeter(append(prices, cost.Price{Model: "half", PromptPerMTok: 2.5, CachedPerMTok: &cached}, cost.Price{Model: "vectors", PromptPerMTok: 0.13}), cost.Budget{USD: 1})
	if paid := m.Add("orchestrator", "half", cost.Usage{Prompt: 1000, Cached: 400}); paid == nil || math.Abs(*paid-0.002) > 1e-9 {
		t.Errorf("cost %v with a cache, want 0.002", *paid)
	}
	if paid := m.Add("orchestrator", "gpt-4o", cost.Usage{Prompt: 1000, Cached: 400}); *paid != 0.0025 {
		t.Errorf("cost %v with a cache that has no price of its own, want 0.0025", *paid)
	}
	m.Add(cost.Embedder, "vectors", cost.Usage{Prompt: 1000})
	if total := m.Total(); total.Calls != 2 || total.Prompt != 3000 || total.Cached != 800 || m.ByRole()[cost.Embedder].Calls != 1 {
		t.Errorf("total %+v: an embedding is paid for, and is no call of a model", total)
	}
	m.Add(cost.Embedder, "homemade", cost.Usage{Prompt: 1})
	if err := m.Left(); err == nil || !strings.Contains(err.Error(), "homemade") {
		t.Errorf("a money cap that an unpriced model has undone: %v", err)
	}
	var none *cost.Meter
	if none.Admit("x") != nil || none.Left() != nil || none.Add("r", "x", cost.Usage{}) != nil {
		t.Error("a nil meter admits everything")
	}
}

func exhausted(err error) string {
	if e, ok := err.(*cost.Exhausted); ok {
		return e.What
	}
	return ""
}
