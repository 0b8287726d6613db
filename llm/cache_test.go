package llm_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"legomem/llm"
	"legomem/llm/llmtest"
	"legomem/must"
)

func newCache(t *testing.T, dir string, network http.RoundTripper, secrets ...string) *llm.Cache {
	t.Helper()
	c := must.Have(llm.NewCache(dir, network, llm.Repetition, secrets...))(t)
	return c
}

// counting answers each request with its number.
func counting() (http.RoundTripper, *atomic.Int64) {
	var n atomic.Int64
	return transport(func(*http.Request) (*http.Response, error) {
		return answer(200, fmt.Sprintf(`{"number": %d}`, n.Add(1))), nil
	}), &n
}

func TestCache(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "answers")
	type asked struct{ repetition, path, body string }
	a, b := `{"model":"m","n":1}`, `{"n":2}`
	script := []asked{
		{"seed-1", "chat/completions", a},
		{"seed-1", "chat/completions", ` {"n": 1.0, "model": "m"}`}, // the second equal one: another entry
		{"seed-2", "chat/completions", a},                           // another repetition
		{"seed-1", "chat/completions", b},
		{"seed-1", "embeddings", a},
		{"", "chat/completions", a},
	}
	play := func(c *llm.Cache) (answers []string) {
		for _, s := range script {
			got := must.Have(postWith(llm.WithRepetition(t.Context(), s.repetition), c, s.path, s.body))(t)
			answers = append(answers, got)
		}
		return answers
	}
	network, sent := counting()
	first := newCache(t, dir, network)
	answers := play(first)
	if int(sent.Load()) != len(script) || first.Stats() != (llm.CacheStats{Misses: len(script)}) {
		t.Fatalf("%d requests were sent, %+v: %v", sent.Load(), first.Stats(), answers)
	}
	second := newCache(t, dir, network)
	if again := play(second); strings.Join(again, " ") != strings.Join(answers, " ") {
		t.Errorf("got %v, want %v", again, answers)
	}
	if int(sent.Load()) != len(script) || second.Stats() != (llm.CacheStats{Hits: len(script)}) {
		t.Errorf("%d requests were sent, %+v", sent.Load(), second.Stats())
	}
}

// A failure is not kept, and the retry is not taken for a second request.
func TestCacheKeepsSuccessesOnly(t *testing.T) {
	for _, tc := range []struct {
		name   string
		status int
		body   string
		err    error
		kept   bool
	}{
		{"a success", 200, `{"choices":[]}`, nil, true},
		{"a success that mentions no error", 200, `{"error":null,"data":[]}`, nil, true},
		{"a rate limit", 429, `{}`, nil, false},
		{"another success", 201, `{}`, nil, false},
		{"an error in a success", 200, `{"error":{"message":"overloaded"}}`, nil, false},
		{"a page", 200, `<html>`, nil, false},
		{"null", 200, `null`, nil, false},
		{"an answer with the key", 200, `{"said":"secr\u0065t-key"}`, nil, false},
		{"no answer", 0, "", errors.New("cut"), false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir, calls := t.TempDir(), 0
			network := transport(func(*http.Request) (*http.Response, error) {
				if calls++; calls > 1 {
					return answer(200, `{"later":true}`), nil
				}
				if tc.err != nil {
					return nil, tc.err
				}
				return answer(tc.status, tc.body), nil
			})
			if got, err := post(t, newCache(t, dir, network, "secret-key"), "embeddings", "{}"); got != tc.body || !errors.Is(err, tc.err) {
				t.Errorf("first %q, %v", got, err)
			}
			if files := entries(t, dir); (len(files) == 1) != tc.kept {
				t.Errorf("the folder holds %v", files)
			}
			c := newCache(t, dir, network, "secret-key")
			want := `{"later":true}`
			if tc.kept {
				want = tc.body
			}
			if got, err := post(t, c, "embeddings", "{}"); got != want || err != nil {
				t.Errorf("then %q, %v; want %q", got, err, want)
			}
		})
	}
}

func TestCacheRetriesTakeNoEntry(t *testing.T) {
	dir := t.TempDir()
	e := llmtest.New(t, llmtest.Options{}, llmtest.Reply{Status: 503, Text: "busy"}, llmtest.Reply{Text: "one"}, llmtest.Reply{Text: "two"})
	talk := func() (said []string) {
		c, _ := newClient(t, e, func(cfg *llm.Endpoint) { cfg.Transport = newCache(t, dir, nil) })
		for range 2 {
			reply := must.Have(c.Chat(t.Context(), ask("hello")))(t)
			said = append(said, reply.Text)
		}
		return said
	}
	first, again := strings.Join(talk(), " "), strings.Join(talk(), " ")
	if first != "one two" || again != first || e.Left() != 0 {
		t.Errorf("first %s, then %s", first, again)
	}
}

func entries(t *testing.T, dir string) []string {
	t.Helper()
	list := must.Have(os.ReadDir(dir))(t)
	var names []string
	for _, e := range list {
		names = append(names, filepath.Join(dir, e.Name()))
		if info, err := e.Info(); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: mode %v, %v", e.Name(), info.Mode(), err)
		}
	}
	return names
}

// A damaged entry is no answer; it is asked for again and mended.
func TestCacheDamagedEntry(t *testing.T) {
	for name, damage := range map[string]func(string) string{
		"torn":    func(s string) string { return s[:len(s)-3] },
		"altered": func(s string) string { return strings.Replace(s, "number", "numbed", 1) },
		"empty":   func(string) string { return "" },
		"foreign": func(string) string { return `{"number": 7}` },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			network, sent := counting()
			ask := func() string {
				got := must.Have(post(t, newCache(t, dir, network), "embeddings", "{}"))(t)
				return got
			}
			ask()
			file := entries(t, dir)[0]
			must.Do(t, os.WriteFile(file, []byte(damage(read(t, file))), 0o600))
			if got := ask(); got != `{"number": 2}` {
				t.Errorf("got %s", got)
			}
			if got := ask(); got != `{"number": 2}` || sent.Load() != 2 {
				t.Errorf("it was not mended: %s, %d sent", got, sent.Load())
			}
		})
	}
}

// An answer that cannot be kept is used all the same, and said.
func TestCacheThatCannotWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "answers")
	network, _ := counting()
	c := newCache(t, dir, network)
	must.Do(t, os.Remove(dir))
	if got, err := post(t, c, "embeddings", "{}"); err != nil || got != `{"number": 1}` {
		t.Errorf("got %s, %v", got, err)
	}
	if s := c.Stats(); s.Trouble == nil || s.Misses != 1 {
		t.Errorf("stats %+v", s)
	}
}

func TestCacheOfManyAtOnce(t *testing.T) {
	dir := t.TempDir()
	network, sent := counting()
	all := func() map[string]int {
		c := newCache(t, dir, network)
		got := map[string]int{}
		var mu sync.Mutex
		var wait sync.WaitGroup
		for i := range 8 {
			wait.Go(func() {
				ctx := llm.WithRepetition(context.Background(), fmt.Sprint(i%2))
				said, err := postWith(ctx, c, "embeddings", "{}")
				must.NoError(t, err)
				mu.Lock()
				defer mu.Unlock()
				got[said]++
			})
		}
		wait.Wait()
		return got
	}
	if first, again := all(), all(); len(first) != 8 || len(again) != 8 || sent.Load() != 8 {
		t.Errorf("%d sent; %v, then %v", sent.Load(), first, again)
	}
}
