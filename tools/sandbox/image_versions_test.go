package sandbox

import (
	"maps"
	"strings"
	"testing"
)

func TestParseVersions(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       map[string]string
		says       string
	}{
		{"two", "libreoffice=4:7.4.7-1+deb12u14\npython3-uno=1~rc1\n", map[string]string{"libreoffice": "4:7.4.7-1+deb12u14", "python3-uno": "1~rc1"}, ""},
		{"nothing", "", nil, "empty"},
		{"an empty line", "a=1\n\nb=2\n", nil, `""`},
		{"no version", "libreoffice=\n", nil, "name=version"},
		{"a name that is none", "Libre Office=1\n", nil, "name=version"},
		{"more than a version", "a=1 --privileged\n", nil, "name=version"},
		{"a line without an end", strings.Repeat("x", 100_000), nil, "too long"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := parseVersions(strings.NewReader(c.text))
			if c.says != "" {
				if err == nil || !strings.Contains(err.Error(), c.says) {
					t.Errorf("got %v, want an error that says %q", err, c.says)
				}
				return
			}
			if err != nil || !maps.Equal(got, c.want) {
				t.Errorf("got %v, %v, want %v", got, err, c.want)
			}
		})
	}
}

func FuzzParseVersions(f *testing.F) {
	f.Add("libreoffice=4:7.4.7-1+deb12u14\n")
	f.Add("a=b=c\n")
	f.Fuzz(func(t *testing.T, text string) {
		got, err := parseVersions(strings.NewReader(text))
		if err == nil && len(got) == 0 {
			t.Error("nothing was found, and no error")
		}
		for name, version := range got {
			if strings.ContainsAny(name+version, " \n=\x00") {
				t.Errorf("%q has the version %q", name, version)
			}
		}
	})
}
