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
