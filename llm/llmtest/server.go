package llmtest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// Server is how one kind of server speaks the chat protocol: where it is, how it takes a
// key, what it refuses and in which words, and in which form its replies come. Servers
// lists those that are known. What a model behind it says comes from elsewhere (see
// Start), and is the same for all of them.
type Server struct {
	// Name is what people call it, Source the address of the page that says so.
	Name, Source string
	// About says in a few words what is its own.
	About string
	// Model is a model that it has, Base the path of its API.
	Model, Base string
	// Version is the api-version that its requests must name; "" for none.
	Version string
	// KeyIn is the header that its key comes in, "" for Authorization: Bearer.
	KeyIn string
	// Refuse are its refusals; the first that applies is the answer.
	Refuse []Rule
	// Voice changes a reply to the form that this server gives it.
	Voice func(Heard, *Spoken)
	// Whole servers answer in one piece, even where a stream is asked for.
	Whole bool
	// Stalls says that it is silent at times.
	Stalls bool
	// Never says that no task can be finished there, and Ends a part of the sentence that
	// must say why.
	Never bool
	Ends  string
	// Learned is a part of what a client must have learned of it; "" for nothing.
	Learned string
}

// Heard is a request as a server got it.
type Heard struct {
	Request
	Body map[string]any // all of it
	Size int            // of the body, in bytes
	N    int            // its number, from 1
	Same int            // how often this very body came before
	HTTP *http.Request
}

// Rule answers a request that a server does not serve; nil where it does.
type Rule func(Heard) *Reply

// Spoken is a reply on its way into a server's form.
type Spoken struct {
	Text, Reasoning string
	Calls           []SpokenCall
	Finish          string
	Prompt          int // tokens
	Cached          int // tokens of these
	// Message are further fields of the message, Notes comments sent before it.
	Message map[string]any
	Notes   []string
	// ReasoningIn is the field that reasoning comes in.
	ReasoningIn string
	// Broken ends a stream with this error after its first words.
	Broken map[string]any
}

// SpokenCall is one tool call of a reply.
type SpokenCall struct {
	ID, Name, Args string
	Extra          map[string]any // further fields of the call
}

// Running is a server that runs.
type Running struct {
	Server
	URL    string // the base address for a client
	Key    string // that it takes
	t      testing.TB
	answer func(Request) Reply
	mu     sync.Mutex
	bodies map[string]int
	heard  []Heard
	embeds func(text string) []float32
}

// Start runs a server until the test ends. Answer is the model behind it: it is asked for
// each request that the server does not refuse.
func (s Server) Start(t testing.TB, answer func(Request) Reply) *Running {
	r := &Running{Server: s, Key: "sk-of-" + strings.Repeat("k", 20), t: t, answer: answer, bodies: map[string]int{}}
	server := httptest.NewServer(http.HandlerFunc(r.serve))
	t.Cleanup(server.Close)
	r.URL = server.URL + s.Base
	return r
}

// Heard are the requests so far, in order.
func (r *Running) Heard() []Heard {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]Heard(nil), r.heard...)
}

func (r *Running) serve(w http.ResponseWriter, req *http.Request) {
	h, err := r.listen(req)
	if err != nil {
		fail(w, Reply{Status: 400, Text: err.Error()})
		return
	}
	for _, rule := range append([]Rule{r.door}, r.Refuse...) {
		if no := rule(h); no != nil {
			refuse(w, req, *no)
			return
		}
	}
	if h.Input != nil {
		r.embed(w, h)
		return
	}
	r.speak(w, h)
}

func (r *Running) listen(req *http.Request) (Heard, error) {
	h := Heard{HTTP: req}
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return h, err
	}
	if err := json.Unmarshal(body, &h.Body); err != nil {
		return h, fmt.Errorf("not JSON: %w", err)
	}
	if err := json.Unmarshal(body, &h.Request); err != nil {
		return h, err
	}
	h.Size = len(body)
	r.mu.Lock()
	defer r.mu.Unlock()
	h.Same = r.bodies[string(body)]
	r.bodies[string(body)]++
	h.N = len(r.heard) + 1
	r.heard = append(r.heard, h)
	return h, nil
}

// door is what every server asks first: the right address, and a key.
func (r *Running) door(h Heard) *Reply {
	if path := h.HTTP.URL.Path; !strings.HasPrefix(path, r.Base+"/") {
		return &Reply{Status: 404, Text: "Not Found: " + path}
	}
	if r.Version != "" && h.HTTP.URL.Query().Get("api-version") != r.Version {
		return &Reply{Status: 404, Code: "404", Text: "Resource not found"}
	}
	want, got := "Bearer "+r.Key, h.HTTP.Header.Get("Authorization")
	if r.KeyIn != "" {
		want, got = r.Key, h.HTTP.Header.Get(r.KeyIn)
	}
	if got != want {
		return &Reply{Status: 401, Code: "401", Text: "Access denied due to invalid subscription key or wrong API endpoint."}
	}
	return nil
}

func refuse(w http.ResponseWriter, req *http.Request, no Reply) {
	for name, value := range no.Header {
		w.Header().Set(name, value)
	}
	switch {
	case no.Hang:
		w.Header().Set("Content-Type", "text/event-stream")
		w.WriteHeader(http.StatusOK)
		_ = http.NewResponseController(w).Flush()
		<-req.Context().Done()
	case no.Raw != "":
		if strings.HasPrefix(no.Raw, "<") {
			w.Header().Set("Content-Type", "text/html")
		}
		if no.Status != 0 {
			w.WriteHeader(no.Status)
		}
		fmt.Fprint(w, no.Raw)
	default:
		fail(w, no)
	}
}

// embed answers a request for vectors.
func (r *Running) embed(w http.ResponseWriter, h Heard) {
	var data []any
	for i, text := range h.Input {
		data = append(data, map[string]any{"object": "embedding", "index": i, "embedding": []float32{float32(len(text)), 1, 0}})
	}
	write(w, http.StatusOK, map[string]any{"object": "list", "model": h.Model, "data": data,
		"usage": map[string]int{"prompt_tokens": h.Size / 4, "total_tokens": h.Size / 4}})
}
