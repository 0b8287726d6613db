package recall_test

import (
	"context"
	"testing"
	"time"

	"legomem/lists"
	"legomem/membank/hashembed"
	"legomem/membank/recall"
	"legomem/membank/store"
	"legomem/membank/store/qdrant"
	"legomem/membank/store/qdrant/qdranttest"
	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/must"
)

// stores are the two kinds of store that a memory is tested on.
func stores(t *testing.T, test func(t *testing.T, s store.Store)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, sqlitetest.New(t)) })
	t.Run("qdrant", func(t *testing.T) {
		s := must.Have(qdrant.Open(t.Context(), qdrant.Options{Address: qdranttest.Start(t), Indexed: recall.Indexed()}))(t)
		t.Cleanup(func() { s.Close() })
		test(t, s)
	})
}

func open(t testing.TB, s store.Store, tenant, user string) *recall.Memory {
	t.Helper()
	scorer := must.Have(recall.Shipped())(t)
	owner := must.Have(recall.NewOwner(tenant, user))(t)
	return must.Have(recall.Open(t.Context(), s, hashembed.Embedder{}, scorer, owner))(t)
}

var (
	booking = recall.Intent{Domain: "calendar", Name: "BookRoom", Description: "Book a meeting room"}
	mailing = recall.Intent{Domain: "email", Name: "SendReport", Description: "Send the weekly report by email"}
)

func day(n int) time.Time { return time.Date(2026, 3, n, 10, 0, 0, 0, time.UTC) }

// said is a unit of a session in which slots were given values: slot, value, slot, value.
func said(session string, n int, in recall.Intent, slots ...string) recall.Unit {
	var all []recall.Said
	for i := 0; i < len(slots); i += 2 {
		all = append(all, recall.Said{Intent: in, Slot: slots[i], Question: "Which " + slots[i] + "?", Words: slots[i+1] + ", please", Answer: slots[i+1], Turn: i / 2, From: recall.Answered})
	}
	return recall.Curate(session, day(n), all)[0]
}

func remember(t testing.TB, m *recall.Memory, units ...recall.Unit) []recall.Unit {
	t.Helper()
	return must.Have(m.Remember(t.Context(), units))(t)
}

func list(t testing.TB, m *recall.Memory) []recall.Unit {
	t.Helper()
	return must.Have(m.List(t.Context(), recall.Selection{}))(t)
}

// inForce are the values in force, by slot.
func inForce(t testing.TB, m *recall.Memory) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, u := range list(t, m) {
		for _, p := range u.Pairs {
			if s := p.Standing; s.Newer == 0 && !s.Again {
				out[u.Intent.Name+"."+p.Slot] = p.Answer
			}
		}
	}
	return out
}

func room() recall.Ask {
	return recall.Ask{Intent: booking, Now: day(20), Slots: []recall.Slot{
		{Name: "room", Description: "The room that is booked", Required: true},
		{Name: "people", Description: "Who takes part in the meeting", Required: true},
		{Name: "day", Description: "The day of the meeting", Required: true},
	}, Filled: map[string]string{"day": "Friday"}, Words: "Book the room for Friday"}
}

func propose(t testing.TB, m *recall.Memory, a recall.Ask) map[string]recall.Proposal {
	t.Helper()
	out := map[string]recall.Proposal{}
	for _, p := range must.Have(m.Propose(t.Context(), a))(t) {
		out[p.Slot.Name] = p
	}
	return out
}

func values(p recall.Proposal) []string {
	return lists.Map(p.Candidates, func(c recall.Candidate) string { return c.Value })
}

func same[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// TestPropose: what was said is proposed for the slots that are left out, with its source, and
// nothing for one that nothing was said for.
func TestPropose(t *testing.T) {
	stores(t, func(t *testing.T, s store.Store) {
		m := open(t, s, "t", "ann")
		remember(t, m, said("s1", 2, booking, "people", "Dana and Lee", "room", "Room 4"))
		remember(t, m, said("s2", 3, mailing, "recipient", "Priya", "folder", "Reports"))
		ask := room()
		ask.Slots = append(ask.Slots, recall.Slot{Name: "projector", Description: "Whether a projector is needed"})
		got := propose(t, m, ask)
		same(t, "room", got["room"].Verdict, recall.Clear)
		c := got["room"].Candidates[0]
		same(t, "value", c.Value, "Room 4")
		same(t, "session", c.Session, "s1")
		same(t, "when", c.When.Equal(day(2)), true)
		same(t, "intent", c.Intent, booking)
		same(t, "people", values(got["people"])[0], "Dana and Lee")
		same(t, "projector", got["projector"].Verdict, recall.None)
		same(t, "candidates for nothing", len(got["projector"].Candidates), 0)
		if _, asked := got["day"]; asked {
			t.Error("a slot that is filled was proposed for")
		}
	})
}

// TestNothingKnown: a user of whom nothing is known gets no proposal, and no error.
func TestNothingKnown(t *testing.T) {
	stores(t, func(t *testing.T, s store.Store) {
		m := open(t, s, "t", "ann")
		for _, p := range propose(t, m, room()) {
			same(t, p.Slot.Name, p.Verdict, recall.None)
		}
		same(t, "selected", len(must.Have(m.Select(t.Context(), room()))(t)), 0)
	})
}

// TestVerdicts: one value that is likely enough is clear, two that are about as likely are
// offered, and what is unlikely is not told.
func TestVerdicts(t *testing.T) {
	m := open(t, sqlitetest.New(t), "t", "ann")
	other := recall.Intent{Domain: "calendar", Name: "MoveRoom", Description: "Move a meeting to another meeting room"}
	remember(t, m, said("s1", 2, booking, "room", "Room 4"), said("s1", 2, other, "room", "Room 7"))
	ask := room()
	all := must.Have(m.Select(t.Context(), ask))(t)
	if len(all) != 2 || all[0].Slot != "room" || all[1].Slot != "room" {
		t.Fatalf("selected %+v", all)
	}
	of := func(sure, apart float64) recall.Proposal {
		return propose(t, m.With(recall.Settings{Sure: sure, Apart: apart}), ask)["room"]
	}
	top, next := all[0].Fills, all[1].Fills
	same(t, "clear", of(top, (top-next)/2).Verdict, recall.Clear)
	p := of(top, top-next+0.01)
	same(t, "several", p.Verdict, recall.Several)
	same(t, "offered", len(p.Candidates), 2)
	same(t, "none", of(top+0.001, 0.01).Verdict, recall.None)
}

// blocking is an embedder whose calls end with their context.
type blocking struct{ hashembed.Embedder }

func (blocking) Embed(ctx context.Context, _ []string) ([][]float32, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// TestCancelled: a call ends with its context, and keeps nothing.
func TestCancelled(t *testing.T) {
	s := sqlitetest.New(t)
	m := must.Have(recall.Open(t.Context(), s, blocking{}, must.Have(recall.Shipped())(t), must.Have(recall.NewOwner("t", "ann"))(t)))(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Remember(ctx, []recall.Unit{said("s1", 2, booking, "room", "Room 4")}); err == nil {
		t.Error("it was remembered")
	}
	if _, err := m.Propose(ctx, room()); err == nil {
		t.Error("it was proposed")
	}
	same(t, "kept", len(list(t, m)), 0)
}
