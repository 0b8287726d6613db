package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/template"

	"legomem/lists"
	"legomem/officebench/trial"
	"legomem/words"
)

// scribe fills tables from the templates in tables/: one template a table, whose verbs
// (heading, columns, row, ...) write into the table at hand.
type scribe struct {
	*Report
	templates *template.Template
	at        table    // being filled
	warnings  []string // written on the way
	err       error    // the first that came up
}

func (r *Report) scribe() (*scribe, error) {
	s := &scribe{Report: r}
	var err error
	if s.templates, err = template.New("tables").Funcs(s.verbs()).ParseFS(files, "tables/*.tmpl"); err != nil {
		return nil, fmt.Errorf("report: the templates of its tables: %w", err)
	}
	return s, nil
}

// verbs are the functions that the templates call.
func (s *scribe) verbs() template.FuncMap {
	t := &s.at
	return template.FuncMap{
		"heading": s.heading, "words": s.words, "columns": t.columns, "group": t.group, "section": t.section, "row": t.row,
		"figure": t.figure, "ranged": t.ranged, "bounded": t.bounded, "atMost": t.atMost, "ofClaims": t.ofClaims, "cachedPrice": cachedPrice, "na": t.na, "success": s.success,
		"levels": s.levelTitles, "tasksAt": s.tasksAt, "published": func(cell string) []float64 { return published()[cell] },
		"versus": s.versus, "warn": s.warn, "list": list, "many": words.Many, "thousands": words.Thousands, "cents": cents, "percent": percent,
		"points": points, "probability": probability, "trim": strings.TrimSpace, "max": func(a, b int) int { return max(a, b) },
	}
}

func (s *scribe) heading(title, head, caption string) string {
	s.at.Title, s.at.Head, s.at.Caption = title, head, caption
	return ""
}

func (s *scribe) words() string {
	s.at.Words = true
	return ""
}

func (s *scribe) warn(parts ...string) string {
	s.warnings = append(s.warnings, strings.Join(parts, ""))
	return ""
}

// table fills a table by the template of its name.
func (s *scribe) table(name string, of any) table {
	s.at = table{ID: name}
	s.execute(io.Discard, name, of)
	return s.at
}

// shown are the tables for which there was something to show.
func shown(all []table) []table {
	return slices.DeleteFunc(all, func(t table) bool { return t.Title == "" })
}

// sentence is the text that a template prints.
func (s *scribe) sentence(name string, of any) string {
	var out strings.Builder
	s.execute(&out, name, of)
	return out.String()
}

func (s *scribe) execute(w io.Writer, name string, of any) {
	if err := s.templates.ExecuteTemplate(w, name, of); err != nil && s.err == nil {
		s.err = fmt.Errorf("report: laying out %s: %w", name, err)
	}
}

// success spells a cell's success on each level and overall, or why there is none.
func (s *scribe) success(c trial.Cell) []string {
	cell := s.cell(c.ID())
	if cell == nil {
		return slices.Repeat([]string{s.at.na(s.absent(c))}, len(s.Levels)+1)
	}
	out := lists.Map(cell.Levels, func(level Level) string { return s.at.figure("percent", level.Passed) })
	return append(out, s.at.ranged("percent", cell.All.Passed))
}

// learnedIn counts the records in which something was learned of an endpoint.
func learnedIn(records []trial.Record) map[string]int {
	out := map[string]int{}
	for _, rec := range records {
		for _, text := range rec.Endpoints {
			out[text]++
		}
	}
	return out
}

// absent says why a cell that a table of the paper has is not there.
func (r *Report) absent(c trial.Cell) string {
	unrecorded := c
	unrecorded.Reasoning = trial.NA
	switch {
	case slices.Contains(r.Bench.Cells, unrecorded):
		return "no reasoning was recorded that could be shown or withheld"
	case r.Bench.Brain != "reflex":
		return "not part of this bench"
	case c.Variant == "rewrite":
		return "query rewriting needs a model that drafts a plan; reflex has none"
	}
	return "reflex runs what it has compiled: this setting would change nothing"
}

// tasksAt counts the tested tasks of a level.
func (r *Report) tasksAt(level int) int {
	n := 0
	for _, at := range r.TaskLevels {
		if at == level {
			n++
		}
	}
	return n
}

// versus names a comparison.
func (r *Report) versus(c Comparison) string {
	a, b := r.cell(c.A), r.cell(c.B)
	if a == nil || b == nil {
		return c.A + " against " + c.B
	}
	left, right := cellName(a.Cell), cellName(b.Cell)
	if a.Team != b.Team {
		left, right = left+" ("+a.Team+")", right+" ("+b.Team+")"
	}
	return left + " against " + right
}
