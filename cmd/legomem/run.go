package main

import (
	"context"
	"errors"
	"fmt"
	"os/user"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"legomem/agents"
	"legomem/agents/reflex"
	"legomem/membank/store/sqlite"
	"legomem/officebench"
	"legomem/orchestrator"
	"legomem/tools/value"
	"legomem/trajectory"
)

type runOptions struct {
	testbed, user, date string
	suite, task         string
	explain             bool
	once                string // a name that one program at a time may run by
	batch               batchOptions
}

func newRunCommand(a *app) *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "run [TASK]",
		Short: "Carry out one task",
		Long: `Carries out one task, given as a sentence or taken from a suite. It works on a
copy of the testbed; look at what changed with "legomem runs diff", and copy it
back with "legomem runs apply".

  legomem run "Set cell B3 of budget.xlsx to 1450" --testbed ./office
  legomem run --suite officebench/suite --task 1-1/1
  legomem run "..." --explain      what would be done, without doing it
  legomem run --batch values.csv "Send {to} an email with the subject {subject} that says {message}"
                                   the same for each row of a file (docs/recurring.md)

A testbed is a folder with data/ (files), emails/<user>/*.eml and
calendar/<user>.ics; without --testbed the run starts from an empty one.
Sending a mail writes it into the testbed's mailboxes and reaches nobody
outside. Agents act as you, and touch the mailboxes and calendars of people that
the task names; with --approve they ask before they act.`,
		Args: oneSentence,
		RunE: func(cmd *cobra.Command, args []string) error { return a.runRun(cmd.Context(), args, o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.testbed, "testbed", "", "the folder to start from (default: an empty one)")
	f.StringVar(&o.user, "user", "", "the acting user (default: your login name)")
	f.StringVar(&o.date, "date", "", "the run's date, such as 2026-03-12 or \"2026-03-12 09:00\" (default: now)")
	f.StringVar(&o.suite, "suite", "", "a suite's folder, to take the task from")
	f.StringVar(&o.task, "task", "", "the task of the suite, such as 1-1/0")
	f.BoolVar(&o.explain, "explain", false, "show plan, bindings and actions without doing them")
	f.BoolVar(&o.explain, "dry-run", false, "the same as --explain")
	f.StringVar(&o.once, "once-at-a-time", "", "a name: while a run or batch of that name goes on, no second one starts")
	addBatchFlags(cmd, &o.batch)
	cmd.MarkFlagsMutuallyExclusive("suite", "testbed")
	addTaskFlags(cmd)
	return cmd
}

// oneSentence takes a task as one argument, and knows what several are.
func oneSentence(_ *cobra.Command, args []string) error {
	if len(args) > 1 {
		return fmt.Errorf("put the task in quotes: %q", strings.Join(args, " "))
	}
	return nil
}

func (a *app) runRun(ctx context.Context, args []string, o runOptions) error {
	if err := o.batch.check(o); err != nil {
		return err
	}
	if !o.explain {
		unlock, err := a.onceAtATime(o.once)
		if err != nil {
			return err
		}
		defer unlock()
	}
	if o.batch.file != "" {
		return a.runBatch(ctx, args, o)
	}
	task, judged, err := a.task(args, o)
	if err != nil {
		return err
	}
	if o.explain {
		return a.explain(ctx, task)
	}
	p, err := a.build(ctx, nil)
	if err != nil {
		return err
	}
	defer p.close()
	defer a.tellCache()
	return a.carryOut(ctx, p, task, judged)
}

// carryOut runs a task and tells the user what came of it.
func (a *app) carryOut(ctx context.Context, p *parts, task trajectory.Task, judged *officebench.Suite) error {
	progress := newProgress(a)
	order := orchestrator.Order{ID: a.newID(), Task: task, From: task.Testbed, Own: a.judge(p, judged)}
	result, err := a.perform(ctx, p, order, progress)
	if result.RunID == "" {
		return err
	}
	if a.json {
		if err := a.printJSON(result); err != nil {
			return err
		}
	} else {
		a.tell(task, result, progress)
	}
	return outcomeError(result, progress, err)
}

// perform runs an order, and counts the use of the memories it was driven by.
func (a *app) perform(ctx context.Context, p *parts, order orchestrator.Order, progress *progress) (trajectory.Result, error) {
	order.Observer = progress.observe
	result, err := orchestrator.Run(ctx, p.deps, order)
	return a.counted(ctx, p, progress, result, err)
}

// counted counts the use of the memories that a run was driven by.
func (a *app) counted(ctx context.Context, p *parts, progress *progress, result trajectory.Result, err error) (trajectory.Result, error) {
	if result.RunID == "" {
		return result, err
	}
	a.log.Info().Str("run", result.RunID).Str("task", result.TaskID).Str("outcome", string(result.Outcome)).Float64("wall_ms", result.WallMS).Msg("run ended")
	if used := progress.usedUnits(); len(used) > 0 {
		if err := p.bank.MarkUsed(context.WithoutCancel(ctx), used, result.Passed != nil && *result.Passed); err != nil {
			a.log.Warn().Str("run", result.RunID).Err(err).Msg("the use of memories is not counted")
		}
	}
	a.countPlayed(ctx, p.bank, p.deps.Runs, result.RunID)
	return result, err
}

// outcomeError is how a run's outcome ends the command.
func outcomeError(r trajectory.Result, p *progress, err error) error {
	switch {
	case err != nil:
		return err
	case r.Testbed == "" && r.Outcome == trajectory.Solved:
		return &missingError{"the finished files could not be brought out: " + texts(p.about("testbed"))}
	case r.Outcome == trajectory.Solved && len(p.about("evaluation")) > 0:
		return &notSolved{"the evaluation broke: " + texts(p.about("evaluation"))}
	case r.Outcome == trajectory.Solved && (r.Passed == nil || *r.Passed):
		return nil
	case isMissing(p.failed):
		return &missingError{"something outside is missing (the reason is above); legomem doctor says how to get it"}
	}
	return &notSolved{}
}

func texts(notes []trajectory.Noted) string {
	var out []string
	for _, n := range notes {
		out = append(out, n.Text)
	}
	return strings.Join(out, "; ")
}

// task reads the task from the command line: a sentence, or one of a suite.
func (a *app) task(args []string, o runOptions) (trajectory.Task, *officebench.Suite, error) {
	if o.task != "" && o.suite == "" {
		return trajectory.Task{}, nil, usage("--task %s: of which suite? add --suite DIR", o.task)
	}
	if o.suite == "" {
		if len(args) != 1 || strings.TrimSpace(args[0]) == "" {
			return trajectory.Task{}, nil, usage("say what to do, in quotes: legomem run \"Schedule a budget review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm\"")
		}
		t, err := a.freeTask(args[0], o.user, o.date, o.testbed)
		return t, nil, err
	}
	if len(args) > 0 {
		return trajectory.Task{}, nil, usage("give a sentence or --suite with --task, not both")
	}
	if o.task == "" {
		return trajectory.Task{}, nil, usage("which task of the suite? add --task, such as --task 1-1/0")
	}
	suite, err := officebench.Open(o.suite)
	if err != nil {
		return trajectory.Task{}, nil, err
	}
	t, err := suite.Task(o.task)
	if err != nil {
		return trajectory.Task{}, nil, err
	}
	if err := t.Validate(); err != nil {
		return trajectory.Task{}, nil, err
	}
	t.DayFirst = a.config.Dates.DayFirst()
	return t.Task, suite, nil
}

// freeTask is a task given as a sentence.
func (a *app) freeTask(text, name, date, testbed string) (trajectory.Task, error) {
	zone := a.config.Dates.Location()
	now := a.now().In(zone)
	if name == "" {
		name = loginName()
	}
	if date != "" {
		var err error
		if now, err = readDate(date, now, a.config.Dates.DayFirst()); err != nil {
			return trajectory.Task{}, err
		}
	}
	return trajectory.Task{Text: text, User: name, Now: now, DayFirst: a.config.Dates.DayFirst(), Testbed: testbed}, nil
}

// readDate reads --date: a date, with or without a time, in the run's zone.
func readDate(s string, now time.Time, dayFirst bool) (time.Time, error) {
	ref := value.Reference{Now: now, DayFirst: dayFirst}
	if canon, err := value.Parse(value.DateTime, s, ref); err == nil {
		for _, layout := range []string{"2006-01-02 15:04:05", "2006-01-02 15:04"} {
			if t, err := time.ParseInLocation(layout, canon, now.Location()); err == nil {
				return t, nil
			}
		}
	}
	canon, err := value.Parse(value.Date, s, ref)
	if err != nil {
		return time.Time{}, usage("--date %q is no date; write 2026-03-12, or 2026-03-12 09:00", s)
	}
	day, err := time.ParseInLocation("2006-01-02", canon, now.Location())
	if err != nil {
		return time.Time{}, usage("--date %q is no date; write 2026-03-12, or 2026-03-12 09:00", s)
	}
	return day.Add(9 * time.Hour), nil
}

// loginName is the name of whoever runs the program.
func loginName() string {
	if u, err := user.Current(); err == nil && u.Username != "" {
		return u.Username[strings.LastIndexAny(u.Username, `\/`)+1:]
	}
	return "me"
}

// explain shows what reflex would do, without doing it.
func (a *app) explain(ctx context.Context, task trajectory.Task) error {
	if a.config.Brain == "model" {
		return usage("--explain shows what reflex would do; a model decides only as it goes (use --brain reflex or hybrid)")
	}
	bank, done, err := a.openBank(ctx, sqlite.ReadOnly)
	if err != nil {
		return err
	}
	defer done()
	m, err := reflex.Brain{Candidates: a.config.Reflex.Candidates}.Choose(ctx, agents.Brief{Task: task, SearchTasks: bank.SearchTasks})
	var no *agents.GiveUp
	if errors.As(err, &no) {
		return a.explainGiveUp(no)
	}
	if err != nil {
		return err
	}
	preview := m.Preview(task.User)
	if a.json {
		return a.printJSON(preview)
	}
	a.tellPreview(preview)
	return nil
}

func (a *app) explainGiveUp(no *agents.GiveUp) error {
	if a.json {
		if err := a.printJSON(map[string]any{"outcome": trajectory.GaveUp, "reason": no.Reason, "hints": no.Hints}); err != nil {
			return err
		}
		return &notSolved{}
	}
	a.tellGiveUp(no.Reason, no.Hints)
	a.tellWaysOn()
	return &notSolved{}
}
