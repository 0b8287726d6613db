package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"legomem/membank"
	"legomem/words"
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
  legomem memory trial --dry-run
  legomem memory verify --suite officebench/suite
  legomem memory edit m-1f2e3d4c5b6a
  legomem memory quarantine m-1f2e3d4c5b6a --reason "books the wrong room"
  legomem memory forget --user Sam --older-than 90d --dry-run
  legomem memory export > mine.jsonl`,
	}
	cmd.AddCommand(newMemoryListCommand(a), newMemoryShowCommand(a), newMemorySearchCommand(a), newMemoryStatsCommand(a), newMemoryTrialCommand(a),
		newMemoryExportCommand(a), newMemoryImportCommand(a), newMemoryTrustCommand(a), newMemoryForgetCommand(a), newMemoryQuarantineCommand(a),
		newMemoryVerifyCommand(a), newMemoryEditCommand(a), newMemoryReembedCommand(a))
	return cmd
}

func countMemories(n int) string { return words.Plural(n, "memory", "memories") }

// everyKind is the --kind that stands for all kinds.
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
	flags.BoolVar(&f.is.Untrusted, "untrusted", false, "those that were imported and that you have not trusted yet")
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

// filter is the choice, once the flags are known. An agent has no memories of whole
// tasks, so naming one means all its kinds unless a kind is named.
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
