package bench

import "legomem/officebench/trial"

// curatingCall is a line of curate.jsonl: the cost of a model call that made the bank, or
// of several.
type curatingCall struct {
	Role string `json:"role"`
	trial.Spend
}

// curatingCalls are the calls of every attempt at making the bank, including failed ones.
// For a bank that was made before calls were recorded, they come from its curation.
func (f *Folder) curatingCalls() ([]curatingCall, error) {
	lines, err := readLedger[curatingCall](f.Path(callsFile))
	if err != nil || len(lines) > 0 {
		return lines, err
	}
	c, err := f.curated()
	if err != nil || c == nil {
		return nil, err
	}
	for role, s := range c.Spent {
		lines = append(lines, curatingCall{Role: role, Spend: s})
	}
	return lines, nil
}

// spending records what a bank costs while it is made. It is safe for concurrent use.
type spending struct {
	ledger *ledger
	spent  *purse // of the experiment
	all    *purse // of every attempt at making the bank
	now    *purse // of this attempt
}

func (e *Engine) openCalls() (*spending, error) {
	l, before, err := openLedger[curatingCall](e.Folder.Path(callsFile))
	if err != nil {
		return nil, err
	}
	c := &spending{ledger: l, spent: e.spent, all: newPurse(), now: newPurse()}
	for _, one := range before {
		c.all.add(map[string]trial.Spend{one.Role: one.Spend})
	}
	return c, nil
}

// log records what a role spent and returns when that is on the disk.
func (c *spending) log(role string, s trial.Spend) error {
	for _, sum := range []*purse{c.spent, c.all, c.now} {
		sum.add(map[string]trial.Spend{role: s})
	}
	return c.ledger.append("a call of the "+role, curatingCall{Role: role, Spend: s})
}

// rest records what was spent and not logged call by call.
func (c *spending) rest(spent map[string]trial.Spend) error {
	logged := c.now.total().ByRole
	for role, s := range spent {
		was := logged[role]
		s.Calls -= was.Calls
		s.Tokens.Prompt -= was.Tokens.Prompt
		s.Tokens.Completion -= was.Tokens.Completion
		if s.Calls <= 0 {
			continue
		}
		if was.Calls > 0 {
			s.CostUSD = minusUSD(s.CostUSD, was.CostUSD)
		}
		if err := c.log(role, s); err != nil {
			return err
		}
	}
	return nil
}

// minusUSD is nil where one of the two is unknown.
func minusUSD(a, b *float64) *float64 {
	if b == nil {
		return nil
	}
	return addUSD(a, new(-*b))
}
