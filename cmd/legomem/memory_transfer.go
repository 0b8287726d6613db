package main

import (
	"context"
	"io"
	"os"

	"github.com/spf13/cobra"

	"legomem/desk"
	"legomem/membank"
	"legomem/words"
)

func newMemoryExportCommand(a *app) *cobra.Command {
	var choice unitFilter
	cmd := &cobra.Command{
		Use: "export", Short: "Write the memories as JSON lines", Args: cobra.NoArgs,
		Long: `Writes memories to standard output, one JSON object a line, by ascending id. Ids,
sources, counts and quarantines travel along. The flags choose among all
memories; all that are given must hold.

  legomem memory export --own > mine.jsonl
  legomem memory export --suite office --kind task > office.jsonl`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			f, err := choice.filter(cmd.Flags())
			if err != nil {
				return err
			}
			return a.exactJSON(func(w io.Writer) error {
				_, err := a.desk.ExportMemories(cmd.Context(), w, f)
				return err
			})
		},
	}
	choice.addFlags(cmd.Flags(), everyKind)
	cmd.Flags().BoolVar(&choice.is.Own, "own", false, "leave out the starter bank's")
	return cmd
}

func newMemoryImportCommand(a *app) *cobra.Command {
	var o desk.ImportOrder
	replace := false
	cmd := &cobra.Command{
		Use: "import FILE", Short: "Add memories from JSON lines, all or none (- is standard input)", Args: cobra.ExactArgs(1),
		Long: `Adds memories from JSON lines, as legomem memory export writes them: all of the
file or, where a line is wrong or was changed after it was written, none. A memory
that the bank holds with the same content is left as it is. One that it holds with
other content is replaced, and keeps its counts, once you agree: on a terminal you
are asked, elsewhere say --replace. What is quarantined, here or in the file, is so
afterwards.

What is imported is not trusted: models are shown it, but its procedure is not
played until legomem memory trust, or --trust for the whole file. Memories of this
program's starter bank are known, and trusted.

  legomem memory import theirs.jsonl
  legomem memory show m-1f2e3d4c5b6a
  legomem memory trust m-1f2e3d4c5b6a`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Lines, o.From = a.in, "standard input"
			if args[0] != "-" {
				f, err := os.Open(args[0])
				if err != nil {
					return usage("%v", err)
				}
				defer f.Close()
				o.Lines, o.From = f, args[0]
			}
			return a.runMemoryImport(cmd.Context(), o, replace, args[0] != "-" && a.attended())
		},
	}
	cmd.Flags().BoolVar(&replace, "replace", false, "replace what the bank holds with other content")
	cmd.Flags().BoolVar(&o.Trust, "trust", false, "have it played: you know what the file holds")
	return cmd
}

func (a *app) runMemoryImport(ctx context.Context, o desk.ImportOrder, replace, canAsk bool) error {
	var sure func([]membank.Unit) (bool, error)
	switch {
	case replace:
		sure = func([]membank.Unit) (bool, error) { return true, nil }
	case canAsk:
		sure = func(replaced []membank.Unit) (bool, error) { return a.sureToReplace(ctx, replaced) }
	}
	did, err := a.desk.ImportMemories(ctx, o, sure)
	if err == nil && did.Declined {
		tellLine(a.err, "Nothing was imported.")
		return nil
	}
	return showResult(a, did, err, func(did desk.ImportedMemories) {
		a.tellAdded(did.Added)
		if did.Untrusted > 0 {
			tellf(a.out, "%s not trusted, and so not played: legomem memory list --kind all --untrusted, then legomem memory trust ID...\n", countMemories(did.Untrusted))
		}
	})
}

// sureToReplace lists what an import would replace, and asks.
func (a *app) sureToReplace(ctx context.Context, replaced []membank.Unit) (bool, error) {
	for _, u := range replaced {
		tellf(a.err, "%-16s %-10s %s\n", u.ID, u.Kind, words.Short(desk.DescribeMemory(u).Sentence, 100))
	}
	return a.agrees(ctx, "Replace "+countMemories(len(replaced))+" by the file's?")
}

func newMemoryTrustCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "trust ID...", Short: "Have imported memories played", Args: cobra.MinimumNArgs(1),
		Long: `Takes your word for imported memories, and for the subtasks cut from them: reflex
plays their procedures from now on. Look at them first: legomem memory show tells
what a procedure does, and where its values are from. That a memory was imported
stays noted.

  legomem memory list --kind all --untrusted
  legomem memory show m-1f2e3d4c5b6a
  legomem memory trust m-1f2e3d4c5b6a`,
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := a.desk.TrustMemories(cmd.Context(), args)
			return showResult(a, map[string]int{"trusted": n}, err, func(map[string]int) { tellf(a.out, "%s trusted\n", countMemories(n)) })
		},
	}
}
