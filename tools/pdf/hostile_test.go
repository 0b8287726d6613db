package pdf

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"

	"legomem/tools/office"
	"legomem/tools/toolstest"
)

// deflated packs bytes as a pdf's streams are.
func deflated(text string) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write([]byte(text)) // a Buffer never fails
	_ = w.Close()
	return b.String()
}

// modern writes a pdf whose table of objects is a stream, and whose catalog and
// pages stand in an object stream, number 5. Its page is object 3, its content
// object 4. The replacements, in pairs, are of texts in the headers; inside
// replaces what is in the object stream.
func modern(inside string, replace ...string) []byte {
	if inside == "" {
		catalog, pages := "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
		inside = fmt.Sprintf("1 0 2 %d %s %s", len(catalog)+1, catalog, pages)
	}
	first := strings.Index(inside, "<<")
	packed := deflated(inside)
	content := "BT /F1 12 Tf 50 700 Td (Hello) Tj ET"
	change := strings.NewReplacer(replace...)
	var b bytes.Buffer
	b.WriteString("%PDF-1.5\n")
	at := map[int]int{}
	put := func(id int, header, data string) {
		at[id] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\n", id, change.Replace(header))
		if data != "" {
			fmt.Fprintf(&b, "stream\n%s\nendstream\n", data)
		}
		b.WriteString("endobj\n")
	}
	put(3, "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources "+helvetica+" >>", "")
	put(4, fmt.Sprintf("<< /Length %d >>", len(content)), content)
	put(5, fmt.Sprintf("<< /Type /ObjStm /N 2 /First %d /Filter /FlateDecode /Length %d >>", max(first, 1), len(packed)), packed)
	start := b.Len()
	var table []byte
	row := func(kind byte, where uint32, third uint16) {
		table = append(table, kind)
		table = binary.BigEndian.AppendUint32(table, where)
		table = binary.BigEndian.AppendUint16(table, third)
	}
	row(0, 0, 65535)
	row(2, 5, 0)
	row(2, 5, 1)
	row(1, uint32(at[3]), 0)
	row(1, uint32(at[4]), 0)
	row(1, uint32(at[5]), 0)
	row(1, uint32(start), 0)
	for i := 0; i+1 < len(replace); i += 2 {
		if replace[i] == "5 is packed" {
			copy(table[5*7:], []byte{2, 0, 0, 0, 5, 0, 0})
		}
	}
	packedTable := deflated(string(table))
	put(6, fmt.Sprintf("<< /Type /XRef /Size 7 /W [1 4 2] /Root 1 0 R /Filter /FlateDecode /Length %d >>", len(packedTable)), packedTable)
	fmt.Fprintf(&b, "startxref\n%d\n%%%%EOF\n", start)
	return b.Bytes()
}

// TestModern: files as today's writers make them are read.
func TestModern(t *testing.T) {
	pages, err := ReadText(t.Context(), modern(""))
	if err != nil || len(pages) != 1 || pages[0] != "Hello" {
		t.Errorf("got %q, %v", pages, err)
	}
}

// hostileStructures are files whose tables would have the library fill the
// memory, overflow the stack or go on for ever.
func hostileStructures() map[string][]byte {
	good := string(build("BT /F1 12 Tf (x) Tj ET", helvetica))
	table := func(rows string) []byte { return []byte(strings.Replace(good, "xref\n0 5", "xref\n"+rows, 1)) }
	trailer := func(more string) []byte {
		return []byte(strings.Replace(good, "/Root 1 0 R", "/Root 1 0 R "+more, 1))
	}
	start := strings.Index(good, "\nxref\n") + 1
	return map[string][]byte{
		"a table of thousands of millions":             table("0 9999999999"),
		"a table that begins at thousands of millions": table("9999999999 1\n0000000009 00000 n \n0 5"),
		"a table below zero":                           table("-1 2"),
		"a table before itself":                        trailer(fmt.Sprintf("/Prev %d", start)),
		"two tables before it":                         trailer("/Prev 1 /Prev 2"),
		"a table of a size":                            modern("", "/Size 7", "/Size 999999999999"),
		"a table of a spelled size":                    modern("", "/Size 7", "/S#69ze 999999999999"),
		"a size that is given twice":                   modern("", "/Size 7", "/Size 7 /Size 999999999999"),
		"a table of an index":                          modern("", "/Size 7", "/Size 7 /Index [999999999999 1]"),
		"fields of a length":                           modern("", "/W [1 4 2]", "/W [1 99999999999 2]"),
		"fields below zero":                            modern("", "/W [1 4 2]", "/W [1 -4 2]"),
		"rows of a length":                             modern("", "/Size 7", "/Size 7 /DecodeParms << /Predictor 12 /Columns 99999999999 >>"),
		"an object stream in itself":                   modern("", "5 is packed", ""),
		"an object stream of a number":                 modern("", "/N 2", "/N 999999999999999999"),
		"an object stream that goes on in itself":      modern("", "/N 2", "/N 0 /Extends 5 0 R"),
		"an object stream that ends in a string":       modern("1 0 2 4 << <4142"),
		"an object stream of rows":                     modern("", "/N 2", "/N 2 /DecodeParms << /Predictor 12 /Columns 99999999999 >>"),
		"an object stream packed many times":           modern("", "/Filter /FlateDecode /Length", "/Filter ["+strings.Repeat("/FlateDecode ", 1000)+"] /Length"),
		"an object stream that is encrypted":           modern("", "/Root 1 0 R", "/Root 1 0 R /Encrypt << /Filter /Standard /V 1 /R 2 /O (x) /U (x) /P 0 >>"),
	}
}

func TestStructuresHold(t *testing.T) {
	for name, data := range hostileStructures() {
		t.Run(name, func(t *testing.T) {
			if err := checkStructure(data); !errors.Is(err, office.ErrCorrupt) && !errors.Is(err, office.ErrTooLarge) {
				t.Errorf("got %v", err)
			}
			// What the rewriting library makes of it is either text or no file.
			if _, err := ReadText(t.Context(), data); err != nil && !errors.Is(err, office.ErrCorrupt) && !errors.Is(err, office.ErrTooLarge) {
				t.Errorf("an error of no kind: %v", err)
			} else if err != nil && len(err.Error()) > 500 {
				t.Errorf("an error of %d bytes", len(err.Error()))
			}
		})
	}
}

// TestPagesHold: pages that a few bytes make much of.
func TestPagesHold(t *testing.T) {
	form := func(body string) string {
		return strings.Replace(stream(body), "<<", "<< /Type /XObject /Subtype /Form /Resources << /XObject << /X1 5 0 R >> >>", 1)
	}
	wide := func(cmap, widths string) []string {
		return []string{"<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 7 0 R >>", "<< /Type /Font /Subtype /CIDFontType2 /W [" + widths + "] >>", stream(cmap)}
	}
	long := strings.Repeat("0041", 4096)
	paged := func(kids, contents string) []byte {
		return assembleObjects([]string{"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [" + kids + "] >>", "<< /Type /Page /Contents " + contents + " >>", stream("q Q")})
	}
	for _, tt := range []struct {
		name string
		data []byte
		code error
	}{
		{"arrays in arrays", build(strings.Repeat("[", 1_000_000), helvetica), nil},
		{"an array of much", build("["+strings.Repeat("0 ", 1_000_000)+"] TJ", helvetica), nil},
		{"arrays in an object", build("", strings.Repeat("[", 1_000_000)), office.ErrCorrupt},
		{"dictionaries in an object", build("", strings.Repeat("<</A", 100_000)), office.ErrCorrupt},
		{"objects in an object", build("", strings.Repeat("1 0 obj ", 100_000)), office.ErrCorrupt},
		{"a form that shows itself ten times", build("/X1 Do", "<< /XObject << /X1 5 0 R >> >>", form(strings.Repeat("/X1 Do ", 10))), office.ErrTooLarge},
		{"widths of ranges", build("BT /F1 10 Tf <0001> Tj ET", "<< /Font << /F1 5 0 R >> >>", wide("", strings.Repeat("0 65535 5 ", 20_000))...), nil},
		{"a code that means much", build("BT /F1 10 Tf <"+strings.Repeat("0001", 10_000)+"> Tj ET", "<< /Font << /F1 5 0 R >> >>", wide("1 beginbfchar <0001> <"+long+"> endbfchar", "")...), nil},
		{"ranges of codes", build("BT /F1 10 Tf <0001> Tj ET", "<< /Font << /F1 5 0 R >> >>", wide(strings.Repeat("1 beginbfrange <00000000> <ffffffff> <0041> endbfrange ", 1000), "")...), nil},
		{"states without end", build(strings.Repeat("q ", 50_000), helvetica), nil},
		{"streams in an array", paged("3 0 R", "["+strings.Repeat("4 0 R ", 10_000)+"]"), nil},
		{"too many pages", paged(strings.Repeat("3 0 R ", maxPages+2), "4 0 R"), office.ErrTooLarge},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := guarded(t.Context(), tt.data, func(d *document) error {
				d.operations = maxOperations - 300_000 // enough for all but those without end
				for _, page := range d.pages {
					for _, out := range []textSink{&readable{}, newPyPDF()} {
						d.walk(page, out)
						if n := len(out.text()); n > maxTextBytes {
							t.Errorf("%d bytes of text", n)
						}
					}
				}
				return nil
			})
			if !errors.Is(err, tt.code) {
				t.Errorf("got %v, want %v", err, tt.code)
			}
		})
	}
}

// TestBombs: what unpacks is counted over all pages.
func TestBombs(t *testing.T) {
	packed := deflated(strings.Repeat(" ", 1<<20))
	bomb := build("", helvetica, fmt.Sprintf("<< /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream", len(packed), packed))
	bomb = bytes.Replace(bomb, []byte("/Contents 4 0 R"), []byte("/Contents 5 0 R"), 1)
	err := guarded(t.Context(), bomb, func(d *document) error {
		d.unpacked = maxUnpacked - 1<<20 - 1
		d.contents(d.pages[0])
		d.contents(d.pages[0])
		return nil
	})
	if !errors.Is(err, office.ErrTooLarge) {
		t.Errorf("got %v, want ErrTooLarge", err)
	}
	for _, header := range []string{"/DecodeParms << /Predictor 12 /Columns 99999999999 >>", "/DecodeParms [<< /Predictor 12 /Columns 99999999999 >>]", "/DecodeParms << /Columns -5 >>"} {
		data := bytes.Replace(bomb, []byte("/Filter /FlateDecode"), []byte(header+" /Filter /FlateDecode"), 1)
		err := guarded(t.Context(), data, func(d *document) error { d.contents(d.pages[0]); return nil })
		if !errors.Is(err, office.ErrCorrupt) {
			t.Errorf("%s: got %v, want ErrCorrupt", header, err)
		}
	}
	many := bytes.Replace(bomb, []byte("/Filter /FlateDecode"), []byte("/Filter ["+strings.Repeat("/FlateDecode ", 100)+"]"), 1)
	if err := guarded(t.Context(), many, func(d *document) error { d.contents(d.pages[0]); return nil }); !errors.Is(err, office.ErrCorrupt) {
		t.Errorf("packed a hundred times: got %v, want ErrCorrupt", err)
	}
}

// TestReadsAreCounted: a file whose objects lead to each other is given up
// after so many reads, whatever the clock says.
func TestReadsAreCounted(t *testing.T) {
	file := &watched{ctx: t.Context(), in: strings.NewReader("x"), reads: maxReads}
	defer func() {
		if r, ok := recover().(stopped); !ok || !errors.Is(r.err, office.ErrTooLarge) {
			t.Errorf("got %v", r)
		}
	}()
	_, _ = file.ReadAt(make([]byte, 1), 0)
	t.Error("it went on")
}

// TestOutsideIsNeverAsked: actions, links and files that point outside are
// text at most.
func TestOutsideIsNeverAsked(t *testing.T) {
	url := "http://" + toolstest.Bait(t)
	data := string(build("BT /F1 12 Tf 50 700 Td (Hello) Tj ET", helvetica))
	data = strings.Replace(data, "/Pages 2 0 R", "/Pages 2 0 R /OpenAction << /S /URI /URI ("+url+") >> /AA << /WC << /S /JavaScript /JS (app.launchURL\\('"+url+"'\\)) >> >>", 1)
	data = strings.Replace(data, "/Parent 2 0 R", "/Parent 2 0 R /Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 1 1] /A << /S /Launch /F ("+url+") >> >>]", 1)
	if pages, err := ReadText(t.Context(), []byte(data)); err != nil || pages[0] != "Hello" {
		t.Errorf("got %q, %v", pages, err)
	}
	_, _ = repair(t.Context(), []byte(data))
	_ = check(t.Context(), []byte(data))
}
