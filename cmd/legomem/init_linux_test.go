package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"legomem/configs"
	"legomem/must"
)

// dictate answers each question at a terminal with the next line, and returns all that was
// shown. Where there is no line left, the terminal is closed.
func dictate(person *os.File, lines []string) <-chan string {
	seen := make(chan string, 1)
	go func() {
		var all strings.Builder
		at, buf := 0, make([]byte, 4096)
		for {
			n, err := person.Read(buf)
			all.Write(buf[:n])
			now := all.String()[at:]
			if strings.HasSuffix(now, "? ") || strings.HasSuffix(now, "] ") {
				if len(lines) == 0 {
					_ = person.Close() // nobody answers this one
					seen <- all.String()
					return
				}
				at = all.Len()
				_, _ = person.WriteString(lines[0] + "\n") // where it fails, the question stays open
				lines = lines[1:]
			}
			if err != nil { // the program has closed its side
				seen <- all.String()
				return
			}
		}
	}()
	return seen
}

// TestInitOnATerminal: whoever names an office at a terminal is asked, with what is found
// as the proposal. Nothing that a mail says is taken without a yes to it.
func TestInitOnATerminal(t *testing.T) {
	to := func(addresses ...string) []string { return addresses }
	for name, c := range map[string]struct {
		mails  map[string][]string // by mailbox, whom each mail is to
		args   []string
		typed  []string
		shown  []string
		user   string
		mine   []string
		domain string
	}{
		"a yes to all": {map[string][]string{"Ann": to("ann@acme.org", "bob@evil.org")}, nil, []string{"", "", ""},
			[]string{"in this office? [Ann]", "mail domain? [acme.org]", "between? [Ann@acme.org]"}, "Ann", []string{"Ann@acme.org"}, "acme.org"},
		"other answers": {map[string][]string{"Ann": to("ann@acme.org")}, nil, []string{"", "home.net", "a@home.net, ann@work.org"},
			[]string{"[acme.org]", "[Ann@home.net]"}, "Ann", []string{"a@home.net", "ann@work.org"}, "home.net"},
		"two people": {map[string][]string{"Ann": nil, "Bob": to("bob@example.com")}, nil, []string{"", "bob", "", ""},
			[]string{": Ann, Bob", "in this office? \r\nWho are you in this office? "}, "Bob", []string{"Bob@example.com"}, "example.com"},
		"two domains": {map[string][]string{"Ann": to("ann@acme.org", "ann@evil.org")}, nil, []string{"", "", ""},
			[]string{"[example.com]"}, "Ann", []string{"Ann@example.com"}, "example.com"},
		"no address": {map[string][]string{"Mary Ann": nil}, nil, []string{"", "", ""},
			[]string{"[Mary Ann]", "between? "}, "Mary Ann", nil, "example.com"},
		"flags are not asked about": {map[string][]string{"Ann": to("ann@acme.org")}, []string{"--user", "Kim", "--domain", "kim.org"}, []string{""},
			[]string{"[Kim@kim.org]"}, "Kim", []string{"Kim@kim.org"}, "kim.org"},
		"nothing is asked": {map[string][]string{"Ann": to("ann@acme.org")}, []string{"--yes"}, nil,
			nil, "Ann", []string{"Ann@example.com"}, "example.com"},
	} {
		t.Run(name, func(t *testing.T) {
			usedHome(t)
			office, file := filepath.Join(t.TempDir(), "office"), filepath.Join(t.TempDir(), "own", "config.yaml")
			for box, mails := range c.mails {
				must.Do(t, os.MkdirAll(filepath.Join(office, "emails", box), 0o700))
				for i, to := range mails {
					text := "From: eve@evil.org\r\nTo: " + to + "\r\nSubject: Hello\r\n\r\nHello\r\n"
					must.Do(t, os.WriteFile(filepath.Join(office, "emails", box, string(rune('a'+i))+".eml"), []byte(text), 0o600))
				}
			}
			person, program := terminal(t)
			seen := dictate(person, c.typed)
			var out bytes.Buffer
			code := Execute(t.Context(), slices.Concat([]string{"init", office, "--config", file}, c.args), program, &out, program)
			must.Do(t, program.Close())
			shown := <-seen
			if code != exitDone {
				t.Fatalf("exit code %d\n%s%s", code, shown, &out)
			}
			for _, want := range c.shown {
				if !strings.Contains(shown, want) {
					t.Errorf("it does not show %q:\n%s", want, shown)
				}
			}
			got := must.Have(configs.Load(file, func(string) (string, bool) { return "", false }, nil))(t)
			if got.Office != office || got.User.Name != c.user || !slices.Equal(got.User.Addresses, c.mine) || got.Domain != c.domain {
				t.Errorf("the configuration has %q, %+v, %q", got.Office, got.User, got.Domain)
			}
			if mode := must.Have(os.Stat(file))(t).Mode().Perm(); mode != 0o600 {
				t.Errorf("the file has the mode %v", mode)
			}
		})
	}
}

// TestInitWithoutAnAnswer: who does not answer has no configuration afterwards.
func TestInitWithoutAnAnswer(t *testing.T) {
	usedHome(t)
	office, file := filepath.Join(t.TempDir(), "office"), filepath.Join(t.TempDir(), "config.yaml")
	person, program := terminal(t)
	seen := dictate(person, []string{"Ann"})
	code := Execute(t.Context(), []string{"init", office, "--config", file}, program, program, program)
	<-seen
	if code == exitDone {
		t.Error("it is done")
	}
	for _, path := range []string{office, file} {
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s is there", path)
		}
	}
}
