package qdrant_test

import (
	"strings"
	"testing"

	"legomem/membank/store/qdrant"
)

func TestParseAddress(t *testing.T) {
	for in, want := range map[string]qdrant.Address{
		"qdrant://localhost":            {Host: "localhost", Port: 6334},
		"qdrant://localhost:7000":       {Host: "localhost", Port: 7000},
		"qdrants://bank.example.org/":   {Host: "bank.example.org", Port: 6334, TLS: true},
		"qdrants://[2001:db8::1]:65535": {Host: "2001:db8::1", Port: 65535, TLS: true},
		"QDRANT://10.0.0.7:1":           {Host: "10.0.0.7", Port: 1},
	} {
		got, err := qdrant.ParseAddress(in)
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v", in, got, err)
		}
		if again, err := qdrant.ParseAddress(got.String()); err != nil || again != want {
			t.Errorf("%s, spelled %s: %+v, %v", in, got, again, err)
		}
	}
	for in, says := range map[string]string{
		"":                         `begins with "://"`,
		"localhost:6334":           `begins with`,
		"http://localhost:6334":    `begins with "http://"`,
		"qdrant://":                "names no host",
		"qdrant://:6334":           "names no host",
		"qdrant://h:0":             "port",
		"qdrant://h:65536":         "port",
		"qdrant://h:port":          "cannot be read",
		"qdrant://h:6334/things":   "behind the port",
		"qdrant://h:6334?tls=true": "behind the port",
		"qdrant://h#x":             "behind the port",
		"qdrant://sesame@h":        "QDRANT_API_KEY",
		"qdrant://u:sesame@h":      "QDRANT_API_KEY",
		"qdrant://u:sesame@h:x":    "cannot be read",
		"qdrant://a b":             "cannot be read",
		"qdrant://::":              "IP address in brackets",
		"qdrant://::1":             "IP address in brackets",
	} {
		_, err := qdrant.ParseAddress(in)
		if err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), "qdrant://host:port") {
			t.Errorf("%q: %v does not say %q and the way out", in, err, says)
		}
		if err != nil && strings.Contains(err.Error(), "sesame") {
			t.Errorf("%q: the error shows the key: %v", in, err)
		}
	}
}

func FuzzParseAddress(f *testing.F) {
	for _, s := range []string{"qdrant://localhost:6334", "qdrants://[::1]", "qdrant://u:p@h", "qdrant://%zz", "qdrant://h:-1", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		a, err := qdrant.ParseAddress(s)
		if err != nil {
			return
		}
		if a.Host == "" || a.Port < 1 || a.Port > 65535 {
			t.Errorf("%q: %+v", s, a)
		}
		if again, err := qdrant.ParseAddress(a.String()); err != nil || again != a {
			t.Errorf("%q is %+v, but %s is %+v: %v", s, a, a, again, err)
		}
	})
}
