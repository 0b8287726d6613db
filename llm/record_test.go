package llm_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/llm"
	"legomem/llm/llmtest"
	"legomem/must"
)

var noon = time.Date(2026, 3, 1, 13, 0, 0, 0, time.FixedZone("CET", 3600))

// letters is a source of chance without any.
func letters() io.Reader { return strings.NewReader("\x01\x02\x03\x04") }

func record(t *testing.T, dir string, random io.Reader, next http.RoundTripper) *llm.Recorder {
	t.Helper()
	rec := must.Have(llm.NewRecorder(dir, noon, random, next, "test-key"))(t)
	t.Cleanup(func() { _ = rec.Close() }) // some tests have closed it
	return rec
}

func replay(t *testing.T, path string) *llm.Replayer {
	t.Helper()
	rep := must.Have(llm.NewReplayer(path, "test-key"))(t)
	return rep
}

func TestRecordAndReplay(t *testing.T) {
	e := llmtest.New(t, llmtest.Options{},
		llmtest.Reply{Status: 429, RetryAfter: "2", Text: "your key sk-abcdefghijklmnopqrstuv is slow"},
		llmtest.Reply{Text: "hi, bearer of test-key"}, llmtest.Reply{Tool: "t", Args: `{"x":1}`})
	dir := filepath.Join(t.TempDir(), "new", "traffic")
	rec := record(t, dir, letters(), nil)
	live := converse(t, e, rec)
	must.Do(t, rec.Close())
	if got, want := rec.File(), filepath.Join(dir, "20260301-120000.000-01020304.jsonl"); got != want {
		t.Errorf("it is named %s, want %s", got, want)
	}
	for name, want := range map[string]fs.FileMode{dir: 0o700, rec.File(): 0o600} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: mode %v, %v; want %v", name, info.Mode(), err, want)
		}
	}
	recording := read(t, rec.File())
	if key := llm.FindKey([]byte(recording)); key != "" || strings.Contains(recording, "test-key") {
		t.Errorf("the recording holds a key: %q in %s", key, recording)
	}
	if !strings.Contains(recording, `"retry_after":"2"`) {
		t.Errorf("the recording lost the Retry-After: %s", recording)
	}
	live[0].Text = "hi, bearer of [key]" // as recorded
	for _, path := range []string{dir, rec.File()} {
		rep := replay(t, path)
		must.NoDiff(t, cmp.Diff(live, converse(t, e, rep)), "replayed %s (-live +replayed):\n%s", path)
		if rep.Left() != 0 || len(rep.Torn()) != 0 {
			t.Errorf("%d exchanges left, torn %v", rep.Left(), rep.Torn())
		}
	}
}

func converse(t *testing.T, e *llmtest.Endpoint, transport http.RoundTripper) []llm.Reply {
	t.Helper()
	c, _ := newClient(t, e, func(cfg *llm.Endpoint) { cfg.Transport = transport })
	var out []llm.Reply
	for _, text := range []string{"one", "two"} {
		req := ask(text)
		req.Tools = listTool
		reply := must.Have(c.Chat(t.Context(), req))(t)
		out = append(out, reply)
	}
	return out
}

func read(t *testing.T, name string) string {
	t.Helper()
	b := must.Have(os.ReadFile(name))(t)
	return string(b)
}

func TestRecorderRefuses(t *testing.T) {
	dir := t.TempDir()
	record(t, dir, letters(), nil)
	if _, err := llm.NewRecorder(dir, noon, letters(), nil); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a name that is taken: %v", err)
	}
	if _, err := llm.NewRecorder(dir, noon, strings.NewReader("x"), nil); err == nil {
		t.Error("chance that ends was taken")
	}
	write(t, dir, "file", "")
	if _, err := llm.NewRecorder(filepath.Join(dir, "file"), noon, letters(), nil); err == nil {
		t.Error("a file was taken for a folder")
	}
}

// What cannot be recorded ends the call, at once and with the reason.
func TestRecorderThatCannotWrite(t *testing.T) {
	e := llmtest.New(t, llmtest.Options{}, llmtest.Reply{Text: "hi"})
	rec := record(t, t.TempDir(), letters(), nil)
	must.Do(t, rec.Close())
	c, waited := newClient(t, e, func(cfg *llm.Endpoint) { cfg.Transport = rec })
	if _, err := c.Chat(t.Context(), ask("x")); !errors.Is(err, fs.ErrClosed) || !strings.Contains(err.Error(), "record an exchange") || len(*waited) != 0 {
		t.Errorf("error %v after %d waits", err, len(*waited))
	}
}

// transport is a RoundTripper from a function.
type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func answer(status int, body string) *http.Response {
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}
}

func post(t *testing.T, through http.RoundTripper, path, body string) (string, error) {
	t.Helper()
	return postWith(t.Context(), through, path, body)
}

func postWith(ctx context.Context, through http.RoundTripper, path, body string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://model.invalid/v1/"+path, strings.NewReader(body))
	if err != nil {
		return "", err
	}
	req.Header.Set("Authorization", `Bearer a"key/of <mine>`)
	resp, err := through.RoundTrip(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	return string(got), err
}

// A key in use is taken out wherever it stands and however it is spelled.
func TestNoKeyIsWritten(t *testing.T) {
	const key = `a"key/of <mine>`
	for _, tc := range []struct {
		name, sent string
		status     int
		got        string
	}{
		{"in the header alone", `{"model":"m"}`, 200, `{}`},
		{"in the request", `{"model":"m","user":"a\"key/of <mine>"}`, 200, `{}`},
		{"in a name", `{"model":"m","a\"key/of <mine>":1}`, 200, `{}`},
		{"in the answer", `{}`, 200, `{"said":["it is a\"key/of <mine>!"]}`},
		{"spelled with escapes", `{}`, 200, `{"said":"\u0061\"key\/of \u003cmine\u003e"}`},
		{"in an error", `{}`, 401, `{"error":{"message":"no key a\"key\/of \u003cmine>"}}`},
		{"in an error that is no JSON", `{}`, 502, `<html>a"key/of <mine></html>`},
		{"in an address", `{}`, 502, `no such page /?key=a%22key%2Fof+%3Cmine%3E`},
		{"in a body that is no JSON", `key=a"key/of <mine>`, 200, `{}`},
		{"of a known shape", `{"x":"sk-abcdefghijklmnopqrstuv"}`, 403, `{"error":"Bearer abcdefghijklmnopqrstuv, AKIAABCDEFGHIJKLMNOP"}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir()
			network := transport(func(*http.Request) (*http.Response, error) { return answer(tc.status, tc.got), nil })
			rec := must.Have(llm.NewRecorder(dir, noon, letters(), network, key))(t)
			t.Cleanup(func() { _ = rec.Close() })
			if got, err := post(t, rec, "chat/completions", tc.sent); err != nil || got != tc.got {
				t.Fatalf("the answer became %q, %v", got, err)
			}
			recording := read(t, rec.File())
			for _, part := range []string{"key/of", `key\/of`, "mine", "%22key", "abcdefghijklmnop", "AKIA"} {
				if strings.Contains(recording, part) {
					t.Errorf("the recording holds %q: %s", part, recording)
				}
			}
			rep := must.Have(llm.NewReplayer(dir, key))(t)
			if _, err := post(t, rep, "chat/completions", tc.sent); err != nil {
				t.Errorf("it cannot be replayed: %v", err)
			}
		})
	}
}

// An answer that was cut off is not one, and neither is none.
func TestOnlyWholeExchangesAreRecorded(t *testing.T) {
	cut := answer(200, "")
	cut.Body = io.NopCloser(io.MultiReader(strings.NewReader(`{"a":`), broken{}))
	for name, network := range map[string]transport{
		"cut":  func(*http.Request) (*http.Response, error) { return cut, nil },
		"none": func(*http.Request) (*http.Response, error) { return nil, io.ErrUnexpectedEOF },
	} {
		t.Run(name, func(t *testing.T) {
			rec := record(t, t.TempDir(), letters(), network)
			if _, err := post(t, rec, "embeddings", "{}"); !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("error %v", err)
			}
			if recorded := read(t, rec.File()); recorded != "" {
				t.Errorf("recorded %s", recorded)
			}
		})
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// Many runs at once, chats and embeddings, are recorded whole by two processes
// in one folder, and replayed in another order.
func TestManyAtOnce(t *testing.T) {
	e := llmtest.New(t, llmtest.Options{
		Answer: func(r llmtest.Request) llmtest.Reply {
			return llmtest.Reply{Text: "answer to " + r.Messages[1].Content}
		},
		Vector: func(text string) []float32 { return []float32{float32(len(text)), 1} },
	})
	dir := t.TempDir()
	for _, random := range []string{"aaaa", "bbbb"} {
		atOnce(t, e, record(t, dir, strings.NewReader(random), nil), false)
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "*.jsonl")); len(files) != 2 {
		t.Fatalf("files %v", files)
	}
	rep := replay(t, dir)
	atOnce(t, e, rep, true)
	atOnce(t, e, rep, false)
	if rep.Left() != 0 {
		t.Errorf("%d exchanges left", rep.Left())
	}
}

const runs = 8

func atOnce(t *testing.T, e *llmtest.Endpoint, through http.RoundTripper, backwards bool) {
	t.Helper()
	c, _ := newClient(t, e, func(cfg *llm.Endpoint) { cfg.Transport = through })
	embedder := llm.NewEndpointEmbedder(c, "v", 2)
	var wait sync.WaitGroup
	for i := range runs {
		if backwards {
			i = runs - 1 - i
		}
		wait.Go(func() {
			for round := range 3 {
				text := fmt.Sprintf("run %d, round %d", i, round)
				reply, err := c.Chat(t.Context(), ask(text))
				if err != nil || reply.Text != "answer to "+text {
					t.Errorf("%s: %q, %v", text, reply.Text, err)
				}
			}
			if _, err := embedder.Embed(t.Context(), []string{fmt.Sprintf("text %d", i)}); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
}
