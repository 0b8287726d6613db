package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"legomem/membank"
	"legomem/membank/store/sqlite"
)

func newMemoryReembedCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "reembed", Short: "Embed all memories anew, after the embedder was changed", Args: cobra.NoArgs,
		Long: `Embeds every memory of the bank, of all its tenants, with the configured
embedder: all of them or, where it fails, none. Vectors of two embedders are
never compared, so that a bank whose embedder was changed is of no use until
this is done. Memories themselves do not change.

  LEGOMEM_EMBEDDER_KIND=openai legomem memory reembed`,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.memoryReembed(cmd.Context()) },
	}
}

// reembedded is what memory reembed --json prints.
type reembedded struct {
	From     embeddedBy `json:"from"`
	To       embeddedBy `json:"to"`
	Embedded int        `json:"embedded"`
}

type embeddedBy struct {
	Model string `json:"model"`
	Dim   int    `json:"dim"`
}

func (a *app) memoryReembed(ctx context.Context) error {
	name, _, err := a.bankFile()
	if err != nil {
		return err
	}
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) && !isServer(name) {
		return usage("there is no memory bank at %s; legomem run and legomem curate make one", name)
	}
	embedder, err := a.embedder()
	if err != nil {
		return err
	}
	db, err := a.openStore(ctx, name, sqlite.ReadWrite)
	if err != nil {
		return err
	}
	defer db.Close()
	did, err := membank.Reembed(ctx, db, embedder)
	if err != nil {
		return fmt.Errorf("memory bank %s: %w", name, err)
	}
	switch {
	case a.json:
		return a.printJSON(reembedded{embeddedBy{did.From.Model, did.From.Dim}, embeddedBy{did.To.Model, did.To.Dim}, did.Units})
	case did.From == did.To:
		fmt.Fprintf(a.out, "Nothing to do: the memories were embedded with %s\n", did.To)
	default:
		fmt.Fprintf(a.out, "%s embedded anew, from %s to %s\n", countMemories(did.Units), did.From, did.To)
	}
	return nil
}
