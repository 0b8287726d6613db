package main

import (
	"context"
	"encoding/json"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"legomem/orchestrator"
	"legomem/tools"
	"legomem/tools/sandbox"
	"legomem/trajectory"
)

// otherFile finds the first file of two finished testbeds that does not hold the
// same; "" for none. Converters stamp what they make with the hour, so that files
// that are not the same to the byte are compared by their text: a workbook's
// cells, a document's lines, a mail without what is attached. Unread says that a file has none.
func (v *replays) otherFile(ctx context.Context, was, now string, task trajectory.Task) (name string, unread bool, err error) {
	changes, err := orchestrator.Diff(was, now)
	if err != nil || len(changes) == 0 {
		return "", false, err
	}
	for _, c := range changes {
		if c.Kind != "changed" {
			return c.Path, false, nil
		}
	}
	var boxes [2]sandbox.Sandbox
	for i, dir := range []string{was, now} {
		if boxes[i], err = v.launcher.Open(ctx, sandbox.Spec{Run: "verify", Testbed: dir, User: task.User, Now: task.Now}); err != nil {
			return "", false, err
		}
		defer boxes[i].Close()
	}
	for _, c := range changes {
		var texts [2][]string
		for i, box := range boxes {
			if texts[i], err = textOf(ctx, box, c.Path); err != nil {
				return "", false, err
			}
		}
		if len(texts[0]) == 0 || !slices.Equal(texts[0], texts[1]) {
			return c.Path, len(texts[0])+len(texts[1]) == 0, nil
		}
	}
	return "", false, nil
}

// textOf reads a file as text; a mail as its app does, where what is attached is
// no more than named.
func textOf(ctx context.Context, box sandbox.Sandbox, file string) ([]string, error) {
	user, isMail := strings.CutPrefix(path.Dir(filepath.ToSlash(file)), "emails/")
	if !isMail || path.Ext(file) != ".eml" {
		return readLines(ctx, box, file)
	}
	var mail json.RawMessage
	if err := askTool(ctx, box, tools.Action{Tool: "email.read", Args: map[string]any{"user": user, "id": path.Base(filepath.ToSlash(file))}}, &mail); err != nil || mail == nil {
		return nil, err
	}
	return []string{string(mail)}, nil
}
