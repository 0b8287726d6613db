package system

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"strings"

	"legomem/tools"
	"legomem/tools/office"
	say "legomem/words"
)

func infoTool() tools.Tool {
	return tools.Define("system.file_info", "Tell files' size and type, and plain text's lines and words.",
		func(p infoParams) []tools.Effect { return tools.ReadEffects(p.Files...) }, runInfo)
}

type infoParams struct {
	Files []string `json:"file_path" jsonschema:"one or several" kind:"file"`
}

// infoData tells of files, and the bytes of all.
type infoData struct {
	Files []fileInfo `json:"files"`
	Bytes int        `json:"bytes"`
	Count int        `json:"count"`
}

// fileInfo tells of a file. Lines and Words are those of plain text alone.
type fileInfo struct {
	File  string `json:"file"`
	Name  string `json:"name"`
	Type  string `json:"type"` // its suffix in small letters, without the dot
	Bytes int    `json:"bytes"`
	Lines *int   `json:"lines,omitempty"`
	Words *int   `json:"words,omitempty"`
}

func runInfo(_ context.Context, ws *tools.Workspace, p infoParams) (tools.Result, error) {
	if len(p.Files) == 0 {
		return tools.Result{}, tools.Failf(tools.BadArguments, "name a file")
	}
	var d infoData
	var text []string
	for _, name := range p.Files {
		file, data, err := ws.ReadFound(name)
		if err != nil {
			return tools.Result{}, err
		}
		f := describeFile(file, data)
		d.Files, d.Bytes = append(d.Files, f), d.Bytes+f.Bytes
		text = append(text, f.text())
	}
	d.Count = len(d.Files)
	return tools.Result{Text: strings.Join(text, "\n"), Data: d}, nil
}

func describeFile(file string, data []byte) fileInfo {
	f := fileInfo{File: file, Name: path.Base(file), Type: strings.TrimPrefix(strings.ToLower(path.Ext(file)), "."), Bytes: len(data)}
	if bytes.IndexByte(data, 0) >= 0 || apps[path.Ext(strings.ToLower(file))] != "" {
		return f
	}
	text, err := office.Decode(data)
	if err != nil {
		return f
	}
	lineCount, wordCount := len(lines(text)), countWords(text)
	f.Lines, f.Words = &lineCount, &wordCount
	return f
}

func (f fileInfo) text() string {
	s := fmt.Sprintf("%s: %s", f.File, say.Count(f.Bytes, "byte"))
	if f.Words != nil {
		s += fmt.Sprintf(", %s, %s", say.Count(*f.Lines, "line"), say.Count(*f.Words, "word"))
	}
	return s
}
