package system

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"strings"

	"legomem/tools"
	"legomem/tools/office"
)

func textTools() []tools.Tool {
	return []tools.Tool{
		tools.AsStaple(tools.Define("system.read_text", "Read a plain text file, as text and as lines.",
			func(p readTextParams) []tools.Effect { return tools.ReadEffects(p.File) }, runReadText)),
		tools.Define("system.write_text", "Write a plain text file from a text or lines. A bare name goes under data/.",
			func(p writeTextParams) []tools.Effect { return p.effects() }, runWriteText),
		replaceTool(),
	}
}

// apps are the kinds of file that are no plain text, and the tool for each.
var apps = map[string]string{
	".xlsx": "excel.read", ".docx": "word.read", ".pdf": "pdf.read", ".jpg": "ocr.recognise", ".jpeg": "ocr.recognise", ".png": "ocr.recognise",
}

type readTextParams struct {
	File string `json:"file_path" jsonschema:"the file" kind:"file"`
	Part int    `json:"part,omitempty" jsonschema:"of a long text, from 1" kind:"number"`
}

type textData struct {
	File  string   `json:"file"`
	Text  string   `json:"text"`
	Lines []string `json:"lines"`
	Count int      `json:"count"` // of lines
	Words int      `json:"words"`
	Part  int      `json:"part,omitempty"` // that was asked for; 0 for all
	Parts int      `json:"parts,omitempty"`
}

func runReadText(_ context.Context, ws *tools.Workspace, p readTextParams) (tools.Result, error) {
	found, data, err := ws.ReadFound(p.File)
	if err != nil {
		return tools.Result{}, err
	}
	if bytes.IndexByte(data, 0) >= 0 {
		return tools.Result{}, notText(found)
	}
	text, err := office.Decode(data)
	if err != nil {
		return tools.Result{}, fmt.Errorf("%s: %w", found, err)
	}
	part, of, err := tools.Part(text, p.Part)
	if err != nil {
		return tools.Result{}, err
	}
	if p.Part > 0 {
		text = part
	}
	d := textData{File: found, Text: text, Lines: lines(text), Words: countWords(text), Part: p.Part, Parts: of}
	d.Count = len(d.Lines)
	return tools.Result{Text: part + tools.PartNote(p.Part, of), Data: d}, nil
}

func notText(file string) error {
	if tool := apps[strings.ToLower(path.Ext(file))]; tool != "" {
		return tools.Failf(tools.BadArguments, "%s is no plain text; read it with %s", file, tool)
	}
	return tools.Failf(tools.Corrupt, "%s holds binary data, not plain text", file)
}

// lines splits a text into lines; a line break at its end begins no further one.
func lines(text string) []string {
	text = strings.TrimSuffix(text, "\n")
	if text == "" {
		return []string{}
	}
	return strings.Split(text, "\n")
}

type writeTextParams struct {
	File    string   `json:"file_path" jsonschema:"the file" kind:"file"`
	Content string   `json:"content,omitempty" jsonschema:"the text" kind:"message"`
	Lines   []string `json:"lines,omitempty" jsonschema:"or the lines"`
	Append  bool     `json:"append,omitempty" jsonschema:"add to the file, not replace it"`
}

// effects of appending are those of changing the file, or making it if it is missing.
func (p writeTextParams) effects() []tools.Effect {
	if p.Append {
		return append(tools.EditEffects(false, p.File), makes(false, p.File)...)
	}
	return makes(true, p.File)
}

func runWriteText(_ context.Context, ws *tools.Workspace, p writeTextParams) (tools.Result, error) {
	if p.Content != "" && p.Lines != nil {
		return tools.Result{}, tools.Failf(tools.BadArguments, "give content or lines, not both")
	}
	file, err := placeFor(p.File, "data")
	if err != nil {
		return tools.Result{}, err
	}
	if tool := apps[strings.ToLower(path.Ext(file))]; tool != "" {
		app, _, _ := strings.Cut(tool, ".")
		return tools.Result{}, tools.Failf(tools.BadArguments, "%s would not be a plain text file; write it with the %s tools", file, app)
	}
	content := p.Content
	if p.Lines != nil {
		content = strings.Join(p.Lines, "\n")
	}
	if p.Append {
		if content, err = appended(ws, &file, p.File, content); err != nil {
			return tools.Result{}, err
		}
	}
	if err := ws.WriteFile(file, []byte(content)); err != nil {
		return tools.Result{}, err
	}
	d := textData{File: file, Text: content, Lines: lines(content), Words: countWords(content)}
	d.Count = len(d.Lines)
	return tools.Result{Text: fmt.Sprintf("wrote %s (%d lines)", file, d.Count), Data: d}, nil
}

// appended puts content on a new line after what the file holds; a file that is
// not there yet gets the content alone.
func appended(ws *tools.Workspace, file *string, name, content string) (string, error) {
	found, err := ws.Find(name)
	if tools.CodeOf(err) == tools.NotFound {
		return content, nil
	}
	if err != nil {
		return "", err
	}
	old, err := ws.ReadFile(found)
	if err != nil {
		return "", err
	}
	*file = found
	if len(old) > 0 && old[len(old)-1] != '\n' {
		old = append(old, '\n')
	}
	return string(old) + content, nil
}
