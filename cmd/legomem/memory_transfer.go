package main

import (
	"io"
	"os"

	"github.com/spf13/cobra"
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
	return &cobra.Command{
		Use: "import FILE", Short: "Add memories from JSON lines, all or none (- is standard input)", Args: cobra.ExactArgs(1),
		Long: `Adds memories from JSON lines, as legomem memory export writes them: all of the
file or, where a line is wrong, none. A memory that is known by its id and holds
the same is left as it is; one that holds something else is replaced and keeps
its counts. What is quarantined, here or in the file, is so afterwards.

  legomem memory import theirs.jsonl`,
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
			added, err := a.desk.ImportMemories(cmd.Context(), in)
			return showResult(a, added, err, a.tellAdded)
		},
	}
}
