package officebench_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"legomem/agents"
	"legomem/agents/demo"
	"legomem/must"
	"legomem/officebench"
	"legomem/tools"
	"legomem/tools/apps"
	"legomem/tools/policy"
)

// TestPolicyLetsDemonstrationsThrough: what a demonstration does is honest work,
// so the default policy lets all of it through when its task is a suite's. It
// tells how many it would let through if a person gave the same task.
func TestPolicyLetsDemonstrationsThrough(t *testing.T) {
	for _, s := range []struct{ suite, demos string }{{"suite", filepath.Join("suite", "demos")}, {"", "demos"}} {
		dir := s.suite
		if dir == "" {
			dir = sharedSuite(t)
		}
		suite := must.Have(officebench.Open(dir))(t)
		files, err := filepath.Glob(filepath.Join(s.demos, "*.yaml"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no demonstrations in %s: %v", s.demos, err)
		}
		own := 0
		for _, file := range files {
			d := must.Have(demo.Load(file))(t)
			task := must.Have(suite.Task(d.ID))(t)
			if why := refused(t, d, task); why != "" {
				t.Errorf("%s: %s\n%s", file, task.Text, why)
			}
			task.Suite = ""
			if why := refused(t, d, task); why != "" {
				t.Logf("%s, as a person's own task of %s: %s\n%s", file, task.User, task.Text, why)
				continue
			}
			own++
		}
		t.Logf("%s: %d demonstrations, all let through; as a person's own task %d", s.demos, len(files), own)
	}
}

// refused plays a demonstration before the gate, and says why it was stopped, if
// it was. What needs another program is not done: nobody reads what comes of it.
func refused(t *testing.T, d *demo.Demo, task officebench.Task) string {
	t.Helper()
	reg := apps.Registry()
	rules := policy.Rules{Agents: map[string][]string{}}
	for _, a := range agents.DefaultTeam().Agents {
		rules.Agents[a.Name] = a.Tools
	}
	gate := rules.Open(reg, task.Task, task.Testbed)
	bed := t.TempDir()
	if task.Testbed != "" {
		must.Do(t, os.CopyFS(bed, os.DirFS(task.Testbed)))
	}
	ws := must.Have(tools.OpenWorkspace(bed, task.User, func() time.Time { return task.Now }))(t)
	defer ws.Close()
	for _, sub := range d.Subtasks {
		for _, a := range sub.Actions {
			allowed, err := gate.Decide(sub.Agent, tools.Action{Tool: a.Tool, Args: a.Args})
			if err != nil {
				return err.Error()
			}
			if strings.HasPrefix(a.Tool, "ocr.") || strings.HasSuffix(a.Tool, ".to_pdf") || strings.HasPrefix(a.Tool, "pdf.") {
				continue
			}
			tool := must.Have(reg.Lookup(a.Tool))(t)
			gate.Saw(allowed, tool.Run(t.Context(), ws, allowed.Action.Args))
		}
	}
	return ""
}
