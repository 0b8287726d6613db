package word

import (
	"context"
	"fmt"

	"legomem/tools"
	"legomem/tools/office"
)

type toPDFParams struct {
	File   string `json:"file_path" jsonschema:"the .docx file" kind:"file"`
	Target string `json:"target,omitempty" jsonschema:"the pdf to write; default the same name ending in .pdf" kind:"file"`
}

type pdfData struct {
	File   string `json:"file"`   // the pdf
	Source string `json:"source"` // what it was made from
	Bytes  int    `json:"bytes"`
}

func runToPDF(ctx context.Context, ws *tools.Workspace, p toPDFParams) (tools.Result, error) {
	source, data, err := ws.ReadFound(p.File)
	if err != nil {
		return tools.Result{}, err
	}
	target, err := ws.Place(tools.Beside(p.Target, source, ".pdf"))
	if err != nil {
		return tools.Result{}, err
	}
	pdf, err := office.Convert(ctx, ws.Office, source, data)
	if err != nil {
		return tools.Result{}, err
	}
	if err := ws.WriteFile(target, pdf); err != nil {
		return tools.Result{}, err
	}
	return tools.Result{Text: fmt.Sprintf("converted %s to %s", source, target), Data: pdfData{target, source, len(pdf)}}, nil
}
