// Package sqlitetest opens stores for tests.
package sqlitetest

import (
	"path/filepath"
	"testing"

	"legomem/membank/store/sqlite"
)

// New is an empty store that lasts as long as the test.
func New(t testing.TB) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "bank.db"), sqlite.ReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}
