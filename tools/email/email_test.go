package email_test

import (
	"io/fs"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/email"
	"legomem/tools/toolstest"
)

var now = time.Date(2026, 3, 10, 9, 7, 0, 0, time.UTC)

// office is a workspace of the user Bob with the email tools.
type office struct{ *toolstest.Desk }

func newOffice(t testing.TB, files map[string]string) *office {
	return &office{toolstest.New(t, now, email.Tools(), files)}
}

// tree lists all files of the testbed.
func (o *office) tree() []string {
	var out []string
	filepath.WalkDir(o.Dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(o.Dir, p)
			out = append(out, rel)
		}
		return nil
	})
	return out
}

func TestDelete(t *testing.T) {
	o := newOffice(t, nil)
	o.Data("email.send", `{"to":"Ann","subject":"s","content":"x"}`)
	o.Data("email.delete", `{"subject":"S"}`)
	if diff := cmp.Diff([]string{"emails/Ann/s.eml"}, o.tree()); diff != "" {
		t.Error(diff)
	}
	o.Fails("email.delete", `{"subject":"s"}`, tools.NotFound, "empty")
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
			got := o.Data(test.tool, test.args)
			if diff := cmp.Diff(test.want, got["subjects"]); diff != "" {
				t.Error(diff)
			}
			if int(got["count"].(float64)) != len(test.want) {
				t.Errorf("count %v", got["count"])
			}
		})
	}
	got := o.Data("email.search", `{"user":"Ann","subject":"graded","columns":["date","sender"]}`)
	want := []any{[]any{"date", "from"}, []any{"2024-01-02 03:00:00", "school@abc.com"}}
	if diff := cmp.Diff(want, got["table"]); diff != "" {
		t.Error(diff)
	}
	o.Fails("email.list", `{"user":"Ann","order":"random"}`, tools.BadArguments, "newest, oldest")
	o.Fails("email.list", `{"user":"Ann","folder":"trash"}`, tools.BadArguments, "inbox")
	o.Fails("email.list", `{"user":"Ann","columns":["weight"]}`, tools.BadArguments, "attachments")
	o.Fails("email.search", `{"user":"Ann","since":"whenever"}`, tools.BadArguments, "since")
	must.NoDiff(t, cmp.Diff(before, o.tree()), "reading changed the testbed: %s")
}

func BenchmarkList(b *testing.B) {
	o := newOffice(b, old)
	for b.Loop() {
		o.Data("list", `{"user":"Ann"}`)
	}
}
