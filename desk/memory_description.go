package desk

import (
	"slices"
	"strings"

	"legomem/agents/reflex"
	"legomem/membank"
)

// MemoryDescription is a memory in a line of a listing.
type MemoryDescription struct {
	ID         string           `json:"id"`
	Kind       membank.UnitKind `json:"kind"`
	Sentence   string           `json:"sentence"`
	Apps       []string         `json:"apps"`
	Reflex     bool             `json:"reflex"` // it can be done without a model
	Wordings   int              `json:"wordings"`
	Used       int              `json:"used"`
	Helped     int              `json:"helped"`
	Successes  int              `json:"successes"` // runs that were played from its procedure
	Failures   int              `json:"failures"`
	Examples   int              `json:"examples"` // runs that its procedure was made from; 0 where it has none
	Authored   bool             `json:"authored"` // a person has edited it
	Starter    bool             `json:"starter"`
	Source     membank.Source   `json:"source"`
	Merged     int              `json:"merged"` // further sources
	Quarantine string           `json:"quarantine,omitempty"`
	Suspended  string           `json:"suspended,omitempty"` // its procedure alone is in quarantine
	Imported   *membank.Import  `json:"imported,omitempty"`
	Untrusted  bool             `json:"untrusted,omitempty"` // imported, and reflex does not play it yet
}

// DescribeMemory describes what a memory can do; one that reflex cannot play shows the
// task it came from.
func DescribeMemory(u membank.Unit) MemoryDescription {
	d := MemoryDescription{ID: u.ID, Kind: u.Kind, Sentence: u.Task, Apps: appsOf(u), Wordings: len(u.Wordings), Used: u.Used, Helped: u.Helped,
		Successes: u.Successes, Failures: u.Failures, Authored: u.Compiler == membank.Authored,
		Starter: u.Source.Starter, Source: u.Source, Merged: len(u.Merged), Quarantine: u.Quarantine, Suspended: u.Suspended, Imported: u.Imported, Untrusted: u.Untrusted}
	switch p, err := reflex.Decode(u.Procedure); {
	case err == nil:
		d.Sentence, d.Reflex, d.Examples = p.Sentence(), true, max(1, p.Examples)
	case u.Pitfall != nil:
		d.Sentence = u.Pitfall.Warning
	case u.Routine != nil:
		d.Sentence = u.Routine.Name + ": " + u.Routine.Description
	case u.Subtask != nil && u.Subtask.Description != "":
		d.Sentence = u.Subtask.Description
	}
	return d
}

func describeAll(units []membank.Unit) []MemoryDescription {
	out := []MemoryDescription{} // never null in JSON
	for _, u := range units {
		out = append(out, DescribeMemory(u))
	}
	return out
}

// appsOf are the apps that a memory's subtasks use, in order.
func appsOf(u membank.Unit) []string {
	agents := []string{u.Agent()}
	if agents[0] == "" {
		agents = nil
		for _, s := range u.Subtasks {
			agents = append(agents, s.Agent)
		}
	}
	apps := []string{} // never null in JSON
	for _, agent := range agents {
		app := strings.TrimSuffix(agent, "_agent")
		if !slices.Contains(apps, app) {
			apps = append(apps, app)
		}
	}
	return apps
}
