package office

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"
)

// pdfText is a pdf's text as poppler reads it.
func pdfText(tb testing.TB, pdf []byte) string {
	tb.Helper()
	need(tb, PDFToText())
	dir := tb.TempDir()
	in := filepath.Join(dir, "in.pdf")
	if err := os.WriteFile(in, pdf, 0o600); err != nil {
		tb.Fatal(err)
	}
	out, err := PDFToText().Run(tb.Context(), Job{Dir: dir, Args: []string{in, "-"}})
	if err != nil {
		tb.Fatal(err)
	}
	return string(out.Stdout)
}

// TestToPDF also proves that LibreOffice opens the documents we write.
func TestToPDF(t *testing.T) {
	need(t, LibreOfficeWriter(), LibreOfficeCalc())
	created, err := NewDocument("The Title", []string{"first paragraph", "second"})
	if err != nil {
		t.Fatal(err)
	}
	changed, err := AppendTable(created, []string{"Name", "Age"}, [][]string{{"Bob", "41"}})
	if err == nil {
		changed, err = AppendParagraphs(changed, []string{"the end"})
	}
	if err == nil {
		changed, _, err = ReplaceText(changed, "second", "replaced\ttext")
	}
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		data []byte
		want []string
	}{
		{"a.docx", changed, []string{"The Title", "first paragraph", "replaced", "Bob", "41", "the end"}},
		{"A B.DOCX", created, []string{"second"}},
		{"a.xlsx", workbook(t), []string{"Budget", "12.5"}},
		{"a.txt", []byte("Grüße aus Köln\nzwei\n"), []string{"Grüße aus Köln", "zwei"}},
		{"a.csv", []byte("name,age\nBob,41\n"), []string{"name", "Bob"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			pdf, err := ToPDF(t.Context(), tt.name, tt.data)
			if err != nil {
				t.Fatal(err)
			}
			text := pdfText(t, pdf)
			for _, want := range tt.want {
				if !strings.Contains(text, want) {
					t.Errorf("the pdf lacks %q:\n%s", want, text)
				}
			}
		})
	}
}

func workbook(tb testing.TB) []byte {
	tb.Helper()
	f := excelize.NewFile()
	defer f.Close()
	err := errors.Join(f.SetCellValue("Sheet1", "A1", "Budget"), f.SetCellValue("Sheet1", "B1", 12.5))
	var out bytes.Buffer
	if err := errors.Join(err, f.Write(&out)); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

func TestToPDFRefuses(t *testing.T) {
	for _, tt := range []struct {
		name, data string
		want       error
	}{
		{"a.html", "<p>x</p>", ErrUnsupported},
		{"noname", "x", ErrUnsupported},
		{"a.docx", "plain text", ErrCorrupt},
		{"a.xlsx", "plain text", ErrCorrupt},
	} {
		if _, err := ToPDF(t.Context(), tt.name, []byte(tt.data)); !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.name) {
			t.Errorf("%s: got %v, want %v", tt.name, err, tt.want)
		}
	}
}

// TestToPDFDamagedInside: the package is sound, what LibreOffice needs is not.
func TestToPDFDamagedInside(t *testing.T) {
	need(t, LibreOfficeWriter())
	if _, err := ToPDF(t.Context(), "a.odt", []byte("no odt at all")); !errors.Is(err, ErrCorrupt) {
		t.Errorf("got %v", err)
	}
}

func TestToPDFWithoutLibreOffice(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	doc, err := NewDocument("", []string{"x"})
	if err != nil {
		t.Fatal(err)
	}
	var missing *MissingProgramError
	if _, err := ToPDF(t.Context(), "a.docx", doc); !errors.As(err, &missing) || missing.Package != "libreoffice-writer-nogui" {
		t.Errorf("got %v", err)
	}
	if _, err := ToPDF(t.Context(), "a.xlsx", workbook(t)); !errors.As(err, &missing) || missing.Package != "libreoffice-calc-nogui" {
		t.Errorf("got %v", err)
	}
}

func TestDrawPDFRefuses(t *testing.T) {
	need(t, PDFToPPM())
	for _, data := range []string{"", "hello", "%PDF-1.4\nnothing more"} {
		if _, err := DrawPDF(t.Context(), []byte(data), 1, 1, 500, true); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%q: got %v", data, err)
		}
	}
}

func TestDecodeImage(t *testing.T) {
	img := image.NewPaletted(image.Rect(0, 0, 3, 2), color.Palette{color.White, color.Black})
	for format, encode := range map[string]func(*bytes.Buffer) error{
		"png":  func(b *bytes.Buffer) error { return png.Encode(b, img) },
		"jpeg": func(b *bytes.Buffer) error { return jpeg.Encode(b, img, nil) },
		"gif":  func(b *bytes.Buffer) error { return gif.Encode(b, img, nil) },
		"bmp":  func(b *bytes.Buffer) error { return bmp.Encode(b, img) },
		"tiff": func(b *bytes.Buffer) error { return tiff.Encode(b, img, nil) },
	} {
		var b bytes.Buffer
		if err := encode(&b); err != nil {
			t.Fatal(err)
		}
		got, name, err := DecodeImage(b.Bytes())
		if err != nil || name != format || got.Bounds().Size() != img.Bounds().Size() {
			t.Errorf("%s: got %q, %v", format, name, err)
		}
		if _, _, err := DecodeImage(b.Bytes()[:b.Len()/2]); !errors.Is(err, ErrCorrupt) && err != nil {
			t.Errorf("half a %s: got %v", format, err)
		}
	}
	huge := []byte("GIF89a\xff\xff\xff\xff\x00\x00\x00")
	if _, _, err := DecodeImage(huge); !errors.Is(err, ErrTooLarge) {
		t.Errorf("65535 x 65535: got %v", err)
	}
	if _, _, err := DecodeImage([]byte("text")); !errors.Is(err, ErrCorrupt) {
		t.Errorf("text: got %v", err)
	}
}

func BenchmarkToPDF(b *testing.B) {
	need(b, LibreOfficeWriter())
	doc, err := NewDocument("", []string{"x"})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := ToPDF(b.Context(), "a.docx", doc); err != nil {
			b.Fatal(err)
		}
	}
}
