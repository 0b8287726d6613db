package configs

import "testing"

// TestForms: a key is the same in capitals and with its section before it; a
// section without keys sets nothing, and a value taken away is none.
func TestForms(t *testing.T) {
	for _, tt := range []struct {
		text string
		k    int
		kind string
	}{
		{"Memory: {K: 7}", 7, "local"},
		{"memory.k: 7", 7, "local"},
		{"memory: {}\nsandbox: {kind: docker}", 5, "docker"},
		{"memory: {k: }", 0, "local"},
		{"~", 5, "local"},
	} {
		s, err := defaults()
		if err != nil {
			t.Fatal(err)
		}
		if err := merge(s, write(t, tt.text), s.keys()); err != nil {
			t.Fatal(err)
		}
		c, err := s.config()
		if err != nil || c.Memory.K != tt.k || c.Sandbox.Kind != tt.kind {
			t.Errorf("%q sets k %d and kind %s (%v)", tt.text, c.Memory.K, c.Sandbox.Kind, err)
		}
	}
}
