package bench

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"legomem/agents"
	"legomem/llm/cost"
	"legomem/officebench/trial"
)

// Capped is an experiment that its spend cap has ended.
type Capped struct {
	What string // "12000 tokens", "USD 1.50"
	// Next is what another run is expected to use, for which there is no room; empty: the
	// cap itself is reached.
	Next    string
	Spent   Spent
	Missing int // runs of the phase that were not made, or that are in no bank yet
	Phase   Phase
}

func (c *Capped) Error() string {
	how := "is reached"
	if c.Next != "" {
		how = "leaves no room for another run, taken to use " + c.Next
	}
	missing := fmt.Sprintf("%d runs of the phase %s are missing; raise the cap and start the same bench again, and it goes on from here", c.Missing, c.Phase)
	if c.Phase == Curate {
		missing = fmt.Sprintf("the bank is not made of its %d runs yet; raise the cap and start the same bench again, and it is made anew", c.Missing)
	}
	return fmt.Sprintf("the spend cap of %s %s (%s): %s", c.What, how, c.Spent, missing)
}

// full names the cap that is reached, "" while none is.
func (c Cap) full(s Spent) string {
	switch {
	case c.Tokens > 0 && s.Tokens.Prompt+s.Tokens.Completion >= c.Tokens:
		return c.tokens()
	case c.USD > 0 && s.USD == nil:
		return fmt.Sprintf("USD %.2f cannot be kept, since a model without a price was asked (give it one in prices, or cap tokens), and so", c.USD)
	case c.USD > 0 && *s.USD >= c.USD:
		return c.usd()
	}
	return ""
}

func (c Cap) tokens() string { return fmt.Sprintf("%d tokens", c.Tokens) }
func (c Cap) usd() string    { return fmt.Sprintf("USD %.2f", c.USD) }

// none reports whether nothing is capped.
func (c Cap) none() bool { return c.Tokens == 0 && c.USD == 0 }

// rounding is the error that sums of money may have.
const rounding = 1e-9

// over is the cap that another run would exceed, given what is spent and what the runs
// under way are expected to use; nil where there is room.
func (c Cap) over(s Spent, underway, next use) *Capped {
	switch {
	case c.Tokens > 0 && float64(s.Tokens.Prompt+s.Tokens.Completion)+underway.tokens+next.tokens > float64(c.Tokens):
		return &Capped{What: c.tokens(), Next: fmt.Sprintf("%.0f tokens", math.Ceil(next.tokens))}
	case c.USD > 0 && s.USD != nil && *s.USD+underway.usd+next.usd > c.USD+rounding:
		return &Capped{What: c.usd(), Next: fmt.Sprintf("USD %.4f", next.usd)}
	}
	return nil
}

// left is the budget that remains under the cap. Once the cap is reached it is almost
// nothing, since a budget of zero is unlimited.
func (c Cap) left(s Spent) cost.Budget {
	var out cost.Budget
	if c.Tokens > 0 {
		out.Tokens = max(1, c.Tokens-s.Tokens.Prompt-s.Tokens.Completion)
	}
	if c.USD > 0 {
		out.USD = rounding
		if s.USD != nil {
			out.USD = max(rounding, c.USD-*s.USD)
		}
	}
	return out
}

// Asked is a model that an experiment asks, for its cells' teams or besides them.
type Asked struct {
	Role, Model string
	// Of names the team: "team llm", "team llm, which collects"; it may be empty.
	Of string
}

// Check refuses a cap that is no amount, and a cap on money with a model that has no
// price, whether it is one of the teams' or one of the others (beside).
func (c Cap) Check(b trial.Bench, beside ...Asked) error {
	if err := c.valid(); err != nil || c.USD == 0 {
		return err
	}
	var asked []Asked
	for _, t := range b.Teams {
		for role, model := range t.Roles {
			if role != agents.Rewriter || rewritten(b.Cells, t.Name) {
				asked = append(asked, Asked{Role: role, Model: model, Of: "team " + t.Name})
			}
		}
	}
	slices.SortFunc(asked, func(a, b Asked) int { return strings.Compare(a.Of+" "+a.Role, b.Of+" "+b.Role) })
	for _, one := range append(asked, beside...) {
		if priceOf(b.Prices, one.Model) == nil {
			return impossible("a cap on money needs a price for model %s (%s): add {model: %s, prompt: ..., completion: ..., dated: ...} to prices in the configuration (US dollars per million tokens; for a configuration that is shipped, in a copy of it that --config names), or cap tokens instead",
				one.Model, one.who(), one.Model)
		}
	}
	return nil
}

// valid refuses what is no amount of money or tokens.
func (c Cap) valid() error {
	switch {
	case c.Tokens < 0 || c.USD < 0:
		return impossible("a spend cap cannot be negative")
	case math.IsNaN(c.USD) || math.IsInf(c.USD, 0):
		return impossible("a spend cap of USD %v is no amount of money", c.USD)
	}
	return nil
}

func (a Asked) who() string {
	if a.Of == "" {
		return a.Role
	}
	return a.Role + " of " + a.Of
}

// rewritten reports whether a team's rewriter is asked.
func rewritten(cells []trial.Cell, team string) bool {
	return slices.ContainsFunc(cells, func(c trial.Cell) bool { return c.Team == team && c.Variant == rewrites })
}
