package desk

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"legomem/agents/vision"
	"legomem/configs"
	"legomem/llm"
	"legomem/must"
)

// listener is a model server that notes who asks it for what, with which key.
type listener struct {
	url   string
	keys  []string
	asked []map[string]any
}

func listen(t *testing.T) *listener {
	l := &listener{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		l.keys = append(l.keys, r.Header.Get("Authorization")+r.Header.Get("Api-Key"))
		body := map[string]any{}
		_ = json.NewDecoder(r.Body).Decode(&body) // a test's own
		l.asked = append(l.asked, body)
		_, _ = io.WriteString(w, `{"choices":[{"message":{"content":"hi"},"finish_reason":"stop"}],"data":[{"index":0,"embedding":[1,0]}]}`)
	}))
	t.Cleanup(server.Close)
	l.url = server.URL
	return l
}

// TestRolesAskTheirOwnEndpoints: a role with an address asks there, with the key that it
// names or none; the usual key goes to the usual address alone. All keys are kept out of
// the recording.
func TestRolesAskTheirOwnEndpoints(t *testing.T) {
	usual, own, azure, keyless := listen(t), listen(t), listen(t), listen(t)
	keys := map[string]string{"OPENAI_API_KEY": "usual-key-of-this-test", "OWN_API_KEY": "own-key-of-this-test", "AZURE_API_KEY": "azure-key-of-this-test"}
	lookup := func(name string) (string, bool) { v, ok := keys[name]; return v, ok }
	traffic := t.TempDir()
	effort, extra := "low", `{"top_k": 20}`
	c := configs.Config{
		Model:    configs.Model{BaseURL: usual.url, Name: "m", Retries: 0, Record: traffic, Idle: time.Minute},
		Embedder: configs.Embedder{Kind: "openai", Model: "e", Dimensions: 2, BaseURL: own.url, KeyEnv: "OWN_API_KEY"},
		Team: configs.Team{Roles: []configs.Role{
			{Role: "rewriter", Model: "r", BaseURL: own.url, KeyEnv: "OWN_API_KEY", Effort: &effort, Extra: &extra},
			{Role: "curator", Model: "c", BaseURL: azure.url, KeyEnv: "AZURE_API_KEY", APIVersion: "2024-10-21"},
			{Role: vision.Role, Model: "v", BaseURL: keyless.url},
		}},
	}
	d := Open(c, Outside{Now: time.Now, Lookup: lookup})
	for _, role := range []string{"orchestrator", "rewriter", "curator", vision.Role} {
		r := must.Have(d.role(c, role))(t)
		must.Have(r.Chat.Chat(t.Context(), llm.Request{Model: r.Model, Sampling: r.Sampling, Messages: []llm.Message{{Role: llm.User, Text: "say usual-key-of-this-test"}}}))(t)
	}
	must.Have(must.Have(d.embedder(c))(t).Embed(t.Context(), []string{"x"}))(t)
	for name, l := range map[string]struct {
		at   *listener
		want string
	}{
		"usual": {usual, "Bearer usual-key-of-this-test"}, "own": {own, "Bearer own-key-of-this-test,Bearer own-key-of-this-test"},
		"azure": {azure, "azure-key-of-this-test"}, "keyless": {keyless, ""},
	} {
		if got := strings.Join(l.at.keys, ","); got != l.want {
			t.Errorf("%s got the keys %q, want %q", name, got, l.want)
		}
	}
	if asked := own.asked[0]; asked["reasoning_effort"] != "low" || asked["top_k"] != 20.0 || asked["model"] != "r" {
		t.Errorf("asked for %v", asked)
	}
	files := must.Have(os.ReadDir(traffic))(t)
	if len(files) != 1 {
		t.Fatalf("%d recordings of one desk", len(files))
	}
	recorded := string(must.Have(os.ReadFile(filepath.Join(traffic, files[0].Name())))(t))
	if n := strings.Count(recorded, "\n"); n != 5 || strings.Contains(recorded, "-key-of-this-test") {
		t.Errorf("%d exchanges are recorded:\n%s", n, recorded)
	}
}
