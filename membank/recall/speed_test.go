package recall_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"legomem/membank/recall"
	"legomem/membank/store"
	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/must"
)

// The sessions of a user who wants many things again and again: some skills often, others
// rarely, with a few values for each slot.
const (
	manySessions = 10_000
	manyIntents  = 200
	perSession   = 1000 // that are remembered in one call
)

func manyUnits() []recall.Unit {
	random := rand.New(rand.NewPCG(1, 2))
	verbs, things := []string{"Book", "Move", "Cancel", "Send", "Print"}, []string{"room", "report", "parcel", "invoice", "trip", "meeting", "order", "van"}
	var units []recall.Unit
	for n := range manySessions {
		i := int(float64(manyIntents) * random.Float64() * random.Float64())
		in := recall.Intent{Domain: fmt.Sprintf("app%d", i%9), Name: fmt.Sprintf("Intent%d", i),
			Description: fmt.Sprintf("%s a %s for team %d", verbs[i%5], things[i%8], i/40)}
		var all []recall.Said
		for j := range 4 {
			all = append(all, recall.Said{Intent: in, Slot: fmt.Sprintf("slot_%d", j), Question: fmt.Sprintf("Which %s should it be, of those there are?", things[j]),
				Words: fmt.Sprintf("Please take number %d for this one", random.IntN(12)), Answer: fmt.Sprintf("number %d", random.IntN(12)), Turn: j, From: recall.Answered})
		}
		units = append(units, recall.Curate(fmt.Sprintf("s%05d", n), day(1).Add(time.Duration(n)*time.Hour), all)...)
	}
	return units
}

// BenchmarkSelect is retrieval and filtering for a user with 10,000 sessions, whose vectors
// are in memory.
func BenchmarkSelect(b *testing.B) {
	m := open(b, sqlitetest.New(b), "t", "ann")
	units := manyUnits()
	for len(units) > 0 {
		n := min(perSession, len(units))
		remember(b, m, units[:n]...)
		units = units[n:]
	}
	ask := recall.Ask{Now: day(20), Words: "Book a room for team 2", Intent: recall.Intent{Domain: "app0", Name: "Intent90", Description: "Book a room for team 2"}}
	for j, name := range []string{"room", "report", "parcel", "invoice", "day", "people"} {
		ask.Slots = append(ask.Slots, recall.Slot{Name: name, Description: fmt.Sprintf("The %s that the request is for", name), Required: j < 4})
	}
	for _, by := range store.Rankings() {
		b.Run(string(by), func(b *testing.B) {
			seen := m.With(recall.Settings{By: by})
			must.Have(seen.Select(b.Context(), ask))(b)
			for b.Loop() {
				if got := must.Have(seen.Select(b.Context(), ask))(b); len(got) == 0 {
					b.Fatal("nothing was found")
				}
			}
		})
	}
}

// BenchmarkLastTime is what is looked up before a request is read and carried out, for a user
// with 10,000 sessions: what all skills were asked for, and the last time of one.
func BenchmarkLastTime(b *testing.B) {
	m := open(b, sqlitetest.New(b), "t", "ann")
	units := manyUnits()
	var asks []recall.Ask
	known := map[string]bool{}
	for _, u := range units {
		if !known[u.Intent.Name] {
			known[u.Intent.Name] = true
			asks = append(asks, recall.Ask{Intent: u.Intent, Now: day(20), Slots: []recall.Slot{{Name: "slot_0"}, {Name: "slot_1"}}, Filled: map[string]string{"slot_0": "number 3"}})
		}
	}
	for len(units) > 0 {
		n := min(perSession, len(units))
		remember(b, m, units[:n]...)
		units = units[n:]
	}
	b.Run("known", func(b *testing.B) {
		for b.Loop() {
			if got := must.Have(m.Known(b.Context(), asks))(b); len(got) != len(asks) {
				b.Fatal("nothing is known")
			}
		}
	})
	b.Run("last", func(b *testing.B) {
		for b.Loop() {
			if _, ok, err := m.LastTime(b.Context(), asks[0]); err != nil || !ok {
				b.Fatal("there was no last time", err)
			}
		}
	})
}
