package main

import (
	"strings"

	"legomem/membank"
	"legomem/membank/hashembed"
	"legomem/membank/store/sqlite"
	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/must"
)

// units are a bank's, as its export has them.
func (w *workshop) units(bank string) []membank.Unit {
	return w.unitsOf(bank, "--config", "paper")
}

// unitsOf are those of a bank made with other settings.
func (w *workshop) unitsOf(bank string, settings ...string) []membank.Unit {
	w.t.Helper()
	units, err := membank.ReadUnits(strings.NewReader(w.run(append([]string{"memory", "export", "--bank", bank}, settings...)...)))
	must.Do(w.t, err)
	return units
}

// ofPaper goes by the name of the paper's embedder, to open its banks.
type ofPaper struct{ hashembed.Embedder }

func (ofPaper) Model() string { return "text-embedding-3-large" }
func (ofPaper) Dim() int      { return 3072 }

// bankHash is a bank's content, by its hash.
func (w *workshop) bankHash(file string) string {
	w.t.Helper()
	db, err := sqlite.Open(w.t.Context(), file, sqlite.ReadOnly)
	must.Do(w.t, err)
	defer db.Close()
	bank, err := membank.Open(w.t.Context(), db, ofPaper{}, membank.FirstTenant)
	must.Do(w.t, err)
	_, hash, err := bank.Snapshot(w.t.Context(), sqlitetest.New(w.t))
	must.Do(w.t, err)
	return hash
}
