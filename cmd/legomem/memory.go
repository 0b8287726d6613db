package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"legomem/agents"
	"legomem/agents/reflex"
	"legomem/membank"
	"legomem/membank/store/sqlite"
)

func newMemoryCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "memory",
		Short: "What the program remembers, and so can do by heart",
		Long: `The memory bank: what the program can do by heart, how it learned it, and what
came of it.

  legomem memory list
  legomem memory show m-1f2e3d4c5b6a
  legomem memory search "book a meeting room"
  legomem memory stats
  legomem memory verify --suite officebench/suite
  legomem memory edit m-1f2e3d4c5b6a
  legomem memory quarantine m-1f2e3d4c5b6a --reason "books the wrong room"
  legomem memory forget --user Sam --older-than 90d --dry-run
  legomem memory export > mine.jsonl`,
	}
	cmd.AddCommand(newMemoryListCommand(a), newMemoryShowCommand(a), newMemorySearchCommand(a), newMemoryStatsCommand(a),
		newMemoryExportCommand(a), newMemoryImportCommand(a), newMemoryForgetCommand(a), newMemoryQuarantineCommand(a),
		newMemoryVerifyCommand(a), newMemoryEditCommand(a), newMemoryReembedCommand(a))
	return cmd
}

// withBank opens the bank for a command and closes it after.
func (a *app) withBank(ctx context.Context, mode sqlite.Mode, f func(*membank.Bank) error) error {
	bank, done, err := a.openBank(ctx, mode)
	if err != nil {
		return err
	}
	defer done()
	return f(bank)
}

// named returns the memories with those ids, each once; one that is not there
// is the user's mistake.
func named(ctx context.Context, b *membank.Bank, ids []string) ([]membank.Unit, error) {
	units, err := b.Get(ctx, slices.Compact(slices.Sorted(slices.Values(ids))))
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		if !slices.ContainsFunc(units, func(u membank.Unit) bool { return u.ID == id }) {
			return nil, noMemory(id)
		}
	}
	return units, nil
}

// begun returns the memory with that id, or the one whose id begins so: a whole
// task before the subtasks cut from it.
func begun(ctx context.Context, b *membank.Bank, id string) (membank.Unit, error) {
	exact, err := b.Get(ctx, []string{id})
	if err != nil {
		return membank.Unit{}, err
	}
	if len(exact) == 1 {
		return exact[0], nil
	}
	all, err := b.List(ctx, membank.Filter{}, membank.Page{})
	if err != nil {
		return membank.Unit{}, err
	}
	all = slices.DeleteFunc(all, func(u membank.Unit) bool { return id == "" || !strings.HasPrefix(u.ID, id) })
	if len(all) == 0 {
		return membank.Unit{}, noMemory(id)
	}
	others := slices.DeleteFunc(slices.Clone(all[1:]), func(u membank.Unit) bool { return u.Parent == all[0].ID })
	if len(others) > 0 {
		return membank.Unit{}, usage("%q begins %s; give more of the id", id, countMemories(len(all)))
	}
	return all[0], nil
}

func noMemory(id string) error {
	return usage("no memory %q; legomem memory list tells those there are", id)
}

func countMemories(n int) string {
	if n == 1 {
		return "1 memory"
	}
	return fmt.Sprintf("%d memories", n)
}

// everyKind is the kind that leaves none out.
const everyKind = "all"

// unitFilter is a choice of memories by flags.
type unitFilter struct {
	kind string
	is   membank.Filter
}

func (f *unitFilter) addFlags(flags *pflag.FlagSet, kind string) {
	f.addKind(flags, kind)
	flags.StringVar(&f.is.Suite, "suite", "", "those learned from tasks of this suite")
	flags.StringVar(&f.is.Task, "task", "", "those learned from this task, such as 1-1/0")
	flags.StringVar(&f.is.Run, "run", "", "those first learned from this run")
	flags.StringVar(&f.is.User, "user", "", "those learned from runs for this user")
	flags.BoolVar(&f.is.Quarantined, "quarantined", false, "those that are kept from retrieval, or whose procedure is kept from reflex")
	flags.BoolVar(&f.is.Authored, "authored", false, "those whose procedure a person has edited")
}

func (f *unitFilter) addKind(flags *pflag.FlagSet, kind string) {
	flags.StringVar(&f.kind, "kind", kind, "which kind: "+strings.Join(kindNames(), ", "))
	flags.StringVar(&f.is.Agent, "agent", "", "those of this agent, such as calendar_agent")
}

func kindNames() []string {
	var names []string
	for _, k := range membank.Kinds() {
		names = append(names, string(k))
	}
	return append(names, everyKind)
}

// filter is the choice, once the flags are known. An agent has no memories of
// whole tasks, so that naming one means all its kinds unless a kind is named.
func (f *unitFilter) filter(flags *pflag.FlagSet) (membank.Filter, error) {
	is, kind := f.is, f.kind
	if is.Agent != "" && !flags.Changed("kind") {
		kind = everyKind
	}
	switch {
	case !slices.Contains(kindNames(), kind):
		return is, usage("there is no kind of memory %q; there are: %s", kind, strings.Join(kindNames(), ", "))
	case kind != everyKind:
		is.Kind = membank.UnitKind(kind)
	}
	return is, nil
}

// hasAgent refuses an agent that neither the team nor the bank knows: its name
// is likely misspelt.
func hasAgent(ctx context.Context, b *membank.Bank, agent string) error {
	if agent == "" || slices.ContainsFunc(agents.DefaultTeam().Agents, func(a agents.Agent) bool { return a.Name == agent }) {
		return nil
	}
	units, err := b.List(ctx, membank.Filter{}, membank.Page{})
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, u := range units {
		if name := u.Agent(); name != "" {
			known[name] = true
		}
	}
	switch {
	case known[agent]:
		return nil
	case len(known) == 0:
		return usage("there is no agent %q, and no agent has a memory in this bank", agent)
	}
	return usage("there is no agent %q; the bank has memories of: %s", agent, strings.Join(slices.Sorted(maps.Keys(known)), ", "))
}

// learned is a line of a listing.
type learned struct {
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
}

// describe says what a unit can do; one that reflex cannot play shows the task
// it came from.
func describe(u membank.Unit) learned {
	l := learned{ID: u.ID, Kind: u.Kind, Sentence: u.Task, Apps: appsOf(u), Wordings: len(u.Wordings), Used: u.Used, Helped: u.Helped,
		Successes: u.Successes, Failures: u.Failures, Examples: examples(u), Authored: u.Compiler == membank.Authored,
		Starter: u.Source.Starter, Source: u.Source, Merged: len(u.Merged), Quarantine: u.Quarantine, Suspended: u.Suspended}
	switch p, err := reflex.Decode(u.Procedure); {
	case err == nil:
		l.Sentence, l.Reflex = p.Sentence(), true
	case u.Routine != nil:
		l.Sentence = u.Routine.Name + ": " + u.Routine.Description
	case u.Subtask != nil && u.Subtask.Description != "":
		l.Sentence = u.Subtask.Description
	}
	return l
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
