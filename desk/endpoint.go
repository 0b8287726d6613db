package desk

import (
	"cmp"
	"crypto/rand"
	"net/http"
	"net/url"

	"legomem/configs"
	"legomem/llm"
)

// openAI is the endpoint for a key without an address.
const openAI = "https://api.openai.com/v1"

// at is where a model is: its address, the variable that holds its key, and Azure's
// version.
type at struct{ base, keyEnv, version string }

// usualKey is the variable of the key where no other is named.
const usualKey = "OPENAI_API_KEY"

// keyless names what to set where an endpoint has no key, in a sentence about it.
const keyless = "its key_env to a variable that holds a key, and that variable"

// usual is the endpoint of every role that names none.
func (d *Desk) usual() at {
	m := d.config.Model
	a := at{m.BaseURL, m.KeyEnv, m.APIVersion}
	if a.base == "" {
		a.base, _ = d.Lookup("OPENAI_BASE_URL")
	}
	if a.keyEnv == "" {
		a.keyEnv = usualKey
	}
	return a
}

// own is a role's endpoint: the usual one where it names none. The usual key goes to the
// usual address alone.
func (d *Desk) own(base, keyEnv, version string) at {
	if base == "" {
		return d.usual()
	}
	return at{base, keyEnv, version}
}

// key is the key of an endpoint, "" without one.
func (d *Desk) key(a at) string {
	if a.keyEnv == "" {
		return ""
	}
	key, _ := d.Lookup(a.keyEnv)
	return key
}

// endpoint returns the client of an endpoint, made once. Besides it, only doctor's look at
// the endpoint uses the key.
func (d *Desk) endpoint(a at) (*llm.Client, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if made, ok := d.clients[a]; ok {
		return made, nil
	}
	client, err := d.newEndpoint(a)
	if err != nil {
		return nil, err
	}
	if d.clients == nil {
		d.clients = map[at]*llm.Client{}
	}
	d.clients[a] = client
	return client, nil
}

func (d *Desk) newEndpoint(a at) (*llm.Client, error) {
	m, key := d.config.Model, d.key(a)
	switch address, err := url.Parse(a.base); {
	case a.base == "" && (key != "" || m.Replay != ""):
		a.base = openAI // for which a recording may answer
	case a.base == "":
		return nil, &MissingError{"no model endpoint is set: set " + a.keyEnv + " for OpenAI's, or OPENAI_BASE_URL for another, such as http://127.0.0.1:11434/v1; legomem doctor looks for one on this machine"}
	case err != nil || address.Host == "" || (address.Scheme != "http" && address.Scheme != "https"):
		return nil, BadInput("the model endpoint %q is no address; set OPENAI_BASE_URL, or the role's base_url, to one like http://127.0.0.1:11434/v1", a.base)
	}
	if d.wire == nil {
		wire, err := d.transport(d.keys())
		if err != nil {
			return nil, err
		}
		d.wire = wire
	}
	return llm.NewClient(llm.Endpoint{BaseURL: a.base, Key: key, APIVersion: a.version, KeyName: cmp.Or(a.keyEnv, keyless),
		Timeout: m.Timeout, MaxTries: m.Retries + 1, Patience: m.Patience, Transport: d.wire})
}

// keys are the keys of all endpoints that the configuration names.
func (d *Desk) keys() []string {
	all := []at{d.usual(), {keyEnv: d.config.Embedder.KeyEnv}}
	for _, t := range append([]configs.Team{d.config.Team}, d.config.Teams...) {
		for _, r := range t.Roles {
			all = append(all, at{keyEnv: r.KeyEnv})
		}
	}
	var out []string
	for _, a := range all {
		if key := d.key(a); key != "" {
			out = append(out, key)
		}
	}
	return out
}

// transport carries the requests to all endpoints: over the network as streams, through a
// cache if one is asked for, and recorded; or from a recording. What a cache answers is recorded
// too, so that a recording has no gaps.
func (d *Desk) transport(keys []string) (http.RoundTripper, error) {
	m := d.config.Model
	if m.Replay != "" {
		replayer, err := llm.NewReplayer(m.Replay, keys...)
		if err != nil {
			return nil, BadInput("model.replay: %v", err)
		}
		return replayer, nil
	}
	wire := http.RoundTripper(llm.NewStreamer(manyAtOnce(), m.Idle))
	if m.Cache != "" {
		cache, err := llm.NewCache(m.Cache, wire, llm.Repetition, keys...)
		if err != nil {
			return nil, BadInput("model.cache: %v", err)
		}
		wire, d.cache = cache, cache
	}
	if m.Record == "" {
		return wire, nil
	}
	recorder, err := llm.NewRecorder(m.Record, d.Now(), rand.Reader, wire, keys...)
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
