package commit_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"

	"legomem/commit"
	"legomem/must"
)

// TestPartly applies a part of what a run did, then the rest, and takes both back.
func TestPartly(t *testing.T) {
	was := tree{"a": "a", "b": "b", "gone": "gone", "sub/old": "same"}
	is := tree{"a": "A", "b": "B", "new": "new", "sub/new": "same"}
	for _, tt := range []struct {
		name    string
		without []string
		instead tree
		steps   []string
		want    tree
	}{
		{"all of it", nil, nil, []string{"a changed", "b changed", "gone deleted", "new added", "sub/new added", "sub/old deleted"}, is},
		{"without a changed file", []string{"a"}, nil, []string{"b changed", "gone deleted", "new added", "sub/new added", "sub/old deleted"},
			tree{"a": "a", "b": "B", "new": "new", "sub/new": "same"}},
		{"without a new and a deleted one", []string{"gone", "new"}, nil, []string{"a changed", "b changed", "sub/new added", "sub/old deleted"},
			tree{"a": "A", "b": "B", "gone": "gone", "sub/new": "same"}},
		{"without a renamed one", []string{"sub/old", "sub/new"}, nil, []string{"a changed", "b changed", "gone deleted", "new added"},
			tree{"a": "A", "b": "B", "new": "new", "sub/old": "same"}},
		{"without any", []string{"a", "b", "gone", "new", "sub/old", "sub/new"}, nil, nil, was},
		{"less in every kind of file", nil, tree{"a": "half", "gone": "half gone", "new": "half new"},
			[]string{"a changed", "b changed", "gone changed", "new added", "sub/new added", "sub/old deleted"},
			tree{"a": "half", "b": "B", "gone": "half gone", "new": "half new", "sub/new": "same"}},
		{"as at the start instead", nil, tree{"a": "a", "gone": "gone"}, []string{"b changed", "new added", "sub/new added", "sub/old deleted"},
			tree{"a": "a", "b": "B", "gone": "gone", "new": "new", "sub/new": "same"}},
		{"an empty file instead", nil, tree{"a": ""}, []string{"a changed", "b changed", "gone deleted", "new added", "sub/new added", "sub/old deleted"},
			tree{"a": "", "b": "B", "new": "new", "sub/new": "same"}},
		{"left out, whatever it were to be instead", []string{"a"}, tree{"a": "half"}, []string{"b changed", "gone deleted", "new added", "sub/new added", "sub/old deleted"},
			tree{"a": "a", "b": "B", "new": "new", "sub/new": "same"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := newOffice(t, was, is)
			_, wasStats := treeOf(t, o.home)
			whole := o.order
			o.leaveOut(tt.without, tt.instead)
			done := must.Have(o.apply(o.engine(nil)))(t)
			if steps := stepsOf(done); !slices.Equal(steps, tt.steps) {
				t.Errorf("steps %q, want %q", steps, tt.steps)
			}
			o.holds("applied in part", tt.want)
			if again := must.Have(o.apply(o.engine(nil)))(t); len(again.Steps) > 0 {
				t.Errorf("applied twice: %+v", again.Steps)
			}
			o.order = whole
			must.Have(o.apply(o.engine(nil)))(t)
			o.holds("the rest", is)
			o.undoAll()
			got, stats := treeOf(t, o.home)
			if !maps.Equal(got, was) || !maps.Equal(stats, wasStats) {
				t.Errorf("undone, it holds\n%s%v\nand not\n%s%v", got, stats, was, wasStats)
			}
		})
	}
}

// leaveOut has the order leave these files out, and make others of some.
func (o *office) leaveOut(without []string, instead tree) {
	o.order.Without, o.order.Instead = map[string]bool{"b": false}, map[string][]byte{}
	for _, name := range without {
		o.order.Without[name] = true
	}
	for name, text := range instead {
		o.order.Instead[name] = []byte(text)
	}
}

func stepsOf(d commit.Done) (all []string) {
	for _, s := range d.Steps {
		all = append(all, s.Path+" "+s.Kind())
	}
	return all
}

// takingTheirs is an engine whose merger takes the run's side.
func (o *office) takingTheirs() commit.Engine {
	e := o.engine(nil)
	e.Merge = func(_ context.Context, m commit.Merging) ([]byte, []string, bool, error) {
		return []byte(contentOf(o.t, m.Theirs)), nil, true, nil
	}
	return e
}

// undoAll takes back all that is applied.
func (o *office) undoAll() {
	o.t.Helper()
	for {
		_, err := o.undo(o.engine(nil))
		if errors.As(err, new(*commit.NotApplied)) {
			return
		}
		must.Do(o.t, err)
	}
}

// TestPartlyMerged: where the user has changed a file too, what it is to become instead is
// the run's side; what is left out is not looked at.
func TestPartlyMerged(t *testing.T) {
	o := newOffice(t, tree{"a.ics": "1", "b.ics": "1"}, tree{"a.ics": "the run's", "b.ics": "the run's"})
	tree{"a.ics": "mine", "b.ics": "mine"}.files(t, o.home)
	o.leaveOut([]string{"b.ics"}, tree{"a.ics": "half"})
	done := must.Have(o.apply(o.takingTheirs()))(t)
	if len(done.Steps) != 1 || !done.Steps[0].Merged {
		t.Errorf("%+v", done.Steps)
	}
	o.holds("merged", tree{"a.ics": "half", "b.ics": "mine"})
	whole := o.order
	whole.Without, whole.Instead = map[string]bool{"b.ics": true}, nil
	_, err := o.engine(nil).LookApply(t.Context(), whole)
	if got := refusedFiles(t, err); len(got) != 1 || got["a.ics"] == "" {
		t.Errorf("the rest over what was merged: %v", got)
	}
	must.Have(o.undo(o.engine(nil)))(t)
	o.holds("undone", tree{"a.ics": "mine", "b.ics": "mine"})
}

// TestRestRefused: the rest is not written over what the user did with the part since, nor
// does a second part take back what the first one brought.
func TestRestRefused(t *testing.T) {
	o := newOffice(t, tree{"a": "a", "gone": "gone"}, tree{"a": "A"})
	whole := o.order
	o.leaveOut(nil, tree{"a": "half", "gone": "half gone"})
	must.Have(o.apply(o.engine(nil)))(t)
	o.leaveOut([]string{"gone"}, tree{"a": "other half"})
	_, err := o.apply(o.engine(nil))
	if got := refusedFiles(t, err); len(got) != 1 || got["a"] == "" {
		t.Errorf("another part: %v", got)
	}
	tree{"a": "mine", "gone": "mine"}.files(t, o.home)
	o.order = whole
	_, err = o.apply(o.engine(nil))
	if got := refusedFiles(t, err); len(got) != 2 {
		t.Errorf("the rest: %v", got)
	}
	o.holds("refused", tree{"a": "mine", "gone": "mine"})

	tree{"a": "half", "gone": "half gone"}.files(t, o.home)
	must.Have(o.undo(o.engine(nil)))(t)
	tree{"a": "half", "gone": "half gone"}.files(t, o.home) // as it happens, and not by the run
	_, err = o.apply(o.engine(nil))
	if got := refusedFiles(t, err); len(got) != 2 {
		t.Errorf("what was undone counts: %v", got)
	}

	o.leaveOut(nil, tree{"a": "half", "gone": "half gone"})
	o.order.To = o.dir + "/elsewhere"
	tree{"a": "a", "gone": "gone"}.files(t, o.order.To)
	must.Have(o.apply(o.engine(nil)))(t)
	o.order = whole
	_, err = o.apply(o.engine(nil))
	if got := refusedFiles(t, err); len(got) != 2 {
		t.Errorf("what was brought elsewhere counts: %v", got)
	}
}

// TestPartlyMail: a mail that is to be another one gets a name beside that of the user's.
func TestPartlyMail(t *testing.T) {
	mail := func(id string) string { return "Message-Id: <" + id + "@x>\r\n\r\nbody\r\n" }
	o := newOffice(t, tree{}, tree{"emails/Bob/hi.eml": mail("run"), "emails/Bob/hi (2).eml": mail("other")})
	tree{"emails/Bob/hi.eml": mail("mine")}.files(t, o.home)
	o.leaveOut([]string{"emails/Bob/hi (2).eml"}, tree{"emails/Bob/hi.eml": mail("less")})
	must.Have(o.apply(o.engine(nil)))(t)
	o.holds("beside", tree{"emails/Bob/hi.eml": mail("mine"), "emails/Bob/hi (3).eml": mail("less")})
	if again := must.Have(o.apply(o.engine(nil)))(t); len(again.Steps) > 0 {
		t.Errorf("applied twice: %+v", again.Steps)
	}
}

// TestPartlyDigest: a yes to one part is no yes to another.
func TestPartlyDigest(t *testing.T) {
	o := newOffice(t, tree{"a": "a"}, tree{"a": "A", "b": "B"})
	seen := map[string]string{}
	for name, change := range map[string]func(){
		"all": func() {}, "without": func() { o.leaveOut([]string{"b"}, nil) },
		"half": func() { o.leaveOut(nil, tree{"a": "half"}) }, "other half": func() { o.leaveOut(nil, tree{"a": "another half"}) },
	} {
		o.order.Without, o.order.Instead = nil, nil
		change()
		digest := must.Have(o.engine(nil).LookApply(t.Context(), o.order))(t).Digest()
		if seen[digest] != "" {
			t.Errorf("%s and %s have one digest", name, seen[digest])
		}
		seen[digest] = name
	}
}
