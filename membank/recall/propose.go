package recall

import (
	"cmp"
	"context"
	"slices"
	"time"

	"legomem/tools/value"
)

// Proposal is what memory has for one missing slot.
type Proposal struct {
	Slot       Slot        `json:"slot"`
	Candidates []Candidate `json:"candidates"` // the likeliest first, each value once
	Verdict    Verdict     `json:"verdict"`
}

// Verdict says what to do with a proposal.
type Verdict string

// The verdicts.
const (
	Clear   Verdict = "clear"   // one value: propose it, "as last time: Room 4; right?"
	Several Verdict = "several" // offer the candidates
	None    Verdict = "none"    // ask as if nothing were known
)

// Candidate is a value that may fill a slot, with where it is from.
type Candidate struct {
	Value string `json:"value"`
	// Kind is the value's form. A day or a time of the past seldom is what is meant now: a
	// caller may choose not to propose one.
	Kind       value.Kind `json:"kind,omitempty"`
	Confidence float64    `json:"confidence"` // how likely it fills the slot, from 0 to 1
	Unit       string     `json:"unit"`       // the id, for show, set and forget
	Intent     Intent     `json:"intent"`     // what it was said for
	From       string     `json:"from"`       // the slot that it was said for
	Session    string     `json:"session"`
	When       time.Time  `json:"when"`
	Question   string     `json:"question,omitempty"`
	Times      int        `json:"times"` // in how many sessions it was said
	// Earlier are values that the same slot of the same intent had before, the newest first.
	Earlier []string `json:"earlier,omitempty"`
}

// Propose looks for what the user left out: for each slot that is missing, in the order of
// Ask.Slots, the values that memory has. It changes nothing, and fills nothing in.
func (m *Memory) Propose(ctx context.Context, a Ask) ([]Proposal, error) {
	hits, err := m.Retrieve(ctx, a)
	if err != nil {
		return nil, err
	}
	return m.settings.proposals(a, m.weigh(a, hits)), nil
}

// proposals sorts choices by the slot that each fills.
func (s Settings) proposals(a Ask, all []Choice) []Proposal {
	var out []Proposal
	for _, slot := range a.Missing() {
		p := Proposal{Slot: slot, Verdict: None}
		for _, c := range all {
			if c.Slot == slot.Name && c.Pair.Standing.Newer == 0 && c.Fills >= s.Sure-s.Apart {
				p.add(c, all)
			}
		}
		slices.SortStableFunc(p.Candidates, func(x, y Candidate) int { return cmp.Compare(y.Confidence, x.Confidence) })
		p.Verdict = s.verdict(p.Candidates)
		if p.Verdict == None {
			p.Candidates = nil
		}
		out = append(out, p)
	}
	return out
}

func (s Settings) verdict(all []Candidate) Verdict {
	switch {
	case len(all) == 0 || all[0].Confidence < s.Sure:
		return None
	case len(all) == 1 || all[0].Confidence-all[1].Confidence >= s.Apart:
		return Clear
	}
	return Several
}

// add adds a choice, to the candidate with its value where there is one.
func (p *Proposal) add(c Choice, all []Choice) {
	fresh := Candidate{Value: c.Pair.Answer, Kind: c.Pair.Kind, Confidence: c.Fills, Unit: c.Unit.ID, Intent: c.Unit.Intent, From: c.Pair.Slot,
		Session: c.Unit.Session, When: c.Unit.At, Question: c.Pair.Question, Times: c.Pair.Standing.Times, Earlier: earlier(c, all)}
	at := slices.IndexFunc(p.Candidates, func(o Candidate) bool { return Same(o.Value, fresh.Value) })
	switch {
	case at < 0:
		p.Candidates = append(p.Candidates, fresh)
	case fresh.Confidence > p.Candidates[at].Confidence:
		p.Candidates[at] = fresh
	}
}

// earlier are the values in reach that a choice supersedes.
func earlier(c Choice, all []Choice) []string {
	var older []Choice
	for _, o := range all {
		if o.Unit.Intent.key() == c.Unit.Intent.key() && o.Pair.Slot == c.Pair.Slot && o.Pair.Standing.Newer > 0 {
			older = append(older, o)
		}
	}
	slices.SortStableFunc(older, func(x, y Choice) int { return cmp.Compare(x.Pair.Standing.Newer, y.Pair.Standing.Newer) })
	var out []string
	for _, o := range older {
		out = append(out, o.Pair.Answer)
	}
	return out
}
