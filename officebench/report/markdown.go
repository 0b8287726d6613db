package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// WriteMarkdown prints the report as GitHub's Markdown: the same tables as the
// page, without its charts.
func (r *Report) WriteMarkdown(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "# Bench %s\n\n%s\n\n", escape(r.Bench.Name), escape(r.summary()))
	writeShort(out, r.inShort())
	if notes := r.allNotes(); len(notes) > 0 {
		fmt.Fprint(out, "## What to know first\n\n")
		for _, note := range notes {
			fmt.Fprintf(out, "- %s\n", escape(note))
		}
		fmt.Fprintln(out)
	}
	for _, t := range r.tables() {
		writeTable(out, t)
	}
	fmt.Fprint(out, "## How the figures are made\n\n")
	for _, line := range r.Method.Words {
		fmt.Fprintf(out, "- %s\n", escape(line))
	}
	fmt.Fprintf(out, "- %s\n", escape(r.draws()))
	for _, t := range r.provenance() {
		fmt.Fprintln(out)
		writeTable(out, t)
	}
	if r.Incomplete {
		fmt.Fprint(out, "## Missing runs\n\n")
		for _, line := range r.missingLines() {
			fmt.Fprintf(out, "- %s\n", escape(line))
		}
	}
	if r.Bench.Config != "" {
		fence := "```"
		for strings.Contains(r.Bench.Config, fence) {
			fence += "`"
		}
		fmt.Fprintf(out, "\n## Configuration\n\n%syaml\n%s\n%s\n", fence, strings.TrimRight(r.Bench.Config, "\n"), fence)
	}
	return out.Flush()
}

// tables are all the tables of figures, in the order of the page.
func (r *Report) tables() []table {
	out := r.shapes()
	if t, ok := r.besidePublished(); ok {
		out = append(out, t)
	}
	return append(out, r.general()...)
}

// summary says in one line how much was run.
func (r *Report) summary() string {
	return fmt.Sprintf("%s on %s, %s each: %s of %s planned runs are recorded, %s of them broken by something outside.",
		many(len(r.Cells), "cell"), many(len(r.Bench.Split.Test), "task"), many(r.Method.Seeds, "seed"), thousands(r.Runs.Recorded), thousands(r.Runs.Planned), thousands(r.Runs.Infrastructure))
}

// many counts things: "1 task", "152 tasks".
func many(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return thousands(n) + " " + thing + "s"
}

// incompleteLine warns of missing runs.
func (r *Report) incompleteLine() string {
	return fmt.Sprintf("This bench is incomplete: %s of %s planned runs are missing (%s of them were stopped by a person). The figures are of what there is, and will change.", thousands(r.Runs.Missing), thousands(r.Runs.Planned), thousands(r.Runs.Cancelled))
}

// draws says how the random parts were drawn.
func (r *Report) draws() string {
	return fmt.Sprintf("%s resamples an interval, %s draws a test, seed %d: the same seed gives the same figures.", whole(float64(r.Method.Resamples)), whole(float64(r.Method.Permutations)), r.Method.Seed)
}

// writeShort prints what stands at the top.
func writeShort(out io.Writer, b brief) {
	fmt.Fprintf(out, "## %s\n\n", b.Table.Title)
	for _, w := range b.Warnings {
		fmt.Fprintf(out, "**%s**\n\n", escape(w))
	}
	for _, l := range b.Lines {
		fmt.Fprintf(out, "- %s\n", escape(l))
	}
	fmt.Fprintln(out)
	writeRows(out, b.Table)
	fmt.Fprintf(out, "%s\n\n", escape(b.Table.Caption))
}

// writeTable prints one table.
func writeTable(out io.Writer, t table) {
	fmt.Fprintf(out, "## %s\n\n", escape(t.Title))
	if t.Caption != "" {
		fmt.Fprintf(out, "%s\n\n", escape(t.Caption))
	}
	writeRows(out, t)
}

// writeRows prints a table's lines and footnotes. Markdown has one line of headings: a group's
// name is set before those of its columns.
func writeRows(out io.Writer, t table) {
	columns := slices.Clone(t.Columns)
	at := 0
	for _, g := range t.Groups {
		for range g.Span {
			columns[at] = g.Name + ": " + lowerFirst(columns[at])
			at++
		}
	}
	line(out, t.Head, columns)
	align := " ---: |"
	if t.Words {
		align = " --- |"
	}
	fmt.Fprintf(out, "| --- |%s\n", strings.Repeat(align, len(columns)))
	for _, r := range t.Rows {
		if r.Section != "" {
			fmt.Fprintf(out, "| **%s** |%s\n", escape(r.Section), strings.Repeat("  |", len(columns)))
			continue
		}
		line(out, r.Head, r.Cells)
	}
	fmt.Fprintln(out)
	for i, note := range t.Notes {
		fmt.Fprintf(out, "%s %s\n\n", superscript(i+1), escape(note))
	}
}

func line(out io.Writer, head string, cells []string) {
	fmt.Fprintf(out, "| %s |", escape(head))
	for _, c := range cells {
		fmt.Fprintf(out, " %s |", escape(c))
	}
	fmt.Fprintln(out)
}

func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// escape takes the meaning from what Markdown or HTML would read as marks.
func escape(s string) string {
	return strings.NewReplacer(
		"&", "&amp;", "<", "&lt;", ">", "&gt;", "|", "\\|", "\\", "\\\\", "`", "\\`",
		"*", "\\*", "_", "\\_", "\r", " ", "\n", " ",
	).Replace(s)
}
