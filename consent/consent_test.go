package consent_test

import (
	"strings"
	"testing"

	"legomem/changes"
	"legomem/consent"
	"legomem/tools/facts"
)

var (
	practised = consent.Acting{Practised: true, Exact: true, Unit: "m-1", Version: "v1"}
	looking   = consent.Acting{Practised: true, Exact: true, Unit: "m-1", Version: "v1", Read: "excel.read file:data/a.xlsx"}
	loosely   = consent.Acting{Practised: true, Unit: "m-1", Version: "v1", Read: "email.list mailbox:self"}
	model     = consent.Acting{}
	reader    = consent.Acting{Read: "email.read mailbox:self"}
)

func target(role, value string, p changes.Provenance) changes.Target {
	return changes.Target{Role: role, Value: value, Provenance: p}
}

func marks(kinds ...facts.MarkKind) []facts.Mark {
	var out []facts.Mark
	for _, k := range kinds {
		out = append(out, facts.Mark{Kind: k, Detail: "Bob"})
	}
	return out
}

// change is one with a file.
func change(kind changes.Kind, op facts.Operation, file string, m []facts.Mark, targets ...changes.Target) changes.Change {
	return changes.Change{ID: file, Kind: kind, Operation: op, Sentence: "It happens.", Files: []changes.File{{Path: file}}, Marks: m, Targets: targets}
}

func mailTo(who string, p changes.Provenance, more ...changes.Target) changes.Change {
	return change(changes.Mail, facts.Made, "emails/bob/x.eml", nil, append(more, target(changes.To, who, p))...)
}

func ownEvent(op facts.Operation, m []facts.Mark, more ...changes.Target) changes.Change {
	return change(changes.Event, op, "calendar/Ann.ics", m, append(more, target(changes.Calendar, "Ann", changes.Known))...)
}

func file(op facts.Operation, path string, m ...facts.MarkKind) changes.Change {
	return change(changes.Plain, op, path, marks(m...), target(changes.Path, path, changes.Named))
}

func folder(op facts.Operation, name string, m ...facts.MarkKind) changes.Change {
	return change(changes.Empty, op, name+"/", marks(m...), target(changes.Path, name, changes.Named))
}

// TestJudge: what is asked about, and for what reason; "" for what is not.
func TestJudge(t *testing.T) {
	all := consent.Bounds{Own: []string{"Ann"}, Recipients: []string{"*@acme.test", "Bob"}, Delete: []string{"data/old/**", "calendar/Ann.ics"},
		Change: []string{"data/*.xlsx", "notes/*"}, Others: []string{"Bob"}, MaxChanges: 3, Domain: "example.com"}
	always := consent.Bounds{Own: []string{"Ann"}, Constants: []string{"t.txt", "eve@evil.org"}, MaxChanges: 3, Domain: "example.com"}
	none := consent.Bounds{Own: []string{"Ann"}, MaxChanges: 3, Domain: "example.com"}
	for _, tc := range []struct {
		name   string
		change changes.Change
		acting consent.Acting
		bounds consent.Bounds
		why    string
	}{
		{"a model mails whom the task names", mailTo("bob@example.com", changes.Named), model, none, "commit.recipients does not list"},
		{"a model mails the user", mailTo("ann@example.com", changes.Known), model, none, "commit.recipients does not list"},
		{"a model mails who is listed", mailTo("eve@acme.test", changes.Found), model, all, ""},
		{"a model mails somebody of that name", mailTo("bob@example.com", changes.New), model, all, ""},
		{"elsewhere he is another", mailTo("bob@evil.org", changes.Named), model, all, "bob@evil.org"},
		{"one of two is not listed", mailTo("bob@example.com", changes.Named, target(changes.Bcc, "x@evil.org", changes.New)), model, all, "x@evil.org"},
		{"a look-alike is asked about whoever is listed", change(changes.Mail, facts.Made, "emails/b/x.eml", marks(facts.OddLetters), target(changes.To, "x@acme.test", changes.New)), model, all, "odd letters"},
		{"a mail deleted", change(changes.Mail, facts.Deleted, "emails/Ann/x.eml", marks(facts.Deletion)), model, all, "commit.delete"},
		{"a mail rewritten", change(changes.Mail, facts.Changed, "emails/Ann/x.eml", marks(facts.Overwritten)), model, all, "commit.delete"},

		{"a model's event", ownEvent(facts.Made, nil), model, none, ""},
		{"after it read something", ownEvent(facts.Made, nil), reader, none, "had read email.read mailbox:self"},
		{"with somebody", ownEvent(facts.Made, nil, target(changes.Attendee, "Bob", changes.Named)), model, none, "commit.recipients"},
		{"with somebody listed", ownEvent(facts.Made, nil, target(changes.Attendee, "Bob", changes.Named)), model, all, ""},
		{"in another's calendar", change(changes.Event, facts.Made, "calendar/Bob.ics", marks(facts.OthersOwn), target(changes.Calendar, "Bob", changes.Named)), model, none, "commit.others"},
		{"in a listed one's", change(changes.Event, facts.Made, "calendar/Bob.ics", marks(facts.OthersOwn), target(changes.Calendar, "Bob", changes.Named)), model, all, ""},
		{"with an alarm", ownEvent(facts.Made, marks(facts.Alarm)), model, all, "alarm"},
		{"moved", ownEvent(facts.Moved, nil), model, none, "commit.change"},
		{"deleted", ownEvent(facts.Deleted, marks(facts.Deletion)), model, none, "commit.delete"},
		{"deleted where that is listed", ownEvent(facts.Deleted, marks(facts.Deletion)), model, all, ""},

		{"a model's file", file(facts.Made, "data/a.txt"), model, none, ""},
		{"after it read something", file(facts.Made, "data/a.txt"), reader, none, "had read"},
		{"and the file is listed", file(facts.Made, "data/a.xlsx"), reader, all, ""},
		{"elsewhere", file(facts.Made, "notes/a.txt"), model, none, "outside data/"},
		{"elsewhere, listed", file(facts.Made, "notes/a.txt"), model, all, ""},
		{"hidden", file(facts.Made, "data/.a", facts.HiddenFile), model, all, "hidden file"},
		{"with macros", file(facts.Made, "data/a.xlsx", facts.Macros), model, all, "macros"},
		{"changed", file(facts.Changed, "data/a.xlsx"), model, none, "commit.change"},
		{"changed, listed", file(facts.Changed, "data/a.xlsx"), model, all, ""},
		{"overwritten is not changed", file(facts.Changed, "data/a.xlsx", facts.Overwritten), model, all, "commit.delete"},
		{"deleted below a listed folder", file(facts.Deleted, "data/old/x/a.txt", facts.Deletion), model, all, ""},
		{"deleted beside it", file(facts.Deleted, "data/older/a.txt", facts.Deletion), model, all, "commit.delete"},
		{"renamed", change(changes.Plain, facts.Renamed, "data/a.xlsx", nil, target(changes.Path, "data/b.xlsx", changes.Named)), model, all, "commit.delete"},

		{"a model's folder", folder(facts.Made, "data/c"), model, none, ""},
		{"a folder after it read something", folder(facts.Made, "data/c"), reader, none, "commit.change does not list the folder"},
		{"a folder elsewhere", folder(facts.Made, "notes/c"), model, none, "it is a new folder outside data/"},
		{"a folder elsewhere, listed", folder(facts.Made, "notes/c"), model, all, ""},
		{"a folder deleted", folder(facts.Deleted, "data/c", facts.Deletion), model, none, "it deletes a folder that was there, and commit.delete"},
		{"a folder deleted below a listed one", folder(facts.Deleted, "data/old/c", facts.Deletion), model, all, ""},
		{"the listed folder deleted", folder(facts.Deleted, "data/old", facts.Deletion), model, all, "commit.delete"},
		{"a folder whose name only begins like what is listed", folder(facts.Made, "notes"), model, all, "outside data/"},
		{"practised, a folder", folder(facts.Made, "data/c"), practised, none, ""},

		{"practised mail", mailTo("bob@example.com", changes.Named), practised, none, ""},
		{"to somebody who was read", mailTo("eve@evil.org", changes.Found), practised, none, "eve@evil.org: found"},
		{"to the user", mailTo("ann@example.com", changes.Known), practised, none, ""},
		{"to somebody agreed to before", mailTo("lee@acme.test", changes.Known), practised, none, "the task does not have lee@acme.test"},
		{"to somebody who comes from nowhere", mailTo("eve@evil.org", changes.New), practised, none, "new: eve@evil.org"},
		{"to somebody who was read and is listed", mailTo("eve@acme.test", changes.Found), practised, all, ""},
		{"with a file that was read of", mailTo("bob@example.com", changes.Named, target(changes.Attachment, "x.pdf", changes.Found)), practised, none, "x.pdf"},
		{"practised deletion", ownEvent(facts.Deleted, marks(facts.Deletion)), practised, none, ""},
		{"practised, in another's calendar", change(changes.Event, facts.Made, "calendar/Bob.ics", marks(facts.OthersOwn), target(changes.Calendar, "Bob", changes.Named)), practised, none, ""},
		{"practised, overwritten", file(facts.Changed, "data/a.txt", facts.Overwritten), practised, none, ""},
		{"practised, into a constant file", change(changes.Plain, facts.Made, "data/t.txt", nil, target(changes.Path, "data/t.txt", changes.New)), practised, none, ""},
		{"practised, into a file under a name that may be read", change(changes.Plain, facts.Made, "data/Eve.pdf", nil, target(changes.Path, "data/Eve.pdf", changes.New)), looking, none, "new: data/Eve.pdf"},
		{"practised, over a file that nobody named", change(changes.Plain, facts.Changed, "data/t.txt", marks(facts.Overwritten), target(changes.Path, "data/t.txt", changes.New)), practised, none, "new: data/t.txt"},
		{"practised, into a constant file, after it read the name", change(changes.Plain, facts.Changed, "data/t.txt", nil, target(changes.Path, "data/t.txt", changes.Found)), practised, always, ""},
		{"practised, into another file", change(changes.Plain, facts.Changed, "data/sub/t.txt", nil, target(changes.Path, "data/sub/t.txt", changes.Found)), practised, always, "found in"},
		{"practised, to a constant person", mailTo("eve@evil.org", changes.Found), practised, always, "found in"},
		{"practised, a formula that fetches", file(facts.Changed, "data/a.xlsx", facts.Fetching), practised, all, "fetches"},
		{"read loosely", mailTo("bob@example.com", changes.Named), loosely, none, "it is a mail to bob@example.com, whom commit.recipients does not list; the task is in other words than it has learned"},
		{"read loosely, an event", ownEvent(facts.Made, nil), loosely, none, "had read"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			v := consent.Judge(changes.List{Changes: []changes.Change{tc.change}}, tc.acting, tc.bounds, nil)
			switch {
			case tc.why == "" && (len(v.Asked) > 0 || v.Within != 1):
				t.Errorf("it asks: %+v", v.Asked)
			case tc.why != "" && (len(v.Asked) != 1 || !strings.Contains(v.Asked[0].Why, tc.why) || v.Within != 0):
				t.Errorf("it says %+v, not %q", v, tc.why)
			}
		})
	}
}

// TestMostChanges: of more changes than are allowed, each is asked about.
func TestMostChanges(t *testing.T) {
	l := changes.List{Changes: []changes.Change{file(facts.Made, "data/a"), file(facts.Made, "data/b")}}
	if v := consent.Judge(l, model, consent.Bounds{MaxChanges: 2}, nil); len(v.Asked) != 0 {
		t.Errorf("two of two are asked about: %+v", v)
	}
	if v := consent.Judge(l, model, consent.Bounds{MaxChanges: 1}, nil); len(v.Asked) != 2 || !strings.Contains(v.Asked[0].Why, "commit.max_changes") {
		t.Errorf("two of one are not: %+v", v)
	}
}

// TestTogether: what two runs did together is practised only if both are.
func TestTogether(t *testing.T) {
	if both := practised.With(practised); both != practised {
		t.Errorf("%+v", both)
	}
	if both := practised.With(reader); both.Practised || both.Exact || both.Unit != "" || both.Read != reader.Read {
		t.Errorf("%+v", both)
	}
}
