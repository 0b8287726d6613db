package pdf

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"legomem/tools"
	"legomem/words"
)

type readParams struct {
	File  string `json:"file_path" jsonschema:"the .pdf file" kind:"file"`
	Pages string `json:"pages,omitempty" jsonschema:"which pages: 2, 1-3 or 1,4-5; default all"`
	Part  int    `json:"part,omitempty" jsonschema:"of a long text: which part, from 1" kind:"number"`
}

type readData struct {
	File  string   `json:"file"`
	Text  string   `json:"text"`
	Lines []string `json:"lines"` // those that hold text
	Pages []string `json:"pages"` // the text of each page that was read
	Total int      `json:"page_count"`
	Part  int      `json:"part,omitempty"` // that was asked for; 0 for all
	Parts int      `json:"parts,omitempty"`
}

func runRead(ctx context.Context, ws *tools.Workspace, p readParams) (tools.Result, error) {
	file, data, err := ws.ReadFound(p.File)
	if err != nil {
		return tools.Result{}, err
	}
	all, err := ReadText(ctx, data)
	if err != nil {
		return tools.Result{}, fmt.Errorf("%s: %w", file, err)
	}
	wanted, err := parsePages(p.Pages, len(all))
	if err != nil {
		return tools.Result{}, tools.Failf(tools.BadArguments, "%s: %w", file, err)
	}
	d := readData{File: file, Lines: []string{}, Total: len(all), Part: p.Part}
	for _, n := range wanted {
		d.Pages = append(d.Pages, all[n-1])
	}
	d.Text = strings.Join(d.Pages, "\n")
	part, of, err := tools.Part(d.Text, p.Part)
	if err != nil {
		return tools.Result{}, fmt.Errorf("%s: %w", file, err)
	}
	d.Parts = of
	if p.Part > 0 {
		d.Text = part
	}
	d.Lines = append(d.Lines, textLines(d.Text)...)
	text := part + tools.PartNote(p.Part, of)
	if len(d.Lines) == 0 {
		text = fmt.Sprintf("%s (%s) holds no text; if it is a scan, use ocr.recognise", file, words.Count(len(all), "page"))
	}
	return tools.Result{Text: text, Data: d}, nil
}

func textLines(text string) []string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// parsePages reads "2", "1-3", "1,4-5", "2 and 3" or "the last page" as page numbers from 1;
// "" and "all" are every page.
func parsePages(text string, total int) ([]int, error) {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" || text == "all" {
		text = fmt.Sprintf("1-%d", total)
	}
	text = strings.NewReplacer(" and ", ",", "&", ",", " to ", "-", "the ", "", "pages", "", "page", "", "first", "1", "last", strconv.Itoa(total)).Replace(text)
	var out []int
	for part := range strings.SplitSeq(text, ",") {
		first, last, isRange := strings.Cut(part, "-")
		from, err := strconv.Atoi(strings.TrimSpace(first))
		to := from
		if err == nil && isRange {
			to, err = strconv.Atoi(strings.TrimSpace(last))
		}
		if err != nil {
			return nil, fmt.Errorf("pages %q: accepted are 2, 1-3 or 1,4-5", text)
		}
		if from < 1 || to > total || from > to {
			return nil, fmt.Errorf("pages %q: it has %s", text, words.Count(total, "page"))
		}
		for n := from; n <= to && len(out) < maxPages; n++ {
			out = append(out, n)
		}
	}
	return out, nil
}
