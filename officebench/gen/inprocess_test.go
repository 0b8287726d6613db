package main

import (
	"context"
	"os"
	"testing"
	"time"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/apps"
	"legomem/tools/office"
	"legomem/tools/sandbox"
)

// inProcess opens sandboxes that are none: the tools run in the test itself,
// on a copy of the testbed. The tests that play a thousand small changes use
// it; the others use the real launchers.
type inProcess struct {
	t      *testing.T
	office *office.Resident // one for all
}

func newInProcess(t *testing.T) inProcess {
	l := inProcess{t, office.NewResident()}
	t.Cleanup(func() {
		must.NoError(t, l.office.Close())
	})
	return l
}

func (inProcess) Name() string { return "local" }

func (l inProcess) Open(_ context.Context, spec sandbox.Spec) (sandbox.Sandbox, error) {
	dir := l.t.TempDir()
	if spec.Testbed != "" {
		if err := os.CopyFS(dir, os.DirFS(spec.Testbed)); err != nil {
			return nil, err
		}
	}
	ws, err := tools.OpenWorkspace(dir, spec.User, func() time.Time { return spec.Now })
	if err != nil {
		return nil, err
	}
	ws.Office = l.office
	return workspace{ws, apps.Registry()}, nil
}

type workspace struct {
	*tools.Workspace
	registry *tools.Registry
}

func (w workspace) Call(ctx context.Context, a tools.Action) (tools.Observation, error) {
	tool, err := w.registry.Lookup(a.Tool)
	if err != nil {
		return tools.Observation{}, err
	}
	return tool.Run(ctx, w.Workspace, a.Args), nil
}

func (workspace) About() map[string]string { return nil }

func (w workspace) CopyOut(_ context.Context, dst string) error {
	return os.CopyFS(dst, os.DirFS(w.Dir()))
}
