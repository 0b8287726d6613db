package desk

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"legomem/agents/everyday"
	"legomem/agents/reflex"
	"legomem/membank"
	"legomem/trajectory"
)

// countPlayed counts whether the procedure that a run was played from succeeded, and
// quarantines one that failed. It goes by the run's log, so it does not matter how
// often the run was interrupted. An error is only logged: it is no reason to doubt the
// run itself.
func (d *Desk) countPlayed(ctx context.Context, bank *membank.Bank, runs, id string) {
	if err := d.learnPlayed(context.WithoutCancel(ctx), bank, filepath.Join(runs, id)); err != nil {
		d.Log.Warn().Str("run", id).Err(err).Msg("what came of the procedure is not counted")
	}
}

func (d *Desk) learnPlayed(ctx context.Context, bank *membank.Bank, dir string) error {
	if bank == nil {
		return nil
	}
	run, err := trajectory.Open(dir)
	if err != nil {
		return err
	}
	if err := d.learnAnswer(ctx, run); err != nil {
		return err
	}
	played := membank.PlayedIn(run)
	if strings.HasPrefix(played.Unit, everyday.Unit) {
		return nil // it is the program's own
	}
	if run.Bound != nil && len(run.Bound.Doubts) > 0 {
		return nil // what came of it says nothing of the procedure, which may not have been meant
	}
	if played.Unit == "" && run.Result != nil && run.Result.Outcome == trajectory.GaveUp {
		return d.noticeConfined(ctx, bank)
	}
	if played.Outcome == membank.NoVerdict {
		return nil
	}
	if err := bank.MarkPlayed(ctx, played.Unit, played.Outcome == membank.Success); err != nil {
		return err
	}
	if played.Outcome == membank.Success {
		return keepWordings(ctx, bank, played.Unit, run)
	}
	if !d.config.Reflex.Quarantine {
		return nil
	}
	if err := bank.Suspend(ctx, played.Unit, fmt.Sprintf("run %s failed: %s", run.ID, played.Why)); err != nil {
		return err
	}
	d.Notify(Suspended{Run: run.ID, Played: played})
	return nil
}

// keepWordings adds the task's wording to the procedure, if a model had vouched for it,
// now that the procedure did the work.
func keepWordings(ctx context.Context, bank *membank.Bank, id string, run *trajectory.Run) error {
	if len(run.Wordings) == 0 {
		return nil
	}
	units, err := bank.Get(ctx, []string{id})
	if err != nil || len(units) == 0 {
		return err
	}
	p, err := reflex.Decode(units[0].Procedure)
	if err != nil {
		return nil // it was replaced meanwhile, by another program's
	}
	more := false
	for _, w := range run.Wordings {
		with, added, err := reflex.See(p, w, run.Started.Task)
		if err == nil && added {
			p, more = with, true
		}
	}
	if !more {
		return nil
	}
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return bank.SetProcedure(ctx, id, data, units[0].Compiler, units[0].Joined)
}

// noticeConfined reports, if nothing fitted a task, how many memories may not be
// played.
func (d *Desk) noticeConfined(ctx context.Context, bank *membank.Bank) error {
	n, err := bank.Count(ctx, membank.Filter{Kind: membank.FullTask, Quarantined: true})
	if err == nil && n > 0 {
		d.Notify(Confined{Memories: n})
	}
	return err
}
