package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools/office"
)

// build makes a pdf of one page with a content stream; fonts are object
// numbers in more, which holds further objects from number 5 on.
func build(content, resources string, more ...string) []byte {
	objects := append([]string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources " + resources + " >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content),
	}, more...)
	return assembleObjects(objects)
}

func assembleObjects(objects []string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	var offsets []int
	for i, o := range objects {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return b.Bytes()
}

const helvetica = "<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> >> >>"

func stream(text string) string {
	return fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(text), text)
}

func TestReadText(t *testing.T) {
	cmap := "1 begincodespacerange <0000> <ffff> endcodespacerange\n2 beginbfchar <0001> <0048> <0002> <00660069> endbfchar\n" +
		"2 beginbfrange <0010> <0012> <0061> <0020> <0021> [<0058> <0059>] endbfrange"
	wide := []string{
		"<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 7 0 R >>",
		"<< /Type /Font /Subtype /CIDFontType2 /DW 500 /W [1 [700 600] 16 18 500] >>",
		stream(cmap),
	}
	tests := []struct {
		name, content, resources string
		more                     []string
		text, dump               string
	}{
		{"two lines", "BT /F1 12 Tf 50 700 Td (Hello) Tj 0 -14 Td (world) Tj ET", helvetica, nil, "Hello\nworld", "Hello\nworld"},
		{"leading and T*", "BT /F1 12 Tf 14 TL 50 700 Td (a) Tj T* (b) Tj (c) ' ET", helvetica, nil, "a\nb\nc", "a\nb\nc"},
		{"kerning is no space, a gap is", "BT /F1 12 Tf 50 700 Td [(W) 80 (orld) -250 (peace)] TJ ET", helvetica, nil, "World peace", "World peace"},
		{"words apart on a line", "BT /F1 12 Tf 1 0 0 1 50 700 Tm (Total) Tj 1 0 0 1 300 700 Tm (12.50) Tj ET", helvetica, nil, "Total 12.50", "Total 12.50"},
		{"words put next to each other", "BT /F1 12 Tf 50 700 Td (ab) Tj (cd) Tj ET", helvetica, nil, "abcd", "abcd"},
		{"escapes", `BT /F1 12 Tf 50 700 Td (a\(b\)\101\
c\\) Tj ET`, helvetica, nil, `a(b)Ac\`, `a(b)Ac\`},
		{"hex", "BT /F1 12 Tf 50 700 Td <48 65 6C6c 6F> Tj ET", helvetica, nil, "Hello", "Hello"},
		{"WinAnsi", "BT /F1 12 Tf 50 700 Td (caf\\351 \\200 \\223x\\224) Tj ET", helvetica, nil, "café € “x”", "café € “x”"},
		{"inline image between", "BT /F1 12 Tf 50 700 Td (a) Tj ET BI /W 1 /H 1 /BPC 8 /CS /G ID \x00(EI>> EI BT /F1 12 Tf 50 600 Td (b) Tj ET", helvetica, nil, "a\nb", "a\nb"},
		{"wide codes", "BT /F1 10 Tf 50 700 Td <000100020010001100120020> Tj ET", "<< /Font << /F1 5 0 R >> >>", wide, "HfiabcX", "HfiabcX"},
		{"names of glyphs", "BT /F1 12 Tf 50 700 Td (AB) Tj ET",
			"<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Z /Encoding << /Differences [65 /eacute /fi] >> >> >> >>", nil, "éfi", "éﬁ"},
		{"form", "q 1 0 0 1 0 100 cm /X1 Do Q", "<< /XObject << /X1 5 0 R >> >>",
			[]string{strings.Replace(stream("BT /F1 12 Tf 50 600 Td (inside) Tj ET"), "<<", "<< /Type /XObject /Subtype /Form /Resources "+helvetica, 1)}, "inside", "inside\n"},
		{"form inside itself", "/X1 Do", "<< /XObject << /X1 5 0 R >> >>",
			[]string{strings.Replace(stream("BT /F1 12 Tf 50 600 Td (x) Tj ET"), "<<", "<< /Subtype /Form", 1)}, "x", "x\n"},
		{"unterminated", "BT /F1 12 Tf 50 700 Td (seen) Tj <48", helvetica, nil, "seen", "seen"},
		{"unterminated array", "BT /F1 12 Tf 50 700 Td (seen) Tj [[[(", helvetica, nil, "seen", "seen"},
		{"operators without operands", "BT /F1 Tf Td Tm Tj TJ ' \" cm Do Q Q ET BT /F1 12 Tf 50 700 Td (seen) Tj ET", helvetica, nil, "seen", "seen"},
		{"nothing", "", helvetica, nil, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			data := build(tt.content, tt.resources, tt.more...)
			pages := must.Have(ReadText(t.Context(), data))(t)
			must.NoDiff(t, cmp.Diff([]string{tt.text}, pages), "text (-want +got):\n%s")
			dump := must.Have(Dump(t.Context(), data))(t)
			must.NoDiff(t, cmp.Diff(tt.dump, dump), "dump (-want +got):\n%s")
		})
	}
}

func TestReadTextRefuses(t *testing.T) {
	good := string(build("BT /F1 12 Tf (x) Tj ET", helvetica))
	loop := string(assembleObjects([]string{"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1 >>"}))
	for name, data := range map[string]string{
		"empty":            "",
		"text":             "hello",
		"only a header":    "%PDF-1.4\n",
		"cut off":          good[:len(good)/2],
		"no pages":         strings.Replace(good, "/Kids [3 0 R]", "/Kids [     ]", 1),
		"pages in a loop":  loop,
		"root that is not": strings.Replace(good, "/Root 1 0 R", "/Root 9 0 R", 1),
		"page that is not": strings.Replace(good, "3 0 obj", "3 0 xxx", 1),
	} {
		t.Run(name, func(t *testing.T) {
			pages, err := ReadText(t.Context(), []byte(data))
			if !errors.Is(err, office.ErrCorrupt) {
				t.Errorf("got %q, %v", pages, err)
			}
		})
	}
}

// TestReadTextRepairs: files that are damaged around their text.
func TestReadTextRepairs(t *testing.T) {
	content := "BT /F1 12 Tf 50 700 Td (Hello) Tj ET"
	good := string(build(content, helvetica))
	for name, data := range map[string]string{
		"no table of objects":    good[:strings.Index(good, "xref")],
		"the table is elsewhere": strings.Replace(good, "startxref\n", "startxref\n9", 1),
		"the end is missing":     good[:len(good)-40],
		"junk before":            "junk\n" + good,
	} {
		t.Run(name, func(t *testing.T) {
			pages := must.Have(ReadText(t.Context(), []byte(data)))(t)
			if diff := cmp.Diff([]string{"Hello"}, pages); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestReadTextStops: a file whose reading never ends is given up when the
// context is over, and what is in the library comes back at its next read.
func TestReadTextStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := ReadText(ctx, build("BT /F1 12 Tf (x) Tj ET", helvetica)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if _, err := open(ctx, build("BT /F1 12 Tf (x) Tj ET", helvetica)); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped in the middle of opening: got %v", err)
	}
	ctx, cancel = context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	forever := make(chan struct{})
	defer close(forever)
	err := guarded(ctx, build("", helvetica), func(*document) error {
		<-forever
		return nil
	})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

// TestCaps: a page that shows the same form over and over ends.
func TestCaps(t *testing.T) {
	d := &document{ctx: t.Context(), operations: maxOperations}
	defer func() {
		if r, ok := recover().(stopped); !ok || !errors.Is(r.err, office.ErrTooLarge) {
			t.Errorf("got %v", r)
		}
	}()
	d.count(1)
	t.Error("it went on")
}

func TestParsePages(t *testing.T) {
	for text, want := range map[string][]int{"": {1, 2, 3, 4}, "all": {1, 2, 3, 4}, "2": {2}, "1-3": {1, 2, 3}, " 1, 3-4 ": {1, 3, 4},
		"last": {4}, "the last page": {4}, "First": {1}, "pages 2 to last": {2, 3, 4}} {
		got, err := parsePages(text, 4)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		must.NoDiff(t, cmp.Diff(want, got), "%q: %s", text)
	}
	for _, text := range []string{"0", "5", "3-2", "x", "page", "lastly", "1-", "-1", "1,,2", "1-9999999999999999999999"} {
		if got, err := parsePages(text, 4); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}
