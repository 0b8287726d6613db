package main

import (
	"io"
	"os"

	"github.com/spf13/cobra"

	"legomem/desk"
	"legomem/words"
)

func newRecallExportCommand(a *app) *cobra.Command {
	var o desk.RecallOrder
	cmd := &cobra.Command{
		Use: "export", Short: "Write what you said as JSON lines", Args: cobra.NoArgs,
		Long: `Writes what you said to standard output, one JSON object a line, by ascending id,
history included.

  legomem recall export > said.jsonl`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.exactJSON(func(w io.Writer) error {
				_, err := a.desk.ExportRecalled(cmd.Context(), w, o)
				return err
			})
		},
	}
	addRecallChoice(cmd.Flags(), &o)
	return cmd
}

func newRecallImportCommand(a *app) *cobra.Command {
	user := ""
	cmd := &cobra.Command{
		Use: "import FILE", Short: "Take over what was said from JSON lines, all or none (- is standard input)", Args: cobra.ExactArgs(1),
		Long: `Takes over what was said from JSON lines, as legomem recall export writes them: all
of the file or, where a line is wrong or was changed after it was written, none. It
counts as your own word: import nothing that you have not said.

  legomem recall import said.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error {
			lines := a.in
			if args[0] != "-" {
				f, err := os.Open(args[0])
				if err != nil {
					return usage("%v", err)
				}
				defer f.Close()
				lines = f
			}
			n, err := a.desk.ImportRecalled(cmd.Context(), user, lines)
			return showResult(a, map[string]int{"imported": n}, err, func(map[string]int) { tellf(a.out, "%s imported\n", words.Count(n, "unit")) })
		},
	}
	addRecallUser(cmd.Flags(), &user)
	return cmd
}
