package configs

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"go.yaml.in/yaml/v3"
)

// Model is the endpoint and what is asked of it.
type Model struct {
	BaseURL        string        `mapstructure:"base_url"`
	KeyEnv         string        `mapstructure:"key_env"`
	APIVersion     string        `mapstructure:"api_version"`
	Name           string        `mapstructure:"name"`
	Temperature    float64       `mapstructure:"temperature"`
	TopP           float64       `mapstructure:"top_p"`
	Seed           int           `mapstructure:"seed"`
	MaxTokens      int           `mapstructure:"max_tokens"`
	Effort         string        `mapstructure:"reasoning_effort"`
	Extra          string        `mapstructure:"extra"`
	Idle           time.Duration `mapstructure:"idle"`
	Timeout        time.Duration `mapstructure:"timeout"`
	Retries        int           `mapstructure:"retries"`
	Patience       time.Duration `mapstructure:"patience"`
	ParseRetries   int           `mapstructure:"parse_retries"`
	Survey         bool          `mapstructure:"survey"`
	FactsInPlan    bool          `mapstructure:"facts_in_plan"`
	AnswerInLedger bool          `mapstructure:"answer_in_ledger"`
	OpenSteps      bool          `mapstructure:"open_steps"`
	DirectSteps    bool          `mapstructure:"direct_steps"`
	DoneBeside     bool          `mapstructure:"done_beside"`
	Graph          int           `mapstructure:"graph"`
	Tools          int           `mapstructure:"tools"`
	Prompts        string        `mapstructure:"prompts"`
	Record         string        `mapstructure:"record"`
	Replay         string        `mapstructure:"replay"`
	Cache          string        `mapstructure:"cache"`
}

// Role gives one role its model. Model provides what it leaves out, but for the endpoint's
// key: an address of its own gets the key that it names, or none.
type Role struct {
	Role        string   `mapstructure:"role"`
	Model       string   `mapstructure:"model"`
	BaseURL     string   `mapstructure:"base_url"`
	KeyEnv      string   `mapstructure:"key_env"`
	APIVersion  string   `mapstructure:"api_version"`
	Temperature *float64 `mapstructure:"temperature"`
	TopP        *float64 `mapstructure:"top_p"`
	Seed        *int     `mapstructure:"seed"`
	MaxTokens   *int     `mapstructure:"max_tokens"`
	Effort      *string  `mapstructure:"reasoning_effort"`
	Extra       *string  `mapstructure:"extra"`
}

// anywhere is a team without the addresses of its models.
func (t Team) anywhere() Team {
	t.Roles = slices.Clone(t.Roles)
	for i := range t.Roles {
		t.Roles[i].BaseURL, t.Roles[i].KeyEnv = "", ""
	}
	return t
}

// Price is what a model costs, in US dollars per million tokens, and the day on which
// that was looked up. Cached is for the tokens of a prompt that the endpoint had in its
// cache; nil where they cost what others do.
type Price struct {
	Model      string   `mapstructure:"model" yaml:"model"`
	Prompt     float64  `mapstructure:"prompt" yaml:"prompt"`
	Cached     *float64 `mapstructure:"cached" yaml:"cached"`
	Completion float64  `mapstructure:"completion" yaml:"completion"`
	Dated      string   `mapstructure:"dated" yaml:"dated"`
}

//go:embed prices.yaml
var shippedPrices []byte

// shipped are the prices of prices.yaml.
var shipped = sync.OnceValues(func() ([]Price, error) {
	var out []Price
	err := yaml.Unmarshal(shippedPrices, &out)
	return out, err
})

// PriceList is the configuration's own prices and, for other models, those that come with
// the program. The first of a model counts.
func (c Config) PriceList() []Price {
	known, err := shipped()
	if err != nil {
		return c.Prices // a test reads the list
	}
	out := slices.Clone(c.Prices)
	for _, p := range known {
		if !slices.ContainsFunc(c.Prices, func(own Price) bool { return strings.EqualFold(own.Model, p.Model) }) {
			out = append(out, p)
		}
	}
	return out
}

// keyName is the name of a variable that may hold a key: those names are kept from other
// processes.
var keyName = regexp.MustCompile(`^[A-Z][A-Z0-9_]*_API_KEY$`)

func checkKeyEnv(key, name string) error {
	if name == "" || keyName.MatchString(name) {
		return nil
	}
	// The value may be a key that was put into the wrong place.
	return fmt.Errorf("%s does not name a variable; accepted: the name of the environment variable that holds the key, such as GROQ_API_KEY (capitals, and _API_KEY at its end)", key)
}

// ownFields are a request's fields that have settings of their own, or none.
var ownFields = []string{"model", "messages", "tools", "tool_choice", "response_format", "stream", "stream_options", "n"}

func checkExtra(key, text string) error {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	var fields map[string]any
	if err := json.Unmarshal([]byte(text), &fields); err != nil {
		return fmt.Errorf(`%s is %q, which is no JSON object; accepted: further fields of a request, such as {"chat_template_kwargs": {"enable_thinking": false}}`, key, text)
	}
	for _, name := range ownFields {
		if _, there := fields[name]; there {
			return fmt.Errorf("%s sets %q, which the program sets itself", key, name)
		}
	}
	return nil
}

func (c Config) checkEndpoints() error {
	if err := checkKeyEnv("model.key_env", c.Model.KeyEnv); err != nil {
		return err
	}
	if err := checkKeyEnv("embedder.key_env", c.Embedder.KeyEnv); err != nil {
		return err
	}
	return checkExtra("model.extra", c.Model.Extra)
}

// checkEndpoint checks a role's own endpoint and fields.
func (r Role) checkEndpoint() error {
	if err := checkKeyEnv("key_env", r.KeyEnv); err != nil {
		return err
	}
	if r.BaseURL == "" && (r.KeyEnv != "" || r.APIVersion != "") {
		return fmt.Errorf("key_env and api_version belong to a base_url, and it has none")
	}
	if r.Extra == nil {
		return nil
	}
	return checkExtra("extra", *r.Extra)
}
