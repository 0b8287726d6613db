package pdf_test

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/office"
	"legomem/tools/pdf"
	"legomem/tools/toolstest"
)

func open(t *testing.T, files map[string]string) *toolstest.Desk {
	return toolstest.New(t, time.Date(2026, 3, 12, 9, 0, 0, 0, time.UTC), pdf.Tools(), files)
}

func TestCreateAndRead(t *testing.T) {
	d := open(t, nil)
	long := strings.Repeat("word ", 60) + "end"
	created := d.Data("pdf.create", `{"file_path": "a.pdf", "title": "Notice", "content": "Grüße from Łódź, Αθήνα and Москва\n\ntwo €\tafter\n`+long+`"}`)
	if diff := cmp.Diff(map[string]any{"file": "data/a.pdf", "page_count": 1.0}, created); diff != "" {
		t.Error(diff)
	}
	read := d.Data("pdf.read", `{"file_path": "a.pdf"}`)
	lines := read["lines"].([]any)
	if diff := cmp.Diff([]any{"Notice", "Grüße from Łódź, Αθήνα and Москва"}, lines[:2]); diff != "" {
		t.Error(diff)
	}
	for _, text := range []string{read["text"].(string), d.Data("pdf.inspect", `{"file_path": "a.pdf"}`)["text"].(string)} {
		if got := strings.Join(strings.Fields(text), " "); !strings.HasSuffix(got, "two € after "+long) {
			t.Errorf("got %q", got)
		}
	}
}

// TestCreateIsRepeatable: the file depends on the text and the run's clock.
func TestCreateIsRepeatable(t *testing.T) {
	d := open(t, nil)
	d.Data("pdf.create", `{"file_path": "a.pdf", "title": "T", "lines": ["a", "b"]}`)
	d.Data("pdf.create", `{"file_path": "b.pdf", "title": "T", "lines": ["a", "b"]}`)
	a, errA := d.WS.ReadFile("a.pdf")
	b, errB := d.WS.ReadFile("b.pdf")
	if errA != nil || errB != nil || !bytes.Equal(a, b) {
		t.Errorf("two files of one text differ (%v, %v)", errA, errB)
	}
}

func TestCreateSaysWhatItDropped(t *testing.T) {
	d := open(t, nil)
	created := d.Data("pdf.create", `{"file_path": "a.pdf", "content": "🎉 Party ❤️"}`)
	if created["dropped"] != "🎉❤" {
		t.Errorf("dropped %q", created["dropped"])
	}
	if got := d.Data("pdf.read", `{"file_path": "a.pdf"}`); strings.TrimSpace(got["text"].(string)) != "Party" {
		t.Errorf("got %q", got["text"])
	}
}

// TestCreateInOtherScripts needs fonts that are not built in.
func TestCreateInOtherScripts(t *testing.T) {
	d := open(t, nil)
	t.Run("without LibreOffice", func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		d.Fails("pdf.create", `{"file_path": "a.pdf", "content": "你好"}`, tools.MissingProgram, "libreoffice-writer-nogui", "你好")
	})
	toolstest.Need(t, office.LibreOfficeWriter())
	d.Data("pdf.create", `{"file_path": "a.pdf", "content": "你好"}`)
	if data, err := d.WS.ReadFile("a.pdf"); err != nil || !bytes.HasPrefix(data, []byte("%PDF-")) {
		t.Errorf("no pdf: %v", err)
	}
}

func TestPages(t *testing.T) {
	d := open(t, nil)
	for _, name := range []string{"one", "two", "three"} {
		d.Data("pdf.create", `{"file_path": "`+name+`.pdf", "content": "page `+name+`"}`)
	}
	merged := d.Data("pdf.merge", `{"files": ["one.pdf", "two.pdf", "three.pdf"], "target": "all.pdf"}`)
	want := map[string]any{"file": "data/all.pdf", "page_count": 3.0, "sources": []any{"data/one.pdf", "data/two.pdf", "data/three.pdf"}}
	if diff := cmp.Diff(want, merged); diff != "" {
		t.Error(diff)
	}
	read := d.Data("pdf.read", `{"file_path": "all.pdf", "pages": "2-3"}`)
	if diff := cmp.Diff([]any{"page two", "page three"}, read["pages"]); diff != "" {
		t.Error(diff)
	}
	d.Fails("pdf.read", `{"file_path": "all.pdf", "pages": 4}`, tools.BadArguments, "3 pages")
}

// TestReadsParts: a text that is longer than an agent is shown can be had in parts.
func TestReadsParts(t *testing.T) {
	d := open(t, nil)
	d.Data("pdf.create", `{"file_path": "a.pdf", "content": "`+strings.Repeat("word ", tools.PartSize/4)+`last"}`)
	if got := d.Call("pdf.read", `{"file_path": "a.pdf"}`).Text; !strings.HasSuffix(got, "(part 1 of 2; call with part 2 for the next)") {
		t.Errorf("it ends with %q", got[len(got)-60:])
	}
	got := d.Data("pdf.read", `{"file_path": "a.pdf", "part": 2}`)
	if text, _ := got["text"].(string); !strings.HasSuffix(text, "last") || len(text) > tools.PartSize {
		t.Errorf("part 2 has %d bytes", len(text))
	}
	d.Fails("pdf.read", `{"file_path": "a.pdf", "part": 3}`, tools.BadArguments, "1 to 2")
}

func TestToWord(t *testing.T) {
	d := open(t, nil)
	d.Data("pdf.create", `{"file_path": "a.pdf", "content": "How Large\nis it"}`)
	if got := d.Data("pdf.to_word", `{"file_path": "a.pdf"}`); got["file"] != "data/a.docx" {
		t.Errorf("got %v", got)
	}
	data := must.Have(d.WS.ReadFile("a.docx"))(t)
	doc := must.Have(office.ReadDocument(data))(t)
	if diff := cmp.Diff("How Large\nis it", doc.Dump()); diff != "" {
		t.Error(diff)
	}
}

func testImage() *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, 40, 20))
	img.Set(3, 3, color.NRGBA{R: 200, A: 255})
	return img
}

func TestFromImages(t *testing.T) {
	var asPNG, asJPEG, asGIF bytes.Buffer
	if png.Encode(&asPNG, testImage()) != nil || jpeg.Encode(&asJPEG, testImage(), nil) != nil || gif.Encode(&asGIF, testImage(), nil) != nil {
		t.Fatal("encoding failed")
	}
	d := open(t, map[string]string{"data/a.png": asPNG.String(), "data/b.jpg": asJPEG.String(), "data/c.gif": asGIF.String(), "data/d.png": "no image"})
	made := d.Data("pdf.from_images", `{"images": ["a.png", "b.jpg", "c.gif"], "target": "all"}`)
	if made["page_count"] != 3.0 || made["file"] != "data/all.pdf" {
		t.Errorf("got %v", made)
	}
	if got := d.Data("pdf.read", `{"file_path": "all.pdf"}`); got["text"] != "\n\n" && strings.TrimSpace(got["text"].(string)) != "" {
		t.Errorf("images have the text %q", got["text"])
	}
	d.Fails("pdf.from_images", `{"images": "d.png", "target": "x.pdf"}`, tools.Corrupt, "data/d.png")
}

func TestToImage(t *testing.T) {
	d := open(t, nil)
	d.Data("pdf.create", `{"file_path": "a.pdf", "content": "hello"}`)
	t.Run("without poppler", func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		d.Fails("pdf.to_image", `{"file_path": "a.pdf"}`, tools.MissingProgram, "poppler-utils")
	})
	toolstest.Need(t, office.PDFToPPM())
	for target, format := range map[string]string{"a.png": "png", "b.jpg": "jpeg", "c": "png"} {
		file := d.Data("pdf.to_image", `{"file_path": "a.pdf", "target": "`+target+`"}`)["file"].(string)
		data := must.Have(d.WS.ReadFile(file))(t)
		img, got, err := office.DecodeImage(data)
		if err != nil || got != format || img.Bounds().Dy() != 1650 {
			t.Errorf("%s: a %s (%v)", file, got, err)
		}
	}
	d.Fails("pdf.to_image", `{"file_path": "a.pdf", "page": 2}`, tools.BadArguments, "1 page")
}

func TestTextToImage(t *testing.T) {
	d := open(t, nil)
	sizes := map[string]int{}
	for target, content := range map[string]string{"short.jpg": "hello", "long.png": strings.Repeat("many words here ", 40), "wide.png": strings.Repeat("W", 300)} {
		file := d.Data("pdf.text_to_image", `{"target": "`+target+`", "title": "Post", "content": "`+content+`"}`)["file"].(string)
		data := must.Have(d.WS.ReadFile(file))(t)
		img, _, err := office.DecodeImage(data)
		must.Do(t, err)
		if margin := darkest(img, image.Rect(0, 0, 60, img.Bounds().Dy())); margin < 0xf000 {
			t.Errorf("%s: something is drawn in the margin", file)
		}
		if margin := darkest(img, image.Rect(1200-60, 0, 1200, img.Bounds().Dy())); margin < 0xf000 {
			t.Errorf("%s: the text runs out of the image", file)
		}
		if darkest(img, img.Bounds()) > 0x3000 {
			t.Errorf("%s: nothing is drawn", file)
		}
		sizes[target] = img.Bounds().Dy()
	}
	if sizes["short.jpg"] >= sizes["long.png"] || sizes["short.jpg"] >= sizes["wide.png"] {
		t.Errorf("long lines were not wrapped: heights %v", sizes)
	}
}

func darkest(img image.Image, in image.Rectangle) uint32 {
	least := uint32(0xffff)
	for y := in.Min.Y; y < in.Max.Y; y++ {
		for x := in.Min.X; x < in.Max.X; x++ {
			_, g, _, _ := img.At(x, y).RGBA()
			least = min(least, g)
		}
	}
	return least
}

func TestFailures(t *testing.T) {
	d := open(t, map[string]string{"data/bad.pdf": "no pdf", "data/cut.pdf": "%PDF-1.4\n1 0 obj\n<<", "data/a.txt": "x"})
	d.Data("pdf.create", `{"file_path": "good.pdf", "content": "x"}`)
	for _, tt := range []struct {
		tool, args string
		code       tools.Code
		says       string
	}{
		{"pdf.read", `{"file_path": "none.pdf"}`, tools.NotFound, "good.pdf"},
		{"pdf.read", `{"file_path": "bad.pdf"}`, tools.Corrupt, "data/bad.pdf"},
		{"pdf.read", `{"file_path": "cut.pdf"}`, tools.Corrupt, "data/cut.pdf"},
		{"pdf.inspect", `{"file_path": "cut.pdf"}`, tools.Corrupt, "data/cut.pdf"},
		{"pdf.merge", `{"files": ["good.pdf", "bad.pdf"], "target": "x.pdf"}`, tools.Corrupt, "data/bad.pdf"},
		{"pdf.merge", `{"files": ["good.pdf"], "target": "x.pdf"}`, tools.BadArguments, "two"},
		{"pdf.to_word", `{"file_path": "bad.pdf"}`, tools.Corrupt, "data/bad.pdf"},
		{"pdf.to_image", `{"file_path": "a.txt"}`, tools.Corrupt, "word.to_pdf"},
		{"pdf.to_word", `{"file_path": "good.pdf", "target": "x.txt"}`, tools.BadArguments, ".docx"},
		{"pdf.create", `{"file_path": "good.pdf", "content": "x"}`, tools.Exists, "overwrite"},
		{"pdf.create", `{"file_path": "x.pdf"}`, tools.BadArguments, "content"},
		{"pdf.text_to_image", `{"target": "x.webp", "content": "x"}`, tools.BadArguments, ".png"},
		{"pdf.text_to_image", `{"target": "x.png", "content": "` + strings.Repeat(`x\n`, 2000) + `"}`, tools.TooLarge, "cap"},
		{"pdf.text_to_image", `{"target": "x.png", "content": "你好"}`, tools.BadArguments, "你好"},
		{"pdf.create", `{"file_path": "../x.pdf", "content": "x"}`, tools.Refused, "outside"},
	} {
		d.Fails(tt.tool, tt.args, tt.code, tt.says)
	}
}

// TestNothingInTheHome: the library that merges would keep its configuration
// there.
func TestNothingInTheHome(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, ".config"))
	d := open(t, nil)
	d.Data("pdf.create", `{"file_path": "a.pdf", "content": "x"}`)
	d.Data("pdf.merge", `{"files": ["a.pdf", "a.pdf"], "target": "b.pdf"}`)
	if entries, err := os.ReadDir(home); err != nil || len(entries) > 0 {
		t.Errorf("the home has %v (%v)", entries, err)
	}
}
