package desk

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"legomem/tools/table"
	"legomem/tools/value"
	"legomem/trajectory"
	"legomem/words"
)

// batchRow is one row of a batch: what is to be done, for whom and when.
type batchRow struct {
	number int // from 1
	line   int // in the file
	key    string
	said   filledIn
	task   trajectory.Task
	from   string // the folder it starts from
	dated  bool   // the task's date is given, instead of the run's
}

// settable are the columns that set something for their row, where the task does
// not name them.
var settable = []string{"user", "date", "testbed"}

// maxProblems is how many problems of a file are reported at once.
const maxProblems = 20

// batchSheet is a file of values that is being read.
type batchSheet struct {
	file     string
	columns  map[string]int // by name, in lower case
	names    []string
	problems []string
	warnings []string
}

func (s *batchSheet) problem(line int, format string, args ...any) {
	s.problems = append(s.problems, fmt.Sprintf("%s:%d: ", s.file, line)+fmt.Sprintf(format, args...))
}

// refuse is the error of all problems, nil for none.
func (s *batchSheet) refuse() error {
	if len(s.problems) == 0 {
		return nil
	}
	all := s.problems
	if len(all) > maxProblems {
		all = append(all[:maxProblems:maxProblems], fmt.Sprintf("and %d more", len(all)-maxProblems))
	}
	return BadInput("%s", strings.Join(all, "\n"))
}

// readBatch fills the task with each row of a batch's file. All problems of the file
// are reported together, with their lines.
func (d *Desk) readBatch(ctx context.Context, w wording, o BatchOrder) (rows []batchRow, warnings []string, err error) {
	records, err := d.readRecords(ctx, o.File)
	if err != nil {
		return nil, nil, err
	}
	s := &batchSheet{file: o.File, columns: map[string]int{}}
	s.header(records[0])
	s.check(w, o)
	if err := s.refuse(); err != nil {
		return nil, nil, err
	}
	for i, r := range records[1:] {
		values := s.values(r, w)
		if values == nil {
			continue
		}
		row := batchRow{number: i + 1, line: r.Line}
		if err := d.fillRow(&row, w, values, o); err != nil {
			s.problem(r.Line, "%v", err)
			continue
		}
		rows = append(rows, row)
	}
	s.repeats(rows, o.Repeats)
	return rows, s.warnings, s.refuse()
}

func (d *Desk) readRecords(ctx context.Context, file string) (records []table.Record, err error) {
	if isWorkbook(file) {
		records, err = d.readWorkbook(ctx, file)
	} else {
		records, err = readDelimited(file)
	}
	switch {
	case err != nil:
		return nil, err
	case len(records) == 0:
		return nil, BadInput("%s is empty; its first line names the columns", file)
	case len(records) == 1:
		return nil, BadInput("%s has no row, only the columns %s", file, strings.Join(records[0].Fields, ", "))
	}
	return records, nil
}

func readDelimited(file string) ([]table.Record, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, BadInput("--batch: %v", err)
	}
	records, err := table.Records(data)
	if at := (*table.LineError)(nil); errors.As(err, &at) {
		return nil, BadInput("%s:%d: %v", file, at.Line, err)
	}
	if err != nil {
		return nil, BadInput("%s: %v", file, err)
	}
	return records, nil
}

// header reads the columns' names.
func (s *batchSheet) header(r table.Record) {
	for i, name := range r.Fields {
		key := strings.ToLower(name)
		if _, twice := s.columns[key]; twice && name != "" {
			s.problem(r.Line, "two columns are called %q", name)
		}
		s.columns[key] = i
		s.names = append(s.names, name)
	}
}

// check compares the columns with the task. A name in braces without a column is a
// problem, an unused column a warning.
func (s *batchSheet) check(w wording, o BatchOrder) {
	has := func(column string) bool { _, ok := s.columns[column]; return ok }
	for _, name := range w.columns() {
		if !has(strings.ToLower(name)) {
			s.problem(1, "there is no column %q for the task's {%s}; there are: %s", name, name, strings.Join(s.names, ", "))
		}
	}
	if o.Chain && has("testbed") {
		s.problem(1, "with --chain each row starts from what the one before left; leave the column testbed out")
	}
	if len(w.columns()) == 0 && !slices.ContainsFunc(settable, has) {
		s.problems = append(s.problems, fmt.Sprintf("the task names no column; write {%s} where its value goes", cmp.Or(s.names...)))
	}
	for _, name := range s.names {
		used := w.names(name) || slices.Contains(settable, strings.ToLower(name))
		if name != "" && !used {
			s.warnings = append(s.warnings, fmt.Sprintf("nothing uses the column %q of %s", name, s.file))
		}
	}
}

// values returns a row's values by column, as the task names them; nil if the row is
// not complete.
func (s *batchSheet) values(r table.Record, w wording) map[string]string {
	fields := r.Fields
	for len(fields) > len(s.names) && fields[len(fields)-1] == "" {
		fields = fields[:len(fields)-1]
	}
	switch n := len(fields); {
	case n < len(s.names):
		s.problem(r.Line, "the row has %s, and the header %d", words.Count(n, "value"), len(s.names))
		return nil
	case n > len(s.names):
		s.problem(r.Line, "the row has %s, and the header %d; a value with the delimiter in it goes in quotes", words.Count(n, "value"), len(s.names))
		return nil
	}
	out := map[string]string{}
	for name, i := range s.columns {
		out[name] = fields[i]
	}
	for _, name := range w.columns() {
		if out[name] = out[strings.ToLower(name)]; out[name] == "" {
			s.problem(r.Line, "the column %q is empty", name)
			return nil
		}
	}
	return out
}

// fillRow makes a row's task.
func (d *Desk) fillRow(row *batchRow, w wording, values map[string]string, o BatchOrder) (err error) {
	set := func(name, otherwise string) string {
		if w.names(name) {
			return otherwise
		}
		return cmp.Or(values[name], otherwise)
	}
	date := set("date", o.Date)
	row.from, row.dated = set("testbed", o.Testbed), date != ""
	if row.task, err = d.FreeTask(Words{User: set("user", o.User), Date: date}); err != nil {
		return err
	}
	if err = isFolder(row.from); err != nil {
		return err
	}
	if row.said, err = w.fill(values, value.Reference{Now: row.task.Now, DayFirst: row.task.DayFirst}); err != nil {
		return err
	}
	row.task.Text = row.said.text
	row.key, err = keyOf(w, values, row.task, date, row.from)
	return err
}

func isFolder(dir string) error {
	if dir == "" {
		return nil
	}
	switch info, err := os.Stat(dir); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("testbed %s: there is no such folder", dir)
	case err != nil:
		return fmt.Errorf("testbed: %w", err)
	case !info.IsDir():
		return fmt.Errorf("testbed %s: it is a file, not a folder", dir)
	}
	return nil
}

// keyOf identifies a row: a hash of the task's wording, the row's values, and what is
// set for the row. The text is left out, since another version of the program may quote
// values in another way.
func keyOf(w wording, values map[string]string, task trajectory.Task, date, bed string) (string, error) {
	said := []string{w.text}
	for _, name := range w.columns() {
		said = append(said, values[name])
	}
	whole, err := wholePath(bed)
	if err != nil {
		return "", err
	}
	return digest(append(said, task.User, date, whole)), nil
}

// digest is a short hash of texts.
func digest(texts []string) string {
	data, _ := json.Marshal(texts) // texts always marshal
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}

// repeats finds equal rows. Doing the same thing twice is rarely meant: it is a
// problem, unless repeats are allowed; then each gets a key of its own.
func (s *batchSheet) repeats(rows []batchRow, allowed bool) {
	first, times := map[string]int{}, map[string]int{}
	for i := range rows {
		r := &rows[i]
		key := r.key
		if times[key]++; times[key] == 1 {
			first[key] = r.line
			continue
		}
		if r.key = fmt.Sprintf("%s.%d", key, times[key]); !allowed {
			s.problem(r.line, "the row says the same as line %d; leave one out, or say --allow-repeats", first[key])
		}
	}
}
