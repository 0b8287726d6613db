// Package word is the tools for Word documents: create, read, append to,
// change and convert docx files. The format itself is tools/office's.
//
// Start with Tools.
package word

import (
	"context"
	"fmt"
	"path"
	"strings"

	"legomem/tools"
	"legomem/tools/office"
)

// Tools returns the word tools, the hidden inspector included.
func Tools() []tools.Tool {
	return []tools.Tool{
		tools.Define("word.create", "Create a Word document (.docx) from text. Each line becomes a paragraph.",
			func(p createParams) []tools.Effect {
				return append(tools.ReadGiven(p.FromFile), tools.MakeEffects(p.Overwrite, named(p.File))...)
			}, runCreate),
		tools.AsStaple(tools.Define("word.read", "Read a Word document: its text, paragraphs and tables.",
			func(p readParams) []tools.Effect { return tools.ReadEffects(p.File) }, runRead)),
		tools.Define("word.write", "Add text at the end of a Word document that is there. Each line becomes a paragraph.",
			func(p writeParams) []tools.Effect {
				return append(tools.ReadGiven(p.FromFile), tools.EditEffects(false, p.File)...)
			}, runWrite),
		tools.Define("word.replace_text", "Replace every occurrence of a text in a Word document, exactly as spelled.",
			func(p replaceParams) []tools.Effect { return tools.EditEffects(p.Replace == "", p.File) }, runReplace),
		tools.Define("word.add_table", "Add a table at the end of a Word document that is there.",
			func(p tableParams) []tools.Effect { return tools.EditEffects(false, p.File) }, runAddTable),
		tools.Define("word.to_pdf", "Convert a Word document to pdf, beside it under the same name unless a target is given.",
			func(p toPDFParams) []tools.Effect {
				return append(tools.ReadEffects(p.File), tools.MakeEffects(true, tools.Beside(p.Target, p.File, ".pdf"))...)
			}, runToPDF),
		tools.Hide(tools.Define("word.inspect", "The text of a document as evaluators read it.",
			func(p fileParams) []tools.Effect { return tools.ReadEffects(p.File) }, runInspect)),
		reviewTool(),
	}
}

type fileParams struct {
	File string `json:"file_path" jsonschema:"the .docx file" kind:"file"`
}

// newPlace is where a document is created: a path that ends in .docx.
func newPlace(ws *tools.Workspace, name string) (string, error) {
	file, err := ws.Place(name)
	if err != nil {
		return "", err
	}
	file = named(file)
	if ext := strings.ToLower(path.Ext(file)); ext != ".docx" {
		return "", tools.Failf(tools.BadArguments, "%s: a Word document is written as .docx, not %s", name, ext)
	}
	return file, nil
}

// named gives a new document's name the suffix, where it has none.
func named(file string) string { return tools.Suffixed(file, ".docx") }

type inspectData struct {
	Text string `json:"text"`
}

func runInspect(_ context.Context, ws *tools.Workspace, p fileParams) (tools.Result, error) {
	file, data, err := ws.ReadFound(p.File)
	if err != nil {
		return tools.Result{}, err
	}
	doc, err := office.ReadDocument(data)
	if err != nil {
		return tools.Result{}, fmt.Errorf("%s: %w", file, err)
	}
	return tools.Result{Text: doc.Dump(), Data: inspectData{doc.Dump()}}, nil
}
