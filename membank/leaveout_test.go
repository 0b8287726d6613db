package membank

import (
	"context"
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"

	"legomem/lists"
	"legomem/membank/lift"
	"legomem/must"
	"legomem/trajectory"
)

func parentsOf(hits []Hit) []string {
	return lists.Map(hits, func(h Hit) string { return h.Unit.Parent })
}

// TestLeaveOut: of every strategy the run that draws a memory sees nothing of it, in no
// role and in no draft, and sees all else as it would have.
func TestLeaveOut(t *testing.T) {
	for _, name := range []string{"vanilla", "dynamic", "rewrite"} {
		t.Run(name, func(t *testing.T) {
			b, limits := worked(t), Limits{K: 3, PerAgent: 3}
			whole := must.Have(NewStrategy(name, limits))(t)
			var drafted []Hit
			ask := Ask{Task: newTask, Agents: []string{"calendar_agent", "email_agent", "system_agent"}, Draft: func(_ context.Context, _ string, full []Hit) ([]string, error) {
				drafted = full
				return []string{"create review", "mail list attachment"}, nil
			}}
			all := must.Have(whole.Retrieve(t.Context(), b, ask))(t)
			victim := all.Full[1].Unit.ID
			r := must.Have(LeaveOut{Strategy: whole, Lot: OneOut{Share: 0.6, Drawn: 0.3}}.Retrieve(t.Context(), b, ask))(t) // 0.2 each
			if r.LeftOut == nil || !slices.Equal(r.LeftOut.Memories, []string{victim}) {
				t.Fatalf("left out is %+v, want the second of three, %s", r.LeftOut, victim)
			}
			same(t, "the others", ids(lists.Map(r.Full, unitOf)), []string{all.Full[0].Unit.ID, all.Full[2].Unit.ID})
			same(t, "their ranks", lists.Map(r.Full, func(h Hit) int { return h.Rank }), []int{1, 3})
			if name == "rewrite" {
				same(t, "what the draft is made of", ids(lists.Map(drafted, unitOf)), ids(lists.Map(r.Full, unitOf)))
			}
			for _, agent := range ask.Agents {
				sub := trajectory.Subtask{Agent: agent, Description: "create review day"}
				before, now := must.Have(all.ForAgent(t.Context(), sub))(t), must.Have(r.ForAgent(t.Context(), sub))(t)
				want := slices.DeleteFunc(parentsOf(before), func(id string) bool { return id == victim })
				same(t, agent+"'s, by what they were cut from", parentsOf(now), want)
			}
			for i, c := range r.LeftOut.Chances {
				if c.ID != all.Full[i].Unit.ID || c.Rank != i+1 || math.Abs(c.P-0.2) > 1e-9 {
					t.Errorf("chance %d is %+v", i, c)
				}
			}
		})
	}
}

// drafting is a strategy that has a draft made of the first three of what it finds.
type drafting []Hit

func (drafting) Name() string { return "drafting" }

func (d drafting) Retrieve(ctx context.Context, _ *Bank, ask Ask) (Retrieved, error) {
	_, err := ask.Draft(ctx, ask.Task, d[:3])
	return Retrieved{Full: d}, err
}

// TestLeaveOutOfTheDraft: the run leaves out what its draft did, though more is found after
// that, which changes the chances.
func TestLeaveOutOfTheDraft(t *testing.T) {
	var found drafting
	for i, id := range []string{"a", "b", "c", "d"} {
		found = append(found, Hit{Unit: Unit{ID: id}, Rank: i + 1})
	}
	for drawn := 0.05; drawn < 1; drawn += 0.1 {
		var drafted []Hit
		ask := Ask{Draft: func(_ context.Context, _ string, full []Hit) ([]string, error) { drafted = full; return nil, nil }}
		r := must.Have(LeaveOut{Strategy: found, Lot: OneOut{Share: 0.9, Drawn: drawn}}.Retrieve(t.Context(), nil, ask))(t)
		same(t, "what the draft is made of", ids(lists.Map(drafted, unitOf)), ids(lists.Map(r.Full[:len(r.Full)-1], unitOf)))
	}
}

func unitOf(h Hit) Unit { return h.Unit }

// TestLeaveOutNothing: a run that draws nothing, and one for which nothing was found, see
// what they would have.
func TestLeaveOutNothing(t *testing.T) {
	b, whole := worked(t), Vanilla{Limits{K: 3, PerAgent: 3}}
	all := must.Have(whole.Retrieve(t.Context(), b, Ask{Task: newTask}))(t)
	r := must.Have(LeaveOut{Strategy: whole, Lot: OneOut{Share: 0.6, Drawn: 0.7}}.Retrieve(t.Context(), b, Ask{Task: newTask}))(t)
	same(t, "full tasks", r.Full, all.Full)
	if len(r.LeftOut.Memories) > 0 || len(r.LeftOut.Chances) != 3 {
		t.Errorf("left out: %+v", r.LeftOut)
	}
	r = must.Have(LeaveOut{Strategy: None{}, Lot: OneOut{Share: 0.6}}.Retrieve(t.Context(), b, Ask{Task: newTask}))(t)
	if r.LeftOut != nil {
		t.Errorf("of nothing was left out %+v", r.LeftOut)
	}
}

// TestLeaveOutAgain: a resumed run leaves out what it did, whatever was learned meanwhile.
func TestLeaveOutAgain(t *testing.T) {
	b, whole := worked(t), Vanilla{Limits{K: 3, PerAgent: 3}}
	first := must.Have(LeaveOut{Strategy: whole, Lot: OneOut{Share: 0.6, Drawn: 0.3}}.Retrieve(t.Context(), b, Ask{Task: newTask}))(t)
	again := must.Have(LeaveOut{Strategy: whole, Lot: OneOut{Share: 0.6, Drawn: 0.9}, Again: first.LeftOut}.Retrieve(t.Context(), b, Ask{Task: newTask}))(t)
	same(t, "left out again", again.LeftOut, first.LeftOut)
	same(t, "full tasks", again.Full, first.Full)
}

// TestLeaveOutApart: a trial leaves out each memory by a draw of its own and as often as it is
// to, shows what it gives no chance, sees all else as it would have, and draws the same again.
func TestLeaveOutApart(t *testing.T) {
	b, whole := worked(t), Vanilla{Limits{K: 3, PerAgent: 3}}
	all := must.Have(whole.Retrieve(t.Context(), b, Ask{Task: newTask}))(t)
	first, second, third := all.Full[0].Unit.ID, all.Full[1].Unit.ID, all.Full[2].Unit.ID
	lot := EachApart{Chances: []trajectory.Chance{{ID: "m-gone", P: 0.9}, {ID: third, P: 0.5}, {ID: first, P: 0.25}}}
	const n = 2000
	out := map[string]float64{}
	for i := range n {
		binary.LittleEndian.PutUint32(lot.Seed[:], uint32(i))
		left := lot.Draw(all.Full)
		same(t, "drawn again", lot.Draw(all.Full), left)
		same(t, "chances", left.Chances, []trajectory.Chance{{ID: first, Rank: 1, P: 0.25}, {ID: third, Rank: 3, P: 0.5}})
		out[strings.Join(left.Memories, " ")]++
	}
	for what, want := range map[string]float64{"": 0.375, first: 0.125, third: 0.375, first + " " + third: 0.125} {
		if got := out[what] / n; math.Abs(got-want) > 4*math.Sqrt(want*(1-want)/n) {
			t.Errorf("%q is left out in a share of %v, want %v", what, got, want)
		}
	}
	sure := EachApart{Chances: []trajectory.Chance{{ID: first, P: 1}, {ID: third, P: 1}}}
	r := must.Have(LeaveOut{Strategy: whole, Lot: sure}.Retrieve(t.Context(), b, Ask{Task: newTask}))(t)
	same(t, "shown", ids(lists.Map(r.Full, unitOf)), []string{second})
	sub := trajectory.Subtask{Agent: "calendar_agent", Description: "create review day"}
	for _, parent := range parentsOf(must.Have(r.ForAgent(t.Context(), sub))(t)) {
		if parent != second {
			t.Errorf("an agent is shown what was cut from %s", parent)
		}
	}
	if r = must.Have(LeaveOut{Strategy: whole, Lot: EachApart{}}.Retrieve(t.Context(), b, Ask{Task: newTask}))(t); r.LeftOut != nil {
		t.Errorf("without chances was left out %+v", r.LeftOut)
	}
}

// TestLeaveOutWary: what was shown to runs that failed is left out more often.
func TestLeaveOutWary(t *testing.T) {
	b := worked(t)
	all := must.Have(b.Search(t.Context(), Query{Text: newTask, K: 3, Filter: Filter{Kind: FullTask}}))(t)
	for i, h := range all {
		for range 20 {
			must.Do(t, b.MarkUsed(t.Context(), []string{h.Unit.ID}, i != 2))
		}
	}
	r := must.Have(LeaveOut{Strategy: Vanilla{Limits{K: 3}}, Lot: OneOut{Share: 0.6, Wary: true, Drawn: 0.99}}.Retrieve(t.Context(), b, Ask{Task: newTask}))(t)
	if c := r.LeftOut.Chances; math.Abs(c[2].P-0.3) > 1e-9 || c[0].P > 0.16 {
		t.Errorf("the one that failed: %+v", c)
	}
}

func use(id string, outcome trajectory.Outcome, passed *bool, leftOut ...string) Use {
	return Use{Run: id, Outcome: outcome, Solved: outcome == trajectory.Solved, Passed: passed, Steps: 3, Tokens: 100,
		LeftOut: &trajectory.LeftOut{Memories: leftOut, Chances: []trajectory.Chance{{ID: "m-a", Rank: 1, P: 0.25}, {ID: "m-b", Rank: 2, P: 0.25}}}}
}

func TestEffectsOf(t *testing.T) {
	uses := []Use{
		use("1", trajectory.Solved, verdict(true)), use("2", trajectory.Solved, verdict(false)), use("3", trajectory.GaveUp, verdict(false), "m-a"),
		use("4", trajectory.Exhausted, nil, "m-b"),
		use("5", trajectory.Errored, nil, "m-a"), use("6", trajectory.Cancelled, nil, "m-a"), use("7", trajectory.Asked, nil, "m-a"), use("8", "", nil, "m-a"),
		{Run: "9", Outcome: trajectory.Solved, Solved: true, Passed: verdict(true)}, // of before
	}
	e := EffectsOf(uses, lift.DefaultBar())
	if e.By != ByPassed || e.Runs != 3 || e.LeftOut != 1 || len(e.Memories) != 2 {
		t.Errorf("judged runs: %+v", e)
	}
	for _, m := range e.Memories {
		if want := map[string]int{"m-a": 1, "m-b": 0}[m.ID]; m.LeftOut != want || m.Shown != 2 {
			t.Errorf("%s was shown %d times and left out %d times", m.ID, m.Shown, m.LeftOut)
		}
	}
	e = EffectsOf(append(uses[:1:1], uses[3], use("10", trajectory.Solved, nil), use("11", trajectory.Solved, nil, "m-b")), lift.DefaultBar())
	if e.By != BySolved || e.Runs != 4 || e.LeftOut != 2 {
		t.Errorf("claims: %+v", e)
	}
	again := use("12", trajectory.Solved, nil, "m-a", "m-b")
	again.TrialOf, again.LeftOut.Apart = "1", true
	e = EffectsOf(append(uses[3:4:4], again), lift.DefaultBar())
	if e.Runs != 2 || e.LeftOut != 2 || e.Trials != 1 {
		t.Errorf("with a trial: %+v", e)
	}
	for _, m := range e.Memories {
		if want := map[string]int{"m-a": 1, "m-b": 2}[m.ID]; m.LeftOut != want {
			t.Errorf("%s was left out %d times, want %d", m.ID, m.LeftOut, want)
		}
	}
	if e = EffectsOf(nil, lift.DefaultBar()); e.Runs != 0 || e.Memories == nil {
		t.Errorf("no runs: %+v", e)
	}
}

// TestRepeatable: a run that could leave nothing out says nothing of memories, and can be done
// again if a model was shown some.
func TestRepeatable(t *testing.T) {
	found := []trajectory.MemoryRef{{ID: "m-a", Rank: 1, Score: 0.5}}
	uses := []Use{use("1", trajectory.Solved, nil, "m-a"),
		{Run: "2", Outcome: trajectory.Solved, Solved: true, Tokens: 100, Shown: true, Found: found},
		{Run: "3", Outcome: trajectory.Solved, Solved: true, Tokens: 100, Found: found}, // reflex did it: a model may have been asked whether it can, and was shown none
		{Run: "4", Outcome: trajectory.Solved, Solved: true, Shown: true},
		{Run: "5", Outcome: trajectory.Cancelled, Shown: true, Found: found}}
	again := Repeatable(uses)
	same(t, "done again", lists.Map(again.Uses, func(u Use) string { return u.Run }), []string{"1", "2"})
	same(t, "as a trial", again.Trials[1], lift.Trial{Chances: []lift.Chance{{ID: "m-a"}}, Success: true, Tokens: 100})
	if e := EffectsOf(uses, lift.DefaultBar()); e.Runs != 1 || uses[1].LeftOut != nil {
		t.Errorf("effects count %d runs", e.Runs)
	}
	uses = append(uses[1:], Use{Run: "7", Outcome: trajectory.GaveUp, Shown: true, Found: found}, use("6", trajectory.Solved, verdict(true), "m-a"))
	again = Repeatable(uses)
	same(t, "beside one that was judged", lists.Map(again.Uses, func(u Use) string { return u.Run }), []string{"6"})
	same(t, "unjudged", lists.Map(again.Unjudged, func(u Use) string { return u.Run }), []string{"2", "7"})
	if measured := EffectsOf(uses, lift.DefaultBar()).By; again.By != measured {
		t.Errorf("done again is what counts by %s, and measured what counts by %s", again.By, measured)
	}
}

// TestUseOfLeftOut: what was left out is read from the log.
func TestUseOfLeftOut(t *testing.T) {
	left := trajectory.LeftOut{Memories: []string{"m-a"}, Chances: []trajectory.Chance{{ID: "m-a", Rank: 1, P: 0.05}}}
	u := must.Have(UseOf(logged(t, trajectory.Started{Trial: &trajectory.Trial{Of: "run-0"}}, left, trajectory.Finished{Result: trajectory.Result{Outcome: trajectory.GaveUp, Steps: 4}})))(t)
	same(t, "use", u, Use{Run: "run-1", Tenant: "local", Steps: 4, Outcome: trajectory.GaveUp, LeftOut: &left, TrialOf: "run-0", Retrieved: map[string]int{}})
}
