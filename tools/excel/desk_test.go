package excel

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"

	"legomem/must"
	"legomem/tools/toolstest"
)

// desk is a workspace with the excel tools at hand.
type desk struct{ *toolstest.Desk }

func newDesk(tb testing.TB) *desk {
	return &desk{toolstest.New(tb, time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC), Tools(), nil)}
}

// cells are a file's, as excel.inspect gives them.
func (d *desk) cells(file string) [][]any {
	d.T.Helper()
	obs := d.Call("inspect", `{"file_path":"`+file+`"}`)
	var data inspectData
	decoder := json.NewDecoder(bytes.NewReader(obs.Data))
	decoder.UseNumber()
	if err := decoder.Decode(&data); err != nil || obs.Failed {
		d.T.Fatalf("excel.inspect %s: %s, %v", file, obs.Text, err)
	}
	return data.Cells
}

// lines spells rows as brief does.
func lines(rows ...string) string {
	out := ""
	for _, r := range rows {
		out += r + "\n"
	}
	return out
}

// brief are the cells of a file, their values apart by a bar.
func (d *desk) brief(file string) string {
	d.T.Helper()
	var out []string
	for _, row := range d.cells(file) {
		var values []string
		for _, c := range row {
			_, value := spelled(d.T, c)
			values = append(values, value)
		}
		out = append(out, strings.Join(values, "|"))
	}
	return lines(out...)
}

// spelled is a cell's kind and its value: "-" of an empty one, 5.0 of a float.
func spelled(t testing.TB, cell any) (kind, value string) {
	t.Helper()
	switch c := cell.(type) {
	case nil:
		return "empty", "-"
	case string:
		return "text", c
	case bool:
		return "bool", map[bool]string{true: "True", false: "False"}[c]
	case map[string]any:
		return c["t"].(string), c["v"].(string)
	case json.Number:
		if !strings.Contains(c.String(), "e") {
			return "int", c.String()
		}
		f := must.Have(c.Float64())(t)
		value = strconv.FormatFloat(f, 'f', -1, 64)
		if !strings.Contains(value, ".") {
			value += ".0"
		}
		return "float", value
	}
	t.Fatalf("a cell %v", cell)
	return "", ""
}
