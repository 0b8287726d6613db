package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"legomem/agents"
	"legomem/llm/llmtest"
	"legomem/must"
	"legomem/officebench/trial"
	"legomem/trajectory"
)

// placementsHold: the records name memories for those alone that the placement
// gives any, and of the kind that the variant retrieves.
func placementsHold(t *testing.T, w *workshop, dir string) {
	b, cells := w.records(dir)
	kinds := map[string]string{}
	for _, u := range w.units(filepath.Join(dir, "curate", "bank.db")) {
		kinds[u.ID] = string(u.Kind)
	}
	for _, c := range b.Cells {
		directs := c.Variant != "none" && c.Placement != "agents"
		works := c.Variant != "none" && c.Placement != "orchestrator"
		for _, r := range cells[c.ID()] {
			working := 0
			for role, ids := range r.Retrieved {
				if role != agents.Orchestrator {
					working++
				}
				for _, id := range ids {
					if want := kindShown(c, role); kinds[id] != want {
						t.Errorf("%s: the memory %s of the %s is %q, not %q", r.ID(), id, role, kinds[id], want)
					}
				}
			}
			if got := len(r.Retrieved[agents.Orchestrator]) > 0; got != directs {
				t.Errorf("%s: memories before the orchestrator: %v", r.ID(), got)
			}
			if (working > 0) != works {
				t.Errorf("%s: memories before %d agents: %v", r.ID(), working, r.Retrieved)
			}
		}
	}
}

// kindShown is the kind of unit that a role sees.
func kindShown(c trial.Cell, role string) string {
	switch {
	case c.Variant == "synapse":
		return "trajectory"
	case c.Variant == "awm":
		return "routine"
	case role == agents.Orchestrator:
		return "task"
	}
	return "subtask"
}

// strategiesDiffer: what the orchestrator sees is the same under LEGOMem's
// three, and some agent sees something else, or in another order, under any two
// of them.
func strategiesDiffer(t *testing.T, w *workshop, dir string) {
	_, cells := w.records(dir)
	byTask := func(cell string) map[string]map[string][]string {
		out := map[string]map[string][]string{}
		for _, r := range cells[cell] {
			out[r.Task] = r.Retrieved
		}
		return out
	}
	for _, two := range [][2]string{{"vanilla", "dynamic"}, {"vanilla", "rewrite"}, {"dynamic", "rewrite"}} {
		x, y := byTask(two[0]+".both.with.llm"), byTask(two[1]+".both.with.llm")
		differ := 0
		for task := range x {
			if !slices.Equal(x[task][agents.Orchestrator], y[task][agents.Orchestrator]) {
				t.Errorf("%s: the orchestrator sees %v under %s and %v under %s", task, x[task][agents.Orchestrator], two[0], y[task][agents.Orchestrator], two[1])
			}
			for role := range x[task] {
				if role != agents.Orchestrator && !slices.Equal(x[task][role], y[task][role]) {
					differ++
				}
			}
		}
		t.Logf("%s and %s: %d agents see something else", two[0], two[1], differ)
		if differ == 0 {
			t.Errorf("%s and %s show every agent the same", two[0], two[1])
		}
	}
}

// draftsAreMade: every run under rewrite, and no other, has a draft, in the
// values of its own task.
func draftsAreMade(t *testing.T, w *workshop, dir string) {
	_, cells := w.records(dir)
	for _, records := range cells {
		for _, r := range records {
			run := must.Have(trajectory.Open(filepath.Join(dir, "evaluate", "runs", filepath.FromSlash(r.ID()), r.Run)))(t)
			draft := ""
			for _, n := range run.Notes {
				if n.About == "draft" {
					draft = n.Text
				}
			}
			if (draft != "") != (r.Cell.Variant == "rewrite") {
				t.Errorf("%s has the draft %q", r.ID(), draft)
			}
			if r.Cell.Variant == "rewrite" && r.Task == "3-42/0" && strings.Contains(draft, "tuesday.docx") == strings.Contains(draft, "agenda.docx") {
				t.Errorf("%s has a draft of another task: %q", r.ID(), draft)
			}
		}
	}
}

// prompts are those of one run, by what they are for. Of the agents' only those
// of agents that were trained: the others have nothing to remember.
type prompts struct {
	facts, plans, ledgers, agents, rewriter []string
}

// sortPrompts tells prompts apart by their tools and their last words.
func sortPrompts(asked []llmtest.Request) prompts {
	var p prompts
	for _, r := range asked {
		text := r.Messages[min(1, len(r.Messages)-1)].Content
		switch {
		case len(r.Tools) > 0:
			if name := agentName.FindStringSubmatch(r.Messages[0].Content)[1]; name != agents.PDFOCR && name != agents.System {
				p.agents = append(p.agents, text)
			}
		case strings.Contains(text, "Write the lists only."):
			p.facts = append(p.facts, text)
		case strings.Contains(text, `"cannot_be_done"`):
			p.plans = append(p.plans, text)
		case strings.Contains(text, "Judge where the work stands"):
			p.ledgers = append(p.ledgers, text)
		case strings.Contains(text, "<start>"):
			p.rewriter = append(p.rewriter, text)
		}
	}
	return p
}

// promptsShowWhatTheyShould runs the task of three apps in some cells once
// more, one by one, and reads every prompt.
func promptsShowWhatTheyShould(t *testing.T, w *workshop, dir string) {
	const thought, seen, steps = "  think: ", "  -> 0 conflicts in the calendar of Marcus", "  calendar__list_events("
	for _, c := range []struct {
		variant, placement, reasoning string
		plan, ledger, agent           bool     // who sees memories
		there, absent                 []string // in the plan's memories
	}{
		{"none", "none", "with", false, false, false, nil, nil},
		{"vanilla", "both", "with", true, true, true, []string{thought, steps}, []string{seen}},
		{"vanilla", "both", "without", true, true, true, []string{steps}, []string{thought, seen}},
		{"vanilla", "planning", "with", true, false, true, []string{thought}, nil},
		{"vanilla", "orchestrator", "with", true, true, false, []string{thought}, nil},
		{"vanilla", "agents", "with", false, false, true, nil, nil},
		{"dynamic", "both", "with", true, true, true, []string{thought}, []string{seen}},
		{"rewrite", "both", "with", true, true, true, []string{thought}, []string{seen}},
		{"rewrite", "both", "without", true, true, true, nil, []string{thought, seen}},
		{"synapse", "both", "with", true, true, true, []string{thought, seen}, nil},
		{"awm", "both", "with", true, true, true, []string{"Routine ", "  needs: "}, []string{thought, steps}},
	} {
		name := strings.Join([]string{c.variant, c.placement, c.reasoning}, "-")
		t.Run(name, func(t *testing.T) {
			p := sortPrompts(w.apprentice.watch(func() {
				w.bench("shown-"+name, "--bank", filepath.Join(dir, "curate", "bank.db"), "--variants", c.variant, "--placements", c.placement,
					"--reasoning", c.reasoning, "--teams", "llm", "--tasks", "3-42/0")
			}))
			shows(t, "facts", p.facts, false)
			for _, prompt := range p.facts {
				if strings.Contains(prompt, "\n|") {
					t.Errorf("the survey of facts quotes something:\n%s", prompt)
				}
			}
			shows(t, "plan", p.plans, c.plan)
			shows(t, "ledger", p.ledgers, c.ledger)
			shows(t, "agents", p.agents, c.agent)
			for _, prompt := range p.plans {
				showsEach(t, "the plan's memories", prompt, c.there, c.absent)
			}
			everywhere := slices.Concat(p.plans, p.ledgers, p.agents, p.rewriter)
			thinks := slices.ContainsFunc(everywhere, func(prompt string) bool { return strings.Contains(prompt, "| "+thought) })
			if want := c.variant != "none" && c.reasoning == "with"; thinks != want {
				t.Errorf("a thought of past work is shown somewhere: %v", thinks)
			}
			if want := c.variant == "rewrite"; (len(p.rewriter) > 0) != want {
				t.Errorf("the rewriter was asked %d times", len(p.rewriter))
			}
			if c.variant == "awm" { // the agents see the steps that the orchestrator does not
				showsEach(t, "a calendar agent's routines", p.agents[0], []string{thought, steps, "Routine "}, nil)
			}
			if c.variant == "synapse" {
				showsEach(t, "an agent's trajectories", p.agents[0], []string{seen, "  reported: "}, nil)
			}
		})
	}
}

// shows wants memories in all prompts of a kind, or in none.
func shows(t *testing.T, what string, asked []string, want bool) {
	t.Helper()
	if len(asked) == 0 {
		t.Errorf("no prompt of the kind %s was seen", what)
	}
	for _, prompt := range asked {
		if got := len(memoriesOf(prompt)) > 0; got != want {
			t.Errorf("%s: memories are shown: %v\n%s", what, got, prompt)
		}
	}
}

// showsEach wants some texts in the memories of a prompt, and others not.
func showsEach(t *testing.T, what, prompt string, there, absent []string) {
	t.Helper()
	section := sectionOf(prompt, "For reference, ", "\x00")
	for _, text := range there {
		if !strings.Contains(section, "| "+text) {
			t.Errorf("%s do not hold %q", what, text)
		}
	}
	for _, text := range absent {
		if strings.Contains(section, text) {
			t.Errorf("%s hold %q", what, text)
		}
	}
}
