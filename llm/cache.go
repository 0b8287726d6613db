package llm

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Cache is a transport that keeps answers in a folder and returns them for equal
// requests, so that an experiment that is repeated, or resumed after a crash, pays only
// for what is new. It is never on by default: a bench that repeats a task to see how
// much the answers vary must name its repetitions (see WithRepetition). Unlike a
// Replayer it sends requests that it does not know. Tokens and money are reported as if
// each call were made.
//
// Equal means the same address, JSON body and repetition. The second equal request of a
// repetition gets its own entry. Only successes are kept. Safe for several goroutines.
type Cache struct {
	dir        string
	next       http.RoundTripper
	repetition func(*http.Request) string
	clean      scrubber

	mu    sync.Mutex
	taken map[string][]bool // by key: which of its entries were given out
	stats CacheStats
}

// CacheStats counts what a Cache has done. Trouble is the first failure to keep an
// answer, or nil; such an answer is used all the same.
type CacheStats struct {
	Hits, Misses int
	Trouble      error
}

// NewCache keeps answers in dir, which is made if it is missing. The function
// repetition names the repetition of a request: usually Repetition; nil puts all
// requests into one. An answer that holds one of the secrets is not kept. A nil next is
// the network.
func NewCache(dir string, next http.RoundTripper, repetition func(*http.Request) string, secrets ...string) (*Cache, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("open the cache of answers: %w", err)
	}
	if next == nil {
		next = http.DefaultTransport
	}
	if repetition == nil {
		repetition = func(*http.Request) string { return "" }
	}
	return &Cache{dir: dir, next: next, repetition: repetition, clean: newScrubber(secrets), taken: map[string][]bool{}}, nil
}

type repetitionKey struct{}

// WithRepetition names the repetition that the requests of a context belong
// to, such as "seed-2/1-1/0".
func WithRepetition(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, repetitionKey{}, name)
}

// Repetition is the name WithRepetition gave, "" without one.
func Repetition(req *http.Request) string {
	name, _ := req.Context().Value(repetitionKey{}).(string)
	return name
}

// Stats returns what the cache has done so far.
func (c *Cache) Stats() CacheStats {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.stats
}

// RoundTrip answers from the folder, or sends the request on and keeps what
// comes back.
func (c *Cache) RoundTrip(req *http.Request) (*http.Response, error) {
	sent, err := drain(&req.Body)
	if err != nil {
		return nil, err
	}
	key := c.key(req, sent)
	n := c.reserve(key)
	file := filepath.Join(c.dir, fmt.Sprintf("%s-%d", key, n))
	if body, ok := readEntry(file); ok {
		c.count(true, nil)
		return RecordedResponse{Status: http.StatusOK, Body: body}.http(req), nil
	}
	resp, got, err := exchange(c.next, req)
	if err != nil || !c.worthKeeping(resp.StatusCode, got) {
		c.giveBack(key, n) // a retry is not a second request
		return resp, err
	}
	c.count(false, writeEntry(c.dir, file, got))
	return resp, nil
}

// exchange sends a request and reads the whole response, whose body can be read again.
func exchange(next http.RoundTripper, req *http.Request) (*http.Response, []byte, error) {
	resp, err := Bounded(next).RoundTrip(req)
	if err != nil {
		return nil, nil, err
	}
	got, err := drain(&resp.Body)
	if err != nil {
		return nil, nil, err
	}
	return resp, got, nil
}

// key names a request: hashed, since a body may hold anything.
func (c *Cache) key(req *http.Request, body []byte) string {
	h := sha256.New()
	for _, part := range []string{req.Method, req.URL.Host, strings.TrimRight(req.URL.Path, "/"), c.repetition(req)} {
		fmt.Fprintf(h, "%d:%s\n", len(part), part)
	}
	h.Write(canonical(body))
	return hex.EncodeToString(h.Sum(nil))
}

// reserve takes the lowest of a request's entries that is not given out.
func (c *Cache) reserve(key string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, taken := range c.taken[key] {
		if !taken {
			c.taken[key][i] = true
			return i
		}
	}
	c.taken[key] = append(c.taken[key], true)
	return len(c.taken[key]) - 1
}

func (c *Cache) giveBack(key string, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.taken[key][n] = false
}

func (c *Cache) count(hit bool, trouble error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if hit {
		c.stats.Hits++
	} else {
		c.stats.Misses++
	}
	if c.stats.Trouble == nil {
		c.stats.Trouble = trouble
	}
}

// worthKeeping reports whether an answer is a success that may be written down. Some
// servers put an error into a 200.
func (c *Cache) worthKeeping(status int, body []byte) bool {
	if status != http.StatusOK {
		return false
	}
	var answer map[string]json.RawMessage
	if json.Unmarshal(body, &answer) != nil || answer == nil {
		return false
	}
	if e, ok := answer["error"]; ok && string(e) != "null" {
		return false
	}
	return bytes.Equal(c.clean.body(body), body)
}

// An entry is a line with the hash of the rest, and the answer's body.
const entryMark = "legomem answer sha256:"

// readEntry reads an entry. It returns false for one that is missing, torn or altered.
func readEntry(file string) ([]byte, bool) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, false
	}
	line, body, ok := bytes.Cut(data, []byte("\n"))
	return body, ok && string(line) == entryHead(body)
}

func entryHead(body []byte) string {
	sum := sha256.Sum256(body)
	return entryMark + hex.EncodeToString(sum[:])
}

// writeEntry writes an entry whole or not at all, even while others write the same one.
func writeEntry(dir, file string, body []byte) error {
	tmp, err := os.CreateTemp(dir, ".answer-*") // 0600
	if err != nil {
		return fmt.Errorf("keep an answer: %w", err)
	}
	_, err = tmp.WriteString(entryHead(body) + "\n")
	if err == nil {
		_, err = tmp.Write(body)
	}
	if err = errors.Join(err, tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), file)
	}
	if err == nil {
		return nil
	}
	if gone := os.Remove(tmp.Name()); !errors.Is(gone, fs.ErrNotExist) {
		err = errors.Join(err, gone)
	}
	return fmt.Errorf("keep an answer: %w", err)
}
