package desk

import (
	"cmp"
	"context"
	"errors"
	"os"
	"slices"
	"strings"

	"legomem/membank/recall"
	"legomem/orchestrator/dialogue"
	tg "legomem/orchestrator/taskgraph"
	"legomem/orchestrator/taskgraph/trim"
	"legomem/tools/value"
)

// Turn takes a turn, as dialogue.Session does, and keeps in the user's memory what the work
// that it touched stands on then: a value that was corrected is the corrected one, and what
// was taken back is forgotten. So the memory of a conversation is its task graph's
// (MemGuide's curation of a session, with no model).
func (c *Chat) Turn(ctx context.Context, said string) (dialogue.Reply, error) {
	before := c.said()
	reply, err := c.Session.Turn(ctx, said)
	if err != nil || !c.desk.config.Recall.Remember || c.Opened.Domain != string(trim.Office) {
		return reply, err
	}
	if failed := c.remember(context.WithoutCancel(ctx), before, c.said()); failed != nil {
		c.desk.Log.Warn().Str("session", c.id).Err(failed).Msg("what was said is not remembered")
	}
	return reply, nil
}

// remember keeps, or forgets, what is said for work since it was otherwise, by roots.
func (c *Chat) remember(ctx context.Context, was, is map[string][]recall.Said) error {
	var all []recall.Unit
	var gone []string
	for root, said := range is {
		if !slices.Equal(said, was[root]) {
			all = append(all, recall.Curate(c.id+"/"+root, c.desk.Now(), said)...)
		}
	}
	for root := range was {
		if is[root] == nil {
			gone = append(gone, c.id+"/"+root)
		}
	}
	if len(all) == 0 && len(gone) == 0 {
		return nil
	}
	_, err := withRecall(ctx, c.desk, c.Opened.User, len(all) > 0, func(m *recall.Memory) ([]recall.Unit, error) {
		for _, session := range gone {
			if _, err := m.Forget(ctx, recall.Selection{Session: session}); err != nil {
				return nil, err
			}
		}
		return m.Remember(ctx, all)
	})
	if len(all) == 0 && (IsInput(err) || errors.Is(err, os.ErrNotExist)) {
		return nil // there is no bank, and nothing to forget
	}
	return err
}

// said is what the user said for the work that is done and counts, by its roots.
func (c *Chat) said() map[string][]recall.Said {
	out := map[string][]recall.Said{}
	for _, n := range c.Graph().Nodes() {
		if len(n.Parents) > 0 {
			continue
		}
		if said := c.saidFor(n); len(said) > 0 {
			out[n.ID] = said
		}
	}
	return out
}

// saidFor is what the user said for a piece of work that is done and counts; nothing of
// another.
func (c *Chat) saidFor(root tg.Node) []recall.Said {
	g := c.Graph()
	var words []string
	for _, t := range c.Turns() {
		words = append(words, strings.ToLower(t.Said))
	}
	var out []recall.Said
	for _, step := range g.Nodes() {
		k, err := c.desk.everydaySkill(step.Slot)
		if err != nil || !slices.Contains(step.Parents, root.ID) || step.Status != tg.Done && step.Status != tg.Stale || root.Status == tg.Inactive {
			continue
		}
		all := strings.Join(append(words, strings.ToLower(step.Outputs[dialogue.Agreed])), "\n")
		for _, id := range step.DependsOn {
			n, err := g.Node(id)
			if err != nil || n.Status == tg.Inactive || !strings.Contains(all, strings.ToLower(n.Value)) {
				continue
			}
			slot, ok := k.Slot(n.Slot)
			kind := value.Kind(n.Inputs[trim.KindKey])
			if !ok || !lasts(slot, kind) {
				continue
			}
			s := recall.Said{Intent: intentOf(k), Slot: n.Slot, Words: root.Value, Answer: n.Value, Turn: n.History[len(n.History)-1].Turn, From: recall.Named}
			if isInOffice(kind) {
				s.Answer = cmp.Or(n.Inputs[trim.Canon], n.Value)
			}
			out = append(out, s)
		}
	}
	return out
}
