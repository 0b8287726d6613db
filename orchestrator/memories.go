package orchestrator

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"legomem/agents"
	"legomem/membank"
	"legomem/trajectory"
)

// placed is a run's memories; it logs who gets them when they are shown.
type placed struct {
	run   *run
	inner agents.Memories
	shown bool // the orchestrator's are logged
	// leftOut is to be logged before the first are shown; nil if it is, or if nothing could
	// be left out.
	leftOut *trajectory.LeftOut
}

func (p *placed) ForPlan() []membank.Hit {
	return p.show(p.inner.ForPlan())
}

func (p *placed) ForRound() []membank.Hit {
	return p.show(p.inner.ForRound())
}

// show logs the orchestrator's memories when it first sees them. Reflex does not ask
// here, and logs the memory that it plays.
func (p *placed) show(hits []membank.Hit) []membank.Hit {
	_ = p.tellLeftOut() // as below
	if len(hits) > 0 && !p.shown {
		p.shown = true
		_ = p.run.record(trajectory.Retrieved{For: agents.Orchestrator, Memories: refs(hits)}) // a log that cannot be written fails at the next event
	}
	return hits
}

func (p *placed) ForAgent(ctx context.Context, s trajectory.Subtask) ([]membank.Hit, error) {
	if err := p.tellLeftOut(); err != nil {
		return nil, err
	}
	hits, err := p.inner.ForAgent(ctx, s)
	if err != nil || len(hits) == 0 {
		return nil, err
	}
	if open := p.run.open; open != nil && open.Subtask == s && len(open.Steps) > 0 {
		return hits, nil // the log has it from before the run was resumed
	}
	return hits, p.run.record(trajectory.Retrieved{For: s.Agent, Memories: refs(hits)})
}

// tellLeftOut logs once what was left out: only a run in which somebody asks for memories
// shows what that does.
func (p *placed) tellLeftOut() error {
	left := p.leftOut
	if left == nil {
		return nil
	}
	p.leftOut = nil
	return p.run.record(*left)
}

// retrieve asks the bank for the run's memories.
func (r *run) retrieve(ctx context.Context) (agents.Memories, error) {
	if r.Memory == nil {
		return nil, nil
	}
	found, inner, err := r.Memory.Retrieve(ctx, r.brief(nil))
	if err != nil {
		return nil, fmt.Errorf("retrieve memories: %w", err)
	}
	r.recalled = found
	if len(found.Draft) > 0 {
		if err := r.record(trajectory.Noted{About: "draft", Text: strings.Join(found.Draft, "\n")}); err != nil {
			return nil, err
		}
	}
	shown := r.past != nil && slices.ContainsFunc(r.past.Retrieved, func(e trajectory.Retrieved) bool { return e.For == agents.Orchestrator })
	err = r.record(trajectory.Retrieved{For: trajectory.ForNobody, Memories: refs(found.Full)})
	if inner == nil {
		return nil, err
	}
	placed := &placed{run: r, inner: inner, shown: shown, leftOut: found.LeftOut}
	if r.past != nil && r.past.LeftOut != nil {
		placed.leftOut = nil // the log has it from before the run was resumed
	}
	return placed, err
}

// searchTasks searches the bank, unless retrieval has found the answer already.
func (r *run) searchTasks(ctx context.Context, text string, k int) ([]membank.Hit, error) {
	if hits, ok := r.recalled.Playable.First(text, k); ok {
		return hits, nil
	}
	return r.Memory.SearchTasks(ctx, text, k)
}

func refs(hits []membank.Hit) []trajectory.MemoryRef {
	out := []trajectory.MemoryRef{} // never null in JSON
	for _, h := range hits {
		out = append(out, trajectory.MemoryRef{ID: h.Unit.ID, Rank: h.Rank, Score: h.Score, Foreign: h.Unit.Foreign()})
	}
	return out
}
