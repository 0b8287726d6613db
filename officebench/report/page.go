package report

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"
	"strings"
	text "text/template"
)

//go:embed page.html page.md diff.tmpl style.css tables/*.tmpl
var files embed.FS

// page is what page.html and page.md show.
type page struct {
	*Report
	Style      template.CSS
	Summary    string
	Warnings   []string
	Lines      []string // one for each team
	Short      table
	Notes      []string // the report's and the bench's
	Charts     []chart
	Figures    []table
	Draws      string
	Provenance []table
	Unwinnable []unwinnable
	Lost       []string // the missing runs
}

// page lays out everything but the charts.
func (r *Report) page() (page, error) {
	s, err := r.scribe()
	if err != nil {
		return page{}, err
	}
	p := page{
		Report: r, Notes: append(slices.Clone(r.Notes), r.Bench.Notes...), Unwinnable: s.Unwinnable(),
		Short: s.table("in-short", s), Figures: s.figures(),
		Provenance: shown([]table{s.table("settings", s), s.table("roles", s), s.table("endpoints", s), s.table("prices", s)}),
		Summary:    s.sentence("summary", s), Draws: s.sentence("draws", s),
	}
	s.sentence("warnings", s)
	p.Warnings = s.warnings
	for _, team := range s.Standings() {
		p.Lines = append(p.Lines, s.sentence("line", team))
	}
	if r.Incomplete {
		p.Lost = r.missingLines()
	}
	return p, s.err
}

// WriteHTML prints the report as one page that needs nothing else: no script,
// no font, no picture, no network.
func (r *Report) WriteHTML(w io.Writer) error {
	p, err := r.page()
	if err != nil {
		return err
	}
	if p.Charts, err = r.charts(); err != nil {
		return err
	}
	style, err := files.ReadFile("style.css")
	if err != nil {
		return fmt.Errorf("report: its style: %w", err)
	}
	p.Style = template.CSS(style)
	t, err := template.ParseFS(files, "page.html")
	if err != nil {
		return fmt.Errorf("report: its page: %w", err)
	}
	if err := t.Execute(w, p); err != nil {
		return fmt.Errorf("report: writing the page: %w", err)
	}
	return nil
}

// WriteMarkdown prints the report as GitHub's Markdown: the same tables as the
// page, without its charts.
func (r *Report) WriteMarkdown(w io.Writer) error {
	p, err := r.page()
	if err != nil {
		return err
	}
	verbs := text.FuncMap{"escape": escape, "fence": fence, "trimLines": func(s string) string { return strings.TrimRight(s, "\n") }}
	t, err := text.New("page.md").Funcs(verbs).ParseFS(files, "page.md")
	if err != nil {
		return fmt.Errorf("report: its Markdown: %w", err)
	}
	if err := t.Execute(w, p); err != nil {
		return fmt.Errorf("report: writing the Markdown: %w", err)
	}
	return nil
}

// escape escapes what Markdown or HTML would read as markup.
func escape(s string) string {
	return strings.NewReplacer(
		"&", "&amp;", "<", "&lt;", ">", "&gt;", "|", "\\|", "\\", "\\\\", "`", "\\`",
		"*", "\\*", "_", "\\_", "\r", " ", "\n", " ",
	).Replace(s)
}

// fence is a line of backquotes that a text does not contain.
func fence(s string) string {
	out := "```"
	for strings.Contains(s, out) {
		out += "`"
	}
	return out
}

// unwinnable is a tested task that an honest answer cannot pass.
type unwinnable struct{ Task, Why string }

// Unwinnable are the tested tasks that cannot be won, with the reasons.
func (s *scribe) Unwinnable() []unwinnable {
	var out []unwinnable
	for _, task := range slices.Sorted(maps.Keys(s.Bench.Suite.Unwinnable)) {
		if slices.Contains(s.Bench.Split.Test, task) {
			out = append(out, unwinnable{task, s.Bench.Suite.Unwinnable[task]})
		}
	}
	return out
}

// listedMissing is how many missing runs a page names; the JSON has them all.
const listedMissing = 40

// missingLines names the missing runs, and how many more there are.
func (r *Report) missingLines() []string {
	if len(r.Missing) <= listedMissing {
		return r.Missing
	}
	rest := fmt.Sprintf("... and %d more, all in report.json", len(r.Missing)-listedMissing)
	return append(slices.Clone(r.Missing[:listedMissing]), rest)
}
