package bench

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"legomem/lists"
	"legomem/llm"
	"legomem/membank/recall"
	"legomem/membank/recall/dialogues"
	"legomem/membank/store"
)

// The rule-driven user and system. The user opens with all that the last session says. The
// system then proposes, in one turn, what it has for the slots that are missing; the user agrees
// to each value that is right, picks the right one of several, and refuses the rest. Each
// required slot that is still missing costs a turn, in which it is asked for and answered; each
// other slot of the goal a turn in which the user adds it. A last turn confirms.

// proposed is what a system proposes, by slot: one value, or several to choose from.
type proposed map[string][]string

// play is how a goal went.
type play struct {
	turns int
	// wrong is how many slots had a proposal and no right value in it.
	wrong int
	// right says that the state is the goal's, where the user checks what is proposed;
	// credulous the same where the user agrees to whatever is proposed alone.
	right, credulous bool
}

func simulate(a asked, p proposed) play {
	g := a.goal
	out := play{turns: 2} // the opening, and the confirmation
	if len(p) > 0 {
		out.turns++
	}
	checked, agreed := map[string]string{}, map[string]string{}
	for _, slot := range sortedKeys(p) {
		if len(p[slot]) == 1 {
			agreed[slot] = p[slot][0]
		}
		at := slices.IndexFunc(p[slot], func(v string) bool { return g.Holds(slot, v) })
		if at < 0 {
			out.wrong++
			continue
		}
		checked[slot], agreed[slot] = p[slot][at], p[slot][at]
	}
	for _, s := range g.Ask.Missing() {
		wanted := g.Gold[s.Name]
		if checked[s.Name] == "" && (s.Required || len(wanted) > 0) {
			out.turns++
		}
		if len(wanted) > 0 {
			checked[s.Name] = cmp.Or(checked[s.Name], wanted[0])
			agreed[s.Name] = cmp.Or(agreed[s.Name], wanted[0])
		}
	}
	out.right, out.credulous = reached(g, checked), reached(g, agreed)
	return out
}

// reached says that what stands for the slots that the last session left open is the goal.
func reached(g *dialogues.Goal, state map[string]string) bool {
	for _, s := range g.Ask.Missing() {
		if v := state[s.Name]; v != "" && !g.Holds(s.Name, v) || v == "" && len(g.Gold[s.Name]) > 0 {
			return false
		}
	}
	return true
}

// nothing is the system without a memory, oracle the one that remembers all that is right.
func nothing(asked) proposed { return nil }

func oracle(a asked) proposed {
	out := proposed{}
	for _, slot := range a.goal.LeftOut {
		out[slot] = a.goal.Gold[slot]
	}
	return out
}

// fromMemory is what Propose has.
func fromMemory(all []recall.Proposal) proposed {
	out := proposed{}
	for _, p := range all {
		if p.Verdict != recall.None {
			out[p.Slot.Name] = lists.Map(p.Candidates, func(c recall.Candidate) string { return c.Value })
		}
	}
	return out
}

// everything is a system that has all past answers before it, unselected, and takes by a rule,
// for each missing slot, the newest of those whose words share most with the slot's.
func everything(ctx context.Context, a asked) (proposed, error) {
	units, err := a.memory.List(ctx, recall.Selection{})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(units, func(x, y recall.Unit) int { return y.At.Compare(x.At) })
	out := proposed{}
	for _, s := range a.goal.Ask.Missing() {
		words := store.Words(strings.ReplaceAll(s.Name, "_", " ") + " " + s.Description)
		most := 0.0
		for _, u := range units {
			for _, p := range u.Pairs {
				if share := shared(words, store.Words(p.Question+" "+p.Words)); share > most && share >= 0.25 {
					most, out[s.Name] = share, []string{p.Answer}
				}
			}
		}
	}
	return out, nil
}

// shared is which part of some words is among others.
func shared(words, among []string) float64 {
	n := 0
	for _, w := range words {
		if slices.Contains(among, w) {
			n++
		}
	}
	return float64(n) / math.Max(1, float64(len(words)))
}

// tokensOf is what a model would have to read: the pairs that were selected, or all of the past.
func tokensOf(all []recall.Choice) int {
	n := 0
	for _, c := range all {
		n += llm.CountTokens("Q: " + c.Pair.Question + "\nA: " + c.Pair.Answer + "\n")
	}
	return n
}

func tokensOfPast(a asked) int {
	n := 0
	for _, s := range a.past {
		n += llm.CountTokens(s.Transcript)
	}
	return n
}
