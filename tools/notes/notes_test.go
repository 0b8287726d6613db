package notes

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/toolstest"
)

func newDesk(t testing.TB, files map[string]string) *toolstest.Desk {
	return toolstest.New(t, time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC), Tools(), files)
}

func TestLists(t *testing.T) {
	d := newDesk(t, nil)
	if n := d.Field("names", `{}`, "count"); n != 0.0 {
		t.Errorf("%v lists before any", n)
	}
	d.Data("make", `{"list":"Shopping","entries":["Milk","bread"]}`)
	d.Data("make", `{"list":"packing"}`)
	got := d.Data("add", `{"list":"shopping","entries":["eggs","MILK"," tea "]}`)
	want := map[string]any{"list": "Shopping", "file": "data/lists/Shopping.txt", "entries": []any{"Milk", "bread", "eggs", "tea"}, "count": 4.0,
		"added": []any{"eggs", "tea"}, "already": []any{"MILK"}}
	must.NoDiff(t, cmp.Diff(want, got), "(-want +got)\n%s")
	got = d.Data("remove", `{"list":"SHOPPING","entries":"BREAD"}`)
	must.NoDiff(t, cmp.Diff([]any{"bread"}, got["removed"]), "(-want +got)\n%s")
	must.NoDiff(t, cmp.Diff([]any{"Milk", "eggs", "tea"}, d.Field("show", `{"list":"shopping.txt"}`, "entries")), "(-want +got)\n%s")
	must.NoDiff(t, cmp.Diff([]any{"Shopping", "packing"}, d.Field("names", `{}`, "names")), "(-want +got)\n%s")
	must.NoDiff(t, cmp.Diff([]any{}, d.Field("show", `{"list":"packing"}`, "entries")), "(-want +got)\n%s")
	d.Data("add", `{"list":"new one","entries":["a"],"make":true}`)
	if got := d.Read("data/lists/new one.txt"); got != "a\n" {
		t.Errorf("the file holds %q", got)
	}
}

func TestListsRefuse(t *testing.T) {
	d := newDesk(t, map[string]string{"data/lists/shopping.txt": "milk\n", "data/lists/bad.txt": "a\x00b", "data/lists/photo.png": "x"})
	for _, tt := range []struct {
		tool, args string
		code       tools.Code
		says       []string
	}{
		{"show", `{"list":"packing"}`, tools.NotFound, []string{"no list packing", "there are: bad, shopping", "list.make"}},
		{"add", `{"list":"packing","entries":["x"]}`, tools.NotFound, []string{"list.make"}},
		{"remove", `{"list":"shopping","entries":["mil"]}`, tools.NotFound, []string{`no entry "mil"`, "it has: milk"}},
		{"remove", `{"list":"shopping"}`, tools.BadArguments, nil},
		{"make", `{"list":"Shopping"}`, tools.Exists, []string{"list.add"}},
		{"add", `{"list":"shopping","entries":["two\nlines"]}`, tools.BadArguments, []string{"one line"}},
		{"add", `{"list":"shopping","entries":[" "]}`, tools.BadArguments, []string{"empty"}},
		{"show", `{"list":"bad"}`, tools.Corrupt, []string{"data/lists/bad.txt"}},
		{"make", `{"list":" "}`, tools.BadArguments, []string{"name the list"}},
	} {
		d.Fails(tt.tool, tt.args, tt.code, tt.says...)
	}
	if got := d.Read("data/lists/shopping.txt"); got != "milk\n" {
		t.Errorf("a refused call changed the list to %q", got)
	}
}

// TestHostileNames: a name that is not one plain element of a path is refused, and nothing
// is written.
func TestHostileNames(t *testing.T) {
	d := newDesk(t, map[string]string{"secret.txt": "s", "data/secret.txt": "s"})
	for _, name := range []string{"../secret", "..", ".", "a/b", `a\b`, "/etc/passwd", ".hidden", "a\x00b", "a\nb", "a:b", "a*", "~/x/", "x.", "a\u202eb", strings.Repeat("x", 200)} {
		for _, tool := range []string{"list.make", "list.add", "list.remove", "list.show"} {
			obs := d.Run(tool, map[string]any{"list": name, "entries": []any{"x"}})
			if tool == "list.show" {
				obs = d.Run(tool, map[string]any{"list": name})
			}
			if !obs.Failed || obs.Code != tools.Refused {
				t.Errorf("%s %q: %s (%s)", tool, name, obs.Text, obs.Code)
			}
		}
	}
	if d.WS.Exists("data/lists") {
		t.Error("something was written")
	}
}

// A list that its user wrote keeps its blank lines and its line ends.
func TestListKeepsItsForm(t *testing.T) {
	d := newDesk(t, map[string]string{"data/lists/a.txt": "fruit\r\n\r\n  apples\r\npears"})
	d.Data("add", `{"list":"a","entries":["plums"]}`)
	d.Data("remove", `{"list":"a","entries":["Apples"]}`)
	if got := d.Read("data/lists/a.txt"); got != "fruit\r\n\r\npears\r\nplums\r\n" {
		t.Errorf("the file holds %q", got)
	}
}

func FuzzListName(f *testing.F) {
	f.Add("shopping", "milk")
	f.Add("../x", "a\nb")
	f.Fuzz(func(t *testing.T, name, entry string) {
		d := newDesk(t, nil)
		obs := d.Run("list.make", map[string]any{"list": name, "entries": []any{entry}})
		if obs.Failed {
			return
		}
		if n := d.Field("names", `{}`, "count"); n != 1.0 {
			t.Fatalf("list %q, entry %q: %v lists", name, entry, n)
		}
	})
}

// TestTextFileAsList: a text file of the user's own is a list by its path, and is changed
// where it is.
func TestTextFileAsList(t *testing.T) {
	d := newDesk(t, map[string]string{"data/todo.txt": "call Jo\nbuy stamps"})
	got := d.Data("add", `{"list":"data/todo.txt","entries":["CALL JO","water plants"],"make":true}`)
	want := map[string]any{"list": "todo", "file": "data/todo.txt", "entries": []any{"call Jo", "buy stamps", "water plants"}, "count": 3.0,
		"added": []any{"water plants"}, "already": []any{"CALL JO"}}
	must.NoDiff(t, cmp.Diff(want, got), "(-want +got)\n%s")
	d.Data("remove", `{"list":"data/todo.txt","entries":["call jo"]}`)
	if got := d.Read("data/todo.txt"); got != "buy stamps\nwater plants\n" {
		t.Errorf("the file holds %q", got)
	}
	must.NoDiff(t, cmp.Diff([]any{}, d.Field("names", `{}`, "names")), "(-want +got)\n%s")
	for _, path := range []string{"../todo.txt", "data/../../todo.txt"} {
		d.Fails("add", `{"list":"`+path+`","entries":["x"],"make":true}`, tools.Refused)
	}
	d.Fails("show", `{"list":"data/none.txt"}`, tools.NotFound)
	d.Fails("show", `{"list":"data/todo.md"}`, tools.Refused)
}
