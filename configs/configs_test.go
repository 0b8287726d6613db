package configs

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"
)

func env(pairs ...string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1], true
			}
		}
		return "", false
	}
}

func write(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "c.yaml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestOrder: flag over environment over file over default.
func TestOrder(t *testing.T) {
	file := write(t, "brain: model\nmemory:\n  k: 7\n  per_agent: 4\nmodel:\n  timeout: 5s\n")
	c, err := Load(file, env("LEGOMEM_MEMORY_K", "8", "LEGOMEM_SANDBOX_KIND", "docker"), map[string]any{"sandbox.kind": "local"})
	if err != nil {
		t.Fatal(err)
	}
	if c.Brain != "model" || c.Memory.K != 8 || c.Memory.PerAgent != 4 || c.Sandbox.Kind != "local" || c.Model.Timeout != 5*time.Second || c.Limits.Rounds != 20 {
		t.Errorf("config = %+v", c)
	}
}

// TestRefused: each mistake is a Problem that names the key and a way out.
func TestRefused(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"unknown key", "memroy:\n  k: 3\n", []string{`"memroy.k"`, `"memory.k"`}},
		{"unknown nested key", "sandbox:\n  docker:\n    cpu: 2\n", []string{`"sandbox.docker.cpu"`, `"sandbox.docker.cpus"`}},
		{"unknown choice", "brain: gpt\n", []string{"brain", "gpt", "reflex, model, hybrid"}},
		{"not a number", "memory:\n  k: many\n", []string{"memory.k", "int"}},
		{"too small", "limits:\n  rounds: 0\n", []string{"limits.rounds", "1"}},
		{"a zone", "dates:\n  zone: Moon/Base\n", []string{"dates.zone", "Moon/Base", "Europe/Berlin"}},
		{"not YAML", "brain: [\n", []string{"c.yaml"}},
		{"a role without a model", "team:\n  roles: [{role: email_agent}]\n", []string{"team.roles", "model"}},
		{"an unknown key in a list", "prices: [{modle: gpt-4o}]\n", []string{"modle"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Load(write(t, tt.text), env(), nil)
			if _, ok := err.(*Problem); !ok {
				t.Fatalf("err = %v, want a *Problem", err)
			}
			for _, w := range tt.want {
				if !strings.Contains(err.Error(), w) {
					t.Errorf("%q is not named in: %v", w, err)
				}
			}
		})
	}
	if _, err := Load("/no/such.yaml", env(), nil); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("err = %v", err)
	}
	if _, err := Load("", env("LEGOMEM_PRICES", "[]"), nil); err == nil {
		t.Error("a list in the environment was taken")
	}
}

// TestDefaultsAreComplete: default.yaml has every key of Config and no other,
// each under a comment.
func TestDefaultsAreComplete(t *testing.T) {
	var root yaml.Node
	if err := yaml.Unmarshal(Default, &root); err != nil {
		t.Fatal(err)
	}
	compare(t, "", root.Content[0], reflect.TypeFor[Config]())
}

func compare(t *testing.T, at string, node *yaml.Node, typ reflect.Type) {
	t.Helper()
	in := map[string]*yaml.Node{}
	for i := 0; i+1 < len(node.Content); i += 2 {
		in[node.Content[i].Value] = node.Content[i+1]
	}
	for f := range typ.Fields() {
		key := f.Tag.Get("mapstructure")
		child, ok := in[key]
		if !ok {
			t.Errorf("default.yaml has no %s%s", at, key)
			continue
		}
		delete(in, key)
		if f.Type.Kind() == reflect.Struct {
			compare(t, at+key+".", child, f.Type)
		}
	}
	for key := range in {
		t.Errorf("default.yaml has %s%s, which Config has not", at, key)
	}
}

func FuzzLoad(f *testing.F) {
	f.Add("brain: model")
	f.Add("memory: [1]")
	f.Add("prices: [{model: x, prompt: -1}]")
	f.Fuzz(func(t *testing.T, text string) {
		file := filepath.Join(t.TempDir(), "c.yaml")
		if os.WriteFile(file, []byte(text), 0o600) != nil {
			t.Skip("cannot write")
		}
		_, _ = Load(file, env(), nil) // must not panic
	})
}
