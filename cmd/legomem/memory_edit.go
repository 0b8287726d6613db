package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/spf13/cobra"

	"legomem/agents/reflex"
	"legomem/agents/reflex/written"
	"legomem/desk"
	"legomem/membank"
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
		RunE: func(cmd *cobra.Command, args []string) error { return a.runMemoryEdit(cmd.Context(), args[0], from) },
	}
	cmd.Flags().StringVar(&from, "from", "", "the edited procedure, as YAML or JSON (default: an editor is opened)")
	return cmd
}

// runMemoryEdit takes an edited procedure from a file, or opens an editor. What was
// written there is kept if it cannot be used.
func (a *app) runMemoryEdit(ctx context.Context, id, from string) error {
	temporary := ""
	did, err := a.desk.EditMemory(ctx, id, func(u membank.Unit, was *reflex.Procedure) (string, []byte, error) {
		file := from
		if file == "" {
			var err error
			if file, err = a.inEditor(ctx, u.ID, was); err != nil {
				return "", nil, err
			}
			temporary = file
		}
		text, err := a.readText(file)
		return file, text, err
	})
	err = showResult(a, did, err, a.tellEdited)
	switch {
	case temporary == "":
		return err
	case err != nil:
		return fmt.Errorf("%w\nwhat you wrote is kept: mend it, and take it with --from %s", err, temporary)
	}
	return os.RemoveAll(filepath.Dir(temporary))
}

func (a *app) tellEdited(did desk.EditedMemory) {
	if !did.Changed {
		tellf(a.out, "%s is as it was\n", did.ID)
		return
	}
	tellf(a.out, "%s is changed, and marked authored\n  legomem memory verify %s   replays it on the task it was learned from\n", did.ID, did.ID)
	if did.Suspended != "" {
		tellLine(a.out, "  until then it stays in quarantine")
	}
	if did.Untrusted {
		tellf(a.out, "  legomem memory trust %s   has it played: it was imported\n", did.ID)
	}
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

// inEditor opens the procedure in an editor, in a folder of its own.
func (a *app) inEditor(ctx context.Context, id string, p *reflex.Procedure) (file string, err error) {
	editor, _ := a.lookup("VISUAL")
	if editor == "" {
		editor, _ = a.lookup("EDITOR")
	}
	if editor == "" {
		return "", usage("no editor is named by VISUAL or EDITOR; write the procedure with legomem memory show %s --yaml > p.yaml, edit that, and take it with --from p.yaml", id)
	}
	text, err := written.Write(p)
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
	cmd.Stdin, cmd.Stdout, cmd.Stderr = a.in, rawOf(a.out), rawOf(a.err)
	if err := cmd.Run(); err != nil {
		return "", errors.Join(fmt.Errorf("the editor %s: %w; nothing was changed", editor, err), os.RemoveAll(dir))
	}
	return file, nil
}
