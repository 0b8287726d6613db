package system

import (
	"fmt"
	"strings"
	"testing"

	"legomem/tools"
)

// TestNearNames: where no file fits, a few of like names are told, the nearest first, and
// none outside the folder.
func TestNearNames(t *testing.T) {
	files := []string{"data/zebra.txt", "data/budget_2026_final.txt", "data/budget-2026.txt", "data/a.txt", "data/sub/other.txt", "emails/Ann/budget 2027.eml"}
	for i := range 20 {
		files = append(files, fmt.Sprintf("data/very long name of a picture %d.png", i))
	}
	d := newDesk(t, append(files, "empty/")...)
	d.Fails("find_file", `{"name":"budget 2099 plan","folder":"data"}`, tools.NotFound, "of 25 files the nearest by name: data/budget-2026.txt, data/")
	text := d.Call("find_file", `{"name":"budget 2099 plan","folder":"data"}`).Text
	if strings.Contains(text, "emails") || strings.Count(text, "data/") != 5 {
		t.Errorf("it names %s", text)
	}
	d.Fails("find_file", `{"name":"budget","folder":"empty"}`, tools.NotFound, "there are no files")
	for args, want := range map[string]string{
		`{"folder":"data","pattern":"budgets*"}`:                             "0 files in data\nThere are others: of 25 files the nearest by name: data/budget-2026.txt, ",
		`{"folder":"data/sub","types":["xlsx"]}`:                             "0 files in data/sub\nThere are others: of 1 file the nearest by name: data/sub/other.txt",
		`{"folder":"data/sub","pattern":"` + strings.Repeat("x", 300) + `"}`: "data/sub/other.txt",
		`{"folder":"empty"}`:                                                 "0 files in empty\n",
	} {
		if text := d.Call("list_files", args).Text; !strings.Contains(text, want) || strings.Contains(text, "emails") || len(text) > 400 {
			t.Errorf("%s says %q, want %q", args, text, want)
		}
	}
	if text := d.Call("list_files", `{"pattern":"*.eml"}`).Text; strings.Contains(text, "others") {
		t.Errorf("what was found is followed by others: %q", text)
	}
}

// TestReadTextParts: a long text is shown in parts, and its data is whole unless a part
// was asked for.
func TestReadTextParts(t *testing.T) {
	d := newDesk(t)
	text := strings.Repeat("some words in a line\n", 1000)
	if err := d.WS.WriteFile("data/long.txt", []byte(text)); err != nil {
		t.Fatal(err)
	}
	if got := d.Data("read_text", `{"file_path":"long.txt"}`); got["text"] != text || got["parts"] != 4.0 || got["count"] != 1000.0 {
		t.Errorf("%v parts of %v lines", got["parts"], got["count"])
	}
	joined := ""
	for part := 1; part <= 4; part++ {
		joined += fmt.Sprint(d.Field("read_text", fmt.Sprintf(`{"file_path":"long.txt","part":%d}`, part), "text"))
	}
	if joined != text {
		t.Error("the parts are not the text")
	}
	for args, want := range map[string]string{`{"file_path":"long.txt"}`: "(part 1 of 4; call with part 2 for the next)", `{"file_path":"long.txt","part":"4"}`: "(part 4 of 4, the last)"} {
		if text := d.Call("read_text", args).Text; !strings.HasSuffix(text, want) || len(text) > 8000 {
			t.Errorf("%s shows %d bytes that end in %q", args, len(text), text[len(text)-60:])
		}
	}
	d.Fails("read_text", `{"file_path":"long.txt","part":5}`, tools.BadArguments, "1 to 4")
	d.Fails("read_text", `{"file_path":"long.txt","part":-1}`, tools.BadArguments, "1 to 4")
}
