package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"legomem/membank"
	"legomem/membank/store"
	"legomem/membank/store/sqlite"
)

// searchOptions are the flags of memory search.
type searchOptions struct {
	unitFilter
	k  int
	by string
}

func newMemorySearchCommand(a *app) *cobra.Command {
	o := searchOptions{k: 5}
	cmd := &cobra.Command{
		Use: "search TEXT", Short: "The memories nearest to a text, with their scores", Args: oneText,
		Long: `Searches the bank as a run does, and prints what it finds, the best first, with
its score. Scores of two rankings cannot be compared: dense is the cosine of the
embeddings, lexical BM25 over the words, and hybrid the two rankings joined. What
is quarantined is not found, and neither is what has nothing in common with the
text: a cosine of 0.

  legomem memory search "book a room for Lee" --k 10
  legomem memory search "total of the expenses" --by lexical --agent excel_agent`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.memorySearch(cmd, o, args[0]) },
	}
	o.addKind(cmd.Flags(), string(membank.FullTask))
	cmd.Flags().IntVar(&o.k, "k", o.k, "how many")
	cmd.Flags().IntVar(&o.k, "limit", o.k, "how many")
	_ = cmd.Flags().MarkHidden("limit") // the flag exists: it is --k by its older name
	cmd.Flags().StringVar(&o.by, "by", "", "what is near: "+rankings()+" (default: the configured memory.ranking)")
	return cmd
}

// oneText wants one argument that says something.
func oneText(_ *cobra.Command, args []string) error {
	switch {
	case len(args) > 1:
		return fmt.Errorf("put the text in quotes: %q", strings.Join(args, " "))
	case len(args) == 0 || strings.TrimSpace(args[0]) == "":
		return fmt.Errorf("say what to look for, in quotes")
	}
	return nil
}

func rankings() string {
	var names []string
	for _, r := range store.Rankings() {
		names = append(names, string(r))
	}
	return strings.Join(names, ", ")
}

func (a *app) memorySearch(cmd *cobra.Command, o searchOptions, text string) error {
	f, err := o.filter(cmd.Flags())
	if err != nil {
		return err
	}
	by := store.Ranking(a.config.Memory.Ranking)
	if o.by != "" {
		by = store.Ranking(o.by)
	}
	switch {
	case !slices.Contains(store.Rankings(), by):
		return usage("there is no ranking %q; there are: %s", by, rankings())
	case o.k < 1:
		return usage("--k %d finds nothing; 1 or more is accepted", o.k)
	}
	return a.withBank(cmd.Context(), sqlite.ReadOnly, func(b *membank.Bank) error {
		if err := hasAgent(cmd.Context(), b, f.Agent); err != nil {
			return err
		}
		hits, err := found(cmd.Context(), b, by, membank.Query{Text: text, K: o.k, Filter: f})
		if err != nil {
			return err
		}
		return a.tellHits(hits)
	})
}

// found are the memories that have something in common with a text. A ranking
// joined of two gives each a score for its place alone; where no memory shares
// a word with the text, it is the dense one that knows.
func found(ctx context.Context, b *membank.Bank, by store.Ranking, q membank.Query) ([]membank.Hit, error) {
	hits, err := b.View(membank.View{By: by}).Search(ctx, q)
	switch {
	case err != nil, by == store.Lexical:
		return hits, err
	case by == store.Dense:
		return related(hits), nil
	}
	words, err := b.View(membank.View{By: store.Lexical}).Search(ctx, membank.Query{Text: q.Text, K: 1, Filter: q.Filter})
	if err != nil || len(words) > 0 {
		return hits, err
	}
	near, err := b.View(membank.View{By: store.Dense}).Search(ctx, membank.Query{Text: q.Text, K: 1, Filter: q.Filter})
	if err != nil || len(related(near)) == 0 {
		return nil, err
	}
	return hits, nil
}

// nothingNear is the cosine below which a score prints as 0.
const nothingNear = 0.0005

// related leaves out what a text has nothing in common with.
func related(hits []membank.Hit) []membank.Hit {
	return slices.DeleteFunc(hits, func(h membank.Hit) bool { return h.Score < nothingNear })
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
	if len(hits) == 0 {
		fmt.Fprintln(a.out, "Nothing was found.")
	}
	return nil
}
