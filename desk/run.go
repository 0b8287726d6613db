package desk

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"legomem/agents"
	"legomem/configs"
	"legomem/consent"
	"legomem/officebench"
	"legomem/orchestrator"
	"legomem/places"
	"legomem/trajectory"
)

// Order is a task as it is given to Run.
type Order struct {
	Task trajectory.Task
	// From is the folder that the testbed is copied from, and is never changed itself;
	// "" for an empty testbed.
	From string
	// Suite is the suite that the task belongs to, and judges it; nil if nothing does.
	Suite *officebench.Suite
	// Batch is the batch whose row gives values of the task, "" for none; Chain says that
	// its rows go on from each other.
	Batch string
	Chain bool
	// Apply says that what the run changes is to be brought to From, as far as it is within
	// the bounds. Run does not do it: that is for the caller, who asks about the rest.
	Apply bool
	// Session and Turn name the part of a conversation that the task is of; "" and 0 for a
	// task of its own.
	Session string
	Turn    int
	// Begins is called with the run's id before it begins; nil for nobody.
	Begins func(run string) error
	// Brain drives the team in place of the configured one; nil for that one.
	Brain agents.Brain
	// Alone says that no model is to be asked, whatever the configuration says.
	Alone bool
	// goesOnFrom is the run that asked what the task's last answer is to, "" for none.
	goesOnFrom string
}

// settings are a configuration as the order needs it: a suite measures what was practised.
func (o Order) settings(c configs.Config) configs.Config {
	if o.Suite != nil {
		return practisedOnly(c)
	}
	if o.Alone {
		c.Brain = "reflex"
	}
	return c
}

// Ran is a run that has ended.
type Ran struct {
	Result trajectory.Result
	Account
	// Question is what the run asks before it does anything; nil where it asks nothing.
	Question *consent.Question
	// Kept is the chain that goes on with an answer when it is started again; then there
	// is no run. "" for none.
	Kept string
}

// Report is a run with what was brought to the user's folder.
type Report struct {
	trajectory.Result
	// Applied is what was brought there, nil where nothing was.
	Applied *Commitment `json:"applied,omitempty"`
	// Question is what somebody must answer first.
	Question *consent.Question `json:"question,omitempty"`
}

// ReportOf makes a run's report; c may be nil. The outcome of a run whose changes somebody
// must agree to is asked, as that of one which asks before it acts.
func ReportOf(ran Ran, c *Commitment) Report {
	r := ran.Result
	switch {
	case c == nil || c.Declined:
		return Report{Result: r, Question: ran.Question}
	case c.Question != nil:
		r.Outcome = trajectory.Asked
		return Report{Result: r, Question: c.Question}
	}
	return Report{Result: r, Applied: c}
}

// Run carries out a task. See is told of the run's events as they happen; it may be
// nil. A task that cannot be begun leaves no run: the result has no id.
func (d *Desk) Run(ctx context.Context, o Order, see func(trajectory.Payload)) (Ran, error) {
	p, err := d.prepare(ctx, o.settings(d.config), sandboxes{}, o.Brain)
	if err != nil {
		return Ran{}, err
	}
	defer p.Close()
	defer d.warnOfCache()
	id := d.newID()
	if o.Begins != nil {
		if err := o.Begins(id); err != nil {
			return Ran{}, err
		}
	}
	return p.run(ctx, id, o, see)
}

// Run carries out a task as Desk.Run does, with what is prepared.
func (p *Prepared) Run(ctx context.Context, o Order, see func(trajectory.Payload)) (Ran, error) {
	return p.run(ctx, p.desk.newID(), o, see)
}

// run carries out a task under an id, and counts the use of the memories it was
// driven by.
func (p *Prepared) run(ctx context.Context, id string, o Order, see func(trajectory.Payload)) (Ran, error) {
	if err := p.desk.settleFolder(o.From); err != nil {
		return Ran{}, err
	}
	account := &Account{}
	own := p.judgedBy(o.Suite)
	if o.Batch != "" {
		own.Labels = map[string]string{trajectory.BatchLabel: o.Batch}
	}
	own.Observer = account.watch(p.noteOrigin(id, o, p.noteQuestion(ctx, id, o, see)))
	order := orchestrator.Order{ID: id, Task: o.Task, From: o.From, Session: o.Session, Turn: o.Turn, GoesOnFrom: o.goesOnFrom, Own: own}
	if back := o.takesBack(); len(back) > 0 {
		basis, err := p.desk.takenBack(ctx, o.From, back)
		if err != nil {
			return Ran{}, err
		}
		defer os.RemoveAll(basis)
		order.Basis = basis
	}
	result, err := orchestrator.Run(ctx, p.deps, order)
	return p.counted(ctx, account, result, err)
}

// noteOrigin passes a run's events on to see. When the run begins, it records which of the
// user's folders it started from, for Apply: not a suite's, nor one that a run left.
func (p *Prepared) noteOrigin(id string, o Order, see func(trajectory.Payload)) func(trajectory.Payload) {
	runs := places.Runs(p.deps.Runs)
	from, err := filepath.Abs(o.From)
	rel, apart := filepath.Rel(string(runs), from)
	if err != nil || o.From == "" || o.Suite != nil || apart == nil && filepath.IsLocal(rel) {
		return see
	}
	return func(e trajectory.Payload) {
		if _, begins := e.(trajectory.Started); begins {
			if err := p.desk.recoverer(runs).StartedFrom(runs.Run(id), from); err != nil {
				p.desk.Log.Warn().Str("run", id).Err(err).Msg("where the run started from is not recorded")
			}
		}
		if see != nil {
			see(e)
		}
	}
}

// counted counts the use of the memories that a run was driven by.
func (p *Prepared) counted(ctx context.Context, account *Account, result trajectory.Result, err error) (Ran, error) {
	d, out := p.desk, Ran{Result: result, Account: *account}
	if result.RunID == "" {
		return out, err
	}
	d.Log.Info().Str("run", result.RunID).Str("task", result.TaskID).Str("outcome", string(result.Outcome)).Float64("wall_ms", result.WallMS).Msg("run ended")
	if used := out.usedUnits(); len(used) > 0 {
		if err := p.bank.MarkUsed(context.WithoutCancel(ctx), used, result.Passed != nil && *result.Passed); err != nil {
			d.Log.Warn().Str("run", result.RunID).Err(err).Msg("the use of memories is not counted")
		}
	}
	d.countPlayed(ctx, p.bank, p.deps.Runs, result.RunID)
	d.keepFromHarm(ctx, p.bank, &out.Account)
	switch {
	case result.Outcome == trajectory.Asked:
		return p.asking(out, err)
	case result.Outcome == trajectory.Solved && len(result.Changed) == 0:
		err = errors.Join(err, p.rememberTold(ctx, result.RunID))
	}
	return out, err
}

// rememberTold keeps what the user said for a run that changed nothing, and so is theirs as it
// ends.
func (p *Prepared) rememberTold(ctx context.Context, id string) error {
	run, err := trajectory.Open(string(places.Runs(p.deps.Runs).Run(id)))
	if err == nil {
		p.desk.remember(ctx, run)
	}
	return err
}

// asking gives a run that asks before it acts its question.
func (p *Prepared) asking(out Ran, err error) (Ran, error) {
	run, broken := trajectory.Open(string(places.Runs(p.deps.Runs).Run(out.Result.RunID)))
	if broken == nil {
		out.Question, _, broken = p.desk.first(run)
	}
	return out, errors.Join(err, broken)
}

// End returns the error that ends a call: nil if the task was solved and no evaluation
// disagrees. Err is what Run or Resume returned with the result.
func (r Ran) End(err error) error {
	solved := r.Result.Outcome == trajectory.Solved
	switch {
	case err != nil:
		return err
	case r.Result.Outcome == trajectory.Asked:
		return &Undecided{}
	case solved && r.Result.Testbed == "":
		return &MissingError{"the finished files could not be brought out: " + texts(r.About("testbed"))}
	case solved && len(r.About("evaluation")) > 0:
		return &NotSolved{"the evaluation broke: " + texts(r.About("evaluation"))}
	case solved && (r.Result.Passed == nil || *r.Result.Passed):
		return nil
	case IsMissing(r.Failed):
		return &MissingError{"something outside is missing (the reason is above); legomem doctor says how to get it"}
	}
	return &NotSolved{}
}

func texts(notes []trajectory.Noted) string {
	var out []string
	for _, n := range notes {
		out = append(out, n.Text)
	}
	return strings.Join(out, "; ")
}

// judgedBy has a run's changes listed, and a run of a suite's task evaluated.
func (p *Prepared) judgedBy(suite *officebench.Suite) orchestrator.Own {
	own := orchestrator.Own{Reviewer: reviewer{launcher: p.deps.Launcher, known: p.desk.known, own: p.desk.addressesOf}}
	if suite != nil {
		own.Verifier = officebench.Verifier{Suite: suite, Evaluator: p.desk.evaluator(p.deps.Launcher, false)}
		own.Labels, own.AnswerAction = map[string]string{"suite": suite.Name}, officebench.WriteAnswer
	}
	return own
}
