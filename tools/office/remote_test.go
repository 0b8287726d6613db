package office

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"legomem/must"
	"legomem/sweep"
	"legomem/tools/toolstest"
)

// marker is the text of every file that no conversion may show.
const marker = "SHOWNINSIDE"

// outside is what hostile documents point at: files of this machine that are
// not the document's, and a server that knows what it was asked for.
type outside struct {
	dir, http string
	asked     func() []string // since the last time
}

func newOutside(tb testing.TB) outside {
	tb.Helper()
	var mu sync.Mutex
	var asked []string
	picture := markedPicture(tb)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		asked = append(asked, r.URL.EscapedPath())
		_, _ = w.Write(picture)
	}))
	server.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		mu.Lock()
		defer mu.Unlock()
		if s == http.StateNew {
			asked = append(asked, "a connection")
		}
	}
	server.Start()
	tb.Cleanup(server.Close)
	o := outside{dir: tb.TempDir(), http: server.URL, asked: func() []string {
		mu.Lock()
		defer mu.Unlock()
		defer func() { asked = nil }()
		return asked
	}}
	book := packed(tb, odsParts(`<table:table table:name="Sheet1"><table:table-row><table:table-cell office:value-type="string"><text:p>`+marker+`</text:p></table:table-cell></table:table-row></table:table>`))
	for name, data := range map[string][]byte{
		"m.txt": []byte(marker + "\n"), "m.csv": []byte(marker + ",1\n"), "m.ods": book, "m.png": picture,
		"m.html": []byte("<html><body><table><tr><td>" + marker + "</td></tr></table></body></html>"),
		"m.odt":  packed(tb, odtParts("", "<text:p>"+marker+"</text:p>")),
	} {
		must.Do(tb, os.WriteFile(filepath.Join(o.dir, name), data, 0o600))
	}
	return o
}

// markedPicture is known by its size.
func markedPicture(tb testing.TB) []byte {
	tb.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, 37, 41))
	for i := range img.Pix {
		img.Pix[i] = byte(i * 7)
	}
	var out bytes.Buffer
	must.Do(tb, png.Encode(&out, img))
	return out.Bytes()
}

// packed is a package of parts, name and content in turn, which are stored, as an
// OpenDocument's mimetype must be.
func packed(tb testing.TB, parts []string) []byte {
	tb.Helper()
	return toolstest.Zip(tb, zip.Store, parts...)
}

const odfNamespaces = `xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
 xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"
 xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" xmlns:script="urn:oasis:names:tc:opendocument:xmlns:script:1.0"
 xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0" xmlns:ooo="http://openoffice.org/2004/office"`

func odfParts(mime, head, kind, body string) []string {
	return []string{
		"mimetype", mime,
		"META-INF/manifest.xml", `<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="` + mime + `"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
		"content.xml", `<?xml version="1.0"?><office:document-content ` + odfNamespaces + ` office:version="1.2">` + head + `<office:body><office:` + kind + `>` + body + `</office:` + kind + `></office:body></office:document-content>`,
	}
}

func odtParts(head, body string) []string {
	return odfParts("application/vnd.oasis.opendocument.text", head, "text", body)
}

func odsParts(body string) []string {
	return odfParts("application/vnd.oasis.opendocument.spreadsheet", "", "spreadsheet", body)
}

const wordNamespaces = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"
 xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"
 xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"`

const relations = `http://schemas.openxmlformats.org/officeDocument/2006/relationships/`

func rels(list ...string) string {
	var out strings.Builder
	out.WriteString(`<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`)
	for i := 0; i < len(list); i += 2 {
		mode := ` TargetMode="External"`
		if !strings.Contains(list[i+1], ":") {
			mode = ""
		}
		fmt.Fprintf(&out, `<Relationship Id="rId%d" Type="%s" Target="%s"%s/>`, i/2+1, relations+list[i], list[i+1], mode)
	}
	return out.String() + `</Relationships>`
}

// docx has one relationship, rId1, which its body may use, and settings with
// one of their own.
func docx(tb testing.TB, body, kind, target, settings, settingsKind string) []byte {
	tb.Helper()
	return packed(tb, []string{
		"[Content_Types].xml", `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/settings.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.settings+xml"/></Types>`,
		"_rels/.rels", rels("officeDocument", "word/document.xml"),
		"word/document.xml", `<?xml version="1.0"?><w:document ` + wordNamespaces + `><w:body><w:p><w:r><w:t>plain text</w:t></w:r></w:p>` + body + `</w:body></w:document>`,
		"word/_rels/document.xml.rels", rels(kind, target, "settings", "settings.xml"),
		"word/settings.xml", `<?xml version="1.0"?><w:settings ` + wordNamespaces + `>` + settings + `</w:settings>`,
		"word/_rels/settings.xml.rels", rels(settingsKind, target),
	})
}

func wordField(code string) string {
	return `<w:p><w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText xml:space="preserve"> ` + code + ` </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>old</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`
}

func wordPicture(how string) string {
	return `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip ` + how + `="rId1"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
}

// xlsx has a sheet whose cells are given, and a workbook with external links.
func xlsx(tb testing.TB, cells, link, linkRels string, more ...string) []byte {
	tb.Helper()
	parts := []string{
		"[Content_Types].xml", `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/externalLinks/externalLink1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.externalLink+xml"/><Override PartName="/xl/drawings/drawing1.xml" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/></Types>`,
		"_rels/.rels", rels("officeDocument", "xl/workbook.xml"),
		"xl/workbook.xml", `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets><externalReferences><externalReference r:id="rId2"/></externalReferences><calcPr fullCalcOnLoad="1"/></workbook>`,
		"xl/_rels/workbook.xml.rels", rels("worksheet", "worksheets/sheet1.xml", "externalLink", "externalLinks/externalLink1.xml"),
		"xl/worksheets/sheet1.xml", `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>plain text</t></is></c>` + cells + `</row></sheetData><drawing r:id="rId1"/></worksheet>`,
		"xl/externalLinks/externalLink1.xml", `<?xml version="1.0"?><externalLink xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">` + link + `</externalLink>`,
		"xl/externalLinks/_rels/externalLink1.xml.rels", linkRels,
	}
	return packed(tb, append(parts, more...))
}

func formula(f string) string {
	return `<c r="B1" t="str"><f>` + f + `</f></c>`
}

func odfCell(f string) string {
	return `<table:table table:name="Sheet1"><table:table-row><table:table-cell office:value-type="string"><text:p>plain text</text:p></table:table-cell><table:table-cell table:formula="` + f + `" office:value-type="string"/></table:table-row></table:table>`
}

type hostile struct {
	name string
	data func(tb testing.TB, target string) []byte
	// of are the targets: paths of the server, and files of outside.
	of []string
	// real marks what LibreOffice does follow when nothing keeps it.
	real bool
}

func hostiles() []hostile {
	word := func(body, kind string) func(testing.TB, string) []byte {
		return func(tb testing.TB, target string) []byte { return docx(tb, body, kind, target, "", "attachedTemplate") }
	}
	field := func(code string) func(testing.TB, string) []byte {
		return func(tb testing.TB, target string) []byte {
			return docx(tb, wordField(fmt.Sprintf(code, target)), "image", target, "", "attachedTemplate")
		}
	}
	odt := func(body string) func(testing.TB, string) []byte {
		return func(tb testing.TB, target string) []byte {
			return packed(tb, odtParts("", "<text:p>plain text</text:p>"+strings.ReplaceAll(body, "TARGET", target)))
		}
	}
	ods := func(body string) func(testing.TB, string) []byte {
		return func(tb testing.TB, target string) []byte {
			return packed(tb, odsParts(strings.ReplaceAll(body, "TARGET", target)))
		}
	}
	text := func(s string) func(testing.TB, string) []byte {
		return func(_ testing.TB, target string) []byte { return []byte(strings.ReplaceAll(s, "TARGET", target)) }
	}
	frame := func(inner string) string {
		return `<text:p><draw:frame draw:name="f" text:anchor-type="paragraph" svg:width="5cm" svg:height="5cm">` + inner + `</draw:frame></text:p>`
	}
	linked := func(cell, sheet string) func(testing.TB, string) []byte {
		return func(tb testing.TB, target string) []byte {
			return xlsx(tb, formula(cell), `<externalBook r:id="rId1"><sheetNames><sheetName val="`+sheet+`"/></sheetNames></externalBook>`, rels("externalLinkPath", target))
		}
	}
	return []hostile{
		{"template.docx", func(tb testing.TB, target string) []byte {
			return docx(tb, "", "image", target, `<w:attachedTemplate r:id="rId1"/><w:linkStyles/>`, "attachedTemplate")
		}, []string{"/t.dotx", "m.odt"}, false},
		{"mail merge.docx", func(tb testing.TB, target string) []byte {
			return docx(tb, wordField("MERGEFIELD a"), "image", target, `<w:mailMerge><w:mainDocumentType w:val="formLetters"/><w:dataType w:val="textFile"/><w:query w:val="SELECT * FROM x"/><w:dataSource r:id="rId1"/></w:mailMerge>`, "mailMergeSource")
		}, []string{"/d.csv", "m.csv"}, false},
		{"linked picture.docx", word(wordPicture("r:link"), "image"), []string{"/i.png", "m.png"}, true},
		{"embedded as external.docx", word(wordPicture("r:embed"), "image"), []string{"/i.png", "m.png"}, false},
		{"vml picture.docx", word(`<w:p><w:r><w:pict><v:shape style="width:99pt;height:99pt"><v:imagedata r:id="rId1"/></v:shape></w:pict></w:r></w:p>`, "image"), []string{"/i.png", "m.png"}, false},
		{"vml src.docx", func(tb testing.TB, target string) []byte {
			return docx(tb, `<w:p><w:r><w:pict><v:shape style="width:99pt;height:99pt"><v:imagedata src="`+target+`"/></v:shape></w:pict></w:r></w:p>`, "image", target, "", "attachedTemplate")
		}, []string{"/i.png", "m.png"}, false},
		{"included picture.docx", field(`INCLUDEPICTURE "%s" \d`), []string{"/i.png", "m.png"}, false},
		{"included text.docx", field(`INCLUDETEXT "%s"`), []string{"/t.txt", "m.txt", "m.odt"}, false},
		{"dde.docx", field(`DDEAUTO soffice "%s" "x"`), []string{"m.txt", "m.odt"}, false},
		{"chunk.docx", word(`<w:altChunk r:id="rId1"/>`, "aFChunk"), []string{"/c.html", "m.html"}, false},
		{"subdocument.docx", word(`<w:subDoc r:id="rId1"/>`, "subDocument"), []string{"/s.docx", "m.odt"}, false},
		{"linked object.docx", word(`<w:p><w:r><w:object><v:shape id="s" style="width:99pt;height:99pt"/><o:OLEObject Type="Link" ProgID="Word.Document.12" ShapeID="s" DrawAspect="Content" r:id="rId1" UpdateMode="Always"><o:LinkType>EnhancedMetaFile</o:LinkType></o:OLEObject></w:object></w:r></w:p>`, "oleObject"), []string{"/o.docx", "m.odt", "m.ods"}, false},

		{"webservice.xlsx", func(tb testing.TB, target string) []byte {
			return xlsx(tb, formula(`_xlfn.WEBSERVICE("`+target+`")`), "", rels())
		}, []string{"/w", "m.txt"}, false},
		{"external.xlsx", linked("[1]Sheet1!A1", "Sheet1"), []string{"/x.xlsx", "m.ods", "m.csv"}, false},
		{"indirect.xlsx", func(tb testing.TB, target string) []byte {
			return xlsx(tb, formula(`INDIRECT("'`+target+`'#$Sheet1.A1")`), "", rels())
		}, []string{"/x.ods", "m.ods"}, false},
		{"dde.xlsx", func(tb testing.TB, target string) []byte {
			return xlsx(tb, formula(`[1]!'A1'`), `<ddeLink ddeService="soffice" ddeTopic="`+target+`"><ddeItems><ddeItem name="A1" advise="1"/></ddeItems></ddeLink>`, rels())
		}, []string{"/x.ods", "m.ods"}, false},
		{"dde function.xlsx", func(tb testing.TB, target string) []byte {
			return xlsx(tb, formula(`DDE("soffice","`+target+`","Sheet1.A1")`), "", rels())
		}, []string{"/x.ods", "m.ods"}, false},
		{"linked picture.xlsx", func(tb testing.TB, target string) []byte {
			return xlsx(tb, "", "", rels(),
				"xl/worksheets/_rels/sheet1.xml.rels", rels("drawing", "../drawings/drawing1.xml"),
				"xl/drawings/_rels/drawing1.xml.rels", rels("image", target),
				"xl/drawings/drawing1.xml", `<?xml version="1.0"?><xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><xdr:oneCellAnchor><xdr:from><xdr:col>1</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>2</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="900000" cy="900000"/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="p"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:link="rId1"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor></xdr:wsDr>`)
		}, []string{"/i.png", "m.png"}, true},

		{"picture.odt", odt(frame(`<draw:image xlink:href="TARGET" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/>`)), []string{"/i.png", "m.png"}, true},
		{"object.odt", odt(frame(`<draw:object xlink:href="TARGET" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/>`)), []string{"/o.odt", "m.odt", "m.ods"}, false},
		{"floating frame.odt", odt(frame(`<draw:floating-frame xlink:href="TARGET" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/>`)), []string{"/f.html", "m.html", "m.txt"}, false},
		{"plugin.odt", odt(frame(`<draw:plugin xlink:href="TARGET" draw:mime-type="text/plain" xlink:type="simple"/>`)), []string{"/p", "m.txt"}, false},
		{"section.odt", odt(`<text:section text:name="s"><text:section-source xlink:href="TARGET" xlink:type="simple"/><text:p>old</text:p></text:section>`), []string{"/s.odt", "m.odt", "m.txt", "m.html"}, false},
		{"dde section.odt", odt(`<text:section text:name="s"><office:dde-source office:dde-application="soffice" office:dde-topic="TARGET" office:dde-item="x" office:automatic-update="true"/><text:p>old</text:p></text:section>`), []string{"m.odt", "m.txt"}, false},
		{"background.odt", func(tb testing.TB, target string) []byte {
			return packed(tb, odtParts(`<office:automatic-styles><style:style style:name="P" style:family="paragraph"><style:paragraph-properties><style:background-image xlink:href="`+target+`" xlink:type="simple" xlink:actuate="onLoad"/></style:paragraph-properties></style:style></office:automatic-styles>`, `<text:p text:style-name="P">plain text</text:p>`))
		}, []string{"/b.png", "m.png"}, true},

		{"table source.ods", ods(`<table:table table:name="A"><table:table-source xlink:href="TARGET" xlink:type="simple" xlink:actuate="onLoad" table:table-name="Sheet1" table:filter-name="calc8" table:refresh-delay="PT1S"/><table:table-row><table:table-cell office:value-type="string"><text:p>plain text</text:p></table:table-cell></table:table-row></table:table>`), []string{"/t.ods", "m.ods"}, false},
		{"cell range.ods", ods(`<table:table table:name="A"><table:table-row><table:table-cell office:value-type="string"><table:cell-range-source table:name="HTML_all" xlink:href="TARGET" xlink:type="simple" xlink:actuate="onRequest" table:filter-name="HTML (StarCalc)" table:last-column-spanned="1" table:last-row-spanned="1" table:refresh-delay="PT1S"/><text:p>plain text</text:p></table:table-cell></table:table-row></table:table>`), []string{"/t.html", "m.html"}, false},
		{"external.ods", ods(odfCell(`of:=['TARGET'#$Sheet1.A1]`)), []string{"/t.ods", "m.ods"}, false},
		{"webservice.ods", ods(odfCell(`of:=COM.MICROSOFT.WEBSERVICE(&quot;TARGET&quot;)`)), []string{"/w", "m.txt"}, false},
		{"dde.ods", ods(odfCell(`of:=DDE(&quot;soffice&quot;;&quot;TARGET&quot;;&quot;Sheet1.A1&quot;)`)), []string{"/t.ods", "m.ods"}, false},
		{"indirect.ods", ods(odfCell(`of:=INDIRECT(&quot;'TARGET'#$Sheet1.A1&quot;)`)), []string{"/t.ods", "m.ods"}, false},

		{"picture.rtf", text(`{\rtf1 plain text {\field{\*\fldinst INCLUDEPICTURE "TARGET" \\d}{\fldrslt old}}\par}`), []string{"/i.png", "m.png"}, false},
		{"text.rtf", text(`{\rtf1 plain text {\field{\*\fldinst INCLUDETEXT "TARGET"}{\fldrslt old}}\par}`), []string{"/t.txt", "m.txt"}, false},
		{"template.rtf", text(`{\rtf1{\*\template TARGET}\linkstyles plain text\par}`), []string{"/t.dot", "m.odt"}, false},
		{"formula.csv", text("plain text,=WEBSERVICE(\"TARGET\")\nx,=DDE(\"soffice\";\"TARGET\";\"Sheet1.A1\")\ny,='TARGET'#$Sheet1.A1\n"), []string{"/w", "m.ods"}, false},
		{"link.md", text("plain text ![x](TARGET) <img src='TARGET'>\n"), []string{"/i.png", "m.png"}, false},
	}
}

// shows says whether a pdf holds the marker, or the marked picture.
func shows(tb testing.TB, pdf []byte) bool {
	return strings.Contains(pdfText(tb, pdf), marker) || bytes.Contains(pdf, []byte("/Width 37/Height 41"))
}

// at is the URL of a target.
func (o outside) at(target string) string {
	if strings.HasPrefix(target, "/") {
		return o.http + target
	}
	return fileURL(filepath.Join(o.dir, target))
}

// TestRemote: no conversion fetches what a document points at, nor shows a file
// that is not its own.
func TestRemote(t *testing.T) {
	sweep.OneGoroutine(t)
	r, o := resident(t), newOutside(t)
	for _, tt := range hostiles() {
		for _, target := range tt.of {
			o.staysUnseen(t, tt, target, r.ToPDF)
		}
	}
	if r.failures > 0 {
		t.Errorf("the resident failed")
	}
}

// TestRemoteOnce is TestRemote without a resident, for what LibreOffice fetches
// where nothing keeps it.
func TestRemoteOnce(t *testing.T) {
	sweep.Slow(t)
	toolstest.Need(t, LibreOfficeWriter(), LibreOfficeCalc())
	o := newOutside(t)
	for _, tt := range hostiles() {
		if !tt.real {
			continue
		}
		for _, target := range tt.of {
			o.staysUnseen(t, tt, target, ToPDF)
		}
	}
}

func (o outside) staysUnseen(t *testing.T, h hostile, target string, toPDF func(context.Context, string, []byte) ([]byte, error)) {
	t.Helper()
	pdf, err := toPDF(t.Context(), h.name, h.data(t, o.at(target)))
	if err != nil {
		t.Errorf("%s to %s: %v", h.name, target, err)
		return
	}
	if text := pdfText(t, pdf); !strings.Contains(text, "plain text") || shows(t, pdf) {
		t.Errorf("%s to %s: the pdf shows what it should not, or not its own text:\n%s", h.name, target, text)
	}
	if asked := o.asked(); len(asked) > 0 {
		t.Errorf("%s to %s: asked for %q", h.name, target, asked)
	}
}

// TestRemoteIsReal: a LibreOffice without our profile and our confinement does
// fetch and show what some of these documents point at. Without this,
// TestRemote might pass because they are wrong.
func TestRemoteIsReal(t *testing.T) {
	sweep.Slow(t)
	toolstest.Need(t, LibreOfficeWriter(), LibreOfficeCalc())
	o, dir := newOutside(t), t.TempDir()
	args := append(officeArgs(dir), "--convert-to", "pdf", "--outdir", dir)
	var real []hostile
	for _, h := range hostiles() {
		if h.real {
			real = append(real, h)
			for i, target := range h.of {
				name := filepath.Join(dir, fmt.Sprint(i)+h.name)
				if strings.HasPrefix(target, "/") {
					target = "/" + h.name
				}
				must.Do(t, os.WriteFile(name, h.data(t, strings.ReplaceAll(o.at(target), " ", "%20")), 0o600))
				args = append(args, name)
			}
		}
	}
	out, err := LibreOfficeWriter().Run(t.Context(), Job{Dir: dir, Args: args})
	if err != nil {
		t.Fatalf("%v: %s", err, out.Stderr)
	}
	asked := strings.Join(o.asked(), " ")
	for _, h := range real {
		if !strings.Contains(asked, strings.ReplaceAll(h.name, " ", "%20")) {
			t.Errorf("nothing was asked for by %s", h.name)
		}
		pdf, err := os.ReadFile(filepath.Join(dir, "1"+strings.TrimSuffix(h.name, filepath.Ext(h.name))+".pdf"))
		if err != nil || !shows(t, pdf) {
			t.Errorf("%s does not show %s (%v)", h.name, h.of[1], err)
		}
	}
}
