package desk

import (
	"path/filepath"
	"testing"
	"time"

	"legomem/agents/reflex"
	"legomem/membank"
	"legomem/membank/store/sqlite"
	"legomem/must"
	"legomem/sweep"
	"legomem/trajectory"
)

// TestWordingsAreKept: a wording that a model vouched for becomes one of the
// procedure's once it did the work, and not where it did not.
func TestWordingsAreKept(t *testing.T) {
	sweep.OneGoroutine(t)
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	d := newTestDesk(t, nil)
	b, done, err := d.openBank(t.Context(), d.config, sqlite.ReadWrite)
	must.Do(t, err)
	defer done()
	err = func() error {
		u := starterMail(t, b)
		before := len(u.Patterns)
		for _, tt := range []struct {
			run     string
			outcome trajectory.Outcome
			want    int
		}{{"gave-up", trajectory.GaveUp, before}, {"cancelled", trajectory.Cancelled, before}, {"solved", trajectory.Solved, before + 1}, {"again", trajectory.Solved, before + 1}} {
			runs := t.TempDir()
			logRun(t, filepath.Join(runs, tt.run), tt.run, u.id, u.wording, tt.outcome)
			d.countPlayed(t.Context(), b, runs, tt.run)
			if now := starterMail(t, b); len(now.Patterns) != tt.want || tt.outcome == trajectory.Solved && !now.Patterns[before].Seen {
				t.Errorf("%s: %d wordings, not %d", tt.run, len(now.Patterns), tt.want)
			}
		}
		units, err := b.Get(t.Context(), []string{u.id})
		if err == nil && (units[0].Successes != 2 || units[0].Failures != 0) {
			t.Errorf("%d successes, %d failures", units[0].Successes, units[0].Failures)
		}
		return err
	}()
	must.Do(t, err)
}

// mailUnit is a procedure of the starter bank, with a new way to say its task.
type mailUnit struct {
	*reflex.Procedure
	id, wording string
}

func starterMail(t *testing.T, b *membank.Bank) mailUnit {
	t.Helper()
	units := must.Have(b.List(t.Context(), membank.Filter{Kind: membank.FullTask}, membank.Page{}))(t)
	for _, u := range units {
		p, err := reflex.Decode(u.Procedure)
		if err != nil || p.Steps()[0].Tool != "email.send" || len(p.Steps()) != 1 {
			continue
		}
		m := mailUnit{Procedure: p, id: u.ID, wording: "Fancy a note?"}
		for _, s := range p.Slots {
			m.wording += " [" + s.Example + "](" + s.Name + ")"
		}
		return m
	}
	t.Fatal("the starter bank has no procedure of one mail")
	return mailUnit{}
}

// logRun writes the log of a run that was played from a memory, as it was said
// in words that a model vouched for.
func logRun(t *testing.T, dir, id, unit, wording string, outcome trajectory.Outcome) {
	t.Helper()
	task := trajectory.Task{Text: "Fancy a note?", User: "Sam", Now: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}
	writeLog(t, dir, id,
		trajectory.Started{Task: task, Brain: "hybrid"},
		trajectory.Noted{About: trajectory.AboutProcedure, Text: unit},
		trajectory.Taught{Wordings: []trajectory.Wording{{Text: wording}}},
		trajectory.Finished{Result: trajectory.Result{RunID: id, Outcome: outcome}})
}
