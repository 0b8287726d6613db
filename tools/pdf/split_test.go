package pdf_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/toolstest"
)

// threePages is a desk with a pdf of three pages: one, two, three.
func threePages(t *testing.T) *toolstest.Desk {
	d := open(t, nil)
	for _, name := range []string{"one", "two", "three"} {
		d.Data("pdf.create", `{"file_path":"`+name+`.pdf","content":"`+name+`"}`)
	}
	d.Data("pdf.merge", `{"files":["one.pdf","two.pdf","three.pdf"],"target":"all.pdf"}`)
	return d
}

// pagesOf is the text of each page.
func pagesOf(d *toolstest.Desk, file string) []string {
	var out []string
	for _, p := range d.Data("pdf.read", `{"file_path":"`+file+`"}`)["pages"].([]any) {
		out = append(out, strings.TrimSpace(p.(string)))
	}
	return out
}

func TestSplit(t *testing.T) {
	d := threePages(t)
	got := d.Data("pdf.split", `{"file_path":"all.pdf"}`)
	want := map[string]any{"source": "data/all.pdf", "files": []any{"data/all-1.pdf", "data/all-2.pdf", "data/all-3.pdf"}, "page_count": 3.0}
	must.NoDiff(t, cmp.Diff(want, got), "(-want +got)\n%s")
	for file, page := range map[string]string{"data/all-1.pdf": "one", "data/all-3.pdf": "three"} {
		must.NoDiff(t, cmp.Diff([]string{page}, pagesOf(d, file)), "(-want +got)\n%s")
	}
	d.Fails("pdf.split", `{"file_path":"all.pdf"}`, tools.Exists, "data/all-1.pdf", "overwrite")
	d.Data("pdf.split", `{"file_path":"all.pdf","overwrite":true}`)
	d.Data("pdf.split", `{"file_path":"data/all.pdf","folder":"pages"}`)
	if !d.WS.Exists("pages/all-2.pdf") {
		t.Error("the pages are not in the folder")
	}
	d.Fails("pdf.split", `{"file_path":"all.pdf","folder":"../out"}`, tools.Refused)
}

func TestExtract(t *testing.T) {
	d := threePages(t)
	for pages, want := range map[string][]string{"2-3": {"two", "three"}, "1,3": {"one", "three"}, "3,1": {"three", "one"}, "2": {"two"}} {
		got := d.Data("pdf.extract", `{"file_path":"all.pdf","pages":"`+pages+`","target":"part"}`)
		if got["file"] != "data/part.pdf" || got["page_count"] != float64(len(want)) {
			t.Errorf("pages %s: %v", pages, got)
		}
		must.NoDiff(t, cmp.Diff(want, pagesOf(d, "part.pdf")), "(-want +got)\n%s")
	}
	d.Fails("pdf.extract", `{"file_path":"all.pdf","pages":"2-9","target":"x"}`, tools.BadArguments, "it has 3 pages")
	d.Fails("pdf.extract", `{"file_path":"all.pdf","pages":"some","target":"x"}`, tools.BadArguments, "accepted are")
	d.Fails("pdf.extract", `{"file_path":"none.pdf","pages":"1","target":"x"}`, tools.NotFound)
}

// A damaged pdf is named, and nothing is written.
func TestSplitRefusesDamage(t *testing.T) {
	d := open(t, map[string]string{"data/bad.pdf": "%PDF-1.4 and no more"})
	d.Fails("pdf.split", `{"file_path":"bad.pdf"}`, tools.Corrupt, "data/bad.pdf")
	d.Fails("pdf.extract", `{"file_path":"bad.pdf","pages":"1","target":"x"}`, tools.Corrupt, "data/bad.pdf")
}
