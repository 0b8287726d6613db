package llm_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"legomem/lists"
	"legomem/llm"
	"legomem/llm/llmtest"
	"legomem/must"
)

// exchange is a line of a recording.
func exchange(path, body, answer string) string {
	return fmt.Sprintf(`{"request":{"method":"POST","path":%q,"body":%s},"response":{"status":200,"body":%s}}`, path, body, answer) + "\n"
}

func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		write(t, dir, name, text)
	}
	return dir
}

func TestReplayNamesTheDifference(t *testing.T) {
	recording := `{"request":{"method":"POST","path":"chat/completions","body":{"model":"m","messages":[{"role":"system","content":"rules"},{"role":"user","content":"good morning"}],"stream":false}},"response":{"status":200,"body":{"choices":[{"message":{"content":"hi"}}]}}}`
	for _, tc := range []struct{ name, text, want string }{
		{"another text", "good evening", `messages[1].content`},
		{"one more", "good morning", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			rep, err := llm.NewReplayer(folder(t, map[string]string{"a.jsonl": recording}))
			must.Do(t, err)
			c, waited := newClient(t, llmtest.New(t, llmtest.Options{}), func(cfg *llm.Endpoint) { cfg.Transport = rep })
			_, err = c.Chat(t.Context(), ask(tc.text))
			if tc.want == "" && err == nil {
				_, err = c.Chat(t.Context(), ask(tc.text))
				tc.want = "1 requests in all"
			}
			if err == nil || !strings.Contains(err.Error(), tc.want) || len(*waited) != 0 {
				t.Errorf("error %v after %d waits, want one with %q", err, len(*waited), tc.want)
			}
		})
	}
}

// Equal requests get their answers in the order of recording, across files by
// name, however the JSON is spelled and whatever comes between.
func TestReplayOfEqualRequests(t *testing.T) {
	dir := folder(t, map[string]string{
		"b.jsonl":   exchange("embeddings", `{"n":1}`, `"third"`),
		"a.jsonl":   exchange("embeddings", `{"n":1,"m":[2.50]}`, `"other"`) + exchange("embeddings", `{"n":1}`, `"first"`) + "\n" + exchange("embeddings", `{"n":1.0}`, `"second"`),
		"notes.txt": "no recording",
	})
	rep := replay(t, dir)
	for i, step := range []struct{ body, want string }{
		{`{"n":1}`, `"first"`}, {` { "n" : 1e0 } `, `"second"`}, {`{"m":[2.5],"n":1}`, `"other"`}, {`{"n":1}`, `"third"`},
	} {
		if rep.Left() != 4-i {
			t.Errorf("%d left before request %d", rep.Left(), i+1)
		}
		if got, err := post(t, rep, "embeddings", step.body); err != nil || got != step.want {
			t.Errorf("request %d: %s, %v; want %s", i+1, got, err, step.want)
		}
	}
}

func TestMismatch(t *testing.T) {
	chat := func(first, second string) string {
		return fmt.Sprintf(`{"messages":[{"content":%q,"role":"user"},{"content":%q,"role":"user"}],"model":"m","seed":9007199254740993}`, first, second)
	}
	recording := exchange("chat/completions", chat("far", "other"), `1`) + exchange("chat/completions", chat("near", "one"), `2`) + exchange("chat/completions", chat("near", "two"), `3`)
	for _, tc := range []struct {
		name       string
		before     []string
		path, body string
		want       llm.Mismatch
	}{
		{name: "the nearest is shown, not the first", path: "chat/completions", body: chat("near", "once"),
			want: llm.Mismatch{Number: 1, Where: "messages[1].content", Want: `..."one"`, Got: `..."once"`}},
		{name: "of what still waits", before: []string{chat("near", "one")}, path: "chat/completions", body: chat("near", "once"),
			want: llm.Mismatch{Number: 2, Where: "messages[1].content", Want: `..."two"`, Got: `..."once"`}},
		{name: "once too often", before: []string{chat("near", "one")}, path: "chat/completions", body: chat("near", "one"),
			want: llm.Mismatch{Number: 2, Where: "how often this very request came", Want: "1 times", Got: "once more"}},
		{name: "another operation", path: "embeddings", body: chat("near", "one"),
			want: llm.Mismatch{Number: 1, Where: "the address", Want: "POST chat/completions", Got: "POST embeddings"}},
		{name: "a field more", path: "chat/completions", body: strings.Replace(chat("near", "one"), `"model"`, `"extra":null,"model"`, 1),
			want: llm.Mismatch{Number: 1, Where: "extra", Want: "nothing", Got: "null"}},
		{name: "a message less", path: "chat/completions", body: `{"messages":[{"content":"far","role":"user"}],"model":"m","seed":9007199254740993}`,
			want: llm.Mismatch{Number: 1, Where: "messages", Want: "2 elements", Got: "1 elements"}},
		{name: "no JSON", path: "chat/completions", body: `nonsense`,
			want: llm.Mismatch{Number: 1, Where: "the body", Want: chat("far", "other"), Got: `"nonsense"`}},
		{name: "after the end", before: []string{chat("near", "two"), chat("far", "other"), chat("near", "one")}, path: "chat/completions", body: chat("near", "one"),
			want: llm.Mismatch{Number: 4, Where: "the end", Want: "3 requests in all", Got: "one more"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			rep := replay(t, folder(t, map[string]string{"a.jsonl": recording}))
			for _, body := range tc.before {
				must.Have(post(t, rep, "chat/completions", body))(t)
			}
			_, err := post(t, rep, tc.path, tc.body)
			var m *llm.Mismatch
			if !errors.As(err, &m) || m.Number != tc.want.Number || m.Where != tc.want.Where || m.Want != tc.want.Want || m.Got != tc.want.Got {
				t.Errorf("error %v, want %v", err, &tc.want)
			}
			if want := 3 - len(tc.before); rep.Left() != want {
				t.Errorf("%d left, want %d: a mismatch uses nothing up", rep.Left(), want)
			}
		})
	}
}

// A seed that a float cannot hold is told from its neighbour.
func TestLargeNumbersDiffer(t *testing.T) {
	rep := replay(t, folder(t, map[string]string{"a.jsonl": exchange("embeddings", `{"seed":9007199254740993}`, `1`)}))
	if _, err := post(t, rep, "embeddings", `{"seed":9007199254740992}`); err == nil || !strings.Contains(err.Error(), "at seed:\nrecorded: 9007199254740993") {
		t.Errorf("error %v", err)
	}
}

func TestDamagedRecordings(t *testing.T) {
	good := exchange("embeddings", `{"n":1}`, `"one"`)
	for _, tc := range []struct {
		name  string
		files map[string]string
		torn  []string
		fails string
	}{
		{name: "the last line is torn", files: map[string]string{"a.jsonl": good + good[:40], "b.jsonl": good}, torn: []string{"a.jsonl"}},
		{name: "all is torn", files: map[string]string{"a.jsonl": good[:10], "b.jsonl": good + good}, torn: []string{"a.jsonl"}},
		{name: "whole, but for the line's end", files: map[string]string{"a.jsonl": good + strings.TrimSpace(good)}},
		{name: "a line in the middle", files: map[string]string{"a.jsonl": good + good[:40] + "\n" + good}, fails: "a.jsonl: line 2"},
		{name: "something else", files: map[string]string{"a.jsonl": `{"v":"1.0"}` + "\n"}, fails: "not an exchange"},
		{name: "no file", files: map[string]string{"a.json": good}, fails: "holds no *.jsonl"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := folder(t, tc.files)
			rep, err := llm.NewReplayer(dir)
			if tc.fails != "" {
				if err == nil || !strings.Contains(err.Error(), tc.fails) {
					t.Errorf("error %v, want one with %q", err, tc.fails)
				}
				return
			}
			must.Do(t, err)
			torn := lists.Map(rep.Torn(), filepath.Base)
			if rep.Left() != 2 || !slices.Equal(torn, tc.torn) {
				t.Errorf("%d exchanges, torn %v", rep.Left(), torn)
			}
			if _, err := post(t, rep, "embeddings", "{}"); err == nil || strings.Contains(err.Error(), "torn") != (tc.torn != nil) {
				t.Errorf("the mismatch does not tell what is missing: %v", err)
			}
		})
	}
	if _, err := llm.NewReplayer(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a folder that is not there was read")
	}
}

// Whatever a file holds, reading it ends, with exchanges or with an error, and
// what was read can be asked for.
func FuzzReplay(f *testing.F) {
	good := exchange("embeddings", `{"n":1}`, `"one"`)
	for _, s := range []string{good, good + good[:30], "\n\n" + good, `{"request":{},"response":{"status":200}}`, `[`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		rep, err := llm.NewReplayer(folder(t, map[string]string{"a.jsonl": text}))
		if err != nil {
			return
		}
		before := rep.Left()
		_, err = post(t, rep, "embeddings", `{"n":1}`)
		if used := before - rep.Left(); (err == nil) != (used == 1) {
			t.Errorf("%d exchanges were used with error %v", used, err)
		}
	})
}

// What replaying costs when nothing is equal: the search for the nearest.
func BenchmarkMismatch(b *testing.B) {
	var text strings.Builder
	long := strings.Repeat("the same words ", 500)
	for i := range 1000 {
		text.WriteString(exchange("chat/completions", fmt.Sprintf(`{"messages":[{"content":"%s %d"}]}`, long, i), `1`))
	}
	dir := b.TempDir()
	must.Do(b, os.WriteFile(filepath.Join(dir, "a.jsonl"), []byte(text.String()), 0o600))
	rep, err := llm.NewReplayer(dir)
	must.Do(b, err)
	for b.Loop() {
		req, err := http.NewRequest(http.MethodPost, "http://model.invalid/v1/chat/completions", strings.NewReader(`{"messages":[{"content":"`+long+`x"}]}`))
		must.Do(b, err)
		if _, err := rep.RoundTrip(req); err == nil {
			b.Fatal("no mismatch")
		}
	}
}

// TestReplayInARepetition: what was recorded in a repetition answers that one
// alone; what a single run recorded answers any that has no answer of its own.
func TestReplayInARepetition(t *testing.T) {
	of := func(repetition, line string) string {
		return strings.Replace(line, "{", fmt.Sprintf(`{"repetition":%q,`, repetition), 1)
	}
	rep := replay(t, folder(t, map[string]string{"a.jsonl": exchange("embeddings", `{"n":1}`, `"alone"`) +
		of("one", exchange("embeddings", `{"n":1}`, `"its own"`)) + of("one", exchange("embeddings", `{"n":2}`, `"its own too"`))}))
	for _, step := range []struct{ repetition, body, want string }{
		{"one", `{"n":1}`, `"its own"`}, {"two", `{"n":1}`, `"alone"`}, {"two", `{"n":2}`, ""}, {"", `{"n":2}`, ""}, {"one", `{"n":2}`, `"its own too"`},
	} {
		got, err := postWith(llm.WithRepetition(t.Context(), step.repetition), rep, "embeddings", step.body)
		if (err == nil) != (step.want != "") || got != step.want {
			t.Errorf("%s in repetition %q: %s, %v; want %s", step.body, step.repetition, got, err, step.want)
		}
	}
}
