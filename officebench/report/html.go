package report

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"
)

//go:embed page.html style.css
var files embed.FS

// page is what page.html shows.
type page struct {
	*Report
	Style      template.CSS
	Summary    string
	Short      brief
	Shapes     []table
	Charts     []chart
	General    []table
	Provenance []table
	Notes      []string
	Draws      string
	Lines      []string
	Unwinnable []unwinnable
}

// unwinnable is a tested task that an honest answer cannot pass.
type unwinnable struct{ Task, Why string }

// WriteHTML prints the report as one page that needs nothing else: no script,
// no font, no picture, no network.
func (r *Report) WriteHTML(w io.Writer) error {
	t, err := template.ParseFS(files, "page.html")
	if err != nil {
		return fmt.Errorf("report: its page: %w", err)
	}
	style, err := files.ReadFile("style.css")
	if err != nil {
		return fmt.Errorf("report: its style: %w", err)
	}
	charts, err := r.charts()
	if err != nil {
		return err
	}
	p := page{
		Report: r, Style: template.CSS(style), Summary: r.summary(), Short: r.inShort(), Charts: charts,
		Shapes: r.shapes(), General: r.general(), Provenance: r.provenance(),
		Notes: r.allNotes(), Draws: r.draws(), Unwinnable: r.unwinnable(),
	}
	if t, ok := r.besidePublished(); ok {
		p.Shapes = append(p.Shapes, t)
	}
	if r.Incomplete {
		p.Lines = r.missingLines()
	}
	if err := t.Execute(w, p); err != nil {
		return fmt.Errorf("report: writing the page: %w", err)
	}
	return nil
}

// unwinnable are the tested tasks that cannot be won, with the reasons.
func (r *Report) unwinnable() []unwinnable {
	var out []unwinnable
	for _, task := range slices.Sorted(maps.Keys(r.Bench.Suite.Unwinnable)) {
		if slices.Contains(r.Bench.Split.Test, task) {
			out = append(out, unwinnable{task, r.Bench.Suite.Unwinnable[task]})
		}
	}
	return out
}

// Wide says that a table has too many columns for the width of text.
func (t table) Wide() bool { return len(t.Columns) > 6 }

// Class is how style.css sets a table.
func (t table) Class() string {
	switch {
	case t.Words:
		return "words"
	case t.Wide() && len(t.Groups) == 0:
		return "wide"
	case len(t.Groups) > 0:
		return "grouped"
	}
	return "plain"
}

// Heads are how many columns a line across the table spans.
func (t table) Heads() int { return len(t.Columns) + 1 }

// Marked are the footnotes with their numbers.
func (t table) Marked() []string {
	var out []string
	for i, note := range t.Notes {
		out = append(out, superscript(i+1)+" "+note)
	}
	return out
}
