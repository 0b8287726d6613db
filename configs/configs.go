// Package configs is the one typed configuration: what can be set, with what
// defaults, and how it is read (viper lives here only). It holds data; what is
// built from it is built in cmd/legomem.
//
// Start with Config, whose keys and their meaning are in default.yaml, and
// Load, which reads it.
package configs

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"
)

// Config is everything that can be set. The comments are in default.yaml,
// which a test holds against this struct.
type Config struct {
	Brain    string   `mapstructure:"brain"`
	Out      string   `mapstructure:"out"`
	LogLevel string   `mapstructure:"log_level"`
	Sandbox  Sandbox  `mapstructure:"sandbox"`
	Memory   Memory   `mapstructure:"memory"`
	Embedder Embedder `mapstructure:"embedder"`
	Reflex   Reflex   `mapstructure:"reflex"`
	Dates    Dates    `mapstructure:"dates"`
	Model    Model    `mapstructure:"model"`
	Team     Team     `mapstructure:"team"`
	Limits   Limits   `mapstructure:"limits"`
	Prices   []Price  `mapstructure:"prices"`
}

// Sandbox is where tools run.
type Sandbox struct {
	Kind   string `mapstructure:"kind"`
	Shell  bool   `mapstructure:"shell"`
	Docker Docker `mapstructure:"docker"`
}

// Docker bounds a container.
type Docker struct {
	MemoryMB  int64   `mapstructure:"memory_mb"`
	CPUs      float64 `mapstructure:"cpus"`
	Processes int64   `mapstructure:"processes"`
	DiskMB    int64   `mapstructure:"disk_mb"`
	Files     int64   `mapstructure:"files"`
}

// Memory is how the bank is used.
type Memory struct {
	Strategy  string `mapstructure:"strategy"`
	Placement string `mapstructure:"placement"`
	K         int    `mapstructure:"k"`
	PerAgent  int    `mapstructure:"per_agent"`
	Bank      string `mapstructure:"bank"`
	Reasoning bool   `mapstructure:"reasoning"`
}

// Embedder is what turns texts into vectors.
type Embedder struct {
	Kind       string `mapstructure:"kind"`
	Model      string `mapstructure:"model"`
	Dimensions int    `mapstructure:"dimensions"`
}

// Reflex is the model-free brain.
type Reflex struct {
	Candidates int `mapstructure:"candidates"`
}

// Dates is how dates and times are read.
type Dates struct {
	Order string `mapstructure:"order"`
	Zone  string `mapstructure:"zone"`
}

// DayFirst says that 3/12/2026 is 3 December.
func (d Dates) DayFirst() bool { return d.Order == "day_first" }

// Location is the zone of times without one; Load has checked its name.
func (d Dates) Location() *time.Location {
	if d.Zone == "" {
		return time.Local
	}
	loc, err := time.LoadLocation(d.Zone)
	if err != nil {
		return time.Local
	}
	return loc
}

// Model is the endpoint and what is asked of it.
type Model struct {
	BaseURL      string        `mapstructure:"base_url"`
	Name         string        `mapstructure:"name"`
	Temperature  float64       `mapstructure:"temperature"`
	TopP         float64       `mapstructure:"top_p"`
	Seed         int           `mapstructure:"seed"`
	MaxTokens    int           `mapstructure:"max_tokens"`
	Timeout      time.Duration `mapstructure:"timeout"`
	Retries      int           `mapstructure:"retries"`
	ParseRetries int           `mapstructure:"parse_retries"`
	Prompts      string        `mapstructure:"prompts"`
	Record       string        `mapstructure:"record"`
	Replay       string        `mapstructure:"replay"`
}

// Team is who plays which role with which model.
type Team struct {
	Name  string `mapstructure:"name"`
	Roles []Role `mapstructure:"roles"`
}

// Role gives one role its model. What is not set is Model's.
type Role struct {
	Role        string   `mapstructure:"role"`
	Model       string   `mapstructure:"model"`
	Temperature *float64 `mapstructure:"temperature"`
	TopP        *float64 `mapstructure:"top_p"`
	Seed        *int     `mapstructure:"seed"`
}

// Limits bounds a run.
type Limits struct {
	Rounds  int           `mapstructure:"rounds"`
	Stalls  int           `mapstructure:"stalls"`
	Replans int           `mapstructure:"replans"`
	Steps   int           `mapstructure:"steps"`
	Repeats int           `mapstructure:"repeats"`
	Tokens  int           `mapstructure:"tokens"`
	USD     float64       `mapstructure:"usd"`
	Time    time.Duration `mapstructure:"time"`
}

// Price is what a model costs, in US dollars per million tokens, and the day
// that was looked up.
type Price struct {
	Model      string  `mapstructure:"model"`
	Prompt     float64 `mapstructure:"prompt"`
	Completion float64 `mapstructure:"completion"`
	Dated      string  `mapstructure:"dated"`
}

// Hash identifies the settings, without the paths of this machine.
func (c Config) Hash() string {
	c.Out, c.Memory.Bank, c.Model.Record, c.Model.Replay, c.Model.BaseURL = "", "", "", "", ""
	b, err := json.Marshal(c)
	if err != nil {
		return "" // plain data: it marshals
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])[:12]
}
