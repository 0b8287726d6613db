package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"legomem/trajectory"
)

// TestOtherFile: finished files are held against each other by what they hold.
func TestOtherFile(t *testing.T) {
	const mail = "From: ann@example.com\r\nTo: lee@example.com\r\nSubject: Plan\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" +
		"--b\r\nContent-Type: text/plain\r\n\r\nHere it is.\r\n--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename=plan.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n"
	const end = "\r\n--b--\r\n"
	a, err := newTestApp(t, map[string]any{}, "")
	if err != nil {
		t.Fatal(err)
	}
	launcher, done, err := a.launcherFor(true)
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	v := &replays{app: a, launcher: launcher}
	for name, tt := range map[string]struct {
		was, now map[string]string
		other    string
		unread   bool
	}{
		"the same":                    {map[string]string{"data/a.txt": "a"}, map[string]string{"data/a.txt": "a"}, "", false},
		"another text":                {map[string]string{"data/a.txt": "a"}, map[string]string{"data/a.txt": "b"}, "data/a.txt", false},
		"a file more":                 {map[string]string{"data/a.txt": "a"}, map[string]string{"data/a.txt": "a", "data/b.txt": "b"}, "data/b.txt", false},
		"a file less":                 {map[string]string{"data/a.txt": "a"}, map[string]string{}, "data/a.txt", false},
		"an attachment made anew":     {map[string]string{"emails/Lee/p.eml": mail + "AAAA" + end}, map[string]string{"emails/Lee/p.eml": mail + "BBBB" + end}, "", false},
		"another mail":                {map[string]string{"emails/Lee/p.eml": mail + "AAAA" + end}, map[string]string{"emails/Lee/p.eml": strings.Replace(mail, "Plan", "No", 1) + "AAAA" + end}, "emails/Lee/p.eml", false},
		"a picture, which is no text": {map[string]string{"data/a.png": "\x89PNG\x00\xff1"}, map[string]string{"data/a.png": "\x89PNG\x00\xff2"}, "data/a.png", true},
	} {
		t.Run(name, func(t *testing.T) {
			other, unread, err := v.otherFile(t.Context(), folderOf(t, tt.was), folderOf(t, tt.now), trajectory.Task{User: "Ann"})
			if err != nil || other != tt.other || unread != tt.unread {
				t.Errorf("%q, unread %v, %v; want %q, %v", other, unread, err, tt.other, tt.unread)
			}
		})
	}
}

// folderOf writes files into a folder of their own.
func folderOf(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
