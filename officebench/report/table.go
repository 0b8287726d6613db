package report

import (
	"fmt"
	"slices"
	"strings"
)

// table is figures as text, in whichever way it is printed.
type table struct {
	ID      string
	Title   string
	Caption string
	Head    string // of the column of row heads
	Groups  []group
	Columns []string
	Rows    []row
	Notes   []string // footnotes, numbered from 1
	Words   bool     // the columns hold words, not numbers
	part    string   // the section begun last
}

// group is a heading over some columns.
type group struct {
	Name string
	Span int
}

// row is one line; one with a Section only divides the table.
type row struct {
	Section string
	Head    string
	Cells   []string
}

// Class is the table's class in style.css.
func (t table) Class() string {
	switch {
	case t.Words:
		return "words"
	case len(t.Groups) > 0:
		return "grouped"
	case len(t.Columns) > 6: // too many for the width of text
		return "wide"
	}
	return "plain"
}

// Heads are how many columns a line across the table spans.
func (t table) Heads() int { return len(t.Columns) + 1 }

// Headings are the column headings in one line, each preceded by its group's name.
func (t table) Headings() []string {
	out := slices.Clone(t.Columns)
	at := 0
	for _, g := range t.Groups {
		for range g.Span {
			out[at] = g.Name + ": " + strings.ToLower(out[at][:1]) + out[at][1:]
			at++
		}
	}
	return out
}

// Marked are the footnotes with their numbers.
func (t table) Marked() []string {
	var out []string
	for i, note := range t.Notes {
		out = append(out, superscript(i+1)+" "+note)
	}
	return out
}

// section begins a part of the table, unless that is begun already.
func (t *table) section(title string) string {
	if title != t.part {
		t.part = title
		t.Rows = append(t.Rows, row{Section: title})
	}
	return ""
}

// row adds a line.
func (t *table) row(head string, cells ...any) string {
	t.Rows = append(t.Rows, row{Head: head, Cells: list(cells...)})
	return ""
}

// columns adds columns.
func (t *table) columns(names ...any) string {
	t.Columns = append(t.Columns, list(names...)...)
	return ""
}

// group adds columns under one heading.
func (t *table) group(name string, columns ...any) string {
	t.Groups = append(t.Groups, group{name, len(list(columns...))})
	return t.columns(columns...)
}

// list turns values into texts, and the lists among them value by value.
func list(values ...any) []string {
	out := []string{}
	for _, v := range values {
		if many, ok := v.([]string); ok {
			out = append(out, many...)
			continue
		}
		out = append(out, fmt.Sprint(v))
	}
	return out
}

// na prints n/a with a footnote.
func (t *table) na(why string) string { return "n/a" + t.note(why) }

// note adds a footnote, the same words under the same number, and returns its mark.
func (t *table) note(words string) string {
	at := slices.Index(t.Notes, words)
	if at < 0 {
		t.Notes = append(t.Notes, words)
		at = len(t.Notes) - 1
	}
	return superscript(at + 1)
}

// figure prints an estimate's mean, or n/a.
func (t *table) figure(format string, e Estimate) string {
	if e.Mean == nil {
		return t.na(e.NA)
	}
	return formats()[format](*e.Mean)
}

// ranged prints an estimate with its interval; one without width has a footnote
// that says what the data leave open.
func (t *table) ranged(format string, e Estimate) string {
	if e.ofOneID() {
		return t.figure(format, e) + t.note(fmt.Sprintf("the %d tasks are of one id, and say nothing of other ids: no interval", e.Tasks))
	}
	if e.Mean == nil || e.Low == nil || e.High == nil {
		return t.figure(format, e)
	}
	spell := formats()[format]
	text := fmt.Sprintf("%s [%s, %s]", spell(*e.Mean), spell(*e.Low), spell(*e.High))
	if *e.Low == *e.High {
		text += t.note(open(e, spell))
	}
	return text
}

// ofOneID reports whether a mean has no interval because its tasks share their id.
func (e Estimate) ofOneID() bool {
	several := e.Mean != nil && e.Tasks > 1
	return several && e.IDs == 1 && e.Low == nil
}

// open says what an interval without width hides.
func open(e Estimate, format func(float64) string) string {
	alike := fmt.Sprintf("the %d tasks%s all came out the same, so the interval has no width; ", e.Tasks, e.ofIDs())
	if e.Tasks == 1 {
		alike = "of one task the interval has no width; "
	}
	const bound = " cannot be excluded (exact one-sided 95% bound)"
	switch {
	case e.AtLeast != nil && e.AtMost != nil:
		return alike + "a difference between " + format(*e.AtLeast) + " and " + format(*e.AtMost) + " cannot be excluded (exact 95% bound each way)"
	case e.AtLeast != nil:
		return alike + "a truth as low as " + format(*e.AtLeast) + bound
	case e.AtMost != nil:
		return alike + "a truth as high as " + format(*e.AtMost) + bound
	}
	return alike + "that is not to say that other tasks would"
}

// ofIDs says how many ids the tasks have, where some share one.
func (e Estimate) ofIDs() string {
	if e.IDs == 0 || e.IDs == e.Tasks {
		return ""
	}
	return fmt.Sprintf(" (of %d ids)", e.IDs)
}

// bounded prints a share in percent with how high it may be.
func (t *table) bounded(e Estimate) string {
	if e.Mean == nil || e.AtMost == nil {
		return t.figure("percent", e)
	}
	return fmt.Sprintf("%s (at most %s)", percent(*e.Mean), percent(*e.AtMost))
}

// ofClaims prints how many of the claims to be done were wrong, and the counts.
func (t *table) ofClaims(f Figures) string {
	if f.WrongOfClaims.Mean == nil && f.Runs > 0 {
		return "no claim"
	}
	if f.WrongOfClaims.Mean == nil {
		return t.figure("percent", f.WrongOfClaims)
	}
	return fmt.Sprintf("%s (%d of %d)", percent(*f.WrongOfClaims.Mean), f.WrongRuns, f.ClaimedRuns)
}

// atMost prints how high a share may be.
func (t *table) atMost(e Estimate) string {
	if e.AtMost == nil {
		return t.figure("percent", e)
	}
	return percent(*e.AtMost)
}
