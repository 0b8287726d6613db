package desk

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"legomem/llm"
	"legomem/sweep"
)

const megabyte = 1 << 20

// TestAskModelsIsBounded: of a list that does not end, no more is read than of any other
// reply; of one that drips, nothing after a moment.
func TestAskModelsIsBounded(t *testing.T) {
	sweep.OneGoroutine(t)
	filler := []byte(strings.Repeat(" ", megabyte))
	var sent atomic.Int64
	endless := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, err := io.WriteString(w, `{"data":[`)
		for n := 0; n < 512 && err == nil; n++ {
			var wrote int
			wrote, err = w.Write(filler)
			sent.Add(int64(wrote))
		}
	}))
	defer endless.Close()
	// What lies in the machine's own buffers counts as sent.
	if _, err := askModels(t.Context(), llm.Endpoint{BaseURL: endless.URL}); err == nil || sent.Load() > 96*megabyte {
		t.Errorf("%d bytes were sent: %v", sent.Load(), err)
	}
	dripping := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			_, _ = w.Write([]byte(" "))
			_ = http.NewResponseController(w).Flush()
			time.Sleep(10 * time.Millisecond)
		}
	}))
	defer dripping.Close()
	if _, err := askModels(t.Context(), llm.Endpoint{BaseURL: dripping.URL}); err == nil {
		t.Error("a list that never ends was read")
	}
}

func TestAskModels(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/models" || r.Header.Get("Authorization") != "Bearer k" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		_, _ = io.WriteString(w, `{"data":[{"id":"a"},{"id":"b"}]}`)
	}))
	defer server.Close()
	models, err := askModels(t.Context(), llm.Endpoint{BaseURL: server.URL + "/v1/", Key: "k"})
	if err != nil || strings.Join(models, " ") != "a b" {
		t.Errorf("%v, %v", models, err)
	}
	if _, err := askModels(t.Context(), llm.Endpoint{BaseURL: server.URL + "/v1"}); err == nil || !strings.Contains(err.Error(), "401") {
		t.Errorf("without the key: %v", err)
	}
}
