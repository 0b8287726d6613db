package membank

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"legomem/membank/hashembed"
	"legomem/membank/store/sqlite"
	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/must"
	"legomem/trajectory"
)

// again is the near work of another run: the same tools on other values.
func again(run, text string) Unit {
	u := task(text, "calendar_agent", "email_agent")
	u.Source = Source{Run: run, Suite: "suite", Task: run + "/0", User: "Bea"}
	for i := range u.Subtasks {
		u.Subtasks[i].Steps = []Step{{Action: `x.do({"n":"` + run + `"})`}}
	}
	return u
}

const said, saidNear = "Schedule a budget review for Dana on Monday", "Schedule a budget review for Dana on Friday"

// mergeInto merges into a bank that holds one unit.
func mergeInto(t *testing.T, known Unit, threshold float64, units ...Unit) (*Bank, Added) {
	t.Helper()
	b := newBank(t)
	add(t, b, known)
	did := must.Have(b.Merge(t.Context(), units, threshold))(t)
	return b, did
}

func TestMerge(t *testing.T) {
	first, second := again("run-a", said), again("run-b", saidNear)
	second.Procedure, second.Compiler = json.RawMessage(`{"a":1}`), "reflex/1"
	b, did := mergeInto(t, first, 0.5, whole(t, second)...)
	same(t, "merged", did, Added{Merged: 1})
	units := listUnits(t, b, Filter{})
	same(t, "units", len(units), 3)
	want := whole(t, first)[0]
	want.Merged = []Source{second.Source}
	want.Wordings = []trajectory.Wording{{Text: saidNear}}
	want.Procedure, want.Compiler = second.Procedure, "reflex/1"
	want, err := Seal(want)
	must.Do(t, err)
	same(t, "kept", units[0], want)

	for _, u := range []Unit{first, second} { // whichever comes again
		did = mergeUnits(t, b, whole(t, u))
		if did.New+did.Changed+did.Merged != 0 {
			t.Errorf("merged again: %+v", did)
		}
	}
	after := listUnits(t, b, Filter{})
	same(t, "kept, after again", after, units)
}

func TestMergeDoesNot(t *testing.T) {
	elsewhere := again("run-b", saidNear)
	elsewhere.Subtasks[1].Steps[0].Action = "y.do({})"
	swapped := again("run-b", saidNear)
	swapped.Subtasks[0].Agent, swapped.Subtasks[1].Agent = "email_agent", "calendar_agent"
	for _, c := range []struct {
		name      string
		threshold float64
		new       Unit
	}{
		{"below the threshold", 0.999, again("run-b", saidNear)},
		{"no threshold", 0, again("run-b", said)},
		{"other tools", 0.5, elsewhere},
		{"other agents", 0.5, swapped},
		{"far away", 0.5, again("run-b", "Mail the total of the expenses to Bob")},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, did := mergeInto(t, again("run-a", said), c.threshold, whole(t, c.new)...)
			same(t, "added", did, Added{New: 3})
			n := must.Have(b.Count(t.Context(), Filter{}))(t)
			same(t, "units", n, 6)
		})
	}
}

func TestMergeKeepsMarksOut(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []trajectory.Wording
	}{
		{"marks", "Schedule a budget review for [Dana] on Monday", nil},
		{"a bracket", "Schedule a budget review for Dana on Monday]", nil},
		{"the same text", said, nil},
		{"plain", saidNear, []trajectory.Wording{{Text: saidNear}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, did := mergeInto(t, again("run-a", said), 0.5, whole(t, again("run-b", c.text))...)
			same(t, "merged", did, Added{Merged: 1})
			units := listUnits(t, b, Filter{Kind: FullTask})
			same(t, "wordings", units[0].Wordings, c.want)
		})
	}
}

func TestMergeLeavesTheStarterAlone(t *testing.T) {
	b := newBank(t)
	starter := again("demo", said)
	starter.Source.Starter = true
	before := add(t, b, starter)
	own := whole(t, again("run-b", saidNear))
	for _, want := range []Added{{New: 3}, {Same: 3}} {
		did := mergeUnits(t, b, own)
		same(t, "beside a starter twin", did, want)
	}
	got := getUnits(t, b, ids(before)...)
	same(t, "the starter's", got, before)
	// A third finds the user's own, though the starter's is nearer.
	did := mergeUnits(t, b, whole(t, again("run-c", said)))
	same(t, "the next", did, Added{Merged: 1})
	got = getUnits(t, b, own[0].ID)
	same(t, "its sources", len(got[0].Sources()), 2)
}

// TestMergeWithinOneCall: three alike and one other, in one go; each text is
// embedded once.
func TestMergeWithinOneCall(t *testing.T) {
	e := &counting{}
	b := openBank(t, sqlitetest.New(t), e, "ann")
	var all []Unit
	for _, u := range []Unit{again("run-a", said), again("run-b", saidNear), again("run-c", said), again("run-d", "Mail the total to Bob")} {
		all = append(all, whole(t, u)...)
	}
	did := mergeUnits(t, b, all)
	same(t, "merged", did, Added{New: 6, Merged: 2})
	same(t, "texts embedded", e.texts, 4+4)
	got := getUnits(t, b, all[0].ID)
	same(t, "its sources", got[0].Sources(), []Source{all[0].Source, all[3].Source, all[6].Source})
	did = mergeUnits(t, b, all)
	same(t, "all again", did.New+did.Changed+did.Merged, 0)
}

// TestMergeAfterQuarantine: what was merged into a quarantined unit does not
// come back beside it; other work does.
func TestMergeAfterQuarantine(t *testing.T) {
	second := whole(t, again("run-b", saidNear))
	b, _ := mergeInto(t, again("run-a", said), 0.5, second...)
	must.Have(b.Quarantine(t.Context(), ids(whole(t, again("run-a", said))), "wrong"))(t)
	did := mergeUnits(t, b, second)
	same(t, "the same source", did, Added{Same: 1})
	did = mergeUnits(t, b, whole(t, again("run-c", said)))
	same(t, "another source", did, Added{New: 3})
}

// TestMergeKeepsWhatOthersBrought: the first run's unit, compiled anew, does
// not lose what was merged into it.
func TestMergeKeepsWhatOthersBrought(t *testing.T) {
	first := again("run-a", said)
	b, _ := mergeInto(t, first, 0.5, whole(t, again("run-b", saidNear))...)
	first.Procedure, first.Compiler = json.RawMessage(`{"a":2}`), "reflex/2"
	anew := whole(t, first)
	did := mergeUnits(t, b, anew)
	same(t, "merged", did, Added{Changed: 1, Same: 2})
	got := getUnits(t, b, anew[0].ID)
	if got[0].Compiler != "reflex/2" || len(got[0].Merged) != 1 || len(got[0].Wordings) != 1 {
		t.Errorf("kept: %+v", got[0])
	}
}

// TestMergeOfTheSameWork: the very same unit from another run is noted as a
// further source.
func TestMergeOfTheSameWork(t *testing.T) {
	first := again("run-a", said)
	other := whole(t, first)
	for i := range other {
		other[i].Source.Run = "run-b"
	}
	b, did := mergeInto(t, first, 0.5, other...)
	same(t, "merged", did, Added{Merged: 1, Same: 2})
	got := getUnits(t, b, other[0].ID)
	same(t, "sources", len(got[0].Sources()), 2)
}

func TestMergeIsAllOrNothing(t *testing.T) {
	b := newBank(t)
	bad := again("run-b", said)
	bad.Subtasks = nil
	if _, err := b.Merge(t.Context(), []Unit{again("run-a", said), bad}, 0.5); err == nil {
		t.Error("a task without subtasks was merged")
	}
	n := must.Have(b.Count(t.Context(), Filter{}))(t)
	same(t, "units", n, 0)
}

func TestMergeStaysWithTheTenant(t *testing.T) {
	s := sqlitetest.New(t)
	ann := openBank(t, s, hashembed.Embedder{}, "ann")
	bea := openBank(t, s, hashembed.Embedder{}, "bea")
	add(t, ann, again("run-a", said))
	did := mergeUnits(t, bea, whole(t, again("run-b", said)))
	same(t, "Bea's", did, Added{New: 3})
}

// TestMergedIsFoundAsBefore: a unit that took another in, and lost it again, is
// found on disk by the vector it had; nothing was embedded for it.
func TestMergedIsFoundAsBefore(t *testing.T) {
	s := must.Have(sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "bank.db"), sqlite.ReadWrite))(t)
	defer s.Close()
	e := &counting{}
	b := openBank(t, s, e, "ann")
	add(t, b, again("run-a", said))
	score := func() float64 {
		hits := searchTasks(t, b, saidNear, 1)
		return hits[0].Score
	}
	was, texts := score(), e.texts
	_ = mergeUnits(t, b, whole(t, again("run-b", saidNear)))
	same(t, "texts embedded", e.texts-texts, 1)
	same(t, "its score, merged", score(), was)
	plan := planForget(t, b, Selection{Run: "run-b"})
	must.Have(b.Forget(t.Context(), plan))(t)
	same(t, "its score, loosened", score(), was)
}
