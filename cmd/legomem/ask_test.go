package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"legomem/sweep"
)

// keyboard gives one line at a time, as a terminal does, and then ends, or waits for one
// that comes late.
type keyboard struct {
	lines  []string
	late   chan string
	onRead func()
}

func (k *keyboard) Read(p []byte) (int, error) {
	if k.onRead != nil {
		k.onRead()
	}
	if len(k.lines) == 0 && k.late != nil {
		k.lines = append(k.lines, <-k.late)
	}
	if len(k.lines) == 0 {
		return 0, io.EOF
	}
	n := copy(p, k.lines[0])
	k.lines = k.lines[1:]
	return n, nil
}

func TestAsker(t *testing.T) {
	for _, tt := range []struct {
		name  string
		lines []string
		want  string
		ok    bool
	}{
		{"a line", []string{"yes\n", "no\n"}, "yes", true},
		{"space around it", []string{" n not to Tom \r\n"}, "n not to Tom", true},
		{"an empty line", []string{"\n"}, "", true},
		{"half a line", []string{"y"}, "", false},
		{"no input", nil, "", false},
	} {
		var out bytes.Buffer
		flushed := 0
		k := &asker{in: &keyboard{lines: tt.lines}, out: &out, flush: func() { flushed++ }}
		got, err := k.ask(t.Context(), "Apply to\x1b[2K\nyours? ")
		if got != tt.want || (err == nil) != tt.ok || flushed != 1 {
			t.Errorf("%s: %q, %v, flushed %d times", tt.name, got, err, flushed)
		}
		if asked := `Apply to\x1b[2K\nyours? `; !strings.HasPrefix(out.String(), asked) {
			t.Errorf("%s: it asked %q, want %q", tt.name, &out, asked)
		}
	}
}

// TestAskerInARow: each question has a line of its own.
func TestAskerInARow(t *testing.T) {
	k := &asker{in: &keyboard{lines: []string{"one\n", "two\n"}}, out: io.Discard, flush: func() {}}
	for _, want := range []string{"one", "two"} {
		if got, err := k.ask(t.Context(), "? "); got != want || err != nil {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
}

// TestAskerIsInterrupted: the end of the run ends the question, and a line that
// comes later answers the next one.
func TestAskerIsInterrupted(t *testing.T) {
	kb := &keyboard{late: make(chan string)}
	ctx, stop := context.WithCancelCause(t.Context())
	kb.onRead = func() { stop(errors.New("over")) }
	var out bytes.Buffer
	k := &asker{in: kb, out: &out, flush: func() {}}
	for range 2 { // the second time it is over already
		if got, err := k.ask(ctx, "? "); err == nil || err.Error() != "over" || got != "" {
			t.Errorf("%q, %v", got, err)
		}
	}
	if out.String() != "? \n" {
		t.Errorf("it asked %q", &out)
	}
	go func() { kb.late <- "late\n" }()
	if got, err := k.ask(t.Context(), "? "); err != nil || got != "late" {
		t.Errorf("%q, %v", got, err)
	}
}

// TestNewAsker: nobody is asked where no terminal is.
func TestNewAsker(t *testing.T) {
	sweep.OneGoroutine(t)
	if k := newAsker(&app{in: strings.NewReader("yes\n"), err: console{io.Discard}}); k != nil {
		t.Error("it would ask")
	}
	if agreed, err := (&app{in: strings.NewReader("yes\n"), err: console{io.Discard}}).agrees(t.Context(), "Sure?"); agreed || err != nil {
		t.Errorf("%v, %v", agreed, err)
	}
}
