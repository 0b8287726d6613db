package desk

import (
	"context"
	"os"
	"path/filepath"

	"legomem/tools"
	"legomem/tools/apps"
	"legomem/tools/sandbox"
)

// ToolCall is one tool, called by hand.
type ToolCall struct {
	Tool string
	Args map[string]any
	// Root is the folder the tool is called on, laid out as a testbed; it is changed
	// in place. "": there are no files.
	Root       string
	User, Date string // "": the configured one; now
}

// CallTool calls one tool in a sandbox, on a copy of the folder. It passes the
// observation to show, and then brings what the tool changed back to the folder.
func (d *Desk) CallTool(ctx context.Context, o ToolCall, show func(tools.Observation) error) error {
	t, err := apps.Registry().Lookup(o.Tool)
	if err != nil {
		return BadInput("%v", err)
	}
	effects, _ := t.Effects(o.Args) // a call whose effects cannot be determined is refused by the tool itself, with the reason
	if tools.Changes(effects) && o.Root == "" {
		return BadInput("%s changes files: say whose, with --root DIR", t.Name)
	}
	if err := d.settleFolder(o.Root); err != nil {
		return err
	}
	box, done, err := d.boxFor(ctx, o)
	if err != nil {
		return err
	}
	defer done()
	obs, err := box.Call(ctx, tools.Action{Tool: t.Name, Args: o.Args})
	if err != nil {
		return err
	}
	if err := show(obs); err != nil || obs.Failed {
		return err
	}
	onlyReads := len(effects) > 0 && !tools.Changes(effects)
	if o.Root == "" || onlyReads {
		return nil
	}
	return writeBack(ctx, box, o.Root)
}

// boxFor opens the sandbox of a call by hand.
func (d *Desk) boxFor(ctx context.Context, o ToolCall) (sandbox.Sandbox, func(), error) {
	task, err := d.FreeTask(Words{User: o.User, Date: o.Date})
	if err != nil {
		return nil, nil, err
	}
	return d.openBox(ctx, sandbox.Spec{Run: "tool-call", Testbed: o.Root, User: task.User, Now: task.Now, DayFirst: task.DayFirst, Domain: task.Domain, Shell: d.config.Sandbox.Shell})
}

// writeBack brings what a tool changed back to the folder it was called on.
func writeBack(ctx context.Context, box sandbox.Sandbox, root string) error {
	tmp, err := os.MkdirTemp("", "legomem-call-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	after := filepath.Join(tmp, "testbed")
	if err := box.CopyOut(ctx, after); err != nil {
		return err
	}
	return syncFolder(root, after)
}
