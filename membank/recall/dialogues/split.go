package dialogues

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

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

// group makes users of goals: each has perUser of them, of different intents, which do not
// conflict unless they may: no two dialogues of a user are of one service (MemGuide, "Memory
// Bank Construction"). Goals are taken in an order that the seed decides; those that make no
// whole user are left out.
func (by Grouping) group(name string, goals []splitGoal) []User {
	random := rand.New(rand.NewPCG(by.Seed, uint64(len(goals))))
	random.Shuffle(len(goals), func(i, j int) { goals[i], goals[j] = goals[j], goals[i] })
	var open [][]splitGoal
	for _, g := range goals {
		at := slices.IndexFunc(open, func(have []splitGoal) bool {
			return len(have) < perUser && !slices.ContainsFunc(have, func(o splitGoal) bool { return g.intent == o.intent || !by.Conflicts && g.conflicts(o) })
		})
		if at < 0 {
			at = len(open)
			open = append(open, nil)
		}
		open[at] = append(open[at], g)
	}
	var users []User
	for _, have := range open {
		if len(have) == perUser {
			u := User{Name: fmt.Sprintf("%s-%03d", name, len(users)+1)}
			u.Sessions = timeline(have, random)
			users = append(users, u)
		}
	}
	return users
}

// conflicts says that two dialogues have a service in common.
func (g splitGoal) conflicts(o splitGoal) bool {
	return sharesAny(g.services(), o.services())
}

// services are those that a dialogue told something.
func (g splitGoal) services() []string {
	out := []string{g.service}
	for _, said := range g.said {
		for _, t := range said {
			out = append(out, t.service)
		}
	}
	return out
}

// began is when the users' sessions begin; they are some hours to days apart.
var began = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)

// timeline mixes the sessions of goals, each goal's in their order.
func timeline(goals []splitGoal, random *rand.Rand) []Session {
	var order []int
	for i := range goals {
		for range perGoal {
			order = append(order, i)
		}
	}
	random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	next := make([]int, len(goals))
	var out []Session
	now := began
	for _, i := range order {
		now = now.Add(time.Duration(6+random.IntN(60)) * time.Hour)
		out = append(out, goals[i].session(next[i], now))
		next[i]++
	}
	return out
}

func (g splitGoal) sessionID(n int) string { return fmt.Sprintf("%s.%d", g.id, n+1) }

// session is the nth session of a goal.
func (g splitGoal) session(n int, now time.Time) Session {
	s := Session{ID: g.sessionID(n), At: now, Transcript: g.transcripts[n]}
	var words []string
	for _, t := range g.said[n] {
		if !t.carried && t.values[0] != anything {
			s.Said = append(s.Said, t.said)
		}
		if len(words) == 0 || words[len(words)-1] != t.said.Words {
			words = append(words, t.said.Words)
		}
	}
	if n == perGoal-1 {
		s.Goal = g.goal(now, strings.Join(words, " "))
	}
	return s
}

func (g splitGoal) goal(now time.Time, words string) *Goal {
	out := &Goal{ID: g.id, Gold: maps.Clone(g.gold), Ask: recall.Ask{Intent: g.intent, Slots: g.slots, Filled: g.filled(), Words: words, Now: now}}
	var fills []telling
	out.LeftOut, fills = g.leftOut()
	for _, t := range fills {
		slot, from, _ := strings.Cut(t.said.Slot, "\x1f")
		n := slices.IndexFunc(g.said[:], func(all []telling) bool {
			return slices.ContainsFunc(all, func(o telling) bool { return o.said.Turn == t.said.Turn })
		})
		out.Fills = append(out.Fills, Fill{Session: g.sessionID(n), Intent: t.said.Intent, From: from, Answer: t.said.Answer, Slot: slot})
	}
	return out
}

func sorted[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }
