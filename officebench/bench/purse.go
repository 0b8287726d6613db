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

// purse sums up what an experiment spends. It is safe for concurrent use.
type purse struct {
	mu    sync.Mutex
	spent Spent
}

func newPurse() *purse {
	return &purse{spent: Spent{USD: new(0.0), ByRole: map[string]trial.Spend{}}}
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
			old.CostUSD = new(0.0)
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

func (s Spent) String() string {
	text := fmt.Sprintf("%d calls, %d + %d tokens", s.Calls, s.Tokens.Prompt, s.Tokens.Completion)
	if s.USD != nil {
		text += fmt.Sprintf(", USD %.2f", *s.USD)
	}
	return text
}

func priceOf(prices []trial.Price, model string) *trial.Price {
	for _, p := range prices {
		if strings.EqualFold(p.Model, model) {
			return &p
		}
	}
	return nil
}
