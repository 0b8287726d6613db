package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"legomem/must"
)

// docBlock is a code block of a page: its language, the file that it is, if it
// says so, and its text.
var docBlock = regexp.MustCompile("(?ms)^```([a-z]+)(?: (\\S+))?\n(.*?)^```$")

// TestRecurringDoc carries out what docs/recurring.md says, in its order: files
// are made as they stand there, commands run in a shell, and the lines of the
// crontab and of the systemd unit as these would run them.
func TestRecurringDoc(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts the program for each command")
	}
	text := must.Have(os.ReadFile("../../docs/recurring.md"))(t)
	home := t.TempDir()
	d := docSession{t: t, home: home}
	d.install()
	must.Do(t, os.Mkdir(filepath.Join(home, "office"), 0o700))
	done := map[string]int{}
	for _, m := range docBlock.FindAllStringSubmatch(string(text), -1) {
		kind, file, body := m[1], m[2], strings.ReplaceAll(m[3], "/home/you", home)
		done[kind]++
		if file != "" {
			must.Do(t, os.WriteFile(filepath.Join(home, file), []byte(body), 0o600))
		}
		switch kind {
		case "sh":
			for line := range strings.Lines(body) {
				d.run(strings.TrimSpace(line))
			}
		case "crontab":
			d.crontab(body)
		case "ini":
			if _, command, ok := strings.Cut(body, "ExecStart="); ok {
				command, _, _ = strings.Cut(command, "\n")
				d.run(strings.ReplaceAll(command, "%%", "%"))
			}
		}
	}
	if done["sh"] < 5 || done["crontab"] != 1 || done["ini"] != 2 || done["csv"] != 1 || done["yaml"] != 2 {
		t.Errorf("the page has other blocks than it had: %v", done)
	}
	for _, who := range []string{"Kim", "Mary Ann", "Lars"} {
		events, err := os.ReadFile(filepath.Join(home, "office", "calendar", who+".ics"))
		if n := strings.Count(string(events), "SUMMARY:day off"); err != nil || n != 1 {
			t.Errorf("%s has %d days off, %v", who, n, err)
		}
	}
	for _, file := range []string{"leave.log", "leave.jsonl"} {
		if said, err := os.ReadFile(filepath.Join(home, file)); err != nil || len(said) == 0 {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// docSession runs a page's commands with a home of their own.
type docSession struct {
	t    *testing.T
	home string
	path string // of the next commands
}

// install puts the program, which is this test's, into the home.
func (d *docSession) install() {
	d.t.Helper()
	self, err := os.Executable()
	must.Do(d.t, err)
	bin := filepath.Join(d.home, "bin")
	must.Do(d.t, os.Mkdir(bin, 0o700))
	must.Do(d.t, os.Symlink(self, filepath.Join(bin, "legomem")))
	d.path = bin + ":/usr/bin:/bin"
}

// run carries out a command, which must succeed.
func (d *docSession) run(command string) {
	d.t.Helper()
	cmd := exec.Command("/bin/sh", "-c", command)
	cmd.Dir = d.home
	cmd.Env = []string{"HOME=" + d.home, "XDG_DATA_HOME=" + filepath.Join(d.home, "data"), "TMPDIR=" + d.t.TempDir(), "PATH=" + d.path, "TZ=UTC"}
	if out, err := cmd.CombinedOutput(); err != nil {
		d.t.Fatalf("%s: %v\n%s", command, err, out)
	}
}

// crontab carries out the lines of a crontab as cron does: with the environment
// that it sets, and a % for each \%.
func (d *docSession) crontab(text string) {
	d.t.Helper()
	was := d.path
	schedule := regexp.MustCompile(`^(?:\S+ ){5}`)
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if path, ok := strings.CutPrefix(line, "PATH="); ok {
			d.path = path
		}
		if at := schedule.FindString(line); at != "" {
			if strings.Contains(strings.ReplaceAll(line, `\%`, ""), "%") {
				d.t.Errorf("cron ends the command at the %%: %s", line)
			}
			d.run(strings.ReplaceAll(strings.TrimPrefix(line, at), `\%`, "%"))
		}
	}
	d.path = was
}
