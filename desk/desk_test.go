package desk

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"legomem/configs"
	"legomem/tools/apps"
	"legomem/tools/sandbox"
)

// TestMain lets the test's own program be the tool process.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == sandbox.Verb {
		if err := sandbox.Resident(context.Background(), apps.Registry()); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

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
