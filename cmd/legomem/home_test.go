package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"legomem/must"
	"legomem/places"
)

// usedHome gives the program a data folder in which it has been started before: the
// bank is there, and need not be filled anew for each test.
func usedHome(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	t.Setenv("XDG_DATA_HOME", dir)
	must.Do(t, putBank(dir))
	return dir
}

// putBank puts the bank into a data folder as the program's first start leaves it.
func putBank(home string) error {
	bank, err := filledBank()
	if err != nil {
		return err
	}
	file := bankIn(home)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return os.WriteFile(file, bank, 0o600)
}

// filledBank is that bank, which a first start makes.
var filledBank = sync.OnceValues(func() ([]byte, error) {
	home, err := os.MkdirTemp("", "legomem-test-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(home)
	a := &app{in: strings.NewReader(""), out: io.Discard, err: io.Discard, lookup: onlyHome(home), now: time.Now, flags: map[string]any{}}
	first := newRootCommand(a)
	first.SetArgs([]string{"memory", "stats"})
	if err := first.ExecuteContext(context.Background()); err != nil {
		return nil, err
	}
	return os.ReadFile(bankIn(home))
})

// onlyHome is an environment that holds nothing but the data folder.
func onlyHome(dir string) func(string) (string, bool) {
	return func(name string) (string, bool) { return dir, name == "XDG_DATA_HOME" }
}

func bankIn(home string) string { return places.Data(filepath.Join(home, "legomem")).Bank() }
