package email_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/toolstest"
)

// TestOracle holds the hidden inspector against the benchmark's own verdicts:
// every check of a mailbox, on every finished testbed of the shared suite.
func TestOracle(t *testing.T) {
	for _, c := range toolstest.Checks(t, "email") {
		o := newOffice(t, nil)
		overlay(t, filepath.Join(c.Task, "testbed", "emails"), filepath.Join(o.Dir, "emails"))
		overlay(t, filepath.Join(c.State, "emails"), filepath.Join(o.Dir, "emails"))
		if got := o.judge(c); got != c.Verdict {
			t.Errorf("%s, %+v: %v, the benchmark says %v", c.State, c.Args, got, c.Verdict)
		}
	}
}

// overlay copies a folder's mails; one that is missing holds none.
func overlay(t *testing.T, from, to string) {
	t.Helper()
	if _, err := os.Stat(from); err != nil {
		return
	}
	err := filepath.WalkDir(from, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(from, p)
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(to, rel), 0o700)
		}
		raw, err := os.ReadFile(p)
		if err != nil || d.Name() == ".keep" {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), raw, 0o600)
	})
	must.Do(t, err)
}

// judge is true, false, or nil where the benchmark's evaluator raises.
func (o *office) judge(c toolstest.Check) any {
	obs := o.Call("email.inspect", `{"user":`+strconv.Quote(c.Args.Username)+`}`)
	if obs.Code == tools.NotFound {
		return nil
	}
	text := strings.ToLower(obs.Value().(map[string]any)["text"].(string))
	all := true
	for _, k := range c.Args.Keywords {
		if _, err := strconv.ParseFloat(k, 64); err == nil {
			text = strings.ReplaceAll(text, ",", "")
		}
		all = all && strings.Contains(text, strings.ToLower(k))
	}
	return all != strings.HasSuffix(c.Function, "not_contain")
}
