package desk

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"legomem/configs"
	"legomem/must"
	"legomem/tools/apps"
	"legomem/tools/sandbox"
	"legomem/trajectory"
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
	c := must.Have(configs.Load("", os.LookupEnv, settings))(t)
	return Open(c, Outside{Lookup: os.LookupEnv, Now: time.Now, Log: zerolog.Nop()})
}

// write makes a file, and the folder that it is in.
func write(t *testing.T, name, text string) {
	t.Helper()
	must.Do(t, os.MkdirAll(filepath.Dir(name), 0o700))
	must.Do(t, os.WriteFile(name, []byte(text), 0o600))
}

// writeLog makes a run's folder, with the log of these events.
func writeLog(t *testing.T, dir, id string, events ...trajectory.Payload) {
	t.Helper()
	must.Do(t, os.Mkdir(dir, 0o700))
	log := must.Have(trajectory.Create(dir, id, time.Now))(t)
	for _, p := range events {
		must.Do(t, log.Append(p))
	}
	must.Do(t, log.Close())
}
