package excel

import (
	"context"
	"fmt"

	"legomem/tools"
	"legomem/tools/office"
)

func convertTools() []tools.Tool {
	return []tools.Tool{
		tools.Define("excel.to_pdf", "Convert a spreadsheet to pdf, beside it unless a target is given.",
			func(p toPDFParams) []tools.Effect {
				return append(reads(p.File), makes(tools.Beside(p.Target, p.File, ".pdf"))...)
			}, runToPDF),
	}
}

type toPDFParams struct {
	File   string `json:"file_path" jsonschema:".xlsx or .csv" kind:"file"`
	Target string `json:"target,omitempty" jsonschema:"default the same name" kind:"file"`
}

type pdfData struct {
	File   string `json:"file"`   // the pdf
	Source string `json:"source"` // what it was made from
	Bytes  int    `json:"bytes"`
}

func runToPDF(ctx context.Context, ws *tools.Workspace, p toPDFParams) (tools.Result, error) {
	b, err := openBook(ws, p.File) // refuses a damaged one before LibreOffice repairs it in silence
	if err != nil {
		return tools.Result{}, err
	}
	defer b.close()
	target, err := placeFor(ws, tools.Beside(p.Target, b.file, ".pdf"))
	if err != nil {
		return tools.Result{}, err
	}
	pdf, err := office.Convert(ctx, ws.Office, b.file, b.data)
	if err != nil {
		return tools.Result{}, err
	}
	if err := ws.WriteFile(target, pdf); err != nil {
		return tools.Result{}, err
	}
	return tools.Result{Text: fmt.Sprintf("converted %s to %s", b.file, target), Data: pdfData{target, b.file, len(pdf)}}, nil
}
