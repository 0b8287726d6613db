package places_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"legomem/places"
)

// ownFolder is a name that every file system takes, and tells from all others.
var ownFolder = regexp.MustCompile(`^[0-9a-f]{64}$`)

// FuzzConsent: whatever two tenants are called, each has a folder of its own, directly in
// the one folder for that.
func FuzzConsent(f *testing.F) {
	f.Add("local", "Local")
	f.Add("..", "../..")
	f.Add("a/b", "a\\b")
	f.Add("", "\x00")
	f.Add("caf\u00e9", "cafe\u0301")
	f.Add(strings.Repeat("x", 5_000), strings.Repeat("x", 5_001))
	f.Add("a", "a/../b")
	f.Fuzz(func(t *testing.T, a, b string) {
		data := places.Data("data")
		for _, tenant := range []string{a, b} {
			dir, name := filepath.Split(string(data.Consent(tenant)))
			if dir != filepath.FromSlash("data/consent/") || !ownFolder.MatchString(name) {
				t.Errorf("%q has the folder %q in %q", tenant, name, dir)
			}
			if in := filepath.Dir(data.Consent(tenant).Book()); in != string(data.Consent(tenant)) || in != filepath.Dir(data.Consent(tenant).Lock()) {
				t.Errorf("the book of %q is in %q", tenant, in)
			}
		}
		if (data.Consent(a) == data.Consent(b)) != (a == b) {
			t.Errorf("%q and %q: %s, %s", a, b, data.Consent(a), data.Consent(b))
		}
	})
}
