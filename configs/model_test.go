package configs

import (
	"strings"
	"testing"

	"legomem/must"
)

// TestPriceList: one's own prices come first, those that come with the program after them,
// and each of these has a day.
func TestPriceList(t *testing.T) {
	c := must.Have(Load(write(t, "prices: [{model: GPT-4o, prompt: 1, completion: 1, dated: 2026-01-31}]\n"), env(), nil))(t)
	list := c.PriceList()
	seen := map[string]int{}
	for _, p := range list {
		seen[strings.ToLower(p.Model)]++
		if p.Dated == "" || p.Model == "" || p.Prompt <= 0 || (p.Cached != nil && *p.Cached >= p.Prompt) {
			t.Errorf("price %+v", p)
		}
	}
	if list[0].Model != "GPT-4o" || list[0].Prompt != 1 || seen["gpt-4o"] != 1 || seen["text-embedding-3-large"] != 1 || len(list) < 10 {
		t.Errorf("the list begins with %+v and has %d entries", list[0], len(list))
	}
}

// TestEndpointsRefused: what cannot be an endpoint is refused by name, and what may be a
// key is not told.
func TestEndpointsRefused(t *testing.T) {
	for _, tc := range []struct{ name, text, says string }{
		{"a key for a name", "model:\n  key_env: sk-aaaaaaaaaaaaaaaaaaaaaaaa\n", "model.key_env does not name a variable"},
		{"a name that is not kept", "embedder:\n  key_env: MY_TOKEN\n", "embedder.key_env"},
		{"a key without an address", "team:\n  roles: [{role: vision, model: m, key_env: A_API_KEY}]\n", "base_url"},
		{"fields that are no object", "model:\n  extra: '[1]'\n", "model.extra"},
		{"a field with a setting", "model:\n  extra: '{\"messages\": []}'\n", `"messages"`},
		{"a role's fields", "team:\n  roles: [{role: vision, model: m, extra: '{\"stream\": true}'}]\n", `"stream"`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := Load(write(t, tc.text), env(), nil)
			if err == nil || !strings.Contains(err.Error(), tc.says) || strings.Contains(err.Error(), "sk-aaa") {
				t.Errorf("error %v, want one with %q", err, tc.says)
			}
		})
	}
}

// TestHashIsOfNoAddress: the same models elsewhere are the same settings.
func TestHashIsOfNoAddress(t *testing.T) {
	text := "team:\n  roles: [{role: vision, model: m%s}]\nteams:\n  - {name: a, roles: [{role: agents, model: m%s}]}\n"
	here := must.Have(Load(write(t, strings.ReplaceAll(text, "%s", "")), env(), nil))(t)
	there := must.Have(Load(write(t, strings.ReplaceAll(text, "%s", `, base_url: "http://x/v1", key_env: A_API_KEY`)), env(), nil))(t)
	if here.Hash() != there.Hash() || there.Teams[0].Roles[0].BaseURL == "" {
		t.Errorf("hashes %s and %s, role %+v", here.Hash(), there.Hash(), there.Teams[0].Roles[0])
	}
}
