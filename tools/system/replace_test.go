package system

import (
	"testing"

	"legomem/must"
	"legomem/tools"
)

// TestReplaceText: all else of a file stays, its line ends and its encoding too.
func TestReplaceText(t *testing.T) {
	d := newDesk(t)
	for _, tt := range []struct {
		name, text, args, want string
		count                  float64
	}{
		{"in lines", "rent: 700\r\nrent due\r\n", `"find":"rent","replace":"lease"`, "lease: 700\r\nlease due\r\n", 2},
		{"letters' case", "Rent and rent", `"find":"rent","replace":"lease"`, "Rent and lease", 1},
		{"deleted", "a b c", `"find":" b","replace":""`, "a c", 1},
		{"Windows-1252", "caf\xe9, caf\xe9", `"find":"café","replace":"bar à vin"`, "bar \xe0 vin, bar \xe0 vin", 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			must.Do(t, d.WS.WriteFile("a.txt", []byte(tt.text)))
			if n := d.Field("replace_text", `{"file_path":"a.txt",`+tt.args+`}`, "count"); n != tt.count {
				t.Errorf("it replaced %v", n)
			}
			if got := d.Read("a.txt"); got != tt.want {
				t.Errorf("the file is %q, want %q", got, tt.want)
			}
		})
	}
	d.Fails("replace_text", `{"file_path":"a.txt","find":"tea","replace":"coffee"}`, tools.NotFound, `"tea"`)
	d.Fails("replace_text", `{"file_path":"a.txt","find":"","replace":"coffee"}`, tools.BadArguments, "find is empty")
	d.Fails("replace_text", `{"file_path":"a.txt","find":"bar","replace":"日"}`, tools.BadArguments, "Windows-1252")
	must.Do(t, d.WS.WriteFile("b.docx", []byte("PK\x00")))
	d.Fails("replace_text", `{"file_path":"b.docx","find":"bar","replace":"x"}`, tools.BadArguments, "word.read")
}
