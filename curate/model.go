package curate

import (
	"context"
	"fmt"

	"legomem/membank"
	"legomem/trajectory"
)

// Model curates by asking a language model (LEGOMem 3.2.1, App. A). The actions it
// reports are checked against the trajectory, and a memory that disagrees is asked for
// again. Plan, descriptions, thoughts, observations and reflections are the model's
// words; the task, the actions, the answer and the procedure are the trajectory's.
type Model struct {
	Asking
	Learning
}

var _, _ Curator = Rule{}, Model{}

// Name is the model's name with the prompt's version: "gpt-4o/curate@0123456789ab".
func (m Model) Name() string { return m.name("curate") }

// Curate implements Curator. An unreachable model and a spent budget return errors of
// their own. Call Curated first: a model rarely gives the same reply twice.
func (m Model) Curate(ctx context.Context, run *trajectory.Run) (units []membank.Unit, notes []string, err error) {
	if err := m.check(); err != nil {
		return nil, nil, err
	}
	if err := learnable(run); err != nil {
		return nil, nil, fmt.Errorf("curate run %s: %w", run.ID, err)
	}
	w, err := newWitness(run)
	if err != nil {
		return nil, nil, err
	}
	var said recollection
	var parts []membank.Subtask
	notes, err = m.ask(ctx, question{
		role: CuratorRole, prompt: "curate", run: run.ID, script: writeScript(run),
		render: func(text string) (string, error) {
			return m.Prompts.Render("curate", map[string]string{"full_trajectory": text, "start_tag": startTag, "end_tag": endTag})
		},
		parse: func(reply string) (err error) {
			if said, err = parseReply(reply); err != nil {
				return err
			}
			parts, err = w.subtasks(said)
			return err
		},
	})
	if err != nil {
		return nil, notes, err
	}
	units, more, err := m.whole(ctx, run, membank.Unit{
		Kind: membank.FullTask, Task: run.Started.Task.Text, Plan: said.plan, Subtasks: parts,
		Answer: run.Answer, Reflections: said.reflections, Wordings: run.Wordings,
		Source: SourceOf(run), Created: m.Now(), Curator: m.Name(), OutsideContent: readOutside(run),
	})
	return units, append(notes, more...), err
}

// learnable returns an error unless the run succeeded and did something.
func learnable(run *trajectory.Run) error {
	if err := Fit(run); err != nil {
		return err
	}
	for _, s := range run.Subtasks {
		if len(successes(s)) > 0 {
			return nil
		}
	}
	return ErrNothingDone
}
