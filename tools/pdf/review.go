package pdf

import (
	"context"
	"strings"

	"legomem/tools"
	"legomem/tools/facts"
)

type reviewParams struct {
	Before string `json:"before,omitempty" jsonschema:"the pdf as it was; none where it was made" kind:"file"`
	After  string `json:"after,omitempty" jsonschema:"the pdf as it is; none where it was deleted" kind:"file"`
}

// reviewTool tells the program how two states of a pdf differ, by lines of text.
func reviewTool() tools.Tool {
	return tools.Hide(tools.Define("pdf.review", "How two states of a pdf differ, line by line.",
		func(p reviewParams) []tools.Effect { return tools.ReadGiven(p.Before, p.After) }, runReview))
}

func runReview(ctx context.Context, ws *tools.Workspace, p reviewParams) (tools.Result, error) {
	was, err := stateLines(ctx, ws, p.Before)
	if err != nil {
		return tools.Result{}, err
	}
	now, err := stateLines(ctx, ws, p.After)
	if err != nil {
		return tools.Result{}, err
	}
	return tools.Result{Text: p.After, Data: facts.Lines("line", was, now)}, nil
}

// stateLines reads a pdf's lines that hold text; without a file there are none.
func stateLines(ctx context.Context, ws *tools.Workspace, path string) ([]string, error) {
	if path == "" {
		return nil, nil
	}
	data, err := ws.ReadFile(path)
	if err != nil {
		return nil, err
	}
	pages, err := ReadText(ctx, data)
	return facts.Filled(strings.Split(strings.Join(pages, "\n"), "\n")), err
}
