package modelbrain

import (
	"embed"
	"io/fs"

	"legomem/agents"
	"legomem/llm"
	"legomem/trajectory"
)

//go:embed prompts/*.tmpl
var builtinPrompts embed.FS

// LoadPrompts reads the model brain's prompts: the embedded ones, each replaced by the
// file of the same name in dir, if there is one. llm.LoadPrompts checks them.
func LoadPrompts(dir string) (*llm.Prompts, error) {
	builtin, err := fs.Sub(builtinPrompts, "prompts")
	if err != nil {
		return nil, err // only for a name that is not valid
	}
	round := roundView{Number: 1, Agent: "a", Instruction: "i", Summary: "s", Failed: true, Node: "n", Deeds: []string{"d"}}
	piece := pieceView{ID: "i", Agent: "a", Value: "v", State: "s", Result: "r"}
	o := orchestratorView{
		Task: taskView{User: "u", Now: "n", Dates: "d", Domain: "o", Text: "t"}, Team: []agentView{{Name: "a", Description: "d", Tools: "t"}}, Names: "a", Workplace: "w",
		Facts: "f", Plan: []trajectory.PlanStep{{Agent: "a", Description: "d"}}, Rounds: []roundView{round, round}, Memories: []string{"m", "m"}, Warnings: []string{"w"}, General: true, Plans: true, WithFacts: true, WithAnswer: true, Open: true,
		WithGraph: true, Direct: true, Shortened: true, Work: []pieceView{piece, piece}, Last: []roundView{round, round},
	}
	samples := map[string]any{
		"parts":   nil,
		"retry":   retryView{Reason: "r"},
		"capped":  cappedView{Taken: "1 action", Done: "done"},
		"agent":   actorView{Name: "a", Description: "d", User: "u", Domain: "o", Now: "n", Dates: "d", Done: "done", DoneBeside: true},
		"rewrite": llm.Placeholders{"memory_context", "task_description"},
		"same":    sameView{Task: "t", Practised: "p", Sentence: "s", Blanks: []agents.Blank{{Name: "n", Kind: "k", Example: "e"}}},
		"subtask": subtaskView{Task: "t", Work: "w", Files: []string{"f"}, Memories: []string{"m"}, Warnings: []string{"w"}, Basis: []pieceView{piece}, General: true},
	}
	for _, name := range []string{"orchestrator", "facts", "plan", "ledger", "refacts", "replan", "answer"} {
		samples[name] = o
	}
	return llm.LoadPrompts(builtin, dir, samples)
}

// What each template is given. The fields are the prompts' contract: a
// replaced prompt may use them all.
type (
	// orchestratorView is for orchestrator, facts, plan, ledger, refacts,
	// replan and answer.
	orchestratorView struct {
		Task  taskView
		Team  []agentView
		Names string // the agents', with commas
		// Workplace tells what files, mailboxes and calendars there are; empty where that
		// is not told, and in the ledger and the answer.
		Workplace string
		Facts     string
		Plan      []trajectory.PlanStep
		Rounds    []roundView
		Memories  []string // rendered, best first; in a ledger perhaps their plans alone
		Warnings  []string // what similar work failed by, a line each
		General   bool     // memories have placeholders for their values
		Plans     bool     // a ledger has the memories' plan lines alone
		// WithFacts asks for the facts in one reply with the plan, WithAnswer for the final
		// answer in the ledger that finds the request satisfied.
		WithFacts, WithAnswer bool
		Open                  bool // in a ledger, Plan has the open steps alone
		// WithGraph asks which nodes of the run's task graph a step needs, or a subtask works
		// on and uses. Then Work has them, in a ledger and in a re-plan, and Last those of the
		// rounds that it does not have; Shortened says that a result in Work is not there in
		// full.
		WithGraph, Shortened bool
		// Direct says that a step which needs no other's result is given to its agent as it
		// stands.
		Direct bool
		Work   []pieceView
		Last   []roundView
		last   []int // their places among the rounds
	}
	// pieceView is a node of the run's task graph: a step of the plan, or a delegation.
	pieceView struct {
		ID, Agent, Value string
		State            string // "done", "waiting", "failed, 2 attempts", ...
		Result           string // the report, or why it failed; "" where there is none
	}
	taskView  struct{ User, Now, Dates, Domain, Text string }
	agentView struct{ Name, Description, Tools string }
	roundView struct {
		Number                      int
		Agent, Instruction, Summary string
		Failed                      bool
		Node                        string // of the run's task graph; "" where there is none
		// Deeds are what another brain's round did to files, mails and events, and what
		// failed in it; none for this brain's own rounds.
		Deeds []string
	}
	// actorView is for agent, subtaskView for subtask, retryView for retry.
	actorView struct {
		Name, Description, User, Domain, Now, Dates, Done string
		DoneBeside                                        bool // a report beside the last calls counts
	}
	subtaskView struct {
		Task, Work         string
		Files              []string // what is known of the files that the work names, a line each
		Memories, Warnings []string
		Basis              []pieceView // what the work rests on, with its results
		General            bool        // then memories come after the task, which changes less often
	}
	retryView struct{ Reason string }
	// cappedView is for capped, which follows what an agent did with its last action.
	cappedView struct {
		Taken string // "25 actions"
		Done  string
	}
)
