package bench

import (
	"fmt"
	"maps"
	"strings"
	"sync"

	"legomem/officebench/trial"
)

// Spent is what models cost.
type Spent struct {
	Calls  int                    `json:"calls"`
	Tokens trial.Tokens           `json:"tokens"`
	USD    *float64               `json:"cost_usd"` // null where a model has no price
	ByRole map[string]trial.Spend `json:"by_role,omitempty"`
}

// purse sums up what an experiment spends. Safe for several goroutines.
type purse struct {
	mu    sync.Mutex
	spent Spent
}

func newPurse() *purse {
	free := 0.0
	return &purse{spent: Spent{USD: &free, ByRole: map[string]trial.Spend{}}}
}

func (p *purse) add(byRole map[string]trial.Spend) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for role, s := range byRole {
		p.spent.Calls += s.Calls
		p.spent.Tokens.Prompt += s.Tokens.Prompt
		p.spent.Tokens.Completion += s.Tokens.Completion
		p.spent.USD = addUSD(p.spent.USD, s.CostUSD)
		old, seen := p.spent.ByRole[role]
		if !seen {
			free := 0.0
			old.CostUSD = &free
		}
		p.spent.ByRole[role] = plus(old, s)
	}
}

func (p *purse) total() Spent {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := p.spent
	out.ByRole = maps.Clone(out.ByRole)
	return out
}

// Capped is an experiment that its spend cap has ended.
type Capped struct {
	What    string // "12000 tokens", "USD 1.50"
	Spent   Spent
	Missing int // runs of the phase that were not made
	Phase   Phase
}

func (c *Capped) Error() string {
	return fmt.Sprintf("the spend cap of %s is reached (%s): %d runs of the phase %s are missing; raise the cap and start the same bench again, and it goes on from here",
		c.What, c.Spent, c.Missing, c.Phase)
}

func (s Spent) String() string {
	text := fmt.Sprintf("%d calls, %d + %d tokens", s.Calls, s.Tokens.Prompt, s.Tokens.Completion)
	if s.USD != nil {
		text += fmt.Sprintf(", USD %.2f", *s.USD)
	}
	return text
}

// full says which cap is reached, "" while none is.
func (c Cap) full(s Spent) string {
	switch {
	case c.Tokens > 0 && s.Tokens.Prompt+s.Tokens.Completion >= c.Tokens:
		return fmt.Sprintf("%d tokens", c.Tokens)
	case c.USD > 0 && s.USD == nil:
		return fmt.Sprintf("USD %.2f cannot be kept, since a model without a price was asked (give it one in prices, or cap tokens), and so", c.USD)
	case c.USD > 0 && *s.USD >= c.USD:
		return fmt.Sprintf("USD %.2f", c.USD)
	}
	return ""
}

// Check refuses a cap on money with models that cost nobody knows what.
func (c Cap) Check(b trial.Bench) error {
	if c.Tokens < 0 || c.USD < 0 {
		return impossible("a spend cap cannot be negative")
	}
	if c.USD == 0 {
		return nil
	}
	for _, t := range b.Teams {
		for role, model := range t.Roles {
			if priceOf(b.Prices, model) == nil {
				return impossible("a cap on money needs a price for model %s (%s of team %s): add it to prices in the configuration, or cap tokens instead", model, role, t.Name)
			}
		}
	}
	return nil
}

func priceOf(prices []trial.Price, model string) *trial.Price {
	for _, p := range prices {
		if strings.EqualFold(p.Model, model) {
			return &p
		}
	}
	return nil
}
