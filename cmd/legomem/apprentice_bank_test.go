package main

import (
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"legomem/membank"
	"legomem/membank/store/sqlite"
	"legomem/membank/store/sqlite/sqlitetest"
)

// units are a bank's, as its export has them.
func (w *workshop) units(bank string) []membank.Unit {
	w.t.Helper()
	units, err := membank.ReadUnits(strings.NewReader(w.run("memory", "export", "--config", "paper", "--bank", bank)))
	if err != nil {
		w.t.Fatal(err)
	}
	return units
}

// bankHash is a bank's content, by its hash.
func (w *workshop) bankHash(file string) string {
	w.t.Helper()
	root, err := newTestApp(w.t, map[string]any{}, "paper")
	if err != nil {
		w.t.Fatal(err)
	}
	bank, done, err := root.openBankFile(w.t.Context(), file, false, sqlite.ReadOnly)
	if err != nil {
		w.t.Fatal(err)
	}
	defer done()
	_, hash, err := bank.Snapshot(w.t.Context(), sqlitetest.New(w.t))
	if err != nil {
		w.t.Fatal(err)
	}
	return hash
}

// newTestApp is the program with a configuration file and these keys set.
func newTestApp(tb testing.TB, flags map[string]any, config string) (*app, error) {
	tb.Helper()
	a := &app{in: strings.NewReader(""), out: io.Discard, err: io.Discard, now: time.Now, flags: flags, lookup: os.LookupEnv}
	root := newRootCommand(a)
	a.configFile = config
	return a, a.configure(root)
}
