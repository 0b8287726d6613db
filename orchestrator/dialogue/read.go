package dialogue

import (
	"context"
	"errors"
	"strings"

	"legomem/orchestrator/taskgraph/trim"
)

// reading is how a turn's words were read, at a revision of the graph.
type reading struct {
	revision int
	trim     trim.Trim
}

// read reads what was said against the graph, once for each state of it, and counts what
// that took of a model. Where a model gave nothing that can be used, nothing is understood,
// and the user is told.
func (t *turn) read(ctx context.Context, said string) (trim.Trim, error) {
	if r := t.reading; r != nil && r.revision == t.graph.Revision() {
		return r.trim, nil
	}
	read, err := t.Trimmer.Trim(ctx, t.graph, t.utterance(said))
	if unusable := (*trim.UnusableError)(nil); errors.As(err, &unusable) {
		t.unusable = unusable
		read, err = trim.Trim{By: "model", Tokens: unusable.Tokens}, nil
	}
	if err != nil {
		return trim.Trim{}, err
	}
	t.reply.Tokens.Prompt += read.Tokens.Prompt
	t.reply.Tokens.Completion += read.Tokens.Completion
	t.reading = &reading{t.graph.Revision(), read}
	return read, nil
}

// readQuickly reads what was said without asking anybody, where that can be had.
func (t *turn) readQuickly(ctx context.Context, said string) (trim.Trim, error) {
	if t.Quick == nil {
		return t.read(ctx, said)
	}
	return t.Quick.Trim(ctx, t.graph, t.utterance(said))
}

// lettersBefore is how much of what was told last a model is shown.
const lettersBefore = 900

// mostBefore is how many answers before it what was told last is shown with.
const mostBefore = 3

// utterance is what was said, with what came before it.
func (t *turn) utterance(said string) trim.Utterance {
	u := trim.Utterance{Text: said, Now: t.Now(), DayFirst: t.DayFirst}
	if t.n < 2 {
		return u
	}
	first := t.n - 2
	for first > 0 && t.n-2-first < mostBefore && t.turns[first-1].Question != nil {
		first-- // an answer is told with its question
	}
	var lines []string
	for _, r := range t.turns[first : t.n-1] {
		lines = append(lines, "The user: "+r.Said)
		if told := strings.TrimSpace(r.Told); told != "" {
			lines = append(lines, "Told: "+told)
		}
		if q := r.Question; q != nil {
			lines = append(lines, strings.TrimSpace("Asked: "+q.Text+" "+strings.Join(q.Options, " / ")))
		}
	}
	u.Before = strings.Join(lines, "\n")
	if cut := []rune(u.Before); len(cut) > lettersBefore {
		u.Before = "... " + string(cut[len(cut)-lettersBefore:])
	}
	return u
}
