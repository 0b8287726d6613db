package word

import (
	"context"

	"legomem/tools"
	"legomem/tools/facts"
	"legomem/tools/office"
)

type reviewParams struct {
	Before string `json:"before,omitempty" jsonschema:"the document as it was; none where it was made" kind:"file"`
	After  string `json:"after,omitempty" jsonschema:"the document as it is; none where it was deleted" kind:"file"`
}

// reviewTool tells the program how two states of a document differ, by paragraphs.
func reviewTool() tools.Tool {
	return tools.Hide(tools.Define("word.review", "How two states of a document differ, paragraph by paragraph.",
		func(p reviewParams) []tools.Effect { return tools.ReadGiven(p.Before, p.After) }, runReview))
}

func runReview(_ context.Context, ws *tools.Workspace, p reviewParams) (tools.Result, error) {
	was, before, err := documentState(ws, p.Before)
	if err != nil {
		return tools.Result{}, err
	}
	now, after, err := documentState(ws, p.After)
	if err != nil {
		return tools.Result{}, err
	}
	c := facts.Lines("paragraph", was, now)
	c.Marks = facts.NewMarks(before, after)
	return tools.Result{Text: p.After, Data: c}, nil
}

// documentState reads a document's paragraphs that hold text, with the marks of its
// file; without a file there are none.
func documentState(ws *tools.Workspace, path string) ([]string, []facts.Mark, error) {
	if path == "" {
		return nil, nil, nil
	}
	data, err := ws.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	marks, err := office.Marks(data)
	if err != nil {
		return nil, nil, err
	}
	doc, err := office.ReadDocument(data)
	if err != nil {
		return nil, nil, err
	}
	return facts.Filled(doc.Paragraphs()), marks, nil
}
