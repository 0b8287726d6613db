package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"legomem/desk"
	"legomem/membank"
	"legomem/words"
)

func newMemoryListCommand(a *app) *cobra.Command {
	var choice unitFilter
	limit := 0
	cmd := &cobra.Command{
		Use: "list", Short: "What it can do, in sentences", Args: cobra.NoArgs,
		Long: `Lists what the program can do, by the apps it is done with. The flags choose
among all memories; all that are given must hold.

  legomem memory list --kind all --quarantined
  legomem memory list --agent excel_agent
  legomem memory list --run 20260302-091500123-a1b2c3`,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.runMemoryList(cmd, choice, limit) },
	}
	choice.addFlags(cmd.Flags(), string(membank.FullTask))
	cmd.Flags().IntVar(&limit, "limit", 0, "how many at most, by ascending id (0: all)")
	return cmd
}

func (a *app) runMemoryList(cmd *cobra.Command, choice unitFilter, limit int) error {
	f, err := choice.filter(cmd.Flags())
	if err != nil {
		return err
	}
	list, err := a.desk.Memories(cmd.Context(), f, limit)
	switch {
	case err != nil:
		return err
	case a.json:
		return a.printJSON(list.Memories)
	case len(list.Memories) == 0 && f == membank.Filter{Kind: membank.FullTask}:
		tellLine(a.out, "Nothing yet. Teach it with legomem demo new, or curate a run that passed.")
	case len(list.Memories) == 0:
		tellLine(a.out, "There is no such memory.")
	case f.Kind == membank.FullTask:
		a.tellLearned(list.Memories)
	default:
		a.tellKinds(list.Memories)
	}
	if list.Quarantined > 0 && !f.Quarantined {
		a.tellQuarantined(cmd, list.Quarantined)
	}
	return nil
}

// tellLearned prints what can be done, by the apps it is done with.
func (a *app) tellLearned(list []desk.MemoryDescription) {
	slices.SortStableFunc(list, func(x, y desk.MemoryDescription) int {
		return cmp.Or(strings.Compare(strings.Join(x.Apps, " "), strings.Join(y.Apps, " ")), strings.Compare(x.Sentence, y.Sentence))
	})
	tellLine(a.out, "It can do by heart, in these words or others like them ({...} is yours to fill):")
	last, forModels := "", false
	for _, l := range list {
		if apps := strings.Join(l.Apps, ", then "); apps != last {
			tellf(a.out, "\n%s\n", apps)
			last = apps
		}
		mark := " "
		if !l.Reflex {
			mark, forModels = "*", true
		}
		tellf(a.out, " %s%s  %s%s%s\n", mark, l.ID, l.Sentence, practice(l), confined(l))
	}
	if forModels {
		tellf(a.out, "\n* is of use to a model only: it holds no procedure\n")
	}
}

// tellKinds prints memories of several kinds.
func (a *app) tellKinds(list []desk.MemoryDescription) {
	for _, l := range list {
		tellf(a.out, "%-16s %-10s %-10s %s%s\n", l.ID, l.Kind, strings.Join(l.Apps, ", "), words.Short(l.Sentence, 120), confined(l))
	}
}

// tellQuarantined prints how many of the memories chosen are quarantined, and the
// command that lists them.
func (a *app) tellQuarantined(cmd *cobra.Command, n int) {
	line := "legomem memory list --quarantined"
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		value := flag.Value.String()
		if strings.ContainsAny(value, " '\"$") {
			value = strconv.Quote(value)
		}
		if flag.Name != "limit" && flag.Name != "quarantined" {
			line += " --" + flag.Name + " " + value
		}
	})
	tellf(a.out, "\n%d quarantined: %s\n", n, line)
}

// confined returns why a memory is kept from retrieval, or its procedure from reflex.
func confined(l desk.MemoryDescription) string {
	switch {
	case l.Quarantine != "":
		return " (quarantined: " + l.Quarantine + ")"
	case l.Suspended != "":
		return " (its procedure is quarantined: " + l.Suspended + ")"
	case l.Untrusted && l.Imported != nil:
		return " (not trusted: imported from " + l.Imported.From + ")"
	case l.Untrusted:
		return " (not trusted)"
	}
	return ""
}

// practice returns how often a procedure failed so far, and whether a person wrote it.
func practice(l desk.MemoryDescription) string {
	var said []string
	if l.Authored {
		said = append(said, "authored")
	}
	if l.Failures > 0 {
		said = append(said, fmt.Sprintf("failed %d of %d", l.Failures, l.Successes+l.Failures))
	}
	if len(said) == 0 {
		return ""
	}
	return " [" + strings.Join(said, ", ") + "]"
}
