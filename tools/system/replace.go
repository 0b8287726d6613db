package system

import (
	"bytes"
	"context"
	"fmt"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"legomem/tools"
	say "legomem/words"
)

func replaceTool() tools.Tool {
	return tools.Unprompt(tools.Define("system.replace_text", "Replace a text wherever a plain text file has it, as spelled.",
		func(p replaceParams) []tools.Effect { return tools.EditEffects(p.Replace == "", p.File) }, runReplaceText))
}

type replaceParams struct {
	File    string `json:"file_path" jsonschema:"the text file" kind:"file"`
	Find    string `json:"find" jsonschema:"the text, as spelled" kind:"phrase"`
	Replace string `json:"replace" jsonschema:"empty to delete it" kind:"phrase"`
}

type replacedData struct {
	File  string `json:"file"`
	Count int    `json:"count"`
}

func runReplaceText(_ context.Context, ws *tools.Workspace, p replaceParams) (tools.Result, error) {
	if p.Find == "" {
		return tools.Result{}, tools.Failf(tools.BadArguments, "find is empty; give the text to look for")
	}
	file, data, err := ws.ReadFound(p.File)
	if err != nil {
		return tools.Result{}, err
	}
	if bytes.IndexByte(data, 0) >= 0 {
		return tools.Result{}, notText(file)
	}
	find, replace, err := p.spelledFor(data)
	if err != nil {
		return tools.Result{}, fmt.Errorf("%s: %w", file, err)
	}
	d := replacedData{File: file, Count: bytes.Count(data, find)}
	if d.Count == 0 {
		return tools.Result{}, tools.Failf(tools.NotFound, "%s does not hold %q; system.read_text shows what it holds", file, p.Find)
	}
	if err := ws.WriteFile(file, bytes.ReplaceAll(data, find, replace)); err != nil {
		return tools.Result{}, err
	}
	return tools.Result{Text: fmt.Sprintf("replaced %s in %s", say.Count(d.Count, "occurrence"), file), Data: d}, nil
}

// spelledFor are the two texts in the encoding of a file, which keeps it.
func (p replaceParams) spelledFor(data []byte) (find, replace []byte, err error) {
	if utf8.Valid(data) {
		return []byte(p.Find), []byte(p.Replace), nil
	}
	in := charmap.Windows1252.NewEncoder()
	if find, err = in.Bytes([]byte(p.Find)); err == nil {
		replace, err = in.Bytes([]byte(p.Replace))
	}
	if err != nil {
		return nil, nil, tools.Failf(tools.BadArguments, "it is in Windows-1252, which cannot hold %q or %q", p.Find, p.Replace)
	}
	return find, replace, nil
}
