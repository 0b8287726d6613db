package ocr

import (
	"encoding/json"
	"image"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/sweep"
	"legomem/tools"
	"legomem/tools/office"
	"legomem/tools/toolstest"
)

func open(t *testing.T, files map[string][]byte) *toolstest.Desk {
	t.Helper()
	texts := map[string]string{}
	for name, data := range files {
		texts[name] = string(data)
	}
	return toolstest.New(t, time.Time{}, Tools(), texts)
}

func TestRecognise(t *testing.T) {
	toolstest.Need(t, office.Tesseract())
	d := open(t, map[string][]byte{"data/shot.png": toolstest.Screenshot(t, "Meeting on Monday", "Total 1250")})
	o := d.Call("recognise", `{"file_path":"shot.png"}`)
	var got Data
	if err := json.Unmarshal(o.Data, &got); err != nil {
		t.Fatal(err, o.Text)
	}
	if diff := cmp.Diff([]string{"Meeting on Monday", "Total 1250"}, got.Lines); diff != "" {
		t.Error(diff)
	}
	if got.Text != strings.Join(got.Lines, "\n") || len(got.Words) != 5 || got.Confidence == nil || *got.Confidence < lowConfidence || got.File != "data/shot.png" {
		t.Errorf("got %+v", got)
	}
}

func TestRecogniseScannedPDF(t *testing.T) {
	toolstest.Need(t, office.Tesseract(), office.PDFToPPM())
	scan := toolstest.Scan(t, "First page of the scan", "Second page of the scan")
	o := open(t, map[string][]byte{"data/scan.pdf": scan}).Call("recognise", `{"file_path":"scan.pdf"}`)
	if !strings.HasPrefix(o.Text, "First page of the scan\nSecond page of the scan\n(read with a confidence of ") {
		t.Errorf("got %s %q", o.Code, o.Text)
	}
}

// Pages that are not read are not passed over in silence.
func TestScanTooLong(t *testing.T) {
	sweep.Slow(t)
	toolstest.Need(t, office.Tesseract(), office.PDFToPPM())
	lines := make([]string, maxScanned+1) // empty pages are read quickly
	lines[maxScanned-1], lines[maxScanned] = "page number 119", "page number 120"
	d := open(t, map[string][]byte{"data/scan.pdf": toolstest.Scan(t, lines...)})
	o := d.Call("recognise", `{"file_path":"scan.pdf"}`)
	if !strings.Contains(o.Text, "119") || strings.Contains(o.Text, "120") || !strings.HasSuffix(o.Text, "there are more)") {
		t.Errorf("got %s %q", o.Code, o.Text)
	}
	if seen := pages(t, d, Inspect("scan.pdf", maxScanned)); len(seen.Pages) != 1 || seen.Next != 0 || !seen.More {
		t.Errorf("%d pages, next %d, more %v", len(seen.Pages), seen.Next, seen.More)
	}
}

func TestEmptyImage(t *testing.T) {
	toolstest.Need(t, office.Tesseract())
	o := open(t, map[string][]byte{"data/white.png": toolstest.Screenshot(t)}).Call("recognise", `{"file_path":"white.png"}`)
	if o.Failed || o.Text != "no text was found in data/white.png" {
		t.Errorf("got %s %q", o.Code, o.Text)
	}
}

func TestFailures(t *testing.T) {
	d := open(t, map[string][]byte{
		"data/bad.png":  []byte("no image"),
		"data/huge.gif": []byte("GIF89a\xff\xff\xff\xff\x00\x00\x00"),
		"data/shot.png": toolstest.Screenshot(t, "x"),
	})
	for _, tt := range []struct {
		args string
		code tools.Code
		says string
	}{
		{`{"file_path":"none.png"}`, tools.NotFound, "bad.png"},
		{`{"file_path":"bad.png"}`, tools.Corrupt, "data/bad.png"},
		{`{"file_path":"huge.gif"}`, tools.TooLarge, "65535 x 65535"},
		{`{"file_path":"shot.png","language":"--psm"}`, tools.BadArguments, "eng"},
	} {
		d.Fails("recognise", tt.args, tt.code, tt.says)
	}
	t.Run("language that is missing", func(t *testing.T) {
		toolstest.Need(t, office.Tesseract())
		d.Fails("recognise", `{"file_path":"shot.png","language":"xyz"}`, tools.MissingProgram, "tesseract-ocr-xyz")
	})
	t.Run("no tesseract", func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		d.Fails("recognise", `{"file_path":"shot.png"}`, tools.MissingProgram, "apt-get install tesseract-ocr")
	})
}

func TestParseTSV(t *testing.T) {
	table := "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n" +
		"1\t1\t0\t0\t0\t0\t0\t0\t10\t10\t-1\t\n" +
		"5\t1\t1\t1\t1\t1\t0\t0\t1\t1\t96.5\tHello\n" +
		"5\t1\t1\t1\t1\t2\t0\t0\t1\t1\t90\tworld\n" +
		"5\t1\t1\t1\t2\t1\t0\t0\t1\t1\t80\t \n" +
		"5\t1\t1\t1\t3\t1\t0\t0\t1\t1\tx\t\"quoted\"\n" +
		"5\tcut"
	want := page{lines: []string{"Hello world", `"quoted"`}, words: []Word{{"Hello", new(96.5)}, {"world", new(90.0)}, {`"quoted"`, new(0.0)}}}
	if diff := cmp.Diff(want, parseTSV(table), cmp.AllowUnexported(page{})); diff != "" {
		t.Error(diff)
	}
}

func TestPrepare(t *testing.T) {
	for _, tt := range []struct {
		w, h, wantW, wantH int
		small              bool
	}{
		{400, 200, 1200, 600, true},
		{1299, 10, 3897, 30, true},
		{1300, 900, 1300, 900, false},
		{10000, 100, 5000, 50, false},
		{20000, 1, 5000, 1, false},
	} {
		got, small := prepare(image.NewNRGBA(image.Rect(0, 0, tt.w, tt.h)))
		if got.Bounds().Dx() != tt.wantW || got.Bounds().Dy() != tt.wantH || small != tt.small {
			t.Errorf("%d x %d: got %v, small %v", tt.w, tt.h, got.Bounds(), small)
		}
		if g, _, _, _ := got.At(0, 0).RGBA(); g != 0xffff {
			t.Errorf("what is transparent became %x, not white", g)
		}
	}
}

func BenchmarkRecognise(b *testing.B) {
	toolstest.Need(b, office.Tesseract())
	raw := toolstest.Screenshot(b, "Meeting on Monday", "Total 1250")
	for b.Loop() {
		if _, err := recognise(b.Context(), raw, "eng"); err != nil {
			b.Fatal(err)
		}
	}
}
