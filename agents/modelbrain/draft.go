package modelbrain

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"legomem/agents"
	"legomem/llm"
	"legomem/membank"
)

// mostDrafted is how many steps are asked for, and accepted; a small task may have fewer.
const mostDrafted = 5

// Drafter is the query rewriter of one run: it breaks the task down along the lines of
// the full-task memories, with one call that is metered and logged like any other.
func (m *Brain) Drafter(s agents.Brief) membank.Drafter {
	return func(ctx context.Context, task string, full []membank.Hit) ([]string, error) {
		a := &asker{model: m, brief: s}
		shown := a.fit(full, a.whole(director))
		var steps []string
		err := a.ask(ctx, question{
			role: agents.Rewriter, prompt: "rewrite", cut: &cut{}, most: cut{memories: len(shown.texts)}, dropped: shown.dropped,
			messages: func(c cut) ([]llm.Message, error) { return m.draftPrompt(task, shown.without(c.memories)) },
			parse: func(r llm.Reply) (err error) {
				steps, err = parseDraft(r.Text)
				return err
			},
		})
		return steps, err
	}
}

func (m *Brain) draftPrompt(task string, memories []string) ([]llm.Message, error) {
	shown := "(none)"
	if len(memories) > 0 {
		shown = llm.Indent("| ", strings.Join(memories, "\n\n"))
	}
	text, err := m.cfg.Prompts.Render("rewrite", map[string]string{"memory_context": shown, "task_description": llm.Indent("> ", task)})
	if err != nil {
		return nil, err
	}
	return []llm.Message{{Role: llm.User, Text: text}}, nil
}

var (
	draftTags = regexp.MustCompile(`(?s)<start>(.*)<end>`)
	draftStep = regexp.MustCompile(`^\s*\d+[.)]\s*(.+?)\s*$`)
)

// parseDraft reads a numbered list, between <start> and <end> if they are there.
func parseDraft(text string) ([]string, error) {
	if m := draftTags.FindStringSubmatch(text); m != nil {
		text = m[1]
	}
	var steps []string
	for _, l := range strings.Split(text, "\n") {
		switch m, more := draftStep.FindStringSubmatch(l), strings.TrimSpace(l); {
		case m != nil:
			steps = append(steps, m[1])
		case more != "" && len(steps) > 0: // a step that goes on in the next line
			steps[len(steps)-1] += " " + more
		}
	}
	switch {
	case len(steps) == 0:
		return nil, errors.New("there is no numbered list; write each step on a line of its own, between <start> and <end>")
	case len(steps) > mostDrafted:
		return nil, fmt.Errorf("there are %d steps; at most %d are wanted", len(steps), mostDrafted)
	}
	return steps, nil
}
