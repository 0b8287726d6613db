package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"legomem/desk"
)

// addBatchFlags adds the flags of a run that is done once for each row of a file.
func addBatchFlags(cmd *cobra.Command, o *desk.BatchOrder) {
	f := cmd.Flags()
	f.StringVar(&o.File, "batch", "", "a CSV file or a workbook: the task is done for each of its rows, with {column} in it")
	_ = cmd.MarkFlagFilename("batch", "csv", "xlsx") // the flag exists: it is defined above
	f.StringVar(&o.Name, "batch-name", "", "the batch's name, under which it goes on (default: of the file, the task and the settings)")
	f.BoolVar(&o.Chain, "chain", false, "of a batch: each row starts from the files that the row before left")
	f.BoolVar(&o.KeepGoing, "keep-going", false, "of a batch: do the rows that fit where others do not, and go on with a chain")
	f.BoolVar(&o.Repeats, "allow-repeats", false, "of a batch: rows may say the same")
	f.BoolVar(&o.Again, "again", false, "of a batch: start over, also with rows that are done")
}

// checkBatch refuses flags that do not go together.
func (o runOptions) checkBatch() error {
	ofSuite := o.suite != "" || o.task != ""
	switch {
	case o.batch.File == "" && (o.batch.Name != "" || o.batch.Chain || o.batch.KeepGoing || o.batch.Repeats || o.batch.Again):
		return usage("--batch-name, --chain, --keep-going, --allow-repeats and --again are of a batch; add --batch FILE")
	case o.batch.File != "" && ofSuite:
		return usage("give --batch with a sentence, or --suite with --task")
	}
	return nil
}

// runBatch does a task for each row of a file.
func (a *app) runBatch(ctx context.Context, args []string, o runOptions) error {
	order := o.batch
	order.Words = desk.Words{Text: strings.Join(args, " "), User: o.user, Date: o.date}
	order.Testbed, order.Apply, order.Decide = o.testbed, o.apply, a.deciding()
	_, order.OwnBank = a.flags["memory.bank"]
	if o.explain {
		report, err := a.desk.ForeseeBatch(ctx, order)
		return a.batchEnded(report, err, func() { a.tellForeseen(report) })
	}
	progress := newBatchProgress(a)
	report, err := a.desk.Batch(ctx, order, progress.observe)
	progress.close()
	return a.batchEnded(report, err, func() { a.tellBatch(ctx, order, report, err) })
}

// batchEnded prints what came of a batch, unless it could not begin.
func (a *app) batchEnded(report desk.BatchReport, err error, tell func()) error {
	if report.Batch == "" {
		return err
	}
	if broken := showResult(a, report, nil, func(desk.BatchReport) { tell() }); broken != nil {
		return broken
	}
	return report.End(err)
}
