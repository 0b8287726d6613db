package desk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/changes"
	"legomem/changes/reading"
	"legomem/commit"
	"legomem/must"
	"legomem/orchestrator"
	"legomem/places"
	"legomem/sweep"
	"legomem/tools"
	"legomem/tools/apps"
	"legomem/tools/sandbox"
	"legomem/trajectory"
)

// tree are a folder's files by slashed path.
type tree map[string]string

func (f tree) lay(t *testing.T, dir string) {
	t.Helper()
	must.Do(t, os.MkdirAll(dir, 0o700))
	for name, text := range f {
		write(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
}

// treeIn reads a folder, with the mode and the time of each file.
func treeIn(t *testing.T, dir string) (all tree, stats map[string]string) {
	t.Helper()
	all, stats = tree{}, map[string]string{}
	must.Do(t, fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		all[name], stats[name] = string(text), fmt.Sprint(info.Mode(), info.ModTime().UnixNano())
		return err
	}))
	return all, stats
}

// parted is a closed run, whose changes are listed, and its user's folder.
type parted struct {
	t        *testing.T
	desk     *Desk
	run      *trajectory.Run
	home     string
	was, is  tree
	wasStats map[string]string
	list     changes.List
}

var thatDay = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

// newParted makes a run of Ann's that made files of others.
func newParted(t *testing.T, desk *Desk, was, is tree) *parted {
	t.Helper()
	dir := places.Run(filepath.Join(t.TempDir(), "runs", "r1"))
	must.Do(t, os.MkdirAll(filepath.Dir(string(dir)), 0o700))
	p := &parted{t: t, desk: desk, home: filepath.Join(t.TempDir(), "home"), was: was, is: is}
	must.Do(t, os.Mkdir(string(dir), 0o700))
	was.lay(t, dir.Start())
	is.lay(t, dir.Testbed())
	was.lay(t, p.home)
	for name := range was {
		must.Do(t, os.Chtimes(filepath.Join(p.home, name), thatDay, thatDay))
	}
	before, after := must.Have(orchestrator.FilesIn(dir.Start()))(t), must.Have(orchestrator.FilesIn(dir.Testbed()))(t)
	log := must.Have(trajectory.Create(string(dir), "r1", func() time.Time { return thatDay }))(t)
	for _, e := range []trajectory.Payload{trajectory.Started{Task: trajectory.Task{Text: "do it", User: "Ann", Now: thatDay}}, trajectory.Copied{Testbed: before.Artifact()},
		trajectory.Finished{Result: trajectory.Result{RunID: "r1", Outcome: trajectory.Solved}, Testbed: after.Artifact()}} {
		must.Do(t, log.Append(e))
	}
	must.Do(t, log.Close())
	p.run = must.Have(trajectory.Open(string(dir)))(t)
	_, p.wasStats = treeIn(t, p.home)
	p.list = p.listTo(dir.Testbed())
	return p
}

// listTo lists what differs between the start and a folder.
func (p *parted) listTo(dir string) changes.List {
	p.t.Helper()
	box := reading.Boxed{Launcher: inProcess{}, Dir: filepath.Join(p.t.TempDir(), "reading"), Spec: sandbox.Spec{User: "Ann", Now: thatDay}}
	asked := changes.Asked{Task: "do it", User: "Ann", Domain: "example.com", Answers: []string{"42"}}
	return must.Have(changes.Compare(p.t.Context(), changes.Testbed{Dir: places.Run(p.run.Dir).Start()}, changes.Testbed{Dir: dir}, asked, box))(p.t)
}

// inProcess calls tools in this process: these tests list changes often.
type inProcess struct{}

func (inProcess) Name() string { return "in-process" }

func (inProcess) Open(_ context.Context, spec sandbox.Spec) (sandbox.Sandbox, error) {
	ws, err := tools.OpenWorkspace(spec.Testbed, spec.User, func() time.Time { return spec.Now })
	return inProcessBox{ws}, err
}

type inProcessBox struct{ ws *tools.Workspace }

func (b inProcessBox) Call(ctx context.Context, a tools.Action) (tools.Observation, error) {
	tool, err := apps.Registry().Lookup(a.Tool)
	if err != nil {
		return tools.Observation{}, err
	}
	return tool.Run(ctx, b.ws, a.Args), ctx.Err()
}

func (inProcessBox) CopyOut(context.Context, string) error { return nil }
func (inProcessBox) About() map[string]string              { return nil }
func (b inProcessBox) Close() error                        { return b.ws.Close() }

// ids are those of the changes whose sentences begin so.
func (p *parted) ids(begin ...string) (ids []string) {
	p.t.Helper()
	for _, b := range begin {
		n := len(ids)
		for _, c := range p.list.Changes {
			if strings.HasPrefix(c.Sentence, b) {
				ids = append(ids, c.ID)
			}
		}
		if len(ids) != n+1 {
			p.t.Fatalf("%d changes begin with %q: %q", len(ids)-n, b, sentencesOf(p.list, nil))
		}
	}
	return ids
}

// sentencesOf are those of the changes whose ids are not left out, in order.
func sentencesOf(l changes.List, out []string) (all []string) {
	for _, c := range l.Changes {
		if !slices.Contains(out, c.ID) {
			all = append(all, c.Sentence)
		}
	}
	slices.Sort(all)
	return all
}

// apply applies the run without some changes, and returns those that went with them.
func (p *parted) apply(without ...string) (also []string) {
	p.t.Helper()
	order := must.Have(orderOf(p.run, p.home))(p.t)
	order, also, err := p.desk.without(p.t.Context(), p.run, order, p.list, without)
	must.Do(p.t, err)
	engine := p.desk.committer(p.run)
	plan := must.Have(engine.LookApply(p.t.Context(), order))(p.t)
	must.Have(engine.Commit(p.t.Context(), plan))(p.t)
	return also
}

func (p *parted) holds(what string, want tree) {
	p.t.Helper()
	got, _ := treeIn(p.t, p.home)
	must.NoDiff(p.t, cmp.Diff(want, got), what+" (-want +got):\n%s")
}

// undoAll takes back all that is applied: every byte, mode and time is as it was.
func (p *parted) undoAll() {
	p.t.Helper()
	engine := p.desk.committer(p.run)
	for {
		plan, err := engine.LookUndo(p.t.Context(), places.Run(p.run.Dir))
		if errors.As(err, new(*commit.NotApplied)) {
			break
		}
		must.Do(p.t, err)
		must.Have(engine.Commit(p.t.Context(), plan))(p.t)
	}
	got, stats := treeIn(p.t, p.home)
	must.NoDiff(p.t, cmp.Diff(p.was, got), "undone (-want +got):\n%s")
	must.NoDiff(p.t, cmp.Diff(p.wasStats, stats), "undone, modes and times (-want +got):\n%s")
}

// agenda is a calendar of events, with lines of its own before them.
func agenda(lines string, events ...string) string {
	return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + lines + strings.Join(events, "") + "END:VCALENDAR\r\n"
}

// meets is an event; uid may be "".
func meets(uid, title string, more ...string) string {
	if uid != "" {
		uid = "UID:" + uid + "\r\n"
	}
	return "BEGIN:VEVENT\r\n" + uid + "DTSTART:20260312T100000\r\nSUMMARY:" + title + "\r\n" + strings.Join(more, "\r\n") + "END:VEVENT\r\n"
}

func TestLeaveOut(t *testing.T) {
	const named = "X-WR-CALNAME:Mine\r\n"
	mail := "From: Ann@example.com\r\nTo: bob@example.com, Eve@example.com\r\nSubject: Hi\r\n\r\nHello\r\n"
	a, b, c, long := meets("a", "Lunch"), meets("b", "Call"), meets("c", "Fair"), meets("a", "Long lunch")
	weekly, once, later := meets("s", "Sync", "RRULE:FREQ=WEEKLY\r\n"), meets("s", "Sync", "RECURRENCE-ID:20260319T100000\r\n"), meets("s", "Late sync", "RRULE:FREQ=WEEKLY\r\n")
	for _, tt := range []struct {
		name    string
		was, is tree
		out     []string // the beginnings of sentences
		also    []string
		want    tree
	}{
		{"plain files", tree{"data/a.txt": "a", "data/gone.txt": "gone", "x": "1"}, tree{"data/a.txt": "A", "data/new.txt": "new", "x": "2"},
			[]string{"Changes data/a.txt", "Deletes data/gone.txt", "Makes data/new.txt"}, nil, tree{"data/a.txt": "a", "data/gone.txt": "gone", "x": "2"}},
		{"a renamed file", tree{"data/a.txt": "same"}, tree{"data/b.txt": "same", "x": "1"}, []string{"Renames data/a.txt"}, nil, tree{"data/a.txt": "same", "x": "1"}},
		{"a mail in three mailboxes", tree{"x": "1"}, tree{"emails/Ann/Hi.eml": mail, "emails/bob/Hi.eml": mail, "emails/Eve/Hi.eml": mail, "x": "2"}, []string{"Writes a mail"}, nil, tree{"x": "2"}},
		{"one event of many", tree{"calendar/Ann.ics": agenda("", a, b)}, tree{"calendar/Ann.ics": agenda("", long, c)}, []string{`Deletes the event "Call"`}, nil, tree{"calendar/Ann.ics": agenda("", long, b, c)}},
		{"all events of one calendar", tree{"calendar/Ann.ics": agenda("", a), "x": "1"}, tree{"calendar/Ann.ics": agenda("PRODID:other\r\n", long, c), "x": "2"},
			[]string{"Renames", "Adds"}, nil, tree{"calendar/Ann.ics": agenda("", a), "x": "2"}},
		{"an event of two calendars, under two UIDs", tree{"calendar/Ann.ics": agenda("", a)},
			tree{"calendar/Ann.ics": agenda("", a, b, c), "calendar/Bob.ics": agenda("", meets("b2", "Call"), meets("x", "Own"))}, []string{`Adds the event "Call"`}, nil,
			tree{"calendar/Ann.ics": agenda("", a, c), "calendar/Bob.ics": agenda("", meets("x", "Own"))}},
		{"two equal events of a calendar", tree{"calendar/Ann.ics": agenda("", a)}, tree{"calendar/Ann.ics": agenda("", a, b, meets("b2", "Call")), "x": "1"}, []string{"Makes x"}, nil,
			tree{"calendar/Ann.ics": agenda("", a, b, meets("b2", "Call"))}},
		{"events without UIDs", tree{"calendar/Ann.ics": agenda("", a, meets("", "One"))}, tree{"calendar/Ann.ics": agenda("", long, meets("", "Two"))}, []string{`Adds the event "Two"`}, []string{`Deletes the event "One"`},
			tree{"calendar/Ann.ics": agenda("", long, meets("", "One"))}},
		{"a series and its occurrence", tree{"calendar/Ann.ics": agenda("", weekly, a)}, tree{"calendar/Ann.ics": agenda("", later, once, long)}, []string{`Adds the event "Sync"`}, []string{`Renames the event "Sync"`},
			tree{"calendar/Ann.ics": agenda("", weekly, long)}},
		{"settings", tree{"calendar/Ann.ics": agenda("", a)}, tree{"calendar/Ann.ics": agenda(named, long, b)}, []string{"Changes calendar/Ann.ics, in parts"}, nil, tree{"calendar/Ann.ics": agenda("", long, b)}},
		{"settings and an event", tree{"calendar/Ann.ics": agenda("", a)}, tree{"calendar/Ann.ics": agenda(named, long, b)}, []string{"Changes calendar/Ann.ics, in parts", "Renames"}, nil, tree{"calendar/Ann.ics": agenda("", a, b)}},
		{"an event, and the settings stay", tree{"calendar/Ann.ics": agenda("", a)}, tree{"calendar/Ann.ics": agenda(named, long, b)}, []string{"Renames"}, nil, tree{"calendar/Ann.ics": agenda(named, a, b)}},
		{"an event of a deleted calendar", tree{"calendar/Ann.ics": agenda(named, a, b), "x": "1"}, tree{"x": "1"}, []string{`Deletes the event "Call"`}, []string{"Deletes calendar/Ann.ics"}, tree{"calendar/Ann.ics": agenda(named, b), "x": "1"}},
		{"the settings of a deleted calendar", tree{"calendar/Ann.ics": agenda(named, a), "x": "1"}, tree{"x": "1"}, []string{"Deletes calendar/Ann.ics"}, nil, tree{"calendar/Ann.ics": agenda(named), "x": "1"}},
		{"the answer is no change", tree{"x": "1"}, tree{"data/answer.txt": "42", "x": "2"}, []string{"Changes x"}, nil, tree{"data/answer.txt": "42", "x": "1"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newParted(t, newTestDesk(t, nil), tt.was, tt.is)
			also := p.apply(p.ids(tt.out...)...)
			must.NoDiff(t, cmp.Diff(p.ids(tt.also...), also), "also (-want +got):\n%s")
			p.holds("applied in part", tt.want)
			p.apply()
			p.holds("and the rest", tt.is)
			p.undoAll()
		})
	}
}

// TestLeaveOutEqual: of two equal events, the one that is named is left out.
func TestLeaveOutEqual(t *testing.T) {
	was, is := tree{"calendar/Ann.ics": agenda("")}, tree{"calendar/Ann.ics": agenda("", meets("a", "Call"), meets("b", "Call"))}
	p := newParted(t, newTestDesk(t, nil), was, is)
	for _, c := range p.list.Changes {
		if also := p.apply(c.ID); len(also) > 0 {
			t.Errorf("also %q", also)
		}
		kept := map[string]string{"a": "b", "b": "a"}[c.Event.After.UID]
		p.holds("without "+c.Event.After.UID, tree{"calendar/Ann.ics": agenda("", meets(kept, "Call"))})
		p.undoAll()
	}
}

// TestLeaveOutRefuses: what cannot be left out is said, and nothing is left out in silence.
func TestLeaveOutRefuses(t *testing.T) {
	p := newParted(t, newTestDesk(t, nil), tree{"x": "1"}, tree{"x": "2", "y": "3"})
	order := must.Have(orderOf(p.run, p.home))(t)
	_, _, err := p.desk.without(t.Context(), p.run, order, p.list, []string{p.list.Changes[0].ID, "nonsense"})
	if !IsInput(err) || !strings.Contains(err.Error(), `no change with the id "nonsense"`) || !strings.Contains(err.Error(), "runs show r1 --json") {
		t.Errorf("an unknown id: %v", err)
	}
	other := changes.List{Changes: []changes.Change{{ID: "1", Kind: changes.Plain, Files: []changes.File{{Path: "z", After: "0"}}}}}
	if _, _, err = p.desk.without(t.Context(), p.run, order, other, []string{"1"}); !IsInput(err) || !strings.Contains(err.Error(), "did not change z") {
		t.Errorf("the list of another run: %v", err)
	}
	torn := changes.List{}
	for i, uid := range []string{"1", "2"} {
		torn.Changes = append(torn.Changes, changes.Change{ID: uid, Kind: changes.Event, Files: []changes.File{{Path: []string{"x", "x"}[i], UIDs: []string{uid}}}})
	}
	if _, _, err = p.desk.without(t.Context(), p.run, order, torn, []string{"1"}); !IsInput(err) || !strings.Contains(err.Error(), "a part of x cannot be left out") {
		t.Errorf("a file that is no calendar: %v", err)
	}
}

// TestLeaveOutMany: the change that stands for all that a list has no room for is left out
// by itself, with neither the listed files nor the answer.
func TestLeaveOutMany(t *testing.T) {
	rest := []string{"m/1", "m/2", "m/3"}
	o := commit.Order{Was: trajectory.Files{"m/1": {1}, "a": {1}, "stays": {1}}, Is: trajectory.Files{"m/1": {2}, "m/2": {1}, "a": {2}, "b": {1}, "stays": {1}, "data/answer.txt": {1}}}
	o.Was["m/3"] = [32]byte{1}
	list := changes.List{Changes: []changes.Change{{ID: "1", Files: []changes.File{{Path: "a"}}}, {ID: "2", Files: []changes.File{{Path: "b"}}}, {ID: "more", Files: []changes.File{{After: "hash"}}}}}
	for _, tt := range []struct{ out, want []string }{{[]string{"more"}, rest}, {[]string{"2", "more"}, append([]string{"b"}, rest...)}, {[]string{"1"}, []string{"a"}}} {
		got, also, err := newTestDesk(t, nil).without(t.Context(), &trajectory.Run{}, o, list, tt.out)
		must.Do(t, err)
		if names := slices.Sorted(maps.Keys(got.Without)); !slices.Equal(names, tt.want) || len(also) > 0 || len(got.Instead) > 0 {
			t.Errorf("without %q: %q, also %q", tt.out, names, also)
		}
	}
}

// TestLeaveOutWithoutUIDs: a list that does not name the UIDs of its events, as an older one,
// does not part a calendar.
func TestLeaveOutWithoutUIDs(t *testing.T) {
	o := commit.Order{Was: trajectory.Files{"calendar/Ann.ics": {1}}, Is: trajectory.Files{"calendar/Ann.ics": {2}, "x": {1}}}
	var list changes.List
	for _, id := range []string{"1", "2"} {
		list.Changes = append(list.Changes, changes.Change{ID: id, Kind: changes.Event, Files: []changes.File{{Path: "calendar/Ann.ics"}}})
	}
	got, also, err := newTestDesk(t, nil).without(t.Context(), &trajectory.Run{}, o, list, []string{"2", "2"})
	must.Do(t, err)
	must.NoDiff(t, cmp.Diff(map[string]bool{"calendar/Ann.ics": true}, got.Without), "without (-want +got):\n%s")
	must.NoDiff(t, cmp.Diff([]string{"1"}, also), "also (-want +got):\n%s")
}

// TestLeaveOutUnlisted: where not all events of a calendar are listed, those that are not go
// with all of it.
func TestLeaveOutUnlisted(t *testing.T) {
	var events []string
	for i := range 2_005 {
		events = append(events, meets(fmt.Sprint("u", i), fmt.Sprint("Event ", i)))
	}
	p := newParted(t, newTestDesk(t, nil), tree{"x": "1"}, tree{"calendar/Ann.ics": agenda("", events...), "x": "2"})
	if also := p.apply(p.ids(`Adds the event "Event 7"`)...); len(also) > 0 {
		t.Errorf("with one that is listed go %d", len(also))
	}
	p.holds("without one", tree{"calendar/Ann.ics": agenda("", slices.Delete(slices.Clone(events), 7, 8)...), "x": "2"})
	p.undoAll()
	if also := p.apply(p.ids("Makes calendar/Ann.ics")...); len(also) != 2_000 {
		t.Errorf("with those that are not listed go %d", len(also))
	}
	p.holds("without all", tree{"x": "2"})
}

// TestLeaveOutMeanwhile: the rest comes to what the user has done with the part since.
func TestLeaveOutMeanwhile(t *testing.T) {
	a, b, c := meets("a", "Lunch"), meets("b", "Call"), meets("c", "Fair")
	p := newParted(t, newTestDesk(t, nil), tree{"calendar/Ann.ics": agenda("", a)}, tree{"calendar/Ann.ics": agenda("X-WR-CALNAME:Mine\r\n", meets("a", "Long lunch"), b)})
	p.apply(p.ids("Renames", "Changes calendar/Ann.ics")...)
	p.holds("a part", tree{"calendar/Ann.ics": agenda("", a, b)})
	tree{"calendar/Ann.ics": agenda("", a, b, c)}.lay(t, p.home)
	p.apply(p.ids("Renames")...)
	p.holds("more", tree{"calendar/Ann.ics": agenda("X-WR-CALNAME:Mine\r\n", a, b, c)})
	p.apply()
	p.holds("all", tree{"calendar/Ann.ics": agenda("X-WR-CALNAME:Mine\r\n", meets("a", "Long lunch"), b, c)})
}

// randomOffice is two calendars and some files. Events stand in one calendar or in both,
// under UIDs that differ; one is a series and one has no UID.
func randomOffice(r *rand.Rand) tree {
	office := tree{"data/stays.txt": "stays"}
	events := map[string][]string{}
	for i, uid := range []string{"a", "b", "c", "d", "s", ""} {
		state, where := r.IntN(4), r.IntN(3)
		for n, who := range []string{"Ann", "Bob"} {
			if state == 0 || where == n {
				continue
			}
			own := uid
			if uid != "" {
				own += who
			}
			more := map[bool][]string{true: {"RRULE:FREQ=WEEKLY\r\n"}}[uid == "s"]
			events[who] = append(events[who], meets(own, fmt.Sprint("Event ", i, " ", state), more...))
			if uid == "s" && state > 1 {
				events[who] = append(events[who], meets(own, "Once", "RECURRENCE-ID:20260319T100000\r\n"))
			}
		}
	}
	for who, all := range events {
		office["calendar/"+who+".ics"] = agenda([]string{"", "X-WR-CALNAME:Mine\r\n"}[r.IntN(2)], all...)
	}
	for _, name := range []string{"data/a.txt", "data/b.txt", "data/c.txt"} {
		if state := r.IntN(3); state > 0 {
			office[name] = fmt.Sprint(name, " ", state)
		}
	}
	return office
}

// TestPartAndRest: whatever is left out, what is brought says what the list without it says;
// with the rest it is what the run made, and undone it is as it was.
func TestPartAndRest(t *testing.T) {
	sweep.OneGoroutine(t)
	r := rand.New(rand.NewPCG(13, 2))
	desk, alsoSeen := newTestDesk(t, nil), 0
	for range sweep.Size(1_000, 8, 50) {
		p := newParted(t, desk, randomOffice(r), randomOffice(r))
		var out []string
		for _, c := range p.list.Changes {
			if r.IntN(3) == 0 {
				out = append(out, c.ID)
			}
		}
		also := p.apply(out...)
		alsoSeen += len(also)
		must.NoDiff(t, cmp.Diff(sentencesOf(p.list, append(out, also...)), sentencesOf(p.listTo(p.home), nil)), "applied in part (-want +got):\n%s")
		p.apply()
		p.holds("with the rest", p.is)
		p.undoAll()
		if t.Failed() {
			t.Fatalf("it was\n%q\nand became\n%q\nwithout %q, also %q", p.was, p.is, out, also)
		}
	}
	if alsoSeen == 0 && sweep.Full() { // of a few there may be none
		t.Error("no changes hung together")
	}
}
