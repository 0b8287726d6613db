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
	"fmt"
	"slices"
	"strings"
	"time"
)

// Config is everything that can be set. The comments are in default.yaml, which a test
// compares with this struct.
type Config struct {
	Office   string   `mapstructure:"office"`
	User     User     `mapstructure:"user"`
	Domain   string   `mapstructure:"domain"`
	Brain    string   `mapstructure:"brain"`
	Out      string   `mapstructure:"out"`
	LogLevel string   `mapstructure:"log_level"`
	Sandbox  Sandbox  `mapstructure:"sandbox"`
	Policy   Policy   `mapstructure:"policy"`
	Commit   Commit   `mapstructure:"commit"`
	Memory   Memory   `mapstructure:"memory"`
	Curate   Curate   `mapstructure:"curate"`
	AWM      AWM      `mapstructure:"awm"`
	OCR      OCR      `mapstructure:"ocr"`
	Embedder Embedder `mapstructure:"embedder"`
	Reflex   Reflex   `mapstructure:"reflex"`

	Recall Recall  `mapstructure:"recall"`
	Dates  Dates   `mapstructure:"dates"`
	Model  Model   `mapstructure:"model"`
	Team   Team    `mapstructure:"team"`
	Teams  []Team  `mapstructure:"teams"`
	Limits Limits  `mapstructure:"limits"`
	Prices []Price `mapstructure:"prices"`
}

// User is who the program works for.
type User struct {
	Name      string   `mapstructure:"name"`
	Addresses []string `mapstructure:"addresses"`
}

// Sandbox is where tools run.
type Sandbox struct {
	Kind   string        `mapstructure:"kind"`
	Shell  bool          `mapstructure:"shell"`
	Limits SandboxLimits `mapstructure:"limits"`
	Docker Docker        `mapstructure:"docker"`
}

// SandboxLimits bounds one sandbox.
type SandboxLimits struct {
	MemoryMB  int64         `mapstructure:"memory_mb"`
	CPUs      float64       `mapstructure:"cpus"`
	Processes int64         `mapstructure:"processes"`
	DiskMB    int64         `mapstructure:"disk_mb"`
	Files     int64         `mapstructure:"files"`
	OutputMB  int64         `mapstructure:"output_mb"`
	Action    time.Duration `mapstructure:"action"`
}

// Docker is how containers are made.
type Docker struct {
	Image   string `mapstructure:"image"`
	Runtime string `mapstructure:"runtime"`
	Pool    int    `mapstructure:"pool"`
}

// Policy is what agents may do.
type Policy struct {
	People string      `mapstructure:"people"`
	Agents []AgentTool `mapstructure:"agents"`
}

// AgentTool narrows one agent to some of its tools.
type AgentTool struct {
	Agent string   `mapstructure:"agent"`
	Tools []string `mapstructure:"tools"`
}

// Commit is what runs may bring to the user's files unasked.
type Commit struct {
	Recipients []string `mapstructure:"recipients"`
	Delete     []string `mapstructure:"delete"`
	Change     []string `mapstructure:"change"`
	Others     []string `mapstructure:"others"`
	MaxChanges int      `mapstructure:"max_changes"`
}

// Memory is how the bank is used.
type Memory struct {
	Strategy  string       `mapstructure:"strategy"`
	Placement string       `mapstructure:"placement"`
	K         int          `mapstructure:"k"`
	PerAgent  int          `mapstructure:"per_agent"`
	Agents    []AgentLimit `mapstructure:"agents"`
	Find      string       `mapstructure:"find"`
	Ranking   string       `mapstructure:"ranking"`
	Budget    int          `mapstructure:"budget"`
	Bank      string       `mapstructure:"bank"`
	Tenant    string       `mapstructure:"tenant"`
	Reasoning bool         `mapstructure:"reasoning"`
	Rendering string       `mapstructure:"rendering"`
	Ledger    string       `mapstructure:"ledger"`
	Pitfalls  bool         `mapstructure:"pitfalls"`
	Lift      Lift         `mapstructure:"lift"`
}

// Lift is how the effect of single memories is measured.
type Lift struct {
	Share      float64 `mapstructure:"share"`
	Wary       bool    `mapstructure:"wary"`
	Bench      bool    `mapstructure:"bench"`
	Sure       float64 `mapstructure:"sure"`
	Dearer     float64 `mapstructure:"dearer"`
	Quarantine bool    `mapstructure:"quarantine"`
}

// AgentLimit is how many memories one agent gets.
type AgentLimit struct {
	Agent string `mapstructure:"agent"`
	Limit int    `mapstructure:"limit"`
}

// Curate is how runs become memories.
type Curate struct {
	By      string  `mapstructure:"by"`
	Merge   float64 `mapstructure:"merge"`
	Prompts string  `mapstructure:"prompts"`
	Tokens  int     `mapstructure:"tokens"`
}

// AWM is how routines are induced.
type AWM struct {
	Linkage   string  `mapstructure:"linkage"`
	Threshold float64 `mapstructure:"threshold"`
}

// OCR is how scans are read.
type OCR struct {
	Engine  string `mapstructure:"engine"`
	Prompts string `mapstructure:"prompts"`
}

// Embedder is what turns texts into vectors.
type Embedder struct {
	Kind       string `mapstructure:"kind"`
	Model      string `mapstructure:"model"`
	Dimensions int    `mapstructure:"dimensions"`
	BaseURL    string `mapstructure:"base_url"`
	KeyEnv     string `mapstructure:"key_env"`
	APIVersion string `mapstructure:"api_version"`
}

// Reflex is the model-free brain.
type Reflex struct {
	Candidates int  `mapstructure:"candidates"`
	Quarantine bool `mapstructure:"quarantine"`
	Skills     bool `mapstructure:"skills"`
	Likely     bool `mapstructure:"likely"`
}

// Recall is the memory of what users said (membank/recall).
type Recall struct {
	Remember bool `mapstructure:"remember"`
	Propose  bool `mapstructure:"propose"`
	// Fill are the slots, as skill.slot, that are filled from it unasked.
	Fill []string `mapstructure:"fill"`
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

// Team is who plays which role with which model.
type Team struct {
	Name  string `mapstructure:"name"`
	Roles []Role `mapstructure:"roles"`
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

// Agents, as a role, stands for all task agents without an entry of their own.
const Agents = "agents"

// Role finds a role's entry: its own or, for an agent, the one of all agents.
func (t Team) Role(name string, agent bool) (Role, bool) {
	for _, r := range t.Roles {
		if r.Role == name {
			return r, true
		}
	}
	if agent {
		return t.Role(Agents, false)
	}
	return Role{}, false
}

// With is the configuration with one of its teams in place of the default one. team.roles
// provides the roles that this team leaves out.
func (c Config) With(team string) (Config, error) {
	var names []string
	for _, t := range c.Teams {
		if t.Name == team {
			own := t.Roles
			for _, r := range c.Team.Roles {
				if _, ok := t.Role(r.Role, false); !ok {
					own = append(own[:len(own):len(own)], r)
				}
			}
			c.Team = Team{Name: team, Roles: own}
			return c, nil
		}
		names = append(names, t.Name)
	}
	if len(names) == 0 {
		names = []string{"none; configs/paper.yaml has three"}
	}
	return c, fmt.Errorf("there is no team %q; there are: %s", team, strings.Join(names, ", "))
}

// Hash identifies the settings, without this machine's paths and endpoint, and without
// whose office it is.
func (c Config) Hash() string {
	c.Office, c.User = "", User{}
	c.Out, c.Memory.Bank, c.Model.Record, c.Model.Replay, c.Model.Cache = "", "", "", "", ""
	c.Model.BaseURL, c.Model.KeyEnv, c.Embedder.BaseURL, c.Embedder.KeyEnv = "", "", "", ""
	c.Team = c.Team.anywhere()
	c.Teams = slices.Clone(c.Teams)
	for i, t := range c.Teams {
		c.Teams[i] = t.anywhere()
	}
	b, err := json.Marshal(c)
	if err != nil {
		return "" // plain data: it marshals
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])[:12]
}
