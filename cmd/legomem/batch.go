package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"legomem/desk"
	"legomem/membank"
	"legomem/membank/store/sqlite"
	"legomem/places"
	"legomem/trajectory"
	"legomem/words"
)

// batchOptions are the flags of a run that is done once for each row of a file.
type batchOptions struct {
	file, name                       string
	chain, apply, keepGoing, repeats bool
	again                            bool
}

func addBatchFlags(cmd *cobra.Command, o *batchOptions) {
	f := cmd.Flags()
	f.StringVar(&o.file, "batch", "", "a CSV file or a workbook: the task is done for each of its rows, with {column} in it")
	_ = cmd.MarkFlagFilename("batch", "csv", "xlsx") // the flag exists: it is defined above
	f.StringVar(&o.name, "batch-name", "", "the batch's name, under which it goes on (default: of the file, the task and the settings)")
	f.BoolVar(&o.chain, "chain", false, "of a batch: each row starts from the files that the row before left")
	f.BoolVar(&o.apply, "apply", false, "of a batch: copy each row's changes to its --testbed, with a backup; of a chain, all at the end")
	f.BoolVar(&o.keepGoing, "keep-going", false, "of a batch: do the rows that fit where others do not, and go on with a chain")
	f.BoolVar(&o.repeats, "allow-repeats", false, "of a batch: rows may say the same")
	f.BoolVar(&o.again, "again", false, "of a batch: start over, also with rows that are done")
}

// check refuses flags that do not go together.
func (o batchOptions) check(run runOptions) error {
	switch {
	case o.file == "" && o != batchOptions{}:
		return usage("--batch-name, --chain, --apply, --keep-going, --allow-repeats and --again are of a batch; add --batch FILE")
	case o.file != "" && (run.suite != "" || run.task != ""):
		return usage("give --batch with a sentence, or --suite with --task")
	case o.name != "":
		if secondOf.MatchString(o.name) {
			return usage("--batch-name %q: a name that ends so is given by --again", o.name)
		}
		return checkName("--batch-name", o.name)
	}
	return nil
}

// batch is a batch underway.
type batch struct {
	app           *app
	o             runOptions
	is            batchIs
	name          string
	dir           string      // its folder
	runs          places.Runs // the folder of runs
	rows          []batchRow
	warnings      []string
	past          *batchPast
	journal       *journal    // nil while it is only explained
	parts         *desk.Parts // nil where there is nothing to do
	closeLauncher func()
	found         []batchEvent       // ends of runs that the journal has not yet
	fits          map[string]fitting // by key, of the rows that are to be done
	done          []rowDone
}

// rowDone is what a batch says of a row.
type rowDone struct {
	Row     int      `json:"row"`
	Line    int      `json:"line"`
	Task    string   `json:"task"`
	Status  string   `json:"status"`
	Reason  string   `json:"reason,omitempty"`
	Run     string   `json:"run_id,omitempty"`
	Would   string   `json:"would_do,omitempty"` // the procedure's sentence, before it is done
	Changed []string `json:"changed,omitempty"`
	Applied bool     `json:"applied,omitempty"`
}

// What a batch says of its rows, beside a run's outcomes.
const (
	isDone     = "done"
	wasDone    = "done_before"
	wouldDo    = "would_do"
	isRefused  = "refused"     // it does not fit
	notApplied = "not_applied" // done, and not copied to the user's folder
	brokenOff  = "broken_off"  // its run has no end
	underway   = "under_way"   // nor has that of another program
	notBegun   = "not_begun"
)

func (s rowDone) fine() bool { return s.Status == isDone || s.Status == wasDone || s.Status == wouldDo }

// runBatch does a task for each row of a file.
func (a *app) runBatch(ctx context.Context, args []string, o runOptions) error {
	b, err := a.openBatch(ctx, args, o)
	if err != nil {
		return err
	}
	for _, w := range b.warnings {
		if !a.json {
			fmt.Fprintf(a.err, "Warning: %s.\n", w)
		}
	}
	if o.explain {
		return b.explain(ctx)
	}
	return b.carryOut(ctx)
}

// openBatch reads what is asked for, and looks where it is kept.
func (a *app) openBatch(ctx context.Context, args []string, o runOptions) (*batch, error) {
	if len(args) != 1 || strings.TrimSpace(args[0]) == "" {
		return nil, usage("say what to do with each row, in quotes: legomem run --batch values.csv \"Send {to} an email with the subject {subject} that says {message}\"")
	}
	w, err := readWording(args[0])
	if err != nil {
		return nil, err
	}
	if _, err := a.freeTask("", o.user, o.date); err != nil {
		return nil, err
	}
	if err := isFolder(o.testbed); err != nil {
		return nil, usage("--%v", err)
	}
	b := &batch{app: a, o: o, fits: map[string]fitting{}}
	if b.rows, b.warnings, err = a.readBatch(ctx, w, o); err != nil {
		return nil, err
	}
	for _, r := range b.rows {
		if o.batch.apply && r.from == "" {
			return nil, usage("--apply copies to the folder that a row starts from: say which with --testbed, or in a column testbed")
		}
	}
	runs, err := a.runsDir()
	if err != nil {
		return nil, err
	}
	b.runs = places.Runs(runs)
	return b, b.locate(args[0])
}

// locate finds the batch's folder: by its name, or by what makes it the same.
func (b *batch) locate(text string) error {
	b.is = batchIs{Task: text, User: b.o.user, Date: b.o.date, Chain: b.o.batch.chain}
	for _, p := range []struct {
		name string
		to   *string
	}{{b.o.batch.file, &b.is.File}, {b.o.testbed, &b.is.Testbed}} {
		if p.name == "" {
			continue
		}
		abs, err := filepath.Abs(p.name)
		if err != nil {
			return fmt.Errorf("find %s: %w", p.name, err)
		}
		*p.to = abs
	}
	b.name = b.o.batch.name
	if b.name == "" {
		b.name = slug(b.o.batch.file) + "-" + digest([]string{text, b.is.File, b.is.Testbed, b.is.User, b.is.Date, strconv.FormatBool(b.is.Chain)})[:8]
	}
	return nil
}

// slug is a file's name without its suffix, fit for the name of a batch.
func slug(file string) string {
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	name = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' {
			return r
		}
		return '-'
	}, name)
	if name = strings.Trim(name, "-"); len(name) > 60 {
		name = strings.ToValidUTF8(name[:60], "")
	}
	return cmp.Or(name, "batch")
}

// secondOf is how a batch's folder is called after it was started over.
var secondOf = regexp.MustCompile(`\.(\d+)$`)

// lockFile is the file that all starts of the batch lock, also those that begin
// it over.
func (b *batch) lockFile() string { return b.runs.Batch(b.name).Lock() }

// folder finds the batch's folder: the latest of those that --again has begun,
// or the one that it begins now.
func (b *batch) folder() string {
	first := string(b.runs.Batch(b.name))
	there := func(name string) bool { _, err := os.Stat(name); return err == nil }
	latest, next := first, first+".2"
	for n := 3; there(next); n++ {
		latest, next = next, fmt.Sprintf("%s.%d", first, n)
	}
	if b.o.batch.again && there(filepath.Join(latest, journalName)) {
		return next
	}
	return latest
}

// remember reads what the batch did before, and looks what became of the runs
// that its journal has no end of. A batch of that name which is another one is
// refused.
func (b *batch) remember() error {
	events, err := readJournal(b.dir)
	if err != nil {
		return err
	}
	b.past = pastOf(events)
	if was := b.past.is; was != nil && (was.Task != b.is.Task || was.Chain != b.is.Chain || was.Testbed != b.is.Testbed) {
		return usage("the batch %s is another one: %q with --testbed %q and --chain=%t; give this one a name of its own with --batch-name, or say --again to start over",
			b.name, words.Short(was.Task, 100), was.Testbed, was.Chain)
	}
	for key, r := range b.past.rows {
		if !r.begun && r.outcome != trajectory.Cancelled && r.outcome != trajectory.Errored {
			continue // it has an end that nothing goes on from
		}
		end, ended, err := endIn(string(b.runs), r.run)
		if err != nil {
			return err
		}
		end.Row = key
		switch {
		case !ended:
			r.begun = true
		case r.begun || end.Outcome == trajectory.Solved: // or it was resumed since
			b.found = append(b.found, end)
		}
	}
	for _, end := range b.found {
		end.Time = b.app.now().UTC()
		b.past.take(end)
	}
	return nil
}

// explain tells what would be done for each row, without doing it.
func (b *batch) explain(ctx context.Context) error {
	b.dir = b.folder()
	if err := b.remember(); err != nil {
		return err
	}
	bank, done, err := b.app.openBank(ctx, sqlite.ReadOnly)
	if err != nil {
		return err
	}
	defer done()
	if err := b.check(ctx, bank); err != nil {
		return err
	}
	for _, r := range b.rows {
		b.done = append(b.done, b.foresee(r))
	}
	if err := b.tellForeseen(); err != nil {
		return err
	}
	return b.verdict()
}

// check reads all rows that are not done as reflex does.
func (b *batch) check(ctx context.Context, bank *membank.Bank) error {
	if b.app.config.Brain == "model" {
		return nil
	}
	x := newFitter(b.app, bank)
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

// refused says why a row may not be done. Where a model goes on with what reflex
// gives up, only a value that is cut is a reason.
func (b *batch) refused(r batchRow) string {
	f := b.fits[r.key]
	if b.app.config.Brain != "reflex" && !f.cut {
		return ""
	}
	return f.why
}

// foresee says what would become of a row.
func (b *batch) foresee(r batchRow) rowDone {
	out := rowDone{Row: r.number, Line: r.line, Task: r.task.Text, Status: wouldDo, Would: b.fits[r.key].does}
	past, why := b.past.row(r.key), b.refused(r)
	switch {
	case past.solved():
		out.Status, out.Run, out.Reason = wasDone, past.run, doneBefore(past)
	case past.begun:
		out.Status, out.Run, out.Reason = brokenOff, past.run, wayOn(past.run)
		if who := heldBy(b.lockFile()); who != "" {
			out.Status, out.Reason = underway, "the batch goes on in "+who
		}
	case why != "":
		out.Status, out.Reason = isRefused, why
	case b.app.config.Brain != "reflex":
		out.Reason = b.fits[r.key].why
	}
	return out
}

func doneBefore(p *rowPast) string {
	return fmt.Sprintf("already done on %s in run %s", p.at.Local().Format(time.DateOnly), p.run)
}

// wayOn is what to do about a run that was broken off.
func wayOn(run string) string {
	return fmt.Sprintf("look at it with legomem runs show %s, and go on with legomem runs resume %s", run, run)
}

// verdict is how a batch ends the command.
func (b *batch) verdict() error {
	if slices.ContainsFunc(b.done, func(d rowDone) bool { return !d.fine() }) {
		return &desk.NotSolved{}
	}
	return nil
}
