package desk

import (
	"context"
	"strings"

	"legomem/agents/everyday"
	"legomem/consent"
	"legomem/lists"
	"legomem/trajectory"
)

// wordings are how a user asked for the everyday skills and practised work. Without them more is asked.
func (d *Desk) wordings(user string) []everyday.Wording {
	book, err := d.book()
	var all []consent.Wording
	if err == nil {
		all, err = book.Wordings(user)
	}
	if err != nil {
		d.Log.Warn().Err(err).Msg("no wording is known")
		return nil
	}
	return lists.Map(all, func(w consent.Wording) everyday.Wording {
		return everyday.Wording{Skill: w.Skill, Text: w.Text, Refused: w.Refused}
	})
}

// learnWordings keeps how a run's task is to be read from now on, or is not: as its user
// said.
func (d *Desk) learnWordings(ctx context.Context, r *trajectory.Run, refused bool) error {
	if !wasRead(r) {
		return nil
	}
	skill := strings.TrimPrefix(r.Bound.Unit, everyday.Unit)
	book, err := d.book()
	if err != nil {
		return err
	}
	return bookError(book.Learn(ctx, r.ID, lists.Map(r.Wordings, func(w trajectory.Wording) consent.Wording {
		return consent.Wording{User: r.Started.Task.User, Skill: skill, Text: w.Text, Refused: refused}
	})))
}

// wasRead says that a run's task was read for a skill or practised work, in words that can
// be kept.
func wasRead(r *trajectory.Run) bool { return r.Bound != nil && len(r.Wordings) > 0 }

// learnAnswer keeps what an answer says of how its task is to be read: the readings that
// were refused, and the one that was chosen, once the run with it has done its work.
func (d *Desk) learnAnswer(ctx context.Context, r *trajectory.Run) error {
	if len(r.Refused) > 0 {
		book, err := d.book()
		if err != nil {
			return err
		}
		all := lists.Map(r.Refused, func(w trajectory.Refusal) consent.Wording {
			return consent.Wording{User: r.Started.Task.User, Skill: w.Skill, Text: w.Text, Refused: true}
		})
		return bookError(book.Learn(ctx, r.ID, all))
	}
	chosen := len(r.Started.Task.Answers) > 0
	if !chosen || r.Result == nil || r.Result.Outcome != trajectory.Solved {
		return nil
	}
	return d.learnWordings(ctx, r, false)
}
