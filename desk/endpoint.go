package desk

import (
	"crypto/rand"
	"net/http"
	"net/url"

	"legomem/llm"
)

// openAI is the endpoint for a key without an address.
const openAI = "https://api.openai.com/v1"

// endpoint returns the client of the model endpoint, made once. Besides it, only
// doctor's look at the endpoint uses the key.
func (d *Desk) endpoint() (*llm.Client, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.client == nil {
		client, err := d.newEndpoint()
		if err != nil {
			return nil, err
		}
		d.client = client
	}
	return d.client, nil
}

func (d *Desk) newEndpoint() (*llm.Client, error) {
	m := d.config.Model
	base, key := d.endpointAddress()
	switch address, err := url.Parse(base); {
	case base == "" && (key != "" || m.Replay != ""):
		base = openAI // for which a recording may answer
	case base == "":
		return nil, &MissingError{"no model endpoint is set: set OPENAI_API_KEY for OpenAI's, or OPENAI_BASE_URL for another, such as http://127.0.0.1:11434/v1; legomem doctor looks for one on this machine"}
	case err != nil || address.Host == "" || (address.Scheme != "http" && address.Scheme != "https"):
		return nil, BadInput("the model endpoint %q is no address; set OPENAI_BASE_URL to one like http://127.0.0.1:11434/v1", base)
	}
	transport, err := d.transport(key)
	if err != nil {
		return nil, err
	}
	return llm.NewClient(llm.Endpoint{BaseURL: base, Key: key, Timeout: m.Timeout, MaxTries: m.Retries + 1, Transport: transport})
}

// transport carries the requests to the endpoint: over the network, through a cache if
// one is asked for, and recorded; or from a recording. What a cache answers is recorded
// too, so that a recording has no gaps.
func (d *Desk) transport(key string) (http.RoundTripper, error) {
	m := d.config.Model
	if m.Replay != "" {
		replayer, err := llm.NewReplayer(m.Replay, key)
		if err != nil {
			return nil, BadInput("model.replay: %v", err)
		}
		return replayer, nil
	}
	wire := manyAtOnce()
	if m.Cache != "" {
		cache, err := llm.NewCache(m.Cache, wire, llm.Repetition, key)
		if err != nil {
			return nil, BadInput("model.cache: %v", err)
		}
		wire, d.cache = cache, cache
	}
	if m.Record == "" {
		return wire, nil
	}
	recorder, err := llm.NewRecorder(m.Record, d.Now(), rand.Reader, wire, key)
	if err != nil {
		return nil, BadInput("model.record: %v", err)
	}
	return recorder, nil
}

// warnOfCache warns of answers that could not be kept: they were used, but will be paid
// for again.
func (d *Desk) warnOfCache() {
	if d.cache == nil {
		return
	}
	if trouble := d.cache.Stats().Trouble; trouble != nil {
		d.Log.Warn().Err(trouble).Msg("an answer could not be kept in model.cache")
	}
}

// manyAtOnce is the usual transport, made to keep connections for many calls at a time
// to one host, as a bench makes them.
func manyAtOnce() http.RoundTripper {
	t, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return http.DefaultTransport
	}
	t = t.Clone()
	t.MaxIdleConns, t.MaxIdleConnsPerHost = 0, 512
	return t
}

// endpointAddress returns the model endpoint's address and key.
func (d *Desk) endpointAddress() (base, key string) {
	key, _ = d.Lookup("OPENAI_API_KEY")
	base = d.config.Model.BaseURL
	if base == "" {
		base, _ = d.Lookup("OPENAI_BASE_URL")
	}
	return base, key
}
