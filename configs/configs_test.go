package configs

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	reflexbrain "legomem/agents/reflex"
	"legomem/membank"
	"legomem/membank/store"
	"legomem/must"
	"legomem/orchestrator"
	"legomem/tools"
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
	must.Do(t, os.WriteFile(file, []byte(text), 0o600))
	return file
}

// TestOrder: flag over environment over file over default.
func TestOrder(t *testing.T) {
	file := write(t, "brain: model\nmemory:\n  k: 7\n  per_agent: 4\nmodel:\n  timeout: 5s\n")
	c := must.Have(Load(file, env("LEGOMEM_MEMORY_K", "8", "LEGOMEM_SANDBOX_KIND", "docker"), map[string]any{"sandbox.kind": "local"}))(t)
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
		{"unknown nested key", "sandbox:\n  limits:\n    cpu: 2\n", []string{`"sandbox.limits.cpu"`, `"sandbox.limits.cpus"`}},
		{"a key that has moved", "policy:\n  recipients: []\n", []string{`"policy.recipients"`, "commit.recipients"}},
		{"a key that has gone", "policy:\n  approve: send\n", []string{`"policy.approve"`, "docs/commit.md"}},
		{"unknown choice", "brain: gpt\n", []string{"brain", "gpt", "reflex, model, hybrid"}},
		{"not a number", "memory:\n  k: many\n", []string{"memory.k", `"many"`, "whole number"}},
		{"too small", "limits:\n  rounds: 0\n", []string{"limits.rounds", "1"}},
		{"a zone", "dates:\n  zone: Moon/Base\n", []string{"dates.zone", "Moon/Base", "Europe/Berlin"}},
		{"half a number", "memory:\n  k: 2.5\n", []string{"memory.k is 2.5", "whole number"}},
		{"a yes for a number", "memory:\n  k: true\n", []string{"memory.k", "true"}},
		{"a number for a yes", "sandbox:\n  shell: 1\n", []string{"sandbox.shell", "true or false"}},
		{"a time without its unit", "limits:\n  time: 90\n", []string{"limits.time", "90", "90s"}},
		{"not a time", "limits:\n  time: soon\n", []string{"limits.time", "soon"}},
		{"too large", "model:\n  top_p: 1.5\n", []string{"model.top_p", "1.5", "0 to 1"}},
		{"no number at all", "model:\n  temperature: .nan\n", []string{"model.temperature", "NaN"}},
		{"a list for a text", "brain: [reflex]\n", []string{"brain", "a text"}},
		{"a text for a number", "model:\n  temperature: warm\n", []string{"model.temperature", "warm", "a number"}},
		{"a role twice", "team:\n  roles: [{role: a, model: x}, {role: a, model: y}]\n", []string{"team.roles", "a is there twice"}},
		{"a hot role", "team:\n  roles: [{role: a, model: x, temperature: 3}]\n", []string{"team.roles", "temperature", "0 to 2"}},
		{"an unknown strategy", "memory:\n  strategy: clever\n", []string{"memory.strategy", "clever", "vanilla"}},
		{"an office from somewhere", "office: here/office\n", []string{"office", `"here/office"`, "absolute path"}},
		{"an office at home", "office: ~/office\n", []string{"office", `"~/office"`, "/home/ann/office"}},
		{"a user with an address", "user:\n  name: ann@example.com\n", []string{"user.name", `"ann@example.com"`, "such as Ann"}},
		{"a user who is a path", "user:\n  name: ../ann\n", []string{"user.name", `"../ann"`}},
		{"a hidden user", "user:\n  name: .ann\n", []string{"user.name", `".ann"`}},
		{"no address", "user:\n  addresses: [ann@example.com, ann]\n", []string{"user.addresses", `"ann"`, "ann@example.com"}},
		{"a named address", "user:\n  addresses: [Ann <ann@example.com>]\n", []string{"user.addresses", "Ann <ann@example.com>"}},
		{"no domain", "domain: \"\"\n", []string{"domain", `""`, "example.com"}},
		{"an address for a domain", "domain: ann@example.com\n", []string{"domain", "ann@example.com"}},
		{"a domain with a blank", "domain: acme org\n", []string{"domain", "acme org"}},
		{"a domain that ends in a dot", "domain: acme.\n", []string{"domain", `"acme."`}},
		{"a key in the file", "model:\n  api_key: sk-1\n", []string{`"model.api_key"`, "OPENAI_API_KEY"}},
		{"a section with a value", "memory: 3\n", []string{`"memory" is a section`, "memory.k"}},
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
	must.Do(t, yaml.Unmarshal(Default, &root))
	compare(t, "", root.Content[0], reflect.TypeFor[Config]())
}

func compare(t *testing.T, at string, node *yaml.Node, typ reflect.Type) {
	t.Helper()
	in := map[string]*yaml.Node{}
	said := "" // a comment holds for the keys up to the next one
	for i := 0; i+1 < len(node.Content); i += 2 {
		key := node.Content[i]
		in[key.Value] = node.Content[i+1]
		if key.HeadComment != "" {
			said = key.HeadComment
		}
		if said == "" && node.Content[i+1].Kind != yaml.MappingNode {
			t.Errorf("default.yaml does not say what %s%s is", at, key.Value)
		}
	}
	for f := range typ.Fields() {
		key := f.Tag.Get("mapstructure")
		child, ok := in[key]
		if !ok {
			t.Errorf("default.yaml has no %s%s", at, key)
			continue
		}
		delete(in, key)
		switch f.Type.Kind() {
		case reflect.Struct:
			compare(t, at+key+".", child, f.Type)
		case reflect.Slice:
			entries(t, at+key, comment(node, key), f.Type.Elem())
		}
	}
	for key := range in {
		t.Errorf("default.yaml has %s%s, which Config has not", at, key)
	}
}

func comment(node *yaml.Node, key string) string {
	for _, n := range node.Content {
		if n.Value == key {
			return n.HeadComment
		}
	}
	return ""
}

// entries: what a list is made of is told in its comment.
func entries(t *testing.T, key, comment string, typ reflect.Type) {
	t.Helper()
	if typ.Kind() != reflect.Struct {
		return // plain texts
	}
	for f := range typ.Fields() {
		if name := f.Tag.Get("mapstructure"); !strings.Contains(comment, name+":") {
			t.Errorf("default.yaml does not show that an entry of %s has %s", key, name)
		}
	}
}

// TestExamples: the entries that the comments show are taken as they stand.
func TestExamples(t *testing.T) {
	var text strings.Builder
	for key, section := range map[string]string{"roles": "role", "prices": "model"} {
		_, rest, _ := strings.Cut(string(Default), "{"+section+":")
		inside, _, ok := strings.Cut(rest, "}")
		if !ok {
			t.Fatalf("default.yaml shows no entry of %s", key)
		}
		entry := "[{" + section + ":" + strings.ReplaceAll(inside, "#", " ") + "}]\n"
		if key == "roles" {
			text.WriteString("team:\n  ")
		}
		text.WriteString(key + ": " + entry)
	}
	c, err := Load(write(t, text.String()), env(), nil)
	if err != nil {
		t.Fatalf("%v in:\n%s", err, &text)
	}
	if len(c.Team.Roles) != 1 || c.Team.Roles[0].Seed == nil || len(c.Prices) != 1 || c.Prices[0].Dated != "2026-01-31" {
		t.Errorf("roles %+v, prices %+v", c.Team.Roles, c.Prices)
	}
}

// TestDefaultsAreThoseOfThePackages: a number that stands in two places is the
// same in both.
func TestDefaultsAreThoseOfThePackages(t *testing.T) {
	c := must.Have(Load("", env(), nil))(t)
	l := orchestrator.DefaultLimits()
	got := []int{c.Memory.K, c.Memory.PerAgent, c.Reflex.Candidates, c.Limits.Rounds, c.Limits.Stalls, c.Limits.Replans, c.Limits.Steps, c.Limits.Repeats}
	want := []int{membank.DefaultK, membank.DefaultPerAgent, reflexbrain.Candidates, l.Rounds, l.Stalls, l.Replans, l.Steps, l.Repeats}
	if c.Domain != tools.Domain {
		t.Errorf("the domain is %q, that of the tools %q", c.Domain, tools.Domain)
	}
	if !slices.Equal(got, want) {
		t.Errorf("the defaults are %v, those of the packages %v", got, want)
	}
}

// TestNamesAreThoseOfThePackages: the names of the bank's ways are the bank's.
func TestNamesAreThoseOfThePackages(t *testing.T) {
	ours := fmt.Sprint(strategies, placements, rankings)
	if its := fmt.Sprint(membank.Strategies(), membank.Placements(), store.Rankings()); ours != its {
		t.Errorf("the names are %s, the bank's %s", ours, its)
	}
}

// TestEnvironmentReachesEveryKey: but for lists, each key can be set from the
// environment.
func TestEnvironmentReachesEveryKey(t *testing.T) {
	var pairs []string
	lookup := func(name string) (string, bool) {
		pairs = append(pairs, name)
		return "", false
	}
	must.Have(Load("", lookup, nil))(t)
	for _, name := range []string{"LEGOMEM_BRAIN", "LEGOMEM_SANDBOX_LIMITS_MEMORY_MB", "LEGOMEM_MODEL_BASE_URL", "LEGOMEM_LOG_LEVEL"} {
		if !slices.Contains(pairs, name) {
			t.Errorf("%s is not looked up among %v", name, pairs)
		}
	}
	c, err := Load("", env("LEGOMEM_LIMITS_TIME", "90s", "LEGOMEM_LIMITS_USD", "0.5", "LEGOMEM_SANDBOX_SHELL", "true", "LEGOMEM_MEMORY_K", "9"), nil)
	if err != nil || c.Limits.Time != 90*time.Second || c.Limits.USD != 0.5 || !c.Sandbox.Shell || c.Memory.K != 9 {
		t.Errorf("config = %+v, %v", c, err)
	}
}

// TestListsInTheEnvironment: a list of texts is given with commas between them.
func TestListsInTheEnvironment(t *testing.T) {
	file := write(t, "user:\n  addresses: [old@acme.org]\ncommit:\n  recipients: [Bob]\n")
	c := must.Have(Load(file, env("LEGOMEM_USER_ADDRESSES", "ann@acme.org, a@b.net,", "LEGOMEM_COMMIT_RECIPIENTS", "", "LEGOMEM_OFFICE", "/o", "LEGOMEM_USER_NAME", "Ann", "LEGOMEM_DOMAIN", "büro.example"), nil))(t)
	if !slices.Equal(c.User.Addresses, []string{"ann@acme.org", "a@b.net"}) || len(c.Commit.Recipients) > 0 || c.Office != "/o" || c.User.Name != "Ann" || c.Domain != "büro.example" {
		t.Errorf("config = %+v", c)
	}
}

// TestFile: where the user's own file is.
func TestFile(t *testing.T) {
	for _, c := range []struct {
		env  []string
		want string
	}{
		{[]string{"HOME", "/home/ann", "XDG_CONFIG_HOME", "/conf"}, "/conf/legomem/config.yaml"},
		{[]string{"HOME", "/home/ann"}, "/home/ann/.config/legomem/config.yaml"},
		{[]string{"HOME", "/home/ann", "XDG_CONFIG_HOME", "conf"}, "/home/ann/.config/legomem/config.yaml"},
		{nil, ""},
	} {
		if got := File(env(c.env...)); got != c.want {
			t.Errorf("with %q it is %q, not %q", c.env, got, c.want)
		}
	}
}

// TestHashIsNobodys: the same settings of another user in another office have the same hash.
func TestHashIsNobodys(t *testing.T) {
	c := must.Have(Load("", env(), nil))(t)
	other := c
	other.Office, other.User = "/o", User{Name: "Ann", Addresses: []string{"ann@acme.org"}}
	if c.Hash() != other.Hash() {
		t.Error("the hashes differ")
	}
}

func FuzzLoad(f *testing.F) {
	f.Add("brain: model")
	f.Add("memory: [1]")
	f.Add("prices: [{model: x, prompt: -1}]")
	f.Add("a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: [*c, *c]")
	f.Add("brain: &x {brain: *x}")
	f.Add("sandbox: {limits: {action: 999999999h, memory_mb: -1}}")
	f.Add("\xff\xfe: \x00")
	f.Fuzz(func(t *testing.T, text string) {
		file := filepath.Join(t.TempDir(), "c.yaml")
		if os.WriteFile(file, []byte(text), 0o600) != nil {
			t.Skip("cannot write")
		}
		c, err := Load(file, env(), nil)
		again, errAgain := Load(file, env(), nil)
		if !reflect.DeepEqual(c, again) || (err == nil) != (errAgain == nil) {
			t.Errorf("read as %+v (%v), then as %+v (%v)", c, err, again, errAgain)
		}
	})
}

// TestCheckNames: a variable that looks like a setting and is none is refused,
// with the nearest that is one.
func TestCheckNames(t *testing.T) {
	for _, c := range []struct {
		name, entry string
		want        []string
	}{
		{"a setting", "LEGOMEM_MEMORY_PER_AGENT=3", nil},
		{"a misspelt one", "LEGOMEM_BRIAN=model", []string{"LEGOMEM_BRIAN", "LEGOMEM_BRAIN"}},
		{"a key in the way of files", "LEGOMEM_SANDBOX.KIND=docker", []string{"LEGOMEM_SANDBOX_KIND"}},
		{"one that has gone", "LEGOMEM_POLICY_APPROVE=send", []string{"LEGOMEM_POLICY_APPROVE", "docs/commit.md"}},
		{"a secret", "LEGOMEM_MODEL_API_KEY=sk-1", []string{"OPENAI_API_KEY"}},
		{"the tests' own", "LEGOMEM_TEST_QDRANT=localhost:6334", nil},
		{"another program's", "LEGO=1", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := CheckNames([]string{"HOME=/root", c.entry})
			if (err != nil) != (c.want != nil) {
				t.Fatalf("the error is %v", err)
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q does not say %q", err, want)
				}
				if strings.Contains(err.Error(), "sk-1") {
					t.Errorf("%q tells a secret", err)
				}
			}
		})
	}
}

// TestPaper holds paper.yaml to what the paper states (4.1.2, 4.1.3).
func TestPaper(t *testing.T) {
	c := must.Have(Load("paper", env(), nil))(t)
	if vision, _ := c.Team.Role("vision", false); vision.BaseURL == "" {
		t.Error("the vision model is asked for at OpenAI, which has none of that name")
	}
	if m := c.Model; m.Survey || m.Tools != 0 || m.FactsInPlan || m.AnswerInLedger || m.OpenSteps || m.DirectSteps || m.DoneBeside || m.Graph != 0 {
		t.Errorf("its orchestrator is not Magentic-One's: %+v", m)
	}
	if c.Policy.People != "all" {
		t.Errorf("agents may act for %s", c.Policy.People)
	}
	if c.Memory.K != 5 || c.Memory.PerAgent != 3 || c.Memory.Ranking != "dense" || c.Memory.Find != "words" || c.Embedder.Model != "text-embedding-3-large" || c.Curate.Merge != 0 || c.Brain != "model" {
		t.Errorf("config %+v", c)
	}
	for team, want := range map[string][2]string{"llm": {"gpt-4o", "gpt-4o"}, "hybrid": {"gpt-4o", "gpt-4o-mini"}, "slm": {"gpt-4o-mini", "gpt-4o-mini"}} {
		one := must.Have(c.With(team))(t)
		orchestrator, _ := one.Team.Role("orchestrator", false)
		excel, _ := one.Team.Role("excel_agent", true)
		if got := [2]string{orchestrator.Model, excel.Model}; got != want {
			t.Errorf("team %s has %v, not %v", team, got, want)
		}
		if rewriter, _ := one.Team.Role("rewriter", false); rewriter.Model != want[0] {
			t.Errorf("team %s drafts with %s, not with its orchestrator's %s", team, rewriter.Model, want[0])
		}
		for _, role := range []string{"curator", "rewriter", "inducer", "vision"} {
			if r, ok := one.Team.Role(role, false); !ok || r.Model == "" {
				t.Errorf("team %s has no %s", team, role)
			}
		}
	}
	if _, err := c.With("all"); err == nil || !strings.Contains(err.Error(), "llm, hybrid, slm") {
		t.Errorf("an unknown team: %v", err)
	}
}

func TestAgentLimits(t *testing.T) {
	c := must.Have(Load(write(t, "memory:\n  per_agent: 2\n  agents: [{agent: excel_agent, limit: 7}]\n"), env(), nil))(t)
	if want := []AgentLimit{{"excel_agent", 7}}; c.Memory.PerAgent != 2 || !slices.Equal(c.Memory.Agents, want) {
		t.Errorf("limits %+v", c.Memory)
	}
	for _, bad := range []string{"memory:\n  tenant: \"\"\n", "memory:\n  agents: [{agent: a, limit: -1}]\n", "teams: [{name: a}, {name: a}]\n", "teams: [{roles: []}]\n"} {
		if _, err := Load(write(t, bad), env(), nil); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}
