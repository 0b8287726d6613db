package sandbox

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"legomem/tools"
)

// puppet is a resident that says what it is told to.
type puppet struct {
	io.Reader
	death error
	said  string
	ended func()
}

func (p *puppet) Write(b []byte) (int, error) { return len(b), nil }
func (p *puppet) Complaint() string           { return p.said }
func (p *puppet) Death(Limits) error          { return p.death }
func (p *puppet) End() error {
	if p.ended != nil {
		p.ended()
	}
	return nil
}

func hold(p *puppet, l Limits) *remote {
	return &remote{proc: p, wire: newWire(p, p), limits: l}
}

// TestStuck: a resident that says nothing is ended, and that is a breach.
func TestStuck(t *testing.T) {
	silence, over := io.Pipe()
	p := &puppet{Reader: silence, ended: func() { _ = over.Close() }}
	c := hold(p, Limits{Action: time.Millisecond})
	c.grace = time.Millisecond
	_, err := c.Call(t.Context(), tools.Action{Tool: "x"})
	var breach *Breach
	if !errors.As(err, &breach) || breach.Limit != LimitAction || !strings.Contains(err.Error(), "stopped answering") {
		t.Errorf("got %v", err)
	}
}

// TestDeath: what a resident died of is in the error, a breach where it was one.
func TestDeath(t *testing.T) {
	limits := DefaultLimits()
	for _, c := range []struct {
		name  string
		death error
		says  string
		limit string
	}{
		{"of memory", limits.breach(LimitMemory, "memory ran out"), LimitMemory + ", which is 1536,", LimitMemory},
		{"by itself", errors.New("exit status 3"), "the tool process is gone (exit status 3)", ""},
		{"of nobody knows what", nil, "the tool process is gone: EOF", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := &puppet{Reader: strings.NewReader(""), death: c.death}
			_, err := hold(p, limits).Call(t.Context(), tools.Action{Tool: "x"})
			var breach *Breach
			if !errors.Is(err, ErrBroken) || !strings.Contains(err.Error(), c.says) || errors.As(err, &breach) != (c.limit != "") {
				t.Errorf("got %v", err)
			}
		})
	}
}

// replies are frames that answer a list, and then gets.
func replies(t testing.TB, listed string, files ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := newWire(nil, &out)
	for i, body := range append([]string{listed}, files...) {
		h := head{ID: uint64(i + 1), Kind: kindGet}
		if i == 0 {
			h.Kind = kindList
		}
		check(t, w.send(h, int64(len(body)), strings.NewReader(body)))
	}
	return out.Bytes()
}

// TestListed: what a resident lists is believed as far as a testbed can hold it.
func TestListed(t *testing.T) {
	many := strings.Repeat(`{"path":"a","size":0,"dir":true},`, int(small.Inodes))
	for _, c := range []struct {
		name, listed string
		says         string // the error, "" for none
		limit        string
		broken       bool
	}{
		{name: "nothing", listed: `null`},
		{name: "a folder", listed: `[{"path":"a","size":0,"dir":true},{"path":"a/b","size":0,"dir":true}]`},
		{name: "a folder that was not listed", listed: `[{"path":"a","size":0,"dir":true},{"path":"a/b/c","size":0}]`, says: "not listed before"},
		{name: "a folder that comes after", listed: `[{"path":"a/b","size":0},{"path":"a","size":0,"dir":true}]`, says: "not listed before"},
		{name: "a file for a folder", listed: `[{"path":"a","size":0},{"path":"a/b","size":0}]`, says: "not listed before"},
		{name: "a path without end", listed: `[{"path":"` + strings.Repeat("a/", 1<<20) + `","size":0}]`, says: "2097152 bytes is too long"},
		{name: "as many as may be", listed: `[` + strings.TrimSuffix(many, ",") + `]`},
		{name: "one too many", listed: `[` + many + `{"path":"b","size":0}]`, says: LimitFiles, limit: LimitFiles, broken: true},
		{name: "too many, and then no list", listed: `[` + many + `{"path":"b","size":0},}`, says: LimitFiles, limit: LimitFiles, broken: true},
		{name: "zeros", listed: `[0,0]`, says: "body", broken: true},
		{name: "empty entries", listed: `[{},null]`, says: "plain relative"},
		{name: "no list", listed: `{"path":"a"}`, says: "no list", broken: true},
		{name: "a list that is cut", listed: `[{"path":"a","size":0,"dir":true}`, says: "body", broken: true},
		{name: "a number without end", listed: `[{"size":` + strings.Repeat("9", 1<<20) + `}]`, says: "body", broken: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := hold(&puppet{Reader: bytes.NewReader(replies(t, c.listed))}, small)
			out := filepath.Join(t.TempDir(), "out")
			err := r.CopyOut(t.Context(), out)
			if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
				t.Fatalf("got %.300v, want %q", err, c.says)
			}
			var over *Breach
			if errors.As(err, &over) != (c.limit != "") || errors.Is(err, ErrBroken) != c.broken || (r.broken != nil) != c.broken {
				t.Errorf("got %v, want the limit %q, broken %v", err, c.limit, c.broken)
			}
			if err != nil && len(err.Error()) > 8<<10 {
				t.Errorf("an error of %d bytes", len(err.Error()))
			}
			if _, statErr := os.Stat(out); err != nil && !os.IsNotExist(statErr) {
				t.Errorf("something was written: %v", statErr)
			}
		})
	}
}

// TestListCosts: a list that is refused costs no multiple of its bytes.
func TestListCosts(t *testing.T) {
	said := replies(t, "["+strings.Repeat("0,", 1<<20)+"0]")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := hold(&puppet{Reader: bytes.NewReader(said)}, small).CopyOut(t.Context(), t.TempDir())
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; err == nil || took > 16*uint64(len(said)) {
		t.Errorf("%v, after %d bytes of memory for %d", err, took, len(said))
	}
}

// TestObserved: an observation is text and data under a cap, with a code that
// there is.
func TestObserved(t *testing.T) {
	ten := func(s string) string { return "[" + strings.Repeat(s+",", 10) + s + "]" }
	full := "[" + strings.Repeat("1,", maxValues-2) + "1]"
	for _, c := range []struct {
		name, body string
		code       tools.Code
		refused    bool
	}{
		{"with data", `{"text":"x","data":` + ten(`{"a":"\\\"[,"}`) + `}`, "", false},
		{"a failure", `{"text":"x","failed":true,"code":"not_found"}`, tools.NotFound, false},
		{"a code that is none", `{"text":"x","failed":true,"code":"\u001b[2J"}`, tools.Internal, false},
		{"as much data as may be", `{"data":` + full + `}`, "", false},
		{"one value more", `{"data":` + strings.Replace(full, "[", "[1,", 1) + `}`, "", true},
		{"empty objects", `{"data":[` + strings.Repeat("{},", maxValues/8) + `{}]}`, "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			check(t, newWire(nil, &out).send(head{ID: 1, Kind: kindCall}, int64(len(c.body)), strings.NewReader(c.body)))
			patient := small
			patient.Action = time.Hour // as long as a slow machine takes to read it
			obs, err := hold(&puppet{Reader: &out}, patient).Call(t.Context(), tools.Action{Tool: "x"})
			if (err != nil) != c.refused || errors.Is(err, ErrBroken) != c.refused || obs.Code != c.code {
				t.Errorf("got code %q, %v", obs.Code, err)
			}
		})
	}
}

// TestShown: no text of a resident's steers a terminal, whichever way it comes.
func TestShown(t *testing.T) {
	const text = "\x1b]0;title\a\u202eab\u009b2J\xff\r"
	var refused bytes.Buffer
	check(t, newWire(nil, &refused).send(head{ID: 1, Kind: kindCall, Error: strings.Repeat(text, 1000), Code: "\x1b[2J"}, 0, nil))
	var said tail
	_, _ = said.Write([]byte(text + "\nline"))
	for name, c := range map[string]struct {
		proc  *puppet
		code  tools.Code
		lines int
	}{
		"a refusal":  {&puppet{Reader: &refused}, tools.Internal, 0},
		"last words": {&puppet{Reader: strings.NewReader(""), said: said.String()}, tools.Internal, 1},
	} {
		t.Run(name, func(t *testing.T) {
			patient := small
			patient.Action = time.Hour
			_, err := hold(c.proc, patient).Call(t.Context(), tools.Action{Tool: "x"})
			if err == nil || !strings.Contains(err.Error(), "title") || tools.CodeOf(err) != c.code {
				t.Fatalf("got %v with code %q", err, tools.CodeOf(err))
			}
			if strings.ContainsAny(err.Error(), "\x1b\a\r\u202e\u009b") || !utf8.ValidString(err.Error()) || strings.Count(err.Error(), "\n") != c.lines || len(err.Error()) > 4<<10 {
				t.Errorf("%q would steer a terminal", err)
			}
		})
	}
}

// TestSilence: patience is for one reply, however many are asked for at once.
func TestSilence(t *testing.T) {
	const files = 10
	for _, c := range []struct {
		name  string
		after time.Duration // of each reply
		says  string
	}{
		{"slow", answersWithin - time.Second, ""},
		{"silent", answersWithin + time.Second, `did not answer "put"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				out, theirs := io.Pipe()
				gone := make(chan struct{})
				go func() {
					defer close(gone)
					w := newWire(nil, theirs)
					for id := range uint64(files) {
						time.Sleep(c.after)
						if w.send(head{ID: id + 1, Kind: kindPut}, 0, nil) != nil {
							return
						}
					}
				}()
				limits := small
				limits.Action = time.Second
				r := hold(&puppet{Reader: out, ended: func() { _ = out.Close() }}, limits)
				err := r.copyIn(t.Context(), t.TempDir(), slices.Repeat([]entry{{Path: "a", Dir: true}}, files))
				var over *Breach
				if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) || errors.As(err, &over) {
					t.Errorf("got %v, want %q", err, c.says)
				}
				<-gone
			})
		})
	}
}

// TestShrunk: a file that became shorter since it was measured is the testbed's
// fault.
func TestShrunk(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.txt")
	check(t, os.WriteFile(name, []byte("12345"), 0o600))
	for size, bad := range map[int64]bool{4: false, 5: false, 6: true} {
		f, err := os.Open(name)
		check(t, err)
		_, err = hold(&puppet{Reader: strings.NewReader("")}, small).put(entry{Path: "a.txt"}, f, size)
		if errors.Is(err, ErrTestbed) != bad || (err != nil) != bad || isGoodbye(err) {
			t.Errorf("%d of 5 bytes: %v", size, err)
		}
	}
}

// TestLeftAlone: what a resident says it has left alone comes from the testbed as it was,
// and nothing else does, whatever else it says.
func TestLeftAlone(t *testing.T) {
	start, out := t.TempDir(), t.TempDir()
	given := Spec{Testbed: start, Files: map[string][sha256.Size]byte{}}
	for _, name := range []string{"same", "changed", "gone"} {
		check(t, os.WriteFile(filepath.Join(start, name), []byte("as it was"), 0o600))
		given.Files[name] = sha256.Sum256([]byte("as it was"))
	}
	was, other := sha256.Sum256([]byte("as it was")), sha256.Sum256([]byte("?"))
	listed, err := json.Marshal([]entry{{Path: "changed", Size: 3, Hash: other[:]}, {Path: "new", Size: 3, Hash: was[:]}, {Path: "same", Size: 1 << 10, Hash: was[:]}})
	check(t, err)
	c := hold(&puppet{Reader: bytes.NewReader(replies(t, string(listed), "now", "new"))}, small)
	c.given = given
	check(t, c.CopyOut(t.Context(), out))
	for name, want := range map[string]string{"same": "as it was", "changed": "now", "new": "new", "gone": ""} {
		if text, _ := os.ReadFile(filepath.Join(out, name)); string(text) != want {
			t.Errorf("%s holds %q, want %q", name, text, want)
		}
	}
	if !slices.Equal(c.LeftAlone(), []string{"same"}) {
		t.Errorf("left alone: %q", c.LeftAlone())
	}
}

// FuzzCopyOut takes files out of a resident that sends anything.
func FuzzCopyOut(f *testing.F) {
	honest := replies(f, `[{"path":"data","size":0,"dir":true},{"path":"data/a","size":1}]`, "a")
	f.Add(honest)
	f.Add(bytes.ReplaceAll(honest, []byte("data/a"), []byte("../../")))
	f.Fuzz(func(t *testing.T, said []byte) {
		parent := t.TempDir()
		c := hold(&puppet{Reader: bytes.NewReader(said)}, small)
		err := c.CopyOut(t.Context(), filepath.Join(parent, "out"))
		if bytes.Equal(said, honest) && err != nil {
			t.Errorf("an honest one: %v", err)
		}
		if outside, err := os.ReadDir(parent); err != nil || len(outside) > 1 {
			t.Errorf("outside the folder: %v, %v", outside, err)
		}
		check(t, filepath.WalkDir(parent, func(p string, d os.DirEntry, err error) error {
			if err == nil && !d.IsDir() && !d.Type().IsRegular() {
				t.Errorf("%s is a %s", p, d.Type())
			}
			return err
		}))
	})
}
