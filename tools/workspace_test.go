package tools_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools"
)

// secret lies beside the workspace and must never be reached from it.
const secret = "outside"

func newWorkspace(t testing.TB, files map[string]string) (*tools.Workspace, string) {
	t.Helper()
	base := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(base, "secret.txt"), []byte(secret), 0o600))
	dir := filepath.Join(base, "testbed")
	must.Do(t, os.Mkdir(dir, 0o700))
	for name, text := range files {
		p := filepath.Join(dir, name)
		must.Do(t, os.MkdirAll(filepath.Dir(p), 0o700))
		must.Do(t, os.WriteFile(p, []byte(text), 0o600))
	}
	ws := must.Have(tools.OpenWorkspace(dir, "Bob", fixed))(t)
	t.Cleanup(func() { ws.Close() })
	return ws, dir
}

func TestOpenWorkspaceMissing(t *testing.T) {
	if _, err := tools.OpenWorkspace(filepath.Join(t.TempDir(), "none"), "Bob", fixed); tools.CodeOf(err) != tools.NotFound {
		t.Errorf("got %v", err)
	}
}

func TestClean(t *testing.T) {
	tests := []struct {
		given, want string
		code        tools.Code
	}{
		{"data/a.xlsx", "data/a.xlsx", ""},
		{"./data/a.xlsx", "data/a.xlsx", ""},
		{"/testbed/data/a.xlsx", "data/a.xlsx", ""},
		{"/testbed", ".", ""},
		{"/testbedding/a", "testbedding/a", ""},
		{"/data/a.xlsx", "data/a.xlsx", ""},
		{`data\a.xlsx`, "data/a.xlsx", ""},
		{"data//b/../a.xlsx", "data/a.xlsx", ""},
		{"  a.txt ", "a.txt", ""},
		{"", ".", ""},
		{"..a", "..a", ""},
		{"..", "", tools.Refused},
		{"../secret.txt", "", tools.Refused},
		{"data/../../secret.txt", "", tools.Refused},
		{`..\secret.txt`, "", tools.Refused},
		{"/testbed/../secret.txt", "", tools.Refused},
		{"a\x00b", "", tools.Refused},
		{"a\nb", "", tools.Refused},
		{"a\x7fb", "", tools.Refused},
	}
	ws, _ := newWorkspace(t, nil)
	for _, test := range tests {
		got, err := ws.Clean(test.given)
		if got != test.want || tools.CodeOf(err) != test.code {
			t.Errorf("%q: %q, %v; want %q, %q", test.given, got, err, test.want, test.code)
		}
	}
}

func FuzzClean(f *testing.F) {
	for _, s := range []string{"data/a", "/testbed/..", `\..\..`, "a/../..", "//testbed//x", " .. ", "/testbed/ ../x"} {
		f.Add(s)
	}
	ws, _ := newWorkspace(f, map[string]string{"data/a": "x"})
	f.Fuzz(func(t *testing.T, name string) {
		p, err := ws.Clean(name)
		if err != nil {
			if tools.CodeOf(err) != tools.Refused {
				t.Fatalf("%q: %v", name, err)
			}
			return
		}
		if p == "" || strings.HasPrefix(p, "/") || p == ".." || strings.HasPrefix(p, "../") || p != filepath.Clean(p) {
			t.Fatalf("%q became %q", name, p)
		}
		if again, err := ws.Clean(p); p == strings.TrimSpace(p) && (err != nil || again != p) {
			t.Fatalf("%q became %q, then %q (%v)", name, p, again, err)
		}
		if data, err := ws.ReadFile(name); err == nil && string(data) == secret {
			t.Fatalf("%q reads what is outside", name)
		}
	})
}

func TestFind(t *testing.T) {
	ws, _ := newWorkspace(t, map[string]string{"data/Report.xlsx": "r", "data/twin.txt": "1", "data/TWIN.txt": "2", "top.txt": "t", "emails/Bob/a.eml": "m"})
	tests := []struct {
		given, want string
		code        tools.Code
	}{
		{"data/Report.xlsx", "data/Report.xlsx", ""},
		{"data/report.XLSX", "data/Report.xlsx", ""},
		{"report.xlsx", "data/Report.xlsx", ""},
		{"top.txt", "top.txt", ""},
		{"emails/Bob/A.EML", "emails/Bob/a.eml", ""},
		{"data/twin.txt", "data/twin.txt", ""},
		{"data/Twin.txt", "", tools.Ambiguous},
		{"none.txt", "", tools.NotFound},
		{"none/none.txt", "", tools.NotFound},
		{"../secret.txt", "", tools.Refused},
	}
	for _, test := range tests {
		got, err := ws.Find(test.given)
		if got != test.want || tools.CodeOf(err) != test.code {
			t.Errorf("%q: %q, %v; want %q, %q", test.given, got, err, test.want, test.code)
		}
	}
	if _, err := ws.Find("none.txt"); !strings.Contains(err.Error(), "Report.xlsx") {
		t.Errorf("%q does not name what is there", err)
	}
}

// TestLinks: no link leads out of the workspace, whether it is read, written,
// listed, walked or moved.
func TestLinks(t *testing.T) {
	ws, dir := newWorkspace(t, map[string]string{"data/real.txt": "in"})
	out := filepath.Dir(dir)
	for name, target := range map[string]string{
		"data/file.txt": filepath.Join(out, "secret.txt"), "data/up.txt": "../../secret.txt", "data/folder": out,
		"data/inside.txt": "real.txt", "data/dangling.txt": filepath.Join(out, "new.txt"),
	} {
		must.Do(t, os.Symlink(target, filepath.Join(dir, name)))
	}
	for _, name := range []string{"data/file.txt", "data/up.txt", "data/FILE.txt", "data/folder/secret.txt", "data/dangling.txt", "data/inside.txt"} {
		if data, err := ws.ReadFile(name); err == nil {
			t.Errorf("%s reads %q", name, data)
		}
	}
	for _, name := range []string{"data/file.txt", "data/up.txt", "data/dangling.txt", "data/folder/new.txt", "data/folder/secret.txt"} {
		if err := ws.WriteFile(name, []byte("x")); tools.CodeOf(err) != tools.Refused {
			t.Errorf("writing %s: %v", name, err)
		}
	}
	if _, err := ws.List("data/folder"); tools.CodeOf(err) != tools.Refused {
		t.Errorf("listing a link out: %v", err)
	}
	if err := ws.Rename("data/real.txt", "data/folder/moved.txt"); err == nil {
		t.Error("a file was moved out through a link")
	}
	var walked []string
	must.Do(t, ws.Walk(context.Background(), func(p string, _ int64) error { walked = append(walked, p); return nil }))
	if diff := cmp.Diff([]string{"data/real.txt"}, walked); diff != "" {
		t.Error(diff)
	}
	if err := ws.Remove("data/folder"); err != nil {
		t.Errorf("removing the link itself: %v", err)
	}
	entries, _ := os.ReadDir(out)
	if got, _ := os.ReadFile(filepath.Join(out, "secret.txt")); string(got) != secret || len(entries) != 2 {
		t.Errorf("outside was touched: %q, %v", got, entries)
	}
}

// TestHardLink: writing replaces a name and never the file behind it, so that
// what it is also called elsewhere stays as it is.
func TestHardLink(t *testing.T) {
	ws, dir := newWorkspace(t, map[string]string{"data/x": ""})
	outside := filepath.Join(filepath.Dir(dir), "secret.txt")
	if err := os.Link(outside, filepath.Join(dir, "data/hard.txt")); err != nil {
		t.Skipf("this file system has no hard links: %v", err)
	}
	must.Do(t, ws.WriteFile("data/hard.txt", []byte("new")))
	if got, _ := os.ReadFile(outside); string(got) != secret {
		t.Errorf("the file outside became %q", got)
	}
	if got, err := ws.ReadFile("data/hard.txt"); err != nil || string(got) != "new" {
		t.Errorf("inside: %q, %v", got, err)
	}
}

func TestSpecialFiles(t *testing.T) {
	ws, dir := newWorkspace(t, nil)
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Skipf("no named pipes here: %v", err)
	}
	if _, err := ws.ReadFile("pipe"); tools.CodeOf(err) != tools.Refused {
		t.Errorf("reading a pipe: %v", err)
	}
	if err := ws.WriteFile("pipe", nil); tools.CodeOf(err) != tools.Refused {
		t.Errorf("writing a pipe: %v", err)
	}
}

func TestReadAndWrite(t *testing.T) {
	ws, dir := newWorkspace(t, map[string]string{"data/a.txt": "old"})
	must.Do(t, ws.WriteFile("/testbed/data/new/b.txt", []byte("b")))
	if got, err := ws.ReadFile("data/new/b.txt"); err != nil || string(got) != "b" {
		t.Errorf("%q, %v", got, err)
	}
	info, err := os.Stat(filepath.Join(dir, "data/new/b.txt"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	for name, want := range map[string]tools.Code{"data": tools.Refused, ".": tools.BadArguments, "": tools.BadArguments, "data/a.txt/b": tools.Internal} {
		err := ws.WriteFile(name, nil)
		if err == nil || want != tools.Internal && tools.CodeOf(err) != want {
			t.Errorf("writing %q: %v", name, err)
		}
	}
	if _, err := ws.ReadFile("data"); tools.CodeOf(err) != tools.BadArguments {
		t.Errorf("reading a folder: %v", err)
	}
	if err := ws.WriteFile("big", bytes.Repeat([]byte{0}, tools.MaxFile+1)); tools.CodeOf(err) != tools.TooLarge {
		t.Errorf("writing too much: %v", err)
	}
	must.Do(t, os.Truncate(filepath.Join(dir, "data/a.txt"), tools.MaxFile+1))
	if _, err := ws.ReadFile("data/a.txt"); tools.CodeOf(err) != tools.TooLarge {
		t.Errorf("reading too much: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*/.legomem-*")); left != nil {
		t.Errorf("temporary files stayed: %v", left)
	}
}

func TestMoveAndRemove(t *testing.T) {
	ws, _ := newWorkspace(t, map[string]string{"data/a.txt": "a", "data/b.txt": "b", "data/sub/c.txt": "c", ".legomem-left": "x"})
	if err := ws.Rename("A.txt", "data/b.txt"); tools.CodeOf(err) != tools.Exists {
		t.Errorf("moving onto another: %v", err)
	}
	if err := ws.Rename("a.txt", "data/deep/er/a.txt"); err != nil || !ws.Exists("data/deep/er/a.txt") || ws.Exists("data/a.txt") {
		t.Errorf("moving: %v", err)
	}
	if err := ws.Rename("data/none", "data/x"); tools.CodeOf(err) != tools.NotFound {
		t.Errorf("moving nothing: %v", err)
	}
	if err := ws.Rename("data/b.txt", "../b.txt"); tools.CodeOf(err) != tools.Refused {
		t.Errorf("moving out: %v", err)
	}
	if err := ws.Remove("."); tools.CodeOf(err) != tools.Refused {
		t.Errorf("removing the testbed: %v", err)
	}
	if err := ws.Remove("data/sub"); err != nil || ws.Exists("data/sub") {
		t.Errorf("removing a folder: %v", err)
	}
	entries, err := ws.List("/testbed")
	if err != nil || len(entries) != 1 || entries[0].Name() != "data" {
		t.Errorf("listing: %v, %v", entries, err)
	}
	if _, err := ws.List("none"); tools.CodeOf(err) != tools.NotFound {
		t.Errorf("listing nothing: %v", err)
	}
	if err := ws.MkdirAll("x/y"); err != nil || !ws.Exists("x/y") {
		t.Errorf("making folders: %v", err)
	}
}

func TestWalkStops(t *testing.T) {
	ws, _ := newWorkspace(t, map[string]string{"a": "", "b": ""})
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	err := ws.Walk(ctx, func(string, int64) error { n++; cancel(); return nil })
	if n != 1 || err == nil {
		t.Errorf("%d files after the cancel, %v", n, err)
	}
}
