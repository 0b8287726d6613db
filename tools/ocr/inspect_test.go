package ocr

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/office"
	"legomem/tools/toolstest"
)

func pages(t *testing.T, d *toolstest.Desk, a tools.Action) Pages {
	t.Helper()
	obs := d.Run(a.Tool, a.Args)
	var p Pages
	if err := json.Unmarshal(obs.Data, &p); err != nil || obs.Failed {
		t.Fatal(obs.Text, err)
	}
	return p
}

// encoded is an image of that size as a png.
func encoded(t *testing.T, img image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	must.Do(t, png.Encode(&out, img))
	return out.Bytes()
}

func TestInspectImage(t *testing.T) {
	d := open(t, map[string][]byte{
		"data/shot.png":  toolstest.Screenshot(t, "Meeting"),
		"data/wide.png":  encoded(t, image.NewNRGBA(image.Rect(0, 0, 4096, 2))),
		"data/clear.png": encoded(t, image.NewNRGBA(image.Rect(0, 0, 3, 1))),
	})
	for file, want := range map[string]image.Point{"data/shot.png": {X: 320, Y: 50}, "data/wide.png": {X: 2048, Y: 1}, "data/clear.png": {X: 3, Y: 1}} {
		got := pages(t, d, Inspect(file, 1))
		if got.File != file || got.Next != 0 || len(got.Pages) != 1 {
			t.Fatalf("%s: %+v", file, got)
		}
		page := got.Pages[0]
		img, err := png.Decode(bytes.NewReader(page.Data))
		if err != nil || page.Number != 1 || page.MIME != "image/png" {
			t.Fatalf("%s: page %d, %s: %v", file, page.Number, page.MIME, err)
		}
		if size := img.Bounds().Size(); size != want || page.Width != want.X || page.Height != want.Y {
			t.Errorf("%s: %v, said to be %d x %d; want %v", file, size, page.Width, page.Height, want)
		}
		if g, _, _, _ := img.At(0, 0).RGBA(); g != 0xffff {
			t.Errorf("%s: the background became %x, not white", file, g)
		}
	}
}

// The pages of a pdf come in order, as many at once as the cap allows.
func TestInspectPDF(t *testing.T) {
	toolstest.Need(t, office.PDFToPPM())
	scan := toolstest.Scan(t, "one", "two")
	rest := pages(t, open(t, map[string][]byte{"data/scan.pdf": scan}), Inspect("scan.pdf", 2))
	if len(rest.Pages) != 1 || rest.Pages[0].Number != 2 || rest.Next != 0 || rest.Pages[0].Height != inspectSize {
		t.Errorf("%d pages, next %d", len(rest.Pages), rest.Next)
	}
	var first Pages
	must.Do(t, first.draw(t.Context(), scan, 1, 1))
	if len(first.Pages) != 1 || first.Next != 2 {
		t.Errorf("under a small cap: %d pages, next %d", len(first.Pages), first.Next)
	}
}

// The worst page there is fits into what may travel: a sixteenth of it stands
// for the whole.
func TestInspectNoise(t *testing.T) {
	noise := image.NewGray(image.Rect(0, 0, inspectSize/4, inspectSize/4))
	random := rand.New(rand.NewPCG(1, 2))
	for i := range noise.Pix {
		noise.Pix[i] = byte(random.Uint32())
	}
	page, err := drawPage(encoded(t, noise))
	if err != nil || 16*len(page.Data) > inspectBytes || len(page.Data) < len(noise.Pix)/2 {
		t.Errorf("%d bytes, %v", len(page.Data), err)
	}
}

func TestInspectFailures(t *testing.T) {
	d := open(t, map[string][]byte{"data/bad.png": []byte("no image"), "data/shot.png": toolstest.Screenshot(t, "x")})
	tool, err := d.Reg.Lookup(inspect)
	if err != nil || !tool.Hidden {
		t.Fatal("not a hidden tool", err)
	}
	for _, tt := range []struct {
		name, file string
		first      int
		code       tools.Code
		says       string
	}{
		{"missing", "none.png", 1, tools.NotFound, "bad.png"},
		{"corrupt", "bad.png", 1, tools.Corrupt, "data/bad.png"},
		{"a second page", "shot.png", 2, tools.BadArguments, "no page 2"},
		{"beyond the cap", "shot.png", 21, tools.BadArguments, "1 to 20"},
		{"before the first", "shot.png", -1, tools.BadArguments, "1 to 20"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if o := d.Run(inspect, Inspect(tt.file, tt.first).Args); o.Code != tt.code || !strings.Contains(o.Text, tt.says) {
				t.Errorf("got %s %q, want %s saying %q", o.Code, o.Text, tt.code, tt.says)
			}
		})
	}
}

func TestTranscribed(t *testing.T) {
	for _, tt := range []struct {
		name, remark string
		lines        []string
		more         bool
		text, data   string
	}{
		{"lines", "", []string{" Total  12 ", "", "x"}, false, "Total  12\nx",
			`{"file":"a.png","text":"Total  12\nx","lines":["Total  12","x"],"words":[{"text":"Total","confidence":null},{"text":"12","confidence":null},{"text":"x","confidence":null}],"confidence":null,"more":false}`},
		{"nothing", "", nil, false, "no text was found in a.png", `{"file":"a.png","text":"","lines":[],"words":[],"confidence":null,"more":false}`},
		{"more pages", "", []string{"x"}, true, "x\n(only the first 20 pages were read: there are more)",
			`{"file":"a.png","text":"x","lines":["x"],"words":[{"text":"x","confidence":null}],"confidence":null,"more":true}`},
		{"a remark", "cut off", []string{"x"}, false, "x\n(cut off)", `{"file":"a.png","text":"x","lines":["x"],"words":[{"text":"x","confidence":null}],"confidence":null,"more":false}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := tools.Observation{Text: tt.text, Data: []byte(tt.data)}
			if diff := cmp.Diff(want, Transcribed("a.png", tt.lines, tt.more, tt.remark, 0)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestTranscribedInParts: a long text is shown in parts; data has all of it.
func TestTranscribedInParts(t *testing.T) {
	long := []string{strings.Repeat("a", tools.PartSize-1), "the end"}
	for part, want := range map[int]string{0: "(part 1 of 2; call with part 2", 2: "the end\n(part 2 of 2, the last)"} {
		o := Transcribed("a.png", long, false, "", part)
		if !strings.Contains(o.Text, want) || !o.Holds("the end") {
			t.Errorf("part %d is %.40q, want %q in it", part, o.Text[max(0, len(o.Text)-60):], want)
		}
	}
	if o := Transcribed("a.png", long, false, "", 3); o.Code != tools.BadArguments || !strings.Contains(o.Text, "1 to 2") {
		t.Errorf("part 3 is %s %q", o.Code, o.Text)
	}
}

func TestDecode(t *testing.T) {
	p, err := Decode(map[string]any{"file_path": "a.png"})
	if err != nil || p != (Params{File: "a.png", Language: "eng"}) {
		t.Errorf("%+v, %v", p, err)
	}
	for name, args := range map[string]map[string]any{
		"no file": {}, "an unknown argument": {"file_path": "a.png", "pages": "1"}, "a bad language": {"file_path": "a.png", "language": "-x"},
	} {
		if _, err := Decode(args); tools.CodeOf(err) != tools.BadArguments {
			t.Errorf("%s: %v", name, err)
		}
	}
}
