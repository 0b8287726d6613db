package consent_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/changes"
	"legomem/consent"
	"legomem/must"
	"legomem/sweep"
	"legomem/tools/facts"
)

// now is when things are agreed to.
var now = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

// actor is who did the runs.
var actor = consent.Acting{Practised: true, Exact: true, Unit: "m-1", Version: "v1", User: "Sam"}

// letter is a mail to Dana with the user in copy, an attachment whose name the procedure
// has, and a header that is marked.
func letter() changes.Change {
	return changes.Change{ID: "c1", Kind: changes.Mail, Operation: facts.Made, Sentence: "Writes a mail to Dana.",
		Targets: []changes.Target{
			{Role: changes.To, Value: "Dana@example.com", Provenance: changes.Named},
			{Role: changes.Cc, Value: "Sam@example.com", Provenance: changes.Known},
			{Role: changes.Attachment, Value: "plan.xlsx", Provenance: changes.New},
		},
		Marks: []facts.Mark{{Kind: facts.ReplyTo, Detail: "desk@example.com"}}}
}

// removal deletes a file that the task names.
func removal() changes.Change {
	return changes.Change{ID: "c2", Kind: changes.Plain, Operation: facts.Deleted, Sentence: "Deletes data/old.txt.",
		Targets: []changes.Target{{Role: changes.Path, Value: "data/old.txt", Provenance: changes.Named}},
		Marks:   []facts.Mark{{Kind: facts.Deletion}}}
}

// always is a yes to both, for always.
func always() consent.Granting {
	return consent.Granting{Acting: actor, Run: "r1", Tenant: "local", Sentence: "Write to Dana", Changes: []changes.Change{letter(), removal()},
		Constants: []string{"Hello", "/testbed/data/plan.xlsx"}, Own: []string{"Sam"}, Domain: "example.com"}
}

// TestNewGrant: what is granted is what was agreed to, word for word.
func TestNewGrant(t *testing.T) {
	sweep.OneGoroutine(t)
	of := always()
	of.Changes = append(of.Changes, letter()) // another like it
	got := must.Have(consent.NewGrant(of, "g-1", now))(t)
	want := consent.Grant{ID: "g-1", Tenant: "local", User: "Sam", Procedure: "m-1", Version: "v1", Exact: true, Sentence: "Write to Dana", Made: now, Run: "r1",
		Effects: []consent.Effect{
			{Class: "mail made", Targets: []consent.Literal{
				{Role: "to", Value: "Dana@example.com", From: consent.FromTask},
				{Role: "cc", Value: "Sam@example.com", From: consent.FromUser},
				{Role: "attachment", Value: "plan.xlsx", From: consent.FromProcedure},
			}, Marks: letter().Marks},
			{Class: "file deleted", Targets: []consent.Literal{{Role: "path", Value: "data/old.txt", From: consent.FromTask}}, Marks: removal().Marks},
		}}
	must.NoDiff(t, cmp.Diff(want, got), "the grant (-want +got):\n%s")
	for _, c := range of.Changes {
		if !got.Covers(actor, c) {
			t.Errorf("it does not cover what it was given for: %s", c.Sentence)
		}
	}
}

// TestNotGrantable: each row is a yes that cannot be for always, and what the error names.
func TestNotGrantable(t *testing.T) {
	sweep.OneGoroutine(t)
	target := func(t changes.Target) func(*consent.Granting) {
		return func(of *consent.Granting) { of.Changes[0].Targets[0] = t }
	}
	mark := func(kind facts.MarkKind) func(*consent.Granting) {
		return func(of *consent.Granting) { of.Changes[0].Marks = []facts.Mark{{Kind: kind}} }
	}
	const why = "Writes a mail to Dana: "
	for name, tt := range map[string]struct {
		change func(*consent.Granting)
		want   string
	}{
		"a model did it":        {func(of *consent.Granting) { of.Acting = consent.Acting{} }, "none was played from end to end"},
		"no procedure":          {func(of *consent.Granting) { of.Unit = "" }, "none was played from end to end"},
		"no version":            {func(of *consent.Granting) { of.Version = "" }, "none was played from end to end"},
		"a batch's rows":        {func(of *consent.Granting) { of.FromRows = true }, "the rows of a batch"},
		"nothing was asked":     {func(of *consent.Granting) { of.Changes = nil }, "no change"},
		"read in the run":       {target(changes.Target{Role: "to", Value: "eve@example.com", Provenance: changes.Found, FoundIn: []string{"email.read 3"}}), why + "eve@example.com (to) was read in the run, in email.read 3"},
		"read, and a constant":  {target(changes.Target{Role: "to", Value: "Hello", Provenance: changes.Found, FoundIn: []string{"email.read 3"}}), why + "Hello (to) was read in the run"},
		"of nowhere":            {target(changes.Target{Role: "to", Value: "eve@example.com", Provenance: changes.New}), why + "eve@example.com (to) is neither named in the task"},
		"known, and not named":  {target(changes.Target{Role: "to", Value: "eve@example.com", Provenance: changes.Known}), why + "eve@example.com (to) is neither named in the task"},
		"another file":          {target(changes.Target{Role: "path", Value: "data/sub/plan.xlsx", Provenance: changes.New}), why + "data/sub/plan.xlsx (path) is neither"},
		"of another case":       {target(changes.Target{Role: "path", Value: "data/Plan.xlsx", Provenance: changes.New}), why + "data/Plan.xlsx (path) is neither"},
		"an odd address":        {target(changes.Target{Role: "to", Value: "d\u0430na@example.com", Provenance: changes.Named}), why + "d\u0430na@example.com has letters outside ASCII"},
		"an odd path":           {target(changes.Target{Role: "path", Value: "data/\u200bold.txt", Provenance: changes.Named}), why + "data/\u200bold.txt has a letter that nobody sees"},
		"odd letters elsewhere": {mark(facts.OddLetters), why + "it is marked: odd letters"},
		"not all listed":        {mark(facts.Large), why + "it is marked: very large"},
		"unreadable":            {mark(facts.Unreadable), why + "it is marked: unreadable"},
		"no target":             {func(of *consent.Granting) { of.Changes[0].Targets = nil }, why + "it says of nothing"},
	} {
		t.Run(name, func(t *testing.T) {
			of := always()
			tt.change(&of)
			_, err := consent.NewGrant(of, "g-1", now)
			if no := (*consent.NotGrantable)(nil); !errors.As(err, &no) || !strings.Contains(err.Error(), tt.want) || !strings.HasSuffix(err.Error(), ". Answer yes instead") {
				t.Errorf("the error is %v, and does not say %q", err, tt.want)
			}
		})
	}
}

// TestCovers: each row is one thing that differs from what was agreed to.
func TestCovers(t *testing.T) {
	sweep.OneGoroutine(t)
	type try struct {
		grant  consent.Grant
		acting consent.Acting
		change changes.Change
	}
	target := func(i int, f func(*changes.Target)) func(*try) { return func(x *try) { f(&x.change.Targets[i]) } }
	value := func(i int, v string) func(*try) { return target(i, func(t *changes.Target) { t.Value = v }) }
	from := func(i int, p changes.Provenance) func(*try) {
		return target(i, func(t *changes.Target) { t.Provenance = p })
	}
	mark := func(kind facts.MarkKind, detail string) func(*try) {
		return func(x *try) { x.change.Marks = append(x.change.Marks, facts.Mark{Kind: kind, Detail: detail}) }
	}
	more := func(role, v string) func(*try) {
		return func(x *try) {
			x.change.Targets = append(x.change.Targets, changes.Target{Role: role, Value: v, Provenance: changes.Named})
		}
	}
	for name, tt := range map[string]struct {
		change func(*try)
		want   bool
	}{
		"the same":                      {func(*try) {}, true},
		"another change of it":          {func(x *try) { x.change = removal() }, true},
		"less":                          {func(x *try) { x.change.Targets, x.change.Marks = x.change.Targets[:1], nil }, true},
		"another id and sentence":       {func(x *try) { x.change.ID, x.change.Sentence = "c9", "Writes." }, true},
		"another case of an address":    {value(0, "DANA@Example.com"), true},
		"the user, named":               {from(1, changes.Named), true},
		"a constant, named":             {from(2, changes.Named), true},
		"a constant, known":             {from(2, changes.Known), true},
		"read loosely, as granted":      {func(x *try) { x.acting.Exact, x.grant.Exact = false, false }, true},
		"read exactly, granted loosely": {func(x *try) { x.grant.Exact = false }, true},

		"revoked":                    {func(x *try) { x.grant.Revoked = &now }, false},
		"not practised":              {func(x *try) { x.acting.Practised = false }, false},
		"another procedure":          {func(x *try) { x.acting.Unit = "m-2" }, false},
		"another version":            {func(x *try) { x.acting.Version = "v2" }, false},
		"another user":               {func(x *try) { x.acting.User = "Lee" }, false},
		"read loosely":               {func(x *try) { x.acting.Exact = false }, false},
		"from a batch's rows":        {func(x *try) { x.acting.FromRows = true }, false},
		"another operation":          {func(x *try) { x.change.Operation = facts.Changed }, false},
		"another kind":               {func(x *try) { x.change.Kind = changes.Plain }, false},
		"another recipient":          {value(0, "eve@example.com"), false},
		"only a name":                {value(0, "Dana"), false},
		"a part of the address":      {value(0, "Dana@example.co"), false},
		"one more recipient":         {more("bcc", "eve@example.com"), false},
		"the same in another role":   {more("bcc", "Dana@example.com"), false},
		"a target of another change": {more("path", "data/old.txt"), false},
		"another case of a file":     {value(2, "Plan.xlsx"), false},
		"no target":                  {func(x *try) { x.change.Targets = nil }, false},
		"odd letters":                {value(0, "Dan\u0430@example.com"), false},
		"letters that look alike":    {value(0, "\uff24ana@example.com"), false},
		"a letter that nobody sees":  {value(0, "Dana\u200b@example.com"), false},
		"read in the run":            {from(0, changes.Found), false},
		"the user's, but read":       {from(1, changes.Found), false},
		"a constant, but read":       {from(2, changes.Found), false},
		"no longer named":            {from(0, changes.Known), false},
		"named no more, of nowhere":  {from(0, changes.New), false},
		"no longer the user's own":   {from(1, changes.New), false},
		"one more mark":              {mark(facts.Macros, ""), false},
		"another reply-to":           {func(x *try) { x.change.Marks[0].Detail = "eve@example.com" }, false},
		"a mark of another change":   {mark(facts.Deletion, ""), false},
		"not all listed":             {func(x *try) { mark(facts.Large, "")(x); x.grant.Effects[0].Marks = x.change.Marks }, false},
		"unreadable":                 {func(x *try) { mark(facts.Unreadable, "")(x); x.grant.Effects[0].Marks = x.change.Marks }, false},
		"marked for odd letters":     {func(x *try) { mark(facts.OddLetters, "")(x); x.grant.Effects[0].Marks = x.change.Marks }, false},
		"a source unheard of":        {func(x *try) { x.grant.Effects[0].Targets[0].From = "elsewhere" }, false},
		"a grant of nothing":         {func(x *try) { x.grant.Effects = nil }, false},
		"no grant at all":            {func(x *try) { x.grant = consent.Grant{} }, false},
	} {
		t.Run(name, func(t *testing.T) {
			x := try{must.Have(consent.NewGrant(always(), "g-1", now))(t), actor, letter()}
			x.change.Targets = slices.Clip(x.change.Targets)
			tt.change(&x)
			if got := x.grant.Covers(x.acting, x.change); got != tt.want {
				t.Errorf("it covers it: %v", got)
			}
		})
	}
}
