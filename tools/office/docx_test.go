package office

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/sweep"
)

// document makes a docx with the given body and further parts.
func document(tb testing.TB, body string, more ...string) []byte {
	tb.Helper()
	all := map[string]string{
		"[Content_Types].xml": contentTypesXML,
		"word/document.xml": `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="` + wordNS + `" xmlns:m="` + mathNS +
			`" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><w:body>` + body + `</w:body></w:document>`,
	}
	for i := 0; i+1 < len(more); i += 2 {
		all[more[i]] = more[i+1]
	}
	return zipped(tb, all)
}

func p(runs ...string) string {
	var b strings.Builder
	for _, r := range runs {
		b.WriteString("<w:r><w:t xml:space=\"preserve\">" + r + "</w:t></w:r>")
	}
	return "<w:p>" + b.String() + "</w:p>"
}

func TestReadDocument(t *testing.T) {
	tests := []struct {
		name, body string
		paragraphs []string
		dump       string
	}{
		{"plain", p("one") + p("two"), []string{"one", "two"}, "one\ntwo"},
		{"split runs, empty paragraph", p("a", "b ", "c") + "<w:p/>", []string{"ab c", ""}, "ab c\n"},
		{"tab and breaks", `<w:p><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:cr/></w:r></w:p>`, []string{"a\tb\nc\n"}, "a\tb\nc\n"},
		{"link text is no part of python-docx's paragraph", `<w:p><w:r><w:t>see </w:t></w:r><w:hyperlink><w:r><w:t>here</w:t></w:r></w:hyperlink></w:p>`, []string{"see here"}, "see "},
		{"deleted text", `<w:p><w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:ins><w:r><w:t>new</w:t></w:r></w:ins></w:p>`, []string{"new"}, ""},
		{"field instruction", `<w:p><w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:t>3</w:t></w:r></w:p>`, []string{"3"}, "3"},
		{"tab stops are no tabs", `<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:t>x</w:t></w:r></w:p>`, []string{"x"}, "x"},
		{"table", p("before") + `<w:tbl><w:tr><w:tc>` + p("1") + p("2") + `</w:tc><w:tc>` + p("3") + `</w:tc></w:tr></w:tbl>` + p("after"),
			[]string{"before", "1", "2", "3", "after"}, "before\nafter"},
		{"content control", `<w:sdt><w:sdtContent>` + p("inside") + `</w:sdtContent></w:sdt>`, []string{"inside"}, ""},
		{"text box, both forms", `<w:p><w:r><w:t>out</w:t><mc:AlternateContent><mc:Choice><w:txbxContent>` + p("box") +
			`</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>` + p("box") + `</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r></w:p>`,
			[]string{"out", "box"}, "out"},
		{"formula", `<w:p><m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath></w:p>`, []string{"x=1"}, ""},
		{"escaped", p("a &amp; b &lt;c&gt;"), []string{"a & b <c>"}, "a & b <c>"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			doc := must.Have(ReadDocument(document(t, tt.body)))(t)
			must.NoDiff(t, cmp.Diff(tt.paragraphs, doc.Paragraphs()), "paragraphs (-want +got):\n%s")
			must.NoDiff(t, cmp.Diff(tt.dump, doc.Dump()), "dump (-want +got):\n%s")
		})
	}
}

func TestReadDocumentRefuses(t *testing.T) {
	sweep.OneGoroutine(t)
	bomb := zipped(t, map[string]string{"[Content_Types].xml": contentTypesXML, "word/document.xml": strings.Repeat(" ", maxDocumentXML+1)})
	large := storedAll(map[string]string{"[Content_Types].xml": contentTypesXML, "word/document.xml": strings.Repeat(" ", maxDocumentXML+1)})
	good := document(t, p("x"))
	tests := []struct {
		name string
		data []byte
		want error
		says string
	}{
		{"empty", nil, ErrCorrupt, "zip"},
		{"text", []byte("hello"), ErrCorrupt, "zip"},
		{"old doc", []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1..."), ErrCorrupt, ".doc "},
		{"cut off", good[:len(good)/2], ErrCorrupt, "zip"},
		{"a workbook", zipped(t, parts("")), ErrCorrupt, "no Word document"},
		{"no body part", zipped(t, map[string]string{"[Content_Types].xml": contentTypesXML}), ErrCorrupt, "word/document.xml"},
		{"broken xml", document(t, "<w:p>"), ErrCorrupt, "syntax"},
		{"entity", document(t, "<w:p><w:r><w:t>&xxe;</w:t></w:r></w:p>"), ErrCorrupt, "entity"},
		{"too deep", document(t, strings.Repeat("<w:x>", 2*maxDepth)+strings.Repeat("</w:x>", 2*maxDepth)), ErrTooLarge, "deeper"},
		{"bomb", bomb, ErrTooLarge, "unpacks to more than"},
		{"a body over the cap", large, ErrTooLarge, "split the document"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ReadDocument(tt.data)
			if !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("got %v, want %v saying %q", err, tt.want, tt.says)
			}
			for name, edit := range edits() {
				if _, err := edit(tt.data); !errors.Is(err, tt.want) {
					t.Errorf("%s: got %v, want %v", name, err, tt.want)
				}
			}
		})
	}
}

func edits() map[string]func([]byte) ([]byte, error) {
	return map[string]func([]byte) ([]byte, error){
		"append":  func(d []byte) ([]byte, error) { return AppendParagraphs(d, []string{"added"}) },
		"table":   func(d []byte) ([]byte, error) { return AppendTable(d, []string{"h"}, [][]string{{"v"}}) },
		"replace": func(d []byte) ([]byte, error) { out, _, err := ReplaceText(d, "e", "E"); return out, err },
	}
}

func TestNewDocument(t *testing.T) {
	lines := []string{"plain", "", "tab\there", "<&>\"'", "Grüße — 你好 🎉", "bell\x07gone"}
	data := must.Have(NewDocument("The Title", lines))(t)
	doc := must.Have(ReadDocument(data))(t)
	want := append([]string{"The Title"}, lines...)
	want[6] = "bellgone"
	if diff := cmp.Diff(want, doc.Paragraphs()); diff != "" {
		t.Error(diff)
	}
	if got := doc.Blocks[0].Style; got != "Title" {
		t.Errorf("the title's style is %q", got)
	}
	again, err := NewDocument("The Title", lines)
	if err != nil || !bytes.Equal(data, again) {
		t.Errorf("two documents of one text differ (%v)", err)
	}
}

func TestSplitParagraphs(t *testing.T) {
	for text, want := range map[string][]string{
		"": {""}, "a": {"a"}, "a\n": {"a"}, "a\r\nb\rc": {"a", "b", "c"}, "a\n\nb": {"a", "", "b"},
	} {
		must.NoDiff(t, cmp.Diff(want, SplitParagraphs(text)), "%q: %s", text)
	}
}

func TestAppendParagraphs(t *testing.T) {
	section := `<w:sectPr><w:pgSz/></w:sectPr>`
	added := p("added")
	tests := []struct{ name, body, want string }{
		{"before the last section", p("a") + section, p("a") + added + section},
		{"no section", p("a"), p("a") + added},
		{"a section inside a paragraph is not the last", `<w:p><w:pPr>` + section + `</w:pPr></w:p>`, `<w:p><w:pPr>` + section + `</w:pPr></w:p>` + added},
		{"empty body", "", added},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := must.Have(AppendParagraphs(document(t, tt.body), []string{"added"}))(t)
			if diff := cmp.Diff(partOf(t, document(t, tt.want), "word/document.xml"), partOf(t, got, "word/document.xml")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestAppendInOtherSpellings: another prefix, the default namespace, a body
// that is one tag, the strict namespace.
func TestAppendInOtherSpellings(t *testing.T) {
	for _, text := range []string{
		`<a:document xmlns:a="` + wordNS + `"><a:body><a:p/></a:body></a:document>`,
		`<document xmlns="` + wordNS + `"><body><sectPr/></body></document>`,
		`<w:document xmlns:w="` + wordNS + `"><w:body/></w:document>`,
		`<x:document xmlns:x="` + wordNS + `"><x:body /></x:document>`,
		`<w:document xmlns:w="` + wordStrictNS + `"><w:body></w:body></w:document>`,
	} {
		data := zipped(t, map[string]string{"[Content_Types].xml": contentTypesXML, "word/document.xml": text})
		for name, edit := range edits() {
			if name == "replace" {
				continue
			}
			got, err := edit(data)
			if err != nil {
				t.Errorf("%s: %s: %v", text, name, err)
				continue
			}
			doc, err := ReadDocument(got)
			if err != nil || !strings.Contains(doc.Text(), map[string]string{"append": "added", "table": "h\nv"}[name]) {
				t.Errorf("%s: %s: got %v, %v from\n%s", text, name, doc, err, partOf(t, got, "word/document.xml"))
			}
		}
	}
}

func TestAppendTable(t *testing.T) {
	data := must.Have(AppendTable(document(t, p("a")), []string{"Name", "Age"}, [][]string{{"Bob", "41"}, {"Ann & Co"}, {"x\ny", "3"}}))(t)
	doc := must.Have(ReadDocument(data))(t)
	want := [][]string{{"Name", "Age"}, {"Bob", "41"}, {"Ann & Co", ""}, {"x\ny", "3"}}
	if diff := cmp.Diff(want, doc.Blocks[1].Table.Rows); diff != "" {
		t.Error(diff)
	}
}

func TestReplaceText(t *testing.T) {
	tests := []struct {
		name, body, find, replace, want string
		count                           int
	}{
		{"one run", p("Dear Bob,"), "Bob", "Ann", "Dear Ann,", 1},
		{"over runs", p("Dear B", "o", "b and Bob"), "Bob", "Ann", "Dear Ann and Ann", 2},
		{"twice in one run", p("aXbXc"), "X", "", "abc", 2},
		{"touching", p("XX", "X"), "X", "YY", "YYYYYY", 3},
		{"ends where the next begins", p("aX", "Xb"), "XX", "-", "a-b", 1},
		{"over a tab", `<w:p><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t></w:r></w:p>`, "a\tb", "c", "c", 1},
		{"a tab that stays", `<w:p><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t></w:r></w:p>`, "b", "c\td", "a\tc\td", 1},
		{"text that needs escapes", p("a &amp; b"), "a & b", "<c>", "<c>", 1},
		{"in a table", `<w:tbl><w:tr><w:tc>` + p("old") + `</w:tc></w:tr></w:tbl>`, "old", "new", "new", 1},
		{"in a link", `<w:p><w:hyperlink><w:r><w:t>old</w:t></w:r></w:hyperlink></w:p>`, "old", "new", "new", 1},
		{"not over paragraphs", p("a") + p("b"), "ab", "c", "a\nb", 0},
		{"not in deleted text", `<w:p><w:del><w:r><w:t>old</w:t></w:r></w:del></w:p>`, "old", "new", "", 0},
		{"around a text box", `<w:p><w:r><w:t>ol</w:t><w:txbxContent>` + p("old") + `</w:txbxContent></w:r><w:r><w:t>d</w:t></w:r></w:p>`, "old", "new", "new\nnew", 2},
		{"case matters", p("Old"), "old", "new", "Old", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			data := document(t, tt.body)
			got, n, err := ReplaceText(data, tt.find, tt.replace)
			must.Do(t, err)
			doc := must.Have(ReadDocument(got))(t)
			if diff := cmp.Diff(tt.want, doc.Text()); diff != "" || n != tt.count {
				t.Errorf("count %d, want %d; text (-want +got):\n%s", n, tt.count, diff)
			}
			if n == 0 && !bytes.Equal(data, got) {
				t.Error("nothing was replaced, but the file changed")
			}
		})
	}
}

func TestReplaceTextInHeader(t *testing.T) {
	header := `<w:hdr xmlns:w="` + wordNS + `">` + p("Draft") + `</w:hdr>`
	data := document(t, p("Draft"), "word/header1.xml", header, "word/media/header.xml", header)
	got, n, err := ReplaceText(data, "Draft", "Final")
	if err != nil || n != 2 {
		t.Fatalf("count %d, %v; want 2", n, err)
	}
	if !strings.Contains(partOf(t, got, "word/header1.xml"), "Final") || !strings.Contains(partOf(t, got, "word/media/header.xml"), "Draft") {
		t.Error("the header was not changed, or a part that is none was")
	}
}

// TestEditsKeepTheRest: other parts keep every byte, even packed.
func TestEditsKeepTheRest(t *testing.T) {
	data := document(t, p("here"), "word/media/image1.png", "\x89PNG not really", "docProps/custom.xml", "<odd  spacing = 'kept'/>")
	before := rawParts(t, data)
	for name, edit := range edits() {
		got, err := edit(data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		after := rawParts(t, got)
		if before["word/document.xml"] == after["word/document.xml"] {
			t.Errorf("%s changed nothing", name)
		}
		delete(after, "word/document.xml")
		for part, raw := range after {
			if raw != before[part] {
				t.Errorf("%s: the part %s changed", name, part)
			}
		}
		if len(after) != len(before)-1 {
			t.Errorf("%s: %d parts, want %d", name, len(after)+1, len(before))
		}
	}
}

func partOf(tb testing.TB, data []byte, name string) string {
	tb.Helper()
	pkg := must.Have(openDocument(data))(tb)
	text := must.Have(pkg.read(name))(tb)
	return string(text)
}

// rawParts are the parts' packed bytes.
func rawParts(tb testing.TB, data []byte) map[string]string {
	tb.Helper()
	zr := must.Have(zip.NewReader(bytes.NewReader(data), int64(len(data))))(tb)
	all := map[string]string{}
	for _, f := range zr.File {
		r := must.Have(f.OpenRaw())(tb)
		raw := must.Have(io.ReadAll(r))(tb)
		all[f.Name] = fmt.Sprint(f.CRC32, f.Method, string(raw))
	}
	return all
}

func BenchmarkReadDocument(b *testing.B) {
	data, err := NewDocument("Report", strings.Split(strings.Repeat("a line of the report with some words in it\n", 500), "\n"))
	must.Do(b, err)
	for b.Loop() {
		if _, err := ReadDocument(data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppendParagraphs(b *testing.B) {
	data, err := NewDocument("Report", strings.Split(strings.Repeat("a line of the report with some words in it\n", 500), "\n"))
	must.Do(b, err)
	for b.Loop() {
		if _, err := AppendParagraphs(data, []string{"one more"}); err != nil {
			b.Fatal(err)
		}
	}
}
