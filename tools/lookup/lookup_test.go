package lookup

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/excel"
	"legomem/tools/office"
	"legomem/tools/pdf"
	"legomem/tools/toolstest"
	"legomem/tools/word"
)

func newDesk(t *testing.T, files map[string]string) *toolstest.Desk {
	t.Helper()
	return toolstest.New(t, time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC), slices.Concat(Tools(), word.Tools(), pdf.Tools(), excel.Tools()), files)
}

const house = `House notes

The boiler is serviced each May.
Door codes: store room 4711,
back gate 0815.
The store closes at 6 on Fri.

Parking
Use the yard behind the house.
`

// TestTelling: the passages with the telling words, in the text's order.
func TestTelling(t *testing.T) {
	for _, tt := range []struct{ name, text, about, want string }{
		{"a line that goes on", house, "code store room", "Door codes: store room 4711, back gate 0815."},
		{"a line that goes on, without a comma", "The garage holds our winter tyres and the long ladder\nof the house.\n", "ladder", "The garage holds our winter tyres and the long ladder of the house."},
		{"a list in small letters", "gate 1\nstore 2\nshed 3\n", "store", "store 2"},
		{"another form of a word", house, "service of boilers", "The boiler is serviced each May."},
		{"a misspelled word", house, "boyler", "The boiler is serviced each May."},
		{"in short", house, "fridays", "The store closes at 6 on Fri."},
		{"a heading", house, "parking", "Parking\nUse the yard behind the house."},
		{"two passages", house, "store", "Door codes: store room 4711, back gate 0815.\nThe store closes at 6 on Fri."},
		{"nothing", house, "lawn mower", ""},
		{"an empty text", "", "lawn", ""},
		{"no more than five", strings.Repeat("a bin\n\n", 9), "bin", "a bin\na bin\na bin\na bin\na bin"},
		{"a sentence of a long passage", strings.Repeat("Nothing is said here. ", 12) + "The rent is 700. More follows.", "rent", "The rent is 700."},
	} {
		got := telling(passages(strings.Split(tt.text, "\n")), tt.about)
		must.NoDiff(t, cmp.Diff(tt.want, strings.Join(got, "\n")), tt.name+" (-want +got)\n%s")
	}
}

// TestReadsOut: files of every kind are read out.
func TestReadsOut(t *testing.T) {
	d := newDesk(t, map[string]string{
		"data/a.txt": "House notes\nThe rent is 700.\n", "data/a.md": "# House\n\nThe rent is 700.\n", "data/list.csv": "Cost,Sum\nrent,700\nheat,90\n",
		"data/a.eml": "Subject: House\n\nThe rent is 700.\n",
	})
	d.Data("word.create", `{"file_path":"a.docx","content":"House notes\nThe rent is 700."}`)
	d.Data("word.add_table", `{"file_path":"a.docx","rows":[["heat","90"]]}`)
	d.Data("pdf.create", `{"file_path":"a.pdf","content":"House notes\nThe rent is 700."}`)
	d.Data("excel.create", `{"file_path":"a.xlsx","rows":[["Cost","Sum"],["heat",90],["rent",700]]}`)
	for file, want := range map[string]string{
		"a.txt": "The rent is 700.", "a.md": "The rent is 700.", "a.eml": "The rent is 700.", "a.docx": "The rent is 700.", "a.pdf": "The rent is 700.",
		"list.csv": "Cost: rent; Sum: 700", "a.xlsx": "Cost: rent; Sum: 700",
	} {
		got := d.Data("system.look_up", `{"file_path":"`+file+`","about":"the rent"}`)
		must.NoDiff(t, cmp.Diff(any([]any{want}), got["passages"]), file+" (-want +got)\n%s")
		if got["file"] != "data/"+file {
			t.Errorf("%s is called %v", file, got["file"])
		}
	}
	must.NoDiff(t, cmp.Diff(any([]any{"heat | 90"}), d.Field("system.look_up", `{"file_path":"a.docx","about":"heat"}`, "passages")), "a table (-want +got)\n%s")
	got := d.Data("system.look_up", `{"content":"The rent is 700.\n\nThe heat is 90.","about":"heat"}`)
	must.NoDiff(t, cmp.Diff(any([]any{"The heat is 90."}), got["passages"]), "a text (-want +got)\n%s")
	got = d.Data("system.look_up", `{"file_path":"a.txt","about":"lawn mower"}`)
	if got["count"] != 0.0 || got["begins"] != "House notes" {
		t.Errorf("of nothing it says %v", got)
	}
}

// TestReadsOutScans: pictures and scans are read by their letters.
func TestReadsOutScans(t *testing.T) {
	toolstest.Need(t, office.Tesseract(), office.PDFToPPM())
	d := newDesk(t, map[string]string{
		"data/a.png": string(toolstest.Screenshot(t, "House notes", "The rent is 700.")), "data/a.pdf": string(toolstest.Scan(t, "The rent is 700.")),
	})
	for _, file := range []string{"a.png", "a.pdf"} {
		got, _ := d.Field("system.look_up", `{"file_path":"`+file+`","about":"rent"}`, "passages").([]any)
		if !slices.ContainsFunc(got, func(p any) bool { return strings.Contains(p.(string), "700") }) {
			t.Errorf("%s says %v", file, got)
		}
	}
}

func TestRefuses(t *testing.T) {
	d := newDesk(t, map[string]string{"data/a.txt": "x", "data/a.bin": "a\x00b", "data/a.docx": "no document"})
	d.Fails("system.look_up", `{"file_path":"none.txt","about":"rent"}`, tools.NotFound, "none.txt")
	d.Fails("system.look_up", `{"file_path":"a.txt","about":"?"}`, tools.BadArguments, "say what to look for")
	d.Fails("system.look_up", `{"file_path":"a.txt","content":"x","about":"rent"}`, tools.BadArguments, "not both")
	d.Fails("system.look_up", `{"file_path":"a.bin","about":"rent"}`, tools.BadArguments, "data/a.bin", "binary")
	d.Fails("system.look_up", `{"file_path":"a.docx","about":"rent"}`, tools.Corrupt, "data/a.docx")
}

// FuzzTelling: whatever a text holds, what it says of anything stands in it.
func FuzzTelling(f *testing.F) {
	f.Add(house, "store room")
	f.Add("a.\xff\n \x00", "\xff")
	f.Fuzz(func(t *testing.T, text, about string) {
		all := passages(strings.Split(text, "\n"))
		got := telling(all, about)
		if len(got) > mostTold {
			t.Errorf("%d passages", len(got))
		}
		for _, p := range got {
			if !slices.Contains(all, p) {
				t.Errorf("%q is no passage", p)
			}
		}
	})
}

// TestEverywhere: without a file all are looked through, what they are called too, but no
// pictures.
func TestEverywhere(t *testing.T) {
	d := newDesk(t, map[string]string{
		"data/notes/wifi.txt": "guest: harbour-22\nstaff: mast-71\n", "data/house.md": house,
		"data/scan.png": "no text", "emails/Bob/a.eml": "Subject: wifi guest\n\nwifi guest\n",
	})
	for _, tt := range []struct{ about, want string }{
		{"guest wifi", "wifi.txt: guest: harbour-22"},
		{"code store room", "house.md: Door codes: store room 4711, back gate 0815."},
		{"lawn mower", ""},
	} {
		obs := d.Run("system.look_up", map[string]any{"about": tt.about})
		var got found
		must.Do(t, json.Unmarshal(obs.Data, &got))
		if said := strings.Join(got.Passages, "\n"); said != tt.want || got.Unread != 1 {
			t.Errorf("about %q: %q with %d unread, want %q with 1", tt.about, said, got.Unread, tt.want)
		}
	}
}
