package curate

import (
	"fmt"
	"time"

	"legomem/membank"
	"legomem/trajectory"
)

// RawVersion is the curator that units made by Raw name.
const RawVersion = "raw/1"

// Raw makes the unit of the Synapse baseline (LEGOMem 4.1.2): everything that
// was done and seen, failures too, with nothing shortened. A subtask's
// Observations are what its agent reported. The same run always gives the same
// id and hash.
func Raw(run *trajectory.Run, now time.Time) (membank.Unit, error) {
	if err := learnable(run); err != nil {
		return membank.Unit{}, fmt.Errorf("curate run %s: %w", run.ID, err)
	}
	u := membank.Unit{
		Kind: membank.RawTrajectory, Task: run.Started.Task.Text, Answer: run.Answer,
		Source: SourceOf(run), Created: now, Curator: RawVersion, OutsideContent: readOutside(run),
	}
	for _, s := range run.Subtasks {
		part := membank.Subtask{Agent: s.Agent, Description: s.Description, Observations: s.Summary}
		for _, st := range s.Steps {
			part.Steps = append(part.Steps, rawStep(st))
		}
		u.Subtasks = append(u.Subtasks, part)
	}
	u, err := membank.Seal(u)
	if err != nil {
		return membank.Unit{}, fmt.Errorf("curate run %s: %w", run.ID, err)
	}
	return u, nil
}

// rawStep is a step as it was. One without a result was cut off, and so did
// not succeed.
func rawStep(st trajectory.Step) membank.Step {
	out := membank.Step{Think: st.Thought, Action: wholeAction(st.Action), Failed: true}
	if o := st.Observation; o != nil {
		out.Observation, out.Failed = o.Text, o.Failed
	}
	return out
}
