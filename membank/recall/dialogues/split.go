package dialogues

import (
	"maps"
	"math/rand/v2"
	"slices"

	"legomem/membank/recall"
)

// perGoal is how many sessions a goal is split over (MemGuide, "Multi-Session Dialogue
// Generation"); perUser how many goals a user has, each of another intent: 21 sessions.
const (
	perGoal = 3
	perUser = 7
)

// splitGoal is a dialogue split over sessions: what each said, its transcript, and the goal of
// the last.
type splitGoal struct {
	id          string
	said        [perGoal][]telling
	transcripts [perGoal]string
	service     string
	intent      recall.Intent
	slots       []recall.Slot
	gold        map[string][]string
}

// split splits a dialogue at the turns in which values came: about a third of those turns goes
// to each session. It returns false for a dialogue in which too little is said, or whose last
// session leaves nothing out.
func (all schema) split(d dialogue, told []telling, seed uint64) (splitGoal, bool) {
	var at []int
	for _, t := range told {
		if n := t.said.Turn; len(at) == 0 || at[len(at)-1] != n {
			at = append(at, n)
		}
	}
	if len(at) < perGoal {
		return splitGoal{}, false
	}
	second := 1 + int(reproducible(seed, d.ID).IntN(max(1, len(at)/3)))
	cuts := [perGoal]int{0, at[second], at[max(second+1, len(at)-max(1, len(at)/3))]}
	g := splitGoal{id: d.ID}
	for _, t := range told {
		n := session(cuts, t.said.Turn)
		g.said[n] = append(g.said[n], t)
	}
	g.transcripts = transcripts(d, cuts)
	if !all.aim(&g, d, cuts[perGoal-1]) {
		return splitGoal{}, false
	}
	_, fills := g.leftOut()
	return g, len(fills) > 0
}

func session(cuts [perGoal]int, n int) int {
	for i := perGoal - 1; i > 0; i-- {
		if n >= cuts[i] {
			return i
		}
	}
	return 0
}

func reproducible(seed uint64, of string) *rand.Rand {
	h := seed
	for _, b := range []byte(of) {
		h = (h ^ uint64(b)) * 1099511628211
	}
	return rand.New(rand.NewPCG(seed, h))
}

func transcripts(d dialogue, cuts [perGoal]int) (out [perGoal]string) {
	n := -1
	for _, t := range d.Turns {
		if t.Speaker == "USER" {
			n++
		}
		i := session(cuts, max(n, 0))
		out[i] += t.Speaker + ": " + t.Utterance + "\n"
	}
	return out
}

// aim finds the intent that the last session ends with, and its state.
func (all schema) aim(g *splitGoal, d dialogue, from int) bool {
	n := -1
	for _, t := range d.Turns {
		if t.Speaker != "USER" {
			continue
		}
		if n++; n < from {
			continue
		}
		for _, f := range t.Frames {
			if f.State == nil || f.State.Intent == "" || f.State.Intent == "NONE" {
				continue
			}
			in, schemaIntent, err := all.intentOf(f.Service, f.State.Intent)
			if err != nil {
				continue // told has complained of it
			}
			g.service, g.intent, g.slots = f.Service, in, all.slotsOf(f.Service, schemaIntent)
			g.gold = map[string][]string{}
			for _, s := range g.slots {
				if v := f.State.Values[s.Name]; len(v) > 0 && v[0] != anything {
					g.gold[s.Name] = v
				}
			}
		}
	}
	return g.gold != nil
}

// leftOut are the slots that the last session does not say, and the earlier answers that fill
// them.
func (g splitGoal) leftOut() (slots []string, fills []telling) {
	filled := g.filled()
	for _, slot := range sorted(g.gold) {
		if filled[slot] != "" {
			continue
		}
		own, others := g.earlier(slot)
		if len(own) == 0 {
			own = others
		}
		if len(own) == 0 {
			continue
		}
		slots = append(slots, slot)
		for _, t := range own {
			t.said.Slot = slot + "\x1f" + t.said.Slot
			fills = append(fills, t)
		}
	}
	return slots, fills
}

// earlier are the answers of earlier sessions with a slot's value: those for the same slot of
// the same service, and those for slots of other services.
func (g splitGoal) earlier(slot string) (own, others []telling) {
	for _, said := range g.said[:perGoal-1] {
		for _, t := range said {
			switch {
			case t.carried || !sharesAny(t.values, g.gold[slot]):
			case t.service == g.service && t.said.Slot == slot:
				own = append(own, t)
			case t.service != g.service:
				others = append(others, t)
			}
		}
	}
	return own, others
}

// filled is what the last session says for the goal's intent.
func (g splitGoal) filled() map[string]string {
	out := map[string]string{}
	for _, t := range g.said[perGoal-1] {
		if t.service == g.service && !t.carried {
			out[t.said.Slot] = t.said.Answer
		}
	}
	return out
}

func sorted[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }
