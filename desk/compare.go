package desk

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/pmezard/go-difflib/difflib"

	"legomem/folders"
	"legomem/orchestrator"
	"legomem/places"
	"legomem/tools"
	"legomem/tools/sandbox"
	"legomem/tools/value"
	"legomem/trajectory"
)

// FileDiff is one changed file with its lines, or an empty folder that was made or deleted.
type FileDiff struct {
	Path string   `json:"path"` // a folder's ends in a slash
	Kind string   `json:"kind"` // added, changed, deleted
	Diff []string `json:"diff"` // "-" and "+" before each line
	// Before and After are the sizes in bytes, null if there is no such file, and of folders.
	Before *int64 `json:"before"`
	After  *int64 `json:"after"`
}

// sizeOf is a file's size, nil where there is none.
func sizeOf(file string) *int64 {
	info, err := os.Stat(file)
	if err != nil || info.IsDir() {
		return nil
	}
	n := info.Size()
	return &n
}

// Compare returns what a closed run changed, file by file. It reads both states in sandboxes:
// office files are parsed only there.
func (d *Desk) Compare(ctx context.Context, r *trajectory.Run) ([]FileDiff, error) {
	was, now := places.Run(r.Dir).Start(), places.Run(r.Dir).Testbed()
	files, err := closedFiles(r)
	if err != nil {
		return nil, err
	}
	changes := orchestrator.ChangesBetween(files.known().was, files.known().is)
	out := []FileDiff{}
	if len(changes) == 0 {
		return out, nil
	}
	launcher, done, err := d.launcherFor(d.config.Sandbox, false)
	if err != nil {
		return nil, err
	}
	defer done()
	texts, err := inBothStates(ctx, launcher, sandbox.Spec{Run: r.ID, User: r.Started.Task.User, Now: r.Started.Task.Now, Domain: r.Started.Task.Domain}, [2]string{was, now}, changes, readLines)
	if err != nil {
		return nil, err
	}
	for i, c := range changes {
		name := filepath.FromSlash(folders.Name(c.Path))
		out = append(out, FileDiff{Path: c.Path, Kind: c.Kind, Diff: changedLines(texts[i][0], texts[i][1]),
			Before: sizeOf(filepath.Join(was, name)), After: sizeOf(filepath.Join(now, name))})
	}
	return out, nil
}

// inBothStates reads the files that differ between two folders, each folder in a
// sandbox of its own.
func inBothStates(ctx context.Context, l sandbox.Launcher, spec sandbox.Spec, states [2]string, changes []orchestrator.Change,
	read func(context.Context, sandbox.Sandbox, string) ([]string, error)) ([][2][]string, error) {
	texts := make([][2][]string, len(changes))
	for state, dir := range states {
		spec.Testbed = dir
		box, err := l.Open(ctx, spec)
		if err != nil {
			return nil, err
		}
		defer box.Close()
		for i, c := range changes {
			if folders.Is(c.Path) {
				continue
			}
			if texts[i][state], err = read(ctx, box, c.Path); err != nil {
				return nil, err
			}
		}
	}
	return texts, nil
}

// readLines reads a file as lines of text by the tool for its type: cells of a
// workbook, lines of a document or a PDF. A missing file has none, and neither has one
// that cannot be read as text.
func readLines(ctx context.Context, box sandbox.Sandbox, path string) ([]string, error) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".xlsx":
		return readCells(ctx, box, path)
	case ".docx":
		return readText(ctx, box, tools.Action{Tool: "word.inspect", Args: map[string]any{"file_path": path}})
	case ".pdf":
		return readText(ctx, box, tools.Action{Tool: "pdf.inspect", Args: map[string]any{"file_path": path}})
	}
	return readText(ctx, box, tools.Action{Tool: "system.inspect", Args: map[string]any{"file_path": path, "text": true}})
}

func readText(ctx context.Context, box sandbox.Sandbox, action tools.Action) ([]string, error) {
	var data struct{ Text string }
	if err := ask(ctx, box, action, &data); err != nil || data.Text == "" || strings.ContainsRune(data.Text, 0) {
		return nil, err
	}
	return strings.Split(strings.TrimRight(data.Text, "\n"), "\n"), nil
}

// sheetData is what excel.read returns of a sheet.
type sheetData struct {
	Sheet    string
	Sheets   []string
	Cells    [][]any
	Formulas map[string]string
}

// readCells reads every sheet of a workbook, a line for each cell with a value.
func readCells(ctx context.Context, box sandbox.Sandbox, path string) ([]string, error) {
	var first sheetData
	if err := ask(ctx, box, tools.Action{Tool: "excel.read", Args: map[string]any{"file_path": path}}, &first); err != nil {
		return nil, err
	}
	var lines []string
	for _, name := range first.Sheets {
		var sheet sheetData
		if err := ask(ctx, box, tools.Action{Tool: "excel.read", Args: map[string]any{"file_path": path, "sheet": name}}, &sheet); err != nil {
			return nil, err
		}
		lines = append(lines, sheet.lines(len(first.Sheets) > 1)...)
	}
	return lines, nil
}

// lines lists a sheet's cells, "B3: 1450", each with its formula if it has one.
func (s sheetData) lines(named bool) []string {
	var out []string
	for row, cells := range s.Cells {
		for col, v := range cells {
			at := value.CellName(row+1, col+1)
			line := at + ": " + plainCell(v)
			if f := s.Formulas[at]; f != "" {
				line += "  (" + f + ")"
			} else if v == nil || v == "" {
				continue
			}
			if named {
				line = s.Sheet + "!" + line
			}
			out = append(out, line)
		}
	}
	return out
}

func plainCell(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(text)
}

// ask calls a reading tool and decodes its data; a call that fails (no such
// file, a corrupt one) leaves the data empty.
func ask(ctx context.Context, box sandbox.Sandbox, action tools.Action, data any) error {
	obs, err := box.Call(ctx, action)
	if err != nil || obs.Failed {
		return err
	}
	if err := json.Unmarshal(obs.Data, data); err != nil {
		return fmt.Errorf("read what %s returned: %w", action.Tool, err)
	}
	return nil
}

// changedLines is a unified diff without context and without its header.
func changedLines(before, after []string) []string {
	text, err := difflib.GetUnifiedDiffString(difflib.UnifiedDiff{A: newlines(before), B: newlines(after), Context: 0})
	if err != nil {
		return nil
	}
	out := []string{}
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		if line != "" && !strings.HasPrefix(line, "@@") {
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
