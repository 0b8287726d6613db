// Package vision reads the text in images with a vision model instead of tesseract, as
// LEGOMem's OCR app does (4.1.2, with Phi-3.5-mini). It replaces the tool ocr.recognise
// on the host, fetches the pictures from the sandbox, and answers in the tool's own
// form; see tools/ocr for that form, and for the other engine.
//
// Start with Reader.
package vision

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"legomem/agents"
	"legomem/llm"
	"legomem/tools"
	"legomem/tools/ocr"
	"legomem/trajectory"
)

// Role is the vision model's name in logs, meters and configurations.
const Role = "vision"

// Reader is an agents.HostTool that does what ocr.recognise does. Make one with New; it
// serves many runs, even at once.
type Reader struct {
	model   llm.Role
	prompts *llm.Prompts
	now     func() time.Time
}

// New makes a Reader. Prompts are from LoadPrompts; the clock times the calls.
func New(model llm.Role, prompts *llm.Prompts, now func() time.Time) (*Reader, error) {
	switch {
	case model.Chat == nil || model.Model == "":
		return nil, fmt.Errorf("no model is configured for the role %s", Role)
	case prompts == nil || now == nil:
		return nil, errors.New("reading images with a model needs prompts and a clock")
	}
	return &Reader{model: model, prompts: prompts, now: now}, nil
}

// Call reads a file's text, with one request per page. If the sandbox cannot show the
// file, its failed observation is the answer; if the endpoint cannot use the picture,
// the observation says so. Any other error of the model ends the run, as it does for
// any model: a model that cannot see would fail quietly on every file.
func (r *Reader) Call(ctx context.Context, c agents.HostCall) (tools.Observation, error) {
	p, err := ocr.Decode(c.Action.Args)
	if err != nil {
		return tools.Fail(err), nil
	}
	var all transcript
	for first := 1; first > 0; {
		pages, refused, err := fetch(ctx, c, p.File, first)
		if err != nil || refused != nil {
			return answer(refused, err)
		}
		for _, page := range pages.Pages {
			refused, err := r.read(ctx, c, p, pages.File, page, &all)
			if err != nil || refused != nil {
				return answer(refused, err)
			}
		}
		all.file, all.more, first = pages.File, pages.More, pages.Next
	}
	return all.observation(p.Part), r.tell(c, all.learned)
}

// tell logs what was learned of the model's endpoint.
func (r *Reader) tell(c agents.HostCall, learned []string) error {
	for _, one := range learned {
		if c.Log == nil {
			return nil
		}
		if err := c.Log(trajectory.Noted{About: trajectory.AboutEndpoint, Text: r.model.Model + ": " + one}); err != nil {
			return err
		}
	}
	return nil
}

// answer is what ends a call early: a failed observation, or an error.
func answer(failed *tools.Observation, err error) (tools.Observation, error) {
	if err != nil {
		return tools.Observation{}, err
	}
	return *failed, nil
}

// fetch asks the sandbox for a file's pictures, starting at one page.
func fetch(ctx context.Context, c agents.HostCall, file string, first int) (ocr.Pages, *tools.Observation, error) {
	var pages ocr.Pages
	obs, err := c.Box(ctx, ocr.Inspect(file, first))
	if err != nil {
		return pages, nil, err
	}
	if obs.Failed {
		return pages, &obs, nil
	}
	if err := json.Unmarshal(obs.Data, &pages); err != nil {
		return pages, nil, fmt.Errorf("the pictures of %s: %w", file, err)
	}
	if len(pages.Pages) == 0 || (pages.Next != 0 && pages.Next <= first) {
		return pages, nil, fmt.Errorf("the pictures of %s: %d came from page %d on, and page %d is said to be next", file, len(pages.Pages), first, pages.Next)
	}
	return pages, nil, nil
}

// read has the model transcribe one page.
func (r *Reader) read(ctx context.Context, c agents.HostCall, p ocr.Params, file string, page ocr.Page, all *transcript) (*tools.Observation, error) {
	v := view{None: noText}
	if _, asked := c.Action.Args["language"]; asked {
		v.Language = p.Language
	}
	msgs, err := r.messages(v, page)
	if err != nil {
		return nil, err
	}
	reply, err := r.ask(ctx, c, msgs)
	switch {
	case llm.BadImage(err):
		failed := tools.Fail(tools.Failf(tools.Corrupt, "page %d of %s: the model cannot use the picture: %s", page.Number, file, llm.Reason(err)))
		return &failed, nil
	case err != nil:
		return nil, fmt.Errorf("read page %d of %s: %w", page.Number, file, err)
	}
	all.add(page.Number, reply)
	return nil, nil
}

func (r *Reader) messages(v view, page ocr.Page) ([]llm.Message, error) {
	rules, err := r.prompts.Render(rulesPrompt, v)
	if err != nil {
		return nil, err
	}
	text, err := r.prompts.Render(picturePrompt, v)
	if err != nil {
		return nil, err
	}
	return []llm.Message{
		{Role: llm.System, Text: rules},
		{Role: llm.User, Text: text, Images: []llm.Image{{MIME: page.MIME, Data: page.Data}}},
	}, nil
}

// ask makes one call, within the budget, and logs it whether or not it succeeds.
func (r *Reader) ask(ctx context.Context, c agents.HostCall, msgs []llm.Message) (llm.Reply, error) {
	if err := c.Meter.Admit(r.model.Model); err != nil {
		return llm.Reply{}, err
	}
	began := r.now()
	reply, callErr := r.model.Chat.Chat(ctx, llm.Request{Model: r.model.Model, Messages: msgs, Sampling: r.model.Sampling, Partial: true})
	e := trajectory.ModelCalled{
		Role: Role, Model: r.model.Model, Prompt: r.prompts.Label(rulesPrompt), Snapshot: reply.Model,
		PromptTokens: reply.Usage.Prompt, CachedTokens: reply.Usage.Cached, CompletionTokens: reply.Usage.Completion,
		CostUSD: c.Meter.Add(Role, r.model.Model, reply.Usage), Attempts: reply.Attempts,
		WallMS: float64(r.now().Sub(began).Microseconds()) / 1000,
	}
	if callErr != nil {
		e.Error = callErr.Error()
	}
	if c.Log != nil {
		if err := c.Log(e); err != nil {
			return reply, err
		}
	}
	return reply, callErr
}
