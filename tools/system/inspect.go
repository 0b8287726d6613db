package system

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"unicode/utf8"

	"legomem/tools"
)

type inspectParams struct {
	File string `json:"file_path" kind:"file"`
	// Text asks for a file's content, too.
	Text bool `json:"text,omitempty"`
}

// effects cover both cases: the path may be a file or a folder.
func (p inspectParams) effects() []tools.Effect {
	return append(tools.ReadEffects(p.File), tools.ListEffects(p.File)...)
}

type inspectData struct {
	Kind  string   `json:"kind"` // "file", "folder", "other"; empty where nothing is there
	Size  int64    `json:"size"`
	Names []string `json:"names"` // a folder's entries
	Text  string   `json:"text"`  // raw; empty where it is not UTF-8
	UTF8  bool     `json:"utf8"`
}

func runInspect(_ context.Context, ws *tools.Workspace, p inspectParams) (tools.Result, error) {
	info, err := ws.Stat(p.File)
	if absent(err) {
		return tools.Result{Text: p.File + " is not there", Data: inspectData{}}, nil
	}
	if err != nil {
		return tools.Result{}, err
	}
	d := inspectData{Kind: kindOf(info), Size: info.Size()}
	switch {
	case d.Kind == "folder":
		err = d.list(ws, p.File)
	case p.Text:
		err = d.read(ws, p.File)
	}
	return tools.Result{Text: fmt.Sprintf("%s: %s of %d bytes", p.File, d.Kind, d.Size), Data: d}, err
}

// absent reports whether nothing is or can be at a path, such as one that goes
// through a file or is too long.
func absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ENAMETOOLONG)
}

func kindOf(info fs.FileInfo) string {
	switch {
	case info.IsDir():
		return "folder"
	case info.Mode().IsRegular():
		return "file"
	}
	return "other"
}

func (d *inspectData) list(ws *tools.Workspace, dir string) error {
	entries, err := ws.List(dir)
	for _, e := range entries {
		d.Names = append(d.Names, e.Name())
	}
	return err
}

func (d *inspectData) read(ws *tools.Workspace, file string) error {
	data, err := ws.ReadFile(file)
	if d.UTF8 = err == nil && utf8.Valid(data); d.UTF8 {
		d.Text = string(data)
	}
	return err
}
