package bench

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"legomem/officebench/trial"
	"legomem/trajectory"
)

// RecordOf makes the record of a trial from its run's closed log. cause is the Lab's
// error, nil where it is no longer known.
func RecordOf(run *trajectory.Run, t trial.Trial, attempt int, cause error) (trial.Record, error) {
	if run.Result == nil {
		return trial.Record{}, fmt.Errorf("run %s has no end", run.ID)
	}
	res := run.Result
	r := trial.Record{
		Trial: t, Level: level(t.Task), Attempt: attempt, Run: run.ID,
		Started: run.Begun, Outcome: string(res.Outcome), Reason: res.Reason,
		Passed: run.Passed, Strict: run.Strict,
		Steps: res.Steps, FailedSteps: res.FailedSteps, Replans: res.Replans,
		ModelCalls: run.ModelCalls(), CostUSD: res.CostUSD, WallMS: res.WallMS,
		Tokens: trial.Tokens{Prompt: res.Tokens.Prompt, Completion: res.Tokens.Completion},
		Spent:  spentOf(run.Calls), Models: modelsOf(run.Calls), Endpoints: run.Learned(), Retrieved: retrievedOf(run),
	}
	for _, c := range run.Calls {
		r.Dropped += c.Dropped
		if c.Truncated {
			r.Truncations++
		}
	}
	if why := broken(run, cause); why != "" {
		r.Infrastructure = true
		r.Reason = withReason(r.Reason, why)
	}
	return r, nil
}

// broken says what outside the program broke in a run, "" where nothing did:
// the run itself, or the judging of work that was done.
func broken(run *trajectory.Run, cause error) string {
	var outside *Outside
	if errors.As(cause, &outside) && run.Result.Outcome == trajectory.Errored {
		return cause.Error()
	}
	for _, n := range run.Notes { // a run that is found by its log has no cause any more
		if n.About == trajectory.AboutOutside && run.Result.Outcome == trajectory.Errored {
			return n.Text
		}
	}
	if run.Passed != nil {
		return ""
	}
	for _, n := range run.Notes {
		// A testbed lost when an action was cut off is the run's own fault; one lost
		// after the task was solved is not.
		if n.About == "evaluation" || (n.About == "testbed" && run.Result.Outcome == trajectory.Solved) {
			return "not judged: " + n.Text
		}
	}
	return ""
}

func withReason(reason, why string) string {
	if strings.Contains(why, reason) {
		return why
	}
	if strings.Contains(reason, why) {
		return reason
	}
	return reason + "; " + why
}

// spentOf sums calls by role. A role's cost is unknown if any of its calls had no price.
func spentOf(calls []trajectory.ModelCalled) map[string]trial.Spend {
	out := map[string]trial.Spend{}
	for _, c := range calls {
		s, seen := out[c.Role]
		if !seen {
			s = trial.Spend{Model: c.Model, CostUSD: new(0.0)}
		}
		out[c.Role] = plus(s, trial.Spend{Model: c.Model, Calls: 1, CostUSD: c.CostUSD,
			Tokens: trial.Tokens{Prompt: c.PromptTokens, Completion: c.CompletionTokens}})
	}
	return out
}

// plus adds two spendings. If the models differ, it lists them all.
func plus(a, b trial.Spend) trial.Spend {
	a.Calls += b.Calls
	a.Tokens.Prompt += b.Tokens.Prompt
	a.Tokens.Completion += b.Tokens.Completion
	if b.Model != "" && !slices.Contains(strings.Split(a.Model, ", "), b.Model) {
		a.Model = strings.TrimPrefix(a.Model+", "+b.Model, ", ")
	}
	a.CostUSD = addUSD(a.CostUSD, b.CostUSD)
	return a
}

// addUSD is nil as soon as one of the two is unknown.
func addUSD(a, b *float64) *float64 {
	if a == nil || b == nil {
		return nil
	}
	return new(*a + *b)
}

// modelsOf are the models that answered, as the endpoint named them.
func modelsOf(calls []trajectory.ModelCalled) map[string][]string {
	out := map[string][]string{}
	for _, c := range calls {
		if name := c.Snapshot; name != "" && !slices.Contains(out[c.Role], name) {
			out[c.Role] = append(out[c.Role], name)
		}
	}
	return out
}

// retrievedOf are the memories that each role was shown.
func retrievedOf(run *trajectory.Run) map[string][]string {
	out := map[string][]string{}
	for _, r := range run.Retrieved {
		if r.For == trajectory.ForNobody {
			continue
		}
		for _, m := range r.Memories {
			if !slices.Contains(out[r.For], m.ID) {
				out[r.For] = append(out[r.For], m.ID)
			}
		}
	}
	return out
}
