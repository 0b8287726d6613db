package officebench

import (
	"context"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"legomem/tools"
)

// This file asks a reader's hidden inspection tools what a place holds.

// stat says what is there, under exactly that name.
func (p place) stat(ctx context.Context) (kind, error) {
	var found inspection
	if err := call(ctx, p.reader, tools.Action{Tool: "system.inspect", Args: map[string]any{"file_path": p.path}}, &found); err != nil {
		return nothing, err
	}
	return kind(found.Kind), nil
}

// inspection is what system.inspect returns.
type inspection struct {
	Kind  string   `json:"kind"`
	Names []string `json:"names"` // a folder's entries
	Text  string   `json:"text"`
	UTF8  bool     `json:"utf8"`
}

// read gives a file's text as the benchmark reads a document of that type.
func (p place) read(ctx context.Context, docType string) (string, error) {
	switch docType {
	case "txt", "ics":
		return p.plain(ctx)
	case "doc", "docx":
		return p.text(ctx, "word.inspect")
	case "pdf":
		return p.text(ctx, "pdf.inspect")
	case "xlsx":
		book, err := p.workbook(ctx)
		return book.dump(), err
	}
	return "", raisef("the benchmark knows no doc_type %q", docType)
}

func (p place) plain(ctx context.Context) (string, error) {
	var found inspection
	if err := p.ask(ctx, tools.Action{Tool: "system.inspect", Args: map[string]any{"text": true}}, &found); err != nil {
		return "", err
	}
	if !found.UTF8 {
		return "", raisef("%s is no text in UTF-8", p.name)
	}
	return universalNewlines(found.Text), nil
}

func (p place) text(ctx context.Context, tool string) (string, error) {
	var found struct {
		Text string `json:"text"`
	}
	err := p.inspect(ctx, tool, &found)
	return found.Text, err
}

// workbook reads a spreadsheet. The benchmark's reader checks the suffix before it opens
// a file.
func (p place) workbook(ctx context.Context) (workbook, error) {
	suffixes := []string{".xlsx", ".xlsm", ".xltx", ".xltm"}
	if !slices.Contains(suffixes, strings.ToLower(path.Ext(p.path))) {
		return workbook{}, raisef("%s is no workbook by its name", p.name)
	}
	var book workbook
	err := p.inspect(ctx, "excel.inspect", &book)
	return book, err
}

func (p place) calendar(ctx context.Context) (calendar, error) {
	var cal calendar
	err := p.inspect(ctx, "calendar.inspect", &cal)
	return cal, err
}

// inspect calls a tool on the place.
func (p place) inspect(ctx context.Context, tool string, into any) error {
	return p.ask(ctx, tools.Action{Tool: tool, Args: map[string]any{}}, into)
}

// ask does the action with the place as its file.
func (p place) ask(ctx context.Context, a tools.Action, into any) error {
	if p.kind != file {
		return raisef("no file %s", p.name)
	}
	a.Args["file_path"] = p.path
	return call(ctx, p.reader, a, into)
}

// call does an action and decodes its data. What is missing or cannot be read
// is raised; any other error says that the reading itself broke.
func call(ctx context.Context, r Reader, a tools.Action, into any) error {
	obs, err := r.Call(ctx, a)
	if err != nil {
		return fmt.Errorf("%s: %w", a.Tool, err)
	}
	if obs.Failed {
		return failure(a, obs)
	}
	if err := json.Unmarshal(obs.Data, into); err != nil {
		return fmt.Errorf("%s: its data: %w", a.Tool, err)
	}
	return nil
}

// failure distinguishes a file that cannot be read, which is the run's fault, from a
// reader that fails.
func failure(a tools.Action, obs tools.Observation) error {
	switch obs.Code {
	case tools.NotFound, tools.Corrupt, tools.TooLarge, tools.Refused, tools.BadArguments, tools.Ambiguous:
		return raisef("%s", obs.Text)
	}
	return &tools.Failure{Code: obs.Code, Err: fmt.Errorf("%s: %s", a.Tool, obs.Text)}
}
