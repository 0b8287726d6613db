package llm

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"legomem/must"
)

// TestWordsAreNoKeys: what is no key stays as it is, or a replayed action names
// another file.
func TestWordsAreNoKeys(t *testing.T) {
	for _, secret := range []string{"none", "test", "ollama", "EMPTY"} {
		s := newScrubber([]string{secret})
		for _, text := range []string{"data/key_performance_indicators.xlsx", "the latest ollama has none, EMPTY", "hf_quarterly_report_of_sales.docx", "risk-assessment-of-the-whole-plan"} {
			if got := s.text(text); got != text {
				t.Errorf("with the key %q, %q became %q", secret, text, got)
			}
		}
	}
}

// TestErrorsHoldNoKey: some endpoints repeat the key they refuse, and some keys
// stand in the address.
func TestErrorsHoldNoKey(t *testing.T) {
	const key, token = "my-own-endpoint-key", "token-in-the-address"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = w.Write([]byte(`{"error":{"message":"Incorrect API key provided: ` + key + ` (` + token + `)"}}`)) // a test's
	}))
	for _, base := range []string{server.URL + "/v1?api-key=" + token, "http://127.0.0.1:1/v1?api-key=" + token} {
		c, err := NewClient(Endpoint{BaseURL: base, Key: key, MaxTries: 1})
		must.Do(t, err)
		_, err = c.Chat(context.Background(), Request{Model: "m", Messages: []Message{{Role: User, Text: "hi"}}})
		if err == nil || strings.Contains(err.Error(), key) || strings.Contains(err.Error(), token) {
			t.Errorf("%s: %v", base, err)
		}
	}
	server.Close()
}

// TestKeysAreNotSentOn: a redirect to another host is not followed, in whichever header the
// key is.
func TestKeysAreNotSentOn(t *testing.T) {
	asked := 0
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
	defer other.Close()
	elsewhere := strings.Replace(other.URL, "127.0.0.1", "localhost", 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, elsewhere+"/v1/chat/completions", http.StatusTemporaryRedirect)
	}))
	defer server.Close()
	for _, version := range []string{"", "2024-10-21"} {
		c := must.Have(NewClient(Endpoint{BaseURL: server.URL + "/v1", Key: "my-own-endpoint-key", APIVersion: version, MaxTries: 1}))(t)
		_, err := c.Chat(t.Context(), Request{Model: "m", Messages: []Message{{Role: User, Text: "hi"}}})
		if err == nil || !strings.Contains(err.Error(), "sends requests on to http://localhost") || asked != 0 {
			t.Errorf("error %v, and the other host was asked %d times", err, asked)
		}
	}
}

// TestReplayTellsRepetitionsApart: equal requests of several runs at once get
// the answers of their own run.
func TestReplayTellsRepetitionsApart(t *testing.T) {
	dir := t.TempDir()
	n := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		n++
		_, _ = fmt.Fprintf(w, `{"n":%d}`, n) // a test's
	}))
	defer server.Close()
	ask := func(next http.RoundTripper, run string) string {
		t.Helper()
		req := must.Have(http.NewRequestWithContext(WithRepetition(t.Context(), run), http.MethodPost, server.URL+"/v1/chat/completions", strings.NewReader(`{"x":1}`)))(t)
		resp := must.Have(next.RoundTrip(req))(t)
		body := must.Have(drain(&resp.Body))(t)
		return string(body)
	}
	recorder := must.Have(NewRecorder(dir, time.Unix(0, 0), strings.NewReader(strings.Repeat("x", 99)), http.DefaultTransport))(t)
	first, second := ask(recorder, "run 1"), ask(recorder, "run 2")
	must.Do(t, recorder.Close())
	replayer := must.Have(NewReplayer(dir))(t)
	if got := ask(replayer, "run 2"); got != second || first == second {
		t.Errorf("run 2 got %s, not %s", got, second)
	}
	if got := ask(replayer, "run 1"); got != first {
		t.Errorf("run 1 got %s, not %s", got, first)
	}
}
