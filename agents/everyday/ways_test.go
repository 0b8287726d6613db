package everyday

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/agents"
	"legomem/agents/reflex"
	"legomem/must"
	"legomem/tools"
	"legomem/trajectory"
)

// boundFor binds values that were read for a skill in an office.
func boundFor(t *testing.T, o *office, skill string, all ...given) *binder {
	t.Helper()
	return must.Have(bindingIn(t, o, skill, all))(t)
}

// TestWhatValuesComeTo: values as they are said, and what they are in an office.
func TestWhatValuesComeTo(t *testing.T) {
	files := map[string]string{"data/archive/old.txt": "x", "data/notes/wifi.txt": "the guest code is 4711\n", "data/lists/shopping.txt": "tea\n"}
	for _, tt := range []struct {
		name, skill string
		given       []given
		slot        string
		want        []string
		doubts      int
	}{
		{"a copy keeps the file's suffix", "files.copy", []given{{Slot: "file", Text: "wifi"}, {Slot: "target", Text: "wifi 2027"}}, "target", []string{"wifi 2027.txt"}, 0},
		{"but for one of its own", "files.rename", []given{{Slot: "file", Text: "wifi"}, {Slot: "target", Text: "wifi.md"}}, "target", []string{"wifi.md"}, 0},
		{"a folder that is there", "files.move", []given{{Slot: "file", Text: "wifi"}, {Slot: "folder", Text: "Archive"}}, "folder", []string{"data/archive"}, 0},
		{"one that is nearly called so", "files.move", []given{{Slot: "file", Text: "wifi"}, {Slot: "folder", Text: "archve"}}, "folder", []string{"data/archive"}, 1},
		{"a new folder", "files.move", []given{{Slot: "file", Text: "wifi"}, {Slot: "folder", Text: "Codes"}}, "folder", []string{"Codes"}, 0},
		{"entries with commas", "list.add", []given{{Slot: "list", Text: "shopping"}, {Slot: "entries", Text: "milk, bird seed"}, {Slot: "entries", Text: "rice"}}, "entries", []string{"milk", "bird seed", "rice"}, 0},
		{"an entry in quotes", "list.add", []given{{Slot: "list", Text: "shopping"}, {Slot: "entries", Text: `"salt, fine"`, Canon: "salt, fine"}}, "entries", []string{"salt, fine"}, 0},
		{"a part of a day from", "calendar.is_free", []given{{Slot: "date", Text: "tomorrow"}, {Slot: "start", Text: "afternoon"}}, "start", []string{"12:00"}, 1},
		{"and until", "calendar.is_free", []given{{Slot: "date", Text: "tomorrow"}, {Slot: "start", Text: "afternoon"}}, "end", []string{"18:00"}, 1},
	} {
		b := boundFor(t, newOffice(t, files), tt.skill, tt.given...)
		if diff := cmp.Diff(tt.want, b.bindingsOf(tt.slot)); diff != "" {
			t.Errorf("%s: %s (-want +got):\n%s", tt.name, tt.slot, diff)
		}
		if len(b.doubts) != tt.doubts {
			t.Errorf("%s: it is doubted for %q", tt.name, b.doubts)
		}
	}
}

// TestEvidence: what an office says of values: a text that stands in the file speaks for
// them, so do several words of a name more than one; a text that does not, against them.
func TestEvidence(t *testing.T) {
	o := newOffice(t, map[string]string{"data/guest wifi codes.txt": "the guest code is 4711\n", "data/menu.txt": "soup\n"})
	replacing := func(file, old string) float64 {
		return boundFor(t, o, "files.replace", given{Slot: "file", Text: file}, given{Slot: "old", Text: old}, given{Slot: "new", Text: "x"}).evidence
	}
	stands, not := replacing("menu", "SOUP"), replacing("menu", "soap")
	if stands <= 0 || not >= 0 {
		t.Errorf("a text that stands there comes to %v, another to %v", stands, not)
	}
	if longer := replacing("guest wifi codes", "4711"); longer <= stands {
		t.Errorf("three words of a name come to %v, one to %v", longer, stands)
	}
	// What ends before it begins was hardly meant.
	b := boundFor(t, o, "calendar.add", given{Slot: "title", Text: "x"}, given{Slot: "start", Text: "3 pm"}, given{Slot: "end", Text: "2 pm"})
	if !b.endsEarly() {
		t.Error("an event may end before it begins")
	}
}

// TestNextAttempt: what turns out not to be possible gives way to the next reading, as long
// as nothing is changed, and its doubts tell that.
func TestNextAttempt(t *testing.T) {
	o := newOffice(t, map[string]string{"data/menu.txt": "soup\n"})
	b := boundFor(t, o, "files.read", given{Slot: "file", Text: "menu"})
	second := &reflex.Match{Procedure: must.Have(b.skill.Procedure(b.Team))(t), Bindings: b.bound}
	planner, actor := second.Play("Bob")
	failed := agents.Round{Failed: true, Summary: "no such file"}
	wrote := agents.Round{Steps: []trajectory.Step{{Observation: &tools.Observation{}, Effects: []tools.Effect{{Class: tools.Write}}}}}
	further := func() *attempt {
		return &attempt{planner, actor, Brain{}, o.brief("read the menu"), func(context.Context) (*reflex.Match, next, error) { return second, nil, nil }, 0}
	}
	no := &agents.GiveUp{Reason: "the procedure stopped: no such file"}
	a := further()
	if _, err := a.HandOver(t.Context(), no, []agents.Round{wrote, failed}); !errors.Is(err, no) {
		t.Errorf("after a change it goes on: %v", err)
	}
	plan := must.Have(a.HandOver(t.Context(), no, []agents.Round{failed}))(t)
	if len(plan.Steps) != 1 || len(second.Doubts) != 1 {
		t.Errorf("the next attempt has the plan %+v and the doubts %q", plan.Steps, second.Doubts)
	}
	ledger := must.Have(a.Next(t.Context(), agents.State{Plan: plan, Rounds: []agents.Round{failed}}))(t)
	if ledger.Satisfied.Answer || ledger.Speaker == "" {
		t.Errorf("it does not begin anew: %+v", ledger)
	}
	if _, err := a.HandOver(t.Context(), no, []agents.Round{failed, failed}); !errors.Is(err, no) {
		t.Errorf("with no further reading it goes on: %v", err)
	}
}
