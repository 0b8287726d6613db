package curate

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"legomem/llm"
	"legomem/llm/cost"
	"legomem/trajectory"
)

// The roles under which a curator's calls are metered and logged.
const (
	CuratorRole = "curator" // Model's
	InducerRole = "inducer" // Inducer's
)

// Asking is the language model that a curator asks, and how.
type Asking struct {
	Chat     llm.Chatter
	Model    string
	Sampling llm.Sampling
	Prompts  *llm.Prompts // from LoadPrompts
	// Retries is how often a reply that cannot be used is asked for again.
	Retries int
	// MaxTokens caps what is shown of trajectories in one call; 0 is no cap.
	MaxTokens int
	Now       func() time.Time // dates the units and times the calls
	Meter     *cost.Meter      // nil admits everything and keeps nothing
	// Log receives each call; it may be nil.
	Log func(trajectory.ModelCalled)
}

func (a Asking) check() error {
	switch {
	case a.Chat == nil || a.Model == "":
		return errors.New("curating by a model needs a model: configure one, or curate by rule")
	case a.Prompts == nil || a.Now == nil:
		return errors.New("curating by a model needs prompts and a clock")
	case a.Retries < 0 || a.MaxTokens < 0:
		return fmt.Errorf("curating by a model cannot retry %d times or show %d tokens", a.Retries, a.MaxTokens)
	}
	return nil
}

// name is what units carry as their curator: the model, and the prompt with
// its version.
func (a Asking) name(prompt string) string { return a.Model + "/" + a.Prompts.Label(prompt) }

// Refused is a run (or a cluster of runs) for which the model gave no usable reply, even
// after it was told why.
type Refused struct {
	Run    string
	Tries  int
	Reason string // of the last one
}

func (r *Refused) Error() string {
	return fmt.Sprintf("run %s is not curated: %d replies of the model cannot be used, the last one because: %s; try another model, or curate by rule",
		r.Run, r.Tries, r.Reason)
}

// question is one thing to ask about trajectories until the reply can be used.
type question struct {
	role, prompt string
	run          string // what Refused names
	script       script
	// render puts the script's text into the prompt.
	render func(text string) (string, error)
	// parse reads the reply; its error is shown to the model.
	parse func(reply string) error
}

// ask puts the question until its reply parses, a bounded number of times. A
// script that the endpoint finds too long is shortened further. The notes say
// what was left out and what had to be asked again.
func (a Asking) ask(ctx context.Context, q question) (notes []string, err error) {
	without, ok := q.script.fit(a.MaxTokens)
	if !ok {
		notes = append(notes, fmt.Sprintf("run %s: its log is longer than %d tokens even without what its calls returned", q.run, a.MaxTokens))
	}
	var extra []llm.Message // the last reply that failed, and why
	for failures := 0; ; {
		text, err := q.render(q.script.text(without))
		if err != nil {
			return notes, err
		}
		reply, err := a.call(ctx, q, append([]llm.Message{{Role: llm.User, Text: text}}, extra...), without > 0)
		switch llm.KindOf(err) {
		case "":
			if err != nil {
				return notes, err
			}
			err = q.parse(reply.Text)
		case llm.ContextTooLong:
			if without, ok = more(without, q.script.bodies()); !ok {
				return notes, fmt.Errorf("run %s: nothing more of the log can be left out: %w", q.run, err)
			}
			continue
		case llm.Malformed:
			err = llm.Reason(err)
		default:
			return notes, err
		}
		if err == nil {
			return leftOut(notes, q, without), nil
		}
		if failures++; failures > a.Retries {
			return notes, &Refused{Run: q.run, Tries: failures, Reason: err.Error()}
		}
		notes = append(notes, fmt.Sprintf("run %s: a reply of the model was not used: %v", q.run, err))
		if extra, err = a.complain(reply, err); err != nil {
			return notes, err
		}
	}
}

// more leaves further bodies out, in doubling steps.
func more(without, all int) (int, bool) {
	return min(all, max(1, 2*without)), without < all
}

func leftOut(notes []string, q question, without int) []string {
	if without == 0 {
		return notes
	}
	return append(notes, fmt.Sprintf("run %s: the model was not shown what %d of the calls returned, the oldest of %d that returned much: the log is too long",
		q.run, without, q.script.bodies()))
}

// complain returns an unusable reply and a message that gives the model the reason.
func (a Asking) complain(reply llm.Reply, reason error) ([]llm.Message, error) {
	said := strings.TrimSpace(reply.Text)
	if said == "" {
		said = "(an empty reply)"
	}
	text, err := a.Prompts.Render("retry", retryView{Reason: reason.Error()})
	if err != nil {
		return nil, err
	}
	return []llm.Message{{Role: llm.Assistant, Text: said}, {Role: llm.User, Text: text}}, nil
}

// call makes one call, within the budget, and logs it in any case.
func (a Asking) call(ctx context.Context, q question, msgs []llm.Message, truncated bool) (llm.Reply, error) {
	if err := a.Meter.Admit(a.Model); err != nil {
		return llm.Reply{}, err
	}
	began := a.Now()
	reply, err := a.Chat.Chat(ctx, llm.Request{Model: a.Model, Messages: msgs, Sampling: a.Sampling})
	e := trajectory.ModelCalled{
		Role: q.role, Model: a.Model, Prompt: a.Prompts.Label(q.prompt), Snapshot: reply.Model,
		PromptTokens: reply.Usage.Prompt, CachedTokens: reply.Usage.Cached, CompletionTokens: reply.Usage.Completion,
		CostUSD: a.Meter.Add(q.role, a.Model, reply.Usage), Attempts: reply.Attempts,
		Truncated: truncated, WallMS: float64(a.Now().Sub(began).Microseconds()) / 1000,
	}
	if err != nil {
		e.Error = err.Error()
	}
	if a.Log != nil {
		a.Log(e)
	}
	return reply, err
}
