package office

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"legomem/must"
	"legomem/sweep"
	"legomem/tools/toolstest"

	"github.com/xuri/excelize/v2"
)

// pdfText is a pdf's text as poppler reads it.
func pdfText(tb testing.TB, pdf []byte) string {
	tb.Helper()
	pdftotext := Program{Command: "pdftotext", Package: "poppler-utils"}
	toolstest.Need(tb, pdftotext)
	dir := tb.TempDir()
	in := filepath.Join(dir, "in.pdf")
	must.Do(tb, os.WriteFile(in, pdf, 0o600))
	out := must.Have(pdftotext.Run(tb.Context(), Job{Dir: dir, Args: []string{in, "-"}}))(tb)
	return string(out.Stdout)
}

// TestToPDF also proves that LibreOffice opens the documents we write.
func TestToPDF(t *testing.T) {
	sweep.OneGoroutine(t)
	toolstest.Need(t, LibreOfficeWriter(), LibreOfficeCalc())
	created := must.Have(NewDocument("The Title", []string{"first paragraph", "second"}))(t)
	changed, err := AppendTable(created, []string{"Name", "Age"}, [][]string{{"Bob", "41"}})
	if err == nil {
		changed, err = AppendParagraphs(changed, []string{"the end"})
	}
	if err == nil {
		changed, _, err = ReplaceText(changed, "second", "replaced\ttext")
	}
	must.Do(t, err)
	r := resident(t)
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
		{"a.odt", packed(t, odtParts("", "<text:p>in an odt</text:p>")), []string{"in an odt"}},
		{"a.ods", packed(t, odsParts(odfCell("of:=1+2"))), []string{"plain text", "3"}},
		{"a.rtf", []byte(`{\rtf1 in an rtf\par}`), []string{"in an rtf"}},
		{"a.md", []byte("# kept as it is\n"), []string{"# kept as it is"}},
		{"empty.txt", nil, nil},
		{"empty.csv", nil, nil},
	}
	for _, tt := range tests {
		for how, toPDF := range map[string]func(context.Context, string, []byte) ([]byte, error){"once": ToPDF, "resident": r.ToPDF} {
			if how == "once" && tt.name != "a.docx" && tt.name != "a.xlsx" && !sweep.Full() {
				continue // a second each
			}
			t.Run(tt.name+"/"+how, func(t *testing.T) {
				pdf := must.Have(toPDF(t.Context(), tt.name, tt.data))(t)
				text := pdfText(t, pdf)
				for _, want := range tt.want {
					if !strings.Contains(text, want) {
						t.Errorf("the pdf lacks %q:\n%s", want, text)
					}
				}
			})
		}
	}
	if r.failures > 0 || r.worker == nil || r.worker.served != len(tests) {
		t.Errorf("the resident did not convert all of them: %d failures", r.failures)
	}
}

func workbook(tb testing.TB) []byte {
	tb.Helper()
	f := excelize.NewFile()
	defer f.Close()
	err := errors.Join(f.SetCellValue("Sheet1", "A1", "Budget"), f.SetCellValue("Sheet1", "B1", 12.5))
	var out bytes.Buffer
	must.Do(tb, errors.Join(err, f.Write(&out)))
	return out.Bytes()
}

// TestToPDFRefuses: neither way hangs on a file that is none, or tries another
// way to read it.
func TestToPDFRefuses(t *testing.T) {
	sweep.OneGoroutine(t)
	good := must.Have(NewDocument("", []string{"x"}))(t)
	locked := odtParts("", "<text:p>x</text:p>")
	locked[3] = strings.ReplaceAll(locked[3], "</manifest:manifest>", `<manifest:file-entry manifest:full-path="x"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>`)
	damaged := odtParts("", "<text:p>x</text:p>")
	damaged[5] = damaged[5][:len(damaged[5])/2]
	const oldFormat = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
	for _, tt := range []struct {
		name, data string
		want       error
		says       string
	}{
		{"a.html", "<p>x</p>", ErrUnsupported, Convertible},
		{"noname", "x", ErrUnsupported, Convertible},
		{"plain.docx", "plain text", ErrCorrupt, ""},
		{"plain.xlsx", "plain text", ErrCorrupt, ""},
		{"plain.odt", "plain text", ErrCorrupt, ""},
		{"empty.docx", "", ErrCorrupt, ""},
		{"empty.xlsx", "", ErrCorrupt, ""},
		{"empty.ods", "", ErrCorrupt, ""},
		{"empty.rtf", "", ErrCorrupt, ""},
		{"cut.docx", string(good[:len(good)/2]), ErrCorrupt, ""},
		{"encrypted.docx", oldFormat, ErrCorrupt, "encrypted"},
		{"encrypted.xlsx", oldFormat, ErrCorrupt, "encrypted"},
		{"encrypted.odt", string(packed(t, locked)), ErrCorrupt, "password"},
		{"damaged inside.odt", string(packed(t, damaged)), ErrCorrupt, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if !errors.Is(tt.want, ErrUnsupported) {
				toolstest.Need(t, LibreOfficeWriter(), LibreOfficeCalc())
			}
			_, err := ToPDF(t.Context(), tt.name, []byte(tt.data))
			if !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.name) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("once: got %v, want %v", err, tt.want)
			}
		})
	}
	r := resident(t)
	if _, err := r.ToPDF(t.Context(), "damaged.odt", packed(t, damaged)); !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), "damaged.odt") {
		t.Errorf("resident: got %v", err)
	}
	if r.failures > 0 {
		t.Errorf("the resident took a damaged file for its own failure")
	}
}

// TestMetItself: only what a restart may have caused is tried again.
func TestMetItself(t *testing.T) {
	for _, tt := range []struct {
		name, script string
		memory       int64 // that it may have
		want         bool
	}{
		{"all is well", "exit 0", 0, false},
		{"it failed", "exit 1", 0, true},
		{"it wants a restart", "exit 81", 0, true},
		{"it crashed", "exit 134", 0, false},
		{"it was killed", "kill -9 $$", 0, false},
		{"it had too little", "echo out of memory; exit 1", 1 << 40, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := &Bounds{Memory: tt.memory}
			if _, err := b.RunCommand(script(t, t.Context(), tt.script), 100); metItself(err) != tt.want {
				t.Errorf("%v: %v, want %v", err, !tt.want, tt.want)
			}
		})
	}
}

func TestToPDFWithoutLibreOffice(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	doc := must.Have(NewDocument("", []string{"x"}))(t)
	var missing *MissingProgramError
	if _, err := ToPDF(t.Context(), "a.docx", doc); !errors.As(err, &missing) || missing.Package != "libreoffice-writer-nogui" {
		t.Errorf("got %v", err)
	}
	if _, err := ToPDF(t.Context(), "a.xlsx", workbook(t)); !errors.As(err, &missing) || missing.Package != "libreoffice-calc-nogui" {
		t.Errorf("got %v", err)
	}
}

func TestDrawPDFRefuses(t *testing.T) {
	toolstest.Need(t, PDFToPPM())
	for _, data := range []string{"", "hello", "%PDF-1.4\nnothing more"} {
		if _, err := DrawPDF(t.Context(), []byte(data), 1, 1, 500, true); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%q: got %v", data, err)
		}
	}
}
