package officebench_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/officebench"
	"legomem/tools"
	"legomem/tools/apps"
)

// TestOracle judges every finished testbed that the benchmark's own evaluator
// has judged, and wants the same verdict on each check.
func TestOracle(t *testing.T) {
	dir := sharedSuite(t)
	suite := must.Have(officebench.Open(dir))(t)
	states := readOracle(t, dir)
	evaluator := officebench.Evaluator{Open: openInProcess}
	agreed := 0
	for name, want := range states {
		t.Run(name, func(t *testing.T) {
			task := taskOf(t, suite, name)
			verdict := must.Have(judgeState(t, evaluator, task, filepath.Join(dir, "states", name)))(t)
			if agree(t, want, verdict) {
				agreed++
			}
		})
	}
	t.Logf("%d of %d states agree on every check", agreed, len(states))
}

// TestStrictOracle judges the states that were built to pass once more,
// strictly: none of those that pass may be lost, and those are gained that the
// benchmark's evaluator could not judge (file beside args, a mail without a
// charset).
func TestStrictOracle(t *testing.T) {
	dir := sharedSuite(t)
	suite := must.Have(officebench.Open(dir))(t)
	evaluator := officebench.Evaluator{Open: openInProcess, Options: officebench.Options{Strict: true}}
	var lost, gained []string
	for name, state := range readOracle(t, dir) {
		if !strings.HasSuffix(name, "~solved") {
			continue
		}
		verdict, err := judgeState(t, evaluator, taskOf(t, suite, name), filepath.Join(dir, "states", name))
		switch {
		case err != nil:
			t.Fatalf("%s: %v", name, err)
		case state.Passed && !verdict.Passed:
			lost = append(lost, name)
		case !state.Passed && verdict.Passed:
			gained = append(gained, name)
		}
	}
	slices.Sort(gained)
	if d := cmp.Diff([]string{"2-48_0~solved", "3-30_0~solved", "3-96_0~solved"}, gained); d != "" || len(lost) > 0 {
		t.Errorf("gained: %s\nlost: %q", d, lost)
	}
}

// oracleState is one entry of oracle.json: each check is [function, verdict, error].
type oracleState struct {
	Passed bool                 `json:"passed"`
	Checks [][3]json.RawMessage `json:"checks"`
}

func readOracle(t *testing.T, dir string) map[string]oracleState {
	t.Helper()
	data := must.Have(os.ReadFile(filepath.Join(dir, "oracle.json")))(t)
	var oracle struct {
		States map[string]oracleState `json:"states"`
	}
	must.Do(t, json.Unmarshal(data, &oracle))
	if len(oracle.States) == 0 {
		t.Fatal("the oracle holds no states")
	}
	return oracle.States
}

func taskOf(t testing.TB, suite *officebench.Suite, state string) officebench.Task {
	t.Helper()
	id, _, _ := strings.Cut(state, "~")
	task := must.Have(suite.Task(strings.Replace(id, "_", "/", 1)))(t)
	return task
}

func judgeState(t *testing.T, e officebench.Evaluator, task officebench.Task, state string) (officebench.Verdict, error) {
	t.Helper()
	reader, err := openInProcess(t.Context(), finishedTestbed(t, task, state))
	if err != nil {
		return officebench.Verdict{}, err
	}
	defer reader.Close()
	return e.Evaluate(t.Context(), task, reader)
}

// finishedTestbed is the task's own testbed with a state laid over it.
func finishedTestbed(t testing.TB, task officebench.Task, state string) string {
	t.Helper()
	dir := t.TempDir()
	if task.Testbed != "" {
		layOver(t, dir, task.Testbed)
	}
	layOver(t, dir, state)
	return dir
}

// layOver copies the files of src over dst. A .keep only holds a folder.
func layOver(t testing.TB, dst, src string) {
	t.Helper()
	err := filepath.WalkDir(src, func(p string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(src, p)
		if err != nil {
			return err
		}
		to := filepath.Join(dst, rel)
		if d.IsDir() {
			return os.MkdirAll(to, 0o700)
		}
		if d.Name() == ".keep" {
			return nil
		}
		data, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		return os.WriteFile(to, data, 0o600)
	})
	must.Do(t, err)
}

// agree compares the verdicts, and reports each check on which they differ.
func agree(t *testing.T, want oracleState, got officebench.Verdict) bool {
	t.Helper()
	if len(want.Checks) != len(got.Checks) {
		t.Errorf("%d checks, want %d", len(got.Checks), len(want.Checks))
		return false
	}
	for i, check := range want.Checks {
		verdict := must.Have(json.Marshal(got.Checks[i].Passed))(t)
		if string(verdict) != string(check[1]) {
			t.Errorf("check %d, %s: %s (%s), want %s %s", i+1, check[0], verdict, got.Checks[i].Detail, check[1], check[2])
		}
		if got.Checks[i].Detail == "" {
			t.Errorf("check %d, %s: no detail", i+1, check[0])
		}
	}
	if got.Passed != want.Passed {
		t.Errorf("passed %v, want %v", got.Passed, want.Passed)
	}
	return !t.Failed()
}

// sharedSuite is the part of OfficeBench that stands beside the checkout.
func sharedSuite(t testing.TB) string {
	t.Helper()
	root := must.Have(filepath.Abs(".."))(t)
	dir := filepath.Join(root, "..", "shared", "officebench")
	if _, err := os.Stat(filepath.Join(dir, "oracle.json")); err != nil {
		t.Skipf("OfficeBench's data is not beside the checkout: %v", err)
	}
	return dir
}

// inProcess calls the tools in this process: a Reader without a sandbox.
type inProcess struct {
	registry  *tools.Registry
	workspace *tools.Workspace
}

func openInProcess(_ context.Context, dir string) (officebench.ReadCloser, error) {
	ws, err := tools.OpenWorkspace(dir, "evaluator", func() time.Time { return time.Unix(0, 0).UTC() })
	if err != nil {
		return nil, err
	}
	return &inProcess{apps.Registry(), ws}, nil
}

func (p *inProcess) Call(ctx context.Context, a tools.Action) (tools.Observation, error) {
	tool, err := p.registry.Lookup(a.Tool)
	if err != nil {
		return tools.Fail(err), nil
	}
	return tool.Run(ctx, p.workspace, a.Args), nil
}

func (p *inProcess) Close() error { return p.workspace.Close() }
