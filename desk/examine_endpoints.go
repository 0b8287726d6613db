package desk

import (
	"context"
	"fmt"
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

// examineEndpoints asks the configured endpoints, and those on this machine, for
// their models, all at once.
func (d *Desk) examineEndpoints(ctx context.Context) []Finding {
	usual := d.usual()
	var wg sync.WaitGroup
	found := make([]string, len(neighbours))
	for i, n := range neighbours {
		wg.Go(func() {
			if models, err := askModels(ctx, llm.Endpoint{BaseURL: n.base}); err == nil && len(models) > 0 {
				found[i] = models[0]
			}
		})
	}
	out := []Finding{d.examineConfigured(ctx, "model endpoint", usual, d.config.Brain == "model")}
	for _, own := range d.ownEndpoints() {
		out = append(out, d.examineConfigured(ctx, "model endpoint of "+own.whose, own.at, false))
	}
	wg.Wait()
	for i, n := range neighbours {
		if found[i] != "" && usual.base != n.base {
			out = append(out, Finding{Name: n.name, OK: true, Detail: "a model server at " + n.base,
				Fix: fmt.Sprintf("OPENAI_BASE_URL=%s LEGOMEM_MODEL_NAME=%s legomem run --brain hybrid \"...\"", n.base, found[i])})
		}
	}
	return out
}

// ownEndpoint is an endpoint that is not everybody's.
type ownEndpoint struct {
	whose string
	at    at
}

// ownEndpoints are those of single roles, and of the embedder if it asks one.
func (d *Desk) ownEndpoints() []ownEndpoint {
	var out []ownEndpoint
	for _, r := range d.config.Team.Roles {
		if r.BaseURL != "" {
			out = append(out, ownEndpoint{"the role " + r.Role, d.own(r.BaseURL, r.KeyEnv, r.APIVersion)})
		}
	}
	if e := d.config.Embedder; e.Kind != "hash" && e.BaseURL != "" {
		out = append(out, ownEndpoint{"the embedder", d.own(e.BaseURL, e.KeyEnv, e.APIVersion)})
	}
	return out
}

func (d *Desk) examineConfigured(ctx context.Context, name string, a at, needed bool) Finding {
	base, key := a.base, d.key(a)
	f := Finding{Name: name, Needed: needed, Fix: "set " + usualKey + ", and OPENAI_BASE_URL for another endpoint than OpenAI's (docs/endpoints.md)"}
	if base == "" && key == "" {
		f.Detail = "none is set, and reflex needs none"
		return f
	}
	if base == "" {
		f.OK, f.Fix, f.Detail = true, "", a.keyEnv+" is set, for OpenAI's endpoint (not called here)"
		return f
	}
	models, err := askModels(ctx, llm.Endpoint{BaseURL: base, Key: key, APIVersion: a.version})
	if err != nil {
		f.Detail, f.Fix = fmt.Sprintf("%s does not answer: %v", base, err), "start it, or set OPENAI_BASE_URL (a role's base_url) to one that runs"
		return f
	}
	f.OK, f.Fix, f.Detail = true, "", fmt.Sprintf("%s, %d models (%s)", base, len(models), words.Short(strings.Join(models, ", "), 60))
	return f
}

// askModels lists an endpoint's models, waiting at most a second and a half for all of
// the list.
func askModels(ctx context.Context, e llm.Endpoint) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, 1500*time.Millisecond)
	defer cancel()
	return llm.Models(ctx, e)
}
