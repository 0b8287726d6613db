package office

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"legomem/must"
	"legomem/sweep"
	"legomem/tools/toolstest"

	"github.com/google/go-cmp/cmp"
)

// oracleScript prints, for each workbook named on its standard input, what
// openpyxl reads in it: one JSON object a line, empty where it refuses.
const oracleScript = `
import json, sys, warnings
warnings.simplefilter("ignore")
import openpyxl
assert openpyxl.__version__ == "3.0.9", openpyxl.__version__
kinds = {"str": "text", "int": "int", "float": "float", "bool": "bool", "datetime": "date",
         "date": "date", "time": "time", "timedelta": "duration", "NoneType": "empty"}
def spelled(v):
    if v is None: return ""
    if isinstance(v, bool): return str(v).upper()
    return "%.17g" % v if isinstance(v, float) else str(v)
for path in sys.stdin.read().splitlines():
    out = {"Path": path, "Sheets": []}
    try:
        wb = openpyxl.load_workbook(path)
        for s in wb.worksheets:
            out["Sheets"].append({"Name": s.title, "Cells": [[
                {"e": "error", "f": "formula"}.get(c.data_type, kinds[type(c.value).__name__])
                + " " + spelled(c.value) for c in r] for r in s.iter_rows()]})
    except Exception as e:
        out["Error"] = repr(e)
    print(json.dumps(out))
`

type oracleBook struct {
	Path, Error string
	Sheets      []oracleSheet
}

type oracleSheet struct {
	Name  string
	Cells [][]string
}

// askOpenpyxl reads the files with openpyxl 3.0.9, or skips where Python does
// not have it.
func askOpenpyxl(t *testing.T, files []string) []oracleBook {
	t.Helper()
	python := "/usr/bin/python3" // Debian's, which has Debian's packages
	if _, err := os.Stat(python); err != nil {
		python = "python3"
	}
	check := exec.Command(python, "-c", "import openpyxl; assert openpyxl.__version__ == '3.0.9'")
	if err := check.Run(); err != nil {
		t.Skip("python3 with openpyxl 3.0.9 is not here (Debian package python3-openpyxl)")
	}
	cmd := exec.Command(python, "-c", oracleScript)
	cmd.Stdin = strings.NewReader(strings.Join(files, "\n"))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("openpyxl: %v\n%s", err, stderr.String())
	}
	var books []oracleBook
	for line := range strings.Lines(string(out)) {
		var b oracleBook
		must.Do(t, json.Unmarshal([]byte(line), &b))
		books = append(books, b)
	}
	return books
}

// asOracle gives a workbook in the oracle's shape.
func asOracle(w *Workbook) []oracleSheet {
	var out []oracleSheet
	for _, s := range w.Sheets {
		o := oracleSheet{Name: s.Name, Cells: [][]string{}}
		for row := 1; row <= s.Rows; row++ {
			var cells []string
			for col := 1; col <= s.Columns; col++ {
				cells = append(cells, oracleCell(s.Cell(row, col)))
			}
			o.Cells = append(o.Cells, cells)
		}
		out = append(out, o)
	}
	return out
}

func oracleCell(c Cell) string {
	if c.Kind != FloatCell {
		return string(c.Kind) + " " + c.Text
	}
	return "float " + strings.TrimPrefix(strings.ToLower(fmt.Sprintf("%.17g", c.Number)), "+")
}

func compareWithOpenpyxl(t *testing.T, files []string) {
	t.Helper()
	for _, want := range askOpenpyxl(t, files) {
		data := must.Have(os.ReadFile(want.Path))(t)
		got, err := ReadWorkbook(data)
		if (err != nil) != (want.Error != "") {
			t.Errorf("%s: error %v, openpyxl's %q", want.Path, err, want.Error)
			continue
		}
		if err != nil {
			continue
		}
		must.NoDiff(t, cmp.Diff(want.Sheets, asOracle(got)), "%s: cells (-openpyxl +ours)\n%s", want.Path)
	}
}

func TestReadsOfficeBenchAsOpenpyxl(t *testing.T) {
	sweep.OneGoroutine(t)
	compareWithOpenpyxl(t, toolstest.SharedFiles(t, "", ".xlsx"))
}
