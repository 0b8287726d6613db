package taskgraph_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	tg "legomem/orchestrator/taskgraph"
)

// example is a trip: two told values, two steps that were carried out and one that waits.
//
//	trip
//	  to: Seattle (told)
//	  from: Chicago (told)
//	  hotel, needs to (done)
//	  flight, needs to and from (done)
//	plan, needs hotel and flight (waiting)
func example() []tg.Operation {
	part := func(id, value string, needs ...string) tg.Add {
		return tg.Add{ID: id, Slot: id, Value: value, Parents: []string{"trip"}, DependsOn: needs}
	}
	return []tg.Operation{
		tg.Add{Slot: "trip"},
		told("to", "Seattle", "trip"), told("from", "Chicago", "trip"),
		part("hotel", "book a hotel", "to"), part("flight", "book a flight", "to", "from"),
		step("plan", "hotel", "flight"),
		done("hotel"), done("flight"), // revisions 7 and 8
	}
}

// TestOperations: what each operation does to the example, as the text of it tells.
func TestOperations(t *testing.T) {
	three := "3 PM"
	for _, c := range []struct {
		name string
		ops  []tg.Operation
		want string
	}{
		{"nothing", nil, `
			trip [waiting]
			  to: Seattle [done]
			  from: Chicago [done]
			  hotel: book a hotel [done] needs to
			  flight: book a flight [done] needs to, from
			plan: plan! [waiting] needs hotel, flight`},
		{"add: an id of its slot, with a number where that is taken",
			[]tg.Operation{tg.Add{Slot: "to", Status: tg.Asked}, tg.Add{Slot: "to", Value: "Oslo", ParallelWith: []string{"plan"}}}, `
			trip [waiting]
			  to: Seattle [done]
			  from: Chicago [done]
			  hotel: book a hotel [done] needs to
			  flight: book a flight [done] needs to, from
			plan: plan! [waiting] needs hotel, flight parallel_with to-3
			to-2 (to) [asked]
			to-3 (to): Oslo [waiting] parallel_with plan`},
		{"update: what was carried out with the value is stale",
			[]tg.Operation{tg.Update{Node: "from", Value: "Boston"}}, `
			trip [waiting]
			  to: Seattle [done]
			  from: Boston [done]
			  hotel: book a hotel [done] needs to
			  flight: book a flight [stale] needs to, from
			plan: plan! [waiting] needs hotel, flight`},
		{"update: the value that it was carried out with is no change",
			[]tg.Operation{tg.Update{Node: "from", Value: "Boston"}, tg.Update{Node: "from", Value: "Chicago"}}, `
			trip [waiting]
			  to: Seattle [done]
			  from: Chicago [done]
			  hotel: book a hotel [done] needs to
			  flight: book a flight [done] needs to, from
			plan: plan! [waiting] needs hotel, flight`},
		{"update: of the step itself, by its inputs too",
			[]tg.Operation{tg.Update{Node: "hotel", Value: "book a hotel", Inputs: map[string]string{"stars": "4"}}}, `
			trip [waiting]
			  to: Seattle [done]
			  from: Chicago [done]
			  hotel: book a hotel [stale] needs to
			  flight: book a flight [done] needs to, from
			plan: plan! [waiting] needs hotel, flight`},
		{"update: answers what was asked",
			[]tg.Operation{tg.Add{Slot: "date", Status: tg.Asked}, tg.Update{Node: "date", Value: "June"}}, `
			trip [waiting]
			  to: Seattle [done]
			  from: Chicago [done]
			  hotel: book a hotel [done] needs to
			  flight: book a flight [done] needs to, from
			plan: plan! [waiting] needs hotel, flight
			date: June [done]`},
		{"replace: dependents follow, and the parts leave",
			[]tg.Operation{tg.Add{Slot: "seat", Parents: []string{"flight"}}, tg.Add{Slot: "bag", Parents: []string{"flight", "hotel"}}, tg.Replace{Node: "flight", By: tg.Add{Slot: "train", Value: "by train"}}}, `
			trip [waiting]
			  to: Seattle [done]
			  from: Chicago [done]
			  hotel: book a hotel [done] needs to
			    bag [waiting]
			  train: by train [waiting] needs to, from alternative_to flight
			plan: plan! [waiting] needs hotel, train
			flight: book a flight [inactive] needs to, from alternative_to train (replaced by train)
			seat [inactive] (with flight)`},
		{"replace: the parts come along, and links of its own are kept",
			[]tg.Operation{tg.Add{Slot: "seat", Parents: []string{"flight"}}, tg.Replace{Node: "flight", By: tg.Add{Slot: "train", DependsOn: []string{"to"}, Parents: []string{"plan"}}, Parts: true}}, `
			trip [waiting]
			  to: Seattle [done]
			  from: Chicago [done]
			  hotel: book a hotel [done] needs to
			plan: plan! [waiting] needs hotel refers_to train
			  train [waiting] needs to alternative_to flight
			    seat [waiting]
			flight: book a flight [inactive] needs to, from alternative_to train (replaced by train)`},
		{"switch: back to what was replaced, and forth",
			[]tg.Operation{tg.Add{Slot: "seat", Parents: []string{"flight"}}, tg.Replace{Node: "flight", By: tg.Add{Slot: "train"}}, tg.Switch{To: "flight"}}, `
			trip [waiting]
			  to: Seattle [done]
			  from: Chicago [done]
			  hotel: book a hotel [done] needs to
			  flight: book a flight [done] needs to, from alternative_to train
			    seat [waiting]
			plan: plan! [waiting] needs hotel, flight
			train [inactive] needs to, from alternative_to flight (switched to flight)`},
		{"switch: over several alternatives",
			[]tg.Operation{tg.Replace{Node: "flight", By: tg.Add{Slot: "train"}}, tg.Replace{Node: "train", By: tg.Add{Slot: "bus"}}, tg.Switch{To: "flight"}}, `
			trip [waiting]
			  to: Seattle [done]
			  from: Chicago [done]
			  hotel: book a hotel [done] needs to
			  flight: book a flight [done] needs to, from alternative_to train
			plan: plan! [waiting] needs hotel, flight
			train [inactive] needs to, from alternative_to flight alternative_to bus (replaced by bus)
			bus [inactive] needs to, from alternative_to train (switched to flight)`},
		{"merge: all links, and a new value",
			[]tg.Operation{tg.Add{Slot: "bag", Parents: []string{"hotel"}}, tg.Merge{Nodes: []string{"hotel", "flight"}, Into: "flight", Value: &three}}, `
			trip [waiting]
			  to: Seattle [done]
			  from: Chicago [done]
			  flight: 3 PM [stale] needs to, from
			    bag [waiting]
			plan: plan! [waiting] needs flight
			hotel: book a hotel [inactive] needs to (merged into flight)`},
		{"merge: of nodes that depend on each other",
			[]tg.Operation{tg.Link{From: "flight", Relation: tg.DependsOn, To: "hotel"}, tg.Merge{Nodes: []string{"hotel", "flight"}, Into: "flight"}}, `
			trip [waiting]
			  to: Seattle [done]
			  from: Chicago [done]
			  flight: book a flight [done] needs to, from
			plan: plan! [waiting] needs flight
			hotel: book a hotel [inactive] needs to (merged into flight)`},
		{"split: dependents depend on all, and the parts are of all",
			[]tg.Operation{tg.Add{Slot: "bag", Parents: []string{"flight"}}, tg.Split{Node: "flight", Parts: []tg.Add{{Slot: "out"}, {Slot: "home", DependsOn: []string{"from", "out"}}}}}, `
			trip [waiting]
			  to: Seattle [done]
			  from: Chicago [done]
			  hotel: book a hotel [done] needs to
			  out [waiting] needs to, from
			    bag [waiting]
			  home [waiting] needs from, out
			    bag (above)
			plan: plan! [waiting] needs hotel, out, home
			flight: book a flight [inactive] needs to, from (split into out and home)`},
		{"inactivate: what was carried out with it is stale, and so is what its parts were for",
			[]tg.Operation{tg.Inactivate{Node: "to", Why: "open"}}, `
			trip [waiting]
			  from: Chicago [done]
			  hotel: book a hotel [stale]
			  flight: book a flight [stale] needs from
			plan: plan! [waiting] needs hotel, flight
			to: Seattle [inactive] (open)`},
		{"inactivate: with its parts",
			[]tg.Operation{tg.Add{Slot: "bag", Parents: []string{"hotel", "plan"}}, tg.Inactivate{Node: "trip"}}, `
			plan: plan! [waiting]
			  bag [waiting]
			trip [inactive]
			to: Seattle [inactive] (with trip)
			from: Chicago [inactive] (with trip)
			hotel: book a hotel [inactive] (with trip)
			flight: book a flight [inactive] (with trip)`},
		{"restore: with what left with it, and not what had left before",
			[]tg.Operation{tg.Inactivate{Node: "hotel"}, tg.Inactivate{Node: "trip"}, tg.Restore{Node: "trip"}}, `
			trip [waiting]
			  to: Seattle [done]
			  from: Chicago [done]
			  flight: book a flight [done] needs to, from
			plan: plan! [waiting] needs flight
			hotel: book a hotel [inactive] needs to`},
		{"delete, and prune what is part of nothing any more",
			[]tg.Operation{tg.Add{Slot: "bag", Parents: []string{"trip"}}, tg.Add{Slot: "tag", Parents: []string{"bag"}}, tg.Delete{Node: "trip"}, tg.Prune{}}, `
			to: Seattle [done]
			from: Chicago [done]
			hotel: book a hotel [done] needs to
			flight: book a flight [done] needs to, from
			plan: plan! [waiting] needs hotel, flight
			bag [inactive] (out of reach)
			tag [inactive] (out of reach)`},
		{"prune: to goals",
			[]tg.Operation{tg.Prune{Goals: []string{"hotel"}}}, `
			to: Seattle [done]
			hotel: book a hotel [done] needs to
			trip [inactive] (out of reach)
			from: Chicago [inactive] (out of reach)
			flight: book a flight [inactive] needs to (out of reach)
			plan: plan! [inactive] needs hotel (out of reach)`},
		{"link: what was carried out without it is stale; nothing parallel is left",
			[]tg.Operation{tg.Link{From: "hotel", Relation: tg.ParallelWith, To: "flight"}, tg.Link{From: "flight", Relation: tg.DependsOn, To: "hotel"}}, `
			trip [waiting]
			  to: Seattle [done]
			  from: Chicago [done]
			  hotel: book a hotel [done] needs to
			  flight: book a flight [stale] needs to, from, hotel
			plan: plan! [waiting] needs hotel, flight`},
		{"link: twice is once",
			[]tg.Operation{tg.Link{From: "flight", Relation: tg.DependsOn, To: "to"}, tg.Link{From: "plan", Relation: tg.RefersTo, To: "to"}, tg.Link{From: "plan", Relation: tg.RefersTo, To: "to"}}, `
			trip [waiting]
			  to: Seattle [done]
			  from: Chicago [done]
			  hotel: book a hotel [done] needs to
			  flight: book a flight [done] needs to, from
			plan: plan! [waiting] needs hotel, flight refers_to to`},
		{"unlink: a dependency, and a mutual link from its other end",
			[]tg.Operation{tg.Link{From: "hotel", Relation: tg.ParallelWith, To: "flight"}, tg.Unlink{From: "flight", Relation: tg.ParallelWith, To: "hotel"}, tg.Unlink{From: "plan", Relation: tg.DependsOn, To: "hotel"}}, `
			trip [waiting]
			  to: Seattle [done]
			  from: Chicago [done]
			  hotel: book a hotel [done] needs to
			  flight: book a flight [done] needs to, from
			plan: plan! [waiting] needs flight`},
		{"roll back: new nodes leave, what was done stays",
			[]tg.Operation{tg.Update{Node: "to", Value: "Oslo"}, tg.Add{Slot: "date"}, done("hotel"), tg.RollBack{To: 8}}, `
			trip [waiting]
			  to: Seattle [done]
			  from: Chicago [done]
			  hotel: book a hotel [stale] needs to
			  flight: book a flight [done] needs to, from
			plan: plan! [waiting] needs hotel, flight`},
		{"roll back: to a snapshot, of one value",
			[]tg.Operation{tg.Snapshot{Name: "first"}, tg.Update{Node: "to", Value: "Oslo"}, tg.Update{Node: "from", Value: "Rome"}, tg.RollBack{Snapshot: "first", Nodes: []string{"to"}}}, `
			trip [waiting]
			  to: Seattle [done]
			  from: Rome [done]
			  hotel: book a hotel [done] needs to
			  flight: book a flight [stale] needs to, from
			plan: plan! [waiting] needs hotel, flight`},
		{"loop: a reference to a snapshot",
			[]tg.Operation{tg.Snapshot{Name: "first"}, tg.Loop{Node: "plan", Snapshot: "first"}}, `
			trip [waiting]
			  to: Seattle [done]
			  from: Chicago [done]
			  hotel: book a hotel [done] needs to
			  flight: book a flight [done] needs to, from
			plan: plan! [waiting] needs hotel, flight loops_to first`},
		{"mark: failed, asked, and begun",
			[]tg.Operation{tg.Update{Node: "to", Value: "Oslo"}, tg.Mark{Node: "hotel", Status: tg.Failed, Error: "no rooms"}, tg.Mark{Node: "flight", Status: tg.Asked}, tg.Mark{Node: "plan", Status: tg.Active}}, `
			trip [waiting]
			  to: Oslo [done]
			  from: Chicago [done]
			  hotel: book a hotel [failed: no rooms] needs to
			  flight: book a flight [asked] needs to, from
			plan: plan! [active] needs hotel, flight`},
		{"mark: an attempt ends stale if what it began with changed",
			[]tg.Operation{tg.Mark{Node: "plan", Status: tg.Active}, tg.Update{Node: "from", Value: "Rome"}, done("plan")}, `
			trip [waiting]
			  to: Seattle [done]
			  from: Rome [done]
			  hotel: book a hotel [done] needs to
			  flight: book a flight [stale] needs to, from
			plan: plan! [stale] needs hotel, flight`},
		{"mark: other outputs make stale what stands on them",
			[]tg.Operation{done("plan"), tg.Mark{Node: "hotel", Status: tg.Active}, tg.Mark{Node: "hotel", Status: tg.Done, Outputs: map[string]string{"room": "7"}}}, `
			trip [waiting]
			  to: Seattle [done]
			  from: Chicago [done]
			  hotel: book a hotel [done] → room=7 needs to
			  flight: book a flight [done] needs to, from
			plan: plan! [stale] needs hotel, flight`},
		{"taken back: as if it had not been carried out",
			[]tg.Operation{tg.TakenBack{Node: "hotel"}}, `
			trip [waiting]
			  to: Seattle [done]
			  from: Chicago [done]
			  hotel: book a hotel [waiting] needs to
			  flight: book a flight [done] needs to, from
			plan: plan! [waiting] needs hotel, flight`},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := tg.New(tg.Soften)
			do(t, g, append(example(), c.ops...)...)
			want := strings.ReplaceAll(strings.TrimPrefix(c.want, "\n"), "\t\t\t", "") + "\n"
			must.NoDiff(t, cmp.Diff(want, g.Text()), "(-want +got):\n%s")
			sameAs(t, g, replayed(t, g), "replayed")
		})
	}
}

// TestRefusals: an operation that cannot be applied says why, and changes nothing.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		name string
		op   tg.Operation
		is   error
		says string
	}{
		{"no operation", nil, tg.ErrInvalid, "without an operation"},
		{"an unknown node", tg.Update{Node: "nobody"}, tg.ErrUnknown, `"nobody"`},
		{"an unknown parent", tg.Add{Slot: "x", Parents: []string{"nobody"}}, tg.ErrUnknown, `"x" child_of`},
		{"a parent twice", tg.Add{Slot: "x", Parents: []string{"trip", "trip"}}, tg.ErrInvalid, "twice"},
		{"no slot", tg.Add{ID: "x", Slot: " "}, tg.ErrInvalid, "no slot"},
		{"a taken id", tg.Add{ID: "to", Slot: "x"}, tg.ErrInvalid, "another id"},
		{"the id of a deleted node", tg.Add{ID: "gone", Slot: "x"}, tg.ErrInvalid, "or was"},
		{"a new node that is stale", tg.Add{Slot: "x", Status: tg.Stale}, tg.ErrStatus, "waiting, asked or done"},
		{"a value of an inactive node", tg.Update{Node: "off", Value: "x"}, tg.ErrInactive, "restore it"},
		{"a value of a deleted node", tg.Update{Node: "gone"}, tg.ErrDeleted, "rolling back to"},
		{"a double delete", tg.Delete{Node: "gone"}, tg.ErrDeleted, "by revision"},
		{"a double inactivate", tg.Inactivate{Node: "off"}, tg.ErrInactive, "since revision"},
		{"a restore of what is there", tg.Restore{Node: "to"}, tg.ErrStatus, "not inactive"},
		{"a switch to what counts", tg.Switch{To: "to"}, tg.ErrStatus, "counts already"},
		{"a switch without alternatives", tg.Switch{To: "off"}, tg.ErrInvalid, "restore it instead"},
		{"a link to itself", tg.Link{From: "to", Relation: tg.DependsOn, To: "to"}, tg.ErrInvalid, "to itself"},
		{"a soft link to itself", tg.Link{From: "to", Relation: tg.ParallelWith, To: "to"}, tg.ErrInvalid, "to itself"},
		{"a link to an inactive node", tg.Link{From: "to", Relation: tg.DependsOn, To: "off"}, tg.ErrInactive, `"off"`},
		{"an unknown relation", tg.Link{From: "to", Relation: "loves", To: "from"}, tg.ErrInvalid, `"loves"`},
		{"a loop by hand", tg.Link{From: "to", Relation: tg.LoopsTo, To: "from"}, tg.ErrInvalid, "snapshot"},
		{"parallel with what comes before", tg.Link{From: "plan", Relation: tg.ParallelWith, To: "to"}, tg.ErrInvalid, `"to" comes before "plan"`},
		{"a link that is not there", tg.Unlink{From: "plan", Relation: tg.DependsOn, To: "to"}, tg.ErrInvalid, "no link depends_on"},
		{"a merge of one", tg.Merge{Nodes: []string{"to"}, Into: "to"}, tg.ErrInvalid, "two nodes"},
		{"a merge into another", tg.Merge{Nodes: []string{"to", "from"}, Into: "hotel"}, tg.ErrInvalid, "not one of them"},
		{"a split into one", tg.Split{Node: "to", Parts: []tg.Add{{Slot: "x"}}}, tg.ErrInvalid, "two parts"},
		{"a split with an unknown need", tg.Split{Node: "to", Parts: []tg.Add{{Slot: "x"}, {Slot: "y", DependsOn: []string{"z"}}}}, tg.ErrUnknown, `"z"`},
		{"a replacement of an unknown node", tg.Replace{Node: "nobody", By: tg.Add{Slot: "x"}}, tg.ErrUnknown, `"nobody"`},
		{"a roll back to nowhere", tg.RollBack{}, tg.ErrInvalid, "names no revision"},
		{"a roll back into the future", tg.RollBack{To: 99}, tg.ErrInvalid, "no revision 99"},
		{"a roll back before a node", tg.RollBack{To: 1, Nodes: []string{"to"}}, tg.ErrInvalid, "not there at revision 1"},
		{"a roll back to two places", tg.RollBack{To: 2, Snapshot: "then"}, tg.ErrInvalid, "snapshot"},
		{"an unknown snapshot", tg.RollBack{Snapshot: "never"}, tg.ErrInvalid, `"never"`},
		{"a loop to an unknown snapshot", tg.Loop{Node: "to", Snapshot: "never"}, tg.ErrInvalid, `"never"`},
		{"a snapshot without a name", tg.Snapshot{}, tg.ErrInvalid, "no name"},
		{"a snapshot twice", tg.Snapshot{Name: "then"}, tg.ErrInvalid, "already"},
		{"a mark of stale", tg.Mark{Node: "hotel", Status: tg.Stale}, tg.ErrStatus, `marked "stale"`},
		{"a mark of inactive", tg.Mark{Node: "hotel", Status: tg.Inactive}, tg.ErrStatus, `marked "inactive"`},
		{"a mark of nothing", tg.Mark{Node: "hotel"}, tg.ErrStatus, `marked ""`},
		{"done twice", tg.Mark{Node: "hotel", Status: tg.Done}, tg.ErrStatus, "it is done"},
		{"waiting once done", tg.Mark{Node: "hotel", Status: tg.Waiting}, tg.ErrStatus, "it is done"},
		{"done while inactive", tg.Mark{Node: "off", Status: tg.Done}, tg.ErrInactive, `"off"`},
		{"outputs at the beginning", tg.Mark{Node: "plan", Status: tg.Active, Outputs: map[string]string{"a": "b"}}, tg.ErrInvalid, "of work that ended"},
		{"an error of what is done", tg.Mark{Node: "plan", Status: tg.Done, Error: "oh"}, tg.ErrInvalid, "has an error"},
		{"nothing to take back", tg.TakenBack{Node: "plan"}, tg.ErrStatus, "nothing was done"},
		{"taken back of an unknown node", tg.TakenBack{Node: "nobody"}, tg.ErrUnknown, `"nobody"`},
		{"words with an unknown node", tg.Say{Node: "nobody", User: "hi"}, tg.ErrUnknown, `"nobody"`},
		{"goals that are unknown", tg.Prune{Goals: []string{"nobody"}}, tg.ErrUnknown, `"nobody"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := graphOf(t, append(example(), tg.Add{Slot: "off"}, tg.Inactivate{Node: "off"}, tg.Add{Slot: "gone"}, tg.Delete{Node: "gone"}, tg.Snapshot{Name: "then"})...)
			was := string(jsonOf(t, g))
			_, err := g.Apply(at(1), c.op)
			if !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("it is refused with %v, not as %v that says %q", err, c.is, c.says)
			}
			must.NoDiff(t, cmp.Diff(was, string(jsonOf(t, g))), "it changed (-was +is):\n%s")
		})
	}
}
