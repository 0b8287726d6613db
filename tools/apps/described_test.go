package apps_test

import (
	"encoding/json"
	"strings"
	"testing"

	"legomem/llm"
	"legomem/must"
	"legomem/tools/apps"
)

// mostDescribed is how many tokens an app's tools may take to describe, all of them in
// full: with the paper's settings every prompt of an agent has them.
var mostDescribed = map[string]int{"calendar": 2100, "contacts": 200, "email": 1400, "excel": 3700, "list": 350, "ocr": 150, "pdf": 900, "shell": 100, "system": 2400, "word": 700}

// TestDescriptionsAreShort prints and caps what tools' descriptions take.
func TestDescriptionsAreShort(t *testing.T) {
	took := map[string]int{}
	for _, tool := range apps.Registry().All() {
		if tool.Hidden || tool.Unprompted {
			continue
		}
		app, _, _ := strings.Cut(tool.Name, ".")
		took[app] += llm.CountTokens(tool.Name + tool.Description + string(must.Have(json.Marshal(tool.Schema))(t)))
	}
	for app, n := range took {
		t.Logf("%s: %d tokens", app, n)
		if n > mostDescribed[app] {
			t.Errorf("the tools of %s take %d tokens to describe, and may take %d", app, n, mostDescribed[app])
		}
	}
}
