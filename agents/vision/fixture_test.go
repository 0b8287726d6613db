package vision_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"legomem/agents"
	"legomem/agents/vision"
	"legomem/llm"
	"legomem/llm/cost"
	"legomem/llm/llmtest"
	"legomem/must"
	"legomem/tools"
	"legomem/tools/ocr"
	"legomem/tools/toolstest"
	"legomem/trajectory"
)

// bench is a Reader over a scripted endpoint and a workspace with the real
// tools in it.
type bench struct {
	t        *testing.T
	endpoint *llmtest.Endpoint
	reader   *vision.Reader
	label    string
	ws       *tools.Workspace
	box      func(context.Context, tools.Action) (tools.Observation, error)
	meter    *cost.Meter
	events   []trajectory.Payload
	logErr   error
	ctx      context.Context
	cancel   context.CancelFunc
	now      time.Time
}

func open(t *testing.T, opts llmtest.Options, script ...llmtest.Reply) *bench {
	t.Helper()
	ws := must.Have(tools.OpenWorkspace(t.TempDir(), "Bob", func() time.Time { return time.Time{} }))(t)
	t.Cleanup(func() { _ = ws.Close() })
	b := &bench{t: t, endpoint: llmtest.New(t, opts, script...), ws: ws, box: inProcess(ws),
		meter: cost.NewMeter(cost.Prices{{Model: "seer", PromptPerMTok: 1, CompletionPerMTok: 10}}, cost.Budget{Tokens: 4000})}
	b.ctx, b.cancel = context.WithCancel(t.Context())
	b.put("data/shot.png", toolstest.Screenshot(t, "Meeting on Monday", "Total 1250"))
	b.put("data/bad.png", []byte("no image"))
	b.connect(nil)
	return b
}

// inProcess is a sandbox without walls.
func inProcess(ws *tools.Workspace) func(context.Context, tools.Action) (tools.Observation, error) {
	registry := tools.NewRegistry(ocr.Tools())
	return func(ctx context.Context, a tools.Action) (tools.Observation, error) {
		tool, err := registry.Lookup(a.Tool)
		if err != nil {
			return tools.Fail(err), nil
		}
		return tool.Run(ctx, ws, a.Args), nil
	}
}

func (b *bench) client(through http.RoundTripper) *llm.Client {
	b.t.Helper()
	c, err := llm.NewClient(llm.Endpoint{BaseURL: b.endpoint.URL(), Key: "test-key", MaxTries: 1, Transport: through})
	must.Do(b.t, err)
	return c
}

// connect makes the reader, which talks through the transport.
func (b *bench) connect(through http.RoundTripper) {
	b.t.Helper()
	prompts, err := vision.LoadPrompts("")
	must.Do(b.t, err)
	b.label = prompts.Label("transcribe")
	clock := func() time.Time { b.now = b.now.Add(time.Millisecond); return b.now }
	if b.reader, err = vision.New(llm.Role{Chat: b.client(through), Model: "seer"}, prompts, clock); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) put(name string, data []byte) {
	b.t.Helper()
	must.Do(b.t, b.ws.WriteFile(name, data))
}

// read calls the tool on a file.
func (b *bench) read(file string, more map[string]any) (tools.Observation, error) {
	args := map[string]any{"file_path": file}
	for name, v := range more {
		args[name] = v
	}
	return b.reader.Call(b.ctx, agents.HostCall{Action: tools.Action{Tool: ocr.Recognise, Args: args}, Box: b.box, Meter: b.meter, Log: b.log})
}

func (b *bench) log(p trajectory.Payload) error {
	if b.logErr != nil {
		return b.logErr
	}
	b.events = append(b.events, p)
	return nil
}
