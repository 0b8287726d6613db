package vision_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/agents"
	"legomem/lists"
	"legomem/llm/llmtest"
	"legomem/must"
	"legomem/tools"
	"legomem/tools/ocr"
	"legomem/tools/office"
	"legomem/tools/toolstest"
)

// TestEnginesAgree holds both engines to one form: whoever reads the Data of
// ocr.recognise need not know which of them made it.
func TestEnginesAgree(t *testing.T) {
	for _, tc := range []struct {
		name  string
		file  string
		pages []string // the words on each
		text  string
		drawn bool
	}{
		{name: "an image", file: "data/shot.png", pages: []string{"Meeting on Monday\nTotal 1250"}, text: "Meeting on Monday\nTotal 1250"},
		{name: "an image without text", file: "data/white.png", pages: []string{"(no text)"}},
		{name: "a pdf", file: "data/scan.pdf", pages: []string{"A scanned page"}, text: "A scanned page", drawn: true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			script := lists.Map(tc.pages, func(p string) llmtest.Reply { return llmtest.Reply{Text: p} })
			b := open(t, llmtest.Options{}, script...)
			b.put("data/white.png", toolstest.Screenshot(t))
			b.put("data/scan.pdf", toolstest.Scan(t, "A scanned page"))
			args := map[string]any{"file_path": tc.file}
			engines := map[string]func(context.Context, agents.HostCall) (tools.Observation, error){"vision": b.reader.Call}
			if _, err := office.Tesseract().Find(); err != nil {
				t.Skip(err) // there is no second one to agree with
			}
			if tc.drawn {
				toolstest.Need(t, office.PDFToPPM())
			}
			engines["tesseract"] = func(ctx context.Context, c agents.HostCall) (tools.Observation, error) { return b.box(ctx, c.Action) }
			texts, shapes := map[string]string{}, map[string]any{}
			for name, call := range engines {
				obs, err := call(t.Context(), agents.HostCall{Action: tools.Action{Tool: ocr.Recognise, Args: args}, Box: b.box})
				if err != nil || obs.Failed {
					t.Fatalf("%s: %s, %v", name, obs.Text, err)
				}
				d := decode(t, obs)
				if d.File != tc.file || d.Text != tc.text || d.Lines == nil || d.Words == nil {
					t.Errorf("%s: %+v", name, d)
				}
				texts[name], shapes[name] = obs.Text, shape(obs.Value())
			}
			must.NoDiff(t, cmp.Diff(shapes["tesseract"], shapes["vision"]), "the forms differ (-tesseract +vision):\n%s")
			// Tesseract also says how sure it is; a model gives no figure.
			if said, _, _ := strings.Cut(texts["tesseract"], "\n(read with a confidence of "); said != texts["vision"] {
				t.Errorf("models are shown %q", texts)
			}
		})
	}
}

// decode reads the Data as the one struct there is for it, and no field more.
func decode(t *testing.T, obs tools.Observation) ocr.Data {
	t.Helper()
	var d ocr.Data
	dec := json.NewDecoder(bytes.NewReader(obs.Data))
	dec.DisallowUnknownFields()
	must.Do(t, dec.Decode(&d))
	return d
}

// shape is a value's names and lists, with "leaf" for what they hold: a
// confidence may be null or a number.
func shape(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, one := range v {
			out[name] = shape(one)
		}
		return out
	case []any:
		return lists.Map(v, shape)
	}
	return "leaf"
}
