// Package trial is the contract between running a bench and reporting it: what
// a cell of the experiment is, what came of each of its runs, and what must be
// known to run it again. It runs nothing and counts nothing.
//
// Start with Cell and Record; Bench describes the experiment as a whole.
package trial

import (
	"fmt"
	"strings"
	"time"
)

// Cell is one column of the experiment: what is varied.
type Cell struct {
	Variant   string `json:"variant"`   // "none", "vanilla", "dynamic", "rewrite", "synapse", "awm"
	Placement string `json:"placement"` // "both", "planning", "orchestrator", "agents", "none"
	// Reasoning says whether recorded thoughts are shown: With, Without, or NA
	// where the variant has none to show.
	Reasoning string `json:"reasoning"`
	Team      string `json:"team"` // of the config's teams
}

// The values of Cell.Reasoning.
const (
	With    = "with"
	Without = "without"
	NA      = "n/a"
)

// ID names the cell in file names and on the command line:
// "vanilla.both.with.llm"; n/a is spelled "na".
func (c Cell) ID() string {
	return strings.Join([]string{c.Variant, c.Placement, strings.ReplaceAll(c.Reasoning, "/", ""), c.Team}, ".")
}

// Trial is one run to be made: a cell, a task, a seed.
type Trial struct {
	Cell Cell   `json:"cell"`
	Task string `json:"task"` // "1-1/0"
	Seed int    `json:"seed"` // from 1
}

// ID names the trial: "vanilla.both.with.llm/1-1_0/1".
func (t Trial) ID() string {
	return fmt.Sprintf("%s/%s/%d", t.Cell.ID(), strings.ReplaceAll(t.Task, "/", "_"), t.Seed)
}

// Record is the result of a trial.
type Record struct {
	Trial
	Level int `json:"level"` // the task's, from 1
	// Attempt counts from 1; a later one replaces an earlier one that ended in
	// an infrastructure error.
	Attempt int       `json:"attempt"`
	Run     string    `json:"run"` // the run's id
	Started time.Time `json:"started"`
	// Outcome and Reason are the system's claim; Passed is the evaluator's verdict and
	// Strict the mended evaluator's, null where nothing judged.
	Outcome string `json:"outcome"`
	Reason  string `json:"reason,omitempty"`
	Passed  *bool  `json:"passed"`
	Strict  *bool  `json:"strict"`
	// Infrastructure says that something outside broke (endpoint, engine,
	// disk): it stays in the denominator, and can be run again.
	Infrastructure bool `json:"infrastructure,omitempty"`
	// Steps are tool calls, FailedSteps those whose observation failed.
	Steps       int `json:"steps"`
	FailedSteps int `json:"failed_steps"`
	Replans     int `json:"replans"`
	ModelCalls  int `json:"model_calls"`
	// Spent is by role; CostUSD is null where a model has no price.
	Spent   map[string]Spend `json:"spent,omitempty"`
	Tokens  Tokens           `json:"tokens"`
	CostUSD *float64         `json:"cost_usd"`
	WallMS  float64          `json:"wall_ms"`
	// Truncations counts model calls whose context was shortened, Dropped memories that
	// were left out whole.
	Truncations int `json:"truncations"`
	Dropped     int `json:"dropped"`
	// Retrieved are the ids of the memories that each role was shown.
	Retrieved map[string][]string `json:"retrieved,omitempty"`
	// SameID says that the bank, as this run saw it, held a task of the same
	// id (1-2/1 for 1-2/0).
	SameID bool `json:"same_id"`
	// Models are those that answered, as the endpoint named them, by role.
	Models map[string][]string `json:"models,omitempty"`
	// Endpoints is what was learned of models' endpoints: how they were asked differently.
	Endpoints []string `json:"endpoints,omitempty"`
}

// Tokens counts tokens.
type Tokens struct {
	Prompt     int `json:"prompt"`
	Completion int `json:"completion"`
}

// Spend is what one role used.
type Spend struct {
	Model   string   `json:"model"`
	Calls   int      `json:"calls"`
	Tokens  Tokens   `json:"tokens"`
	CostUSD *float64 `json:"cost_usd"`
}

// Bench is everything that must be known to run an experiment again.
type Bench struct {
	Name    string    `json:"name"`
	Preset  string    `json:"preset,omitempty"`
	Started time.Time `json:"started"`
	Brain   string    `json:"brain"`
	// Deterministic says that the brain samples nothing: its repeats are no further
	// observations, and one seed is run.
	Deterministic bool     `json:"deterministic"`
	Suite         Suite    `json:"suite"`
	Split         Split    `json:"split"`
	Cells         []Cell   `json:"cells"`
	Seeds         int      `json:"seeds"`
	Teams         []Team   `json:"teams"`
	Curation      Curation `json:"curation"`
	Bank          Bank     `json:"bank"`
	Prices        []Price  `json:"prices,omitempty"`
	// Versions are program, prompts, config, tools, image, traffic; Config is the whole
	// configuration as YAML, without keys and paths.
	Versions map[string]string `json:"versions"`
	Config   string            `json:"config"`
	// Caps are the spend cap and the limits of a run, in words.
	Caps map[string]string `json:"caps,omitempty"`
	// Notes are what a reader must know: our choices where the paper leaves them open,
	// and what was left out and why.
	Notes []string `json:"notes,omitempty"`
}

// Versions[Traffic] is Replayed where a recording answered in place of the models: then
// the times are not the models'.
const (
	Traffic  = "traffic"
	Replayed = "replayed"
)

// Suite is what was run.
type Suite struct {
	Name string `json:"name"`
	Hash string `json:"hash"` // of its tasks and testbeds
	// Unwinnable are the tasks that an honest answer cannot pass, with the
	// reason; nil where the suite does not say (no needs.json).
	Unwinnable map[string]string `json:"unwinnable"`
	// Levels are the tasks' levels.
	Levels map[string]int `json:"levels"`
	// Kinds and Apps are each task's kind of work (a family of similar tasks) and the
	// apps that it needs; empty where the suite does not state them.
	Kinds map[string]string   `json:"kinds,omitempty"`
	Apps  map[string][]string `json:"apps,omitempty"`
}

// Split divides a suite's tasks.
type Split struct {
	Hash  string   `json:"hash"`
	Train []string `json:"train"`
	Test  []string `json:"test"`
}

// Team is who played which role.
type Team struct {
	Name  string            `json:"name"`
	Roles map[string]string `json:"roles"` // role: model
	// Sampling is by role, in words: "temperature 0, top_p 1, seed 1".
	Sampling map[string]string `json:"sampling,omitempty"`
}

// Curation is how the bank was made.
type Curation struct {
	Curator string `json:"curator"`
	// Collected counts the training runs, Succeeded how many passed, and Refused how many
	// of the passed ones gave no memory. Infrastructure counts the collected runs that
	// something outside broke: they are in no memory.
	Collected      int            `json:"collected"`
	Succeeded      int            `json:"succeeded"`
	Refused        int            `json:"refused,omitempty"`
	Infrastructure int            `json:"infrastructure,omitempty"`
	Units          map[string]int `json:"units"` // by kind
	// Spent is the cost of the models that curated and induced, by role.
	Spent map[string]Spend `json:"spent,omitempty"`
	Notes []string         `json:"notes,omitempty"`
}

// Bank is the memory bank as evaluated: opened read-only at this hash.
type Bank struct {
	Hash        string `json:"hash"`
	Embedder    string `json:"embedder"`
	LeaveOneOut bool   `json:"leave_one_out"`
}

// Price is what a model costs in US dollars per million tokens.
type Price struct {
	Model      string   `json:"model"`
	Prompt     float64  `json:"prompt"`
	Cached     *float64 `json:"cached,omitempty"`
	Completion float64  `json:"completion"`
	Dated      string   `json:"dated"`
}
