package main

import (
	"strings"

	"github.com/spf13/cobra"

	"legomem/agents/reflex/written"
	"legomem/desk"
	"legomem/membank"
	"legomem/words"
)

func newMemoryShowCommand(a *app) *cobra.Command {
	asYAML := false
	cmd := &cobra.Command{
		Use: "show ID", Short: "One memory, whole: where it is from, what it holds, what it did", Args: cobra.ExactArgs(1),
		Long: `Shows one memory: the runs it was learned from, whether it is quarantined, how
often it was used, the plan and the actions, and the procedure that reflex
plays: where every value of every action comes from, and what came of the runs
that were played from it. ID is a memory's id or the beginning of one.

  legomem memory show m-1f2e3d4c5b6a
  legomem memory show m-1f2e --yaml > p.yaml     the procedure alone, to edit`,
		RunE: func(cmd *cobra.Command, args []string) error {
			u, err := a.desk.Memory(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			if asYAML {
				return a.showYAML(u)
			}
			return a.showMemory(u)
		},
	}
	cmd.Flags().BoolVar(&asYAML, "yaml", false, "the procedure alone, as YAML, for memory edit")
	return cmd
}

func (a *app) showYAML(u membank.Unit) error {
	p, err := desk.ProcedureOf(u)
	if err != nil {
		return err
	}
	text, err := written.Write(p)
	if err != nil {
		return err
	}
	_, err = a.out.Write(text)
	return err
}

func (a *app) showMemory(u membank.Unit) error {
	if a.json {
		return a.printJSON(u)
	}
	tellf(a.out, "%s (%s)\n%s\n\n", u.ID, u.Kind, desk.DescribeMemory(u).Sentence)
	a.showOrigin(u)
	if u.Plan != "" {
		tellf(a.out, "\nPlan:\n  %s\n", blockOf(u.Plan, "  "))
	}
	a.showWork(u)
	for _, part := range []struct{ name, text string }{{"Answer", u.Answer}, {"Reflections", u.Reflections}} {
		if part.text != "" {
			tellf(a.out, "\n%s: %s\n", part.name, blockOf(part.text, "  "))
		}
	}
	if len(u.Wordings) > 0 {
		tellf(a.out, "\nIt has also been said so:\n")
	}
	for _, w := range u.Wordings {
		tellf(a.out, "  %s\n", w.Text)
	}
	a.showProcedure(u)
	return nil
}

// showOrigin prints where a memory is from and what became of it since.
func (a *app) showOrigin(u membank.Unit) {
	tellf(a.out, "Learned from: %q, %s\n", u.Task, source(u.Source))
	for _, s := range u.Merged {
		tellf(a.out, "and from: %s\n", source(s))
	}
	for _, s := range u.Joined {
		tellf(a.out, "its procedure also from: %s\n", source(s))
	}
	if u.Parent != "" {
		tellf(a.out, "Part %d of: %s\n", u.Order+1, u.Parent)
	}
	tellf(a.out, "Curator: %s", u.Curator)
	switch u.Compiler {
	case "":
	case membank.Authored:
		tellf(a.out, ", with a procedure that a person edited")
	default:
		tellf(a.out, ", compiled by %s", u.Compiler)
	}
	tellf(a.out, ", on %s\nUsed %s, helped %s\n", u.Created.Format("2 January 2006"), words.Count(u.Used, "time"), words.Count(u.Helped, "time"))
	if u.Successes+u.Failures > 0 {
		tellf(a.out, "Played: %s, %s\n", words.Plural(u.Successes, "success", "successes"), words.Count(u.Failures, "failure"))
	}
	if u.OutsideContent {
		tellLine(a.out, "The run read mails or documents that others wrote.")
	}
	if u.Imported != nil {
		tellf(a.out, "Imported from: %s, on %s\n", u.Imported.From, u.Imported.At.Format("2 January 2006"))
	}
	if u.Untrusted {
		tellf(a.out, "Not trusted: its procedure is not played\n  legomem memory trust %s   has it played\n", u.ID)
	}
	if u.Quarantine != "" {
		tellf(a.out, "Quarantined: %s\n", u.Quarantine)
	}
	if u.Suspended != "" {
		tellf(a.out, "Its procedure is quarantined: %s\n  legomem memory verify %s   replays it; quarantine --lift has it played all the same\n", u.Suspended, u.ID)
	}
}

// source is where a memory was learned, in words.
func source(s membank.Source) string {
	var parts []string
	if s.Task != "" {
		parts = append(parts, "task "+s.Task+" of "+s.Suite)
	}
	if s.Starter {
		parts = append(parts, "the starter bank")
	} else {
		parts = append(parts, "run "+s.Run)
	}
	if s.User != "" {
		parts = append(parts, "for "+s.User)
	}
	if s.Accepted != "" {
		parts = append(parts, "accepted by "+s.Accepted)
	}
	return strings.Join(parts, ", ")
}

// showWork prints what was done, or what a routine does.
func (a *app) showWork(u membank.Unit) {
	subtasks := u.Subtasks
	if u.Subtask != nil {
		subtasks = []membank.Subtask{*u.Subtask}
	}
	for _, s := range subtasks {
		tellf(a.out, "\n%s: %s\n", s.Agent, indented(s.Description))
		a.showSteps(s.Steps)
		if s.Observations != "" {
			tellf(a.out, "  = %s\n", indented(s.Observations))
		}
	}
	if r := u.Routine; r != nil {
		tellf(a.out, "\n%s: %s\n", r.Agent, indented(r.Description))
		for _, v := range r.Variables {
			tellf(a.out, "  {%s} %s\n", v.Name, v.Description)
		}
		a.showSteps(r.Steps)
	}
}

func (a *app) showSteps(steps []membank.Step) {
	for _, st := range steps {
		if st.Think != "" {
			tellf(a.out, "  (%s)\n", indented(st.Think))
		}
		tellf(a.out, "  %s\n", st.Action)
		if st.Observation != "" {
			tellf(a.out, "    %s\n", indented(st.Observation))
		}
		if st.Failed {
			tellLine(a.out, "    (it failed)")
		}
	}
}

// indented indents the lines of a text after its first.
func indented(text string) block { return blockOf(strings.TrimSpace(text), "    ") }
