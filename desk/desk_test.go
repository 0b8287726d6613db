package desk

import (
	"os"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"legomem/configs"
)

// newTestDesk is a desk with the default settings but those that are given, by key,
// on a data folder of the test's own.
func newTestDesk(t *testing.T, settings map[string]any) *Desk {
	t.Helper()
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	c, err := configs.Load("", os.LookupEnv, settings)
	if err != nil {
		t.Fatal(err)
	}
	return Open(c, Outside{Lookup: os.LookupEnv, Now: time.Now, Log: zerolog.Nop()})
}
