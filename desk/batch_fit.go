package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"legomem/agents"
	"legomem/agents/reflex"
	"legomem/membank"
	"legomem/tools/value"
	"legomem/trajectory"
	"legomem/words"
)

// fitting is what reflex would do for a row, or why it would not.
type fitting struct {
	unit    string // the memory
	does    string // the sentence of its procedure
	preview reflex.Preview
	roles   map[string]string // the procedure's slots that each column fills
	why     string
	// cut is true if a value would be read as something other than the column's: then
	// nothing may do the row.
	cut  bool
	asks bool // it is asked about before it is done
}

// fitter reads rows as reflex does, and checks that every value stays what it is.
type fitter struct {
	desk *Desk
	bank *membank.Bank
	// persons holds, by memory and column, whether the procedure looks for a person
	// where the column is.
	persons map[string]bool
}

func newFitter(d *Desk, bank *membank.Bank) *fitter {
	return &fitter{desk: d, bank: bank, persons: map[string]bool{}}
}

// fit reads a row. Each value must be bound as a whole and in its own place: no part of
// it may be read as part of the request.
func (x *fitter) fit(ctx context.Context, r batchRow) (fitting, error) {
	m, why, err := x.choose(ctx, r.task, r.said.text)
	if asks, ok := errors.AsType[*agents.Asking](err); ok {
		return fitting{why: "it asks: " + asks.Question.Text, asks: true}, nil
	}
	if m == nil {
		return fitting{why: why}, err
	}
	out := fitting{unit: m.Unit.Unit.ID, does: m.Procedure.Sentence(), preview: m.Preview(r.task.User), roles: map[string]string{}}
	by, unheld := r.said.held(m.Bindings)
	if unheld != "" {
		out.cut = true
		out.why = fmt.Sprintf("the value of {%s} is not read as one value by %q: all of it, or a part, would be a part of the request", unheld, out.does)
		return out, nil
	}
	for i, p := range r.said.places {
		b := m.Bindings[by[i]]
		if had := out.roles[p.column]; had != "" && had != b.Slot {
			out.roles[p.column] = had + " and " + b.Slot
		} else {
			out.roles[p.column] = b.Slot
		}
		person, err := x.wantsPerson(ctx, r, p, b, out.unit)
		if err != nil {
			return out, err
		}
		if person {
			out.cut = true
			out.why = fmt.Sprintf("{%s} stands where %q looks for a person's name, and %q is none", p.column, out.does, words.Short(r.said.text[p.start:p.end], 60))
		}
	}
	return out, nil
}

// choose finds the procedure for a text, or returns why there is none.
func (x *fitter) choose(ctx context.Context, task trajectory.Task, text string) (*reflex.Match, string, error) {
	task.Text = text
	m, err := reflex.Brain{Candidates: x.desk.config.Reflex.Candidates}.Choose(ctx, agents.Brief{Task: task, SearchTasks: x.bank.SearchTasks})
	if no := (*agents.GiveUp)(nil); errors.As(err, &no) {
		return nil, no.Reason, nil
	}
	return m, "", err
}

// someone is a name that no value is likely to have.
const someone = "Zorabel"

// wantsPerson reports whether words are where a name would be read as a person, and so
// would pass for another column's value.
func (x *fitter) wantsPerson(ctx context.Context, r batchRow, p columnPlace, b reflex.Binding, unit string) (bool, error) {
	if b.Kind != value.Phrase && b.Kind != value.Message {
		return false, nil
	}
	key := unit + " " + p.column
	if known, ok := x.persons[key]; ok {
		return known, nil
	}
	start, end := r.said.withMarks(p)
	m, _, err := x.choose(ctx, r.task, r.said.text[:start]+someone+r.said.text[end:])
	if err != nil && !caused[*agents.Asking](err) {
		return false, err
	}
	x.persons[key] = m != nil && slices.ContainsFunc(m.Bindings, func(b reflex.Binding) bool {
		return b.Kind == value.Person && b.Spelled == someone
	})
	return x.persons[key], nil
}

// withMarks returns where a value is, including quotes that are around it alone.
func (f filledIn) withMarks(p columnPlace) (start, end int) {
	for _, m := range marks {
		if strings.HasSuffix(f.text[:p.start], m.open) && strings.HasPrefix(f.text[p.end:], m.shut) {
			return p.start - len(m.open), p.end + len(m.shut)
		}
	}
	return p.start, p.end
}

// alike refuses rows in which a column fills other slots of a procedure than it does in
// most: what a value holds must not change what it is for.
func alike(rows []batchRow, fits map[string]fitting) {
	usual := map[string]string{} // by memory
	for unit, counts := range rolesOf(rows, fits) {
		most, total := "", 0
		for roles, n := range counts {
			if total += n; n > counts[most] {
				most = roles
			}
		}
		if usual[unit] = most; counts[most]*2 <= total {
			usual[unit] = "" // there is no majority
		}
	}
	for _, r := range rows {
		f, ok := fits[r.key]
		if ok && f.why == "" && fmt.Sprint(f.roles) != usual[f.unit] {
			f.cut = true
			f.why = fmt.Sprintf("%q takes its values for something else here than in other rows: %s", f.does, fmt.Sprint(f.roles))
			fits[r.key] = f
		}
	}
}

// rolesOf counts, by memory, how often the columns fill which slots.
func rolesOf(rows []batchRow, fits map[string]fitting) map[string]map[string]int {
	out := map[string]map[string]int{}
	for _, r := range rows {
		if f, ok := fits[r.key]; ok && f.why == "" {
			if out[f.unit] == nil {
				out[f.unit] = map[string]int{}
			}
			out[f.unit][fmt.Sprint(f.roles)]++
		}
	}
	return out
}
