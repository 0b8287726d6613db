package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"legomem/agents/reflex"
	"legomem/membank"
	"legomem/membank/store/sqlite"
)

func newMemoryCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "memory",
		Short: "What the program remembers, and so can do by heart",
		Long: `The memory bank: what the program can do by heart, and how it learned it.

  legomem memory list
  legomem memory show m-1f2e3d4c5b6a
  legomem memory export > mine.jsonl`,
	}
	cmd.AddCommand(newMemoryListCommand(a), newMemoryShowCommand(a), newMemorySearchCommand(a),
		newMemoryExportCommand(a), newMemoryImportCommand(a), newMemoryForgetCommand(a))
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

func newMemoryListCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "What it can do, in sentences", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.withBank(cmd.Context(), sqlite.ReadOnly, func(b *membank.Bank) error { return a.memoryList(cmd.Context(), b) })
		},
	}
}

// learned is a line of the listing.
type learned struct {
	ID       string   `json:"id"`
	Sentence string   `json:"sentence"`
	Apps     []string `json:"apps"`
	Reflex   bool     `json:"reflex"` // it can be done without a model
	Wordings int      `json:"wordings"`
	Used     int      `json:"used"`
	Helped   int      `json:"helped"`
	Starter  bool     `json:"starter"`
}

func (a *app) memoryList(ctx context.Context, b *membank.Bank) error {
	units, err := b.List(ctx, membank.Filter{Kind: membank.FullTask}, membank.Page{})
	if err != nil {
		return err
	}
	list := []learned{}
	for _, u := range units {
		list = append(list, describe(u))
	}
	if a.json {
		return a.printJSON(list)
	}
	if len(list) == 0 {
		fmt.Fprintln(a.out, "Nothing yet. Teach it with legomem demo new, or curate a run that passed.")
		return nil
	}
	a.tellLearned(list)
	return nil
}

// tellLearned prints what can be done, by the apps it is done with.
func (a *app) tellLearned(list []learned) {
	slices.SortStableFunc(list, func(x, y learned) int {
		return cmp.Or(strings.Compare(strings.Join(x.Apps, " "), strings.Join(y.Apps, " ")), strings.Compare(x.Sentence, y.Sentence))
	})
	fmt.Fprintln(a.out, "It can do by heart, in these words or others like them ({...} is yours to fill):")
	last, forModels := "", false
	for _, l := range list {
		if apps := strings.Join(l.Apps, ", then "); apps != last {
			fmt.Fprintf(a.out, "\n%s\n", apps)
			last = apps
		}
		mark := " "
		if !l.Reflex {
			mark, forModels = "*", true
		}
		fmt.Fprintf(a.out, " %s%s  %s\n", mark, l.ID, l.Sentence)
	}
	if forModels {
		fmt.Fprintln(a.out, "\n* is of use to a model only: it holds no procedure")
	}
}

// appsOf are the apps that a memory's subtasks use, in order.
func appsOf(u membank.Unit) []string {
	var apps []string
	for _, s := range u.Subtasks {
		app := strings.TrimSuffix(s.Agent, "_agent")
		if !slices.Contains(apps, app) {
			apps = append(apps, app)
		}
	}
	return apps
}

// describe says what a unit can do; one that reflex cannot play shows the task
// it came from.
func describe(u membank.Unit) learned {
	l := learned{ID: u.ID, Sentence: u.Task, Apps: appsOf(u), Wordings: len(u.Wordings), Used: u.Used, Helped: u.Helped, Starter: u.Source.Starter}
	if p, err := reflex.Decode(u.Procedure); err == nil {
		l.Sentence, l.Reflex = p.Sentence(), true
	}
	return l
}

func newMemoryShowCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "show ID", Short: "One memory and its procedure", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.withBank(cmd.Context(), sqlite.ReadOnly, func(b *membank.Bank) error {
				units, err := b.Get(cmd.Context(), args)
				if err != nil {
					return err
				}
				if len(units) == 0 {
					return usage("no memory %q; legomem memory list tells those there are", args[0])
				}
				return a.memoryShow(units[0])
			})
		},
	}
}

func (a *app) memoryShow(u membank.Unit) error {
	if a.json {
		return a.printJSON(u)
	}
	l := describe(u)
	fmt.Fprintf(a.out, "%s (%s)\n%s\n\nLearned from: %s\nCurator: %s, used %d times, helped %d times\n", u.ID, u.Kind, l.Sentence, source(u), u.Curator, u.Used, u.Helped)
	if u.Plan != "" {
		fmt.Fprintf(a.out, "\nPlan:\n%s\n", u.Plan)
	}
	subtasks := u.Subtasks
	if u.Subtask != nil {
		subtasks = []membank.Subtask{*u.Subtask}
	}
	for _, s := range subtasks {
		fmt.Fprintf(a.out, "\n%s: %s\n", s.Agent, s.Description)
		for _, st := range s.Steps {
			fmt.Fprintf(a.out, "  %s\n", short(st.Action, 200))
		}
	}
	return a.showProcedure(u)
}

func source(u membank.Unit) string {
	parts := []string{fmt.Sprintf("%q", u.Task)}
	if u.Source.Task != "" {
		parts = append(parts, "task "+u.Source.Task+" of "+u.Source.Suite)
	}
	if u.Source.Starter {
		parts = append(parts, "the starter bank")
	} else {
		parts = append(parts, "run "+u.Source.Run)
	}
	if u.Source.Accepted != "" {
		parts = append(parts, "accepted by "+u.Source.Accepted)
	}
	return strings.Join(parts, ", ")
}

// showProcedure prints what reflex would bind and do.
func (a *app) showProcedure(u membank.Unit) error {
	p, err := reflex.Decode(u.Procedure)
	if err != nil {
		return nil // a subtask's, or one that only a model can use
	}
	fmt.Fprintln(a.out, "\nReflex needs:")
	for _, s := range p.Slots {
		fmt.Fprintf(a.out, "  %-14s %-9s such as %q\n", s.Name, s.Kind, s.Example)
	}
	fmt.Fprintln(a.out, "and does:")
	for _, st := range p.Steps() {
		fmt.Fprintf(a.out, "  %d. %s %s\n", st.Number, st.Tool, p.Outline(st))
	}
	fmt.Fprintf(a.out, "It is said, for example (%d wordings):\n", len(p.Patterns))
	for i, pattern := range p.Patterns {
		if i == 5 {
			break
		}
		fmt.Fprintf(a.out, "  %s\n", pattern.Text)
	}
	return nil
}

func newMemorySearchCommand(a *app) *cobra.Command {
	k := 5
	cmd := &cobra.Command{
		Use: "search TEXT", Short: "The memories nearest to a text, with their scores", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.withBank(cmd.Context(), sqlite.ReadOnly, func(b *membank.Bank) error {
				hits, err := b.Recall(cmd.Context(), args[0], k)
				if err != nil {
					return err
				}
				return a.tellHits(hits)
			})
		},
	}
	cmd.Flags().IntVar(&k, "limit", k, "how many")
	return cmd
}

// near is a memory found by search.
type near struct {
	Rank  int     `json:"rank"`
	Score float64 `json:"score"`
	learned
}

func (a *app) tellHits(hits []membank.Hit) error {
	if a.json {
		found := []near{}
		for _, h := range hits {
			found = append(found, near{h.Rank, h.Score, describe(h.Unit)})
		}
		return a.printJSON(found)
	}
	for _, h := range hits {
		fmt.Fprintf(a.out, "%.3f  %-16s %s\n", h.Score, h.Unit.ID, describe(h.Unit).Sentence)
	}
	return nil
}

func newMemoryExportCommand(a *app) *cobra.Command {
	var own bool
	cmd := &cobra.Command{
		Use: "export", Short: "Write the memories as JSON lines", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.withBank(cmd.Context(), sqlite.ReadOnly, func(b *membank.Bank) error {
				_, err := b.Export(cmd.Context(), a.out, membank.Filter{Own: own})
				return err
			})
		},
	}
	cmd.Flags().BoolVar(&own, "own", false, "leave out the starter bank's")
	return cmd
}

func newMemoryImportCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "import FILE", Short: "Add memories from JSON lines, all or none (- is standard input)", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			in := a.in
			if args[0] != "-" {
				f, err := os.Open(args[0])
				if err != nil {
					return usage("%v", err)
				}
				defer f.Close()
				in = f
			}
			return a.withBank(cmd.Context(), sqlite.ReadWrite, func(b *membank.Bank) error {
				added, err := b.Import(cmd.Context(), in)
				if err != nil && !isOutside(err) {
					err = &usageError{err} // what is in the file
				}
				if err != nil {
					return err
				}
				if a.json {
					return a.printJSON(added)
				}
				fmt.Fprintf(a.out, "%d new, %d changed, %d known already\n", added.New, added.Changed, added.Same)
				return nil
			})
		},
	}
}

func newMemoryForgetCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "forget ID...", Short: "Forget memories, with the subtasks cut from them", Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.withBank(cmd.Context(), sqlite.ReadWrite, func(b *membank.Bank) error {
				n, err := b.Delete(cmd.Context(), args)
				if err != nil {
					return err
				}
				if n == 0 {
					return usage("no such memory; legomem memory list tells those there are")
				}
				if a.json {
					return a.printJSON(map[string]int{"forgotten": n})
				}
				fmt.Fprintf(a.out, "%d memories forgotten\n", n)
				return nil
			})
		},
	}
}
