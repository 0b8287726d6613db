package trajectory_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/places"
	"legomem/trajectory"
)

var opened = trajectory.SessionOpened{User: "Dana", Office: "sha256:0", Now: start, Zone: "Europe/Berlin"}

func worked(turn int, run string, how trajectory.How) trajectory.Payload {
	return trajectory.TurnWorked{Turn: turn, Work: trajectory.Work{Run: run, How: how}}
}

// talk is a session of three turns, the last of which changes and ends what the
// first began.
func talk() []trajectory.Payload {
	return []trajectory.Payload{
		trajectory.TurnSaid{Turn: 1, Text: "Book the room"}, worked(1, "r1", trajectory.Begins),
		trajectory.TurnSaid{Turn: 2, Text: "And mail Tom"}, worked(2, "r2", trajectory.Begins),
		trajectory.TurnSaid{Turn: 3, Text: "No, the big room; leave the mail"}, worked(3, "r1", trajectory.Changes), worked(3, "r2", trajectory.Ends),
		trajectory.SessionClosed{},
	}
}

// converse writes a session's log.
func converse(t testing.TB, events ...trajectory.Payload) string {
	t.Helper()
	dir := t.TempDir()
	w, err := trajectory.CreateSession(dir, "s1", opened, ticking())
	appendAll(t, w, err, events)
	return dir
}

func TestSession(t *testing.T) {
	got := must.Have(trajectory.OpenSession(converse(t, talk()...)))(t)
	at := func(n int) trajectory.Turn { return trajectory.Turn{Number: n} }
	turns := []trajectory.Turn{at(1), at(2), at(3)}
	turns[0].Text, turns[0].Work = "Book the room", []trajectory.Work{{Run: "r1", How: trajectory.Begins}}
	turns[1].Text, turns[1].Work = "And mail Tom", []trajectory.Work{{Run: "r2", How: trajectory.Begins}}
	turns[2].Text, turns[2].Work = "No, the big room; leave the mail", []trajectory.Work{{Run: "r1", How: trajectory.Changes}, {Run: "r2", How: trajectory.Ends}}
	want := &trajectory.Session{ID: "s1", Began: got.Began, Opened: opened, Turns: turns, Closed: true}
	for i := range got.Turns {
		if at := got.Turns[i].At; !at.After(got.Began) {
			t.Errorf("turn %d was said at %s, the session began at %s", i+1, at, got.Began)
		}
		want.Turns[i].At = got.Turns[i].At
	}
	must.NoDiff(t, cmp.Diff(want, got), "-want +got:\n%s")
	must.NoDiff(t, cmp.Diff([]string{"r1", "r2"}, got.Runs()), "runs (-want +got):\n%s")
}

// TestSessionGoesOn: one process at a time has a session, and where one is cut off
// in the middle of a line, the next takes the line away and goes on.
func TestSessionGoesOn(t *testing.T) {
	dir := t.TempDir()
	w := must.Have(trajectory.CreateSession(dir, "s1", opened, ticking()))(t)
	if _, err := trajectory.CreateSession(dir, "s2", opened, ticking()); !errors.Is(err, os.ErrExist) {
		t.Errorf("a second session in one folder: %v", err)
	}
	if _, _, err := trajectory.ContinueSession(dir, ticking()); !errors.Is(err, trajectory.ErrSessionLive) {
		t.Errorf("a live session was taken: %v", err)
	}
	w.Close()
	log := places.Session(dir).Log()
	whole, _ := os.ReadFile(log)
	must.Do(t, os.WriteFile(log, append(whole, `{"v":"1.8","seq":2,"se`...), 0o600))
	w, s, err := trajectory.ContinueSession(dir, ticking())
	must.Do(t, err)
	if !s.Torn || s.ID != "s1" || s.Closed || len(s.Turns) != 0 {
		t.Errorf("read %+v", s)
	}
	must.Do(t, w.Append(trajectory.TurnSaid{Turn: 1, Text: "Go on"}))
	w.Close()
	if s, err := trajectory.OpenSession(dir); err != nil || s.Torn || len(s.Turns) != 1 {
		t.Errorf("reads back as %+v, %v", s, err)
	}
	if b, _ := os.ReadFile(log); !strings.Contains(string(b), `{"v":"1.8","seq":2,"time":"2026-03-10T09:00:01Z","session":"s1","kind":"turn_said","payload":{"turn":1,"text":"Go on"}}`) {
		t.Errorf("the log holds:\n%s", b)
	}
}

// TestSessionCutOff: whatever moment a crash picks, what was said before is there.
func TestSessionCutOff(t *testing.T) {
	dir := converse(t, talk()...)
	log := places.Session(dir).Log()
	whole := must.Have(os.ReadFile(log))(t)
	first := strings.IndexByte(string(whole), '\n') + 1
	for n := first; n <= len(whole); n += 5 {
		must.Do(t, os.WriteFile(log, whole[:n], 0o600))
		s, err := trajectory.OpenSession(dir)
		if err != nil {
			t.Fatalf("cut at byte %d: %v", n, err)
		}
		if said := strings.Count(string(whole[:n]), `"turn_said"`); len(s.Turns) < said-1 || len(s.Turns) > said {
			t.Fatalf("cut at byte %d, %d turns of %d are there", n, len(s.Turns), said)
		}
	}
}

func sessionEvent(p trajectory.Payload) trajectory.Event {
	e := event(p)
	e.Run, e.Session = "", "s1"
	return e
}

func TestReplayRefuses(t *testing.T) {
	first := sessionEvent(opened)
	for name, tc := range map[string]struct {
		events []trajectory.Event
		want   string
	}{
		"nothing":             {nil, "the log is empty"},
		"a run":               {[]trajectory.Event{event(trajectory.Started{})}, `begins with "started"`},
		"a turn left out":     {[]trajectory.Event{first, sessionEvent(trajectory.TurnSaid{Turn: 2})}, "turn 2 where turn 1 was due"},
		"work of no turn":     {[]trajectory.Event{first, sessionEvent(worked(1, "r1", trajectory.Begins))}, "turn 1, which nobody has said"},
		"a payload of others": {[]trajectory.Event{first, {Kind: "turn_said", Payload: []byte(`[]`)}}, "turn_said"},
	} {
		if _, err := trajectory.Replay(tc.events); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %q", name, err, tc.want)
		}
	}
	if s, err := trajectory.Replay([]trajectory.Event{first, {Kind: "of_a_newer_minor"}}); err != nil || s.ID != "s1" {
		t.Errorf("a kind that is not known: %+v, %v", s, err)
	}
}

func FuzzReplay(f *testing.F) {
	dir := converse(f, talk()...)
	whole := must.Have(os.ReadFile(places.Session(dir).Log()))(f)
	f.Add(string(whole))
	f.Add(string(whole[:len(whole)/2]))
	f.Add(line1)
	f.Fuzz(func(t *testing.T, log string) {
		events, _, err := trajectory.Events(strings.NewReader(log))
		if err != nil {
			return
		}
		s, err := trajectory.Replay(events)
		if err != nil {
			return
		}
		for i, turn := range s.Turns {
			if turn.Number != i+1 {
				t.Fatalf("turn %d stands at place %d", turn.Number, i+1)
			}
		}
	})
}
