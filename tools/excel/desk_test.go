package excel

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"legomem/tools"
)

// desk is a workspace with the excel tools at hand.
type desk struct {
	tb  testing.TB
	ws  *tools.Workspace
	reg *tools.Registry
	dir string
}

func newDesk(tb testing.TB) *desk {
	tb.Helper()
	dir := tb.TempDir()
	ws, err := tools.OpenWorkspace(dir, "Bob", func() time.Time { return time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC) })
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { ws.Close() })
	return &desk{tb, ws, tools.NewRegistry(Tools()), dir}
}

// call runs a tool with JSON arguments, as an action has them.
func (d *desk) call(name, args string) tools.Observation {
	d.tb.Helper()
	var m map[string]any
	if err := json.Unmarshal([]byte(args), &m); err != nil {
		d.tb.Fatalf("arguments %s: %v", args, err)
	}
	tool, err := d.reg.Lookup("excel." + name)
	if err != nil {
		d.tb.Fatal(err)
	}
	return tool.Run(d.tb.Context(), d.ws, m)
}

// do is call for a tool that must succeed; it gives the data's field at path.
func (d *desk) do(name, args, path string) any {
	d.tb.Helper()
	obs := d.call(name, args)
	if obs.Failed {
		d.tb.Fatalf("excel.%s %s: %s (%s)", name, args, obs.Text, obs.Code)
	}
	v := obs.Value()
	for _, key := range strings.Split(path, ".") {
		if path == "" {
			break
		}
		m, ok := v.(map[string]any)
		if !ok {
			d.tb.Fatalf("excel.%s: no %s in %s", name, path, obs.Data)
		}
		v = m[key]
	}
	return v
}

// fails runs a tool that must fail with a code, and say all of these.
func (d *desk) fails(name, args string, code tools.Code, says ...string) {
	d.tb.Helper()
	obs := d.call(name, args)
	if !obs.Failed || obs.Code != code {
		d.tb.Errorf("excel.%s %s: code %q, want %q (%s)", name, args, obs.Code, code, obs.Text)
	}
	for _, s := range says {
		if !strings.Contains(obs.Text, s) {
			d.tb.Errorf("excel.%s %s: says %q, not %q", name, args, obs.Text, s)
		}
	}
}

func (d *desk) dump(file string) string {
	d.tb.Helper()
	return d.do("inspect", `{"file_path":"`+file+`"}`, "dump").(string)
}

// lines spells rows as brief does.
func lines(rows ...string) string {
	out := ""
	for _, r := range rows {
		out += r + "\n"
	}
	return out
}

// brief is a dump without coordinates, values apart by a bar.
func (d *desk) brief(file string) string {
	d.tb.Helper()
	var out strings.Builder
	for row := range strings.Lines(d.dump(file)) {
		var values []string
		for cell := range strings.SplitSeq(strings.TrimSuffix(row, "\t\n"), "\t") {
			_, v, _ := strings.Cut(cell, "): ")
			values = append(values, strings.Replace(v, "[Empty Cell]", "-", 1))
		}
		out.WriteString(strings.Join(values, "|") + "\n")
	}
	return out.String()
}
