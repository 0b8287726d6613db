package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools"
)

// talk feeds a resident whole conversations and returns its replies.
func talk(t testing.TB, dir string, requests ...request) ([]head, error) {
	t.Helper()
	var in, out bytes.Buffer
	w := newWire(nil, &in)
	for i, r := range requests {
		h := r.head
		h.ID = uint64(i + 1)
		must.Do(t, w.send(h, int64(len(r.body)), strings.NewReader(r.body)))
	}
	served := serve(t.Context(), dir, &in, &out, tools.NewRegistry(), func() {})
	var replies []head
	for r := newWire(&out, io.Discard); ; {
		h, _, err := r.receive()
		if err != nil {
			return replies, served
		}
		replies = append(replies, h)
	}
}

type request struct {
	head
	body string
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	b := must.Have(json.Marshal(v))(t)
	return string(b)
}

// small are limits that a test can reach.
var small = Limits{Workspace: 1 << 20, Inodes: 50, Temp: 1 << 20, Action: time.Second}

// begun is what every conversation starts with.
func begun(t testing.TB) []request {
	return []request{
		{head{Kind: kindHello}, asJSON(t, greeting{Protocol: Protocol, Tools: tools.NewRegistry().Hash()})},
		{head{Kind: kindInit}, asJSON(t, setup{User: "Dana", Limits: small})},
	}
}

func TestServeRefuses(t *testing.T) {
	for _, c := range []struct {
		name    string
		request request
		says    string
	}{
		{"a path upwards", request{head{Kind: kindPut, Path: "../a"}, "x"}, "plain relative"},
		{"a rooted path", request{head{Kind: kindPut, Path: "/etc/a"}, "x"}, "plain relative"},
		{"a folder upwards", request{head{Kind: kindPut, Path: "a/../../b", Dir: true}, ""}, "plain relative"},
		{"reading upwards", request{head{Kind: kindGet, Path: "../secret"}, ""}, "plain relative"},
		{"reading through a link", request{head{Kind: kindGet, Path: "link"}, ""}, "not a regular file"},
		{"writing through a link", request{head{Kind: kindPut, Path: "up/a"}, "x"}, "up/a"},
		{"writing over a file", request{head{Kind: kindPut, Path: "file"}, "x"}, "exists"},
		{"a file that is not there", request{head{Kind: kindGet, Path: "nothing"}, ""}, "no such file"},
		{"init twice", begun(t)[1], "second time"},
		{"a kind of request that is none", request{head{Kind: "sing"}, ""}, "sing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			parent := t.TempDir()
			dir := filepath.Join(parent, "testbed")
			check(t, os.Mkdir(dir, 0o700))
			check(t, os.WriteFile(filepath.Join(parent, "secret"), []byte("s"), 0o600))
			check(t, os.WriteFile(filepath.Join(dir, "file"), []byte("f"), 0o600))
			check(t, os.Symlink("../secret", filepath.Join(dir, "link")))
			check(t, os.Symlink("..", filepath.Join(dir, "up")))
			replies, err := talk(t, dir, append(begun(t), c.request, request{head{Kind: kindBye}, ""})...)
			if err != nil || len(replies) != 4 {
				t.Fatalf("got %+v, %v, want four replies", replies, err)
			}
			if !strings.Contains(replies[2].Error, c.says) || replies[3].Error != "" {
				t.Errorf("got %+v, want a refusal with %q, and goodbye", replies[2:], c.says)
			}
			if text, err := os.ReadFile(filepath.Join(dir, "file")); string(text) != "f" {
				t.Errorf("the file holds %q, %v", text, err)
			}
			if outside, err := os.ReadDir(parent); err != nil || len(outside) != 2 {
				t.Errorf("outside the testbed: %v, %v", outside, err)
			}
		})
	}
}

func TestServeEnds(t *testing.T) {
	start := begun(t)
	for _, c := range []struct {
		name     string
		requests []request
		want     error
	}{
		{"no greeting", []request{start[1]}, errFrame},
		{"a greeting that is none", []request{{head{Kind: kindHello}, "{"}}, errFrame},
		{"another build goes on", []request{{head{Kind: kindHello}, `{"protocol":9,"tools":"x"}`}, start[1]}, errFrame},
		{"an action that is none", append(begun(t), request{head{Kind: kindCall}, "["}), errFrame},
		{"no goodbye", start, io.EOF},
		{"goodbye", append(begun(t), request{head{Kind: kindBye}, ""}), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := talk(t, t.TempDir(), c.requests...); !errors.Is(err, c.want) || (err == nil) != (c.want == nil) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

func TestServeCounts(t *testing.T) {
	folder := request{head{Kind: kindPut, Path: "same", Dir: true}, ""}
	for name, full := range map[string][]request{
		"files": slices.Repeat([]request{folder}, int(small.Inodes)),
		"bytes": {{head{Kind: kindPut, Path: "all"}, strings.Repeat("x", int(small.Workspace))}},
	} {
		t.Run(name, func(t *testing.T) {
			replies, _ := talk(t, t.TempDir(), append(append(begun(t), full...), request{head{Kind: kindPut, Path: "more"}, "x"})...)
			last := replies[len(replies)-1]
			if before := replies[len(replies)-2]; before.Error != "" || last.Code != tools.TooLarge {
				t.Errorf("got %+v and %+v, want the last one alone refused", before, last)
			}
		})
	}
}

// TestServeTooMuch: a result that the launcher would not take is a failed action.
func TestServeTooMuch(t *testing.T) {
	for name, result := range map[string]tools.Observation{
		"bytes":  {Text: strings.Repeat("x", maxMessage)},
		"values": {Data: json.RawMessage("[" + strings.Repeat("1,", maxValues) + "1]")},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			check(t, (&server{wire: newWire(nil, &out)}).reply(head{ID: 1, Kind: kindCall}, result))
			obs, err := hold(&puppet{Reader: &out}, small).Call(t.Context(), tools.Action{Tool: "x"})
			if err != nil || !obs.Failed || obs.Code != tools.TooLarge {
				t.Errorf("got %+v, %v", obs, err)
			}
		})
	}
}

func FuzzServe(f *testing.F) {
	var seed bytes.Buffer
	w := newWire(nil, &seed)
	for _, r := range append(begun(f), request{head{Kind: kindPut, Path: "a", Dir: true}, ""}, request{head{Kind: kindPut, Path: "a/b"}, "x"}, request{head{Kind: kindList}, ""}) {
		must.Do(f, w.send(r.head, int64(len(r.body)), strings.NewReader(r.body)))
	}
	f.Add(seed.Bytes())
	f.Fuzz(func(t *testing.T, in []byte) {
		parent := t.TempDir()
		dir := filepath.Join(parent, "testbed")
		check(t, os.Mkdir(dir, 0o700))
		if low := bytes.ToLower(in); bytes.Contains(low, []byte(`"confine"`)) || bytes.Contains(low, []byte(`\u`)) {
			t.Skip("it would confine the fuzzer itself")
		}
		_ = serve(t.Context(), dir, bytes.NewReader(in), io.Discard, tools.NewRegistry(), func() {})
		if outside, err := os.ReadDir(parent); err != nil || len(outside) != 1 {
			t.Errorf("outside the testbed: %v, %v", outside, err)
		}
	})
}

func TestZones(t *testing.T) {
	at := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	berlin, err := time.LoadLocation("Europe/Berlin")
	check(t, err)
	for _, c := range []struct {
		name string
		zone zone
		want string
	}{
		{"by name", zoneOf(at.In(berlin)), "2026-07-01T14:00:00+02:00 Europe/Berlin"},
		{"utc", zoneOf(at), "2026-07-01T12:00:00Z UTC"},
		{"an offset", zoneOf(at.In(time.FixedZone("ours", 3600))), "2026-07-01T13:00:00+01:00 ours"},
		{"an offset with a zone's name", zoneOf(at.In(time.FixedZone("Europe/Berlin", 60))), "2026-07-01T12:01:00+00:01 Europe/Berlin"},
		{"a zone file that is none", zone{Name: "x", Offset: 60, Data: []byte("no")}, "2026-07-01T12:01:00+00:01 x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.zone.at(at)
			check(t, err)
			if diff := cmp.Diff(c.want, got.Format(time.RFC3339)+" "+got.Location().String()); diff != "" {
				t.Error(diff)
			}
		})
	}
	if _, err := (zone{Offset: 1 << 30}).at(at); err == nil {
		t.Error("an impossible offset was taken")
	}
	local, err := zoneOf(at.Local()).at(at)
	check(t, err)
	if !local.Equal(at) || local.Format("15:04 -0700") != at.Local().Format("15:04 -0700") {
		t.Errorf("the machine's own zone became %s", local)
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	must.Do(t, err)
}
