package excel

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools/office"
	"legomem/tools/toolstest"
)

// TestKeepsWhatItDoesNotTouch sets one cell far away in every real workbook:
// nothing else may change.
func TestKeepsWhatItDoesNotTouch(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(toolstest.Shared(t), "tasks", "*", "testbed", "data", "*.xlsx"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no workbooks: %v", err)
	}
	for _, file := range files {
		d := newDesk(t)
		data := must.Have(os.ReadFile(file))(t)
		before, err := office.ReadWorkbook(data)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		must.Do(t, d.WS.WriteFile("data/a.xlsx", data))
		d.Field("set_cell", `{"file_path":"a.xlsx","cell":"Z999","value":"here"}`, "")
		changed := must.Have(d.WS.ReadFile("data/a.xlsx"))(t)
		after, err := office.ReadWorkbook(changed)
		if err != nil {
			t.Fatalf("%s as written: %v", file, err)
		}
		if diff := cmp.Diff(before.Names(), after.Names()); diff != "" {
			t.Fatalf("%s: sheets (-before +after)\n%s", file, diff)
		}
		for i, s := range before.Sheets {
			for row := 1; row <= s.Rows; row++ {
				for col := 1; col <= s.Columns; col++ {
					a, b := s.Cell(row, col), after.Sheets[i].Cell(row, col)
					if a.Kind != b.Kind || a.Text != b.Text {
						t.Errorf("%s, %s: %s %q became %s %q", file, cellName(row, col), a.Kind, a.Text, b.Kind, b.Text)
					}
				}
			}
		}
	}
}

func BenchmarkRead(b *testing.B) {
	d := newDesk(b)
	d.Field("create", grades, "")
	b.ReportAllocs()
	for b.Loop() {
		d.Field("read", `{"file_path":"grades.xlsx"}`, "")
	}
}

func BenchmarkSetCell(b *testing.B) {
	d := newDesk(b)
	d.Field("create", grades, "")
	b.ReportAllocs()
	for b.Loop() {
		d.Field("set_cell", `{"file_path":"grades.xlsx","cell":"D2","value":98}`, "")
	}
}
