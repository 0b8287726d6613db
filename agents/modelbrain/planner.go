package modelbrain

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"legomem/agents"
	"legomem/llm"
	"legomem/membank"
	"legomem/trajectory"
)

// planner is the orchestrator's role, played by a model. The plan, the re-plan and the
// ledger see the memories that the placement allows. A survey of the facts by itself sees
// none, so that old values are not mistaken for given ones.
type planner struct {
	*asker
	cut    cut
	done   before // what was done when the plan was made
	looked before // and when the workplace was surveyed
}

// Plan surveys the facts and bases a plan on them.
func (p *planner) Plan(ctx context.Context) (trajectory.Plan, error) {
	if err := p.survey(ctx, len(p.brief.Done)); err != nil {
		return trajectory.Plan{}, err
	}
	st := agents.State{Rounds: p.brief.Done}
	if p.model.cfg.FactsInPlan {
		return p.plan(ctx, "plan", st)
	}
	v := p.view(agents.State{})
	v.Workplace = p.workplace
	var err error
	if st.Plan.Facts, err = p.write(ctx, "facts", v, nil); err != nil {
		return trajectory.Plan{}, err
	}
	return p.plan(ctx, "plan", st)
}

// Next fills in the progress ledger, unless the plan decides the round.
func (p *planner) Next(ctx context.Context, st agents.State) (trajectory.Ledger, error) {
	p.instruct(st.Rounds)
	if now := (before{len(st.Rounds), true}); p.looked != now { // agents are told what files hold now
		if err := p.survey(ctx, now.rounds); err != nil {
			return trajectory.Ledger{}, err
		}
	}
	l, decided := p.direct(st)
	if decided {
		return l, nil
	}
	shown := p.fit(p.memories(agents.Memories.ForRound), p.inRound)
	v := p.worked(st)
	if v.Open {
		v.Plan = open(st, p.done, p.brief)
	}
	q := p.question("ledger", v, shown, st.Rounds)
	q.schema = ledgerSchema(p.brief.Team.Names(), v.WithAnswer, v.WithGraph)
	q.parse = func(r llm.Reply) (err error) {
		l, err = parseLedger(r.JSON, p.brief.Team)
		if err != nil || !v.WithGraph {
			return err
		}
		place(&l, r.JSON, p.graph(), st)
		if v.Shortened {
			l.Answer = "" // it is asked for by all reports in full
		}
		return nil
	}
	return l, p.ask(ctx, q)
}

// worked is the view of a ledger or a re-plan, with the working memory if there is one. An
// answer is not asked for where that has shortened what it may have to state.
func (p *planner) worked(st agents.State) orchestratorView {
	v, g := p.view(st), p.graph()
	if g == nil {
		return v
	}
	w := p.working(g, st.Rounds)
	v.Work, v.last, v.Shortened = w.pieces, w.last, w.shortened
	v.WithAnswer = v.WithAnswer && !w.shortened
	return v
}

// Replan rewrites the facts and then the plan.
func (p *planner) Replan(ctx context.Context, st agents.State) (trajectory.Plan, error) {
	if err := p.survey(ctx, len(st.Rounds)); err != nil {
		return trajectory.Plan{}, err
	}
	if p.model.cfg.FactsInPlan {
		return p.plan(ctx, "replan", st)
	}
	var err error
	if st.Plan.Facts, err = p.write(ctx, "refacts", p.view(st), st.Rounds); err != nil {
		return trajectory.Plan{}, err
	}
	return p.plan(ctx, "replan", st)
}

// Answer puts the outcome into words for the user.
func (p *planner) Answer(ctx context.Context, st agents.State) (string, error) {
	return p.write(ctx, "answer", p.view(st), st.Rounds)
}

// plan asks for a plan, by the state's facts or together with the facts.
func (p *planner) plan(ctx context.Context, prompt string, st agents.State) (trajectory.Plan, error) {
	plan := trajectory.Plan{Facts: st.Plan.Facts}
	shown := p.fit(p.memories(agents.Memories.ForPlan), p.whole(director))
	v := p.view(st)
	if prompt == "replan" {
		v = p.worked(st)
	}
	v.Workplace = p.workplace
	q := p.question(prompt, v, shown, st.Rounds)
	q.schema = planSchema(p.brief.Team.Names(), p.model.cfg.FactsInPlan, v.WithGraph)
	q.parse = func(r llm.Reply) (err error) {
		plan.Steps, err = parsePlan(r.JSON, p.brief.Team)
		needed(plan.Steps, p.graph())
		if err == nil && p.model.cfg.FactsInPlan {
			plan.Facts, err = parseFacts(r.JSON)
		}
		return err
	}
	p.done = before{rounds: len(st.Rounds), known: true}
	return plan, p.ask(ctx, q)
}

// write asks for free text.
func (p *planner) write(ctx context.Context, prompt string, v orchestratorView, rounds []agents.Round) (string, error) {
	var out string
	q := p.question(prompt, v, fitted{}, rounds)
	q.parse = func(r llm.Reply) error {
		out = r.Text
		if out == "" {
			return errors.New("the reply is empty")
		}
		if other := otherText(out); other != "" {
			return fmt.Errorf("it is a %s; plain text was asked for", other)
		}
		return nil
	}
	return out, p.ask(ctx, q)
}

func (p *planner) question(prompt string, v orchestratorView, shown fitted, rounds []agents.Round) question {
	return question{
		role: agents.Orchestrator, prompt: prompt, cut: &p.cut,
		most: cut{bodies: max(0, len(rounds)-1), memories: len(shown.texts)}, dropped: shown.dropped,
		messages: func(c cut) ([]llm.Message, error) {
			v.Memories, v.Warnings = shown.without(c.memories), shown.warnings
			v.Rounds = viewRounds(rounds, p.brief.Done, min(c.bodies, max(0, len(rounds)-1)))
			v.Last = lastOf(v, rounds, p.graph())
			return p.model.render("orchestrator", prompt, v, v)
		},
	}
}

func (p *planner) view(st agents.State) orchestratorView {
	return orchestratorView{
		Task: viewTask(p.brief.Task), Team: viewTeam(p.brief), Names: strings.Join(p.brief.Team.Names(), ", "),
		Facts: st.Plan.Facts, Plan: st.Plan.Steps, General: p.model.cfg.General, Plans: p.model.cfg.Plans,
		WithFacts: p.model.cfg.FactsInPlan, WithAnswer: p.model.cfg.AnswerInLedger, Open: p.model.cfg.OpenSteps, WithGraph: p.graph() != nil, Direct: p.model.cfg.DirectSteps,
	}
}

func (p *planner) memories(which func(agents.Memories) []membank.Hit) []membank.Hit {
	if p.brief.Memories == nil {
		return nil
	}
	return which(p.brief.Memories)
}

// render makes the opening of a conversation from two templates.
func (m *Brain) render(system, user string, sv, uv any) ([]llm.Message, error) {
	s, err := m.cfg.Prompts.Render(system, sv)
	if err != nil {
		return nil, err
	}
	u, err := m.cfg.Prompts.Render(user, uv)
	if err != nil {
		return nil, err
	}
	return []llm.Message{{Role: llm.System, Text: s}, {Role: llm.User, Text: u}}, nil
}
