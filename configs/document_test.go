package configs

import (
	"strings"
	"testing"

	"legomem/must"
)

// TestDocument: what is set is set, and all else stays.
func TestDocument(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"an empty file":  {"", "office: /o\nuser:\n  name: Ann\n  addresses:\n    - ann@acme.org\n"},
		"comments alone": {"# mine\n\n# and this\n", "# mine\n\n# and this\n\noffice: /o\nuser:\n  name: Ann\n  addresses:\n    - ann@acme.org\n"},
		"other keys and comments": {
			"# mine\nbrain: hybrid # both\n# where\noffice: /old # the old one\nmemory:\n  # few\n  k: 3\n# the end\n",
			"# mine\nbrain: hybrid # both\n# where\noffice: /o # the old one\nmemory:\n  # few\n  k: 3\n# the end\n\nuser:\n  name: Ann\n  addresses:\n    - ann@acme.org\n"},
		"some of a section": {"user: {name: Bob}\noffice: /o\n", "user: {name: Ann, addresses: [ann@acme.org]}\noffice: /o\n"},
		"an empty section":  {"user:\n", "user:\n  name: Ann\n  addresses:\n    - ann@acme.org\noffice: /o\n"},
		"other capitals":    {"Office: /old\n", "Office: /o\nuser:\n  name: Ann\n  addresses:\n    - ann@acme.org\n"},
	} {
		t.Run(name, func(t *testing.T) {
			d := must.Have(ParseDocument([]byte(c.text)))(t)
			must.NoError(t, d.Set("office", "/o"))
			must.NoError(t, d.Set("user.name", "Ann"))
			must.NoError(t, d.Set("user.addresses", []string{"ann@acme.org"}))
			if got := string(must.Have(d.Bytes())(t)); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
			if again := must.Have(Load(write(t, c.want), env(), nil))(t); again.Office != "/o" || again.User.Name != "Ann" {
				t.Errorf("it reads as %+v", again)
			}
		})
	}
}

// TestDocumentRefused: a file that cannot be changed in its keys alone is left as it is.
func TestDocumentRefused(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"no YAML":             {"a: [", "line 1"},
		"a list":              {"- a\n", "no list of keys"},
		"two documents":       {"a: 1\n---\nb: 2\n", "several documents"},
		"a section as text":   {"user: Ann\n", "user is no section"},
		"a section elsewhere": {"x: &x {name: Bob}\nuser: *x\n", "user is no section"},
		"said in another way": {"user.name: Bob\n", "in another way"},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := ParseDocument([]byte(c.text))
			if err == nil {
				err = d.Set("user.name", "Ann")
			}
			if err == nil {
				_, err = d.Bytes()
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestDocumentText(t *testing.T) {
	d := must.Have(ParseDocument([]byte("office: /o # here\n")))(t)
	if d.Text("office") != "/o" || d.Text("user.name") != "" {
		t.Errorf("%q, %q", d.Text("office"), d.Text("user.name"))
	}
}
