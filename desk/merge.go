package desk

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"legomem/commit"
	"legomem/tools"
	"legomem/tools/sandbox"
	"legomem/trajectory"
)

// merger merges calendars that the user and a run both changed. Calendars are read in a
// sandbox alone.
func (d *Desk) merger(r *trajectory.Run) commit.Merger {
	return func(ctx context.Context, m commit.Merging) ([]byte, []string, bool, error) {
		if !strings.EqualFold(filepath.Ext(m.Path), ".ics") {
			return nil, nil, false, nil
		}
		bed, err := os.MkdirTemp("", "legomem-merge-")
		if err != nil {
			return nil, nil, false, err
		}
		defer os.RemoveAll(bed)
		args, err := layOut(bed, m)
		if err != nil {
			return nil, nil, false, err
		}
		box, done, err := d.openBox(ctx, sandbox.Spec{Run: r.ID, Testbed: bed, User: r.Started.Task.User, Now: r.Started.Task.Now, Domain: r.Started.Task.Domain})
		if err != nil {
			return nil, nil, false, err
		}
		defer done()
		obs, err := box.Call(ctx, tools.Action{Tool: "calendar.merge", Args: args})
		if err != nil || obs.Failed { // one that cannot be read is not merged
			return nil, nil, false, err
		}
		var data struct {
			Text    string
			Clashes []string
		}
		if err := json.Unmarshal(obs.Data, &data); err != nil {
			return nil, nil, false, fmt.Errorf("read what calendar.merge returned: %w", err)
		}
		return []byte(data.Text), data.Clashes, true, nil
	}
}

// layOut copies the three states of a calendar into a testbed, and returns the arguments
// that name them.
func layOut(bed string, m commit.Merging) (map[string]any, error) {
	args := map[string]any{}
	states := map[string]commit.Content{"mine": {File: m.Mine}, "theirs": m.Theirs}
	if m.Base != "" {
		states["base"] = commit.Content{File: m.Base}
	}
	for name, state := range states {
		args[name] = "calendar/" + name + ".ics"
		if err := copyInto(filepath.Join(bed, "calendar", name+".ics"), state); err != nil {
			return nil, err
		}
	}
	return args, nil
}

// copyInto writes a file, as far as a tool would read it and a byte beyond.
func copyInto(dst string, src commit.Content) error {
	in, err := src.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, tools.MaxFile+1))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(dst), 0o700); err != nil {
		return err
	}
	return os.WriteFile(dst, data, 0o600)
}
