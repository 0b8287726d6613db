package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"legomem/desk"
	"legomem/folders"
)

func newRunsDiffCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "diff ID", Short: "Show what a run changed in the files", Args: cobra.ExactArgs(1), ValidArgsFunction: a.runIDs,
		Long: `Shows what a run changed: lines of text, mails and calendars, cells of
workbooks, paragraphs of documents, text of PDFs; of other files, that they changed; and
the empty folders that it made or deleted.`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.runRunsDiff(cmd.Context(), args[0]) },
	}
}

func (a *app) runRunsDiff(ctx context.Context, id string) error {
	r, err := a.desk.FindRun(id)
	if err != nil {
		return err
	}
	diffs, err := a.desk.Compare(ctx, r)
	return showResult(a, diffs, err, a.tellDiffs)
}

func (a *app) tellDiffs(diffs []desk.FileDiff) {
	if len(diffs) == 0 {
		tellLine(a.out, "The run changed no file and no folder.")
	}
	for _, d := range diffs {
		tellf(a.out, "%s: %s\n", d.Kind, d.Path)
		if folders.Is(d.Path) {
			tellLine(a.out, "  (an empty folder)")
			continue
		}
		for _, line := range d.Diff {
			tellf(a.out, "  %s\n", blockOf(line, "    "))
		}
		if len(d.Diff) == 0 {
			tellf(a.out, "  (no text: %s, now %s)\n", bytesWords(d.Before), bytesWords(d.After))
		}
	}
}

// bytesWords writes a file's size; nil means that there is no file.
func bytesWords(n *int64) string {
	if n == nil {
		return "nothing"
	}
	return fmt.Sprintf("%d bytes", *n)
}
