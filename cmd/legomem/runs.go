package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"legomem/consent"
	"legomem/desk"
	"legomem/places"
	"legomem/tools"
	"legomem/tools/sandbox"
	"legomem/trajectory"
	"legomem/words"
)

func newRunsCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "runs",
		Short: "Past runs: their steps, what they changed, and bringing that home",
		Long: `Past runs. ID is a run's id, the beginning of one, its folder, or
"last".

  legomem runs list
  legomem runs show last
  legomem runs diff last
  legomem runs apply last
  legomem runs undo last
  legomem runs resume last        goes on with one that was killed`,
	}
	cmd.AddCommand(newRunsListCommand(a), newRunsShowCommand(a), newRunsDiffCommand(a), newRunsApplyCommand(a), newRunsUndoCommand(a), newRunsResumeCommand(a), newRunsPruneCommand(a))
	return cmd
}

func newRunsListCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the runs, the latest first", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.runRunsList() },
	}
}

func (a *app) runRunsList() error {
	runs, broken, err := a.desk.Runs()
	if err != nil {
		return err
	}
	for _, err := range broken {
		a.log.Warn().Err(err).Msg("a run cannot be read")
	}
	if a.json {
		results := []listed{}
		for _, r := range runs {
			results = append(results, listed{desk.ResultOf(r), desk.TrialOf(r), a.committedOf(r)})
		}
		return a.printJSON(results)
	}
	for _, r := range runs {
		res := desk.ResultOf(r)
		tellf(a.out, "%-27s %-10s %-7s %-9s %s\n", r.ID, res.Outcome, passedWord(res.Passed), commitWord(a.committedOf(r)), words.Short(trialWords(r)+r.Started.Task.Text, 90))
	}
	if slices.ContainsFunc(runs, func(r *trajectory.Run) bool { return r.Result == nil }) {
		tellLine(a.out, "An unfinished run goes on, or was killed: legomem runs resume ID goes on with that.")
	}
	if len(runs) == 0 {
		tellLine(a.out, "No runs yet. legomem run \"...\" makes one.")
	}
	return nil
}

// trialWords mark the task of a trial, "" for all other runs.
func trialWords(r *trajectory.Run) string {
	if of := desk.TrialOf(r); of != "" {
		return "(trial of " + of + ") "
	}
	return ""
}

// listed is a run as runs list --json prints it.
type listed struct {
	trajectory.Result
	TrialOf string            `json:"trial_of,omitempty"` // the run whose task it does again
	Commit  consent.Committed `json:"commit"`
}

// committedOf is what became of a run's changes; where that cannot be read, the log says
// so.
func (a *app) committedOf(r *trajectory.Run) consent.Committed {
	c, err := consent.CommittedOf(places.Run(r.Dir))
	if err != nil {
		a.log.Warn().Err(err).Str("run", r.ID).Msg("what was applied of a run cannot be read")
	}
	return c
}

func commitWord(c consent.Committed) string {
	if c.State == consent.NotApplied || c.State == "" {
		return "-"
	}
	return string(c.State)
}

func passedWord(p *bool) string {
	switch {
	case p == nil:
		return "-"
	case *p:
		return "passed"
	}
	return "failed"
}

func newRunsShowCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "show ID", Short: "Tell a run's steps", Args: cobra.ExactArgs(1), ValidArgsFunction: a.runIDs,
		RunE: func(_ *cobra.Command, args []string) error { return a.runRunsShow(args[0]) },
	}
}

func (a *app) runRunsShow(id string) error {
	r, err := a.desk.FindRun(id)
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(a.storyOf(r))
	}
	a.tellHead(r)
	for _, s := range r.Subtasks {
		tellf(a.out, "\n%s: %s\n", s.Agent, blockOf(s.Description, "    "))
		for _, st := range s.Steps {
			a.showStep(st)
		}
		if s.Summary != "" {
			tellf(a.out, "  = %s\n", words.Short(s.Summary, 200))
		}
	}
	a.tellEnd(r)
	return nil
}

// tellHead prints what a run was asked, where, and what its sandbox had to do without.
func (a *app) tellHead(r *trajectory.Run) {
	t := r.Started.Task
	tellf(a.out, "Run %s (%s brain, %s sandbox)\nTask: %s\nFor %s, on %s\n", r.ID, r.Started.Brain, r.Started.Sandbox, blockOf(t.Text, "  "), t.User, t.Now.Format("Monday, 2 January 2006, 15:04 MST"))
	for _, e := range t.Answers {
		tellf(a.out, "Asked: %s\nAnswered: %s\n", blockOf(e.Question.Text, "  "), blockOf(e.Told(), "  "))
	}
	if from := r.Started.GoesOnFrom; from != "" {
		tellf(a.out, "It goes on from run %s, which asked that last.\n", from)
	}
	for _, lack := range sandbox.Lacks(desk.ResultOf(r).Versions) {
		tellf(a.out, "Sandbox without %s\n", blockOf(lack, "  "))
	}
	if t := r.Started.Trial; t != nil {
		tellf(a.out, "A trial: it does the task of run %s again, on a copy, to learn what memories do (legomem memory trial).\n", t.Of)
	}
	if left := r.LeftOut; left != nil && len(left.Memories) > 0 {
		tellf(a.out, "%s left out at random, to measure what %s.\n", theMemories(left.Memories), itDoes(len(left.Memories)))
	}
}

// theMemories names memories as the subject of a sentence in the past.
func theMemories(ids []string) string {
	if len(ids) == 1 {
		return "Memory " + ids[0] + " was"
	}
	return "Memories " + strings.Join(ids, ", ") + " were"
}

func itDoes(n int) string {
	if n == 1 {
		return "it does"
	}
	return "they do"
}

func (a *app) tellEnd(r *trajectory.Run) {
	res := desk.ResultOf(r)
	tellf(a.out, "\nOutcome: %s", res.Outcome)
	if res.Reason != "" {
		tellf(a.out, ": %s", blockOf(res.Reason, "  "))
	}
	tellf(a.out, "\nEvaluation: %s\n", map[string]string{"-": "none", "passed": "passed", "failed": "not passed"}[passedWord(res.Passed)])
	if refusals := r.Refusals(); len(refusals) > 0 {
		tellf(a.out, "Refused by the policy: %s\n", words.Count(len(refusals), "action"))
		for _, why := range refusals {
			tellf(a.out, "- %s\n", words.Short(why, 400))
		}
	}
	if r.AcceptedBy != "" {
		tellf(a.out, "Accepted by %s\n", r.AcceptedBy)
	}
	if r.Answer != "" {
		tellf(a.out, "Answer: %s\n", blockOf(r.Answer, "  "))
	}
	for _, e := range r.Resumes {
		if e.Workspace == trajectory.WorkspaceAgain {
			tellLine(a.out, "It was killed, and resumed from the start.")
			continue
		}
		tellf(a.out, "It was killed, and resumed after action %d.\n", e.Step)
	}
	a.tellChanges(res)
	a.tellCommitted(r)
	if r.Torn {
		tellLine(a.out, "The log's last line was cut off by a crash and is left out.")
	}
}

// tellCommitted prints what became of a run's changes.
func (a *app) tellCommitted(r *trajectory.Run) {
	switch c := a.committedOf(r); c.State {
	case consent.AskedFor:
		a.tellQuestion(*c.Question)
	case consent.Applied:
		tellf(a.out, "Applied to %s; legomem runs undo %s takes that back.\n", c.To, r.ID)
	case consent.Undone:
		tellf(a.out, "Applied to %s, and taken back.\n", c.To)
	case consent.Declined:
		tellf(a.out, "Somebody said no to its changes; legomem runs apply %s asks again.\n", r.ID)
	}
}

// story is a run as runs show --json prints it.
type story struct {
	Result   trajectory.Result  `json:"result"`
	Task     trajectory.Task    `json:"task"`
	Brain    string             `json:"brain"`
	Sandbox  string             `json:"sandbox"`
	Plan     trajectory.Plan    `json:"plan"`
	Subtasks []chapter          `json:"subtasks"`
	Notes    []trajectory.Noted `json:"notes"`
	Torn     bool               `json:"torn"` // a crash cut off the log's last line
	// Resumes are the times that the run was killed and resumed.
	Resumes []trajectory.Resumed `json:"resumes,omitempty"`
	// Trial says that it does an earlier task again; null for all other runs.
	Trial *trajectory.Trial `json:"trial,omitempty"`
	// LeftOut is what it did without at random, to measure memories; null where it could
	// have left none out.
	LeftOut *trajectory.LeftOut `json:"left_out,omitempty"`
	Commit  consent.Committed   `json:"commit"`
}

type chapter struct {
	Agent       string `json:"agent"`
	Description string `json:"description"`
	Steps       []act  `json:"steps"`
	Summary     string `json:"summary"`
	Failed      bool   `json:"failed"`
}

type act struct {
	Number      int                `json:"number"`
	Thought     string             `json:"thought,omitempty"`
	Action      tools.Action       `json:"action"`
	Effects     []tools.Effect     `json:"effects"`
	Observation *tools.Observation `json:"observation"` // null where the run ended here
	WallMS      float64            `json:"wall_ms"`
	Suppressed  bool               `json:"suppressed,omitempty"` // the previous brain had done it
	Found       bool               `json:"found,omitempty"`      // found done when the run was resumed
}

func (a *app) storyOf(r *trajectory.Run) story {
	s := story{Result: desk.ResultOf(r), Task: r.Started.Task, Brain: r.Started.Brain, Sandbox: r.Started.Sandbox, Plan: r.Plan, Notes: r.Notes, Torn: r.Torn, Resumes: r.Resumes, Trial: r.Started.Trial, LeftOut: r.LeftOut, Commit: a.committedOf(r)}
	for _, sub := range r.Subtasks {
		c := chapter{Agent: sub.Agent, Description: sub.Description, Summary: sub.Summary, Failed: sub.Failed}
		for _, st := range sub.Steps {
			c.Steps = append(c.Steps, act{st.Number, st.Thought, st.Action, st.Effects, st.Observation, st.WallMS, st.Suppressed, st.Found})
		}
		s.Subtasks = append(s.Subtasks, c)
	}
	return s
}

func (a *app) showStep(st trajectory.Step) {
	if st.Thought != "" {
		tellf(a.out, "  (%s)\n", words.Short(st.Thought, 160))
	}
	tellf(a.out, "  %d. %s %s\n", st.Number, st.Action.Tool, words.Arguments(st.Action.Args))
	switch {
	case st.Observation == nil:
		tellLine(a.out, "     no observation: the run ended here")
	case st.Observation.Failed:
		tellf(a.out, "     failed (%s): %s\n", st.Observation.Code, words.Short(st.Observation.Text, 200))
	default:
		tellf(a.out, "     %s\n", words.Short(st.Observation.Text, 200))
	}
}
