package main

import (
	"context"
	"fmt"
	"legomem/words"
	"strings"
)

// batchSaid is a batch as --json prints it.
type batchSaid struct {
	Batch    string    `json:"batch"`
	Folder   string    `json:"folder"`
	Rows     int       `json:"rows"`
	Done     int       `json:"done"`        // now
	Before   int       `json:"done_before"` // in earlier starts
	NotDone  int       `json:"not_done"`    // or, of a dry run, those that would not be
	DryRun   bool      `json:"dry_run"`
	Testbed  string    `json:"testbed,omitempty"` // of a chain: what its last row left
	Warnings []string  `json:"warnings"`
	Results  []rowDone `json:"results"`
}

func (b *batch) said() batchSaid {
	out := batchSaid{Batch: b.name, Folder: b.dir, Rows: len(b.rows), DryRun: b.o.explain, Warnings: append([]string{}, b.warnings...), Results: append([]rowDone{}, b.done...)}
	for _, d := range b.done {
		switch {
		case d.Status == wasDone:
			out.Before++
		case d.Status == isDone:
			out.Done++
		case !d.fine():
			out.NotDone++
		}
	}
	if b.is.Chain {
		out.Testbed = b.left()
	}
	return out
}

// tellDone tells at the end what was done, and what was not and why.
func (b *batch) tellDone(ctx context.Context, end error) error {
	s := b.said()
	if b.app.json {
		return b.app.printJSON(s)
	}
	out := b.app.out
	fmt.Fprintf(out, "Batch %s: %d done", b.name, s.Done)
	if s.Before > 0 {
		fmt.Fprintf(out, ", %d done before", s.Before)
	}
	fmt.Fprintf(out, ", %d not done, of %s\n", s.Rows-s.Done-s.Before, words.Count(s.Rows, "row"))
	for _, d := range b.done {
		if !d.fine() {
			b.tellNotDone(d)
		}
	}
	switch {
	case ctx.Err() != nil:
		fmt.Fprintln(out, "Interrupted. The same command goes on from here.")
	case end != nil:
		fmt.Fprintln(out, "Broken off. The same command goes on from here.")
	case s.NotDone > 0:
		fmt.Fprintln(out, "The same command tries again what is not done.")
	}
	b.tellResult(s)
	return nil
}

func (b *batch) tellNotDone(d rowDone) {
	fmt.Fprintf(b.app.out, "  line %d, %s: %s\n", d.Line, strings.ReplaceAll(d.Status, "_", " "), words.Short(d.Task, 100))
	if reason := words.FirstLine(d.Reason); reason != "" {
		fmt.Fprintf(b.app.out, "    %s\n", words.Short(reason, 300))
	}
	if d.Run != "" && d.Status != brokenOff {
		fmt.Fprintf(b.app.out, "    run %s\n", d.Run)
	}
}

// tellResult says where the files are.
func (b *batch) tellResult(s batchSaid) {
	switch {
	case s.Done+s.Before == 0:
	case b.o.batch.apply && b.is.Chain && s.NotDone > 0:
		fmt.Fprintf(b.app.out, "Nothing is copied to %s before all rows are done.\n", b.is.Testbed)
	case b.o.batch.apply:
		fmt.Fprintln(b.app.out, "The changes are in your own files; what they replaced is in the backup/ of each run.")
	case b.is.Chain:
		fmt.Fprintf(b.app.out, "Files: %s\n", s.Testbed)
		if b.is.Testbed != "" {
			fmt.Fprintf(b.app.out, "  the same command with --apply copies them to %s\n", b.o.testbed)
		}
	case s.Done > 0:
		fmt.Fprintf(b.app.out, "Files: in the folder of each run; legomem runs diff ID says what changed\n")
	}
	fmt.Fprintf(b.app.out, "Journal: %s\n", b.dir)
}

// tellForeseen tells what would be done.
func (b *batch) tellForeseen() error {
	s := b.said()
	if b.app.json {
		return b.app.printJSON(s)
	}
	out := b.app.out
	for i, d := range b.done {
		fmt.Fprintf(out, "line %d: %s\n", d.Line, words.Visible(strings.ReplaceAll(d.Task, "\n", "\n    ")))
		switch d.Status {
		case wouldDo:
			b.tellWould(b.rows[i], d)
		default:
			fmt.Fprintf(out, "  %s: %s\n", strings.ReplaceAll(d.Status, "_", " "), words.Short(words.FirstLine(d.Reason), 300))
		}
	}
	fmt.Fprintf(out, "Batch %s: %d would be done", b.name, s.Rows-s.Before-s.NotDone)
	if s.Before > 0 {
		fmt.Fprintf(out, ", %d are done", s.Before)
	}
	fmt.Fprintf(out, ", %d would not, of %s\n", s.NotDone, words.Count(s.Rows, "row"))
	return nil
}

// tellWould tells what a row would do, its dates in words.
func (b *batch) tellWould(r batchRow, d rowDone) {
	out := b.app.out
	switch {
	case d.Would == "" && b.app.config.Brain == "model":
		fmt.Fprintln(out, "  a model decides as it goes")
	case d.Would == "":
		fmt.Fprintf(out, "  the model's to do: %s\n", words.Short(d.Reason, 200))
	default:
		fmt.Fprintf(out, "  would do: %s\n", d.Would)
		for _, bound := range b.fits[r.key].preview.Bindings {
			fmt.Fprintf(out, "    %-12s %s\n", bound.Slot, words.Short(inWords(bound), 160))
		}
	}
}
