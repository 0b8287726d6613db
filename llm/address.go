package llm

import (
	"fmt"
	"net/url"
	"strings"
)

// place is where an endpoint's operations are, and how its key is sent.
type place struct {
	base    *url.URL
	version string // api-version; "" for none
	azure   bool
}

// azureHosts end the names of Azure's own hosts.
var azureHosts = []string{".openai.azure.com", ".cognitiveservices.azure.com", ".services.ai.azure.com"}

// placeOf reads an endpoint's address. One of Azure's, or one with an api-version, takes
// its key in a header of Azure's.
func placeOf(e Endpoint) (place, error) {
	u, err := url.Parse(e.BaseURL)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return place{}, fmt.Errorf("the model endpoint %q is not an address like http://127.0.0.1:11434/v1", e.BaseURL)
	}
	p := place{base: u, version: e.APIVersion, azure: e.APIVersion != "" || u.Query().Has("api-version")}
	for _, end := range azureHosts {
		p.azure = p.azure || strings.HasSuffix(u.Hostname(), end)
	}
	return p, nil
}

// operation returns the address of an operation ("chat/completions") for a model. What
// the base address asks for in its query stays. On Azure, an address without a path, with
// an api-version, has the model's deployment in it.
func (p place) operation(name, model string) string {
	u := *p.base
	path := strings.TrimRight(u.Path, "/")
	if p.version != "" && path == "" {
		path = "/openai/deployments/" + model
	}
	u.Path, u.RawPath = path+"/"+name, ""
	if p.version != "" {
		q := u.Query()
		q.Set("api-version", p.version)
		u.RawQuery = q.Encode()
	}
	return u.String()
}

// header returns the header that carries a key, "" for none.
func (p place) header(key string) (name, value string) {
	switch {
	case key == "":
		return "", ""
	case p.azure:
		return "Api-Key", key
	}
	return "Authorization", "Bearer " + key
}
