package curate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"legomem/lists"
	"legomem/llm"
	"legomem/membank"
	"legomem/membank/outline"
	"legomem/trajectory"
)

// Pitfalls implements Curator: the model is shown the log, and what failed in it, and
// nothing of the evaluation.
func (m Model) Pitfalls(ctx context.Context, run *trajectory.Run) (units []membank.Unit, notes []string, err error) {
	if err := m.check(); err != nil {
		return nil, nil, err
	}
	if err := notFailed(run); err != nil {
		return nil, nil, err
	}
	var warnings []membank.Pitfall
	notes, err = m.ask(ctx, question{
		role: CuratorRole, prompt: "pitfall", run: run.ID, script: writeScript(run),
		render: func(text string) (string, error) {
			return m.Prompts.Render("pitfall", pitfallView{Trajectory: text, Failures: failuresOf(run), Most: maxPitfalls})
		},
		parse: func(reply string) (err error) {
			warnings, err = parseWarnings(reply, run)
			return err
		},
	})
	if err != nil {
		return nil, notes, err
	}
	units, err = pitfallUnits(run, warnings, m.name("pitfall"), m.Now())
	return units, notes, err
}

// failuresOf quotes a run's failed calls.
func failuresOf(run *trajectory.Run) string {
	failed := lists.Filter(run.Steps(), func(st trajectory.Step) bool { return st.Observation != nil && st.Observation.Failed })
	said := lists.Map(failed, func(st trajectory.Step) string {
		return fmt.Sprintf("%s (%s): %s", actionText(st.Action), st.Observation.Code, short(st.Observation.Text, maxObservation))
	})
	if len(said) == 0 {
		return ""
	}
	return llm.Indent("| ", strings.Join(first(said, 2*maxPitfalls), "\n"))
}

// parseWarnings reads a reply of the form {"warnings": […]}; the list may be empty. What
// values a warning names all the same are taken out of it.
func parseWarnings(reply string, run *trajectory.Run) ([]membank.Pitfall, error) {
	raw, err := llm.ExtractJSON(reply)
	if err != nil {
		return nil, err
	}
	in, err := object(raw, []string{"warnings"})
	if err != nil {
		return nil, err
	}
	all, err := list(in, "warnings")
	if err != nil {
		return nil, err
	}
	if len(all) > maxPitfalls {
		return nil, fmt.Errorf("there are %d warnings; at most %d are wanted", len(all), maxPitfalls)
	}
	var out []membank.Pitfall
	for i, raw := range all {
		in, err := object(raw, []string{"agent", "warning"})
		f := fields{in, err}
		p := membank.Pitfall{Agent: member(&f, "agent", text), Warning: oneLine(member(&f, "warning", words))}
		if f.err == nil {
			f.err = fitting(p, run)
		}
		if f.err != nil {
			return nil, inList("warnings", i, f.err)
		}
		p.Warning = outline.Unnamed(p.Warning)
		out = append(out, p)
	}
	return out, nil
}

// fitting refuses a warning of an agent that the log does not have, or that is no line.
func fitting(p membank.Pitfall, run *trajectory.Run) error {
	known := p.Agent == "" || slices.ContainsFunc(run.Subtasks, func(s trajectory.SubtaskRun) bool { return s.Agent == p.Agent })
	switch {
	case !known:
		return fmt.Errorf("there is no agent %q in the log", p.Agent)
	case len(p.Warning) > 2*maxWarning:
		return errors.New("it is too long; say it in one sentence")
	}
	return nil
}
