package main

import (
	"context"
	"strings"

	"legomem/desk"
	"legomem/words"
)

// tellBatch prints at the end what was done, and what was not and why.
func (a *app) tellBatch(ctx context.Context, o desk.BatchOrder, r desk.BatchReport, end error) {
	tellf(a.out, "Batch %s: %d done", r.Batch, r.Done)
	if r.Before > 0 {
		tellf(a.out, ", %d done before", r.Before)
	}
	tellf(a.out, ", %d not done, of %s\n", r.Rows-r.Done-r.Before, words.Count(r.Rows, "row"))
	for _, row := range r.Results {
		if !row.Fine() {
			a.tellNotDone(row)
		}
	}
	switch {
	case ctx.Err() != nil:
		tellLine(a.out, "Interrupted. The same command goes on from here.")
	case end != nil:
		tellLine(a.out, "Broken off. The same command goes on from here.")
	case r.Question != nil:
		a.tellQuestion(*r.Question)
	case r.NotDone > 0:
		tellLine(a.out, "The same command tries again what is not done, and brings what was agreed to.")
	}
	a.tellBatchFiles(o, r)
}

func (a *app) tellNotDone(row desk.RowReport) {
	tellf(a.out, "  line %d, %s: %s\n", row.Line, strings.ReplaceAll(row.Status, "_", " "), words.Short(row.Task, 100))
	if reason := words.FirstLine(row.Reason); reason != "" {
		tellf(a.out, "    %s\n", words.Short(reason, 300))
	}
	if row.Run != "" && row.Status != desk.RowBrokenOff {
		tellf(a.out, "    run %s\n", row.Run)
	}
}

// tellBatchFiles prints where the files are.
func (a *app) tellBatchFiles(o desk.BatchOrder, r desk.BatchReport) {
	switch {
	case r.Done+r.Before == 0:
	case o.Apply && o.Chain && r.NotDone > 0:
		tellf(a.out, "Nothing is copied to %s before all rows are done.\n", r.Home)
	case o.Apply && r.Question != nil:
	case o.Apply:
		tellLine(a.out, "The changes are in your own files; legomem runs undo RUN takes a row back.")
	case o.Chain:
		tellf(a.out, "Files: %s\n", r.Testbed)
		if o.Testbed != "" {
			tellf(a.out, "  the same command with --apply copies them to %s\n", o.Testbed)
		}
	case r.Done > 0:
		tellf(a.out, "Files: in the folder of each run; legomem runs diff ID says what changed\n")
	}
	tellf(a.out, "Journal: %s\n", r.Folder)
}

// tellForeseen prints what a batch would do.
func (a *app) tellForeseen(r desk.BatchReport) {
	for _, row := range r.Results {
		tellf(a.out, "line %d: %s\n", row.Line, blockOf(row.Task, "    "))
		if row.Status == desk.RowWouldDo {
			a.tellWould(row)
			continue
		}
		tellf(a.out, "  %s: %s\n", strings.ReplaceAll(row.Status, "_", " "), words.Short(words.FirstLine(row.Reason), 300))
	}
	tellf(a.out, "Batch %s: %d would be done", r.Batch, r.Rows-r.Before-r.NotDone)
	if r.Before > 0 {
		tellf(a.out, ", %d are done", r.Before)
	}
	tellf(a.out, ", %d would not, of %s\n", r.NotDone, words.Count(r.Rows, "row"))
}

// tellWould prints what a row would do, with its dates in words.
func (a *app) tellWould(row desk.RowReport) {
	switch {
	case row.Would == "" && a.config.Brain == "model":
		tellLine(a.out, "  a model decides as it goes")
	case row.Would == "":
		tellf(a.out, "  the model's to do: %s\n", words.Short(row.Reason, 200))
	default:
		tellf(a.out, "  would do: %s\n", row.Would)
		for _, bound := range row.Bindings {
			tellf(a.out, "    %-12s %s\n", bound.Slot, words.Short(inWords(bound), 160))
		}
	}
}
