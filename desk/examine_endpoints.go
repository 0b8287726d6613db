package desk

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"legomem/llm"
	"legomem/words"
)

// neighbours are the usual addresses of model servers on a person's own machine.
var neighbours = []struct{ name, base string }{
	{"Ollama", "http://127.0.0.1:11434/v1"},
	{"LM Studio", "http://127.0.0.1:1234/v1"},
	{"llama.cpp", "http://127.0.0.1:8080/v1"},
	{"vLLM", "http://127.0.0.1:8000/v1"},
}

// examineEndpoints asks the configured endpoint, and those on this machine, for
// their models, all at once.
func (d *Desk) examineEndpoints(ctx context.Context) []Finding {
	usual := d.usual()
	base, key := usual.base, d.key(usual)
	var wg sync.WaitGroup
	found := make([]string, len(neighbours))
	for i, n := range neighbours {
		wg.Go(func() {
			if models, err := askModels(ctx, n.base, ""); err == nil && len(models) > 0 {
				found[i] = models[0]
			}
		})
	}
	out := []Finding{d.examineConfigured(ctx, base, key)}
	wg.Wait()
	for i, n := range neighbours {
		if found[i] != "" && base != n.base {
			out = append(out, Finding{Name: n.name, OK: true, Detail: "a model server at " + n.base,
				Fix: fmt.Sprintf("OPENAI_BASE_URL=%s LEGOMEM_MODEL_NAME=%s legomem run --brain hybrid \"...\"", n.base, found[i])})
		}
	}
	return out
}

func (d *Desk) examineConfigured(ctx context.Context, base, key string) Finding {
	f := Finding{Name: "model endpoint", Needed: d.config.Brain == "model", Fix: "set OPENAI_API_KEY, and OPENAI_BASE_URL for another endpoint than OpenAI's"}
	if base == "" && key == "" {
		f.Detail = "none is set, and reflex needs none"
		return f
	}
	if base == "" {
		f.OK, f.Fix, f.Detail = true, "", "OPENAI_API_KEY is set, for OpenAI's endpoint (not called here)"
		return f
	}
	models, err := askModels(ctx, base, key)
	if err != nil {
		f.Detail, f.Fix = fmt.Sprintf("%s does not answer: %v", base, err), "start it, or set OPENAI_BASE_URL to one that runs"
		return f
	}
	f.OK, f.Fix, f.Detail = true, "", fmt.Sprintf("%s, %d models (%s)", base, len(models), words.Short(strings.Join(models, ", "), 60))
	return f
}

// askModels lists an endpoint's models, waiting at most a second and a half for all of
// the list.
func askModels(ctx context.Context, base, key string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, 1500*time.Millisecond)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimRight(base, "/")+"/models", nil)
	if err != nil {
		return nil, err
	}
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	resp, err := (&http.Client{Transport: llm.Bounded(nil)}).Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var list struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %s", resp.Status)
	}
	if err := json.NewDecoder(resp.Body).Decode(&list); err != nil {
		return nil, err
	}
	var models []string
	for _, m := range list.Data {
		models = append(models, m.ID)
	}
	return models, nil
}
