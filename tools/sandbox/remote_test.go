package sandbox

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"legomem/tools"
)

// puppet is a resident that says what it is told to.
type puppet struct {
	io.Reader
	death error
	ended func()
}

func (p *puppet) Write(b []byte) (int, error) { return len(b), nil }
func (p *puppet) Complaint() string           { return "" }
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

// FuzzCopyOut takes files out of a resident that sends anything.
func FuzzCopyOut(f *testing.F) {
	var honest bytes.Buffer
	w := newWire(nil, &honest)
	listed := `[{"path":"data","size":0,"dir":true},{"path":"data/a","size":1}]`
	for id, body := range []string{listed, "a"} {
		kinds := []kind{kindList, kindGet}
		if err := w.send(head{ID: uint64(id + 1), Kind: kinds[id]}, int64(len(body)), strings.NewReader(body)); err != nil {
			f.Fatal(err)
		}
	}
	f.Add(honest.Bytes())
	f.Add(bytes.ReplaceAll(honest.Bytes(), []byte("data/a"), []byte("../../")))
	f.Fuzz(func(t *testing.T, said []byte) {
		parent := t.TempDir()
		c := hold(&puppet{Reader: bytes.NewReader(said)}, small)
		err := c.CopyOut(t.Context(), filepath.Join(parent, "out"))
		if bytes.Equal(said, honest.Bytes()) && err != nil {
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
