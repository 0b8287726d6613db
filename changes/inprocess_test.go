package changes_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"legomem/changes"
	"legomem/changes/reading"
	"legomem/must"
	"legomem/tools"
	"legomem/tools/apps"
	"legomem/tools/sandbox"
)

var noon = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

// inProcess opens "sandboxes" in this process, on the folder itself.
type inProcess struct{ opened int }

func (l *inProcess) Name() string { return "in-process" }

func (l *inProcess) Open(_ context.Context, spec sandbox.Spec) (sandbox.Sandbox, error) {
	l.opened++
	ws, err := tools.OpenWorkspace(spec.Testbed, spec.User, func() time.Time { return spec.Now })
	return &plainBox{ws}, err
}

type plainBox struct{ ws *tools.Workspace }

func (b *plainBox) Call(ctx context.Context, a tools.Action) (tools.Observation, error) {
	tool, err := apps.Registry().Lookup(a.Tool)
	if err != nil {
		return tools.Observation{}, err
	}
	return tool.Run(ctx, b.ws, a.Args), ctx.Err()
}

func (b *plainBox) CopyOut(context.Context, string) error { return nil }
func (b *plainBox) About() map[string]string              { return nil }
func (b *plainBox) Close() error                          { return b.ws.Close() }

// boxed reads in this process.
func boxed(t testing.TB) reading.Boxed {
	return reading.Boxed{Launcher: &inProcess{}, Spec: sandbox.Spec{User: "Ann", Now: noon}, Dir: filepath.Join(t.TempDir(), "reading")}
}

// bed is a folder with the given files.
func bed(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		must.Do(t, os.MkdirAll(filepath.Dir(file), 0o700))
		must.Do(t, os.WriteFile(file, []byte(text), 0o600))
	}
	return dir
}

// compare lists what differs between two testbeds; Ann is the user.
func compare(t testing.TB, before, after map[string]string, asked changes.Asked) changes.List {
	t.Helper()
	return compareDirs(t, bed(t, before), bed(t, after), asked)
}

func compareDirs(t testing.TB, before, after string, asked changes.Asked) changes.List {
	t.Helper()
	asked.User, asked.Domain = "Ann", "example.com"
	return must.Have(changes.Compare(t.Context(), changes.Testbed{Dir: before}, changes.Testbed{Dir: after}, asked, boxed(t)))(t)
}
