package filelock_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"legomem/filelock"
	"legomem/must"
)

func TestTake(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	if note, held := filelock.Holder(path); note != "" || held {
		t.Errorf("before there is a file %q has it", note)
	}
	first, err := filelock.Take(path, "the first, with a long note\n")
	must.Do(t, err)
	var held *filelock.Held
	_, err = filelock.Take(path, "the second")
	if !errors.As(err, &held) || held.Note != "the first, with a long note\n" || !errors.Is(err, filelock.ErrHeld) {
		t.Errorf("a held lock was taken: %v", err)
	}
	for range 2 { // asking takes no lock and changes nothing
		if note, held := filelock.Holder(path); note != "the first, with a long note\n" || !held {
			t.Errorf("%q has it, %v", note, held)
		}
	}
	must.Do(t, first.Close())
	if note, held := filelock.Holder(path); note != "" || held {
		t.Errorf("%q has a lock that was given back", note)
	}
	second, err := filelock.Take(path, "the second")
	must.Do(t, err)
	defer second.Close()
	if note, _ := filelock.Holder(path); note != "the second" {
		t.Errorf("the note is %q", note)
	}
	if _, err := filelock.Take(filepath.Join(path, "below"), ""); err == nil || errors.Is(err, filelock.ErrHeld) {
		t.Errorf("a file that cannot be is locked: %v", err)
	}
}

func TestTry(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	var open [2]*os.File
	for i := range open {
		f := must.Have(os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600))(t)
		defer f.Close()
		open[i] = f
	}
	must.Do(t, filelock.Try(open[0]))
	if err := filelock.Try(open[1]); !errors.Is(err, filelock.ErrHeld) {
		t.Errorf("taken twice: %v", err)
	}
}
