package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/spf13/cobra"

	"legomem/agents/reflex"
	"legomem/membank"
	"legomem/membank/store/sqlite"
)

func newMemoryEditCommand(a *app) *cobra.Command {
	from := ""
	cmd := &cobra.Command{
		Use: "edit ID", Short: "Change the procedure of a memory by hand", Args: cobra.ExactArgs(1),
		Long: `Takes a procedure as a person has edited it: from a file ("-" is standard input),
or from the editor that VISUAL or EDITOR names. It is checked first: a field, a
slot, an action, a tool or an argument that is not there is named with its line,
and nothing is changed. From then on it is marked authored, and no curation
replaces it.

Replay it afterwards on the task that it was learned from. One that cannot be
replayed is played all the same; a quarantine that a failure made stays until
verify or quarantine --lift ends it.

  legomem memory show m-1f2e3d4c5b6a --yaml > p.yaml
  legomem memory edit m-1f2e3d4c5b6a --from p.yaml
  legomem memory verify m-1f2e3d4c5b6a`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.withBank(cmd.Context(), sqlite.ReadWrite, func(b *membank.Bank) error {
				return a.memoryEdit(cmd.Context(), b, args[0], from)
			})
		},
	}
	cmd.Flags().StringVar(&from, "from", "", "the edited procedure, as YAML or JSON (default: an editor is opened)")
	return cmd
}

func (a *app) memoryEdit(ctx context.Context, b *membank.Bank, id, from string) error {
	u, err := begun(ctx, b, id)
	if err != nil {
		return err
	}
	was, err := procedureOf(u)
	if err != nil {
		return err
	}
	if from == "" {
		temporary, err := a.inEditor(ctx, u.ID, was)
		if err != nil {
			return err
		}
		if err := a.takeEdited(ctx, b, u, was, temporary); err != nil {
			return fmt.Errorf("%w\nwhat you wrote is kept: mend it, and take it with --from %s", err, temporary)
		}
		return os.RemoveAll(filepath.Dir(temporary))
	}
	return a.takeEdited(ctx, b, u, was, from)
}

// takeEdited gives a memory the procedure of a file.
func (a *app) takeEdited(ctx context.Context, b *membank.Bank, u membank.Unit, was *reflex.Procedure, from string) error {
	text, err := a.readText(from)
	if err != nil {
		return err
	}
	p, err := readProcedure(from, text)
	if err != nil {
		return err
	}
	same, err := unchanged(p, was)
	if err != nil || same {
		return a.tellEdited(u, same, err)
	}
	p.Authored = true
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	if err := b.SetProcedure(ctx, u.ID, data, membank.Authored, u.Joined); err != nil {
		return err
	}
	return a.tellEdited(u, false, nil)
}

// procedureOf is the procedure of a memory; one that has none is the user's
// mistake.
func procedureOf(u membank.Unit) (*reflex.Procedure, error) {
	if len(u.Procedure) == 0 {
		return nil, usage("memory %s holds no procedure; legomem memory list tells those that reflex plays", u.ID)
	}
	p, err := reflex.Decode(u.Procedure)
	if err != nil {
		return nil, usage("memory %s: %v; curate its run again", u.ID, err)
	}
	return p, nil
}

func unchanged(p, was *reflex.Procedure) (bool, error) {
	p.Authored = was.Authored
	now, err := json.Marshal(p)
	if err != nil {
		return false, err
	}
	before, err := json.Marshal(was)
	return bytes.Equal(now, before), err
}

func (a *app) tellEdited(u membank.Unit, same bool, err error) error {
	switch {
	case err != nil:
		return err
	case a.json:
		return a.printJSON(map[string]any{"id": u.ID, "changed": !same})
	case same:
		fmt.Fprintf(a.out, "%s is as it was\n", u.ID)
		return nil
	}
	fmt.Fprintf(a.out, "%s is changed, and marked authored\n  legomem memory verify %s   replays it on the task it was learned from\n", u.ID, u.ID)
	if u.Suspended != "" {
		fmt.Fprintln(a.out, "  until then it stays in quarantine")
	}
	return nil
}

// readText reads a file, or standard input for "-".
func (a *app) readText(from string) ([]byte, error) {
	if from == "-" {
		return io.ReadAll(a.in)
	}
	text, err := os.ReadFile(from)
	if err != nil {
		return nil, usage("--from: %v", err)
	}
	return text, nil
}

// inEditor has a person edit the procedure, in a folder of its own.
func (a *app) inEditor(ctx context.Context, id string, p *reflex.Procedure) (file string, err error) {
	editor, _ := a.lookup("VISUAL")
	if editor == "" {
		editor, _ = a.lookup("EDITOR")
	}
	if editor == "" {
		return "", usage("no editor is named by VISUAL or EDITOR; write the procedure with legomem memory show %s --yaml > p.yaml, edit that, and take it with --from p.yaml", id)
	}
	text, err := procedureYAML(p)
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "legomem-edit-")
	if err != nil {
		return "", err
	}
	file = filepath.Join(dir, id+".yaml")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, "sh", "-c", editor+` "$1"`, "sh", file) // an editor may have flags
	cmd.Stdin, cmd.Stdout, cmd.Stderr = a.in, a.out, a.err
	if err := cmd.Run(); err != nil {
		return "", errors.Join(fmt.Errorf("the editor %s: %w; nothing was changed", editor, err), os.RemoveAll(dir))
	}
	return file, nil
}
