package trim

import (
	"testing"

	"legomem/must"
	tg "legomem/orchestrator/taskgraph"
)

// TestDeletedKeepsID: an id is not given again once its node is deleted.
func TestDeletedKeepsID(t *testing.T) {
	g := tg.New(tg.Soften)
	next := func() *binder { return &binder{view: &view{g: g}} }
	id := next().newID("room")
	for _, op := range []tg.Operation{tg.Add{ID: "other", Slot: "room", Value: "A"}, tg.Delete{Node: "other"}} {
		must.Have(g.Apply(tg.Moment{Turn: 1}, op))(t)
	}
	if next().isFree("other") {
		t.Error("the id of a deleted node is free")
	}
	if !next().isFree(id) {
		t.Errorf("%s is taken", id)
	}
}

// TestThingOfHolder: the thing that work is about stays the same where values that count no
// more stand before it.
func TestThingOfHolder(t *testing.T) {
	g := tg.New(tg.Soften)
	for _, op := range []tg.Operation{
		tg.Add{ID: "work", Slot: "task", Value: "move the review"},
		tg.Add{ID: "gone", Slot: "note", Value: "bring cake", Parents: []string{"work"}},
		tg.Add{ID: "thing", Slot: "event", Value: "the review", Parents: []string{"work"}, Inputs: map[string]string{KindKey: "event", Canon: "e-1"}},
		tg.Add{ID: "more", Slot: "start", Value: "at four", Parents: []string{"work"}},
		tg.Inactivate{Node: "gone"},
	} {
		must.Have(g.Apply(tg.Moment{Turn: 1}, op))(t)
	}
	o := &Offline{Domain: &Domain{Shape: Office}, ThingSlots: func(kind string) []ThingSlot {
		if kind != "event" {
			return nil
		}
		return []ThingSlot{{Slot: Slot{Name: "place"}}}
	}}
	h := o.view(g).holders[0]
	if h.thing == nil || h.thing.ID != "thing" {
		t.Errorf("it is about %v", h.thing)
	}
}

// TestPeopleOnce: the office is asked for its people once an utterance, not once a value.
func TestPeopleOnce(t *testing.T) {
	asked := 0
	o := &Offline{Domain: &Domain{Shape: Office}, People: func() []string { asked++; return []string{"Alice"} }}
	v := o.view(tg.New(tg.Soften))
	for _, name := range []string{"Alice", "Bob", "Alice"} {
		score, _ := v.fit("person", name, Utterance{}.reference())
		if known := name == "Alice"; known != (score > 0) {
			t.Errorf("%s fits %g", name, score)
		}
	}
	if asked != 1 {
		t.Errorf("asked %d times", asked)
	}
}
