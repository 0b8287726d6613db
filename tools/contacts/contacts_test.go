package contacts

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/toolstest"
)

func newDesk(t testing.TB, files map[string]string) *toolstest.Desk {
	return toolstest.New(t, time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC), Tools(), files)
}

const people = "Name,Email,Phone\nAnn Lee,ann@x.com,\nAnn Poe,poe@x.com,555 1234\nBob Ray,,'+1 555 777 8888\n"

func TestFind(t *testing.T) {
	d := newDesk(t, map[string]string{"data/contacts.csv": people})
	got := d.Data("find", `{"name":"bob"}`)
	want := map[string]any{"name": "Bob Ray", "email": "", "phone": "+1 555 777 8888", "row_number": 4.0, "file": "data/contacts.csv",
		"record": map[string]any{"Name": "Bob Ray", "Email": "", "Phone": "+1 555 777 8888"}}
	must.NoDiff(t, cmp.Diff(want, got), "(-want +got)\n%s")
	for name, email := range map[string]string{"ANN  lee": "ann@x.com", "Poe": "poe@x.com", "poe@X.com": "poe@x.com", "lee ann": "ann@x.com"} {
		if got := d.Field("find", `{"name":"`+name+`"}`, "email"); got != email {
			t.Errorf("%s has %v, want %s", name, got, email)
		}
	}
	d.Fails("find", `{"name":"ann"}`, tools.Ambiguous, "2 contacts", "Ann Lee, ann@x.com", "Ann Poe, poe@x.com, 555 1234")
	d.Fails("find", `{"name":"an"}`, tools.NotFound, `"an"`, "there are: Ann Lee")
	d.Fails("find", `{"name":" "}`, tools.BadArguments)
}

func TestAdd(t *testing.T) {
	d := newDesk(t, nil)
	d.Fails("find", `{"name":"Ann"}`, tools.NotFound, "contacts.add")
	if n := d.Field("list", `{}`, "count"); n != 0.0 {
		t.Errorf("%v contacts before any", n)
	}
	got := d.Data("add", `{"name":"Ann Lee","email":"ann@X.com"}`)
	if got["made"] != true || got["file"] != "data/contacts.csv" {
		t.Errorf("added %v", got)
	}
	got = d.Data("add", `{"name":"ann lee","phone":"+1 555 123 4567"}`)
	must.NoDiff(t, cmp.Diff([]any{"phone"}, got["changed"]), "(-want +got)\n%s")
	if got := d.Data("add", `{"name":"Ann Lee","email":"ANN@x.com"}`); len(got["changed"].([]any)) != 0 {
		t.Errorf("what is known was written again: %v", got)
	}
	d.Fails("add", `{"name":"Ann Lee","email":"lee@x.com"}`, tools.Exists, "ann@x.com", "replace")
	d.Fails("add", `{"name":"Other","email":"ann@x.com"}`, tools.Exists, "address of Ann Lee")
	d.Fails("add", `{"name":"Other","email":"no address"}`, tools.BadArguments, "accepted: ")
	d.Fails("add", `{"name":"Two\nlines"}`, tools.BadArguments, "one short line")
	d.Fails("add", `{"name":" "}`, tools.BadArguments, "name the contact")
	d.Data("add", `{"name":"Ann Lee","email":"lee@x.com","replace":true}`)
	d.Data("add", `{"name":"=cmd|' /c calc'!A0","phone":"-1"}`)
	if got, want := d.Read("data/contacts.csv"), "Name,Email,Phone\nAnn Lee,lee@x.com,'+1 555 123 4567\n'=cmd|' /c calc'!A0,,'-1\n"; got != want {
		t.Errorf("the file is %q, want %q", got, want)
	}
	must.NoDiff(t, cmp.Diff([]any{"+1 555 123 4567", "-1"}, d.Field("list", `{}`, "phones")), "(-want +got)\n%s")
}

// TestDelete: the whole row goes, of a csv file and of a workbook, and no other.
func TestDelete(t *testing.T) {
	d := newDesk(t, map[string]string{"data/contacts.csv": people})
	d.Fails("delete", `{"name":"ann"}`, tools.Ambiguous, "2 contacts")
	d.Fails("delete", `{"name":"Zoe"}`, tools.NotFound, `"Zoe"`)
	if got := d.Data("delete", `{"name":"poe"}`); got["name"] != "Ann Poe" || got["phone"] != "555 1234" {
		t.Errorf("deleted %v", got)
	}
	if got, want := d.Read("data/contacts.csv"), "Name,Email,Phone\nAnn Lee,ann@x.com,\nBob Ray,,'+1 555 777 8888\n"; got != want {
		t.Errorf("the file is %q, want %q", got, want)
	}
	d = newDesk(t, nil)
	d.Fails("delete", `{"name":"Ann"}`, tools.NotFound, "no contacts yet")
	must.Do(t, d.WS.MkdirAll("data"))
	must.Do(t, excelize.NewFile().SaveAs(d.Dir+"/data/contacts.xlsx"))
	d.Data("add", `{"name":"Ann","email":"ann@x.com"}`)
	d.Data("add", `{"name":"Bob","email":"bob@x.com"}`)
	d.Data("delete", `{"name":"Ann"}`)
	must.NoDiff(t, cmp.Diff([]any{"bob@x.com"}, d.Field("list", `{}`, "emails")), "(-want +got)\n%s")
}

// The columns that a csv file has are used, its delimiter and its other values kept.
func TestAddKeepsTheFile(t *testing.T) {
	d := newDesk(t, map[string]string{"data/contacts.csv": "Full Name;Town\nAnn Lee;\"Ulm; old\"\nBob Ray;007\n"})
	d.Data("add", `{"name":"Bob Ray","email":"bob@x.com"}`)
	if got, want := d.Read("data/contacts.csv"), "Full Name;Town;Email\nAnn Lee;\"Ulm; old\";\nBob Ray;007;bob@x.com\n"; got != want {
		t.Errorf("the file is %q, want %q", got, want)
	}
}

func TestRefusesTwins(t *testing.T) {
	d := newDesk(t, map[string]string{"data/contacts.csv": "Name,Email\nAnn,a@x.com\nAnn,b@x.com\n"})
	d.Fails("add", `{"name":"Ann","phone":"1"}`, tools.Ambiguous, "2 contacts are called Ann")
	for text, code := range map[string]tools.Code{"Who,What\nAnn,x\n": tools.BadArguments, "Name\n\"Ann": tools.Corrupt, "a\x00b": tools.Corrupt} {
		newDesk(t, map[string]string{"data/contacts.csv": text}).Fails("list", `{}`, code, "data/contacts.csv")
	}
}

// TestWorkbook: the contacts are in a workbook with columns of its own.
func TestWorkbook(t *testing.T) {
	d := newDesk(t, nil)
	f := excelize.NewFile()
	for i, row := range [][]any{{"First Name", "Last Name", "E-Mail", "Mobile phone", "Town"}, {"Ann", "Lee", "ann@x.com", 5551234567, "Ulm"}} {
		must.Do(t, f.SetSheetRow("Sheet1", must.Have(excelize.CoordinatesToCellName(1, i+1))(t), &row))
	}
	must.Do(t, d.WS.MkdirAll("data"))
	must.Do(t, f.SaveAs(d.Dir+"/data/contacts.xlsx"))
	got := d.Data("find", `{"name":"Ann Lee"}`)
	if got["phone"] != "5551234567" || got["record"].(map[string]any)["Town"] != "Ulm" || got["file"] != "data/contacts.xlsx" {
		t.Errorf("found %v", got)
	}
	d.Data("add", `{"name":"Mary Ann Poe","email":"poe@x.com","phone":"=1+1"}`)
	d.Data("add", `{"name":"mary ann poe","phone":"+49 30 1234567","replace":true}`)
	if d.WS.Exists("data/contacts.csv") {
		t.Error("a csv file was made beside the workbook")
	}
	written := must.Have(excelize.OpenFile(d.Dir + "/data/contacts.xlsx"))(t)
	defer written.Close()
	rows := must.Have(written.GetRows("Sheet1"))(t)
	must.NoDiff(t, cmp.Diff([]string{"Mary Ann", "Poe", "poe@x.com", "+49 30 1234567"}, rows[2]), "(-want +got)\n%s")
	if formula := must.Have(written.GetCellFormula("Sheet1", "D3"))(t); formula != "" || len(rows) != 3 {
		t.Errorf("a formula %q, %d rows", formula, len(rows))
	}
	must.NoDiff(t, cmp.Diff([]any{"Ann Lee", "Mary Ann Poe"}, d.Field("list", `{}`, "names")), "(-want +got)\n%s")
}

// An empty workbook gets its headers with the first contact.
func TestEmptyWorkbook(t *testing.T) {
	d := newDesk(t, nil)
	must.Do(t, d.WS.MkdirAll("data"))
	must.Do(t, excelize.NewFile().SaveAs(d.Dir+"/data/contacts.xlsx"))
	d.Data("add", `{"name":"Ann","email":"ann@x.com"}`)
	if got := d.Field("find", `{"name":"ann"}`, "email"); got != "ann@x.com" {
		t.Errorf("it has %v", got)
	}
}
