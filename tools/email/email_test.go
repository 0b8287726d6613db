package email_test

import (
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/tools"
	"legomem/tools/email"
)

var now = time.Date(2026, 3, 10, 9, 7, 0, 0, time.UTC)

// office is a workspace of the user Bob with the email tools.
type office struct {
	t   *testing.T
	dir string
	ws  *tools.Workspace
	reg *tools.Registry
}

func open(t testing.TB, dir string) *tools.Workspace {
	t.Helper()
	ws, err := tools.OpenWorkspace(dir, "Bob", func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	return ws
}

func fill(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func newOffice(t *testing.T, files map[string]string) *office {
	t.Helper()
	dir := t.TempDir()
	fill(t, dir, files)
	return &office{t, dir, open(t, dir), tools.NewRegistry(email.Tools())}
}

func (o *office) call(name, args string) tools.Observation {
	o.t.Helper()
	tool, err := o.reg.Lookup(name)
	if err != nil {
		o.t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal([]byte(args), &m); err != nil {
		o.t.Fatalf("%s: %v", args, err)
	}
	return tool.Run(context.Background(), o.ws, m)
}

func (o *office) data(name, args string) map[string]any {
	o.t.Helper()
	obs := o.call(name, args)
	if obs.Failed {
		o.t.Fatalf("%s %s failed (%s): %s", name, args, obs.Code, obs.Text)
	}
	return obs.Value().(map[string]any)
}

func (o *office) fails(name, args string, code tools.Code, says ...string) {
	o.t.Helper()
	obs := o.call(name, args)
	if !obs.Failed || obs.Code != code {
		o.t.Fatalf("%s %s: failed %v, code %q, want %q: %s", name, args, obs.Failed, obs.Code, code, obs.Text)
	}
	for _, s := range says {
		if !strings.Contains(obs.Text, s) {
			o.t.Errorf("%s %s: %q does not say %q", name, args, obs.Text, s)
		}
	}
}

// tree lists all files of the testbed.
func (o *office) tree() []string {
	var out []string
	filepath.WalkDir(o.dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(o.dir, p)
			out = append(out, rel)
		}
		return nil
	})
	return out
}

func (o *office) read(name string) string {
	o.t.Helper()
	b, err := os.ReadFile(filepath.Join(o.dir, name))
	if err != nil {
		o.t.Fatal(err)
	}
	return string(b)
}

func TestDelete(t *testing.T) {
	o := newOffice(t, nil)
	o.data("email.send", `{"to":"Ann","subject":"s","content":"x"}`)
	o.data("email.delete", `{"subject":"S"}`)
	if diff := cmp.Diff([]string{"emails/Ann/s.eml"}, o.tree()); diff != "" {
		t.Error(diff)
	}
	o.fails("email.delete", `{"subject":"s"}`, tools.NotFound, "empty")
}

// old are mails as the office's earlier programs wrote them.
var old = map[string]string{
	"emails/Ann/rent.eml":    "From: Glen@abc.com\nTo: Ann@abc.com\nSubject: Rent due\nContent-Type: text/plain; charset=\"us-ascii\"\n\nPay.\n\nSent at: 2024-09-23 03:00:00\n",
	"emails/Ann/grade.eml":   "From: school@abc.com\nTo: Ann@abc.com\nSubject: Graded\nContent-Type: text/plain; charset=\"us-ascii\"\n\nScore 93.\n\nSent at: 2024-01-02 03:00:00\n",
	"emails/Ann/own.eml":     "From: Ann@example.com\nTo: Tom@example.com\nSubject: Mine\nDate: Mon, 01 Apr 2024 10:00:00 +0200\nContent-Type: text/plain; charset=utf-8\n\nx\n",
	"emails/Ann/undated.eml": "From: \"Doe, Jo\" <jo@abc.com>\nTo: Ann@abc.com\nSubject: =?iso-8859-1?q?Caf=E9?=\nContent-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\ncaf=E9\n",
}

func TestSearch(t *testing.T) {
	tests := []struct {
		name, tool, args string
		want             []any
	}{
		{"all, newest first", "email.list", `{"user":"ann"}`, []any{"Rent due", "Mine", "Graded", "Café"}},
		{"oldest first", "email.list", `{"user":"Ann","order":"ascending"}`, []any{"Graded", "Mine", "Rent due", "Café"}},
		{"the latest", "email.list", `{"user":"Ann","limit":"1"}`, []any{"Rent due"}},
		{"sent", "email.list", `{"user":"Ann","folder":"sent"}`, []any{"Mine"}},
		{"inbox", "email.list", `{"user":"Ann","folder":"inbox"}`, []any{"Rent due", "Graded", "Café"}},
		{"text", "email.search", `{"user":"Ann","contains":"score"}`, []any{"Graded"}},
		{"text in another charset", "email.search", `{"user":"Ann","contains":"CAFÉ"}`, []any{"Café"}},
		{"from a display name", "email.search", `{"user":"Ann","from":"Doe, Jo"}`, []any{"Café"}},
		{"from a local name", "email.search", `{"user":"Ann","from":"glen"}`, []any{"Rent due"}},
		{"a time, its last day in", "email.search", `{"user":"Ann","since":"2024-01-01","until":"April 1 2024","order":"oldest"}`, []any{"Graded", "Mine"}},
		{"to an instant", "email.search", `{"user":"Ann","until":"2024-04-01 08:00:00"}`, []any{"Mine", "Graded"}},
		{"before it", "email.search", `{"user":"Ann","until":"2024-04-01 07:59:59"}`, []any{"Graded"}},
		{"an unknown mailbox", "email.list", `{"user":"Zoe"}`, []any{}},
	}
	o := newOffice(t, old)
	before := o.tree()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := o.data(test.tool, test.args)
			if diff := cmp.Diff(test.want, got["subjects"]); diff != "" {
				t.Error(diff)
			}
			if int(got["count"].(float64)) != len(test.want) {
				t.Errorf("count %v", got["count"])
			}
		})
	}
	got := o.data("email.search", `{"user":"Ann","subject":"graded","columns":["date","sender"]}`)
	want := []any{[]any{"date", "from"}, []any{"2024-01-02 03:00:00", "school@abc.com"}}
	if diff := cmp.Diff(want, got["table"]); diff != "" {
		t.Error(diff)
	}
	o.fails("email.list", `{"user":"Ann","order":"random"}`, tools.BadArguments, "newest, oldest")
	o.fails("email.list", `{"user":"Ann","folder":"trash"}`, tools.BadArguments, "inbox")
	o.fails("email.list", `{"user":"Ann","columns":["weight"]}`, tools.BadArguments, "attachments")
	o.fails("email.search", `{"user":"Ann","since":"whenever"}`, tools.BadArguments, "since")
	if diff := cmp.Diff(before, o.tree()); diff != "" {
		t.Errorf("reading changed the testbed: %s", diff)
	}
}

func BenchmarkList(b *testing.B) {
	dir := b.TempDir()
	fill(b, dir, old)
	ws := open(b, dir)
	tool, _ := tools.NewRegistry(email.Tools()).Get("email.list")
	for b.Loop() {
		if obs := tool.Run(context.Background(), ws, map[string]any{"user": "Ann"}); obs.Failed {
			b.Fatal(obs.Text)
		}
	}
}
