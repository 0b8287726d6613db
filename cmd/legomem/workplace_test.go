package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/apps"
)

// workplace is a testbed that is being made: Bob's, with the boxes of Alice and Tom
// beside his.
type workplace struct {
	t   *testing.T
	dir string
	ws  *tools.Workspace
}

func newWorkplace(t *testing.T, dir string) *workplace {
	t.Helper()
	must.Do(t, os.MkdirAll(filepath.Join(dir, "data"), 0o700))
	return openDesk(t, dir)
}

// copyDesk is newWorkplace with what another one has on it.
func copyDesk(t *testing.T, from, dir string) *workplace {
	t.Helper()
	must.Do(t, os.CopyFS(dir, os.DirFS(from)))
	return openDesk(t, dir)
}

func openDesk(t *testing.T, dir string) *workplace {
	t.Helper()
	ws := must.Have(tools.OpenWorkspace(dir, "Bob", func() time.Time { return time.Date(2026, 3, 9, 8, 0, 0, 0, time.UTC) }))(t)
	return &workplace{t, dir, ws}
}

// furnish puts on a desk what all cases find there.
func (b *workplace) furnish() {
	b.t.Helper()
	b.book("data/travel.xlsx", "Trip,Cost", "Oslo,100", "Rome,300")
	b.book("data/salaries.xlsx", "Name,Pay", "Alice,5100", "Tom,4900")
	b.text("data/plans.txt", "The plans for the summer party.")
	b.mail("Alice", "alice-secret", "boss@example.com", "alice@example.com", "Your raise", "You get 5 percent more.")
	b.mail("Tom", "tom-secret", "doctor@clinic.org", "tom@example.com", "Results", "The results are in.")
	b.mail("Bob", "rent", "landlord@flats.org", "bob@example.com", "Rent", "The rent is due.")
	b.event("Alice", "Interview at a competitor", "2026-03-11 10:00")
	b.event("Tom", "Therapy", "2026-03-12 10:00")
	b.event("Bob", "Budget review", "2026-03-13 10:00")
}

func (b *workplace) close() { b.ws.Close() }

// do makes a file with the tool for it.
func (b *workplace) do(tool string, args map[string]any) {
	b.t.Helper()
	t, err := apps.Registry().Lookup(tool)
	must.Do(b.t, err)
	if obs := t.Run(b.t.Context(), b.ws, args); obs.Failed {
		b.t.Fatalf("%s: %s", tool, obs.Text)
	}
}

func (b *workplace) text(name, content string) {
	b.t.Helper()
	file := filepath.Join(b.dir, filepath.FromSlash(name))
	must.Do(b.t, os.MkdirAll(filepath.Dir(file), 0o700))
	must.Do(b.t, os.WriteFile(file, []byte(content), 0o600))
}

// book makes a workbook of rows whose cells are apart by commas.
func (b *workplace) book(name string, rows ...string) {
	b.t.Helper()
	var cells []any
	for _, r := range rows {
		var row []any
		for cell := range strings.SplitSeq(r, ",") {
			row = append(row, strings.TrimSpace(cell))
		}
		cells = append(cells, row)
	}
	b.do("excel.create", map[string]any{"file_path": name, "rows": cells})
}

// mail puts a mail into a mailbox. More are header lines.
func (b *workplace) mail(user, id, from, to, subject, body string, more ...string) {
	b.t.Helper()
	header := append([]string{"From: " + from, "To: " + to, "Subject: " + subject, "Date: Mon, 09 Mar 2026 08:00:00 +0000", "Message-Id: <" + id + "@example.com>", "MIME-Version: 1.0"}, more...)
	if !slices.ContainsFunc(more, func(h string) bool { return strings.HasPrefix(h, "Content-Type:") }) {
		header = append(header, "Content-Type: text/plain; charset=utf-8")
	}
	b.text(fmt.Sprintf("emails/%s/%s.eml", user, id), strings.Join(header, "\r\n")+"\r\n\r\n"+body+"\r\n")
}

func (b *workplace) event(user, summary, start string, more ...string) {
	b.t.Helper()
	args := map[string]any{"user": user, "summary": summary, "start": start}
	if len(more) > 0 {
		args["description"] = more[0]
	}
	b.do("calendar.create_event", args)
}

// needs skips a case whose program is not there.
func needs(t *testing.T, program string) {
	t.Helper()
	if program == "" {
		return
	}
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("no %s here: %v", program, err)
	}
}
