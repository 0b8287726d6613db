package reading_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"legomem/changes"
	"legomem/changes/reading"
	"legomem/must"
	"legomem/tools"
	"legomem/tools/sandbox"
)

// fragile opens sandboxes that break at files that hold "boom".
type fragile struct {
	opened, closed int
	fail           error
}

func (l *fragile) Name() string { return "fragile" }

func (l *fragile) Open(_ context.Context, spec sandbox.Spec) (sandbox.Sandbox, error) {
	l.opened++
	return &fragileBox{l, spec.Testbed}, l.fail
}

type fragileBox struct {
	of  *fragile
	dir string
}

func (b *fragileBox) Call(_ context.Context, a tools.Action) (tools.Observation, error) {
	text, err := os.ReadFile(filepath.Join(b.dir, a.Args["after"].(string)))
	switch {
	case err != nil:
		return tools.Observation{}, err
	case string(text) == "boom":
		return tools.Observation{}, errors.New("out of memory")
	case string(text) == "bad":
		return tools.Observation{Failed: true, Text: a.Args["after"].(string) + " is bad"}, nil
	}
	return tools.Observation{Data: json.RawMessage(`{"unit":"line","added":1}`)}, nil
}

func (b *fragileBox) CopyOut(context.Context, string) error { return nil }
func (b *fragileBox) About() map[string]string              { return nil }
func (b *fragileBox) Close() error                          { b.of.closed++; return nil }

// TestBroken: a file that breaks its sandbox is named, and those after it are read in
// another, up to a number of sandboxes.
func TestBroken(t *testing.T) {
	for _, tc := range []struct {
		name, texts, want string
		opened            int
		fail              error
	}{
		{"all good", "a b c", "ok ok ok", 1, nil},
		{"one breaks", "a boom c", "ok out ok", 2, nil},
		{"the last breaks", "a boom", "ok out", 1, nil},
		{"one is bad", "a bad c", "ok data/1.txt ok", 1, nil},
		{"too many break", "boom boom boom boom e f", "out out out out files files", 4, nil},
		{"none opens", "a b", "open open", 1, errors.New("no engine")},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir, launcher := t.TempDir(), &fragile{fail: tc.fail}
			var pairs []changes.Pair
			for i, text := range strings.Fields(tc.texts) {
				name := filepath.Join(dir, string(rune('0'+i)))
				must.Do(t, os.WriteFile(name, []byte(text), 0o600))
				pairs = append(pairs, changes.Pair{Path: "data/" + string(rune('0'+i)) + ".txt", After: name})
			}
			staging := filepath.Join(dir, "staging")
			var got []string
			for _, f := range (reading.Boxed{Launcher: launcher, Dir: staging}).Read(t.Context(), pairs) {
				first, _, _ := strings.Cut(f.Err, " ")
				if f.Err == "" && f.Content != nil && f.Content.Added == 1 {
					first = "ok"
				}
				got = append(got, first)
			}
			if all := strings.Join(got, " "); all != tc.want || launcher.opened != tc.opened {
				t.Errorf("it read %q in %d sandboxes, want %q in %d", all, launcher.opened, tc.want, tc.opened)
			}
			if tc.fail == nil && launcher.closed != launcher.opened {
				t.Errorf("%d of %d sandboxes are closed", launcher.closed, launcher.opened)
			}
			if _, err := os.Stat(staging); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("the copies are left: %v", err)
			}
		})
	}
}
