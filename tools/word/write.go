package word

import (
	"context"
	"fmt"

	"legomem/tools"
	"legomem/tools/office"
	"legomem/words"
)

type createParams struct {
	File      string   `json:"file_path" jsonschema:"the .docx file to create" kind:"file"`
	Content   string   `json:"content,omitempty" jsonschema:"the text; each line becomes a paragraph" kind:"message"`
	FromFile  string   `json:"from_file,omitempty" jsonschema:"instead of content: the text or Word file that holds it" kind:"file"`
	Lines     []string `json:"lines,omitempty" jsonschema:"the paragraphs, instead of content" kind:"phrase"`
	Title     string   `json:"title,omitempty" jsonschema:"a title above the text" kind:"phrase"`
	Overwrite bool     `json:"overwrite,omitempty" jsonschema:"replace a file that is there already"`
}

type writtenData struct {
	File       string `json:"file"`
	Title      string `json:"title,omitempty"`
	Paragraphs int    `json:"paragraphs"` // written, the title not among them
}

func runCreate(_ context.Context, ws *tools.Workspace, p createParams) (tools.Result, error) {
	file, err := newPlace(ws, p.File)
	if err != nil {
		return tools.Result{}, err
	}
	if ws.Exists(file) && !p.Overwrite {
		return tools.Result{}, tools.Failf(tools.Exists, "%s is there already; set overwrite to replace it, or use word.write to add to it", file)
	}
	lines, err := given(ws, p.Content, p.FromFile, p.Lines)
	if err != nil {
		return tools.Result{}, err
	}
	if err := create(ws, file, p.Title, lines); err != nil {
		return tools.Result{}, err
	}
	told := fmt.Sprintf("created %s with ", file)
	if p.Title != "" {
		told += fmt.Sprintf("the title %q and ", p.Title)
	}
	return tools.Result{Text: told + words.Count(len(lines), "paragraph"), Data: writtenData{File: file, Title: p.Title, Paragraphs: len(lines)}}, nil
}

func create(ws *tools.Workspace, file, title string, lines []string) error {
	data, err := office.NewDocument(title, lines)
	if err != nil {
		return fmt.Errorf("create %s: %w", file, err)
	}
	return ws.WriteFile(file, data)
}

// given are the paragraphs that an action is given: as a text, as lines, or in a file.
func given(ws *tools.Workspace, content, file string, lines []string) ([]string, error) {
	if file == "" {
		return office.GivenParagraphs(content, lines)
	}
	if len(lines) > 0 {
		return nil, tools.Failf(tools.BadArguments, "give either lines or from_file, not both")
	}
	text, err := office.GivenText(&content, file, ws.ReadFound)
	if err != nil {
		return nil, err
	}
	return office.GivenParagraphs(text, nil)
}

type writeParams struct {
	File     string   `json:"file_path" jsonschema:"the .docx file" kind:"file"`
	Content  string   `json:"content,omitempty" jsonschema:"the text; each line becomes a paragraph" kind:"message"`
	FromFile string   `json:"from_file,omitempty" jsonschema:"instead of content: the text or Word file that holds it" kind:"file"`
	Lines    []string `json:"lines,omitempty" jsonschema:"the paragraphs, instead of content" kind:"phrase"`
}

func runWrite(_ context.Context, ws *tools.Workspace, p writeParams) (tools.Result, error) {
	lines, err := given(ws, p.Content, p.FromFile, p.Lines)
	if err != nil {
		return tools.Result{}, err
	}
	if len(lines) == 0 {
		return tools.Result{}, tools.Failf(tools.BadArguments, "nothing to write: give content or lines, or from_file")
	}
	file, err := change(ws, p.File, func(data []byte) ([]byte, error) { return office.AppendParagraphs(data, lines) })
	if err != nil {
		return tools.Result{}, err
	}
	return tools.Result{Text: fmt.Sprintf("added %s to %s", words.Count(len(lines), "paragraph"), file), Data: writtenData{File: file, Paragraphs: len(lines)}}, nil
}

// change edits a document in place. One that is not there is not made: the name may be a
// slip.
func change(ws *tools.Workspace, name string, edit func([]byte) ([]byte, error)) (string, error) {
	file, data, err := ws.ReadFound(name)
	if tools.CodeOf(err) == tools.NotFound {
		return "", tools.Failf(tools.NotFound, "%w; word.create makes a new document", err)
	}
	if err != nil {
		return "", err
	}
	changed, err := edit(data)
	if err != nil {
		return "", fmt.Errorf("%s: %w", file, err)
	}
	return file, ws.WriteFile(file, changed)
}

type replaceParams struct {
	File    string `json:"file_path" jsonschema:"the .docx file" kind:"file"`
	Find    string `json:"find" jsonschema:"the text to look for, as spelled" kind:"phrase"`
	Replace string `json:"replace" jsonschema:"what to put in its place; empty to delete it" kind:"phrase"`
}

type replacedData struct {
	File  string `json:"file"`
	Count int    `json:"count"`
}

func runReplace(_ context.Context, ws *tools.Workspace, p replaceParams) (tools.Result, error) {
	if p.Find == "" {
		return tools.Result{}, tools.Failf(tools.BadArguments, "find is empty; give the text to look for")
	}
	file, data, err := ws.ReadFound(p.File)
	if err != nil {
		return tools.Result{}, err
	}
	changed, n, err := office.ReplaceText(data, p.Find, p.Replace)
	if err != nil {
		return tools.Result{}, fmt.Errorf("%s: %w", file, err)
	}
	if n == 0 {
		return tools.Result{}, tools.Failf(tools.NotFound, "%s does not hold %q as one text within a paragraph; word.read shows what it holds", file, p.Find)
	}
	if err := ws.WriteFile(file, changed); err != nil {
		return tools.Result{}, err
	}
	return tools.Result{Text: fmt.Sprintf("replaced %s in %s", words.Count(n, "occurrence"), file), Data: replacedData{file, n}}, nil
}
