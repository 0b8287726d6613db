package sandbox

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
)

func TestFrames(t *testing.T) {
	var stream bytes.Buffer
	w := newWire(&stream, &stream)
	sent := []struct {
		head head
		body string
	}{
		{head{ID: 1, Kind: kindPut, Path: "data/ü.txt"}, "body"},
		{head{ID: 2, Kind: kindBye}, ""},
		{head{ID: 3, Kind: kindGet, Error: "no", Code: "not_found"}, strings.Repeat("x", 1<<20)},
	}
	for _, f := range sent {
		must.Do(t, w.send(f.head, int64(len(f.body)), strings.NewReader(f.body)))
	}
	for i, f := range sent {
		got, body, err := w.receive()
		must.Do(t, err)
		must.NoDiff(t, cmp.Diff(f.head, got), "head (-want +got):\n%s")
		if i == 0 {
			continue // what is not read is passed over
		}
		if text, err := io.ReadAll(body); err != nil || string(text) != f.body {
			t.Errorf("body of %d bytes, %v, want %d", len(text), err, len(f.body))
		}
	}
	if _, _, err := w.receive(); err != io.EOF {
		t.Errorf("after the last frame: %v, want io.EOF", err)
	}
}

func TestBadFrames(t *testing.T) {
	header := func(start string, head uint32, body uint64) string {
		b := binary.BigEndian.AppendUint32([]byte(start), head)
		return string(binary.BigEndian.AppendUint64(b, body))
	}
	for _, c := range []struct {
		name, in string
		want     error
	}{
		{"words", "Starting up, please wait", errFrame},
		{"another version", header("LGM2", 2, 0) + "{}", errFrame},
		{"a head over the cap", header(magic, maxHead+1, 0), errFrame},
		{"a body over the cap", header(magic, 2, maxBody+1) + "{}", errFrame},
		{"a body of negative length", header(magic, 2, 1<<63) + "{}", errFrame},
		{"a head that is no JSON", header(magic, 2, 0) + "{x", errFrame},
		{"cut in the header", magic + "\x00", io.ErrUnexpectedEOF},
		{"cut in the head", header(magic, 9, 0) + "{}", io.ErrUnexpectedEOF},
		{"nothing", "", io.EOF},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := newWire(strings.NewReader(c.in), io.Discard).receive()
			if !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

func TestCutBody(t *testing.T) {
	var stream bytes.Buffer
	must.Do(t, newWire(nil, &stream).send(head{Kind: kindCall}, 5, strings.NewReader("12345")))
	stream.Truncate(stream.Len() - 2)
	w := newWire(&stream, io.Discard)
	_, body, err := w.receive()
	must.Do(t, err)
	if err := readJSON(body, new(any)); err != io.ErrUnexpectedEOF {
		t.Errorf("got %v, want an unexpected end", err)
	}
}

func TestSendOverCaps(t *testing.T) {
	w := newWire(nil, io.Discard)
	if err := w.send(head{Path: strings.Repeat("x", maxHead)}, 0, nil); !errors.Is(err, errFrame) {
		t.Errorf("a head over the cap: %v", err)
	}
	if err := w.send(head{}, maxBody+1, nil); !errors.Is(err, errFrame) {
		t.Errorf("a body over the cap: %v", err)
	}
	if err := w.send(head{}, 5, strings.NewReader("1234")); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a body that ends early: %v", err)
	}
}

func FuzzReceive(f *testing.F) {
	var stream bytes.Buffer
	must.Do(f, newWire(nil, &stream).send(head{ID: 1, Kind: kindPut, Path: "a"}, 4, strings.NewReader("body")))
	f.Add(stream.Bytes())
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, in []byte) {
		w := newWire(bytes.NewReader(in), io.Discard)
		for range len(in) + 1 {
			_, body, err := w.receive()
			if err != nil {
				return
			}
			if body.N > maxBody {
				t.Fatalf("a body of %d bytes", body.N)
			}
		}
		t.Fatal("more frames than bytes")
	})
}
