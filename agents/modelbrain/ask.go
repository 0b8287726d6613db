package modelbrain

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"legomem/agents"
	"legomem/llm"
	"legomem/trajectory"
)

// asker asks the models of one run: it admits, calls, logs, parses, and
// retries.
type asker struct {
	model   *Brain
	brief   agents.Brief
	counted map[string]int // tokens of memories, by their text
	offers  map[string]offer
	// outlines are those of memories, by their form and id.
	outlines map[string]string
}

// question is one thing to ask until the reply can be used.
type question struct {
	role   string
	prompt string // the template's name, for the log
	tools  []llm.ToolSpec
	schema *llm.Schema
	// messages renders the conversation, shortened by the cut.
	messages func(cut) ([]llm.Message, error)
	// parse reads the reply; its error is shown to the model.
	parse func(llm.Reply) error
	// dropped is how many memories the budget left out.
	dropped int
	// cut is what had to be left out so far; it stays for the next question.
	cut *cut
	// most is all that can be left out.
	most cut
}

// cut is what a prompt leaves out when the context is too long: the bodies of
// the oldest observations (or reports), then the memories of lowest rank.
type cut struct{ bodies, memories int }

// more cuts further: the bodies in doubling steps, then one memory at a time. It
// returns false when nothing is left to cut.
func (c *cut) more(most cut) bool {
	switch {
	case c.bodies < most.bodies:
		c.bodies = min(most.bodies, max(1, 2*c.bodies))
	case c.memories < most.memories:
		c.memories++
	default:
		return false
	}
	return true
}

// ask puts the question until a reply parses. If a reply cannot be used it asks again,
// with the reason, a bounded number of times.
func (a *asker) ask(ctx context.Context, q question) error {
	var extra []llm.Message // the last reply that failed, and why
	for failures := 0; ; {
		msgs, err := q.messages(*q.cut)
		if err != nil {
			return err
		}
		reply, err := a.call(ctx, q, append(msgs, extra...))
		switch llm.KindOf(err) {
		case "":
			if err != nil {
				return err
			}
			err = q.parse(reply)
		case llm.ContextTooLong:
			if !q.cut.more(q.most) {
				return fmt.Errorf("nothing more can be left out: %w", err)
			}
			continue
		case llm.Malformed:
			err = llm.Reason(err)
		default:
			return err
		}
		if err == nil || errors.As(err, new(*agents.GiveUp)) {
			return err
		}
		if failures++; failures > a.model.cfg.Retries {
			return &agents.Unusable{Role: q.role, Model: a.model.role(q.role).Model, Tries: failures, Reason: err.Error()}
		}
		if extra, err = a.complain(q, reply, err); err != nil {
			return err
		}
	}
}

// complain logs a reply that cannot be used, and makes the messages that show it to the
// model with the reason.
func (a *asker) complain(q question, reply llm.Reply, reason error) ([]llm.Message, error) {
	if err := a.log(trajectory.Noted{About: "unusable reply", Text: q.role + ": " + reason.Error()}); err != nil {
		return nil, err
	}
	said := reply.Text
	for _, c := range reply.Calls {
		said += fmt.Sprintf("\n(called %s with %s)", c.Name, c.Args)
	}
	if said = strings.TrimSpace(said); said == "" {
		said = "(an empty reply)"
	}
	text, err := a.model.cfg.Prompts.Render("retry", retryView{Reason: reason.Error()})
	if err != nil {
		return nil, err
	}
	return []llm.Message{{Role: llm.Assistant, Text: said}, {Role: llm.User, Text: text}}, nil
}

// call makes one call, within the budget, and logs it whether or not it succeeds.
func (a *asker) call(ctx context.Context, q question, msgs []llm.Message) (llm.Reply, error) {
	r := a.model.role(q.role)
	if err := a.brief.Meter.Admit(r.Model); err != nil {
		return llm.Reply{}, err
	}
	began := a.model.cfg.Now()
	reply, callErr := r.Chat.Chat(ctx, llm.Request{Model: r.Model, Messages: msgs, Tools: q.tools, Schema: q.schema, Sampling: r.Sampling})
	e := trajectory.ModelCalled{
		Role: q.role, Model: r.Model, Prompt: a.model.cfg.Prompts.Label(q.prompt),
		PromptTokens: reply.Usage.Prompt, CompletionTokens: reply.Usage.Completion,
		CostUSD: a.brief.Meter.Add(q.role, r.Model, reply.Usage), Attempts: reply.Attempts,
		Truncated: *q.cut != cut{}, Dropped: q.dropped + q.cut.memories, Snapshot: reply.Model, WallMS: float64(a.model.cfg.Now().Sub(began).Microseconds()) / 1000,
	}
	if callErr != nil {
		e.Error = callErr.Error()
	}
	if err := a.log(e); err != nil {
		return reply, err
	}
	return reply, callErr
}

func (a *asker) log(p trajectory.Payload) error {
	if a.brief.Log == nil {
		return nil
	}
	return a.brief.Log(p)
}
