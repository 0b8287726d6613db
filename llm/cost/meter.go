// Package cost accounts for model calls: usage, prices, and the meter that keeps a run
// within its budget. It calls no model.
//
// Start with Meter.
package cost

import (
	"fmt"
	"strings"
	"sync"
)

// Usage is what a call cost, in tokens. Counted is set when the endpoint gave no
// figures and these were counted here, with OpenAI's o200k vocabulary.
type Usage struct {
	Prompt     int
	Completion int
	// Cached are those of the prompt that the endpoint had in its cache.
	Cached  int
	Counted bool
}

// Price is a model's price in US dollars per million tokens, and its date.
type Price struct {
	Model             string
	PromptPerMTok     float64
	CompletionPerMTok float64
	// CachedPerMTok is for a prompt's cached tokens; nil where they cost what others do.
	CachedPerMTok *float64
	Dated         string
}

func (p Price) cost(u Usage) float64 {
	cached := p.PromptPerMTok
	if p.CachedPerMTok != nil {
		cached = *p.CachedPerMTok
	}
	return (float64(u.Prompt-u.Cached)*p.PromptPerMTok + float64(u.Cached)*cached + float64(u.Completion)*p.CompletionPerMTok) / 1e6
}

// Embedder is the role under which embeddings are metered.
const Embedder = "embedder"

// Prices is a price list.
type Prices []Price

// Cost returns what a call cost in US dollars, or nil if the model has no price.
func (p Prices) Cost(model string, u Usage) *float64 {
	for _, one := range p {
		if strings.EqualFold(one.Model, model) {
			usd := one.cost(u)
			return &usd
		}
	}
	return nil
}

// Budget caps what a run may spend. A zero field is no cap.
type Budget struct {
	Tokens int     // prompt and completion together
	USD    float64 // refused with a model that has no price
}

// Exhausted is the error for a cap that a run has reached.
type Exhausted struct {
	What string // "tokens", "money", "time", "rounds", "re-plans", "steps"
	Cap  string // in words: "20 rounds", "USD 0.50"
}

func (e *Exhausted) Error() string {
	return fmt.Sprintf("the cap of %s is reached; raise the limit, or make the task smaller", e.Cap)
}

// Unpriced is the error for a money cap with a model that has no price.
type Unpriced struct{ Model string }

func (e *Unpriced) Error() string {
	return fmt.Sprintf("a cap on money needs a price for model %s: add it to the price list, or cap tokens instead", e.Model)
}

// Spend sums calls up. USD is nil once one of them had no price.
type Spend struct {
	Calls      int // in a run's total without embeddings, which decide nothing
	Prompt     int // tokens
	Cached     int // tokens of the prompts
	Completion int // tokens
	USD        *float64
}

// Meter adds up what one run spends, in total and per role. A nil Meter admits
// everything and counts nothing. Safe for several goroutines.
type Meter struct {
	prices Prices
	budget Budget

	mu    sync.Mutex
	total Spend
	roles map[string]Spend
	// unpriced is the first model that was used without a price, "" where none was.
	unpriced string
}

// NewMeter makes a run's meter.
func NewMeter(prices Prices, budget Budget) *Meter {
	free := 0.0
	return &Meter{prices: prices, budget: budget, total: Spend{USD: &free}, roles: map[string]Spend{}}
}

// Admit reports whether the model may be called now: nil, *Exhausted, or *Unpriced. The
// call that goes over a cap is the last.
func (m *Meter) Admit(model string) error {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.budget.USD > 0 && m.prices.Cost(model, Usage{}) == nil {
		return &Unpriced{Model: model}
	}
	return m.left()
}

// Left reports whether anything is left of the budget: nil or *Exhausted.
func (m *Meter) Left() error {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.left()
}

func (m *Meter) left() error {
	if cap := m.budget.Tokens; cap > 0 && m.total.Prompt+m.total.Completion >= cap {
		return &Exhausted{What: "tokens", Cap: fmt.Sprintf("%d tokens", cap)}
	}
	if cap := m.budget.USD; cap > 0 && m.total.USD == nil {
		return &Unpriced{Model: m.unpriced}
	} else if cap > 0 && *m.total.USD >= cap {
		return &Exhausted{What: "money", Cap: fmt.Sprintf("USD %.2f", cap)}
	}
	return nil
}

// Add enters one call and returns its cost, nil if it has no price.
func (m *Meter) Add(role, model string, u Usage) *float64 {
	if m == nil {
		return nil
	}
	cost := m.prices.Cost(model, u)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.total = m.total.plus(u, cost)
	if role == Embedder {
		m.total.Calls--
	}
	if cost == nil && m.unpriced == "" {
		m.unpriced = model
	}
	one, seen := m.roles[role]
	if !seen {
		free := 0.0
		one.USD = &free
	}
	m.roles[role] = one.plus(u, cost)
	return cost
}

func (s Spend) plus(u Usage, cost *float64) Spend {
	s.Calls++
	s.Prompt += u.Prompt
	s.Cached += u.Cached
	s.Completion += u.Completion
	if s.USD == nil || cost == nil {
		s.USD = nil
		return s
	}
	sum := *s.USD + *cost
	s.USD = &sum
	return s
}

// Total is what the run has spent.
func (m *Meter) Total() Spend {
	if m == nil {
		return Spend{}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.total
}

// ByRole is what each role has spent.
func (m *Meter) ByRole() map[string]Spend {
	out := map[string]Spend{}
	if m == nil {
		return out
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for role, s := range m.roles {
		out[role] = s
	}
	return out
}
