package main

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/pmezard/go-difflib/difflib"
	"github.com/spf13/cobra"

	"legomem/orchestrator"
	"legomem/tools"
	"legomem/tools/sandbox"
	"legomem/trajectory"
)

func newRunsDiffCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "diff ID", Short: "Show what a run changed in the files", Args: cobra.ExactArgs(1),
		Long: `Shows what a run changed: lines of text, mails and calendars, cells of
workbooks, paragraphs of documents, text of PDFs; of other files, that they changed.`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.runRunsDiff(cmd.Context(), args[0]) },
	}
}

// fileDiff is one changed file with its lines.
type fileDiff struct {
	Path string   `json:"path"`
	Kind string   `json:"kind"` // added, changed, deleted
	Diff []string `json:"diff"`
}

func (a *app) runRunsDiff(ctx context.Context, id string) error {
	r, err := a.findRun(id)
	if err != nil {
		return err
	}
	changes, err := orchestrator.Diff(filepath.Join(r.Dir, "start"), filepath.Join(r.Dir, "testbed"))
	if err != nil {
		return usage("run %s has no finished testbed to compare: %v", r.ID, err)
	}
	diffs, err := a.diffs(ctx, r, changes)
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(diffs)
	}
	if len(diffs) == 0 {
		fmt.Fprintln(a.out, "The run changed no file.")
	}
	for _, d := range diffs {
		fmt.Fprintf(a.out, "%s: %s\n", d.Kind, d.Path)
		for _, line := range d.Diff {
			fmt.Fprintf(a.out, "  %s\n", line)
		}
	}
	return nil
}

// diffs reads both states in sandboxes: office files are parsed only there.
func (a *app) diffs(ctx context.Context, r *trajectory.Run, changes []orchestrator.Change) ([]fileDiff, error) {
	out := []fileDiff{}
	if len(changes) == 0 {
		return out, nil
	}
	launcher, done, err := a.launcher()
	if err != nil {
		return nil, err
	}
	defer done()
	var boxes [2]sandbox.Sandbox
	for i, name := range []string{"start", "testbed"} {
		if boxes[i], err = launcher.Open(ctx, sandbox.Spec{Run: r.ID, Testbed: filepath.Join(r.Dir, name), User: r.Started.Task.User, Now: r.Started.Task.Now}); err != nil {
			return nil, err
		}
		defer boxes[i].Close()
	}
	for _, c := range changes {
		before, err := readLines(ctx, boxes[0], c.Path)
		if err != nil {
			return nil, err
		}
		after, err := readLines(ctx, boxes[1], c.Path)
		if err != nil {
			return nil, err
		}
		out = append(out, fileDiff{Path: c.Path, Kind: c.Kind, Diff: changedLines(before, after)})
	}
	return out, nil
}

// readLines reads a file as lines of text by the tool for its type; a file
// that is not there, or that no tool reads, has none.
func readLines(ctx context.Context, box sandbox.Sandbox, path string) ([]string, error) {
	tool := map[string]string{".xlsx": "excel.inspect", ".docx": "word.inspect", ".pdf": "pdf.inspect"}[strings.ToLower(filepath.Ext(path))]
	if tool == "" {
		tool = "system.inspect"
	}
	obs, err := box.Call(ctx, tools.Action{Tool: tool, Args: map[string]any{"file_path": path}})
	if err != nil || obs.Failed {
		return nil, err
	}
	var data struct {
		Dump, Text string
		Exists     *bool
	}
	if err := json.Unmarshal(obs.Data, &data); err != nil || (data.Exists != nil && !*data.Exists) {
		return nil, nil
	}
	if data.Dump != "" {
		return strings.FieldsFunc(data.Dump, func(r rune) bool { return r == '\n' || r == '\t' }), nil
	}
	if strings.ContainsRune(data.Text, 0) {
		return nil, nil // not text
	}
	return strings.Split(strings.TrimRight(data.Text, "\n"), "\n"), nil
}

// changedLines is a unified diff without context and without its header.
func changedLines(before, after []string) []string {
	text, err := difflib.GetUnifiedDiffString(difflib.UnifiedDiff{A: newlines(before), B: newlines(after), Context: 0})
	if err != nil {
		return nil
	}
	out := []string{}
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		if line != "" && !strings.HasPrefix(line, "@@") && !strings.HasPrefix(line, "---") && !strings.HasPrefix(line, "+++") {
			out = append(out, strings.TrimRight(line, "\r"))
		}
	}
	return out
}

func newlines(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = l + "\n"
	}
	return out
}
