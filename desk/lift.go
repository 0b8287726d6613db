package desk

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strings"

	"legomem/agents"
	"legomem/configs"
	"legomem/lists"
	"legomem/membank"
	"legomem/membank/lift"
	"legomem/membank/store/sqlite"
)

// leavingOut is the share of a configuration's runs that leave a memory out: none where no
// model is shown memories, and none where traffic is recorded or replayed, since a request
// that lacks a memory is another one.
func leavingOut(c configs.Config, thinks mind) float64 {
	if thinks.model == nil || taped(c) {
		return 0
	}
	return c.Memory.Lift.Share
}

// taped reports whether the traffic with models is recorded or replayed.
func taped(c configs.Config) bool { return c.Model.Record != "" || c.Model.Replay != "" }

// strategyFor is the run's strategy: the configured one, or that which leaves memories out.
func (m memory) strategyFor(s agents.Brief) membank.Strategy {
	l := membank.LeaveOut{Strategy: m.strategy}
	switch {
	case m.trial != nil:
		l.Lot = membank.EachApart{Chances: m.trial.Chances, Seed: seedFor(s.Run)}
	case m.leaves > 0:
		l.Lot = membank.OneOut{Share: m.leaves, Wary: m.wary, Drawn: drawnFor(s.Run)}
	default:
		return m.strategy
	}
	if s.Past != nil {
		l.Again = s.Past.LeftOut
	}
	return l
}

// drawnFor draws a number between 0 and 1 for a run.
func drawnFor(run string) float64 {
	seed := seedFor(run)
	return float64(binary.BigEndian.Uint64(seed[:])>>11) / (1 << 53)
}

// seedFor is what a run draws by. It is made of the run's id, which has random digits, so that
// a run that is killed and resumed draws the same again.
func seedFor(run string) [32]byte { return sha256.Sum256([]byte("left out of " + run)) }

// MemoryEffect is what a memory does to runs, with the sentence that it is known by.
type MemoryEffect struct {
	lift.Effect
	Sentence string `json:"sentence"`
	// Gone says that it is not in the bank any more, Quarantined that it is not found any
	// more.
	Gone        bool `json:"gone"`
	Quarantined bool `json:"quarantined"`
}

// MemoryEffects is what memories do to runs, the most harmful first.
type MemoryEffects struct {
	membank.Effects
	Memories []MemoryEffect `json:"memories"`
	// Harmful counts those that harm and are still found.
	Harmful int `json:"harmful"`
	// Unlisted counts those beyond the limit.
	Unlisted int `json:"unlisted"`
}

// effectsOf measures the memories' effects, and lists at most limit of them (0: all).
func (d *Desk) effectsOf(ctx context.Context, b *membank.Bank, uses []membank.Use, limit int) (MemoryEffects, error) {
	all := MemoryEffects{Effects: membank.EffectsOf(uses, d.bar()), Memories: []MemoryEffect{}}
	ids := lists.Map(all.Effects.Memories, func(e lift.Effect) string { return e.ID })
	units, err := b.Get(ctx, ids)
	if err != nil {
		return all, err
	}
	known := map[string]membank.Unit{}
	for _, u := range units {
		known[u.ID] = u
	}
	for _, e := range all.Effects.Memories {
		m := MemoryEffect{Effect: e, Gone: true}
		if u, there := known[e.ID]; there {
			m.Sentence, m.Gone, m.Quarantined = DescribeMemory(u).Sentence, false, u.Quarantine != ""
		}
		if m.stillHarms() {
			all.Harmful++
		}
		all.Memories = append(all.Memories, m)
	}
	if limit > 0 && len(all.Memories) > limit {
		all.Unlisted = len(all.Memories) - limit
		all.Memories = all.Memories[:limit]
	}
	return all, nil
}

// bar is what it takes for a memory to be said to do something.
func (d *Desk) bar() lift.Bar {
	l := d.config.Memory.Lift
	return lift.Bar{Sure: l.Sure, Dearer: l.Dearer}
}

// stillHarms reports whether a memory harms and is still found.
func (m MemoryEffect) stillHarms() bool {
	away := m.Gone || m.Quarantined
	return m.Verdict == lift.Harms && !away
}

// Reason says why a harmful memory is in quarantine.
func (m MemoryEffect) Reason() string {
	return fmt.Sprintf("harms: success %s, steps %s in %d runs that were shown it, against %d that left it out at random; %s probable, by %s",
		inPercent(m.Success, " points"), inPercent(m.Longer, "%"), m.Shown, m.LeftOut, Surely(m.Harm), strings.Join(m.By(), " and "))
}

// Surely is a probability in percent, which is never certain.
func Surely(p float64) string {
	if p > 0.995 {
		return ">99%"
	}
	return fmt.Sprintf("%.0f%%", 100*p)
}

// By names what a memory harms, or may harm, as far as its runs show that: success, steps.
func (m MemoryEffect) By() []string {
	var by []string
	if m.Fails() {
		by = append(by, "success")
	}
	if m.Lengthens() {
		by = append(by, "steps")
	}
	return by
}

// inPercent is a difference of shares in hundredths, with its interval as far as it is known.
func inPercent(d lift.Difference, unit string) string {
	switch {
	case d.Mean == nil:
		return "unknown"
	case d.Low == nil:
		return fmt.Sprintf("%+.0f%s", 100**d.Mean, unit)
	}
	return fmt.Sprintf("%+.0f%s (95%%: %+.0f to %+.0f)", 100**d.Mean, unit, 100**d.Low, 100**d.High)
}

// QuarantineHarmful quarantines the memories that harm, as the runs of a folder show ("" for
// the configured one), and returns them.
func (d *Desk) QuarantineHarmful(ctx context.Context, runs string) ([]MemoryEffect, error) {
	return withBank(ctx, d, sqlite.ReadWrite, func(b *membank.Bank) ([]MemoryEffect, error) {
		return d.quarantineHarmful(ctx, b, runs)
	})
}

func (d *Desk) quarantineHarmful(ctx context.Context, b *membank.Bank, runs string) ([]MemoryEffect, error) {
	uses, err := d.uses(ctx, runs, &CountedRuns{})
	if err != nil {
		return nil, err
	}
	all, err := d.effectsOf(ctx, b, uses, 0)
	if err != nil {
		return nil, err
	}
	harmful := append([]MemoryEffect{}, lists.Filter(all.Memories, MemoryEffect.stillHarms)...) // never null in JSON
	for _, m := range harmful {
		if _, err := b.Quarantine(ctx, []string{m.ID}, m.Reason()); err != nil {
			return nil, err
		}
	}
	return harmful, nil
}

// keepFromHarm quarantines what harms after a run that left a memory out, where the
// configuration says so. An error is only logged: it is no reason to doubt the run.
func (d *Desk) keepFromHarm(ctx context.Context, b *membank.Bank, a *Account) {
	if !d.config.Memory.Lift.Quarantine || !a.leftOut {
		return
	}
	harmful, err := d.quarantineHarmful(context.WithoutCancel(ctx), b, "")
	if err != nil {
		d.Log.Warn().Err(err).Msg("memories that harm are not looked for")
	}
	for _, m := range harmful {
		d.Notify(Harmful{m})
	}
}

// Harmful reports that a memory was quarantined because runs fare worse with it.
type Harmful struct{ Memory MemoryEffect }

func (Harmful) notice() {}
