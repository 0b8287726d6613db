package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"legomem/agents"
	"legomem/durable"
	"legomem/llm/cost"
	"legomem/tools/sandbox"
	"legomem/trajectory"
)

// How long closing a run may take, whatever ended it and however much of its own time
// is left: grace to bring the files out, listing to tell what differs in them, judgment to
// have them judged.
const (
	grace    = 30 * time.Second
	judgment = 5 * time.Minute
	listing  = 2 * time.Minute
)

// finish closes the run, whatever ended it: it writes the answer to its file, brings
// the testbed out and has it judged, and writes the result and the log. A run that was
// cancelled before its first action has no testbed to bring out.
func (r *run) finish(ctx context.Context, end error) (trajectory.Result, error) {
	outcome, reason := classify(ctx, end)
	after, stop := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer stop()
	res := r.result(outcome, reason)
	res.Question = questionOf(outcome, end)
	nothing := outcome == trajectory.Cancelled && r.steps == 0 // and whoever cancelled it waits
	if r.box != nil && !nothing {
		if breach := r.takeOut(after, &res); breach != nil {
			outcome, end = trajectory.Errored, errors.Join(end, breach)
			res.Outcome, res.Reason = outcome, end.Error()
		}
		r.review(context.WithoutCancel(ctx), &res)
		r.judge(context.WithoutCancel(ctx), &res)
	}
	if r.box != nil {
		r.try("sandbox", r.box.Close)
	}
	if outcome != trajectory.Errored {
		end = nil
	}
	if end != nil && r.Outside != nil && r.Outside(end) {
		_ = r.record(trajectory.Noted{About: trajectory.AboutOutside, Text: end.Error()}) // as in try
	}
	// The cause comes first: other errors often follow from it.
	err := errors.Join(end, r.record(r.finished(&res)), r.wrapUp(res))
	if err != nil {
		err = fmt.Errorf("run %s: %w", r.id, err)
	}
	return res, err
}

// classify turns what ended the loop into an outcome and its reason.
func classify(ctx context.Context, end error) (trajectory.Outcome, string) {
	var no *agents.GiveUp
	var asks *agents.Asking
	var cap *cost.Exhausted
	switch {
	case end == nil:
		return trajectory.Solved, "the request is satisfied"
	case ctx.Err() != nil:
		return trajectory.Cancelled, "cancelled: " + context.Cause(ctx).Error()
	case errors.As(end, &asks):
		return trajectory.Asked, asks.Question.Text
	case errors.As(end, &no):
		return trajectory.GaveUp, giveUpText(no)
	case errors.As(end, &cap):
		return trajectory.Exhausted, cap.What + ": " + cap.Error()
	}
	return trajectory.Errored, end.Error()
}

func giveUpText(no *agents.GiveUp) string {
	if len(no.Hints) == 0 {
		return no.Reason
	}
	return no.Reason + "\nIt could do, for example:\n- " + strings.Join(no.Hints, "\n- ")
}

func (r *run) result(outcome trajectory.Outcome, reason string) trajectory.Result {
	return trajectory.Result{
		RunID: r.id, TaskID: r.task.ID, Outcome: outcome, Reason: reason, Answer: r.answer,
		Steps: r.steps, FailedSteps: r.failed, Refused: r.refused, Suppressed: r.suppressed, Replans: r.state.Replans,
		Memories: refs(r.recalled.Full), Changed: []string{}, Versions: r.versions,
	}
}

// takeOut writes the answer and copies the testbed out. A failure here is noted and
// does not change the outcome, except that it returns a limit that the sandbox of a
// solved run exceeded. An action that was cut off took the sandbox with it, and so the
// files.
func (r *run) takeOut(ctx context.Context, res *trajectory.Result) error {
	answer := r.try("answer", func() error { return r.writeAnswer(ctx) })
	files := r.try("testbed", func() error {
		dst := r.dir.Testbed()
		if err := r.bringOut(ctx, r.dir.Taking(), dst); err != nil {
			return err
		}
		res.Testbed = dst
		return r.compare(dst, res)
	})
	if breach := (*sandbox.Breach)(nil); errors.As(errors.Join(answer, files), &breach) && res.Outcome == trajectory.Solved {
		return breach
	}
	return nil
}

// bringOut copies the testbed out under another name. It gets its own once it is whole, so
// that half a testbed never passes for one in which files were deleted.
func (r *run) bringOut(ctx context.Context, taking, dst string) error {
	err := r.box.CopyOut(ctx, taking)
	if err == nil {
		err = durable.Tree(taking)
	}
	if err == nil {
		err = os.Rename(taking, dst)
	}
	if err != nil {
		return errors.Join(err, os.RemoveAll(taking))
	}
	return durable.Folder(string(r.dir))
}

// compare records what a finished testbed holds, and which of its files differ from the
// start.
func (r *run) compare(finished string, res *trajectory.Result) error {
	after, err := filesIn(finished, r.leftAlone())
	if err == nil && r.started == nil { // it was copied before the run was resumed
		r.started, err = FilesIn(r.dir.Start())
	}
	if err != nil {
		return fmt.Errorf("compare testbeds: %w", err)
	}
	r.ended, r.left = after, after.Artifact()
	for _, c := range ChangesBetween(r.started, after) {
		res.Changed = append(res.Changed, c.Path)
	}
	return nil
}

// leftAlone are the files that were copied out as they had been copied in.
func (r *run) leftAlone() trajectory.Files {
	box, ok := r.box.(interface{ LeftAlone() []string })
	if !ok {
		return nil
	}
	files := trajectory.Files{}
	for _, name := range box.LeftAlone() {
		files[name] = r.started[name]
	}
	return files
}

// review has the changes of the finished testbed listed, if there is a Reviewer. A run
// whose list fails has none, and says so.
func (r *run) review(ctx context.Context, res *trajectory.Result) {
	if r.Reviewer == nil || res.Testbed == "" {
		return
	}
	ctx, stop := context.WithTimeout(ctx, listing)
	defer stop()
	r.try(trajectory.AboutChanges, func() error {
		list, err := r.Reviewer.Review(ctx, r.evidence(res))
		if err == nil {
			err = writeJSON(r.dir.Changes(), list)
		}
		if err == nil {
			res.Changes = &list
		}
		return err
	})
}

func (r *run) evidence(res *trajectory.Result) Evidence {
	return Evidence{Task: r.task, Run: r.dir, Start: r.dir.Start(), Testbed: res.Testbed,
		StartFiles: r.started, Files: r.ended, Call: r.box.Call}
}

// judge has the finished testbed judged, if there is a Verifier.
func (r *run) judge(ctx context.Context, res *trajectory.Result) {
	if r.Verifier == nil || res.Testbed == "" || res.Outcome == trajectory.Cancelled {
		return
	}
	ctx, stop := context.WithTimeout(ctx, judgment)
	defer stop()
	r.try("evaluation", func() error { return r.verify(ctx, res) })
}

// try does something on which the run's outcome does not depend. It notes a failure,
// and returns it too.
func (r *run) try(about string, f func() error) error {
	safely := func() (err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("a bug: %v\n%s", p, debug.Stack())
			}
		}()
		return f()
	}
	err := safely()
	if err != nil {
		_ = r.record(trajectory.Noted{About: about, Text: err.Error()}) // a log that cannot be written is reported when it is closed
	}
	return err
}

func (r *run) verify(ctx context.Context, res *trajectory.Result) error {
	v, err := r.Verifier.Verify(ctx, r.evidence(res))
	if err != nil {
		return fmt.Errorf("judge the testbed: %w", err)
	}
	res.Passed = v.Passed
	return r.record(trajectory.Judged{Passed: v.Passed, Checks: v.Checks, Strict: v.Strict})
}

// answerFile is where a final answer goes (OfficeBench).
const answerFile = "data/answer.txt"

// writeAnswer puts the answer into its file, by an action in the sandbox. The action is
// not a step of the task: the event that carries the answer records it. A file that an
// agent wrote is left alone.
func (r *run) writeAnswer(ctx context.Context) error {
	if r.answer == "" || r.AnswerAction == nil || r.ownAnswer {
		return nil
	}
	if r.shellUsed { // a shell does not report what it wrote
		if written, err := r.answerChanged(ctx); written || err != nil {
			return err
		}
	}
	obs, err := r.box.Call(ctx, r.AnswerAction(r.answer))
	switch {
	case err != nil:
		return fmt.Errorf("write %s: %w", answerFile, err)
	case obs.Failed:
		return fmt.Errorf("write %s: %s", answerFile, obs.Text)
	}
	return nil
}

// answerChanged reports whether data/answer.txt differs from the start.
func (r *run) answerChanged(ctx context.Context) (bool, error) {
	look := r.dir.Look()
	defer os.RemoveAll(look)
	if err := r.box.CopyOut(ctx, look); err != nil {
		return false, fmt.Errorf("look for %s: %w", answerFile, err)
	}
	changes, err := Diff(r.dir.Start(), look)
	return slices.ContainsFunc(changes, func(c Change) bool { return c.Path == answerFile }), err
}

func isAnswerFile(target string) bool {
	name, ok := strings.CutPrefix(target, "file:")
	if !ok {
		return false
	}
	name = strings.TrimLeft(strings.TrimPrefix(path.Clean(name), "/testbed"), "/")
	return strings.EqualFold(name, answerFile)
}

// wrapUp closes the log, after its last event, and writes result.json.
func (r *run) wrapUp(res trajectory.Result) error {
	return errors.Join(r.log.Close(), writeJSON(r.dir.Result(), res))
}

// finished is the last event, with what the whole run has cost.
func (r *run) finished(res *trajectory.Result) trajectory.Finished {
	total := r.meter.Total()
	res.ModelCalls, res.Tokens, res.CostUSD = total.Calls, trajectory.Tokens{Prompt: total.Prompt, Completion: total.Completion}, total.USD
	res.WallMS = millis(r.before + r.Now().Sub(r.began))
	if r.bed != "" {
		_ = os.Remove(r.dir.Before()) // nothing is under way any more
	}
	return trajectory.Finished{Result: *res, Testbed: r.left}
}
