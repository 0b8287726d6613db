package word

import (
	"archive/zip"
	"testing"
	"time"

	"legomem/tools"
	"legomem/tools/toolstest"
)

// docx writes a document around its body's XML.
func docx(tb testing.TB, body string) []byte {
	tb.Helper()
	return toolstest.Zip(tb, zip.Deflate,
		"[Content_Types].xml", `<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
		"word/document.xml", `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>`+body+`</w:body></w:document>`)
}

// FuzzWordTools: whatever a document holds, the tools end with an answer or a
// failure that says why, and what they write can be read again.
func FuzzWordTools(f *testing.F) {
	for _, body := range []string{
		`<w:p><w:pPr><w:pStyle w:val="Title"/></w:pPr><w:r><w:t>a</w:t></w:r></w:p>`, `<w:tbl><w:tr/><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>`, `<!DOCTYPE x>`, `<w:p>`, "", `<w:p><w:r><w:t>a</w:t></w:r><w:r><w:t>a</w:t></w:r></w:p>`,
	} {
		f.Add(body, "a", "=b<")
	}
	reg := tools.NewRegistry(Tools())
	f.Fuzz(func(t *testing.T, body, find, replace string) {
		d := toolstest.New(t, time.Now(), Tools(), map[string]string{"data/a.docx": string(docx(t, body))})
		d.Reg = reg
		readable := false
		for _, a := range []tools.Action{
			{Tool: "word.read", Args: map[string]any{"file_path": "a.docx"}},
			{Tool: "word.inspect", Args: map[string]any{"file_path": "data/a.docx"}},
			{Tool: "word.write", Args: map[string]any{"file_path": "a.docx", "content": replace}},
			{Tool: "word.replace_text", Args: map[string]any{"file_path": "a.docx", "find": find, "replace": replace}},
			{Tool: "word.add_table", Args: map[string]any{"file_path": "a.docx", "rows": []any{[]any{find, replace}}}},
			{Tool: "word.read", Args: map[string]any{"file_path": "a.docx"}},
		} {
			obs := d.Run(a.Tool, a.Args)
			switch obs.Code {
			case "", tools.Corrupt, tools.TooLarge, tools.Refused, tools.NotFound, tools.BadArguments:
			default:
				t.Errorf("%s: %s: %s", a.Tool, obs.Code, obs.Text)
			}
			if a.Tool == "word.read" {
				if readable && obs.Failed {
					t.Errorf("what was read, and changed by us, is not read any more: %s", obs.Text)
				}
				readable = !obs.Failed
			}
		}
	})
}
