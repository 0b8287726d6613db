package office

import (
	"os"
	"path/filepath"
	"testing"

	"legomem/must"
	"legomem/tools/toolstest"
)

// TestSharedDocuments reads, changes and reads again every docx there is.
func TestSharedDocuments(t *testing.T) {
	files := toolstest.SharedFiles(t, "", ".docx")
	for _, file := range files {
		data := must.Have(os.ReadFile(file))(t)
		before, err := ReadDocument(data)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		changed, err := AppendParagraphs(data, []string{"one more"})
		if err != nil {
			t.Errorf("%s: append: %v", file, err)
			continue
		}
		after, err := ReadDocument(changed)
		if err != nil {
			t.Errorf("%s: read after append: %v", file, err)
			continue
		}
		want := "one more"
		if before.Dump() != "" || len(before.Blocks) > 0 {
			want = before.Dump() + "\none more"
		}
		if after.Dump() != want {
			t.Errorf("%s: after append the text is\n%q\nwant\n%q", file, after.Dump(), want)
		}
	}
	t.Logf("%d documents", len(files))
}

// TestDumpAgreesWithOracle: a document's text gives the benchmark's verdicts.
func TestDumpAgreesWithOracle(t *testing.T) {
	for _, c := range toolstest.Checks(t, "docx", "doc") {
		data, err := os.ReadFile(filepath.Join(c.State, c.Args.File))
		if err != nil {
			data, err = os.ReadFile(filepath.Join(c.Task, "testbed", c.Args.File))
		}
		if err != nil {
			continue // neither has the file
		}
		doc, err := ReadDocument(data)
		if err != nil {
			t.Errorf("%s: %v", c.State, err)
			continue
		}
		if got := c.Judge(doc.Dump()); got != c.Verdict {
			t.Errorf("%s: %s %q is %v, the oracle says %v of\n%s", c.State, c.Function, c.Args.Keywords, got, c.Verdict, doc.Dump())
		}
	}
}
