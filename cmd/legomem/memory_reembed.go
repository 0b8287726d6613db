package main

import (
	"context"

	"github.com/spf13/cobra"

	"legomem/membank/records"
)

func newMemoryReembedCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "reembed", Short: "Embed all memories anew, after the embedder was changed", Args: cobra.NoArgs,
		Long: `Embeds every memory of the bank, of all its tenants, and what users said
(legomem recall), with the configured embedder: all of them or, where it fails, none. Vectors of two embedders are
never compared, so that a bank whose embedder was changed is of no use until
this is done. Memories themselves do not change.

  LEGOMEM_EMBEDDER_KIND=openai legomem memory reembed`,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.runMemoryReembed(cmd.Context()) },
	}
}

func (a *app) runMemoryReembed(ctx context.Context) error {
	did, err := a.desk.ReembedMemories(ctx)
	return showResult(a, did, err, a.tellReembedded)
}

func (a *app) tellReembedded(did records.Reembedded) {
	if did.From == did.To {
		tellf(a.out, "Nothing to do: the memories were embedded with %s\n", did.To)
		return
	}
	tellf(a.out, "%s embedded anew, from %s to %s\n", countMemories(did.Records), did.From, did.To)
}
