package llm

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
)

// Models asks an endpoint which models it has, once. Of the endpoint only its address, key
// and version are used.
func Models(ctx context.Context, e Endpoint) ([]string, error) {
	req, err := modelsRequest(ctx, e)
	if err != nil {
		return nil, err
	}
	resp, err := (&http.Client{Transport: Bounded(nil), CheckRedirect: stays}).Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %s", resp.Status)
	}
	var list struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
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

func modelsRequest(ctx context.Context, e Endpoint) (*http.Request, error) {
	p, err := placeOf(e)
	if err != nil {
		return nil, err
	}
	at := p.operation("models", "")
	if p.version != "" { // they are the resource's, not a deployment's
		at = p.base.Scheme + "://" + p.base.Host + "/openai/models?api-version=" + url.QueryEscape(p.version)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return nil, err
	}
	if name, value := p.header(e.Key); name != "" {
		req.Header.Set(name, value)
	}
	return req, nil
}
