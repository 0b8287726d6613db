package everyday

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"legomem/agents"
	"legomem/agents/reflex"
	"legomem/reading"
)

// People tell more than what they ask for: "Which parts are low? I'd like to order today."
// Where a text of several sentences asks for nothing as a whole, one of them may; what the
// others say is told to be left out.

// mostParts is how many sentences a text may have for each to be read alone: who says more
// tells something.
const mostParts = 5

// partly reads each of a text's sentences alone and goes on with the one that is likeliest
// to ask for something, if no other may; otherwise is how the text as a whole ends.
func (b Brain) partly(ctx context.Context, t *task, otherwise error) (*reflex.Match, next, error) {
	parts := sentencesOf(t.Task.Text)
	if len(parts) < 2 || len(parts) > mostParts {
		return nil, nil, otherwise
	}
	var best *task
	var all []reading.Reading
	others := 0.0 // how likely another sentence asks for something too
	for _, text := range parts {
		part := *t
		part.Task.Text = text
		some, err := b.read(ctx, &part)
		if gaveUp(err) {
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		switch {
		case len(some) == 0:
		case best == nil:
			best, all = &part, some
		case some[0].Confidence > all[0].Confidence:
			others = max(others, all[0].Confidence)
			best, all = &part, some
		default:
			others = max(others, some[0].Confidence)
		}
	}
	if best == nil || all[0].Confidence < askable || others >= askable {
		return nil, nil, otherwise
	}
	m, further, err := b.decide(ctx, best, all)
	left := fmt.Sprintf("only %q is done of it", best.Task.Text)
	if asks, ok := errors.AsType[*agents.Asking](err); ok {
		asks.Question.Text += fmt.Sprintf(" (It is about %q alone.)", best.Task.Text)
	}
	if gaveUp(err) {
		return nil, nil, otherwise
	}
	if err != nil {
		return nil, nil, err
	}
	if all[0].Confidence < decided && changes(best, m) {
		return nil, nil, otherwise
	}
	m.Doubts, m.Exact = append(m.Doubts, left), false
	return m, further, nil
}

// sentencesOf are a text's sentences: each ends with a sign, and a blank behind it.
func sentencesOf(text string) []string {
	var out []string
	start := 0
	for i, r := range text {
		end := i + len(string(r))
		if !strings.ContainsRune(".!?", r) || end < len(text) && !unicode.IsSpace(rune(text[end])) {
			continue
		}
		if one := strings.TrimSpace(text[start:end]); len(strings.Fields(one)) > 1 {
			out, start = append(out, one), end
		}
	}
	if one := strings.TrimSpace(text[start:]); one != "" {
		out = append(out, one)
	}
	return out
}
