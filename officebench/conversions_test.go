package officebench_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/agents/demo"
	"legomem/must"
	"legomem/tools/apps"
)

// needs is what a task needs of the programs beside this one.
type needs struct {
	OCR     bool   `json:"needs_ocr"`
	Convert bool   `json:"needs_convert"`
	Note    string `json:"note"` // why it cannot be won, or ""
}

// kind is how docs/conversions.md says it, "" for neither.
func (n needs) kind() string {
	var kinds []string
	if n.Convert {
		kinds = append(kinds, "conversion")
	}
	if n.OCR {
		kinds = append(kinds, "OCR")
	}
	return strings.Join(kinds, ", ")
}

// conversions are the tasks of OfficeBench that need a conversion or OCR.
func conversions(t *testing.T) map[string]needs {
	t.Helper()
	data := must.Have(os.ReadFile(filepath.Join(sharedSuite(t), "needs.json")))(t)
	var all map[string]needs
	must.Do(t, json.Unmarshal(data, &all))
	for id, n := range all {
		if n.kind() == "" {
			delete(all, id)
		}
	}
	return all
}

// converting are the demonstrations of such tasks.
func converting(t *testing.T) []*demo.Demo {
	t.Helper()
	of := conversions(t)
	return slices.DeleteFunc(demonstrations(t), func(d *demo.Demo) bool { return of[d.ID].kind() == "" })
}

// figures counts tasks of both kinds; one that is of both counts in both.
type figures struct{ all, convert, ocr int }

func (f *figures) add(n needs) {
	f.all++
	if n.Convert {
		f.convert++
	}
	if n.OCR {
		f.ocr++
	}
}

func figuresOf(all map[string]needs) (f figures) {
	for _, n := range all {
		f.add(n)
	}
	return f
}

// described is a row of docs/conversions.md.
type described struct {
	kind, what string
	tools      []string
	demo       string // the demonstration's name, or "no: " and why
}

var (
	tableRow = regexp.MustCompile(`(?m)^\| (\d+-\d+/\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$`)
	toDemo   = regexp.MustCompile(`^\[([\w-]+)\]\(\.\./officebench/demos/([\w-]+)\.yaml\)$`)
)

func conversionsPage(t *testing.T) (string, map[string]described) {
	t.Helper()
	page := must.Have(os.ReadFile(filepath.Join("..", "docs", "conversions.md")))(t)
	rows := map[string]described{}
	for _, m := range tableRow.FindAllStringSubmatch(string(page), -1) {
		id := m[1]
		if _, twice := rows[id]; twice {
			t.Errorf("%s has two rows", id)
		}
		row := described{kind: m[2], what: m[3], demo: m[5]}
		for _, tool := range strings.Split(m[4], ", ") {
			row.tools = append(row.tools, strings.Trim(tool, "`"))
		}
		if link := toDemo.FindStringSubmatch(m[5]); link != nil && link[1] == link[2] {
			row.demo = link[1]
		} else if !strings.HasPrefix(m[5], "no: ") {
			t.Errorf("%s: %q neither links to a demonstration by its name nor says why there is none", id, m[5])
		}
		rows[id] = row
	}
	if len(rows) == 0 {
		t.Fatal("docs/conversions.md has no rows")
	}
	return strings.Join(strings.Fields(string(page)), " "), rows
}

// TestConversionsPage: docs/conversions.md names tools that there are, says of
// the demonstrations what they do, and has every task that needs a conversion
// or OCR.
func TestConversionsPage(t *testing.T) {
	page, rows := conversionsPage(t)
	written := map[string]*demo.Demo{} // by name
	files := map[string]string{}       // by task
	names, all := namedDemonstrations(t)
	for i, d := range all {
		written[names[i]], files[d.ID] = d, names[i]
	}
	registry := apps.Registry()
	for id, row := range rows {
		for _, tool := range row.tools {
			if _, ok := registry.Get(tool); !ok {
				t.Errorf("%s: there is no tool %s", id, tool)
			}
		}
		d := written[row.demo]
		switch {
		case files[id] == "" && d == nil && strings.HasPrefix(row.demo, "no: "):
		case d == nil || d.ID != id:
			t.Errorf("%s: demonstrated by %q, says the page; by %q, say the files", id, row.demo, files[id])
		default:
			must.NoDiff(t, cmp.Diff(toolsOf(d), row.tools), "%s: tools (-demonstration +page):\n%s", id)
		}
	}
	t.Run("every task", func(t *testing.T) { testEveryConversion(t, page, rows) })
}

func testEveryConversion(t *testing.T, page string, rows map[string]described) {
	all := conversions(t)
	var got figures
	for id, row := range rows {
		n, ok := all[id]
		if !ok {
			t.Errorf("%s needs neither", id)
		}
		if row.kind != n.kind() {
			t.Errorf("%s is called %q, and needs %q", id, row.kind, n.kind())
		}
		if lost := row.demo == "no: cannot be won"; lost != (n.Note != "") {
			t.Errorf("%s: %q on the page; the suite says %q", id, row.demo, n.Note)
		}
		if !strings.HasPrefix(row.demo, "no: ") {
			got.add(n)
		}
	}
	for id := range all {
		if _, ok := rows[id]; !ok {
			t.Errorf("%s is missing", id)
		}
	}
	want := figuresOf(all)
	for _, says := range []string{
		fmt.Sprintf("%d need a conversion between formats (%d) or the text of an image (%d)", want.all, want.convert, want.ocr),
		fmt.Sprintf("%d are demonstrated: %d of the %d with a conversion, %d of the %d with OCR", got.all, got.convert, want.convert, got.ocr, want.ocr),
	} {
		if !strings.Contains(page, says) {
			t.Errorf("docs/conversions.md does not say %q", says)
		}
	}
}

// toolsOf are a demonstration's tools in the order of their first use.
func toolsOf(d *demo.Demo) []string {
	var all []string
	for _, s := range d.Subtasks {
		for _, a := range s.Actions {
			if !slices.Contains(all, a.Tool) {
				all = append(all, a.Tool)
			}
		}
	}
	return all
}
