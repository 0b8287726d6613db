package report

import (
	"fmt"
	"slices"
	"strings"

	"legomem/officebench/trial"
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

// section adds a dividing line.
func (t *table) section(title string) { t.Rows = append(t.Rows, row{Section: title}) }

// add adds a line.
func (t *table) add(head string, cells ...string) {
	t.Rows = append(t.Rows, row{Head: head, Cells: cells})
}

// na prints n/a with a footnote.
func (t *table) na(why string) string { return "n/a" + t.note(why) }

// note adds a footnote, the same words under the same number, and is its mark.
func (t *table) note(words string) string {
	at := slices.Index(t.Notes, words)
	if at < 0 {
		t.Notes = append(t.Notes, words)
		at = len(t.Notes) - 1
	}
	return superscript(at + 1)
}

// figure prints an estimate's mean, or n/a.
func (t *table) figure(e Estimate, format func(float64) string) string {
	if e.Mean == nil {
		return t.na(e.NA)
	}
	return format(*e.Mean)
}

// ranged prints an estimate with its interval; one without width has a footnote
// that says what the data leave open.
func (t *table) ranged(e Estimate, format func(float64) string) string {
	if e.Mean == nil {
		return t.na(e.NA)
	}
	if e.Low == nil || e.High == nil {
		return format(*e.Mean)
	}
	text := fmt.Sprintf("%s [%s, %s]", format(*e.Mean), format(*e.Low), format(*e.High))
	if *e.Low == *e.High {
		text += t.note(open(e, format))
	}
	return text
}

// open says what an interval without width hides.
func open(e Estimate, format func(float64) string) string {
	alike := fmt.Sprintf("the %d tasks all came out the same, so the interval has no width; ", e.Tasks)
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

// bounded prints a share in percent with how high it may be.
func (t *table) bounded(e Estimate) string {
	if e.Mean == nil || e.AtMost == nil {
		return t.figure(e, percent)
	}
	return fmt.Sprintf("%s (at most %s)", percent(*e.Mean), percent(*e.AtMost))
}

// superscript spells a footnote's number.
func superscript(n int) string {
	return strings.Map(func(r rune) rune { return []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[r-'0'] }, fmt.Sprint(n))
}

// The formats of figures.

func decimal(v float64) string { return fmt.Sprintf("%.1f", v) }

func dollars(v float64) string { return fmt.Sprintf("$%.4f", v) }

func seconds(ms float64) string { return fmt.Sprintf("%.1f s", ms/1000) }

// whole prints a number without decimals, its thousands apart.
func whole(v float64) string {
	s := fmt.Sprintf("%.0f", v)
	for at := len(s) - 3; at > 0 && s[at-1] != '-'; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}

func thousands(n int) string { return whole(float64(n)) }

// points prints a difference of shares in percentage points, with its sign.
func points(v float64) string {
	s := percent(v)
	if v > 0 && s != "0.0" {
		return "+" + s
	}
	return strings.Replace(s, "-", "−", 1)
}

// absent says why a cell that a table of the paper has is not there.
func (r *Report) absent(c trial.Cell) string {
	if c.Reasoning != trial.NA {
		unrecorded := c
		unrecorded.Reasoning = trial.NA
		if slices.Contains(r.Bench.Cells, unrecorded) {
			return "no reasoning was recorded that could be shown or withheld"
		}
	}
	switch {
	case r.Bench.Brain == "reflex" && c.Variant == "rewrite":
		return "query rewriting needs a model that drafts a plan; reflex has none"
	case r.Bench.Brain == "reflex":
		return "reflex runs what it has compiled: this setting would change nothing"
	}
	return "not part of this bench"
}

// success prints a cell's success on each level and overall, or why not.
func (r *Report) success(t *table, c trial.Cell, there bool) []string {
	var out []string
	cell := r.cell(c.ID())
	if !there || cell == nil {
		na := t.na(r.absent(c))
		return slices.Repeat([]string{na}, len(r.Levels)+1)
	}
	for _, level := range cell.Levels {
		out = append(out, t.figure(level.Passed, percent))
	}
	return append(out, t.ranged(cell.All.Passed, percent))
}

// byTeam heads a table that has each level and overall under every team.
func (r *Report) byTeam(t *table, teams []string) {
	for _, team := range teams {
		t.Groups = append(t.Groups, group{"Team " + team, len(r.Levels) + 1})
		for _, level := range r.Levels {
			t.Columns = append(t.Columns, fmt.Sprintf("Level %d", level))
		}
		t.Columns = append(t.Columns, "Overall")
	}
}
