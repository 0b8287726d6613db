package modelbrain

import (
	"context"
	"encoding/json"
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
	// outlines are those of memories, by their form and id.
	outlines map[string]string
	told     map[string]bool // what the log has of endpoints
	// workplace is what there is, as last surveyed; surveyed says that it names all files.
	workplace string
	surveyed  bool
	// instructed is what agents were told to do, by node of the graph.
	instructed map[string]string
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
// model with the reason: a call as a call, whose result is the reason.
func (a *asker) complain(q question, reply llm.Reply, reason error) ([]llm.Message, error) {
	if err := a.log(trajectory.Noted{About: "unusable reply", Text: q.role + ": " + reason.Error()}); err != nil {
		return nil, err
	}
	text, err := a.model.cfg.Prompts.Render("retry", retryView{Reason: reason.Error()})
	if err != nil {
		return nil, err
	}
	if len(reply.Calls) > 0 {
		return refusedCalls(reply, text), nil
	}
	said := strings.TrimSpace(reply.Text)
	if said == "" {
		said = "(an empty reply)"
	}
	return []llm.Message{{Role: llm.Assistant, Text: said}, {Role: llm.User, Text: text}}, nil
}

// refusedCalls shows calls that were not made. Arguments that are no JSON are quoted: many
// servers read those of past calls.
func refusedCalls(reply llm.Reply, reason string) []llm.Message {
	said := llm.Message{Role: llm.Assistant, Text: reply.Text, Echo: reply.Echo}
	var results []llm.Message
	for i, c := range reply.Calls {
		c.ID = fmt.Sprintf("refused_%d", i+1)
		if _, err := parseArgs(c.Args); err != nil {
			c.Args, _ = json.Marshal(map[string]string{"not_json": string(c.Args)}) // a text always marshals
		}
		said.Calls = append(said.Calls, c)
		results = append(results, llm.Message{Role: llm.ToolResult, CallID: c.ID, Text: reason})
	}
	return append([]llm.Message{said}, results...)
}

// call makes one call, within the budget, and logs it whether or not it succeeds.
func (a *asker) call(ctx context.Context, q question, msgs []llm.Message) (llm.Reply, error) {
	r := a.model.role(q.role)
	if err := a.brief.Meter.Admit(r.Model); err != nil {
		return llm.Reply{}, err
	}
	began := a.model.cfg.Now()
	reply, callErr := r.Chat.Chat(ctx, llm.Request{Model: r.Model, Messages: msgs, Tools: q.tools, MustCall: len(q.tools) > 0, Schema: q.schema, Sampling: r.Sampling})
	e := trajectory.ModelCalled{
		Role: q.role, Model: r.Model, Prompt: a.model.cfg.Prompts.Label(q.prompt),
		PromptTokens: reply.Usage.Prompt, CachedTokens: reply.Usage.Cached, CompletionTokens: reply.Usage.Completion,
		CostUSD: a.brief.Meter.Add(q.role, r.Model, reply.Usage), Attempts: reply.Attempts,
		Truncated: *q.cut != cut{}, Dropped: q.dropped + q.cut.memories, Snapshot: reply.Model, WallMS: float64(a.model.cfg.Now().Sub(began).Microseconds()) / 1000,
	}
	if callErr != nil {
		e.Error = callErr.Error()
	}
	if err := a.log(e); err != nil {
		return reply, err
	}
	if err := a.tell(r.Model, reply.Learned); err != nil {
		return reply, err
	}
	return reply, callErr
}

// tell logs what the run has not yet said of an endpoint.
func (a *asker) tell(model string, learned []string) error {
	for _, one := range learned {
		text := model + ": " + one
		if a.told[text] {
			continue
		}
		if a.told == nil {
			a.told = map[string]bool{}
		}
		a.told[text] = true
		if err := a.log(trajectory.Noted{About: trajectory.AboutEndpoint, Text: text}); err != nil {
			return err
		}
	}
	return nil
}

func (a *asker) log(p trajectory.Payload) error {
	if a.brief.Log == nil {
		return nil
	}
	return a.brief.Log(p)
}
