package desk

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"legomem/changes"
	"legomem/configs"
	"legomem/must"
	"legomem/tools/facts"
)

// TestUserAmong: nobody is chosen of several people but by the configuration, or by the
// login name.
func TestUserAmong(t *testing.T) {
	login := LoginName()
	for name, c := range map[string]struct {
		set    string
		people []string
		want   string
	}{
		"nobody":                 {"", nil, ""},
		"one":                    {"", []string{"Ann"}, "Ann"},
		"two":                    {"", []string{"Ann", "Bob"}, ""},
		"two and the login name": {"", []string{"Ann", login}, login},
		"the configured one":     {"Kim", []string{"Ann"}, "Kim"},
	} {
		d := &Desk{config: configs.Config{User: configs.User{Name: c.set}}}
		if got := d.userAmong(c.people); got != c.want {
			t.Errorf("%s: %q, not %q", name, got, c.want)
		}
	}
}

// TestPeopleIn: each person is found once, whatever they have and however it is spelled.
func TestPeopleIn(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"emails/Ann/a.eml", "emails/.hidden/a.eml", "emails/Mary Ann/a.eml", "emails/a@b/a.eml", "calendar/ann.ics", "calendar/Bob.ics", "calendar/notes.txt", "data/Eve.ics"} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		must.Do(t, os.MkdirAll(filepath.Dir(file), 0o700))
		must.Do(t, os.WriteFile(file, nil, 0o600))
	}
	if got := peopleIn(dir); !slices.Equal(got, []string{"Ann", "Bob", "Mary Ann"}) {
		t.Errorf("%q", got)
	}
}

// TestOneDomain: a domain is proposed only if all mails to the user agree on it.
func TestOneDomain(t *testing.T) {
	to := func(addresses ...string) changes.Facts {
		m := &facts.Mail{}
		for _, a := range addresses {
			m.To = append(m.To, facts.Address{Address: a})
		}
		return changes.Facts{Mail: m}
	}
	for name, c := range map[string]struct {
		mails []changes.Facts
		want  string
	}{
		"none":            {nil, ""},
		"one":             {[]changes.Facts{to("bob@b.org", "ann@acme.org"), to("ANN@Acme.org"), {Err: "unreadable"}}, "acme.org"},
		"two":             {[]changes.Facts{to("ann@acme.org"), to("ann@evil.org")}, ""},
		"others":          {[]changes.Facts{to("bob@acme.org", "ann.b@acme.org")}, ""},
		"a name alone":    {[]changes.Facts{to("ann")}, ""},
		"odd letters":     {[]changes.Facts{to("ann@аcme.org")}, ""},
		"no mail domain":  {[]changes.Facts{to("ann@acme org")}, ""},
		"a copy for them": {[]changes.Facts{{Mail: &facts.Mail{Cc: []facts.Address{{Address: "ann@acme.org"}}}}}, "acme.org"},
	} {
		if got := oneDomain(c.mails, "Ann"); got != c.want {
			t.Errorf("%s: %q, not %q", name, got, c.want)
		}
	}
}

// TestNotOurs: what the program keeps is no office, nor what holds it.
func TestNotOurs(t *testing.T) {
	home := t.TempDir()
	data, out := filepath.Join(home, "data"), filepath.Join(home, "out")
	run := filepath.Join(home, "elsewhere", "run", "testbed", "data")
	must.Do(t, os.MkdirAll(run, 0o700))
	must.Do(t, os.WriteFile(filepath.Join(home, "elsewhere", "run", "trajectory.jsonl"), nil, 0o600))
	must.Do(t, os.Symlink(filepath.Join(data, "legomem"), filepath.Join(home, "link")))
	must.Do(t, os.MkdirAll(filepath.Join(data, "legomem", "runs"), 0o700))
	set := map[string]string{"XDG_DATA_HOME": data, "XDG_CONFIG_HOME": filepath.Join(home, "conf")}
	d := &Desk{config: configs.Config{Out: out}, Outside: Outside{Lookup: func(name string) (string, bool) {
		value, ok := set[name]
		return value, ok
	}}}
	for dir, ours := range map[string]bool{
		filepath.Join(home, "office"):  false,
		filepath.Join(data, "office"):  false,
		home:                           true,
		data:                           true,
		filepath.Join(data, "legomem"): true,
		filepath.Join(data, "legomem", "runs", "none"): true,
		filepath.Join(home, "link", "runs"):            true,
		filepath.Join(home, "conf"):                    true,
		filepath.Join(home, "conf", "office"):          false,
		out:                                            true,
		run:                                            true,
	} {
		if err := d.notOurs(dir); (err != nil) != ours || ours && !IsInput(err) {
			t.Errorf("%s: %v", dir, err)
		}
	}
}
