package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"legomem/desk"
	"legomem/membank"
)

func newMemorySearchCommand(a *app) *cobra.Command {
	var choice unitFilter
	o := desk.MemorySearch{K: 5}
	cmd := &cobra.Command{
		Use: "search TEXT", Short: "The memories nearest to a text, with their scores", Args: oneText,
		Long: `Searches the bank as a run does, and prints what it finds, the best first, with
its score. Scores of two rankings cannot be compared: dense is the cosine of the
embeddings, lexical BM25 over the words, and hybrid the two rankings joined. What
is quarantined is not found, and neither is what has nothing in common with the
text: a cosine of 0.

  legomem memory search "book a room for Lee" --k 10
  legomem memory search "total of the expenses" --by lexical --agent excel_agent`,
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if o.Filter, err = choice.filter(cmd.Flags()); err != nil {
				return err
			}
			o.Text = args[0]
			return a.runMemorySearch(cmd.Context(), o)
		},
	}
	choice.addKind(cmd.Flags(), string(membank.FullTask))
	cmd.Flags().IntVar(&o.K, "k", o.K, "how many")
	cmd.Flags().IntVar(&o.K, "limit", o.K, "how many")
	_ = cmd.Flags().MarkHidden("limit") // the flag exists: it is --k by its older name
	cmd.Flags().StringVar(&o.By, "by", "", "what is near: "+desk.RankingNames()+" (default: the configured memory.ranking)")
	return cmd
}

// oneText requires one argument that is not blank.
func oneText(_ *cobra.Command, args []string) error {
	switch {
	case len(args) > 1:
		return fmt.Errorf("put the text in quotes: %q", strings.Join(args, " "))
	case len(args) == 0 || strings.TrimSpace(args[0]) == "":
		return fmt.Errorf("say what to look for, in quotes")
	}
	return nil
}

func (a *app) runMemorySearch(ctx context.Context, o desk.MemorySearch) error {
	found, err := a.desk.SearchMemories(ctx, o)
	return showResult(a, found, err, a.tellFound)
}

func (a *app) tellFound(found []desk.FoundMemory) {
	for _, m := range found {
		tellf(a.out, "%.3f  %-16s %s%s\n", m.Score, m.ID, m.Sentence, confined(m.MemoryDescription))
	}
	if len(found) == 0 {
		tellLine(a.out, "Nothing was found.")
	}
}
