package desk

import (
	"context"
	"strconv"
	"strings"
	"time"

	"legomem/membank"
	"legomem/membank/store/sqlite"
)

// ForgetOrder chooses what ForgetMemories forgets: by ids, or by where it was
// learned.
type ForgetOrder struct {
	membank.Selection
	// OlderThan is the least age ("90d"), or the day before which it was learned
	// ("2026-01-31"); "" for any time.
	OlderThan string
	// DryRun forgets nothing, and nobody is asked.
	DryRun bool
}

// bySource reports whether the order chooses by where memories were learned.
func (o ForgetOrder) bySource() bool { return o.Run+o.User+o.Suite+o.Task+o.OlderThan != "" }

func (o ForgetOrder) check() error {
	named := len(o.IDs) > 0
	switch {
	case o.bySource() && named:
		return BadInput("name memories by their ids, or choose them by --run, --user, --suite, --task and --older-than; not both")
	case o.KeepShared && named:
		return BadInput("--keep-shared is about sources; memories that are named go whole")
	case !o.bySource() && !named:
		return BadInput("say what to forget: ids, or --run, --user, --suite, --task or --older-than")
	}
	return nil
}

// Forgotten is what ForgetMemories did, or would do.
type Forgotten struct {
	DryRun    bool                `json:"dry_run"`
	Forgotten int                 `json:"forgotten"`
	Gone      []MemoryDescription `json:"gone"`
	Loosened  []LoosenedMemory    `json:"loosened"`

	Plan     membank.Forgetting `json:"-"`
	Declined bool               `json:"-"` // the user was asked, and said no
}

// LoosenedMemory is a memory that stays without some of its sources.
type LoosenedMemory struct {
	ID        string           `json:"id"`
	Lost      []membank.Source `json:"lost"`
	Wordings  []string         `json:"wordings"`  // those that go
	Unlearned bool             `json:"unlearned"` // its procedure goes
	Kept      string           `json:"kept"`      // what stays, though it may come from the lost sources
}

// ForgetMemories forgets memories for good, once sure agrees to what would go.
func (d *Desk) ForgetMemories(ctx context.Context, o ForgetOrder, sure func(membank.Forgetting) (bool, error)) (Forgotten, error) {
	if err := o.check(); err != nil {
		return Forgotten{}, err
	}
	if err := d.setBefore(&o); err != nil {
		return Forgotten{}, err
	}
	o.TextOf = d.taskText
	mode := sqlite.ReadWrite
	if o.DryRun {
		mode = sqlite.ReadOnly
	}
	return withBank(ctx, d, mode, func(b *membank.Bank) (Forgotten, error) { return forget(ctx, b, o, sure) })
}

func forget(ctx context.Context, b *membank.Bank, o ForgetOrder, sure func(membank.Forgetting) (bool, error)) (Forgotten, error) {
	if err := checkThere(ctx, b, o.IDs); err != nil {
		return Forgotten{}, err
	}
	plan, err := b.PlanForget(ctx, o.Selection)
	if err != nil {
		return Forgotten{}, err
	}
	out := forgottenBy(plan)
	if out.DryRun = o.DryRun; o.DryRun {
		return out, nil
	}
	if agreed, err := sure(plan); err != nil || !agreed {
		out.Declined = true
		return out, err
	}
	out.Forgotten, err = b.Forget(ctx, plan)
	return out, err
}

func forgottenBy(plan membank.Forgetting) Forgotten {
	out := Forgotten{Gone: describeAll(plan.Gone), Loosened: []LoosenedMemory{}, Plan: plan}
	for _, l := range plan.Loosened {
		gone := []string{}
		for _, w := range l.Unsaid {
			gone = append(gone, w.Text)
		}
		out.Loosened = append(out.Loosened, LoosenedMemory{l.Unit.ID, l.Lost, gone, l.Unlearned, l.Kept})
	}
	return out
}

func (d *Desk) setBefore(o *ForgetOrder) (err error) {
	if o.OlderThan != "" {
		o.Before, err = d.daysBefore(o.OlderThan)
	}
	return err
}

// daysBefore reads "90d" as so many days before now, or a day as its beginning.
func (d *Desk) daysBefore(olderThan string) (time.Time, error) {
	if days, ok := strings.CutSuffix(olderThan, "d"); ok {
		if n, err := strconv.ParseUint(days, 10, 16); err == nil {
			return d.Now().AddDate(0, 0, -int(n)), nil
		}
	}
	before, err := time.ParseInLocation(time.DateOnly, olderThan, d.config.Dates.Location())
	if err != nil {
		return before, BadInput("--older-than %q is neither a number of days nor a day; write 90d or 2026-01-31", olderThan)
	}
	return before, nil
}

// taskText is the text of a run's task, "" where its log is gone.
func (d *Desk) taskText(id string) string {
	run, err := d.sourceRun(id)
	if err != nil {
		return ""
	}
	return run.Started.Task.Text
}
