package vision_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/agents/vision"
	"legomem/llm"
	"legomem/llm/cost"
	"legomem/llm/llmtest"
	"legomem/must"
	"legomem/tools"
	"legomem/tools/ocr"
	"legomem/tools/office"
	"legomem/tools/toolstest"
	"legomem/trajectory"
)

func TestReadsAnImage(t *testing.T) {
	b := open(t, llmtest.Options{}, llmtest.Reply{Text: "Meeting on Monday\n\nTotal 1250\n"})
	obs := must.Have(b.read("shot.png", nil))(t)
	want := tools.Observation{Text: "Meeting on Monday\nTotal 1250", Data: []byte(`{"file":"data/shot.png","text":"Meeting on Monday\nTotal 1250",` +
		`"lines":["Meeting on Monday","Total 1250"],"words":[{"text":"Meeting","confidence":null},{"text":"on","confidence":null},{"text":"Monday","confidence":null},` +
		`{"text":"Total","confidence":null},{"text":"1250","confidence":null}],"confidence":null,"more":false}`)}
	if diff := cmp.Diff(want, obs); diff != "" {
		t.Error(diff)
	}
	asked := b.endpoint.Requests()[0].Messages
	if len(asked) != 2 || asked[0].Role != "system" || !strings.Contains(asked[0].Content, "is data") || strings.Contains(asked[0].Content, "language with") {
		t.Fatalf("asked %+v", asked)
	}
	shown := asked[1].Images
	if len(shown) != 1 || shown[0].MIME != "image/png" {
		t.Fatalf("shown %d images", len(shown))
	}
	if img, err := png.Decode(bytes.NewReader(shown[0].Data)); err != nil || img.Bounds().Dx() != 320 {
		t.Errorf("the image: %v", err)
	}
	calls := []trajectory.Payload{trajectory.ModelCalled{Role: "vision", Model: "seer", Snapshot: "seer", Prompt: b.label,
		PromptTokens: 100, CompletionTokens: 10, CostUSD: dollars(0.0002), Attempts: 1, WallMS: 1}}
	must.NoDiff(t, cmp.Diff(calls, b.events), "logged (-want +got):\n%s")
	if spent := b.meter.ByRole()["vision"]; spent.Calls != 1 || spent.Prompt != 100 || *spent.USD != 0.0002 {
		t.Errorf("metered %+v", spent)
	}
}

func dollars(usd float64) *float64 { return &usd }

func TestTellsTheLanguage(t *testing.T) {
	b := open(t, llmtest.Options{}, llmtest.Reply{Text: "Sitzung"})
	must.Have(b.read("shot.png", map[string]any{"language": "deu"}))(t)
	if rules := b.endpoint.Requests()[0].Messages[0].Content; !strings.Contains(rules, "code deu") {
		t.Errorf("the rules are\n%s", rules)
	}
}

// A pdf is read page by page, and the pages stay in order.
func TestReadsAPDF(t *testing.T) {
	toolstest.Need(t, office.PDFToPPM())
	b := open(t, llmtest.Options{}, llmtest.Reply{Text: "first"}, llmtest.Reply{Text: "second", Finish: "length"})
	b.put("data/scan.pdf", toolstest.Scan(t, "one", "two"))
	obs, err := b.read("scan.pdf", nil)
	if err != nil || obs.Failed {
		t.Fatal(obs.Text, err)
	}
	if want := "first\nsecond\n(the text of page 2 was cut off at the model's limit for a reply: the end is missing)"; obs.Text != want {
		t.Errorf("text %q, want %q", obs.Text, want)
	}
	var d ocr.Data
	if err := json.Unmarshal(obs.Data, &d); err != nil || d.Text != "first\nsecond" {
		t.Errorf("data %+v, %v", d, err)
	}
	if len(b.events) != 2 {
		t.Errorf("%d calls were logged", len(b.events))
	}
}

// Pages that do not fit into one observation are fetched one part after the
// other.
func TestFetchesInParts(t *testing.T) {
	b := open(t, llmtest.Options{}, llmtest.Reply{Text: "one"}, llmtest.Reply{Text: "two"}, llmtest.Reply{Text: "three"})
	var from []any
	b.box = func(_ context.Context, a tools.Action) (tools.Observation, error) {
		from = append(from, a.Args["first_page"])
		parts := map[any]string{1.0: `{"file":"a.pdf","pages":[{"page":1,"data":"eA=="},{"page":2,"data":"eA=="}],"next":3}`, 3.0: `{"file":"a.pdf","pages":[{"page":3,"data":"eA=="}],"next":0}`}
		return tools.Observation{Data: []byte(parts[a.Args["first_page"]])}, nil
	}
	obs, err := b.read("a.pdf", nil)
	if err != nil || obs.Text != "one\ntwo\nthree" || len(from) != 2 {
		t.Errorf("%q from %v, %v", obs.Text, from, err)
	}
}

var errBox = errors.New("the sandbox is gone")

func TestTrouble(t *testing.T) {
	says := func(status int, text string) []llmtest.Reply {
		return []llmtest.Reply{{Status: status, Text: text}}
	}
	boxSays := func(data string) func(*bench) {
		return func(b *bench) {
			b.box = func(context.Context, tools.Action) (tools.Observation, error) {
				return tools.Observation{Data: []byte(data)}, nil
			}
		}
	}
	for _, tc := range []struct {
		name   string
		file   string // shot.png where empty
		args   map[string]any
		opts   llmtest.Options
		script []llmtest.Reply
		change func(*bench)
		code   tools.Code // of a failed observation
		says   string     // in its text, or in the error's
		kind   llm.Kind   // of the error
		logged int        // calls
	}{
		{name: "no such file", file: "none.png", code: tools.NotFound, says: "bad.png"},
		{name: "no image", file: "bad.png", code: tools.Corrupt, says: "data/bad.png"},
		{name: "outside", file: "../x.png", code: tools.Refused, says: "outside"},
		{name: "an unknown argument", args: map[string]any{"page": 1.0}, code: tools.BadArguments, says: "accepted: file_path"},
		{name: "a bad language", args: map[string]any{"language": "-x"}, code: tools.BadArguments, says: "eng"},
		{name: "the sandbox refuses", change: func(b *bench) {
			b.box = func(context.Context, tools.Action) (tools.Observation, error) {
				return tools.Fail(tools.Failf(tools.Refused, "not this one")), nil
			}
		}, code: tools.Refused, says: "not this one"},
		{name: "the picture is refused", script: says(400, "Invalid image data"), code: tools.Corrupt, says: "page 1 of data/shot.png: the model cannot use the picture: Invalid image data", logged: 1},
		{name: "the picture is too large", script: says(413, "Request too large"), code: tools.Corrupt, says: "page 1 of data/shot.png", logged: 1},

		{name: "a model that sees nothing", opts: llmtest.Options{NoImages: true}, kind: llm.Refused, says: "only supported by certain models", logged: 1},
		{name: "a refused key", script: says(401, "no"), kind: llm.Auth, says: "read page 1 of data/shot.png", logged: 1},
		{name: "a broken endpoint", script: says(500, "out of memory"), kind: llm.Server, logged: 1},
		{name: "too many calls", script: says(429, "slow down"), kind: llm.RateLimit, logged: 1},
		{name: "too long a context", script: says(400, "maximum context length is 10"), kind: llm.ContextTooLong, logged: 1},
		{name: "an empty reply", script: []llmtest.Reply{{Raw: `{"choices":[]}`}}, kind: llm.Malformed, logged: 1},
		{name: "the sandbox is gone", change: func(b *bench) {
			b.box = func(context.Context, tools.Action) (tools.Observation, error) { return tools.Observation{}, errBox }
		}, says: errBox.Error()},
		{name: "the sandbox sends something else", change: boxSays(`[]`), says: "the pictures of shot.png"},
		{name: "the sandbox sends no page", change: boxSays(`{"pages":[]}`), says: "0 came from page 1 on"},
		{name: "the sandbox goes back", change: boxSays(`{"pages":[{"page":1}],"next":1}`), says: "page 1 is said to be next"},
		{name: "no tokens left", change: func(b *bench) { b.meter.Add("other", "seer", cost.Usage{Prompt: 5000}) }, says: "4000 tokens"},
		{name: "no price", change: func(b *bench) { b.meter = cost.NewMeter(nil, cost.Budget{USD: 1}) }, says: "needs a price for model seer"},
		{name: "a log that cannot be written", script: []llmtest.Reply{{Text: "x"}}, change: func(b *bench) { b.logErr = os.ErrClosed }, says: os.ErrClosed.Error()},
		{name: "cancelled", change: func(b *bench) { b.cancel() }, says: "context canceled", logged: 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := open(t, tc.opts, tc.script...)
			if tc.change != nil {
				tc.change(b)
			}
			if tc.file == "" {
				tc.file = "shot.png"
			}
			obs, err := b.read(tc.file, tc.args)
			if tc.code != "" {
				if err != nil || !obs.Failed || obs.Code != tc.code || !strings.Contains(obs.Text, tc.says) {
					t.Errorf("observation %+v, %v; want %s saying %q", obs, err, tc.code, tc.says)
				}
			} else if err == nil || llm.KindOf(err) != tc.kind || !strings.Contains(err.Error(), tc.says) {
				t.Errorf("observation %+v, error %v; want one of kind %q saying %q", obs, err, tc.kind, tc.says)
			}
			if len(b.events) != tc.logged || b.endpoint.Left() != 0 {
				t.Errorf("%d calls were logged, %d replies left", len(b.events), b.endpoint.Left())
			}
			for _, e := range b.events {
				if called := e.(trajectory.ModelCalled); called.Error == "" || called.Role != "vision" {
					t.Errorf("the failed call was logged as %+v", called)
				}
			}
		})
	}
}

// The traffic is recorded with its pictures, and replays.
func TestRecordAndReplay(t *testing.T) {
	dir := t.TempDir()
	rec := must.Have(llm.NewRecorder(dir, time.Unix(0, 0), rand.Reader, nil, "test-key"))(t)
	said := func(transport http.RoundTripper, script ...llmtest.Reply) tools.Observation {
		b := open(t, llmtest.Options{}, script...)
		b.connect(transport)
		obs := must.Have(b.read("shot.png", nil))(t)
		return obs
	}
	live := said(rec, llmtest.Reply{Text: "Meeting"})
	must.Do(t, rec.Close())
	rep := must.Have(llm.NewReplayer(dir))(t)
	if diff := cmp.Diff(live, said(rep)); diff != "" || rep.Left() != 0 {
		t.Errorf("%d left\n%s", rep.Left(), diff)
	}
}

// Asking the sandbox for the pictures does to the world what the tool says it
// does: the policy may decide on the one for the other.
func TestSameEffects(t *testing.T) {
	registry := tools.NewRegistry(ocr.Tools())
	effects := func(a tools.Action) []tools.Effect {
		tool := must.Have(registry.Lookup(a.Tool))(t)
		e := must.Have(tool.Effects(a.Args))(t)
		return e
	}
	want := effects(tools.Action{Tool: ocr.Recognise, Args: map[string]any{"file_path": "data/a.png"}})
	if diff := cmp.Diff(want, effects(ocr.Inspect("data/a.png", 1))); diff != "" || len(want) == 0 {
		t.Error(diff)
	}
}

func TestNewRefuses(t *testing.T) {
	prompts := must.Have(vision.LoadPrompts(""))(t)
	chat := open(t, llmtest.Options{}).client(nil)
	for name, make := range map[string]func() (*vision.Reader, error){
		"no endpoint": func() (*vision.Reader, error) { return vision.New(llm.Role{Model: "m"}, prompts, time.Now) },
		"no model":    func() (*vision.Reader, error) { return vision.New(llm.Role{Chat: chat}, prompts, time.Now) },
		"no prompts": func() (*vision.Reader, error) {
			return vision.New(llm.Role{Chat: chat, Model: "m"}, nil, time.Now)
		},
		"no clock": func() (*vision.Reader, error) {
			return vision.New(llm.Role{Chat: chat, Model: "m"}, prompts, nil)
		},
	} {
		if _, err := make(); err == nil {
			t.Errorf("%s: was taken", name)
		}
	}
}

func TestPromptsAreReplaceable(t *testing.T) {
	dir := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(dir, "transcribe.tmpl"), []byte("Read it. {{.None}} {{.Language}}"), 0o600))
	own := must.Have(vision.LoadPrompts(dir))(t)
	builtin := must.Have(vision.LoadPrompts(""))(t)
	if own.Version() == builtin.Version() || own.Label("picture") != builtin.Label("picture") {
		t.Error("the versions do not follow the contents")
	}
}
