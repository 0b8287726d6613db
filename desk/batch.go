package desk

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"legomem/agents/reflex"
	"legomem/consent"
	"legomem/jsonlines"
	"legomem/membank"
	"legomem/membank/store/sqlite"
	"legomem/places"
)

// BatchOrder is a task that is done once for each row of a file.
type BatchOrder struct {
	// Words is the task, with {column} where a row's value goes. A column called
	// user, date or testbed that the task does not name sets that for its row.
	Words
	File    string // a CSV file or a workbook
	Testbed string // the folder that each row starts from; "": an empty one
	// Name is the batch's name when it goes on; "" for one that is made of the file,
	// the task and the settings.
	Name      string
	Chain     bool // each row starts from the files that the previous row left
	Apply     bool // copy changes to the testbed: after each row, or for a chain at the end
	KeepGoing bool // do the rows that fit even if others do not, and go on with a chain
	Repeats   bool // rows may be equal
	Again     bool // start over, even with rows that are done
	OwnBank   bool // as in Resuming
	// Decide is asked about a chain's changes that are outside the bounds; where it is
	// nil, the question is left open.
	Decide Deciding
}

// BatchReport is the outcome of a batch.
type BatchReport struct {
	Batch  string `json:"batch"` // its name; "" if it could not begin
	Folder string `json:"folder"`
	BatchTally
	DryRun   bool        `json:"dry_run"`
	Testbed  string      `json:"testbed,omitempty"` // of a chain: what its last row left
	Warnings []string    `json:"warnings"`
	Results  []RowReport `json:"results"`
	// Question is about a chain's changes, where somebody must agree to them.
	Question *consent.Question `json:"question,omitempty"`
	// Home is the absolute path of the folder that the batch starts from; "" for none.
	Home string `json:"-"`
}

// BatchTally counts a batch's rows.
type BatchTally struct {
	Rows    int `json:"rows"`
	Done    int `json:"done"`        // now
	Before  int `json:"done_before"` // in earlier starts
	NotDone int `json:"not_done"`    // in a dry run, those that would not be done
}

// RowReport is the outcome of a row, or what it would be.
type RowReport struct {
	Row     int      `json:"row"`  // from 1
	Line    int      `json:"line"` // in the file
	Task    string   `json:"task"`
	Status  string   `json:"status"` // one of those below, or a run's outcome
	Reason  string   `json:"reason,omitempty"`
	Run     string   `json:"run_id,omitempty"`
	Would   string   `json:"would_do,omitempty"` // the procedure's sentence, before it is done
	Changed []string `json:"changed,omitempty"`
	Applied bool     `json:"applied,omitempty"`
	// Question is what somebody must answer before its changes are applied.
	Question *consent.Question `json:"question,omitempty"`
	// Bindings are the values that the row would be done with.
	Bindings []reflex.Binding `json:"-"`
}

// The statuses of rows, besides a run's outcomes.
const (
	RowDone       = "done"
	RowDoneBefore = "done_before"
	RowWouldDo    = "would_do"
	RowRefused    = "refused"     // it does not fit
	RowNotApplied = "not_applied" // done, and not copied to the user's folder
	RowAsked      = "asked"       // somebody must agree to its changes, or answer it before it is done
	RowBrokenOff  = "broken_off"  // its run has no end
	RowUnderWay   = "under_way"   // another program is at the batch
	RowNotBegun   = "not_begun"
)

// Fine reports whether a row is done, or would be.
func (r RowReport) Fine() bool {
	return slices.Contains([]string{RowDone, RowDoneBefore, RowWouldDo}, r.Status)
}

func (r *BatchReport) add(row RowReport) {
	r.Results = append(r.Results, row)
	switch {
	case row.Status == RowDoneBefore:
		r.Before++
	case row.Status == RowDone:
		r.Done++
	case !row.Fine():
		r.NotDone++
	}
}

// End returns the error that ends a call: nil if every row is done, or would be. Err is
// what Batch or ForeseeBatch returned with the report.
func (r BatchReport) End(err error) error {
	asks := func(row RowReport) bool { return row.Status == RowAsked }
	switch {
	case err != nil:
		return err
	case slices.ContainsFunc(r.Results, func(row RowReport) bool { return !row.Fine() && !asks(row) }):
		return &NotSolved{}
	case r.Question != nil || slices.ContainsFunc(r.Results, asks):
		return &Undecided{}
	}
	return nil
}

func (r BatchReport) fine() bool {
	return !slices.ContainsFunc(r.Results, func(row RowReport) bool { return !row.Fine() })
}

// BatchObserver is called for each row that is tried: when it begins, with no status
// yet, and when it has ended. SoFar counts the rows that have ended.
type BatchObserver func(row RowReport, soFar BatchTally)

// Batch does the rows that are not done, with one launcher and one bank. Where it
// cannot begin, the report has no name. See may be nil. The error is what ended the
// batch before its last row.
func (d *Desk) Batch(ctx context.Context, o BatchOrder, see BatchObserver) (BatchReport, error) {
	b, err := d.openBatch(ctx, o)
	if err != nil {
		return BatchReport{}, err
	}
	if see != nil {
		b.see = see
	}
	unlock, err := d.lock(b.lockFile(), "the batch "+b.report.Batch)
	if err != nil {
		return BatchReport{}, err
	}
	defer unlock()
	if err := b.begin(); err != nil {
		return BatchReport{}, err
	}
	defer b.journal.Close() // every line is on the disk already
	err = b.doRows(ctx)
	return b.reported(), err
}

// ForeseeBatch returns what would be done for each row, without doing it. If it cannot,
// the report has no name.
func (d *Desk) ForeseeBatch(ctx context.Context, o BatchOrder) (BatchReport, error) {
	b, err := d.openBatch(ctx, o)
	if err != nil {
		return BatchReport{}, err
	}
	if err := b.remember(); err != nil {
		return BatchReport{}, err
	}
	bank, done, err := d.openBank(ctx, d.config, sqlite.ReadOnly)
	if err != nil {
		return BatchReport{}, err
	}
	defer done()
	if err := b.check(ctx, bank); err != nil {
		return BatchReport{}, err
	}
	b.report.DryRun = true
	for _, r := range b.rows {
		b.report.add(b.foresee(r))
	}
	return b.reported(), nil
}

// batch is a batch underway.
type batch struct {
	desk    *Desk
	o       BatchOrder
	is      batchIs
	runs    places.Runs
	rows    []batchRow
	past    *batchPast
	found   []batchEvent       // ends of runs that are not in the journal yet
	fits    map[string]fitting // by key, of the rows that are to be done
	report  BatchReport
	see     BatchObserver
	journal *jsonlines.Writer // nil in a dry run
	parts   *Prepared         // nil where there is nothing to do
}

// openBatch reads the order, and finds where the batch is kept.
func (d *Desk) openBatch(ctx context.Context, o BatchOrder) (*batch, error) {
	if err := o.checkName(); err != nil {
		return nil, err
	}
	if strings.TrimSpace(o.Text) == "" {
		return nil, BadInput("say what to do with each row, in quotes: legomem run --batch values.csv \"Send {to} an email with the subject {subject} that says {message}\"")
	}
	w, err := readWording(o.Text)
	if err != nil {
		return nil, err
	}
	if _, err := d.FreeTask(o.Words); err != nil {
		return nil, err
	}
	if err := isFolder(o.Testbed); err != nil {
		return nil, BadInput("--%v", err)
	}
	b := &batch{desk: d, o: o, fits: map[string]fitting{}, see: func(RowReport, BatchTally) {}}
	var warnings []string
	if b.rows, warnings, err = d.readBatch(ctx, w, o); err != nil {
		return nil, err
	}
	if err := b.hasHomes(); err != nil {
		return nil, err
	}
	if err := b.locate(); err != nil {
		return nil, err
	}
	for _, w := range warnings {
		d.Notify(BatchWarning{Text: w})
	}
	b.report.Warnings, b.report.Results, b.report.Rows = append([]string{}, warnings...), []RowReport{}, len(b.rows)
	return b, nil
}

// hasHomes refuses rows without a folder to copy to, if changes are copied.
func (b *batch) hasHomes() error {
	homeless := func(r batchRow) bool { return r.from == "" }
	if b.o.Apply && slices.ContainsFunc(b.rows, homeless) {
		return BadInput("--apply copies to the folder that a row starts from: say which with --testbed or in a column testbed, or name your office with legomem init DIR")
	}
	return nil
}

// begin opens the journal, once the batch is locked.
func (b *batch) begin() error {
	if err := b.remember(); err != nil {
		return err
	}
	if err := os.MkdirAll(b.report.Folder, 0o700); err != nil {
		return fmt.Errorf("make the batch's folder: %w", err)
	}
	j, err := openJournal(b.report.Folder)
	if err != nil {
		return err
	}
	b.journal = j
	if err := b.writeFound(); err != nil {
		return errors.Join(err, j.Close())
	}
	return nil
}

func (b *batch) reported() BatchReport {
	if b.is.Chain {
		b.report.Testbed = b.left()
	}
	return b.report
}

// check fits all rows that are not done to procedures, as reflex does.
func (b *batch) check(ctx context.Context, bank *membank.Bank) error {
	if b.desk.config.Brain == "model" || b.desk.Brain != nil {
		return nil // nobody can tell before it is tried
	}
	x := newFitter(b.desk, bank)
	for _, r := range b.rows {
		if past := b.past.row(r.key); past.solved() || past.begun {
			continue
		}
		f, err := x.fit(ctx, r)
		if err != nil {
			return err
		}
		b.fits[r.key] = f
	}
	alike(b.rows, b.fits)
	return nil
}

// refused returns why a row may not be done, or "". If a model goes on where reflex
// gives up, only a value that is cut is a reason.
func (b *batch) refused(r batchRow) string {
	f := b.fits[r.key]
	if f.asks || b.desk.config.Brain != "reflex" && !f.cut {
		return ""
	}
	return f.why
}

// foresee returns what would become of a row.
func (b *batch) foresee(r batchRow) RowReport {
	out, f := b.about(r, RowWouldDo, ""), b.fits[r.key]
	out.Would, out.Bindings = f.does, f.preview.Bindings
	past, why := b.past.row(r.key), b.refused(r)
	switch {
	case past.solved():
		out.Status, out.Run, out.Reason = RowDoneBefore, past.run, doneBefore(past)
	case past.begun:
		out.Status, out.Run, out.Reason = RowBrokenOff, past.run, wayOn(past.run)
		if who := heldBy(b.lockFile()); who != "" {
			out.Status, out.Reason = RowUnderWay, "the batch goes on in "+who
		}
	case b.asking(past) != nil:
		out = asks(out, b.asking(past))
	case why != "":
		out.Status, out.Reason = RowRefused, why
	case f.asks, b.desk.config.Brain != "reflex":
		out.Reason = f.why
	}
	return out
}

func (b *batch) about(r batchRow, status, reason string) RowReport {
	return RowReport{Row: r.number, Line: r.line, Task: r.task.Text, Status: status, Reason: reason}
}

// left is the folder that the last row of a chain left, "" before there is one.
func (b *batch) left() string {
	if len(b.past.done) == 0 {
		return ""
	}
	return b.runs.Run(b.past.done[len(b.past.done)-1]).Testbed()
}
