package pdf

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"

	"github.com/pdfcpu/pdfcpu/pkg/api"

	"legomem/lists"
	"legomem/tools"
	"legomem/words"
)

func splitTools() []tools.Tool {
	return []tools.Tool{
		tools.Define("pdf.split", "Split a pdf into one file for each page, named report-1.pdf, report-2.pdf and so on, beside it unless a folder is given.",
			func(p splitParams) []tools.Effect {
				return append(tools.ReadEffects(p.File), tools.WriteEffects(p.Overwrite, p.into()+"/*")...)
			}, runSplit),
		tools.Define("pdf.extract", "Put some pages of a pdf, in the order given, into one new pdf.",
			func(p extractParams) []tools.Effect {
				return append(tools.ReadEffects(p.File), makes(true, p.Target, ".pdf")...)
			}, runExtract),
	}
}

type splitParams struct {
	File      string `json:"file_path" jsonschema:"the .pdf file" kind:"file"`
	Folder    string `json:"folder,omitempty" jsonschema:"the folder for the pages; default the file's own" kind:"file"`
	Overwrite bool   `json:"overwrite,omitempty" jsonschema:"replace files that are there already"`
}

// into is the folder of the pages, whichever of its places the file is found in.
func (p splitParams) into() string {
	clean, err := tools.CleanPath(cmp.Or(p.Folder, p.File))
	if err != nil {
		return p.Folder // the call itself will be refused, and says why
	}
	if p.Folder == "" {
		return path.Dir(tools.UnderData(clean))
	}
	return clean
}

// splitData names the files, in the order of the pages.
type splitData struct {
	Source string   `json:"source"`
	Files  []string `json:"files"`
	Pages  int      `json:"page_count"`
}

// maxSplit is how many files one call makes.
const maxSplit = 500

func runSplit(ctx context.Context, ws *tools.Workspace, p splitParams) (tools.Result, error) {
	file, data, err := readSound(ctx, ws, p.File)
	if err != nil {
		return tools.Result{}, err
	}
	pages, err := countPages(ctx, data)
	if err != nil {
		return tools.Result{}, fmt.Errorf("%s: %w", file, err)
	}
	if pages > maxSplit {
		return tools.Result{}, tools.Failf(tools.TooLarge, "%s has %d pages, more than the %d files that one call makes; take some out with pdf.extract", file, pages, maxSplit)
	}
	d := splitData{Source: file, Files: p.names(file, pages), Pages: pages}
	if !p.Overwrite {
		if taken := lists.Filter(d.Files, ws.Exists); len(taken) > 0 {
			return tools.Result{}, tools.Failf(tools.Exists, "%s is there already; set overwrite to replace it, or name another folder", taken[0])
		}
	}
	parts, err := eachPage(ctx, data)
	if err != nil {
		return tools.Result{}, fmt.Errorf("split %s: %w", file, err)
	}
	for i, part := range parts {
		if err := ws.WriteFile(d.Files[i], part); err != nil {
			return tools.Result{}, err
		}
	}
	return tools.Result{Text: fmt.Sprintf("split %s into %s: %s", file, words.Count(pages, "file"), strings.Join(d.Files, ", ")), Data: d}, nil
}

// names are the files of a pdf's pages.
func (p splitParams) names(file string, pages int) []string {
	stem := strings.TrimSuffix(path.Base(file), path.Ext(file))
	var out []string
	for n := range pages {
		out = append(out, path.Join(p.into(), fmt.Sprintf("%s-%d.pdf", stem, n+1)))
	}
	return out
}

// readSound reads a pdf that can be written again.
func readSound(ctx context.Context, ws *tools.Workspace, name string) (file string, data []byte, err error) {
	if file, data, err = ws.ReadFound(name); err != nil {
		return "", nil, err
	}
	if err := check(ctx, data); err != nil {
		return "", nil, fmt.Errorf("%s: %w", file, err)
	}
	return file, data, nil
}

// eachPage is a pdf of each page.
func eachPage(ctx context.Context, data []byte) ([][]byte, error) {
	var parts [][]byte
	err := bounded(ctx, func() error {
		spans, err := api.SplitRaw(bytes.NewReader(data), 1, configure())
		for _, s := range spans {
			part, readErr := io.ReadAll(io.LimitReader(s.Reader, tools.MaxFile+1))
			if readErr != nil {
				return readErr
			}
			parts = append(parts, part)
		}
		return err
	})
	if err != nil { // given up, it may still be at work
		return nil, err
	}
	return parts, nil
}

type extractParams struct {
	File   string `json:"file_path" jsonschema:"the .pdf file" kind:"file"`
	Pages  string `json:"pages" jsonschema:"which pages: 2, 2-4 or 1,3"`
	Target string `json:"target" jsonschema:"the .pdf file to write" kind:"file"`
}

func runExtract(ctx context.Context, ws *tools.Workspace, p extractParams) (tools.Result, error) {
	file, data, err := readSound(ctx, ws, p.File)
	if err != nil {
		return tools.Result{}, err
	}
	total, err := countPages(ctx, data)
	if err != nil {
		return tools.Result{}, fmt.Errorf("%s: %w", file, err)
	}
	wanted, err := parsePages(p.Pages, total)
	if err != nil {
		return tools.Result{}, tools.Failf(tools.BadArguments, "%s: %w", file, err)
	}
	return assemble(ctx, ws, p.Target, assembledData{Sources: []string{file}}, func(out io.Writer) error {
		return api.Collect(bytes.NewReader(data), out, lists.Map(wanted, strconv.Itoa), configure())
	})
}
