package system

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/toolstest"
)

type desk struct{ *toolstest.Desk }

// newDesk has these files; a name that ends in / is a folder.
func newDesk(tb testing.TB, files ...string) *desk {
	tb.Helper()
	d := &desk{toolstest.New(tb, time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC), Tools(), nil)}
	for _, f := range files {
		var err error
		if strings.HasSuffix(f, "/") {
			err = d.WS.MkdirAll(f)
		} else {
			err = d.WS.WriteFile(f, []byte("in "+f+"\n"))
		}
		must.Do(tb, err)
	}
	return d
}

func (d *desk) all() []any { return d.Field("list_files", `{}`, "files").([]any) }

// test is a call and one field of what it must give.
type test struct {
	tool, args, field string
	want              any
}

func (d *desk) run(tests []test) {
	d.T.Helper()
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, d.Field(tt.tool, tt.args, tt.field)); diff != "" {
			d.T.Errorf("%s %s: %s (-want +got)\n%s", tt.tool, tt.args, tt.field, diff)
		}
	}
}

func TestCompute(t *testing.T) {
	people := `"rows":[{"name":"Ann","age":30,"town":"Ulm"},{"name":"Bob","age":41,"town":"Bonn"},{"name":"Cy","age":25,"town":"ulm"}]`
	newDesk(t).run([]test{
		{"aggregate", `{"values":[1,"2",4.5],"op":"sum"}`, "value", 7.5},
		{"aggregate", `{"values":[1,2],"op":"mean","round":0,"rounding":"down"}`, "text", "1"},
		{"aggregate", `{"values":["a","B","A"],"op":"unique"}`, "values", []any{"a", "B"}},
		{"calculate", `{"expression":"{last year} - first","values":{"last year":10,"first":"$4"}}`, "value", 6.0},
		{"calculate", `{"expression":"SUM({scores}) / 3","values":{"scores":[1,2,2]},"round":2}`, "text", "1.67"},
		{"calculate", `{"expression":"IF({a} > 3, \"many\", \"few\")","values":{"A":4}}`, "text", "many"},
		{"compare", `{"left":["CS 101","MATH 152"],"op":"contains_all","right":["CS101","Math 152"]}`, "text", "Yes"},
		{"compare", `{"left":3,"op":"gt","right":"5","yes":"higher","no":"lower"}`, "text", "lower"},
		{"compare", `{"left":"2026-03-02","op":"after","right":"March 1, 2026"}`, "result", true},
		{"count", `{"values":[90,85,"95"],"op":"ge","value":90}`, "count", 2.0},
		{"count", `{"content":"one fish\ntwo Fish","contains":"fish"}`, "count", 2.0},
		{"count", `{"content":"one fish\ntwo Fish"}`, "words", 4.0},
		{"count", `{"values":["a","b"]}`, "text", "2"},
		{"format", `{"template":"Dear {Name}, {n:,.2} {{!}}","values":{"name":"Ann","n":1234.5}}`, "text", "Dear Ann, 1,234.50 {!}"},
		{"format", `{"template":"{names}","values":{"names":["a","b"]}}`, "text", "a, b"},
		{"format", `{"template":"{#}. {name} ({unit}: {age})",` + people + `,"values":{"unit":"y"},"separator":"; "}`, "text", "1. Ann (y: 30); 2. Bob (y: 41); 3. Cy (y: 25)"},
		{"format", `{"template":"- {1}","rows":["x","y"]}`, "lines", []any{"- x", "- y"}},
		{"filter", `{` + people + `,"column":"town","value":"Ulm","columns":["name"]}`, "names", []any{"Ann", "Cy"}},
		{"filter", `{` + people + `,"sort_by":"age","order":"desc","limit":1}`, "record", map[string]any{"name": "Bob", "age": 41.0, "town": "Bonn"}},
		{"filter", `{"rows":[3,8,5],"op":"gt","value":4}`, "values", []any{8.0, 5.0}},
		{"filter", `{"rows":[]}`, "count", 0.0},
		{"sort", `{"values":["b","A","c"]}`, "names", []any{"A", "b", "c"}},
		{"sort", `{"values":[[1,"x"],[10,"y"],[9,"z"]],"by":"1","order":"desc"}`, "rows", []any{[]any{10.0, "y"}, []any{9.0, "z"}, []any{1.0, "x"}}},
		{"lookup", `{` + people + `,"column":"name","value":"bob","return_column":"age"}`, "value", 41.0},
	})
}

func TestParse(t *testing.T) {
	newDesk(t).run([]test{
		{"parse_table", `{"content":"Name Score\nAnn  100\nBob 89\n"}`, "records", []any{map[string]any{"Name": "Ann", "Score": 100.0}, map[string]any{"Name": "Bob", "Score": 89.0}}},
		{"parse_table", `{"lines":["a|b","1|x y"]}`, "rows", []any{[]any{1.0, "x y"}}},
		{"parse_table", `{"content":"Ann: 7, Bob: 8","pattern":"(?P<Who>\\w+): (\\d+)"}`, "rows", []any{[]any{"Ann", 7.0}, []any{"Bob", 8.0}}},
		{"parse_table", `{"content":"1,2\n3","no_header":true}`, "headers", []any{"1", "2"}},
		{"parse_table", `{"content":"1,2\n3","headers":["x","y"]}`, "records", []any{map[string]any{"x": 1.0, "y": 2.0}, map[string]any{"x": 3.0, "y": nil}}},
		{"extract", `{"content":"Phone: 555-0100\nMail: a@example.com","after":"mail"}`, "text", "a@example.com"},
		{"extract", `{"content":"total = 1250 EUR, due Friday","after":"Total","before":"EUR"}`, "value", 1250.0},
		{"extract", `{"content":"Name:\nAnn Lee\nAge: 4","after":"Age:"}`, "value", 4.0},
		{"extract", `{"content":"Name:\nAnn Lee\nAge: 4","after":"name"}`, "text", "Ann Lee"},
		{"extract", `{"content":"S100 and S205","pattern":"S(\\d+)"}`, "values", []any{100.0, 205.0}},
		{"extract", `{"content":"Dear Ann,\nhello","before":","}`, "text", "Dear Ann"},
	})
}

func TestFiles(t *testing.T) {
	start := []string{"data/a.txt", "data/b.TXT", "data/c.xlsx", "data/sub/d.txt", "calendar/Bob.ics"}
	for _, tt := range []struct {
		name, tool, args string
		want             []any // the files afterwards
	}{
		{"copy beside", "copy", `{"source":"a.txt","target":"copy.txt"}`, []any{"calendar/Bob.ics", "data/a.txt", "data/b.TXT", "data/c.xlsx", "data/copy.txt", "data/sub/d.txt"}},
		{"copy into a folder", "copy", `{"source":"data/a.txt","target":"data/sub"}`, []any{"calendar/Bob.ics", "data/a.txt", "data/b.TXT", "data/c.xlsx", "data/sub/a.txt", "data/sub/d.txt"}},
		{"copy a folder", "copy", `{"source":"data/sub","target":"data/sub2"}`, []any{"calendar/Bob.ics", "data/a.txt", "data/b.TXT", "data/c.xlsx", "data/sub/d.txt", "data/sub2/d.txt"}},
		{"several into a new folder", "copy", `{"source":["a.txt","b.txt"],"target":"new"}`, []any{"calendar/Bob.ics", "data/a.txt", "data/b.TXT", "data/c.xlsx", "data/new/a.txt", "data/new/b.TXT", "data/sub/d.txt"}},
		{"rename", "move", `{"source":"A.txt","target":"z.txt"}`, []any{"calendar/Bob.ics", "data/b.TXT", "data/c.xlsx", "data/sub/d.txt", "data/z.txt"}},
		{"move to a folder to be", "move", `{"source":"a.txt","target":"old/"}`, []any{"calendar/Bob.ics", "data/b.TXT", "data/c.xlsx", "data/old/a.txt", "data/sub/d.txt"}},
		{"overwrite", "move", `{"source":"a.txt","target":"b.TXT","overwrite":true}`, []any{"calendar/Bob.ics", "data/b.TXT", "data/c.xlsx", "data/sub/d.txt"}},
		{"delete several", "delete", `{"file_path":["a.txt","data/sub"]}`, []any{"calendar/Bob.ics", "data/b.TXT", "data/c.xlsx"}},
		{"write", "write_text", `{"file_path":"n.txt","content":"x"}`, []any{"calendar/Bob.ics", "data/a.txt", "data/b.TXT", "data/c.xlsx", "data/n.txt", "data/sub/d.txt"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newDesk(t, start...)
			d.Field(tt.tool, tt.args, "")
			must.NoDiff(t, cmp.Diff(tt.want, d.all()), "(-want +got)\n%s")
		})
	}
}

func TestListAndFolders(t *testing.T) {
	d := newDesk(t, "data/a.txt", "data/b.XLSX", "data/sub/c.xlsx")
	d.Field("make_folder", `{"folder":"reports"}`, "folder")
	d.run([]test{
		{"list_files", `{"pattern":"*.xlsx"}`, "files", []any{"data/b.XLSX", "data/sub/c.xlsx"}},
		{"list_files", `{"folder":"sub"}`, "names", []any{"c.xlsx"}},
		{"list_files", `{}`, "folders", []any{"data", "data/reports", "data/sub"}},
		{"list_files", `{"folder":"/testbed/data"}`, "count", 3.0},
	})
}

func TestText(t *testing.T) {
	d := newDesk(t)
	d.Field("write_text", `{"file_path":"notes.txt","lines":["one","two"]}`, "")
	d.Field("write_text", `{"file_path":"notes.txt","content":"three","append":true}`, "")
	d.run([]test{
		{"read_text", `{"file_path":"notes.txt"}`, "text", "one\ntwo\nthree"},
		{"read_text", `{"file_path":"data/NOTES.txt"}`, "lines", []any{"one", "two", "three"}},
	})
	for name, data := range map[string]string{"crlf": "\xef\xbb\xbfa\r\nb", "latin": "Ren\xe9"} {
		must.Do(t, d.WS.WriteFile(name+".txt", []byte(data)))
	}
	d.run([]test{
		{"read_text", `{"file_path":"crlf.txt"}`, "text", "a\nb"},
		{"read_text", `{"file_path":"latin.txt"}`, "text", "René"},
	})
}

func TestFindFile(t *testing.T) {
	d := newDesk(t, "data/CS161_Class_Roster.xlsx", "data/score.xlsx", "data/score.docx", "data/meeting agenda.pdf", "data/Ann_card.png", "data/Bob_card.png", "calendar/Bob.ics")
	for name, want := range map[string]string{
		"data/score.xlsx": "data/score.xlsx", "SCORE.xlsx": "data/score.xlsx", "score excel file": "data/score.xlsx", "the word document score": "data/score.docx",
		"cs161 class roster": "data/CS161_Class_Roster.xlsx", "class roster": "data/CS161_Class_Roster.xlsx", "meeting_agenda.pdf": "data/meeting agenda.pdf",
		"Ann's card": "data/Ann_card.png", "scores excel": "data/score.xlsx", "meetng agenda": "data/meeting agenda.pdf", "the calendar": "calendar/Bob.ics", "/testbed/data/Bob_card.png": "data/Bob_card.png",
	} {
		if got := d.Field("find_file", `{"name":"`+name+`"}`, "file_path"); got != want {
			t.Errorf("%q is %v, want %s", name, got, want)
		}
	}
	for name, want := range map[string]tools.Code{
		"score": tools.Ambiguous, "card": tools.Ambiguous, "the excel file": tools.Ambiguous, "budget": tools.NotFound, "score pdf": tools.NotFound, "": tools.NotFound,
	} {
		d.Fails("find_file", `{"name":"`+name+`"}`, want, "data/")
	}
}

func TestInspect(t *testing.T) {
	d := newDesk(t, "data/a.txt")
	d.run([]test{
		{"inspect", `{"file_path":"data/a.txt","text":true}`, "text", "in data/a.txt\n"},
		{"inspect", `{"file_path":"data/a.txt"}`, "kind", "file"},
		{"inspect", `{"file_path":"data"}`, "kind", "folder"},
		{"inspect", `{"file_path":"data/A.txt"}`, "kind", ""},
		{"inspect", `{"file_path":"data/a.txt/b"}`, "kind", ""},
	})
}

func TestRefusals(t *testing.T) {
	d := newDesk(t, "data/a.txt", "data/b.txt", "data/c.xlsx", "data/sub/")
	must.Do(t, d.WS.WriteFile("data/raw.txt", []byte("a\x00b")))
	before := d.all()
	for _, tt := range []struct {
		tool, args string
		code       tools.Code
		says       string
	}{
		{"copy", `{"source":"a.txt","target":"b.txt"}`, tools.Exists, "overwrite"},
		{"move", `{"source":"a.txt","target":"b.txt"}`, tools.Exists, "b.txt"},
		{"copy", `{"source":"a.txt","target":"a.txt"}`, tools.BadArguments, "itself"},
		{"move", `{"source":"data/sub","target":"data/sub/deep/er"}`, tools.BadArguments, "itself"},
		{"copy", `{"source":["a.txt","b.txt"],"target":"c.xlsx"}`, tools.BadArguments, "folder"},
		{"copy", `{"source":"x.txt","target":"y.txt"}`, tools.NotFound, "a.txt"},
		{"copy", `{"source":"a.txt","target":"../y.txt"}`, tools.Refused, "outside"},
		{"delete", `{"file_path":["a.txt","none.txt"]}`, tools.NotFound, "none.txt"},
		{"delete", `{"file_path":"/testbed"}`, tools.Refused, "testbed"},
		{"list_files", `{"folder":"a.txt"}`, tools.BadArguments, "not a folder"},
		{"list_files", `{"pattern":"["}`, tools.BadArguments, "*"},
		{"read_text", `{"file_path":"raw.txt"}`, tools.Corrupt, "binary"},
		{"write_text", `{"file_path":"x.xlsx","content":"a"}`, tools.BadArguments, "excel"},
		{"write_text", `{"file_path":"x.txt","content":"a","lines":["b"]}`, tools.BadArguments, "not both"},
		{"aggregate", `{"values":["a"],"op":"sum"}`, tools.BadArguments, "no numbers"},
		{"calculate", `{"expression":"{a} + 1"}`, tools.NotFound, "there are: none"},
		{"calculate", `{"expression":"1 +"}`, tools.BadArguments, "ROUND"},
		{"compare", `{"left":"a","op":"gt","right":3}`, tools.BadArguments, "no order"},
		{"count", `{}`, tools.BadArguments, "values or content"},
		{"filter", `{"rows":[1],"match":"some"}`, tools.BadArguments, "any"},
		{"format", `{"template":"{x}","values":{"a":1}}`, tools.NotFound, "there are: a"},
		{"lookup", `{"rows":[{"a":1},{"a":1}],"column":"a","value":1}`, tools.Ambiguous, "2 rows"},
		{"lookup", `{"rows":[{"a":1}],"column":"a","value":2}`, tools.NotFound, "2"},
		{"parse_table", `{"content":"a b","pattern":"("}`, tools.BadArguments, "regular expression"},
		{"parse_table", `{"content":"abc","pattern":"\\d+"}`, tools.NotFound, "no such rows"},
		{"extract", `{"content":"abc","after":"xyz"}`, tools.NotFound, "xyz"},
		{"extract", `{"content":"abc"}`, tools.BadArguments, "after"},
	} {
		d.Fails(tt.tool, tt.args, tt.code, tt.says)
	}
	must.NoDiff(t, cmp.Diff(before, d.all()), "a refusal changed the files (-before +after)\n%s")
}

func BenchmarkFilter(b *testing.B) {
	d := newDesk(b)
	for b.Loop() {
		d.Field("filter", `{"rows":[{"a":1},{"a":2},{"a":3}],"column":"a","op":"gt","value":1}`, "")
	}
}
